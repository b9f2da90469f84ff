"""What happened at a table, in the words of whoever changed it: the door collects it, the outbox
composes what people are told (`composing.py`)."""

from __future__ import annotations

from typing import Any, NamedTuple

from ...models import Seat


class TableEvent(NamedTuple):
    """Something of which people are to be told.

    Attributes:
        event: "turn" (a seat is waited for; `again` in its data: once more), "reminder" (it is
            waited for and knows), "held" (nobody is any more), else a key of `EVENTS`.
        seat: whose person is told; None: the public of the table, of what anybody may know.
        data: what the reader may know of it.
    """

    event: str
    seat: Seat | None
    data: dict[str, Any]
