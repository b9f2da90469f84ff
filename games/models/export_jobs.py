"""Abstract models of files that workers write in steps (`games.export_jobs`)."""

from __future__ import annotations

from django.db import models


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


class ExportPart(models.Model):
    """A part of a file, stored in the database because every process can reach that."""

    number = models.PositiveIntegerField()
    data = models.BinaryField()

    class Meta:
        abstract = True
        ordering = ["number"]
