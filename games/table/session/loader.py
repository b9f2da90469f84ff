"""A table as it is stored: its row, its seats with their people, and its match."""

from __future__ import annotations

import contextlib
import json
import logging
from collections.abc import Callable, Iterator
from operator import attrgetter
from typing import Any

import games.rules as rules
from portal.performance import fast_orm

from ...models import Seat, Table
from ..errors import CannotLoad, Refused
from . import journal

SEAT_FIELDS = (
    "user",
    "is_covered",
    "bank",
    "bot",
    "left",
    "stood",
    "waiting_since",
    "waiting_version",
    "due_at",
    "pauses",
    "vacation_used",
    "wait_limit",
    "answering",
    "claimed_until",
    "timeouts",
    "draft",
    "standing",
    "orders",
    "seen_move",
    "decision_moves",
    "decision_reopened",
    "agrees_call_off",
    "idle",
    "rank",
    "total",
    "breakdown",
    "tiebreak",
)

logger = logging.getLogger(__name__)

TABLE = fast_orm.Prepared(lambda key: Table.objects.filter(key=key))
SEATS = fast_orm.Prepared(
    lambda table: Seat.objects.filter(table=table).select_related("user"), related="user"
)


def load(table: Table) -> rules.Match:
    """The match of a table as stored (without its history).

    Raises:
        CannotLoad: what is installed here cannot read it.
    """
    try:
        return journal.current(table)
    except rules.RecordError as error:
        raise CannotLoad(table, error) from error


@contextlib.contextmanager
def asking(table: Table) -> Iterator[None]:
    """While the rules are asked about a stored match: where they fail, it cannot be read.

    Raises:
        CannotLoad: they failed.
    """
    try:
        yield
    except Refused:
        raise
    except rules.RecordError as error:
        raise CannotLoad(table, error) from error
    except Exception as error:
        logger.exception("the rules of %s fail at table %s", table.game, table.key)
        raise CannotLoad(table, rules.BrokenState(table.game, error)) from error


def attempt(table: Table, *, thorough: bool = False) -> rules.Match | CannotLoad:
    """The match of a table, or why it cannot be loaded.

    `thorough`: whether it must also answer what pages and deadlines ask, as it must where a table
    is on hold because its state is broken.
    """
    try:
        match = load(table)
        if thorough or table.held_because == Table.Held.STATE:
            _ask(match)
    except CannotLoad as error:
        return error
    except Exception as error:
        return CannotLoad(table, rules.BrokenState(table.game, error))
    return match


def _ask(match: rules.Match) -> None:
    for seat in (None, *range(match.seats)):
        match.view(seat)
    for seat in match.actors:
        match.legal_moves(seat)
        match.auto_move(seat)


def stored(match: rules.Match) -> str:
    return json.dumps(match.dump(history=False), separators=(",", ":"))


def seats_of(table: Table) -> list[Seat]:
    """The seats of a table in their order, with their people."""
    return seated(SEATS.all(table.pk), {table.pk: table})


def seated(seats: list[Seat], tables: dict[int, Table]) -> list[Seat]:
    for seat in seats:
        seat.table = tables[seat.table_id]
        seat.loaded = values(seat)
    return seats


values: Callable[[Seat], tuple[Any, ...]] = attrgetter(*SEAT_FIELDS)
