"""Variations: moves that a person tries out from a position of a match."""

from __future__ import annotations

import secrets

from django.conf import settings
from django.db import models
from django.utils import timezone

from .tables import Table

LONGEST_LINE_NAME = 40


def new_seed() -> str:
    return secrets.token_hex(16)


class Variation(models.Model):
    """Moves that one person plays for all seats on a private copy of a position.

    The copy is not stored. It is built from the journal as far as `seat` knows it
    (`games.analysis.positions`). Its seed is unrelated to the seed of the match.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="lines", db_index=False
    )
    table = models.ForeignKey(Table, models.CASCADE, related_name="lines")
    name = models.CharField(
        max_length=LONGEST_LINE_NAME,
        blank=True,
        help_text="empty: the variation that was started last",
    )
    version = models.PositiveIntegerField(
        help_text="the table's version when the variation was started"
    )
    after_move = models.PositiveIntegerField(
        help_text="the move of the journal from which it starts", db_column="after"
    )
    seat = models.PositiveSmallIntegerField(
        null=True, help_text="the seat whose knowledge it has; empty: the match was over"
    )
    seed = models.CharField(
        max_length=32, default=new_seed, help_text="of re-dealt secrets and chance"
    )
    moves = models.JSONField(default=list, help_text="[seat, notation] of each move")
    position = models.PositiveSmallIntegerField(
        default=0, help_text="how many of its moves are played", db_column="at"
    )
    token = models.CharField(
        max_length=32, unique=True, null=True, blank=True, help_text="of the link that shares it"
    )
    changed_at = models.DateTimeField(default=timezone.now)

    class Meta:
        db_table = "games_line"
        ordering = ["name"]
        constraints = [
            models.UniqueConstraint(fields=["user", "table", "name"], name="line_of_one_name"),
        ]

    def __str__(self) -> str:
        return f"line {self.name or self.pk} of {self.user}"
