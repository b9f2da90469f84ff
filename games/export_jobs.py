"""Files that workers write in steps of seconds, so that nothing waits behind one.

Each step is pressed by itself, and gzipped texts one after the other are a gzipped text. A step is
written with what it has reached, or not at all: a worker that is killed in the middle of one loses
and doubles nothing.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import datetime, timedelta
from typing import Any

from django.db.models import F, Q

from .models import DataExport, PublicDump

SECONDS = 2.0  # of a step
CLAIM_DURATION = timedelta(minutes=2)  # after which a step is taken for lost

ExportFile = DataExport | PublicDump


def unclaimed(now: datetime) -> Q:
    """Files in the making at which nobody is."""
    return Q(ready_at=None) & (Q(claimed_until=None) | Q(claimed_until__lte=now))


def claim_step(file: ExportFile, now: datetime) -> bool:
    """Whether the next step of a file is for the caller to take."""
    found = type(file).objects.filter(unclaimed(now), pk=file.pk, part_count=file.part_count)
    return bool(found.update(claimed_until=now + CLAIM_DURATION))


def append_part(
    file: ExportFile, data: bytes, reached: int, ready_at: datetime | None = None, **more: Any
) -> bool:
    """Write a step, within the caller's transaction; False where it was no longer theirs.

    `ready_at`: of the last one. `more`: other fields that change with it.
    """
    after = file.part_count + 1
    is_ours = (
        type(file)
        .objects.filter(pk=file.pk, part_count=file.part_count)
        .update(
            part_count=after,
            reached=reached,
            size=F("size") + len(data),
            claimed_until=None,
            ready_at=ready_at,
            **more,
        )
    )
    if is_ours:
        file.parts.create(number=after, data=data)
    return bool(is_ours)


async def stream_parts(file: ExportFile) -> AsyncIterator[bytes]:
    """The file, a part at a time."""
    async for data in file.parts.values_list("data", flat=True).aiterator(chunk_size=1):
        yield bytes(data)
