"""Heartbeats: nobody loses time while the site was down.

The web process and the worker write a heartbeat to the database every few seconds, which also shows
that the database works. A process that returns after a long silence records when it was away. While
a process is silent, nobody runs out of time. Before anyone does again, every running clock gets the
time of the downtime back. This happens once, in the transaction that deletes the recorded downtime.
A planned downtime is already in the calendars of waits, so that only time outside it is given back.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import NamedTuple

from channels.db import database_sync_to_async
from django.db import DatabaseError, connection, transaction
from django.db.models import F, Q, QuerySet
from django.db.models.functions import Coalesce
from django.utils import timezone

from ...availability import planned_downtimes
from ...models import Heartbeat, Message, Seat, Table
from ...time_controls import DOWNTIME_THRESHOLD
from . import seat_clock

logger = logging.getLogger(__name__)
HEARTBEAT_INTERVAL = timedelta(seconds=10)
SILENT_AFTER = timedelta(seconds=30)


class Downtime(NamedTuple):
    start: datetime
    end: datetime

    @property
    def length(self) -> timedelta:
        return self.end - self.start


def record_heartbeat(part: Heartbeat.Process) -> None:
    """Record the heartbeat of a process, at most once per `HEARTBEAT_INTERVAL`."""
    now = timezone.now()
    pulse = Heartbeat.objects.filter(process=part).first()
    if pulse is None:
        Heartbeat.objects.bulk_create([Heartbeat(process=part, beat_at=now)], ignore_conflicts=True)
        return
    silence = now - pulse.beat_at
    if silence < HEARTBEAT_INTERVAL:
        return
    # If several have read the same heartbeat, only one updates it.
    unchanged = Heartbeat.objects.filter(process=part, beat_at=pulse.beat_at)
    if silence.total_seconds() <= DOWNTIME_THRESHOLD:
        unchanged.update(beat_at=now)
    else:
        unchanged.update(
            beat_at=now,
            missed_from=Coalesce("missed_from", F("beat_at")),
            missed_until=now,
        )


async def record_web_heartbeat() -> None:
    """Record that the web process is alive: its event loop runs and it reaches the database."""
    beating = asyncio.ensure_future(_record_in_thread())
    _PENDING_HEARTBEATS.add(beating)
    beating.add_done_callback(_PENDING_HEARTBEATS.discard)


_PENDING_HEARTBEATS: set[asyncio.Future[None]] = set()


async def _record_in_thread() -> None:
    try:
        await database_sync_to_async(record_heartbeat)(Heartbeat.Process.WEB)
    except DatabaseError as error:
        logger.warning("cannot write the heartbeat: %s", error)


def can_time_out() -> bool:
    """Return whether seats may run out of time now.

    Only the worker calls this, so each call records its heartbeat. Lost time is given back before
    the answer is yes.
    """
    record_heartbeat(Heartbeat.Process.WORKER)
    pulses = list(Heartbeat.objects.all())
    if _is_silent(pulses) or planned_downtimes.is_site_down(timezone.now()):
        return False
    if any(pulse.missed_from for pulse in pulses):
        return_lost_time()
    return True


def _is_silent(pulses: Iterable[Heartbeat]) -> bool:
    since = timezone.now() - SILENT_AFTER
    return any(pulse.beat_at < since for pulse in pulses)


def return_lost_time() -> int:
    """Give back the time of recorded downtimes, once; return for how many seats.

    Table rows are locked as table sessions lock them, so that moves come before or after it.
    """
    with transaction.atomic():
        pulses = list(Heartbeat.objects.select_for_update().order_by("process"))
        given = sum(_return_downtime(absence) for absence in merge_downtimes(pulses))
        Heartbeat.objects.filter(missed_from__isnull=False).update(
            missed_from=None, missed_until=None
        )
    return given


def merge_downtimes(pulses: Iterable[Heartbeat]) -> list[Downtime]:
    """Return the downtimes of all processes, earliest first; overlapping ones are merged."""
    noted = sorted(
        Downtime(pulse.missed_from, pulse.missed_until)
        for pulse in pulses
        if pulse.missed_from and pulse.missed_until
    )
    found: list[Downtime] = []
    for absence in noted:
        if found and absence.start <= found[-1].end:
            found[-1] = Downtime(found[-1].start, max(found[-1].end, absence.end))
        else:
            found.append(absence)
    return found


def _return_downtime(absence: Downtime) -> int:
    """Give one downtime back to all seats that waited in it; return how many.

    A wait that began before the downtime gets all of it. A wait that began during it restarts at
    its end.
    """
    waiting = Seat.objects.filter(bot="", due_at__isnull=False, waiting_since__lt=absence.end)
    tables = Table.objects.filter(pk__in=waiting.order_by().values("table"))
    list(tables.select_for_update().order_by("pk").values_list("pk", flat=True))
    _log_downtime(absence, tables)
    tables.update(version=F("version") + 1, changed_at=timezone.now())
    simple = Q(pauses={}, table__clock_fixed_hour__isnull=True)
    others = waiting.exclude(simple).select_related("table")
    given = seat_clock.compensate_downtime(others, absence.start, absence.end)
    waiting = waiting.filter(simple)
    whole = waiting.filter(waiting_since__lte=absence.start)
    given += whole.update(
        bank=F("bank") + absence.length.total_seconds(),
        wait_limit=F("wait_limit") + absence.length.total_seconds(),
        due_at=F("due_at") + absence.length,
        answer_seconds=F("answer_seconds") - absence.length.total_seconds(),
    )
    since = absence.end - F("waiting_since")
    given += waiting.filter(waiting_since__gt=absence.start).update(
        waiting_since=absence.end, due_at=F("due_at") + since
    )
    logger.warning("the site was down for %s: %s seats get the time back", absence.length, given)
    return given


def _log_downtime(absence: Downtime, tables: QuerySet[Table]) -> None:
    """Add a log line to all these tables, in one statement."""
    names = ("table_id", "audience", "text", "log_code", "data", "after_move", "at")
    fixed = {
        "audience": Message.Audience.PUBLIC.value,
        "text": "",
        "log_code": "time_back",
        "data": {"seat": None, "seconds": round(absence.length.total_seconds())},
        "at": timezone.now(),
    }
    quote = connection.ops.quote_name
    fields = {field.attname: field for field in Message._meta.concrete_fields}
    values = {name: fields[name].get_db_prep_save(fixed[name], connection) for name in fixed}
    own = {"table_id": quote("id"), "after_move": quote("move_count")}
    chosen, parameters = tables.order_by().values("pk").query.sql_with_params()
    listed = ", ".join(own.get(name, "%s") for name in names)
    into = ", ".join(quote(str(fields[name].column)) for name in names)
    sql = (
        f"INSERT INTO {quote(Message._meta.db_table)} ({into}) "  # noqa: S608 - names of our models
        f"SELECT {listed} FROM {quote(Table._meta.db_table)} WHERE {quote('id')} IN ({chosen})"
    )
    with connection.cursor() as cursor:
        cursor.execute(sql, [*(values[n] for n in names if n not in own), *parameters])
