"""A file that is written in steps: what it has reached, and who is at it (`games.export_jobs`)."""

from __future__ import annotations

from django.db import models


class ExportJob(models.Model):
    """The file: in the making, or ready. Its parts are `parts`."""

    ready_at = models.DateTimeField(null=True, blank=True)
    reached = models.BigIntegerField(default=0, help_text="the last table whose record is in it")
    part_count = models.PositiveIntegerField(default=0)
    size = models.PositiveBigIntegerField(default=0, help_text="bytes")
    claimed_until = models.DateTimeField(null=True, blank=True)

    class Meta:
        abstract = True


class ExportPart(models.Model):
    """Bytes of a file: in the database, since that is what every process can reach."""

    number = models.PositiveIntegerField()
    data = models.BinaryField()

    class Meta:
        abstract = True
        ordering = ["number"]
