"""Saved table settings of people and clubs, for their next table."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from .clubs import Club

LONGEST_SET_NAME = 40


class SavedTableSettings(models.Model):
    """Table settings for a game: those that a person used last, or a named set of a person.

    A named set may also belong to a club; its owner and helpers manage it for all members.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.CASCADE,
        null=True,
        blank=True,
        related_name="saved_settings",
        db_index=False,
    )
    club = models.ForeignKey(
        Club,
        models.CASCADE,
        null=True,
        blank=True,
        related_name="saved_settings",
        db_index=False,
        db_column="circle_id",
    )
    game = models.CharField(max_length=40)
    name = models.CharField(
        max_length=LONGEST_SET_NAME,
        blank=True,
        help_text="of a named set; empty: the settings used last",
    )
    table_settings = models.JSONField(
        help_text="games.lobby.table_settings.TableSettings.to_json", db_column="terms"
    )
    saved_at = models.DateTimeField(default=timezone.now, db_column="kept_at")

    class Meta:
        db_table = "games_keptterms"
        constraints = [
            models.UniqueConstraint(fields=["user", "game", "name"], name="terms_of_one_name"),
            models.UniqueConstraint(fields=["club", "game", "name"], name="terms_of_circle"),
            models.CheckConstraint(
                condition=Q(user__isnull=False, club=None)
                | (Q(user=None, club__isnull=False) & ~Q(name="")),
                name="terms_of_one",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game} {self.name or 'last'} of {self.club or self.user}"
