"""Forecasts: what a move or place would bring the viewer now, or why nothing, found by trying."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from games.boards import Scene
from games.boards.translations import capitalize_first
from games.boards.view_models import Text

from ..rules import beneficial_deeds, event_phase, torture
from ..rules import components as parts
from ..rules.board import Board
from ..rules.board_actions import CLOSED
from ..rules.components import PLACE_ID, PLACES
from ..rules.match import OrleansMatch
from ..rules.move_query import MoveQuery
from ..rules.rule_reason import OptionalReason
from ..rules.shared_reasons import (
    LAST_DEVELOPMENT,
    NO_BATH,
    NO_STATION_BUILT,
    NO_STATION_LEFT,
    TECHNOLOGY_USED_UP,
)
from ..rules.tile_actions import (
    ALL_TILE_ACTIONS,
    NO_GOODS,
    ROAD_FULL,
    TOWNHOUSE_COINS,
    TOWNHOUSE_SPACES,
)
from ..rules.tracks import TRACK_FULL
from ..rules.travel import SITE_TAKEN_REASONS
from . import component_data, scene_access, vocabulary
from .translations import gettext as _
from .translations import gettext_lazy

TRAVELS = ("ship", "wagon", "horse_wagon")
SENDING = ("town_hall", "gunpowder_tower")
PLACES_WITH_CHOICE = (*TRAVELS, *SENDING, "village", "bathhouse")
#: Moves whose result depends on chance.
CHANCE = ("draw", "act bathhouse", "torture follower")
#: Places whose use needs no further choice, so that the result can be shown before.
ALONE = frozenset(
    (
        *component_data.RECRUITS,
        *("wool_manufacturer", "cheese_factory", "tailor_shop", "winery", "hayrick"),
        *parts.PLACE_COINS,
        *parts.PLACE_DEVELOPMENT,
        *("guildhall", "hospital", "office", "laboratory", "theater", "observatory"),
    )
)


class Gain(NamedTuple):
    """Something gained: its picture in the sprite, and the amount ("" for one)."""

    art: str
    n: str = ""


class PlaceForecast(NamedTuple):
    """What a place would bring now, or `why` it would bring nothing.

    `scarce` names a follower that the supply may run out of before the viewer's turn.
    """

    gains: tuple[Gain, ...]
    why: str = ""
    scarce: str = ""


def place_forecast(scene: Scene, place: str) -> PlaceForecast:
    """Return the forecast of one of the viewer's places, as if it were ready and their turn."""
    match, seat, number = scene_access.match_of(scene), scene.seat, PLACE_ID[place]
    if match is None or seat is None or number not in ALL_TILE_ACTIONS:
        return PlaceForecast(())
    board, asking = match.boards[seat], FirstReasonQuery()
    moves = list(ALL_TILE_ACTIONS[number].choices(match, seat, board.coins, asking))
    if not moves:
        return PlaceForecast((), obstacle_text(board, place, asking.why))
    if (len(moves) == 1 and place not in PLACES_WITH_CHOICE) or place in ("pharmacy", "bakery"):
        found: Iterable[Gain] = move_gains(scene, moves[-1])
    else:
        found = BY_CHOICE[place](board, moves) if place in BY_CHOICE else ()
    return PlaceForecast(tuple(found), scarce=scarcity_text(match, place))


def _distinct(moves: list[str], number: int) -> list[str]:
    """The words at a position of moves, each once."""
    return list(dict.fromkeys(move.split(" ")[number] for move in moves))


def _travel(board: Board, moves: list[str]) -> Iterator[Gain]:
    goods = _distinct(moves, -1)
    yield Gain("pawn")
    yield from (Gain(good) for good in parts.GOODS if good in goods)


def _deed(board: Board, moves: list[str]) -> Iterator[Gain]:
    coins = [parts.DEEDS[parts.DEED_ID[deed]].coins for deed in _distinct(moves, 3)]
    least, most = min(coins), max(coins)
    yield Gain("coin", f"{least}" if least == most else f"{least}–{most}")


def _townhouse(board: Board, moves: list[str]) -> Iterator[Gain]:
    yield Gain("coin", f"+{TOWNHOUSE_COINS}")
    if board.development < parts.LAST_SPACE:
        yield Gain("star", f"+{TOWNHOUSE_SPACES}")


#: The gains of places whose owner chooses between several things.
BY_CHOICE: dict[str, Callable[[Board, list[str]], Iterable[Gain]]] = {
    **dict.fromkeys(TRAVELS, _travel),
    **dict.fromkeys(SENDING, _deed),
    "village": lambda board, moves: [Gain(kind) for kind in _distinct(moves, 2)],
    "bathhouse": lambda board, moves: [Gain("bag", "2")],
    "goldsmith": lambda board, moves: [Gain("star", f"+{board.station_count}")],
    "quarry": lambda board, moves: [Gain("house", "+1")],
    "townhouse": _townhouse,
    "workshop": lambda board, moves: [Gain("gear")],
    "ballroom": lambda board, moves: [Gain("tile-12")],
    "courthouse": lambda board, moves: [Gain("pawn")],
    "hideout": lambda board, moves: [Gain(f"glyph-{track}") for track in _distinct(moves, 3)],
    "church": lambda board, moves: [Gain("house", str(len(_distinct(moves, 3))))],
}


# the gains of a move


def move_gains(scene: Scene, move: str) -> list[Gain]:
    """The gains of a legal move by itself; empty if chance decides."""
    found = boards_around_move(scene, move)
    return list(gains_between(*found)) if found else []


def boards_around_move(scene: Scene, move: str) -> tuple[Board, Board] | None:
    """Return the viewer's board before and after a move by itself.

    None if chance decides, or if `try_move` does not know the move.
    """
    match, seat = scene_access.match_of(scene), scene.seat
    if match is None or seat is None or move.startswith(CHANCE):
        return None
    after = match.copy()
    return (match.boards[seat], after.boards[seat]) if try_move(after, seat, move) else None


def try_move(match: OrleansMatch, seat: int, move: str) -> bool:
    """Apply a move without the further course of the round; return whether it was applied.

    Applies only `act`, `deed`, `feed`, `pay` and `torture`.
    """
    verb, *arguments = move.split(" ")
    if verb == "act":
        ALL_TILE_ACTIONS[PLACE_ID[arguments[0]]].perform(match, seat, arguments[1:], seat)
    elif verb == "deed":
        beneficial_deeds.send_follower(match, seat, match.using, arguments)
    elif verb in ("feed", "pay"):
        event_phase.play_harvest_item(match, seat, [verb, *arguments])
    elif verb == "torture":
        torture.play_loss(match, seat, arguments)
    else:
        return False
    return True


#: What boards count, by picture, in the order in which gains are listed.
THINGS: dict[str, Text] = {
    **vocabulary.GOODS,
    "coin": gettext_lazy("coins"),
    "star": vocabulary.TRACKS["development"],
    "bag": gettext_lazy("followers per round"),
    "citizen": gettext_lazy("citizens"),
}


def counts(board: Board) -> tuple[int, ...]:
    """The amount of each of `THINGS` on a board."""
    others = (board.bread, board.coins, board.development, board.draws, board.citizens)
    return (*board.goods, *others)


def gains_between(before: Board, after: Board) -> Iterator[Gain]:
    """Yield the differences between two states of a board."""
    for word, old, new in zip(parts.TILES, before.bag, after.bag, strict=True):
        if new > old:
            yield Gain(word)
    for art, old, new in zip(THINGS, counts(before), counts(after), strict=True):
        if new != old:
            yield Gain(art, str(new) if art == "bag" else signed_text(new - old))
    if after.held_first != before.held_first:
        yield Gain("gear", _("F"))
    if after.held_later != before.held_later:
        yield Gain("gear")
    yield from (Gain(f"tile-{PLACES[one].level}") for one in after.tiles if one not in before.tiles)
    if after.station_count != before.station_count:
        yield Gain("house", signed_text(after.station_count - before.station_count))


def signed_text(n: int) -> str:
    return f"+{n}" if n > 0 else f"−{-n}"


# why a place would bring nothing


class FirstReasonQuery(MoveQuery):
    """Asks the rules for all moves of a place, and stores the first reason that stops one."""

    __slots__ = ("why",)

    def __init__(self) -> None:
        self.why: OptionalReason = None

    def is_blocked(self, why: OptionalReason) -> bool:
        self.why = self.why or why
        return why is not None


#: What is missing in two or three words, by the message of the rules.
SHORT_REASONS: dict[str, Text] = {
    CLOSED.message: gettext_lazy("pilgrimage"),
    LAST_DEVELOPMENT.message: gettext_lazy("development track full"),
    NO_BATH.message: gettext_lazy("your bag is empty"),
    NO_GOODS.message: gettext_lazy("no good to pay with"),
    NO_STATION_BUILT.message: gettext_lazy("no station yet"),
    NO_STATION_LEFT.message: gettext_lazy("no station left"),
    ROAD_FULL.message: gettext_lazy("tile full"),
    TECHNOLOGY_USED_UP.message: gettext_lazy("no technology left"),
    **dict.fromkeys(
        (one.message for one in SITE_TAKEN_REASONS), gettext_lazy("already a station here")
    ),
    **dict.fromkeys((one.message for one in TRACK_FULL), gettext_lazy("track full")),
}
#: Texts for places if no reason covers everything that they could do.
NOTHING: dict[str, Text] = {
    "bakery": gettext_lazy("no grain"),
    "ballroom": gettext_lazy("nothing to take"),
    "church": gettext_lazy("no ready place tile"),
    "pharmacy": gettext_lazy("development track full"),
    "quarry": gettext_lazy("too few coins"),
    "village": gettext_lazy("nothing left there"),
    "workshop": gettext_lazy("no technology to move"),
    **dict.fromkeys(TRAVELS, gettext_lazy("no route from here")),
}
#: Places with several effects, each of which may be impossible for another reason.
SEVERAL = frozenset({"church", "hideout", "village", "workshop"})


def obstacle_text(board: Board, place: str, why: OptionalReason) -> str:
    """Say in two or three words why using the viewer's place would do nothing now."""
    if why is not None and why.code == "too_dear":
        return _("too few coins")
    if why is not None and (place not in SEVERAL or why is NO_GOODS):
        if why.message in SHORT_REASONS:
            return str(SHORT_REASONS[why.message])
        what = why.params.get("what")
        if what in vocabulary.TYPES:
            return _("no %(type)s left") % {"type": vocabulary.TYPES[what]}
        if what in vocabulary.GOODS:
            return _("no %(good)s left") % {"good": vocabulary.GOODS[what]}
    if place in SENDING:
        return _("fits no deed") if board.tiles_on(PLACE_ID[place]) else _("for deeds")
    return str(NOTHING.get(place, _("nothing to gain")))


def scarcity_text(match: OrleansMatch, place: str) -> str:
    """Name the follower of a place if the supply has fewer than there are seats; else ""."""
    kind = component_data.RECRUITS.get(place)
    if kind is None:
        return ""
    n = match.followers[parts.TYPES.index(kind)]
    if n >= match.seats:
        return ""
    return _("%(type)s: %(n)s left") % {"type": capitalize_first(vocabulary.TYPES[kind]), "n": n}
