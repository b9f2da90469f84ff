"""Prompts of Orléans in plain words."""

from __future__ import annotations

from collections.abc import Callable

from games.boards import Scene
from games.boards.translations import join_list

from ..rules.components import HARVEST_FINE
from . import component_data, scene_access, vocabulary
from .translations import gettext as _
from .translations import ngettext


def prompt(scene: Scene) -> str:
    """Return what the viewer must decide, or which players the match waits for."""
    if scene.over:
        return _result_text(scene)
    view = scene_access.view_of(scene)
    phase = view["phase"]
    if scene.seat is not None and scene.seat in scene.actors:
        return PROMPTS[decision_kind(scene)](scene)
    values = {"names": join_list(scene.names[actor] for actor in scene.actors)}
    if scene.seat is not None and phase in READY:
        return READY[phase]() % values
    return WAITING[phase]() % values


def decision_kind(scene: Scene) -> str:
    """Return the kind of decision: "torture" with a debt, else the step or phase."""
    view = scene_access.view_of(scene)
    return "torture" if view["debt"] else view["step"] or view["phase"]


def _result_text(scene: Scene) -> str:
    rows = [
        (sum(seat["worth"].values()), seat["development"])
        for seat in scene_access.view_of(scene)["seats"]
    ]
    best = max(rows)
    values = {
        "names": join_list(
            name for name, row in zip(scene.names, rows, strict=True) if row == best
        ),
        "points": vocabulary.points(best[0]),
    }
    if rows.count(best) > 1:
        return _("The match is over. %(names)s share the victory with %(points)s each.") % values
    return _("The match is over. %(names)s wins with %(points)s.") % values


def _ask_torture(scene: Scene) -> str:
    n = scene_access.view_of(scene)["debt"]
    return ngettext(
        "You are %(n)s coin short: give up one thing instead.",
        "You are %(n)s coins short: give up one thing for each of them.",
        n,
    ) % {"n": n}


def _ask_followers(scene: Scene) -> str:
    view = scene_access.view_of(scene)
    values = {"followers": vocabulary.followers(min(view["rights"], view["room"]))}
    if any(move.startswith("recall") for move in scene.legal):
        return (
            _("Draw up to %(followers)s from your bag, or take some back from your places.")
            % values
        )
    return _("Draw up to %(followers)s from your bag.") % values


def _ask_planning(scene: Scene) -> str:
    text = _("Plan your round in secret: put followers on your places, then finish the plan.")
    beyond = scene_access.view_of(scene).get("tower", 0)
    if not beyond:
        return text
    values = {"asked": text, "followers": vocabulary.followers(beyond)}
    return _("%(asked)s For the gunpowder tower: %(followers)s at most.") % values


def _ask_actions(scene: Scene) -> str:
    return _("Your turn: use one of your ready places, or pass for this round.")


def _ask_deed(scene: Scene) -> str:
    return _("You may send another follower to a deed.")


def _ask_settle(scene: Scene) -> str:
    values = {"followers": vocabulary.tiles(scene_access.view_of(scene)["drawn"])}
    if "settle none" in scene.legal:
        return _("You drew %(followers)s from your bag. Put one on a place, or none.") % values
    return _("You drew %(followers)s from your bag. Put one on a place.") % values


def _ask_technology(scene: Scene) -> str:
    return _("You have passed. Lay a technology tile, or keep it for a later pass.")


def _ask_event(scene: Scene) -> str:
    view = scene_access.view_of(scene)
    event = view["event"]
    values = {"event": vocabulary.EVENTS[event["name"]], "effect": component_data.event_text(event)}
    if view["threatened"]:
        return _("%(event)s. %(effect)s Your sacristy can protect you.") % values
    n = view["due"]
    return ngettext(
        "Harvest: %(n)s food is still due. Hand it in, or pay %(coins)s.",
        "Harvest: %(n)s food are still due. Hand in the next one, or pay %(coins)s.",
        n,
    ) % {"n": n, "coins": vocabulary.coins(HARVEST_FINE)}


PROMPTS: dict[str, Callable[[Scene], str]] = {
    "followers": _ask_followers,
    "planning": _ask_planning,
    "actions": _ask_actions,
    "deed": _ask_deed,
    "settle": _ask_settle,
    "technology": _ask_technology,
    "event": _ask_event,
    "torture": _ask_torture,
}

WAITING: dict[str, Callable[[], str]] = {
    "census": lambda: _("Census: waiting for %(names)s, who cannot pay."),
    "followers": lambda: _("Waiting for %(names)s to draw followers."),
    "planning": lambda: _("Everyone plans the round in secret. Waiting for %(names)s."),
    "actions": lambda: _("Waiting for %(names)s to use a place or to pass."),
    "event": lambda: _("The event of the round: waiting for %(names)s."),
}

READY: dict[str, Callable[[], str]] = {
    "followers": lambda: _("You have drawn your followers. Still drawing: %(names)s."),
    "planning": lambda: _("Your plan is finished and stays hidden. Still planning: %(names)s."),
}
