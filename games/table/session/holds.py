"""Tables on hold: finds running tables whose match cannot be loaded, and resumes them.

`transaction.open_table` puts a table on hold when it meets one. This module checks all tables, when
the site starts and every few minutes. So it finds a missing game or an unknown version of the rules
before anyone runs out of time.
"""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Iterator

import games.rules as rules

from ...models import Table
from ..errors import MatchLoadError, NotRunningError
from .loader import try_load_match
from .transaction import recheck_hold

logger = logging.getLogger(__name__)


def tables_on_hold() -> list[tuple[Table, str]]:
    """Return the tables on hold, latest first, each with what is missing now ("": nothing)."""
    tables = Table.objects.filter(on_hold_since__isnull=False).order_by("-on_hold_since", "-pk")
    return [(table, _load_problem(table)) for table in tables.iterator()]


def _load_problem(table: Table) -> str:
    found = try_load_match(table)
    return str(found.why) if isinstance(found, MatchLoadError) else ""


def recheck_all() -> int:
    """Put unplayable tables on hold and resume playable ones; return how many were checked."""
    return sum(_recheck(key) for key in [*_unplayable_keys(), *_loadable_keys()])


def hold_if_broken(seat: int) -> None:
    """Put the table of a seat on hold if its match is broken, after a task failed to move for it.

    `seat` is the id of the seat.
    """
    for key in Table.objects.filter(seat_set=seat).values_list("key", flat=True):
        with contextlib.suppress(NotRunningError):
            recheck_hold(key, thorough=True)


def _unplayable_keys() -> Iterator[str]:
    """Yield running tables whose game or version of the rules is not available here."""
    running = Table.objects.filter(status=Table.Status.RUNNING, on_hold_since=None)
    for game, version in running.order_by().values_list("game", "rules_version").distinct():
        try:
            rules.playable_game(game, version)
        except rules.RecordError:
            yield from running.filter(game=game, rules_version=version).values_list(
                "key", flat=True
            )


def _loadable_keys() -> Iterator[str]:
    """Yield tables on hold whose match can be loaded again."""
    for table in Table.objects.filter(on_hold_since__isnull=False).iterator():
        if not isinstance(try_load_match(table), MatchLoadError):
            yield table.key


def _recheck(key: str) -> bool:
    """Check a table; return whether that succeeded. A failure does not stop the other checks."""
    try:
        with contextlib.suppress(NotRunningError):
            recheck_hold(key)
    except Exception:
        logger.exception("cannot put table %s on hold or let it continue", key)
        return False
    return True
