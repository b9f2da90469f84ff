"""Large files that workers write in steps of seconds, so that other tasks are not delayed.

Each step is compressed on its own: concatenated gzip members are a valid gzip file. A step is
stored in one transaction with the progress it made. So a worker that is killed during a step loses
and duplicates nothing.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import datetime, timedelta
from typing import Any

from django.db import models
from django.db.models import F, Q

SECONDS = 2.0  # the length of a step
CLAIM_DURATION = timedelta(minutes=2)  # after this a step counts as lost


class ExportJob(models.Model):
    """A file in progress or ready; subclasses have its parts as `parts`.

    `reached` and `claimed_until` say how far it is, and until when a worker has claimed it.
    """

    ready_at = models.DateTimeField(null=True, blank=True)
    last_table_id = models.BigIntegerField(
        default=0, help_text="the last table whose record is in it", db_column="reached"
    )
    part_count = models.PositiveIntegerField(default=0)
    size = models.PositiveBigIntegerField(default=0, help_text="bytes")
    claimed_until = models.DateTimeField(null=True, blank=True)

    class Meta:
        abstract = True

    parts: Any  # the manager of its parts


class ExportPart(models.Model):
    """A part of a file, stored in the database because every process can reach that."""

    number = models.PositiveIntegerField()
    data = models.BinaryField()

    class Meta:
        abstract = True
        ordering = ["number"]


def unclaimed_filter(now: datetime) -> Q:
    """Return the condition for unfinished files that no worker has claimed."""
    return Q(ready_at=None) & (Q(claimed_until=None) | Q(claimed_until__lte=now))


def claim_step(file: ExportJob, now: datetime) -> bool:
    """Claim the next step of a file; return whether the caller may write it."""
    found = type(file)._default_manager.filter(
        unclaimed_filter(now), pk=file.pk, part_count=file.part_count
    )
    return bool(found.update(claimed_until=now + CLAIM_DURATION))


def append_part(
    file: ExportJob, data: bytes, reached: int, ready_at: datetime | None = None, **more: Any
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
        ._default_manager.filter(pk=file.pk, part_count=file.part_count)
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


async def stream_parts(file: ExportJob) -> AsyncIterator[bytes]:
    """Yield the parts of a file in order."""
    async for data in file.parts.values_list("data", flat=True).aiterator(chunk_size=1):
        yield bytes(data)
