"""What a person has arranged in the list of their own tables."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from .tables import Table


class MyTable(models.Model):
    """A table that a person has pinned, moved or archived; there is no row for their others."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="my_tables", db_index=False
    )
    table = models.ForeignKey(Table, models.CASCADE, related_name="+")
    pinned_at = models.DateTimeField(null=True, blank=True)
    position = models.PositiveIntegerField(
        null=True, blank=True, help_text="in the person's own order; empty: after all others"
    )
    archived_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "table"], name="one_row_per_own_table")
        ]

    def __str__(self) -> str:
        return f"table {self.table_id} in the list of {self.user_id}"
