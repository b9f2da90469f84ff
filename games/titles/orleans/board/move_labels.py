"""Moves of Orléans in words, and their headings in the list of moves."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from games.boards.base import Scene
from games.boards.translations import capitalize_first
from games.boards.view_models import MoveChoice, MoveGroup

from ..rules.components import HARVEST_FINE
from . import action_labels, component_data, scene_access, vocabulary
from .translations import gettext as _

MIN_FOLDED = 2  # a place with at least so many moves gets its own heading


class MoveText(NamedTuple):
    """A move in words: the key of its place ("" for none), and what happens there."""

    place: str
    text: str


def move_text(move: str, scene: Scene | None) -> MoveText:
    verb, *arguments = move.split(" ")
    return VERBS[verb](arguments, scene)


def move_label(move: str, scene: Scene | None = None) -> str:
    """Return a move in complete words, for drafts, conditional moves and spots."""
    place, text = move_text(move, scene)
    return _with_place(place, text) if place else capitalize_first(text)


def _with_place(place: str, text: str) -> str:
    return _("%(place)s: %(text)s") % {"place": vocabulary.PLACES[place], "text": text}


# texts by verb


def follower_on_slot_text(tile: str, slot: str) -> str:
    """A follower on a slot; the slot is named only if it has another type."""
    values = {"follower": vocabulary.TILES[tile], "slot": vocabulary.SLOTS[slot]}
    if slot in ("any", component_data.TYPE_OF[tile]):
        return str(values["follower"])
    return _("%(follower)s in place of a %(slot)s") % values


def _draw(arguments: list[str], scene: Scene | None) -> MoveText:
    n = int(arguments[0])
    return MoveText("", _("draw %(followers)s") % {"followers": vocabulary.followers(n)})


def _recall(arguments: list[str], scene: Scene | None) -> MoveText:
    tile, place, slot = arguments
    return MoveText(
        place, _("take back %(follower)s") % {"follower": follower_on_slot_text(tile, slot)}
    )


def _place(arguments: list[str], scene: Scene | None) -> MoveText:
    tile, place, slot = arguments
    return MoveText(place, follower_on_slot_text(tile, slot))


def _tech(arguments: list[str], scene: Scene | None) -> MoveText:
    place, slot = arguments
    return MoveText(
        place, _("technology in place of a %(slot)s") % {"slot": vocabulary.SLOTS[slot]}
    )


def _done_label(arguments: list[str], scene: Scene | None) -> MoveText:
    phase = "" if scene is None else scene_access.view_of(scene)["phase"]
    if phase == "followers":
        return MoveText("", _("stop drawing"))
    if phase == "planning":
        return MoveText("", _("finish my plan"))
    return MoveText("", _("done"))


def _act(arguments: list[str], scene: Scene | None) -> MoveText:
    return MoveText(arguments[0], action_labels.action_text(arguments[0], arguments[1:], scene))


def _deed(arguments: list[str], scene: Scene | None) -> MoveText:
    return MoveText("", action_labels.sending_text(arguments, scene))


def _settle(arguments: list[str], scene: Scene | None) -> MoveText:
    if arguments[0] == "none":
        return MoveText("", _("settle none: all drawn followers go back into the bag"))
    return _place(arguments, scene)


def _feed(arguments: list[str], scene: Scene | None) -> MoveText:
    return MoveText("", _("hand in one %(good)s") % {"good": vocabulary.GOODS[arguments[0]]})


def _torture(arguments: list[str], scene: Scene | None) -> MoveText:
    what, *which = arguments
    return MoveText("", loss_text(what, which[0] if which else ""))


def loss_text(what: str, which: str = "") -> str:
    """Return what torture takes, in words."""
    if what == "station":
        if which == "supply":
            return _("a trading station that you have not built yet")
        if which == "country_road":
            return _("a trading station on the country road")
        return _("the trading station in %(town)s") % {"town": vocabulary.TOWNS[which]}
    if what == "follower":
        if which:
            return _("a follower from the bag: %(follower)s") % {
                "follower": vocabulary.TILES[which]
            }
        return _("a random neutral follower from the bag")
    if what == "development":
        return _("one space of development")
    if what == "good":
        return _("one %(good)s") % {"good": vocabulary.GOODS[which]}
    if what == "place":
        return _("the place tile %(tile)s") % {"tile": vocabulary.PLACES[which]}
    if which == "held":
        return _("a technology tile that you have not laid yet")
    return _("the technology tile on %(place)s") % {"place": vocabulary.PLACES[which]}


VERBS: dict[str, Callable[[list[str], Scene | None], MoveText]] = {
    "draw": _draw,
    "recall": _recall,
    "place": _place,
    "tech": _tech,
    "done": _done_label,
    "act": _act,
    "pass": lambda arguments, scene: MoveText("", _("pass for this round")),
    "deed": _deed,
    "finish": lambda arguments, scene: MoveText("", _("send no other follower")),
    "settle": _settle,
    "keep": lambda arguments, scene: MoveText("", _("keep the tile for later")),
    "shield": lambda arguments, scene: MoveText("", _("use the sacristy: avoid the event")),
    "suffer": lambda arguments, scene: MoveText("", _("accept the event")),
    "feed": _feed,
    "pay": lambda arguments, scene: MoveText(
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


def move_groups(scene: Scene) -> list[MoveGroup]:
    """Return the legal moves in groups: by place if they have one, else by effect."""
    found: dict[str, list[MoveChoice]] = {}
    crowded = _crowded_places(scene)
    for move in moves_by_place(scene):
        verb = move.split(" ")[0]
        place, text = move_text(move, scene)
        if verb == "tech":
            heading, shown = _("Lay a technology tile"), move_label(move, scene)
        elif verb == "recall" or not place:
            heading, shown = _plain_heading(move, verb), move_label(move, scene)
        elif verb == "act" and place not in crowded:
            heading, shown = _("Use a place"), move_label(move, scene)
        else:
            heading, shown = _place_heading(place), capitalize_first(text)
        found.setdefault(heading, []).append(MoveChoice(move, shown))
    return [MoveGroup(heading, choices) for heading, choices in found.items()]


def moves_by_place(scene: Scene) -> list[str]:
    """The legal moves; placements are in the order of the places on the board."""
    board = scene_access.own_seat(scene)
    if board is None or not scene.legal:
        return list(scene.legal)
    order = {place: n for n, place in enumerate(board["places"])}

    def rank(move: str) -> int:
        verb, *arguments = move.split(" ")
        on_place = verb in ("place", "settle") and len(arguments) == 3
        return order[arguments[1]] if on_place else len(order)

    return sorted(scene.legal, key=rank)


def _crowded_places(scene: Scene) -> set[str]:
    """The places that can be used in several ways."""
    places = [move.split(" ")[1] for move in scene.legal if move.startswith("act ")]
    return {place for place, n in vocabulary.count_words(places).items() if n >= MIN_FOLDED}


def _plain_heading(move: str, verb: str) -> str:
    return _("Or") if move == "settle none" else HEADINGS[verb]()


def _place_heading(place: str) -> str:
    values = {"place": vocabulary.PLACES[place], "effect": vocabulary.EFFECTS[place]}
    return _("%(place)s – %(effect)s") % values
