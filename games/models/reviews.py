"""Reviews of finished matches."""

from __future__ import annotations

from django.db import models
from django.utils import timezone

from .tables import Table


class Review(models.Model):
    """The computer analysis of a finished match, written step by step; the same for everyone."""

    table = models.OneToOneField(Table, models.CASCADE, related_name="review")
    version = models.PositiveIntegerField(
        help_text="the table's version when the review was requested"
    )
    steps_done = models.PositiveSmallIntegerField(
        default=0, help_text="finished steps", db_column="step"
    )
    updated_at = models.DateTimeField(default=timezone.now, db_column="touched_at")
    results = models.JSONField(default=dict, db_column="found")
    is_done = models.BooleanField(default=False)
    has_failed = models.BooleanField(default=False)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"review of {self.table}"
