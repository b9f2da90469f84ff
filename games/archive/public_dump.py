"""The public dump: the records of all finished public matches in one file, renewed once a day.

A worker writes it in steps (`portal.export_jobs`); meanwhile readers get the previous one. Each
dump is written from scratch, so it no longer names people who have closed their accounts.
"""

from __future__ import annotations

import gzip
import logging
import time
from datetime import UTC, datetime, timedelta

from django.db import transaction
from django.db.models import F

import games.rules as rules
from portal import export_jobs

from . import exporter
from .models import PublicDump

EVERY = timedelta(days=1)
EPOCH = datetime(2026, 1, 1, tzinfo=UTC)  # days are counted from here, not from the last dump
KEPT = 2  # ready dumps: the newest, and the one that may still be downloaded

logger = logging.getLogger(__name__)


def latest_dump() -> PublicDump | None:
    """The newest dump that is ready."""
    return PublicDump.objects.filter(ready_at__isnull=False).first()


def write_next_step(now: datetime) -> bool:
    """Write the next step of the current dump; return whether another step is needed at once."""
    dump = _claim(now)
    if dump is None:
        return False
    records: list[bytes] = []
    reached, is_last, began = dump.last_table_id, True, time.thread_time()
    tables = exporter.finished_matches().filter(pk__gt=reached).order_by("pk")
    for table in tables.iterator(chunk_size=20):
        if records and time.thread_time() - began > export_jobs.SECONDS:
            is_last = False
            break
        reached = table.pk
        try:
            records.append(exporter.record_bytes(table))
        except rules.RecordError as error:
            logger.warning("match %s is left out of the dump: %s", table, error)
    data = gzip.compress(b"".join(records), mtime=0)
    ready_at, matches = now if is_last else None, F("matches") + len(records)
    with transaction.atomic():
        if export_jobs.append_part(dump, data, reached, ready_at, matches=matches) and is_last:
            ready = PublicDump.objects.filter(ready_at__isnull=False).values_list("pk", flat=True)
            PublicDump.objects.filter(pk__in=list(ready[KEPT:])).delete()
    return not is_last


def _claim(now: datetime) -> PublicDump | None:
    """The unfinished dump, or a new one if the last is from an earlier day (UTC).

    None if no step is due.
    """
    dump, day = PublicDump.objects.first(), now - (now - EPOCH) % EVERY
    if dump is None or (dump.ready_at is not None and dump.started_at < day):
        dump = PublicDump.objects.create(started_at=now)
    return dump if export_jobs.claim_step(dump, now) else None
