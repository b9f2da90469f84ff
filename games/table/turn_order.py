"""The order in which "next table" leads a person through the tables that wait for them.

Without a round it is the order of the time left. "Later" at a table begins a round: once through
all waiting tables in the order of that moment, whatever then happens to their clocks. A table where
the person moves leaves the round. One that begins to wait comes behind those still ahead. One left
for later comes last. When none is ahead, the next round begins by the time left; only the table
that was left last comes at its end.

A round is stored with the person's settings, so all their devices share it. Reading never writes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, NamedTuple, TypedDict

from django.db import transaction
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _

from accounts.models import TableListSettings
from accounts.user_locks import lock_users
from portal.errors import Conflict
from portal.repository import PreparedQuery

from ..models import Seat

if TYPE_CHECKING:
    from accounts.models import User

ROUND_LIMIT = timedelta(hours=12)  # after which the most urgent table comes first again
WAITING_QUERY: PreparedQuery[Any] = PreparedQuery(
    lambda user: (
        Seat.objects.to_move(user)
        .order_by()
        .values_list(
            *("pk", "waiting_since", "due_at", "table__key", "table__game"),
            "user__table_list_settings__turn_round",
        )
    )
)


class TurnRound(TypedDict, total=False):
    """A round as it is stored: when it began, and the marks of its tables in order."""

    began: str
    ahead: list[str]
    passed: list[str]


class WaitingTable(NamedTuple):
    """A table that waits for a person: their seat there, since when, and its deadline."""

    seat: int
    since: datetime
    due: datetime | None
    key: str
    game: str

    @property
    def mark(self) -> str:
        """A name of this wait: it differs once the person has moved and is awaited again."""
        return f"{self.seat} {self.since.isoformat()}"

    @property
    def urgency(self) -> tuple[bool, datetime | str, int]:
        """The sort key of `Seat.objects.to_move`: by the time left, without a limit last."""
        return self.due is None, self.due or "", self.seat


@dataclass(frozen=True)
class TurnOrder:
    """The tables that wait for a person: those ahead in this round, and those left for later."""

    ahead: Sequence[WaitingTable]
    passed: Sequence[WaitingTable] = ()

    @property
    def tables(self) -> list[WaitingTable]:
        return [*self.ahead, *self.passed]

    def pass_table(self, key: str) -> TurnOrder:
        """Return the order once the person has gone on from this table without a move."""
        count = next((n for n, one in enumerate(self.ahead, 1) if one.key == key), 0)
        ahead, passed = self.ahead[count:], [*self.passed, *self.ahead[:count]]
        passed.sort(key=lambda one: one.key == key)
        if ahead:
            return TurnOrder(ahead, passed)
        return TurnOrder(sorted(passed, key=lambda one: (one.key == key, one.urgency)))

    def next_after(self, key: str) -> str | None:
        """Return the key of the table that follows this one; None if no other table waits."""
        others = (one.key for one in self.pass_table(key).tables if one.key != key)
        return next(others, None)


def load_turn_order(user: User) -> TurnOrder:
    """Return the tables that wait for this person in order, with one query."""
    rows = WAITING_QUERY.values(user.pk)
    waiting = sorted((WaitingTable(*row[:-1]) for row in rows), key=lambda one: one.urgency)
    stored: TurnRound = (rows and rows[0][-1]) or TurnRound()
    if _is_over(stored):
        return TurnOrder(waiting)
    by_mark = {table.mark: table for table in waiting}
    ahead, passed = (
        [by_mark.pop(mark) for mark in stored[part] if mark in by_mark]
        for part in ("ahead", "passed")
    )
    newly = sorted(by_mark.values(), key=lambda one: (one.since, one.seat))
    is_round_left = ahead or (newly and passed)
    return TurnOrder([*ahead, *newly], passed) if is_round_left else TurnOrder(waiting)


def leave_for_later(user: User, key: str) -> str | None:
    """Put a table that waits for the person at the end of the round, for "Later".

    A second request changes nothing more and has the same answer.

    Returns:
        The key of the next table; None if no other table waits.

    Raises:
        Conflict: the table does not wait for this person.
        AccountClosedError: the account is closed.
    """
    with transaction.atomic():
        lock_users(user)
        order = load_turn_order(user)
        if key not in {table.key for table in order.tables}:
            raise Conflict(_("This table is not waiting for you."), code="not_waiting")
        TableListSettings.of(user).assign(turn_round=_round_of(user, order.pass_table(key)))
    return order.next_after(key)


def _round_of(user: User, order: TurnOrder) -> TurnRound:
    """Return what is stored of an order; a round without passed tables begins now."""
    row = TableListSettings.objects.filter(user=user).first()
    before: TurnRound = row.turn_round if row is not None else {}
    is_new = _is_over(before) or not order.passed
    return {
        "began": timezone.now().isoformat() if is_new else before["began"],
        "ahead": [table.mark for table in order.ahead],
        "passed": [table.mark for table in order.passed],
    }


def _is_over(stored: TurnRound) -> bool:
    began = parse_datetime(stored.get("began", ""))
    return began is None or timezone.now() - began > ROUND_LIMIT
