"""Tournaments: their series, settings, entries, rounds, tables and challenges."""

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
from games.models import Club, Seat, Table, new_key


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

    @property
    def time_zone(self) -> str:
        """The time zone in which its seasons start."""
        return self.zone or self.organiser.time_zone


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
    description = models.TextField(max_length=LONGEST_ABOUT, blank=True, db_column="about")
    prizes = models.CharField(max_length=LONGEST_PRIZES, blank=True)
    game = models.CharField(max_length=40)
    format = models.CharField(max_length=16, help_text="a key of games.tournaments.formats")
    format_settings = models.JSONField(default=dict, help_text="settings of the format")
    table_settings = models.JSONField(
        help_text="of its tables: games.lobby.table_settings.TableSettings.to_json",
        db_column="terms",
    )
    organiser = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="tournaments", db_index=False
    )
    club = models.ForeignKey(
        Club,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="tournaments",
        db_index=False,
        help_text="only its members can see and enter the tournament",
        db_column="circle_id",
    )
    entry_policy = models.CharField(
        max_length=10, choices=EntryPolicy, default=EntryPolicy.EVERYBODY, db_column="entry"
    )
    requirements = models.JSONField(
        default=dict,
        blank=True,
        help_text="games.reliability.requirements.Requirements.to_json",
        db_column="asks",
    )
    max_players = models.PositiveSmallIntegerField(help_text="the most players", db_column="places")
    min_players = models.PositiveSmallIntegerField(
        help_text="with fewer players it is called off at its date", db_column="least"
    )
    round_days = models.PositiveSmallIntegerField(
        default=0, help_text="days after which a round stops waiting for tables; 0: it waits"
    )
    max_days = models.PositiveSmallIntegerField(
        default=0,
        help_text="days after which nothing new starts; 0: the format decides",
        db_column="days",
    )
    is_duplicate = models.BooleanField(
        default=False, db_default=False, help_text="the same chance at all tables of a round"
    )
    series = models.ForeignKey(
        TournamentSeries,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="seasons",
        db_index=False,
    )
    season_number = models.PositiveSmallIntegerField(
        default=0, db_default=0, help_text="the number in its series", db_column="season"
    )
    state = models.CharField(max_length=10, choices=State, default=State.OPEN)
    seed = models.CharField(max_length=64, help_text="of chance in pairings")
    version = models.PositiveIntegerField(default=0, help_text="grows by one with each change")
    created_at = models.DateTimeField(default=timezone.now)
    starts_at = models.DateTimeField(
        null=True, blank=True, help_text="empty: when all places are taken"
    )
    zone = models.CharField(
        max_length=64,
        default="",
        db_default="",
        blank=True,
        help_text="the time zone of its deadlines; empty: the organiser's",
    )
    check_in_minutes = models.PositiveSmallIntegerField(
        default=0,
        db_default=0,
        help_text="minutes before the start in which people check in",
        db_column="check_in",
    )
    next_action_at = models.DateTimeField(
        null=True,
        blank=True,
        help_text="when the next step is due; empty: no step",
        db_column="calls_at",
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
    end_reason = models.CharField(
        max_length=LONGEST_RULING, blank=True, default="", db_default="", db_column="why_ended"
    )

    class Meta:
        db_table = "games_contest"
        constraints = [
            models.UniqueConstraint(
                fields=["series", "season_number"],
                name="one_season_of_a_number",
                condition=Q(series__isnull=False),
            )
        ]
        indexes = [
            models.Index(fields=["state", "-id"], name="contest_list"),
            models.Index(fields=["organiser", "state"], name="contest_of_organiser"),
            models.Index(
                fields=["next_action_at"],
                name="contest_calls",
                condition=Q(next_action_at__isnull=False),
            ),
            models.Index(
                fields=["club", "state"],
                name="contest_of_circle",
                condition=Q(club__isnull=False),
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
        if self.starts_at is None or not self.check_in_minutes:
            return None
        return self.starts_at - timedelta(minutes=self.check_in_minutes)

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

    tournament = models.ForeignKey(
        Tournament, models.CASCADE, related_name="entries", db_index=False, db_column="contest_id"
    )
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="entries")
    state = models.CharField(max_length=10, choices=State, default=State.ENTERED)
    seed = models.PositiveSmallIntegerField(
        default=0, help_text="rank by rating at the start; 1 is the strongest"
    )
    rating = models.PositiveIntegerField(default=0, help_text="hundredths, at the start")
    since_round = models.PositiveSmallIntegerField(
        default=1, help_text="the first round in which they are paired"
    )
    max_concurrent = models.PositiveSmallIntegerField(
        default=1,
        help_text="the most tournament matches at a time",
        db_column="at_once",
    )
    division = models.PositiveSmallIntegerField(
        default=0,
        db_default=0,
        help_text="1 is the highest; 0: no divisions, or the format divides",
    )
    replaces = models.OneToOneField(
        "self",
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="replaced_by",
        help_text="the entry whose remaining tables it has taken over",
        db_column="instead_of_id",
    )
    entered_at = models.DateTimeField(
        default=timezone.now,
        help_text="when the person entered or joined the waiting list",
        db_column="at",
    )
    checked_in_at = models.DateTimeField(
        null=True,
        blank=True,
        help_text="when the person checked in",
        db_column="here_at",
    )
    can_challenge_from = models.DateTimeField(
        null=True,
        blank=True,
        help_text="on a ladder: the end of the wait after a withdrawn challenge",
        db_column="challenges_from",
    )
    place = models.PositiveSmallIntegerField(null=True, blank=True, help_text="final rank")
    removal_reason = models.CharField(
        max_length=LONGEST_RULING,
        blank=True,
        help_text="why the person was removed",
        db_column="why",
    )

    class Meta:
        db_table = "games_entry"
        verbose_name_plural = "entries"
        constraints = [
            models.UniqueConstraint(fields=["tournament", "user"], name="one_entry_of_a_person")
        ]
        indexes = [
            models.Index(
                fields=["user", "place"], name="entry_placed", condition=Q(place__isnull=False)
            )
        ]

    def __str__(self) -> str:
        return f"{self.user} in {self.tournament}: {self.state}"

    @property
    def is_in(self) -> bool:
        """Whether the person has a place."""
        return self.state == self.State.ENTERED

    @property
    def is_out(self) -> bool:
        return self.state in (self.State.WITHDRAWN, self.State.DISQUALIFIED)


class Round(models.Model):
    """A round of a tournament; its tables are created in the transaction that pairs it."""

    tournament = models.ForeignKey(
        Tournament, models.CASCADE, related_name="rounds", db_index=False, db_column="contest_id"
    )
    number = models.PositiveSmallIntegerField()
    started_at = models.DateTimeField(default=timezone.now, db_column="began_at")
    ends_at = models.DateTimeField(
        null=True, blank=True, help_text="when the round stops waiting for its tables"
    )
    reminded_at = models.DateTimeField(
        null=True, blank=True, help_text="when players of running matches were reminded of the end"
    )

    table_seed = models.CharField(
        max_length=64,
        blank=True,
        default="",
        db_default="",
        help_text="of chance at its tables, secret until all are over; empty: each has its own",
    )
    commitment = models.CharField(max_length=64, blank=True, default="", db_default="")
    revealed_at = models.DateTimeField(
        null=True, blank=True, help_text="when the seed of its tables was published"
    )

    class Meta:
        db_table = "games_round"
        indexes = [
            models.Index(
                fields=["id"],
                name="round_sealed",
                condition=Q(revealed_at__isnull=True) & ~Q(table_seed=""),
            )
        ]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="one_round_of_a_number")
        ]

    def __str__(self) -> str:
        return f"round {self.number} of {self.tournament}"

    @property
    def is_sealed(self) -> bool:
        """Whether its tables share a seed that is still secret."""
        return bool(self.table_seed) and self.revealed_at is None


class TournamentTable(models.Model):
    """A table of a round: its entries, and the result of each.

    One with a single entry is a bye and has no `table`. `result` is what counts in the tournament,
    set when the match is over or someone has ruled on it. A table that was still running when the
    tournament was ended is done without a result.
    """

    round = models.ForeignKey(Round, models.CASCADE, related_name="tables", db_index=False)
    number = models.PositiveSmallIntegerField()
    table = models.OneToOneField(
        Table, models.PROTECT, null=True, blank=True, related_name="tournament_table"
    )
    entries = models.JSONField(help_text="ids of entries, in the order of the seats")
    result: Any = models.JSONField(
        null=True, blank=True, help_text="of formats.base.Played: places, shares, forfeits"
    )
    finished_at = models.DateTimeField(null=True, blank=True, db_column="done_at")
    ruled_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        help_text="who decided the result of a match that was not played",
    )
    ruling = models.CharField(max_length=LONGEST_RULING, blank=True)

    seats: list[Seat]  # set where results are compared

    class Meta:
        db_table = "games_contesttable"
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["round", "number"], name="one_table_of_a_number")
        ]
        indexes = [
            models.Index(fields=["id"], name="contest_table_open", condition=Q(finished_at=None))
        ]

    def __str__(self) -> str:
        return f"table {self.number} of {self.round}"


class Challenge(models.Model):
    """A person on a ladder has challenged another to a match whose table has not started yet.

    Several people may challenge the same person. The first challenge must be answered; the others
    wait in the order of `at` (`games.tournaments.formats.challenge_queue`). The row is deleted when
    the table starts or when the challenge counts as lost, which the tournament's results then show.
    """

    tournament = models.ForeignKey(
        Tournament, models.CASCADE, related_name="challenges", db_column="contest_id"
    )
    challenger = models.OneToOneField(
        TournamentEntry, models.CASCADE, related_name="challenge_made", db_column="by_id"
    )
    opponent = models.ForeignKey(
        TournamentEntry, models.CASCADE, related_name="challenges_received", db_column="to_id"
    )
    at = models.DateTimeField(default=timezone.now)
    due_at = models.DateTimeField(help_text="without an answer until then it is lost")
    assigned_at = models.DateTimeField(
        null=True,
        blank=True,
        help_text="when it passed to this opponent; empty: from the start",
        db_column="to_at",
    )
    accepted_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        db_table = "games_challenge"

    def __str__(self) -> str:
        return f"{self.challenger} challenges {self.opponent}"
