"""Tournament series: tournaments that repeat automatically."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils import timezone

from games import names

from .clubs import Club
from .tables import new_key


class TournamentSeries(models.Model):
    """A tournament that repeats automatically; each season is a tournament of its own.

    A season takes its settings from the season before. The row is locked when the next one opens.
    """

    key = models.CharField(max_length=16, unique=True, default=new_key, editable=False)
    title = models.CharField(max_length=names.LONGEST, help_text="its seasons add a number")
    organiser = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="series", db_index=True
    )
    club = models.ForeignKey(
        Club,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="series",
        db_index=False,
        db_column="circle_id",
    )
    pause_days = models.PositiveSmallIntegerField(
        help_text="the fewest days between two seasons",
        db_column="pause",
    )
    interval_days = models.PositiveSmallIntegerField(
        default=0,
        help_text="the fewest days from start to start; 0: only the pause counts",
        db_column="every",
    )
    zone = models.CharField(
        max_length=64,
        default="",
        db_default="",
        blank=True,
        help_text="the time zone of its starts; empty: the organiser's",
    )
    first_start_at = models.DateTimeField(
        null=True,
        blank=True,
        help_text="the planned start of the first season, from which all are counted",
        db_column="begins_at",
    )
    created_at = models.DateTimeField(default=timezone.now)
    ended_at = models.DateTimeField(
        null=True, blank=True, db_index=True, help_text="since when no season opens any more"
    )

    class Meta:
        db_table = "games_series"
        verbose_name_plural = "series"

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        return reverse("games:tournament_series", args=[self.key])

    @property
    def is_on(self) -> bool:
        return self.ended_at is None
