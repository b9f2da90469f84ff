"""Events at a table. The table session collects them; `table_notifications` writes their rows."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from ...models import Seat

if TYPE_CHECKING:
    from ...models import Table


class TableEvent(NamedTuple):
    """An event of which people get notifications.

    Attributes:
        event: "turn" (a seat must move; `again` in `data`: an interrupted wait goes on), "reminder"
            (a seat must move and its person already knows), else a key of `EVENTS`.
        seat: the seat whose person is notified. None: the webhooks of the table and its club, which
            get only public facts.
        data: what the reader may know of the event.
    """

    event: str
    seat: Seat | None
    data: dict[str, Any]


class TableChange(Protocol):
    """A change of a table, with its new version: its events, in order, and when it happened."""

    @property
    def table(self) -> Table: ...
    @property
    def notification_events(self) -> Sequence[TableEvent]: ...
    @property
    def now(self) -> datetime: ...
