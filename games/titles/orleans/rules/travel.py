"""Merchants and trading stations on the map (rules 2.7 and 6)."""

from __future__ import annotations

from .board import Board
from .components import GOOD_ID, GOODS
from .land import EDGES, ORLEANS, TOWN_ID, TOWN_KEYS, Journeys, edge_between
from .scoring import announce_level, change_goods
from .state import State

NO_GOOD = len(GOODS)


def journey_moves(state: State, merchant: int, table: Journeys) -> list[str]:
    """The moves of a merchant: per step each good that lies there, and none (rules 10.14)."""
    moves = []
    edges = state.edges
    for edge, texts in table[merchant]:
        goods = edges[edge]
        if goods:
            moves.append(texts[goods[0]])
            if len(goods) > 1 and goods[1] != goods[0]:
                moves.append(texts[goods[1]])
        moves.append(texts[NO_GOOD])
    return moves


def travel(state: State, actor: int, moved: int, kind: str, town: str, good: str, why: str) -> None:
    """Move the merchant of seat `moved`; a good on the way is the actor's (rules 10.25)."""
    board = state.boards[moved]
    start = board.merchant
    edge = edge_between(kind, start, TOWN_ID[town])
    board.merchant = TOWN_ID[town]
    state.emit(
        "move",
        actor,
        {
            "merchant": moved,
            "kind": kind,
            "edge": EDGES[edge].id,
            "from": TOWN_KEYS[start],
            "to": town,
            "good": good,
        },
    )
    if good != "none":
        taken = GOOD_ID[good]
        goods = list(state.edges[edge])
        goods.remove(taken)
        state.edges[edge] = tuple(goods)
        change_goods(state, actor, taken, 1, why)


def may_build(state: State, board: Board, town: int) -> bool:
    """One station to a town; in Orléans one of each seat."""
    taken = board.stations if town == ORLEANS else state.station_towns()
    return not taken >> town & 1


def build(state: State, seat: int, town: int, why: str) -> None:
    """A station from the stock to a town."""
    board = state.boards[seat]
    board.stock -= 1
    board.stations |= 1 << town
    state.emit("station", seat, {"town": TOWN_KEYS[town]})
    announce_level(state, seat, why)


def build_on_road(state: State, seat: int, why: str) -> None:
    """A station from the stock to the country road."""
    board = state.boards[seat]
    board.stock -= 1
    board.road_stations += 1
    state.emit("station", seat, {"town": "country_road"})
    announce_level(state, seat, why)
