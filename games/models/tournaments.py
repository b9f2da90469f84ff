"""Tournaments: their settings, entries, rounds and tables."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games import names
from games.boards import presenter

from .clubs import Club
from .tables import Table, new_key
from .tournament_series import TournamentSeries

LONGEST_ABOUT = 2000
LONGEST_PRIZES = 300
LONGEST_RULING = 300
MOST_PLACES = 500


class Tournament(models.Model):
    """Matches of many people that make one result: the game, the format and the table settings.

    The row is locked for every change of its entries and for every pairing of a round.
    """

    class State(models.TextChoices):
        OPEN = "open", _("open for entries")
        RUNNING = "running", _("running")
        OVER = "over", _("over")
        CALLED_OFF = "called_off", _("called off")

    class EntryPolicy(models.TextChoices):
        EVERYBODY = "everybody", _("everyone")
        INVITATION = "invitation", _("people I invite")

    LIVING = (State.OPEN, State.RUNNING)

    key = models.CharField(max_length=16, unique=True, default=new_key, editable=False)
    title = models.CharField(max_length=names.LONGEST)
    about = models.TextField(max_length=LONGEST_ABOUT, blank=True)
    prizes = models.CharField(max_length=LONGEST_PRIZES, blank=True)
    game = models.CharField(max_length=40)
    format = models.CharField(max_length=16, help_text="a key of games.tournaments.formats")
    format_settings = models.JSONField(default=dict, help_text="of the format, as it keeps them")
    terms = models.JSONField(
        help_text="of its tables: games.lobby.table_settings.TableSettings.to_json"
    )
    organiser = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="contests", db_index=False
    )
    circle = models.ForeignKey(
        Club,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="contests",
        db_index=False,
        help_text="whose people alone may see and enter it",
    )
    entry = models.CharField(max_length=10, choices=EntryPolicy, default=EntryPolicy.EVERYBODY)
    asks = models.JSONField(
        default=dict, blank=True, help_text="games.reliability.requirements.Requirements.to_json"
    )
    places = models.PositiveSmallIntegerField(help_text="so many people play at most")
    least = models.PositiveSmallIntegerField(help_text="with fewer it is called off at its date")
    round_days = models.PositiveSmallIntegerField(
        default=0, help_text="days after which a round waits for no slow table; 0: it waits"
    )
    days = models.PositiveSmallIntegerField(
        default=0, help_text="days after which nothing new begins; 0: the format says when"
    )
    series = models.ForeignKey(
        TournamentSeries,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="seasons",
        db_index=False,
    )
    season = models.PositiveSmallIntegerField(
        default=0, db_default=0, help_text="its number in its series"
    )
    state = models.CharField(max_length=10, choices=State, default=State.OPEN)
    seed = models.CharField(max_length=64, help_text="of what chance decides in its pairings")
    version = models.PositiveIntegerField(default=0, help_text="one more with every change")
    created_at = models.DateTimeField(default=timezone.now)
    starts_at = models.DateTimeField(
        null=True, blank=True, help_text="empty: when every place is taken"
    )
    zone = models.CharField(
        max_length=64,
        default="",
        db_default="",
        blank=True,
        help_text="the time zone by whose clocks its rounds and it end; empty: the organiser's",
    )
    check_in = models.PositiveSmallIntegerField(
        default=0,
        db_default=0,
        help_text="minutes before the start from which people say that they are there",
    )
    calls_at = models.DateTimeField(
        null=True, blank=True, help_text="when something is to be done about it; empty: nothing"
    )
    started_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    ended_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        help_text="who ended it before its last table was over",
    )
    why_ended = models.CharField(max_length=LONGEST_RULING, blank=True, default="", db_default="")

    class Meta:
        db_table = "games_contest"
        constraints = [
            models.UniqueConstraint(
                fields=["series", "season"],
                name="one_season_of_a_number",
                condition=Q(series__isnull=False),
            )
        ]
        indexes = [
            models.Index(fields=["state", "-id"], name="contest_list"),
            models.Index(fields=["organiser", "state"], name="contest_of_organiser"),
            models.Index(
                fields=["calls_at"], name="contest_calls", condition=Q(calls_at__isnull=False)
            ),
            models.Index(
                fields=["circle", "state"],
                name="contest_of_circle",
                condition=Q(circle__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        return reverse("games:tournament", args=[self.key])

    @property
    def game_name(self) -> str:
        return presenter(self.game).name()

    @property
    def is_open(self) -> bool:
        return self.state == self.State.OPEN

    @property
    def is_running(self) -> bool:
        return self.state == self.State.RUNNING

    @property
    def time_zone(self) -> str:
        """The time zone in which the ends of its rounds and of the tournament are set."""
        return self.zone or self.organiser.time_zone

    @property
    def check_in_at(self) -> datetime | None:
        """When the check-in opens; None if there is none."""
        if self.starts_at is None or not self.check_in:
            return None
        return self.starts_at - timedelta(minutes=self.check_in)

    def checks_in(self, now: datetime) -> bool:
        """Return whether the check-in is open at this moment."""
        return self.is_open and self.check_in_at is not None and self.check_in_at <= now

    @property
    def is_living(self) -> bool:
        return self.state in self.LIVING


class TournamentEntry(models.Model):
    """A person in a tournament: invited, entered, on the waiting list, or out."""

    class State(models.TextChoices):
        INVITED = "invited", _("invited")
        ENTERED = "entered", _("entered")
        WAITING = "waiting", _("on the waiting list")
        WITHDRAWN = "withdrawn", _("withdrawn")
        DISQUALIFIED = "out", _("disqualified")

    contest = models.ForeignKey(Tournament, models.CASCADE, related_name="entries", db_index=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="entries")
    state = models.CharField(max_length=10, choices=State, default=State.ENTERED)
    seed = models.PositiveSmallIntegerField(
        default=0, help_text="the place by rating when the contest began; 1 is the strongest"
    )
    rating = models.PositiveIntegerField(default=0, help_text="hundredths, when it began")
    since_round = models.PositiveSmallIntegerField(
        default=1, help_text="the first round in which they are paired"
    )
    at_once = models.PositiveSmallIntegerField(
        default=1, help_text="matches of the contest that they play at a time, at most"
    )
    division = models.PositiveSmallIntegerField(
        default=0,
        db_default=0,
        help_text="1 the highest; 0 where there are none, or the format divides",
    )
    instead_of = models.OneToOneField(
        "self",
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="replaced_by",
        help_text="whose remaining tables they have taken over",
    )
    at = models.DateTimeField(default=timezone.now, help_text="when they came, or came to wait")
    here_at = models.DateTimeField(
        null=True, blank=True, help_text="when they said at the check-in that they are there"
    )
    challenges_from = models.DateTimeField(
        null=True,
        blank=True,
        help_text="on a ladder: they took a challenge back and wait until then",
    )
    place = models.PositiveSmallIntegerField(null=True, blank=True, help_text="when it is over")
    why = models.CharField(max_length=LONGEST_RULING, blank=True, help_text="they are out")

    class Meta:
        db_table = "games_entry"
        verbose_name_plural = "entries"
        constraints = [
            models.UniqueConstraint(fields=["contest", "user"], name="one_entry_of_a_person")
        ]
        indexes = [
            models.Index(
                fields=["user", "place"], name="entry_placed", condition=Q(place__isnull=False)
            )
        ]

    def __str__(self) -> str:
        return f"{self.user} in {self.contest}: {self.state}"

    @property
    def is_in(self) -> bool:
        """Whether the person has a place."""
        return self.state == self.State.ENTERED

    @property
    def is_out(self) -> bool:
        return self.state in (self.State.WITHDRAWN, self.State.DISQUALIFIED)


class Round(models.Model):
    """A round of a tournament; its tables are created in the transaction that pairs it."""

    contest = models.ForeignKey(Tournament, models.CASCADE, related_name="rounds", db_index=False)
    number = models.PositiveSmallIntegerField()
    began_at = models.DateTimeField(default=timezone.now)
    ends_at = models.DateTimeField(
        null=True, blank=True, help_text="when what is still played is not waited for any more"
    )
    reminded_at = models.DateTimeField(
        null=True, blank=True, help_text="when those who still play were told that it ends soon"
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["contest", "number"], name="one_round_of_a_number")
        ]

    def __str__(self) -> str:
        return f"round {self.number} of {self.contest}"


class TournamentTable(models.Model):
    """A table of a round: its entries, and the result of each.

    One with a single entry is a bye and has no `table`. `result` is what counts in the tournament,
    set when the match is over or someone has ruled on it. A table that was still running when the
    tournament was ended is done without a result.
    """

    round = models.ForeignKey(Round, models.CASCADE, related_name="tables", db_index=False)
    number = models.PositiveSmallIntegerField()
    table = models.OneToOneField(
        Table, models.PROTECT, null=True, blank=True, related_name="contest_table"
    )
    entries = models.JSONField(help_text="their numbers, in the order of the seats")
    result: Any = models.JSONField(
        null=True, blank=True, help_text="of formats.base.Played: places, shares, forfeits"
    )
    done_at = models.DateTimeField(null=True, blank=True)
    ruled_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        help_text="who decided it, where it was not played",
    )
    ruling = models.CharField(max_length=LONGEST_RULING, blank=True)

    class Meta:
        db_table = "games_contesttable"
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["round", "number"], name="one_table_of_a_number")
        ]
        indexes = [
            models.Index(fields=["id"], name="contest_table_open", condition=Q(done_at=None))
        ]

    def __str__(self) -> str:
        return f"table {self.number} of {self.round}"
