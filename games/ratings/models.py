"""Ratings and their changes, statistics of players, and device fingerprints."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone

from games.models import Table
from portal.dates import day_text

PROVISIONAL_BELOW = 10  # rated matches


class Rating(models.Model):
    """A person's current rating in a game; it can be rebuilt from the rating changes."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="ratings")
    game = models.CharField(max_length=40)
    value = models.DecimalField(max_digits=8, decimal_places=2)
    played = models.PositiveIntegerField(default=0)
    rank: int  # only on rows of `rating_changes.RankedRatings`

    class Meta:
        db_table = "games_rating"
        constraints = [models.UniqueConstraint(fields=["user", "game"], name="one_rating_per_game")]
        indexes = [models.Index(fields=["game", "-value", "user", "played"], name="rating_ranked")]

    def __str__(self) -> str:
        return f"{self.user} {self.game} {self.value}"

    @property
    def is_provisional(self) -> bool:
        """Whether the person has played too few rated matches for a reliable rating."""
        return self.played < PROVISIONAL_BELOW


class RatingChange(models.Model):
    """What one match did to one person's rating, and why."""

    # Constraints and indexes below begin with these columns, so they need no index of their own.
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
        default=False, help_text="rated by the points when the player left"
    )
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        db_table = "games_ratingchange"
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
        """Whether the rating before the match was provisional."""
        return self.played_before < PROVISIONAL_BELOW

    @property
    def is_provisional(self) -> bool:
        """Whether the rating after the match is provisional."""
        return self.played_before + 1 < PROVISIONAL_BELOW


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


class DeviceFingerprint(models.Model):
    """A person used the site with this device in this network.

    Both are digests, from which nobody can tell the address or the device.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="sightings")
    device = models.CharField(max_length=24)
    network = models.CharField(max_length=24)
    first_at = models.DateTimeField(default=timezone.now)
    last_at = models.DateTimeField()

    class Meta:
        db_table = "games_sighting"
        constraints = [
            models.UniqueConstraint(
                fields=["user", "device", "network"], name="one_sighting_of_a_place"
            )
        ]
        indexes = [models.Index(fields=["last_at"], name="sighting_last")]

    def __str__(self) -> str:
        return f"{self.user} {day_text(self.last_at)}"
