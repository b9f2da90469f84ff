"""Match requests: people who wait for a quick match."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q

from games.time_controls import TimeControl

from .tables import Table


class MatchRequest(models.Model):
    """A person's request for a quick match of one game.

    `table` is the table that matchmaking found; while it is empty, they wait. The row of the user
    is locked for every change.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="match_requests", db_index=False
    )
    game = models.CharField(max_length=40)
    table_settings = models.JSONField(
        help_text="games.lobby.table_settings.TableSettings.to_json", db_column="terms"
    )
    compatibility_key = models.CharField(
        max_length=64, help_text="equal for requests that can be matched", db_column="fits"
    )
    rating = models.IntegerField(help_text="hundredths, when the request was made")
    created_at = models.DateTimeField(db_column="since")
    retry_at = models.DateTimeField(help_text="when to look for more people", db_column="look_at")
    expires_at = models.DateTimeField(db_column="lapses_at")
    table = models.ForeignKey(
        Table, models.CASCADE, null=True, blank=True, related_name="match_requests"
    )

    class Meta:
        db_table = "games_wish"
        constraints = [models.UniqueConstraint(fields=["user", "game"], name="one_wish_per_game")]
        indexes = [
            models.Index(
                fields=["compatibility_key", "rating", "id"],
                name="wish_waiting",
                condition=Q(table=None),
            ),
            models.Index(fields=["retry_at"], name="wish_due", condition=Q(table=None)),
        ]

    def __str__(self) -> str:
        return f"{self.user} wants {self.game}"

    @property
    def clock(self) -> TimeControl:
        return TimeControl(**self.table_settings["clock"])
