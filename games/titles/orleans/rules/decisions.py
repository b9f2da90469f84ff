"""The decisions of seats: for each, the rules that list its moves and give reasons for refusals.

A rule is a function of the state, the seat and a query (`move_query`). It returns moves of a verb.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from . import (
    action_phase,
    event_phase,
    followers_phase,
    planning_phase,
    torture,
)
from .board import Board
from .move_query import EVERY, MoveQuery, Moves
from .state import (
    ACTIONS,
    CENSUS,
    DEED_STEP,
    EVENT,
    FOLLOWERS,
    PLANNING,
    SETTLE_STEP,
    TECHNOLOGY_STEP,
    State,
)

Rule = Callable[[State, int, MoveQuery], Moves]
HARVEST_ITEM, TORTURE = "harvest", "torture"


def constant_move(verb: str) -> Rule:
    """Return a rule for a move without arguments that is always legal in its decision."""
    only = (verb,)
    return lambda state, seat, ask: only


def board_rule(rule: Callable[[Board, MoveQuery], Moves]) -> Rule:
    """Return a rule that uses only the seat's own board."""
    return lambda state, seat, ask: rule(state.boards[seat], ask)


RULES: Mapping[str, Mapping[str, Rule]] = {
    FOLLOWERS: {
        "draw": board_rule(followers_phase.draw_moves),
        "recall": board_rule(followers_phase.recall_moves),
        "done": constant_move("done"),
    },
    PLANNING: {
        "place": planning_phase.place_moves,
        "done": constant_move("done"),
    },
    ACTIONS: {"act": action_phase.act_moves, "pass": constant_move("pass")},
    DEED_STEP: {"deed": action_phase.further_deeds, "finish": constant_move("finish")},
    SETTLE_STEP: {"settle": action_phase.settle_moves},
    TECHNOLOGY_STEP: {"tech": action_phase.technology_moves, "keep": constant_move("keep")},
    EVENT: {"shield": constant_move("shield"), "suffer": constant_move("suffer")},
    HARVEST_ITEM: {
        "feed": board_rule(event_phase.feed_moves),
        "pay": board_rule(event_phase.pay_moves),
    },
    TORTURE: {"torture": board_rule(torture.torture_moves)},
}
PLANNING_1 = {
    "place": planning_phase.place_moves,
    "tech": planning_phase.lay_moves,
    "done": constant_move("done"),
}
RULES_1 = {**RULES, PLANNING: PLANNING_1}  # version 1 of the rules
# Whether technology waits for a pass -> decision -> its rules, in the order of the list of moves
LISTED = {
    waits: {deciding: tuple(verbs.values()) for deciding, verbs in rules.items()}
    for waits, rules in ((True, RULES), (False, RULES_1))
}
# For each verb, the section of the rules that explains it
SECTIONS = {
    "draw": "5.3",
    "recall": "5.3",
    "place": "5.4",
    "tech": "5.5.5",
    "done": "5.3",
    "act": "5.5",
    "pass": "5.5",
    "deed": "5.5.3",
    "finish": "5.5.3",
    "settle": "5.5.4",
    "keep": "5.5.5",
    "shield": "5.6",
    "suffer": "5.6",
    "feed": "5.6",
    "pay": "5.6",
    "torture": "5.7",
}


def current_decision(state: State, seat: int) -> str:
    """Return what the seat must decide now: a phase, a step in it, or a debt of an event."""
    if state.phase not in (EVENT, CENSUS):
        return state.step or state.phase
    board = state.boards[seat]
    if board.threatened:
        return EVENT
    return HARVEST_ITEM if board.due else TORTURE


def rules_for(state: State, deciding: str) -> Mapping[str, Rule]:
    """Return the rules of a decision by verb."""
    return RULES[deciding] if state.technology_waits_for_pass else RULES_1[deciding]


def legal_moves(state: State, seat: int, deciding: str) -> list[str]:
    """Return the legal moves of a seat in this decision."""
    listed: list[str] = []
    for rule in LISTED[state.technology_waits_for_pass][deciding]:
        listed += rule(state, seat, EVERY)
    return listed
