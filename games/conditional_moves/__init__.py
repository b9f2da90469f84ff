"""Conditional moves: moves that a person chooses in advance, with conditions.

A conditional move says: "At a decision of this kind, play the first of these moves that is legal,
otherwise …". The `conditional_moves.py` of a title lists its kinds of decisions as `KINDS`. A title
without that module has one generic kind. A conditional move plays only legal moves, and depends
only on the view of its own seat. This package does not know tables, people or clocks:
`games/table/conditional_moves/execution.py` does.
"""

from .conditional_move import (
    MAX_CONDITIONAL_MOVES,
    MAX_LISTED_MOVES,
    ConditionalMove,
    ConditionalMoveError,
    Duration,
    Fallback,
    ListMode,
    parse,
    parse_all,
)
from .decision_kinds import (
    DecisionContext,
    DecisionKind,
    DecisionKinds,
    Guard,
    decision_context,
    decision_kinds_of,
)
from .evaluation import Answer, NoAnswer, evaluate

__all__ = [
    "MAX_CONDITIONAL_MOVES",
    "MAX_LISTED_MOVES",
    "Answer",
    "DecisionContext",
    "Guard",
    "DecisionKind",
    "DecisionKinds",
    "ConditionalMove",
    "ConditionalMoveError",
    "Fallback",
    "NoAnswer",
    "Duration",
    "ListMode",
    "evaluate",
    "decision_context",
    "decision_kinds_of",
    "parse",
    "parse_all",
]
