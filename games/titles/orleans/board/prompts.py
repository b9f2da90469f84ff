"""Prompts of Orléans in plain words."""

from __future__ import annotations

from games.boards.base import Prompt, Scene
from games.boards.translations import join_list

from ..rules.components import HARVEST_FINE
from . import component_data, vocabulary
from .scene_access import view_of
from .translations import gettext, ngettext
from .translations import gettext_lazy as _


def decision_kind(scene: Scene) -> str:
    """Return the kind of decision: "torture" with a debt, else the step or phase."""
    view = view_of(scene)
    return "torture" if view["debt"] else view["step"] or view["phase"]


def waiting_kind(scene: Scene) -> str:
    """Return the phase; for players who are done with it before others, marked with "done"."""
    phase = view_of(scene)["phase"]
    is_done = scene.seat is not None and f"{phase} done" in WAITING
    return f"{phase} done" if is_done else phase


def result_text(scene: Scene) -> str:
    rows = [(sum(seat["worth"].values()), seat["development"]) for seat in view_of(scene)["seats"]]
    best = max(rows)
    winners = [name for name, row in zip(scene.names, rows, strict=True) if row == best]
    text = gettext("The match is over. %(names)s wins with %(points)s.")
    if len(winners) > 1:
        text = gettext("The match is over. %(names)s share the victory with %(points)s each.")
    return text % {"names": join_list(winners), "points": vocabulary.points(best[0])}


def _ask_torture(scene: Scene) -> str:
    n = view_of(scene)["debt"]
    return ngettext(
        "You are %(n)s coin short: give up one thing instead.",
        "You are %(n)s coins short: give up one thing for each of them.",
        n,
    ) % {"n": n}


def _ask_followers(scene: Scene) -> str:
    view = view_of(scene)
    text = gettext("Draw up to %(followers)s from your bag.")
    if any(move.startswith("recall") for move in scene.legal):
        text = gettext(
            "Draw up to %(followers)s from your bag, or take some back from your places."
        )
    return text % {"followers": vocabulary.followers(min(view["rights"], view["room"]))}


def _ask_planning(scene: Scene) -> str:
    text = gettext("Plan your round in secret: put followers on your places, then finish the plan.")
    if not (beyond := view_of(scene).get("tower", 0)):
        return text
    values = {"asked": text, "followers": vocabulary.followers(beyond)}
    return gettext("%(asked)s For the gunpowder tower: %(followers)s at most.") % values


def _ask_settle(scene: Scene) -> str:
    text = gettext("You drew %(followers)s from your bag. Put one on a place.")
    if "settle none" in scene.legal:
        text = gettext("You drew %(followers)s from your bag. Put one on a place, or none.")
    return text % {"followers": vocabulary.tiles(view_of(scene)["drawn"])}


def _ask_event(scene: Scene) -> str:
    view = view_of(scene)
    event, n = view["event"], view["due"]
    if view["threatened"]:
        values = {
            "event": vocabulary.EVENTS[event["name"]],
            "effect": component_data.event_text(event),
        }
        return gettext("%(event)s. %(effect)s Your sacristy can protect you.") % values
    return ngettext(
        "Harvest: %(n)s food is still due. Hand it in, or pay %(coins)s.",
        "Harvest: %(n)s food are still due. Hand in the next one, or pay %(coins)s.",
        n,
    ) % {"n": n, "coins": vocabulary.coins(HARVEST_FINE)}


PROMPTS: dict[str, Prompt] = {
    "followers": _ask_followers,
    "planning": _ask_planning,
    "actions": _("Your turn: use one of your ready places, or pass for this round."),
    "deed": _("You may send another follower to a deed."),
    "settle": _ask_settle,
    "technology": _("You have passed. Lay a technology tile, or keep it for a later pass."),
    "event": _ask_event,
    "torture": _ask_torture,
}

WAITING: dict[str, Prompt] = {
    "census": _("Census: waiting for %(names)s, who cannot pay."),
    "followers": _("Waiting for %(names)s to draw followers."),
    "planning": _("Everyone plans the round in secret. Waiting for %(names)s."),
    "actions": _("Waiting for %(names)s to use a place or to pass."),
    "event": _("The event of the round: waiting for %(names)s."),
    "followers done": _("You have drawn your followers. Still drawing: %(names)s."),
    "planning done": _("Your plan is finished and stays hidden. Still planning: %(names)s."),
}
