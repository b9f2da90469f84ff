"""What the app stores: puzzles, first attempts, and the ratings that come from them."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from ..models import Table
from ..ratings.elo import INITIAL_RATING
from ..studies.models import new_seed


class Puzzle(models.Model):
    """A decision of a finished match in which one move is clearly the best.

    Two searches check it before it opens (`games.puzzles.selection`). Its seed deals again what its
    seat could not see.
    """

    class State(models.TextChoices):
        CANDIDATE = "candidate", _("to be checked")
        OPEN = "open", _("open")
        REJECTED = "rejected", _("not clear enough")
        WITHDRAWN = "withdrawn", _("withdrawn by the staff")

    table = models.ForeignKey(Table, models.CASCADE, related_name="puzzles", editable=False)
    game = models.CharField(max_length=40, editable=False)
    version = models.PositiveIntegerField(help_text="the table's version when it was chosen")
    after_move = models.PositiveIntegerField(help_text="the move of the journal before it")
    seat = models.PositiveSmallIntegerField(help_text="the seat that decides")
    best = models.TextField(help_text="the notation of the best move")
    second = models.TextField(blank=True, help_text="the best of the others; empty: unchecked")
    played = models.TextField(help_text="the notation of the move in the match")
    loss = models.FloatField(help_text="the chance to win that the move in the match lost")
    best_chance = models.FloatField(null=True, help_text="the chance to win with the best move")
    seed = models.CharField(max_length=32, default=new_seed)
    state = models.CharField(max_length=10, choices=State, default=State.CANDIDATE)
    rating = models.PositiveIntegerField(default=INITIAL_RATING, help_text="in hundredths")
    attempts = models.PositiveIntegerField(default=0, help_text="rated ones")
    solved = models.PositiveIntegerField(default=0, help_text="of the rated attempts")
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["table", "after_move"], name="one_puzzle_per_decision")
        ]
        indexes = [models.Index(fields=["game", "state", "rating"], name="puzzle_by_rating")]

    def __str__(self) -> str:
        return f"puzzle {self.pk} of {self.game}"

    def get_absolute_url(self) -> str:
        return reverse("games:puzzle", args=[self.pk])

    @property
    def played_chance(self) -> float:
        """The chance to win with the move of the match."""
        return max(0.0, (self.best_chance or 0.0) - self.loss)


class PuzzleAttempt(models.Model):
    """The first attempt of a person at a puzzle, the only one that is rated."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="puzzle_attempts", db_index=False
    )
    puzzle = models.ForeignKey(Puzzle, models.CASCADE, related_name="first_attempts")
    move = models.TextField()
    is_solved = models.BooleanField()
    is_rated = models.BooleanField()
    change = models.IntegerField(default=0, help_text="of the person's rating, in hundredths")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["user", "puzzle"], name="one_first_attempt")]

    def __str__(self) -> str:
        return f"attempt of {self.user} at puzzle {self.puzzle_id}"


class PuzzleRating(models.Model):
    """How well a person solves the puzzles of a game; matches do not change it."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="puzzle_ratings", db_index=False
    )
    game = models.CharField(max_length=40)
    rating = models.PositiveIntegerField(default=INITIAL_RATING, help_text="in hundredths")
    attempts = models.PositiveIntegerField(default=0)
    solved = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["user", "game"], name="one_puzzle_rating_per_game")
        ]

    def __str__(self) -> str:
        return f"puzzle rating of {self.user} in {self.game}"

    @property
    def points(self) -> int:
        return round(self.rating / 100)


class DailyPuzzle(models.Model):
    """The puzzle of a day in the time zone of the site."""

    day = models.DateField(unique=True)
    puzzle = models.ForeignKey(Puzzle, models.CASCADE, related_name="days")

    class Meta:
        ordering = ["day"]

    def __str__(self) -> str:
        return f"puzzle {self.puzzle_id} on {self.day}"
