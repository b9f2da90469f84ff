"""Orders ahead: what a seat wants played when it is asked, decided before it is asked.

An order is *when I am asked X, play the first of these that is legal, otherwise …*. A title says in
its `orders.py` which kinds of decisions it tells apart (`KINDS`); without it, there is the generic
one. What an order plays is picked from the list of legal moves, and decided from the seat's own
view alone. Nothing here knows of tables, people or clocks: `games/conditional_moves/execution.py`
does.
"""

from .conditional_move import (
    LONGEST_LIST,
    MOST_ORDERS,
    Order,
    OrderError,
    Otherwise,
    Until,
    Way,
    read,
    read_all,
)
from .decision_kinds import Asked, Guard, Kind, Kinds, asked, kinds_of
from .evaluation import Answer, Unfit, answer

__all__ = [
    "LONGEST_LIST",
    "MOST_ORDERS",
    "Answer",
    "Asked",
    "Guard",
    "Kind",
    "Kinds",
    "Order",
    "OrderError",
    "Otherwise",
    "Unfit",
    "Until",
    "Way",
    "answer",
    "asked",
    "kinds_of",
    "read",
    "read_all",
]
