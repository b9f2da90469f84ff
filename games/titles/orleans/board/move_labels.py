"""Moves of Orléans in words, and their headings in the list of moves."""

from __future__ import annotations

from collections.abc import Callable

from games.boards.base import Scene
from games.boards.labels import argument, label
from games.boards.translations import capitalize_first
from games.boards.view_models import MoveChoice, MoveGroup, Text

from ..rules.components import HARVEST_FINE
from . import action_labels, component_data, scene_access, vocabulary
from .translations import gettext
from .translations import gettext_lazy as _

MIN_FOLDED = 2  # a place with at least so many moves gets its own heading


def move_label(move: str, scene: Scene | None = None) -> str:
    """Return a move in complete words, for drafts, conditional moves and spots."""
    place, text = move_place(move), move_text(move, scene)
    if not place:
        return capitalize_first(text)
    return gettext("%(place)s: %(text)s") % {"place": vocabulary.PLACES[place], "text": text}


def move_place(move: str) -> str:
    """Return the place of a move, or ""."""
    match move.split(" "):
        case ["act" | "tech", place, *_] | ["place" | "recall" | "settle", _, place, _]:
            return place
    return ""


def move_text(move: str, scene: Scene | None) -> str:
    """Return what happens in a move, without its place."""
    verb, *arguments = move.split(" ")
    return VERBS[verb](arguments, scene)


# texts by verb


def follower_on_slot_text(tile: str, slot: str) -> str:
    """A follower on a slot; the slot is named only if it has another type."""
    values = {"follower": vocabulary.TILES[tile], "slot": vocabulary.SLOTS[slot]}
    if slot in ("any", component_data.TYPE_OF[tile]):
        return str(values["follower"])
    return gettext("%(follower)s in place of a %(slot)s") % values


def _follower(arguments: list[str], scene: Scene | None) -> str:
    tile, _place, slot = arguments
    return follower_on_slot_text(tile, slot)


def _done_label(arguments: list[str], scene: Scene | None) -> str:
    phase = scene_access.view_of(scene)["phase"] if scene else ""
    if phase == "followers":
        return gettext("stop drawing")
    return gettext("finish my plan") if phase == "planning" else gettext("done")


def _settle(arguments: list[str], scene: Scene | None) -> str:
    if arguments == ["none"]:
        return gettext("settle none: all drawn followers go back into the bag")
    return _follower(arguments, scene)


def loss_text(what: str, which: str = "") -> str:
    """Return what torture takes, in words."""
    return (LOSSES.get(f"{what} {which}") or LOSSES[what])([which])


LOSSES = {
    "station": label(_("the trading station in %(town)s"), town=argument(vocabulary.TOWNS)),
    "station supply": label(_("a trading station that you have not built yet")),
    "station country_road": label(_("a trading station on the country road")),
    "follower": label(
        _("a follower from the bag: %(follower)s"), follower=argument(vocabulary.TILES)
    ),
    "follower ": label(_("a random neutral follower from the bag")),
    "development": label(_("one space of development")),
    "good": label(_("one %(good)s"), good=argument(vocabulary.GOODS)),
    "place": label(_("the place tile %(tile)s"), tile=argument(vocabulary.PLACES)),
    "technology": label(_("the technology tile on %(place)s"), place=argument(vocabulary.PLACES)),
    "technology held": label(_("a technology tile that you have not laid yet")),
}
VERBS: dict[str, Callable[[list[str], Scene | None], str]] = {
    "draw": label(
        _("draw %(followers)s"), followers=argument(lambda n: vocabulary.followers(int(n)))
    ),
    "recall": label(_("take back %(follower)s"), follower=_follower),
    "place": _follower,
    "tech": label(_("technology in place of a %(slot)s"), slot=argument(vocabulary.SLOTS, 1)),
    "done": _done_label,
    "act": lambda arguments, scene: action_labels.action_text(arguments[0], arguments[1:], scene),
    **{verb: label(vocabulary.VERBS[verb]) for verb in ("pass", "finish", "keep", "suffer")},
    "deed": action_labels.sending_text,
    "settle": _settle,
    "shield": label(_("use the sacristy: avoid the event")),
    "feed": label(_("hand in one %(good)s"), good=argument(vocabulary.GOODS)),
    "pay": label(
        _("pay %(coins)s instead"), coins=lambda *_context: vocabulary.coins(HARVEST_FINE)
    ),
    "torture": lambda arguments, scene: loss_text(*arguments),
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
    uses = [move.split(" ")[1] for move in scene.legal if move.startswith("act ")]
    for move in moves_by_place(scene):
        verb, place = move.split(" ")[0], move_place(move)
        if verb == "tech":
            heading = gettext("Lay a technology tile")
        elif verb == "recall" or not place:
            heading = str(HEADINGS[verb])
        elif verb == "act" and uses.count(place) < MIN_FOLDED:
            heading = gettext("Use a place")
        else:
            values = {"place": vocabulary.PLACES[place], "effect": vocabulary.EFFECTS[place]}
            heading = gettext("%(place)s – %(effect)s") % values
            shown = capitalize_first(move_text(move, scene))
            found.setdefault(heading, []).append(MoveChoice(move, shown))
            continue
        found.setdefault(heading, []).append(MoveChoice(move, move_label(move, scene)))
    return [MoveGroup(heading, choices) for heading, choices in found.items()]


def moves_by_place(scene: Scene) -> list[str]:
    """The legal moves; placements are in the order of the places on the board."""
    board = scene_access.own_seat(scene)
    if board is None or not scene.legal:
        return list(scene.legal)
    order = {place: n for n, place in enumerate(board["places"])}
    fills = ("place ", "settle ")
    return sorted(
        scene.legal,
        key=lambda move: order.get(move_place(move) if move.startswith(fills) else "", len(order)),
    )
