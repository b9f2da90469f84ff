"""How people like to play: terms of tables that are kept for the next one."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone

LONGEST_SET_NAME = 40


class KeptTerms(models.Model):
    """Terms of a table as one person keeps them for a game: those used last, or a named set."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="kept_terms", db_index=False
    )
    game = models.CharField(max_length=40)
    name = models.CharField(
        max_length=LONGEST_SET_NAME, blank=True, help_text="of a set; empty: what was used last"
    )
    terms = models.JSONField(help_text="games.lobby.terms.Terms.kept")
    kept_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "game", "name"], name="terms_of_one_name")
        ]

    def __str__(self) -> str:
        return f"{self.game} {self.name or 'last'} of {self.user}"
