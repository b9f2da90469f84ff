"""Large files that workers write in steps of seconds, so that other tasks are not delayed.

Each step is compressed on its own: concatenated gzip members are a valid gzip file. A step is
stored in one transaction with the progress it made. So a worker that is killed during a step loses
and duplicates nothing.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import datetime, timedelta
from typing import Any

from django.db.models import F, Q

from .models import DataExport, PublicDump

SECONDS = 2.0  # the length of a step
CLAIM_DURATION = timedelta(minutes=2)  # after this a step counts as lost

ExportFile = DataExport | PublicDump


def unclaimed_filter(now: datetime) -> Q:
    """Return the condition for unfinished files that no worker has claimed."""
    return Q(ready_at=None) & (Q(claimed_until=None) | Q(claimed_until__lte=now))


def claim_step(file: ExportFile, now: datetime) -> bool:
    """Claim the next step of a file; return whether the caller may write it."""
    found = type(file).objects.filter(unclaimed_filter(now), pk=file.pk, part_count=file.part_count)
    return bool(found.update(claimed_until=now + CLAIM_DURATION))


def append_part(
    file: ExportFile, data: bytes, reached: int, ready_at: datetime | None = None, **more: Any
) -> bool:
    """Store a step, in the caller's transaction.

    Args:
        file: the file, as it was when the step was claimed.
        data: the compressed bytes.
        reached: the progress after this step.
        ready_at: the time of completion, for the last step.
        more: other fields of the file to update.

    Returns:
        False if another worker has written the step in the meantime.
    """
    after = file.part_count + 1
    is_ours = (
        type(file)
        .objects.filter(pk=file.pk, part_count=file.part_count)
        .update(
            part_count=after,
            last_table_id=reached,
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
    """Yield the parts of a file in order."""
    async for data in file.parts.values_list("data", flat=True).aiterator(chunk_size=1):
        yield bytes(data)
