"""The transaction of a change: opens table sessions and writes what they collected.

Nothing is written before `commit`. It needs one statement for each kind of row, however many tables
change. It also builds notifications from the collected events.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator, Sequence

from django.db import DatabaseError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from portal import repository
from portal.errors import ActionError

from ...models import Message, Proposal, Seat, Table
from ...notifications.outbox import Outbox
from .. import dispatch
from ..errors import MatchLoadError, NotRunningError
from ..realtime import publish, recent_cache
from . import clocks, journal
from .loader import SEAT_FIELDS, attach_tables, seat_values, seats_of, try_load_match
from .table_session import TableSession

LOCKED = repository.PreparedQuery(lambda key: Table.objects.select_for_update().filter(key=key))
TABLE_FIELDS = (
    "version",
    "revealed_version",
    "move_count",
    "state",
    "status",
    "changed_at",
    "ended_at",
    "rating_rules",
    "has_substitutes",
    "asleep_since",
    "on_hold_since",
    "hold_reason",
    "uncounted_after",
)


@contextlib.contextmanager
def open_table(key: str, *, thorough: bool = False) -> Iterator[TableSession]:
    """Open a session of a running table, in a transaction that locks its row.

    If the match cannot be loaded, the table goes on hold. If a match on hold can be loaded again,
    it resumes. Both happen whatever the caller does. If the caller fails with an unexpected
    error, the match is checked thoroughly, and the table goes on hold if the match is broken.

    Args:
        key: the key of the table.
        thorough: whether to check that pages and deadlines can use the match, too.

    Raises:
        Table.DoesNotExist: no table has this key.
        NotRunningError: the table has not started, or its match is over.
        MatchLoadError: the caller used a match that cannot be loaded.
    """
    try:
        with transaction.atomic():
            table = LOCKED.get(key)
            if not table.is_running:
                raise NotRunningError(
                    _("This match is over: no more moves are possible.")
                    if table.is_over
                    else _("This table is not running.")
                )
            session = TableSession(
                table, seats_of(table), try_load_match(table, thorough=thorough), timezone.now()
            )
            if clocks.update_hold(session):
                commit([session])
                session = TableSession(table, seats_of(table), session.read, session.now)
            version, state = table.version, table.state

            def cache_changes() -> None:
                if table.set_back_version <= version:  # else moves were undone
                    match = None if table.state is state else session.match
                    journal.cache_commit(table, version, session.moves, session.log_messages, match)
                recent_cache.remember_commit(table, session.seats)

            # Registered first, so that caches are up to date before pages hear of the change.
            transaction.on_commit(cache_changes, robust=True)
            yield session
    except MatchLoadError:
        with contextlib.suppress(NotRunningError):
            recheck_hold(key)  # the transaction that put it on hold was rolled back
        raise
    except (ActionError, Table.DoesNotExist, DatabaseError):
        raise
    except Exception as error:
        problem = None if thorough else _find_load_error(key)
        if problem is None:
            raise
        raise problem from error


def _find_load_error(key: str) -> MatchLoadError | None:
    with contextlib.suppress(NotRunningError):
        return recheck_hold(key, thorough=True)
    return None


def recheck_hold(key: str, *, thorough: bool = False) -> MatchLoadError | None:
    """Put a running table on hold if its match cannot be loaded; resume it if it can.

    Returns:
        Why the table is on hold, or None if it is not.

    Raises:
        NotRunningError: the table is not running.
    """
    with open_table(key, thorough=thorough) as session:
        return session.problem


def open_tables_of_seats(seats: Sequence[int]) -> list[TableSession]:
    """Return sessions of the running tables of these seats; the caller's transaction locks them.

    Rows are locked in the order of their ids, so that two callers cannot deadlock. A match that
    cannot be loaded does not affect the others: its session has a `problem`.

    Args:
        seats: ids of seats.
    """
    wanted = Seat.objects.filter(pk__in=seats).values("table")
    held = Table.objects.select_for_update().filter(pk__in=wanted).order_by("pk")
    tables = {table.pk: table for table in held if table.is_running}
    found = Seat.objects.filter(table__in=tables).select_related(
        "user__availability", "user__notification_settings"
    )
    now = timezone.now()
    sessions = {
        table.pk: TableSession(table, [], try_load_match(table), now) for table in tables.values()
    }
    for seat in attach_tables(list(found.order_by("table", "number")), tables):
        sessions[seat.table_id].seats.append(seat)
    return list(sessions.values())


def commit(sessions: Sequence[TableSession]) -> None:
    """Write tables, seats and journal with the next version.

    After the commit, publish the tables and enqueue bots, deliveries and tournaments.
    """
    for session in sessions:
        session.rest()
        session.mark_for_statistics()
        if session.table.has_proposal:
            _review_proposal(session)
        session.table.version += 1
        session.table.changed_at = session.now
    repository.insert_rows([move for session in sessions for move in session.moves])
    repository.insert_rows([snapshot for session in sessions for snapshot in session.snapshots])
    if log_messages := [
        log_message for session in sessions for log_message in session.log_messages
    ]:
        Message.objects.bulk_create(log_messages)  # sets their keys, by which cached journals grow
    repository.update_rows([session.table for session in sessions], TABLE_FIELDS)
    _write_seats(seat for session in sessions for seat in session.seats)
    box = Outbox()
    box.end_turns(seat for session in sessions for seat in session.seats_of_ended_waits())
    box.add_table_events(sessions)
    for session in sessions:
        publish_and_dispatch(session.table, session.seats)
        if session.table.is_over and session.table.set_back_version:
            dispatch.enqueue_tournament(
                session.table
            )  # the tournament may have used a result that was rolled back
    box.send()


def _review_proposal(session: TableSession) -> None:
    """After moves, or if a seat changes hands, let the site look again at what is proposed.

    When the match is over, the proposal is void.
    """
    table = session.table
    found = Proposal.objects.filter(table=table, outcome=Proposal.Outcome.OPEN)
    user, bot = SEAT_FIELDS.index("user"), SEAT_FIELDS.index("bot")
    if table.is_over:
        found.update(outcome=Proposal.Outcome.VOID, ended_at=session.now)
        Table.objects.filter(pk=table.pk).update(has_proposal=False)
        table.has_proposal = False
    elif session.moves or any(
        (seat.user, seat.bot) != (seat.loaded[user], seat.loaded[bot]) for seat in session.seats
    ):
        found.update(due_at=session.now)


def _write_seats(seats: Iterable[Seat]) -> None:
    """Write the changed fields of each seat.

    Hot seats that the device has left come first: a person may have one seat per table only.
    """
    changes: dict[tuple[str, ...], list[Seat]] = {}
    found, user = list(seats), SEAT_FIELDS.index("user")
    left = [seat for seat in found if seat.local_name and not seat.user_id and seat.loaded[user]]
    repository.update_rows(left, ("user",))
    for seat in found:
        now = seat_values(seat)
        if now != seat.loaded:
            names = [
                name
                for name, old, new in zip(SEAT_FIELDS, seat.loaded, now, strict=True)
                if old != new
            ]
            changes.setdefault(tuple(names), []).append(seat)
    for fields, changed in changes.items():
        repository.update_rows(changed, fields)


def publish_and_dispatch(table: Table, seats: list[Seat]) -> None:
    """After the commit, publish the table to its pages, and enqueue bots that must move."""
    people = [seat.user_id for seat in seats if seat.user_id]  # also people replaced by a bot
    people += [row.from_user_id for row in table.known_substitutions or () if row.from_user_id]
    if table.is_hot_seat:
        people.append(table.host_id)  # the host has no seat after the match
    publish.publish_table(table.key, table.version, people)
    if table.is_running:
        dispatch.enqueue_bots(
            seat.bot for seat in seats if seat.bot and seat.waiting_since is not None
        )
