"""Where people stand in a game, and the ledger that says why."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone

from .tables import Table

PROVISIONAL_BELOW = 10  # rated matches


class Rating(models.Model):
    """Where a person stands in a game now; rebuilt from the ledger at any time."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="ratings")
    game = models.CharField(max_length=40)
    value = models.DecimalField(max_digits=8, decimal_places=2)
    played = models.PositiveIntegerField(default=0)
    rank: int  # where `ledger.Ranked` has read it

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "game"], name="one_rating_per_game")]
        indexes = [models.Index(fields=["game", "-value", "user", "played"], name="rating_ranked")]

    def __str__(self) -> str:
        return f"{self.user} {self.game} {self.value}"

    @property
    def is_provisional(self) -> bool:
        """Too few matches to say much."""
        return self.played < PROVISIONAL_BELOW


class RatingChange(models.Model):
    """The ledger: what one match did to one person's rating, and why."""

    # Indexes below begin with either: one more each would only have to be written.
    table = models.ForeignKey(Table, models.PROTECT, related_name="rating_changes", db_index=False)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="rating_changes", db_index=False
    )
    game = models.CharField(max_length=40)
    before = models.DecimalField(max_digits=8, decimal_places=2)
    delta = models.DecimalField(max_digits=8, decimal_places=2)
    after = models.DecimalField(max_digits=8, decimal_places=2)
    played_before = models.PositiveIntegerField()
    k = models.PositiveSmallIntegerField()
    pairs = models.JSONField(default=list)
    excused = models.BooleanField(
        default=False, help_text="booked as the match stood when the person was missed"
    )
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["at", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["table", "user"], name="rated_once_per_match")
        ]
        indexes = [
            models.Index(fields=["user", "game", "at", "id"], name="rating_curve"),
            models.Index(fields=["user", "at", "id"], name="rating_ledger"),
            models.Index(fields=["game", "at", "table", "id"], name="rating_order"),
        ]

    def __str__(self) -> str:
        return f"{self.user} {self.delta:+}"

    @property
    def was_provisional(self) -> bool:
        """Whether the rating before the match said little."""
        return self.played_before < PROVISIONAL_BELOW

    @property
    def is_provisional(self) -> bool:
        """Whether the rating after the match says little."""
        return self.played_before + 1 < PROVISIONAL_BELOW
