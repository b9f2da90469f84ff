"""Records that somebody brought: each became a table to look at, and is kept as it came."""

from __future__ import annotations

import gzip

from django.conf import settings
from django.db import models
from django.utils import timezone

from portal.dates import day_text

from .export_jobs import ExportJob, ExportPart
from .tables import Table

LONGEST_SITE = 200


class ImportedRecord(models.Model):
    """Where the match of a table comes from, and its record to the byte (compressed)."""

    table = models.OneToOneField(Table, models.CASCADE, related_name="imported", editable=False)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="imports", editable=False
    )
    site = models.CharField(max_length=LONGEST_SITE, blank=True, help_text="as the record says")
    record = models.BinaryField()
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        db_table = "games_imported"
        ordering = ["-at", "-pk"]

    def __str__(self) -> str:
        return f"record of {self.table}"

    @property
    def text(self) -> bytes:
        return gzip.decompress(self.record)


class PublicDump(ExportJob):
    """All public matches that are over as one file, in the making or ready."""

    began_at = models.DateTimeField(default=timezone.now)
    matches = models.PositiveIntegerField(default=0)

    class Meta:
        db_table = "games_dump"
        ordering = ["-began_at", "-pk"]

    def __str__(self) -> str:
        return f"dump of {day_text(self.began_at)}"


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
