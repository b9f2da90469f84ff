"""What the app stores: matches of two clubs, who plays in them, and their boards."""

from __future__ import annotations

from collections.abc import Sequence

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from ..boards import presenter
from ..models import Club, Table, new_key

LONGEST_TEXT = 500


class ClubMatch(models.Model):
    """A match between two clubs, from the challenge to the last board."""

    class State(models.TextChoices):
        PROPOSED = "proposed", _("waiting for an answer")
        OPEN = "open", _("open for players")
        RUNNING = "running", _("running")
        OVER = "over", _("over")
        CALLED_OFF = "called_off", _("called off")

    class Pairing(models.TextChoices):
        STRENGTH = "strength", _("by rating: the strongest play on board 1")
        CHOICE = "choice", _("each club chooses its own order")

    BEFORE_START = (State.PROPOSED, State.OPEN)
    SIDES = ("home", "away")

    key = models.CharField(max_length=16, unique=True, default=new_key, editable=False)
    home = models.ForeignKey(Club, models.PROTECT, related_name="home_matches")
    away = models.ForeignKey(Club, models.PROTECT, related_name="away_matches")
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    game = models.CharField(max_length=40)
    table_settings = models.JSONField(
        default=dict, help_text="games.lobby.table_settings.TableSettings.to_json"
    )
    pairing = models.CharField(max_length=8, choices=Pairing, default=Pairing.STRENGTH)
    min_boards = models.PositiveSmallIntegerField()
    max_boards = models.PositiveSmallIntegerField()
    text = models.CharField(max_length=LONGEST_TEXT, blank=True)
    state = models.CharField(max_length=10, choices=State, default=State.PROPOSED)
    created_at = models.DateTimeField(default=timezone.now)
    starts_at = models.DateTimeField(help_text="when the boards are paired")
    started_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.CheckConstraint(condition=~Q(home=F("away")), name="club_match_of_two_clubs"),
            models.CheckConstraint(
                condition=Q(min_boards__gte=1, max_boards__gte=F("min_boards")),
                name="club_match_boards",
            ),
        ]
        indexes = [
            models.Index(
                fields=["starts_at"],
                name="club_match_to_start",
                condition=Q(state__in=["proposed", "open"]),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.home} – {self.away}"

    def get_absolute_url(self) -> str:
        return reverse("games:club_match", args=[self.key])

    @property
    def game_name(self) -> str:
        return presenter(self.game).name()

    @property
    def clubs(self) -> Sequence[Club]:
        """The home club and the away club."""
        return self.home, self.away

    @property
    def players_per_side(self) -> int:
        """How many people of each club sit at a board."""
        return int(self.table_settings["seats"]) // 2

    @property
    def is_before_start(self) -> bool:
        return self.state in self.BEFORE_START

    @property
    def is_open(self) -> bool:
        return self.state == self.State.OPEN

    @property
    def is_proposed(self) -> bool:
        return self.state == self.State.PROPOSED


class ClubMatchPlayer(models.Model):
    """A member who wants to play for a club in a match."""

    match = models.ForeignKey(ClubMatch, models.CASCADE, related_name="players", db_index=False)
    club = models.ForeignKey(Club, models.PROTECT, related_name="+")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="club_matches")
    entered_at = models.DateTimeField(default=timezone.now)
    position = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="in the order that the club chose, from 1; empty: last"
    )

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["match", "user"], name="one_side_per_person"),
        ]

    def __str__(self) -> str:
        return f"{self.user} for {self.club}"


class ClubMatchBoard(models.Model):
    """A table of a match between clubs."""

    match = models.ForeignKey(ClubMatch, models.CASCADE, related_name="boards", db_index=False)
    number = models.PositiveSmallIntegerField()
    table = models.OneToOneField(Table, models.CASCADE, related_name="club_match_board")
    home_users = models.JSONField(default=list, help_text="ids of the people of the home club")

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="one_club_match_board"),
        ]

    def __str__(self) -> str:
        return f"board {self.number} of {self.match}"
