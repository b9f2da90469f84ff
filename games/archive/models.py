"""Imported records, and the public dump of finished matches."""

from __future__ import annotations

import gzip

from django.conf import settings
from django.db import models
from django.utils import timezone

from games.models import Table
from portal.dates import day_text
from portal.export_jobs import ExportJob, ExportPart

LONGEST_SITE = 200


class ImportedRecord(models.Model):
    """The origin of an imported table, and its record, byte for byte (compressed with gzip)."""

    table = models.OneToOneField(Table, models.CASCADE, related_name="imported", editable=False)
    imported_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.CASCADE,
        related_name="imports",
        editable=False,
        db_column="by_id",
    )
    site = models.CharField(
        max_length=LONGEST_SITE, blank=True, help_text="source site, from the record"
    )
    record = models.BinaryField()
    imported_at = models.DateTimeField(default=timezone.now, db_column="at")

    class Meta:
        db_table = "games_imported"
        ordering = ["-imported_at", "-pk"]

    def __str__(self) -> str:
        return f"record of {self.table}"

    @property
    def text(self) -> bytes:
        return gzip.decompress(self.record)


class PublicDump(ExportJob):
    """A file with the records of all public finished matches, in progress or ready."""

    started_at = models.DateTimeField(default=timezone.now, db_column="began_at")
    matches = models.PositiveIntegerField(default=0)

    class Meta:
        db_table = "games_dump"
        ordering = ["-started_at", "-pk"]

    def __str__(self) -> str:
        return f"dump of {day_text(self.started_at)}"


class PublicDumpPart(ExportPart):
    dump = models.ForeignKey(
        PublicDump, models.CASCADE, related_name="parts", db_index=False, editable=False
    )

    class Meta(ExportPart.Meta):
        db_table = "games_dumppart"
        constraints = [
            models.UniqueConstraint(fields=["dump", "number"], name="one_part_of_a_dump")
        ]

    def __str__(self) -> str:
        return f"part {self.number} of {self.dump_id}"
