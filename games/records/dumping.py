"""The dump: the records of all public matches that are over in one file, renewed once a day.

A worker writes it in steps of seconds. Each step is pressed by itself, and gzipped texts one after
the other are a gzipped text; who reads meanwhile reads the one before. It is made anew as a whole,
so whoever has closed an account is named in no later one.
"""

from __future__ import annotations

import gzip
import logging
import time
from collections.abc import AsyncIterator
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F, Q

import games.rules as rules

from ..models import Dump, DumpPart
from . import exporting

STEP_SECONDS = 2.0
CLAIM = timedelta(minutes=2)  # after which a step is taken for lost
EVERY = timedelta(days=1)
KEPT = 2  # that are ready: the newest, and the one that somebody may still be reading

logger = logging.getLogger(__name__)


def latest() -> Dump | None:
    """The newest dump that is ready."""
    return Dump.objects.filter(ready_at__isnull=False).first()


def write_on(now: datetime) -> bool:
    """One step of the dump in the making; whether another one is needed at once."""
    dump = _claim(now)
    if dump is None:
        return False
    records: list[bytes] = []
    reached, is_last, began = dump.reached, True, time.thread_time()
    tables = exporting.finished().filter(pk__gt=reached).order_by("pk")
    for table in tables.iterator(chunk_size=20):
        if records and time.thread_time() - began > STEP_SECONDS:
            is_last = False
            break
        reached = table.pk
        try:
            records.append(exporting.text(table))
        except rules.RecordError as error:
            logger.warning("%s is not in the dump: %s", table, error)
    data = gzip.compress(b"".join(records), mtime=0)
    with transaction.atomic():
        is_ours = Dump.objects.filter(pk=dump.pk, part_count=dump.part_count).update(
            part_count=dump.part_count + 1,
            reached=reached,
            matches=F("matches") + len(records),
            size=F("size") + len(data),
            claimed_until=None,
            ready_at=now if is_last else None,
        )
        if is_ours:
            DumpPart.objects.create(dump=dump, number=dump.part_count + 1, data=data)
            if is_last:
                ready = Dump.objects.filter(ready_at__isnull=False).values_list("pk", flat=True)
                Dump.objects.filter(pk__in=list(ready[KEPT:])).delete()
    return not is_last


def _claim(now: datetime) -> Dump | None:
    """The dump in the making, or a new one where the last is old; None where nothing is due."""
    dump = Dump.objects.first()
    if dump is None or (dump.ready_at is not None and dump.began_at <= now - EVERY):
        dump = Dump.objects.create(began_at=now)
    if dump.ready_at is not None:
        return None
    free = Q(claimed_until=None) | Q(claimed_until__lte=now)
    is_ours = Dump.objects.filter(free, pk=dump.pk, part_count=dump.part_count).update(
        claimed_until=now + CLAIM
    )
    return dump if is_ours else None


async def read(dump: Dump) -> AsyncIterator[bytes]:
    """The file, a part at a time."""
    async for data in dump.parts.values_list("data", flat=True).aiterator(chunk_size=1):
        yield bytes(data)
