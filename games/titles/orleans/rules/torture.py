"""Torture: a seat gives something up for every coin that it cannot pay (rules 5.7)."""

from __future__ import annotations

from collections.abc import Callable, Collection

from games.rules.reasons import UserInput
from games.rules.reasons import gettext_noop as _

from .bag import draw_tiles
from .board import Board
from .components import (
    BAKERY,
    BREAD,
    COUNTRY_ROAD,
    GOOD_ID,
    GOOD_WORDS,
    GRAIN,
    NEUTRAL,
    PLACE_ID,
    PLACE_KEYS,
    TILES,
    TOWER,
)
from .move_query import EVERY, NONE, AttemptedMove, MoveQuery, Moves, WordReader
from .move_syntax import OWN_GOOD, PLACE_TILE_READER, OwnPlaceReader, no_town_reason
from .rule_reason import OptionalReason, RuleReason
from .scoring import change_coins, change_goods, emit_level_changes
from .shared_reasons import NO_STATION_LEFT, list_or_nothing, not_own_good_reason, owned_goods
from .state import State
from .technology import lift_technology, no_technology_on_reason
from .town_map import TOWN_ID, TOWN_KEYS

WHY = "torture"


def pay_or_owe(state: State, seat: int, amount: int, reason: str) -> None:
    """Pay as many coins as possible; torture for the rest, until the seat has a choice."""
    board = state.boards[seat]
    paid = min(amount, board.coins)
    change_coins(state, seat, -paid, reason)
    board.debt = amount - paid
    if board.debt:
        state.emit("debt", seat, {"missing": board.debt, "reason": reason})
        carry_out_single_losses(state, seat)


def carry_out_single_losses(state: State, seat: int) -> None:
    """Apply losses that leave no choice; cancel the debt if nothing is left to lose."""
    board = state.boards[seat]
    while board.debt:
        moves = torture_moves(board)
        if len(moves) > 1:
            return
        if not moves:
            state.emit("void", seat, {"missing": board.debt})
            board.debt = 0
            return
        play_loss(state, seat, moves[0].split(" ")[1:], auto=True)


# What a seat can give up: a kind of thing, and which one if there are several

THINGS = ("station", "follower", "development", "good", "place", "technology")
STATION, FOLLOWER, DEVELOPMENT, GOOD, PLACE, TECHNOLOGY = range(len(THINGS))
IN_SUPPLY, ON_ROAD = len(TOWN_KEYS), len(TOWN_KEYS) + 1
STATION_WORDS = (*TOWN_KEYS, "supply", "country_road")
HELD = len(PLACE_KEYS)  # the value of "held" (a held technology tile), after the places


def unknown_loss_reason(given: UserInput) -> RuleReason:
    message = _(
        "%(given)s cannot be given up; choose a station, a follower, development, a "
        "good, a place tile or technology"
    )
    return RuleReason("5.7", "no_such_thing", message, given=given)


LOSS_READER = WordReader({word: thing for thing, word in enumerate(THINGS)}, unknown_loss_reason)
STATION_OF = WordReader({word: where for where, word in enumerate(STATION_WORDS)}, no_town_reason)
NO_NEUTRAL = RuleReason("5.7", "no_follower", _("your bag holds no neutral follower"))
NO_DEVELOPMENT = RuleReason("5.7", "no_development", _("your development marker is on 0"))
NONE_HELD_REASON = RuleReason("5.7", "no_technology", _("you hold no technology tile"))


def no_station_reason(where: int) -> RuleReason:
    """Why a station cannot be given up: the seat has none there."""
    if where == IN_SUPPLY:
        return NO_STATION_LEFT
    if where == ON_ROAD:
        message = _("you have no station on %(place)s")
        return RuleReason("5.7", "no_station", message, place=STATION_WORDS[where])
    message = _("you have no station in %(town)s")
    return RuleReason("5.7", "no_station", message, town=STATION_WORDS[where])


def no_place_tile_reason(board: Board, place: int) -> RuleReason:
    message = _("%(place)s is not one of your place tiles: %(tiles)s")
    tiles = list_or_nothing(PLACE_KEYS[tile] for tile in board.tiles)
    return RuleReason("5.7", "not_a_tile", message, place=PLACE_KEYS[place], tiles=tiles)


class HeldOrLaidReader(OwnPlaceReader):
    """Reads a place of the seat, or `held`."""

    def read(self, tried: AttemptedMove, options: Collection[int]) -> int | OptionalReason:
        if tried.left[:1] == ["held"]:
            tried.take()
            return HELD
        return super().read(tried, options)


HELD_OR_LAID_READER = HeldOrLaidReader()


def no_technology_reason(place: int) -> RuleReason:
    return NONE_HELD_REASON if place == HELD else no_technology_on_reason(place)


def station_moves(board: Board, ask: MoveQuery) -> Moves:
    built = [town for town in range(len(TOWN_KEYS)) if board.stations >> town & 1]
    owned = [*([IN_SUPPLY] if board.stock else []), *built]
    if board.road_stations:
        owned.append(ON_ROAD)
    return [STATION_TEXT[where] for where in ask.word(STATION_OF, owned, no_station_reason)]


def follower_moves(board: Board, ask: MoveQuery) -> Moves:
    return (
        NONE if ask.is_blocked(None if any(board.bag[NEUTRAL:]) else NO_NEUTRAL) else FOLLOWER_TEXT
    )


def development_moves(board: Board, ask: MoveQuery) -> Moves:
    return (
        NONE if ask.is_blocked(None if board.development else NO_DEVELOPMENT) else DEVELOPMENT_TEXT
    )


def good_moves(board: Board, ask: MoveQuery) -> Moves:
    owned = owned_goods(board)
    wanted = ask.word(OWN_GOOD, owned, lambda good: not_own_good_reason("5.7", board, good))
    return [f"torture good {GOOD_WORDS[good]}" for good in wanted]


def place_tile_moves(board: Board, ask: MoveQuery) -> Moves:
    wanted = ask.word(
        PLACE_TILE_READER, board.tiles, lambda place: no_place_tile_reason(board, place)
    )
    return [f"torture place {PLACE_KEYS[place]}" for place in wanted]


def technology_moves(board: Board, ask: MoveQuery) -> Moves:
    laid = board.technologies
    if board.held_first or board.held_later:
        laid.append(HELD)
    return [
        TECHNOLOGY_TEXT[place]
        for place in ask.word(HELD_OR_LAID_READER, laid, no_technology_reason)
    ]


STATION_TEXT = tuple(f"torture station {where}" for where in STATION_WORDS)
FOLLOWER_TEXT, DEVELOPMENT_TEXT = ("torture follower",), ("torture development",)
TECHNOLOGY_TEXT = tuple(f"torture technology {place}" for place in (*PLACE_KEYS, "held"))
LOSS_MOVES: dict[int, Callable[[Board, MoveQuery], Moves]] = {
    STATION: station_moves,
    FOLLOWER: follower_moves,
    DEVELOPMENT: development_moves,
    GOOD: good_moves,
    PLACE: place_tile_moves,
    TECHNOLOGY: technology_moves,
}


def torture_moves(board: Board, ask: MoveQuery = EVERY) -> list[str]:
    """The `torture` moves for everything that the seat can give up."""
    moves: list[str] = []
    for thing in ask.word(LOSS_READER, LOSS_MOVES, None):
        moves += LOSS_MOVES[thing](board, ask)
    return moves


def play_loss(state: State, seat: int, args: list[str], *, auto: bool = False) -> None:
    """Apply one loss, which pays one coin of the debt; what is lost leaves the game."""
    board = state.boards[seat]
    board.debt -= 1
    what = args[0]
    data = {"what": what, "which": args[1] if len(args) > 1 else "", "auto": auto}
    if what == "station":
        lose_station(board, args[1])
    elif what == "follower":
        data["which"] = TILES[draw_tiles(state, board, f"torture:{seat}", 1, neutral=True)[0]]
    elif what == "development":
        board.development -= 1
    elif what == "good":
        change_goods(state, seat, GOOD_ID[args[1]], -1, WHY)
    elif what == "place":
        lose_place(state, seat, PLACE_ID[args[1]])
    elif args[1] == "held":
        if board.held_first:
            board.held_first -= 1
        else:
            board.held_later -= 1
    else:
        lift_technology(board, PLACE_ID[args[1]])
    state.emit("torture", seat, data)
    emit_level_changes(state, seat, WHY)


def lose_station(board: Board, where: str) -> None:
    if where == "supply":
        board.stock -= 1
    elif where == "country_road":
        board.road_stations -= 1
    else:
        board.stations &= ~(1 << TOWN_ID[where])


def lose_place(state: State, seat: int, place: int) -> None:
    """Lose a place tile: its followers go to the bag, the tower's to the market (rules 10.20).

    Its technology tile and stations are lost too.
    """
    board = state.boards[seat]
    board.clear(place, board.market if place == TOWER else board.bag)
    if board.has_technology(place):
        lift_technology(board, place)
    if place == COUNTRY_ROAD:
        board.road_stations = 0
    if place == BAKERY and board.bread:
        loaves = board.bread
        change_goods(state, seat, BREAD, -loaves, WHY)
        change_goods(state, seat, GRAIN, loaves, WHY)  # bread is grain again (rules 10.19)
    board.drop_place(place)
