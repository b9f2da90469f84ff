"""Suggestions that people requested while they played alone against bots."""

from __future__ import annotations

from django.db import models
from django.utils import timezone

from .tables import Table


class Suggestion(models.Model):
    """A request for a suggestion in a position, and the result of a worker (`found`).

    The result is for that seat only; the log shows everyone that it was requested.
    """

    table = models.ForeignKey(Table, models.CASCADE, related_name="advice")
    version = models.PositiveIntegerField(help_text="the table's version when it was requested")
    seat = models.PositiveSmallIntegerField()
    after_move = models.PositiveIntegerField(
        help_text="the last move of the journal before it", db_column="after"
    )
    draft = models.JSONField(default=list, help_text="the draft of the seat")
    requested_at = models.DateTimeField(default=timezone.now, db_column="asked_at")
    result = models.JSONField(
        null=True, blank=True, help_text="empty {}: there is no suggestion", db_column="found"
    )

    class Meta:
        db_table = "games_advice"
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"hint {self.pk} at {self.table}"
