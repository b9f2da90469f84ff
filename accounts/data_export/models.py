"""Data exports: one file with everything stored about a person, which a worker writes in parts."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings
from django.db import models
from django.utils import timezone

from portal.export_jobs import ExportJob, ExportPart


class DataExport(ExportJob):
    """The data export of one person: in progress, or ready for them to download for `KEPT`."""

    KEPT = timedelta(days=7)

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="archive", editable=False
    )
    requested_at = models.DateTimeField(default=timezone.now, db_column="asked_at")
    last_table_id = models.BigIntegerField(
        default=-1, help_text="the last table whose record is in it", db_column="reached"
    )

    class Meta:
        db_table = "games_archive"
        indexes = [
            models.Index(
                fields=["requested_at"],
                name="archive_in_the_making",
                condition=models.Q(ready_at__isnull=True),
            )
        ]

    def __str__(self) -> str:
        return f"archive of {self.user}"

    @property
    def kept_until(self) -> datetime | None:
        return self.ready_at and self.ready_at + self.KEPT


class DataExportPart(ExportPart):
    archive = models.ForeignKey(
        DataExport, models.CASCADE, related_name="parts", db_index=False, editable=False
    )

    class Meta(ExportPart.Meta):
        db_table = "games_archivepart"
        constraints = [
            models.UniqueConstraint(fields=["archive", "number"], name="one_part_of_a_number")
        ]

    def __str__(self) -> str:
        return f"part {self.number} of {self.archive_id}"
