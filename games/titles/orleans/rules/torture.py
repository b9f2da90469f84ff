"""Torture: for every missing coin something else is given up (rules 5.7)."""

from __future__ import annotations

from .bag import draw
from .board import PLACE_GROUPS, Board
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
from .land import TOWN_ID, TOWN_KEYS
from .scoring import announce_level, change_coins, change_goods
from .state import State
from .technology import lift

WHY = "torture"


def owe(state: State, seat: int, amount: int, reason: str) -> None:
    """Pay what is there; the rest is torture, as far as it needs no decision."""
    board = state.boards[seat]
    paid = min(amount, board.coins)
    change_coins(state, seat, -paid, reason)
    board.debt = amount - paid
    if board.debt:
        state.emit("debt", seat, {"missing": board.debt, "reason": reason})
        carry_on(state, seat)


def carry_on(state: State, seat: int) -> None:
    """Carry out single possibilities; the debt is void when nothing is left."""
    board = state.boards[seat]
    while board.debt:
        moves = torture_moves(board)
        if len(moves) > 1:
            return
        if not moves:
            state.emit("void", seat, {"missing": board.debt})
            board.debt = 0
            return
        lose(state, seat, moves[0].split(" ")[1:], auto=True)


def torture_moves(board: Board) -> list[str]:
    """Everything that can be given up."""
    moves = []
    if board.stock:
        moves.append("torture station supply")
    for town, key in enumerate(TOWN_KEYS):
        if board.stations >> town & 1:
            moves.append(f"torture station {key}")
    if board.road_stations:
        moves.append("torture station country_road")
    if any(board.bag[NEUTRAL:]):
        moves.append("torture follower")
    if board.development:
        moves.append("torture development")
    counts = (*board.goods, board.bread)
    moves += [f"torture good {GOOD_WORDS[good]}" for good, count in enumerate(counts) if count]
    moves += [f"torture place {PLACE_KEYS[place]}" for place in board.tiles]
    moves += [
        f"torture technology {PLACE_KEYS[place]}"
        for place in board.places
        if PLACE_GROUPS[place] and board.has_technology(place)
    ]
    if board.held_first or board.held_later:
        moves.append("torture technology held")
    return moves


def lose(state: State, seat: int, args: list[str], *, auto: bool = False) -> None:
    """One coin's worth of torture: all of it leaves the game."""
    board = state.boards[seat]
    board.debt -= 1
    what = args[0]
    data = {"what": what, "which": args[1] if len(args) > 1 else "", "auto": auto}
    if what == "station":
        lose_station(board, args[1])
    elif what == "follower":
        data["which"] = TILES[draw(state, board, f"torture:{seat}", 1, neutral=True)[0]]
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
        lift(board, PLACE_ID[args[1]])
    state.emit("torture", seat, data)
    announce_level(state, seat, WHY)


def lose_station(board: Board, where: str) -> None:
    if where == "supply":
        board.stock -= 1
    elif where == "country_road":
        board.road_stations -= 1
    else:
        board.stations &= ~(1 << TOWN_ID[where])


def lose_place(state: State, seat: int, place: int) -> None:
    """Its followers go to the bag, the tower's to the market; the rest is lost (rules 10.20)."""
    board = state.boards[seat]
    board.clear(place, board.market if place == TOWER else board.bag)
    if board.has_technology(place):
        lift(board, place)
    if place == COUNTRY_ROAD:
        board.road_stations = 0
    if place == BAKERY and board.bread:
        loaves = board.bread
        change_goods(state, seat, BREAD, -loaves, WHY)
        change_goods(state, seat, GRAIN, loaves, WHY)  # bread is grain again (rules 10.19)
    board.drop_place(place)
