"""Tables on hold: running ones whose match cannot be loaded, found, tried again, let go on.

Whoever comes upon one puts it on hold (`door.opened`). Here all of them are looked at, when the
site starts and every few minutes: a game that is gone, or a version of its rules that is not known,
is found before anybody's time runs out at it.
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
    """The tables on hold, the latest first, each with what is missing now ("": nothing)."""
    tables = Table.objects.filter(held_since__isnull=False).order_by("-held_since", "-pk")
    return [(table, _load_problem(table)) for table in tables.iterator()]


def _load_problem(table: Table) -> str:
    found = try_load_match(table)
    return str(found.why) if isinstance(found, MatchLoadError) else ""


def recheck_all() -> int:
    """Hold tables that cannot be played on, let those go on that can again; return how many."""
    return sum(_recheck(key) for key in [*_unplayable_keys(), *_loadable_keys()])


def hold_if_broken(seat: int) -> None:
    """A seat could not be played for: hold its table if that is because its match is broken."""
    for key in Table.objects.filter(seat_set=seat).values_list("key", flat=True):
        with contextlib.suppress(NotRunningError):
            recheck_hold(key, thorough=True)


def _unplayable_keys() -> Iterator[str]:
    """Running tables of games, or of versions of their rules, that cannot be played here."""
    running = Table.objects.filter(status=Table.Status.RUNNING, held_since=None)
    for game, version in running.order_by().values_list("game", "rules_version").distinct():
        try:
            rules.playable_game(game, version)
        except rules.RecordError:
            yield from running.filter(game=game, rules_version=version).values_list(
                "key", flat=True
            )


def _loadable_keys() -> Iterator[str]:
    """Tables on hold that can be loaded again."""
    for table in Table.objects.filter(held_since__isnull=False).iterator():
        if not isinstance(try_load_match(table), MatchLoadError):
            yield table.key


def _recheck(key: str) -> bool:
    """Whether this table was looked at; one that fails keeps no other from it."""
    try:
        with contextlib.suppress(NotRunningError):
            recheck_hold(key)
    except Exception:
        logger.exception("table %s can be neither held nor let go on", key)
        return False
    return True
