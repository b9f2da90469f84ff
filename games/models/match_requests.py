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
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="wishes", db_index=False
    )
    game = models.CharField(max_length=40)
    terms = models.JSONField(help_text="games.lobby.table_settings.TableSettings.to_json")
    fits = models.CharField(max_length=64, help_text="what is equal among those who may meet")
    rating = models.IntegerField(help_text="hundredths, when the wish was made")
    since = models.DateTimeField()
    look_at = models.DateTimeField(help_text="when more may fit, and it is looked for again")
    lapses_at = models.DateTimeField()
    table = models.ForeignKey(Table, models.CASCADE, null=True, blank=True, related_name="wishes")

    class Meta:
        db_table = "games_wish"
        constraints = [models.UniqueConstraint(fields=["user", "game"], name="one_wish_per_game")]
        indexes = [
            models.Index(
                fields=["fits", "rating", "id"], name="wish_waiting", condition=Q(table=None)
            ),
            models.Index(fields=["look_at"], name="wish_due", condition=Q(table=None)),
        ]

    def __str__(self) -> str:
        return f"{self.user} wants {self.game}"

    @property
    def clock(self) -> TimeControl:
        return TimeControl(**self.terms["clock"])
