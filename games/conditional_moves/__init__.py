"""Orders ahead: what a seat wants played when it is asked, decided before it is asked.

An order is *when I am asked X, play the first of these that is legal, otherwise …*. A title says in
its `conditional_moves.py` which kinds of decisions it tells apart (`KINDS`); without it, there is
the generic one. What an order plays is picked from the list of legal moves, and decided from the
seat's own view alone. Nothing here knows of tables, people or clocks:
`games/table/conditional_moves/execution.py` does.
"""

from .conditional_move import (
    LONGEST_LIST,
    MOST_ORDERS,
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
    "LONGEST_LIST",
    "MOST_ORDERS",
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
