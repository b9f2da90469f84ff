"""Saved searches in a person's own matches."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone

LONGEST_SEARCH_NAME = 40


class SavedSearch(models.Model):
    """A named set of filters for the page of a person's own matches."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.CASCADE,
        related_name="searches",
        db_index=False,
        editable=False,
    )
    name = models.CharField(max_length=LONGEST_SEARCH_NAME)
    query = models.TextField(help_text="games.history.my_matches.MatchFilter.query")
    saved_at = models.DateTimeField(default=timezone.now)

    class Meta:
        db_table = "games_search"
        ordering = ["name"]
        verbose_name_plural = "searches"
        constraints = [
            models.UniqueConstraint(fields=["user", "name"], name="one_search_of_a_name")
        ]

    def __str__(self) -> str:
        return f"{self.name} of {self.user}"
