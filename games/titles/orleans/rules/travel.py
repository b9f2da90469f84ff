"""Merchants and trading stations on the map (rules 2.7 and 6)."""

from __future__ import annotations

import functools

from games.rules.reasons import gettext_noop as _

from .board import Board
from .components import GOOD_ID, GOODS
from .move_query import EVERY, MoveQuery
from .move_syntax import LYING_GOOD_READER, LYING_GOOD_WORDS, NO_GOOD, TOWN
from .rule_reason import OptionalReason, RuleReason
from .scoring import change_goods, emit_level_changes
from .shared_reasons import list_or_nothing
from .state import State
from .town_map import EDGES, NEAR, ORLEANS, TOWN_ID, TOWN_KEYS, edge_between


def journey_moves(
    state: State, merchant: int, kind: str, text: str, ask: MoveQuery = EVERY
) -> list[str]:
    """The moves of a merchant: for each step one per good on the edge, and one without."""
    near = NEAR[kind][merchant]
    moves = []
    for town in ask.word(TOWN, near, functools.partial(no_way_reason, kind, merchant)):
        goods = state.edges[near[town]]
        options = dict.fromkeys((*goods, NO_GOOD))
        there = f"{text} {TOWN_KEYS[town]}"
        not_there = functools.partial(not_lying_reason, state, kind, merchant, town)
        moves += [
            f"{there} {LYING_GOOD_WORDS[good]}"
            for good in ask.word(LYING_GOOD_READER, options, not_there)
        ]
    return moves


def no_way_reason(kind: str, merchant: int, town: int) -> RuleReason:
    """Why the merchant cannot go to the town: no such edge leads there."""
    message = _("no %(kind)s leads from %(here)s to %(town)s; it leads to: %(near)s")
    near = list_or_nothing(TOWN_KEYS[other] for other in NEAR[kind][merchant])
    here = TOWN_KEYS[merchant]
    return RuleReason(
        "2.7", "no_way", message, kind=kind, here=here, town=TOWN_KEYS[town], near=near
    )


def not_lying_reason(state: State, kind: str, merchant: int, town: int, good: int) -> RuleReason:
    """Why the good cannot be taken: it does not lie on that edge."""
    message = _("there is no %(good)s on the %(kind)s from %(here)s to %(town)s; there: %(lying)s")
    return RuleReason(
        "2.3",
        "no_good",
        message,
        kind=kind,
        here=TOWN_KEYS[merchant],
        town=TOWN_KEYS[town],
        good=GOODS[good],
        lying=list_or_nothing(GOODS[other] for other in state.edges[NEAR[kind][merchant][town]]),
    )


def move_merchant(
    state: State, actor: int, moved: int, kind: str, town: str, good: str, why: str
) -> None:
    """Move the merchant of seat `moved`; the acting seat takes the good (rules 10.25)."""
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


def no_site_reason(state: State, board: Board, town: int) -> OptionalReason:
    """Why no station can be built: towns take one station, Orléans one of each seat."""
    taken = board.stations if town == ORLEANS else state.station_towns()
    return SITE_TAKEN_REASONS[town] if taken >> town & 1 else None


def can_build(state: State, board: Board, town: int) -> bool:
    return no_site_reason(state, board, town) is None


def _site_taken_reason(town: int) -> RuleReason:
    if town == ORLEANS:
        message = _("%(town)s already has your own station")
    else:
        message = _("%(town)s already has a station")
    return RuleReason("2.3", "station_there", message, town=TOWN_KEYS[town])


SITE_TAKEN_REASONS = tuple(map(_site_taken_reason, range(len(TOWN_KEYS))))


def build_station(state: State, seat: int, town: int, why: str) -> None:
    """Move a station from the seat's supply to a town."""
    board = state.boards[seat]
    board.stock -= 1
    board.stations |= 1 << town
    state.emit("station", seat, {"town": TOWN_KEYS[town]})
    emit_level_changes(state, seat, why)


def build_road_station(state: State, seat: int, why: str) -> None:
    """Move a station from the seat's supply to the country road."""
    board = state.boards[seat]
    board.stock -= 1
    board.road_stations += 1
    state.emit("station", seat, {"town": "country_road"})
    emit_level_changes(state, seat, why)
