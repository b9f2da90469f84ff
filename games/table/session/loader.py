"""Loads a stored table: its row, its seats with their people, and its match."""

from __future__ import annotations

import contextlib
import json
import logging
from collections.abc import Callable, Iterator
from operator import attrgetter
from typing import Any

import games.rules as rules
from portal import repository
from portal.errors import ActionError

from ...models import Seat, Table
from ..errors import MatchLoadError
from . import journal

SEAT_FIELDS = (
    "user",
    "is_covered",
    "has_tips",
    "offered_at",
    "bank",
    "bot",
    "leave_reason",
    "points_at_leaving",
    "waiting_since",
    "waiting_version",
    "due_at",
    "pauses",
    "vacation_used",
    "wait_limit",
    "answer_seconds",
    "claimed_until",
    "timeouts",
    "draft",
    "auto_answers",
    "conditional_moves",
    "seen_move",
    "decision_moves",
    "decision_reopened",
    "idle",
    "rank",
    "total",
    "breakdown",
    "tiebreak",
)

logger = logging.getLogger(__name__)

TABLE_QUERY = repository.PreparedQuery(lambda key: Table.objects.filter(key=key))
SEATS = repository.PreparedQuery(
    lambda table: Seat.objects.filter(table=table).select_related(
        "user__availability", "user__notification_settings"
    )
)


def load_match(table: Table) -> rules.Match:
    """Return the stored match of a table, without its history.

    Raises:
        MatchLoadError: the installed games cannot read it.
    """
    try:
        return journal.current_match(table)
    except rules.RecordError as error:
        raise MatchLoadError(table, error) from error


@contextlib.contextmanager
def rules_guard(table: Table) -> Iterator[None]:
    """Turn failures of the rules into `MatchLoadError`, while the rules use a stored match.

    Raises:
        MatchLoadError: the rules failed. An `ActionError` passes unchanged.
    """
    try:
        yield
    except ActionError:
        raise
    except rules.RecordError as error:
        raise MatchLoadError(table, error) from error
    except Exception as error:
        logger.exception("the rules of %s fail at table %s", table.game, table.key)
        raise MatchLoadError(table, rules.BrokenStateError(table.game, error)) from error


def try_load_match(table: Table, *, thorough: bool = False) -> rules.Match | MatchLoadError:
    """Return the match of a table, or the error that says why it cannot be loaded.

    Args:
        table: the table.
        thorough: whether to check views, legal moves and auto-moves too, which pages and deadlines
            need. Tables on hold because of a broken state are always checked.
    """
    try:
        match = load_match(table)
        if thorough or table.hold_reason == Table.HoldReason.STATE:
            _probe_match(match)
    except MatchLoadError as error:
        return error
    except Exception as error:
        return MatchLoadError(table, rules.BrokenStateError(table.game, error))
    return match


def _probe_match(match: rules.Match) -> None:
    for seat in (None, *range(match.seats)):
        match.view(seat)
    for seat in match.actors:
        match.legal_moves(seat)
        match.auto_move(seat)


def dump_match(match: rules.Match) -> str:
    return json.dumps(match.dump(history=False), separators=(",", ":"))


def seats_of(table: Table) -> list[Seat]:
    """Return the seats of a table in order, with their users, in one query."""
    return attach_tables(SEATS.all(table.pk), {table.pk: table})


def attach_tables(seats: list[Seat], tables: dict[int, Table]) -> list[Seat]:
    for seat in seats:
        seat.table = tables[seat.table_id]
        seat.loaded = seat_values(seat)
    return seats


seat_values: Callable[[Seat], tuple[Any, ...]] = attrgetter(*SEAT_FIELDS)
