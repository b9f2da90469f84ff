"""Moves of Orléans in words, and their headings in the list of moves."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from games.boards.base import Scene
from games.boards.labels import argument, label
from games.boards.translations import capitalize_first
from games.boards.view_models import MoveChoice, MoveGroup, Text

from ..rules.components import HARVEST_FINE
from . import action_labels, component_data, scene_access, vocabulary
from .translations import gettext
from .translations import gettext_lazy as _

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
    return gettext("%(place)s: %(text)s") % {"place": vocabulary.PLACES[place], "text": text}


# texts by verb


def follower_on_slot_text(tile: str, slot: str) -> str:
    """A follower on a slot; the slot is named only if it has another type."""
    values = {"follower": vocabulary.TILES[tile], "slot": vocabulary.SLOTS[slot]}
    if slot in ("any", component_data.TYPE_OF[tile]):
        return str(values["follower"])
    return gettext("%(follower)s in place of a %(slot)s") % values


def _recall(arguments: list[str], scene: Scene | None) -> MoveText:
    tile, place, slot = arguments
    return MoveText(
        place, gettext("take back %(follower)s") % {"follower": follower_on_slot_text(tile, slot)}
    )


def _place(arguments: list[str], scene: Scene | None) -> MoveText:
    tile, place, slot = arguments
    return MoveText(place, follower_on_slot_text(tile, slot))


def _done_label(arguments: list[str], scene: Scene | None) -> MoveText:
    phase = "" if scene is None else scene_access.view_of(scene)["phase"]
    if phase == "followers":
        return MoveText("", gettext("stop drawing"))
    if phase == "planning":
        return MoveText("", gettext("finish my plan"))
    return MoveText("", gettext("done"))


def _act(arguments: list[str], scene: Scene | None) -> MoveText:
    return MoveText(arguments[0], action_labels.action_text(arguments[0], arguments[1:], scene))


def _settle(arguments: list[str], scene: Scene | None) -> MoveText:
    if arguments[0] == "none":
        return MoveText("", gettext("settle none: all drawn followers go back into the bag"))
    return _place(arguments, scene)


def _torture(arguments: list[str], scene: Scene | None) -> MoveText:
    what, *which = arguments
    return MoveText("", loss_text(what, which[0] if which else ""))


def loss_text(what: str, which: str = "") -> str:
    """Return what torture takes, in words."""
    if what == "station":
        if which == "supply":
            return gettext("a trading station that you have not built yet")
        if which == "country_road":
            return gettext("a trading station on the country road")
        return gettext("the trading station in %(town)s") % {"town": vocabulary.TOWNS[which]}
    if what == "follower":
        if which:
            return gettext("a follower from the bag: %(follower)s") % {
                "follower": vocabulary.TILES[which]
            }
        return gettext("a random neutral follower from the bag")
    if what == "development":
        return gettext("one space of development")
    if what == "good":
        return gettext("one %(good)s") % {"good": vocabulary.GOODS[which]}
    if what == "place":
        return gettext("the place tile %(tile)s") % {"tile": vocabulary.PLACES[which]}
    if which == "held":
        return gettext("a technology tile that you have not laid yet")
    return gettext("the technology tile on %(place)s") % {"place": vocabulary.PLACES[which]}


MoveFunction = Callable[[list[str], Scene | None], MoveText]


def _plain(text: Callable[[list[str], Scene | None], str]) -> MoveFunction:
    """A move without a place."""
    return lambda arguments, scene: MoveText("", text(arguments, scene))


TECHNOLOGY = label(_("technology in place of a %(slot)s"), slot=argument(vocabulary.SLOTS, 1))
VERBS: dict[str, MoveFunction] = {
    "draw": _plain(
        label(
            _("draw %(followers)s"),
            followers=lambda arguments, scene: vocabulary.followers(int(arguments[0])),
        )
    ),
    "recall": _recall,
    "place": _place,
    "tech": lambda arguments, scene: MoveText(arguments[0], TECHNOLOGY(arguments)),
    "done": _done_label,
    "act": _act,
    "pass": _plain(label(_("pass for this round"))),
    "deed": _plain(action_labels.sending_text),
    "finish": _plain(label(_("send no other follower"))),
    "settle": _settle,
    "keep": _plain(label(_("keep the tile for later"))),
    "shield": _plain(label(_("use the sacristy: avoid the event"))),
    "suffer": _plain(label(_("accept the event"))),
    "feed": _plain(label(_("hand in one %(good)s"), good=argument(vocabulary.GOODS))),
    "pay": _plain(
        label(
            _("pay %(coins)s instead"),
            coins=lambda arguments, scene: vocabulary.coins(HARVEST_FINE),
        )
    ),
    "torture": _torture,
}


# headings


HEADINGS: dict[str, Text] = {
    "draw": _("Draw from your bag"),
    "recall": _("Or take followers back from your places"),
    "deed": _("Send another follower"),
    "feed": _("Hand in food"),
    **dict.fromkeys(("pay", "pass", "finish", "keep", "settle"), _("Or")),
    **dict.fromkeys(("shield", "suffer"), _("Your sacristy")),
    "torture": _("Give up one of these"),
    "done": _("Then"),
}


def move_groups(scene: Scene) -> list[MoveGroup]:
    """Return the legal moves in groups: by place if they have one, else by effect."""
    found: dict[str, list[MoveChoice]] = {}
    crowded = _crowded_places(scene)
    for move in moves_by_place(scene):
        verb = move.split(" ")[0]
        place, text = move_text(move, scene)
        if verb == "tech":
            heading, shown = gettext("Lay a technology tile"), move_label(move, scene)
        elif verb == "recall" or not place:
            heading, shown = str(HEADINGS[verb]), move_label(move, scene)
        elif verb == "act" and place not in crowded:
            heading, shown = gettext("Use a place"), move_label(move, scene)
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


def _place_heading(place: str) -> str:
    values = {"place": vocabulary.PLACES[place], "effect": vocabulary.EFFECTS[place]}
    return gettext("%(place)s – %(effect)s") % values
