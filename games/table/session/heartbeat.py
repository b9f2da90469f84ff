"""The site's own absence: nobody loses time while nobody could have moved.

Web and worker note in the database every few seconds that they are there, and so that the database
is. Whoever is back after a long silence notes from when until when it was away. While a part is
silent nobody runs out of time, and before anybody does again, every clock that ran gets the time of
the absence back: once, in the transaction that strikes the absence out. An absence that the owner
has planned stands in the calendars of waits already, so that only what lies beside it is given.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import NamedTuple

from channels.db import database_sync_to_async
from django.db import DatabaseError, connection, transaction
from django.db.models import F, QuerySet
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
    """Note that a part of the site is there: one writer, at most once in a few seconds."""
    now = timezone.now()
    pulse = Heartbeat.objects.filter(part=part).first()
    if pulse is None:
        Heartbeat.objects.bulk_create([Heartbeat(part=part, beat_at=now)], ignore_conflicts=True)
        return
    silence = now - pulse.beat_at
    if silence < HEARTBEAT_INTERVAL:
        return
    # Of several that have read the same beat, one writes.
    unchanged = Heartbeat.objects.filter(part=part, beat_at=pulse.beat_at)
    if silence.total_seconds() <= DOWNTIME_THRESHOLD:
        unchanged.update(beat_at=now)
    else:
        unchanged.update(
            beat_at=now,
            missed_from=Coalesce("missed_from", F("beat_at")),
            missed_until=now,
        )


async def record_web_heartbeat() -> None:
    """The web process is there: its loop turns, and its thread reaches the database."""
    beating = asyncio.ensure_future(_record_in_thread())
    _PENDING_HEARTBEATS.add(beating)
    beating.add_done_callback(_PENDING_HEARTBEATS.discard)


_PENDING_HEARTBEATS: set[asyncio.Future[None]] = set()


async def _record_in_thread() -> None:
    try:
        await database_sync_to_async(record_heartbeat)(Heartbeat.Process.WEB)
    except DatabaseError as error:
        logger.warning("no beat noted: %s", error)


def can_time_out() -> bool:
    """Whether people's time may run out now; a worker asks, and is heard of by asking.

    Time that the site owes is given back before the answer is yes.
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
    """Make good the absences that were noted, if nobody has done so yet; return for how many seats.

    The rows of the tables are held as the door holds them: whoever plays there meanwhile has
    played before, or plays after it.
    """
    with transaction.atomic():
        pulses = list(Heartbeat.objects.select_for_update().order_by("part"))
        given = sum(_return_downtime(absence) for absence in merge_downtimes(pulses))
        Heartbeat.objects.filter(missed_from__isnull=False).update(
            missed_from=None, missed_until=None
        )
    return given


def merge_downtimes(pulses: Iterable[Heartbeat]) -> list[Downtime]:
    """The absences of all parts, the earliest first, those that overlap as one."""
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
    """Whoever was waited for all the time gets it all; whoever was asked meanwhile begins anew."""
    waiting = Seat.objects.filter(bot="", due_at__isnull=False, waiting_since__lt=absence.end)
    tables = Table.objects.filter(pk__in=waiting.order_by().values("table"))
    list(tables.select_for_update().order_by("pk").values_list("pk", flat=True))
    _log_downtime(absence, tables)
    tables.update(version=F("version") + 1, changed_at=timezone.now())
    given = seat_clock.compensate_downtime(waiting.exclude(pauses={}), absence.start, absence.end)
    waiting = waiting.filter(pauses={})
    whole = waiting.filter(waiting_since__lte=absence.start)
    given += whole.update(
        bank=F("bank") + absence.length.total_seconds(),
        wait_limit=F("wait_limit") + absence.length.total_seconds(),
        due_at=F("due_at") + absence.length,
        answering=F("answering") - absence.length.total_seconds(),
    )
    since = absence.end - F("waiting_since")
    given += waiting.filter(waiting_since__gt=absence.start).update(
        waiting_since=absence.end, due_at=F("due_at") + since
    )
    logger.warning("the site was away for %s: %s seats have it back", absence.length, given)
    return given


def _log_downtime(absence: Downtime, tables: QuerySet[Table]) -> None:
    """Note it in the log of these tables: one statement, however many there are."""
    columns = ("table_id", "audience", "text", "notice", "data", "after_move", "at")
    fixed = {
        "audience": Message.Audience.PUBLIC.value,
        "text": "",
        "notice": "time_back",
        "data": {"seat": None, "seconds": round(absence.length.total_seconds())},
        "at": timezone.now(),
    }
    quote = connection.ops.quote_name
    fields = {field.name: field for field in Message._meta.concrete_fields}
    values = {name: fields[name].get_db_prep_save(fixed[name], connection) for name in fixed}
    own = {"table_id": quote("id"), "after_move": quote("move_count")}
    chosen, parameters = tables.order_by().values("pk").query.sql_with_params()
    listed = ", ".join(own.get(name, "%s") for name in columns)
    into = ", ".join(map(quote, columns))
    sql = (
        f"INSERT INTO {quote(Message._meta.db_table)} ({into}) "  # noqa: S608 - names of our models
        f"SELECT {listed} FROM {quote(Table._meta.db_table)} WHERE {quote('id')} IN ({chosen})"
    )
    with connection.cursor() as cursor:
        cursor.execute(sql, [*(values[n] for n in columns if n not in own), *parameters])
