"""What a seat decides, and by which rules: its list of moves and every refusal follow from them.

A rule is asked with the position, the seat and who asks (`choosing`); it gives the moves of a verb.
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
from .move_query import EVERY, Every, Moves
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

Rule = Callable[[State, int, Every], Moves]
HARVEST_ITEM, TORTURE = "harvest", "torture"


def alone(verb: str) -> Rule:
    """A move that is always possible where it belongs."""
    only = (verb,)
    return lambda state, seat, ask: only


def of_board(rule: Callable[[Board, Every], Moves]) -> Rule:
    """A rule that needs nothing but the seat's own board."""
    return lambda state, seat, ask: rule(state.boards[seat], ask)


RULES: Mapping[str, Mapping[str, Rule]] = {
    FOLLOWERS: {
        "draw": of_board(followers_phase.draws),
        "recall": of_board(followers_phase.recalls),
        "done": alone("done"),
    },
    PLANNING: {
        "place": planning_phase.placing,
        "done": alone("done"),
    },
    ACTIONS: {"act": action_phase.acts, "pass": alone("pass")},
    DEED_STEP: {"deed": action_phase.sending_again, "finish": alone("finish")},
    SETTLE_STEP: {"settle": action_phase.settling},
    TECHNOLOGY_STEP: {"tech": action_phase.asked_for, "keep": alone("keep")},
    EVENT: {"shield": alone("shield"), "suffer": alone("suffer")},
    HARVEST_ITEM: {"feed": of_board(event_phase.feeding), "pay": of_board(event_phase.paying)},
    TORTURE: {"torture": of_board(torture.torture_moves)},
}
PLANNING_1 = {
    "place": planning_phase.placing,
    "tech": planning_phase.laying_now,
    "done": alone("done"),
}
RULES_1 = {**RULES, PLANNING: PLANNING_1}  # of version 1
# by whether technology waits for a pass: the rules of a decision in the order of its list
LISTED = {
    waits: {deciding: tuple(verbs.values()) for deciding, verbs in rules.items()}
    for waits, rules in ((True, RULES), (False, RULES_1))
}
# verb -> the paragraph of the rules that tells about it
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


def decision(state: State, seat: int) -> str:
    """What is decided: a phase, a step within it, or what an event asks for."""
    if state.phase not in (EVENT, CENSUS):
        return state.step or state.phase
    board = state.boards[seat]
    if board.threatened:
        return EVENT
    return HARVEST_ITEM if board.due else TORTURE


def rules_of(state: State, deciding: str) -> Mapping[str, Rule]:
    """By verb the rules of a decision."""
    return RULES[deciding] if state.technology_waits_for_pass else RULES_1[deciding]


def moves(state: State, seat: int, deciding: str) -> list[str]:
    """The legal moves of a seat that decides this."""
    listed: list[str] = []
    for rule in LISTED[state.technology_waits_for_pass][deciding]:
        listed += rule(state, seat, EVERY)
    return listed
