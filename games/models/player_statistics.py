"""Player statistics: counts of how a person plays, for profiles, seats and cards."""

from __future__ import annotations

from django.conf import settings
from django.db import models


class PlayerStatistics(models.Model):
    """A person's statistics in one game, or in all games (`game` is "").

    A worker adds new rows of the journal to it; `recount_reliability` computes the same from the
    journal alone. `answers` is a histogram (`games.reliability.histogram`), so that the median can
    be updated without the single answers.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="tallies")
    game = models.CharField(max_length=40, blank=True)
    answers = models.JSONField(default=dict, help_text="answers by bucket of think time")
    turns = models.PositiveIntegerField(default=0, help_text="answers of the player")
    pace = models.FloatField(
        null=True, blank=True, help_text="median think time in seconds; empty: too few answers"
    )
    played = models.PositiveIntegerField(
        default=0, help_text="matches; those lost in one absence count once"
    )
    finished = models.PositiveIntegerField(default=0, help_text="matches played to the end")

    class Meta:
        db_table = "games_tally"
        verbose_name_plural = "tallies"
        constraints = [
            models.UniqueConstraint(fields=["user", "game"], name="one_tally_per_person_and_game")
        ]

    def __str__(self) -> str:
        return f"{self.user} {self.game or 'all'}"
