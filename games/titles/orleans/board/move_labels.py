"""Moves of Orléans as people say them, and under which heading they stand."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from games.boards.base import Scene
from games.boards.translations import first_upper
from games.boards.view_models import Choice, Group

from ..rules.components import HARVEST_FINE
from . import action_labels, component_data, scene_access, vocabulary
from .translations import gettext as _

FOLD_FROM = 2  # moves of a place from which it gets a heading of its own


class Said(NamedTuple):
    """A move in words: the place it belongs to ("" for none), and what happens there."""

    place: str
    text: str


def said(move: str, scene: Scene | None) -> Said:
    verb, *arguments = move.split(" ")
    return VERBS[verb](arguments, scene)


def label(move: str, scene: Scene | None = None) -> str:
    """A move in words that say it all, for drafts, standing answers and hot spots."""
    place, text = said(move, scene)
    return _with_place(place, text) if place else first_upper(text)


def _with_place(place: str, text: str) -> str:
    return _("%(place)s: %(text)s") % {"place": vocabulary.PLACES[place], "text": text}


# verb by verb


def on_slot(tile: str, slot: str) -> str:
    """A follower on a slot, which is named where it is not of the follower's type."""
    told = {"follower": vocabulary.TILES[tile], "slot": vocabulary.SLOTS[slot]}
    if slot in ("any", component_data.TYPE_OF[tile]):
        return str(told["follower"])
    return _("%(follower)s in place of a %(slot)s") % told


def _draw(arguments: list[str], scene: Scene | None) -> Said:
    n = int(arguments[0])
    return Said("", _("draw %(followers)s") % {"followers": vocabulary.followers(n)})


def _recall(arguments: list[str], scene: Scene | None) -> Said:
    tile, place, slot = arguments
    return Said(place, _("take back %(follower)s") % {"follower": on_slot(tile, slot)})


def _place(arguments: list[str], scene: Scene | None) -> Said:
    tile, place, slot = arguments
    return Said(place, on_slot(tile, slot))


def _tech(arguments: list[str], scene: Scene | None) -> Said:
    place, slot = arguments
    return Said(place, _("technology in place of a %(slot)s") % {"slot": vocabulary.SLOTS[slot]})


def _done(arguments: list[str], scene: Scene | None) -> Said:
    phase = "" if scene is None else scene_access.view(scene)["phase"]
    if phase == "followers":
        return Said("", _("draw no more"))
    if phase == "planning":
        return Said("", _("my plan is done"))
    return Said("", _("done"))


def _act(arguments: list[str], scene: Scene | None) -> Said:
    return Said(arguments[0], action_labels.act(arguments[0], arguments[1:], scene))


def _deed(arguments: list[str], scene: Scene | None) -> Said:
    return Said("", action_labels.sending(arguments, scene))


def _settle(arguments: list[str], scene: Scene | None) -> Said:
    if arguments[0] == "none":
        return Said("", _("settle nobody: all drawn followers go back into the bag"))
    return _place(arguments, scene)


def _feed(arguments: list[str], scene: Scene | None) -> Said:
    return Said("", _("hand in one %(good)s") % {"good": vocabulary.GOODS[arguments[0]]})


def _torture(arguments: list[str], scene: Scene | None) -> Said:
    what, *which = arguments
    return Said("", given_up(what, which[0] if which else ""))


def given_up(what: str, which: str = "") -> str:
    """What torture takes."""
    if what == "station":
        if which == "supply":
            return _("a trading station not yet built")
        if which == "country_road":
            return _("a trading station on the country road")
        return _("the trading station in %(town)s") % {"town": vocabulary.TOWNS[which]}
    if what == "follower":
        if which:
            return _("a follower of the bag: %(follower)s") % {"follower": vocabulary.TILES[which]}
        return _("a random neutral follower of the bag")
    if what == "development":
        return _("one space of development")
    if what == "good":
        return _("one %(good)s") % {"good": vocabulary.GOODS[which]}
    if what == "place":
        return _("the place tile %(tile)s") % {"tile": vocabulary.PLACES[which]}
    if which == "held":
        return _("a technology tile not yet laid")
    return _("the technology tile on %(place)s") % {"place": vocabulary.PLACES[which]}


VERBS: dict[str, Callable[[list[str], Scene | None], Said]] = {
    "draw": _draw,
    "recall": _recall,
    "place": _place,
    "tech": _tech,
    "done": _done,
    "act": _act,
    "pass": lambda arguments, scene: Said("", _("pass for this round")),
    "deed": _deed,
    "finish": lambda arguments, scene: Said("", _("send nobody else")),
    "settle": _settle,
    "keep": lambda arguments, scene: Said("", _("keep the tile for later")),
    "shield": lambda arguments, scene: Said("", _("use the sacristy: the event passes you by")),
    "suffer": lambda arguments, scene: Said("", _("let the event happen to you")),
    "feed": _feed,
    "pay": lambda arguments, scene: Said(
        "", _("pay %(coins)s instead") % {"coins": vocabulary.coins(HARVEST_FINE)}
    ),
    "torture": _torture,
}


# headings


HEADINGS: dict[str, Callable[[], str]] = {
    "draw": lambda: _("Draw from your bag"),
    "recall": lambda: _("Or take followers back from your places"),
    "deed": lambda: _("Send another follower"),
    "feed": lambda: _("Hand in food"),
    "pay": lambda: _("Or"),
    "shield": lambda: _("Your sacristy"),
    "suffer": lambda: _("Your sacristy"),
    "torture": lambda: _("Give up one of these"),
    "done": lambda: _("Then"),
    "pass": lambda: _("Or"),
    "finish": lambda: _("Or"),
    "keep": lambda: _("Or"),
}


def groups(scene: Scene) -> list[Group]:
    """The legal moves: by place where they belong to one, else by what they do."""
    found: dict[str, list[Choice]] = {}
    crowded = _crowded(scene)
    for move in by_place(scene):
        verb = move.split(" ")[0]
        place, text = said(move, scene)
        if verb == "tech":
            heading, shown = _("Lay a technology tile"), label(move, scene)
        elif verb == "recall" or not place:
            heading, shown = _plain_heading(move, verb), label(move, scene)
        elif verb == "act" and place not in crowded:
            heading, shown = _("Use a place"), label(move, scene)
        else:
            heading, shown = _place_heading(place), first_upper(text)
        found.setdefault(heading, []).append(Choice(move, shown))
    return [Group(heading, choices) for heading, choices in found.items()]


def by_place(scene: Scene) -> list[str]:
    """The legal moves, with followers to be placed in the order of the places on the board."""
    board = scene_access.mine(scene)
    if board is None or not scene.legal:
        return list(scene.legal)
    order = {place: n for n, place in enumerate(board["places"])}

    def rank(move: str) -> int:
        verb, *arguments = move.split(" ")
        on_place = verb in ("place", "settle") and len(arguments) == 3
        return order[arguments[1]] if on_place else len(order)

    return sorted(scene.legal, key=rank)


def _crowded(scene: Scene) -> set[str]:
    """Places that can be used in several ways."""
    places = [move.split(" ")[1] for move in scene.legal if move.startswith("act ")]
    return {place for place, n in vocabulary.tally(places).items() if n >= FOLD_FROM}


def _plain_heading(move: str, verb: str) -> str:
    return _("Or") if move == "settle none" else HEADINGS[verb]()


def _place_heading(place: str) -> str:
    told = {"place": vocabulary.PLACES[place], "effect": vocabulary.EFFECTS[place]}
    return _("%(place)s – %(effect)s") % told
