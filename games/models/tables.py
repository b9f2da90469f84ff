"""A table and its seats.

A `Table` is the row that is locked for every change; its `state` is the match after the last
move, without history.
"""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

import games.rules as rules
from games import bots, names
from games.boards import presenter
from games.bot_levels import bot_label
from games.clock_calendar import Calendar
from games.time_controls import TimeControl
from portal.performance.translation_cache import get_language

if TYPE_CHECKING:
    from accounts.models import User

KEY_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
LONGEST_SLEEP = timedelta(days=14)
LONGEST_RECORD_NAME = 60


def new_key() -> str:
    """Return a random key for an address: short enough to read out, too long to guess."""
    return "".join(secrets.choice(KEY_LETTERS) for _ in range(10))


class Table(models.Model):
    """One match on the site: its game, settings, host, clocks and progress."""

    class Status(models.TextChoices):
        OPEN = "open", _("open")
        RUNNING = "running", _("running")
        FINISHED = "finished", _("finished")
        CALLED_OFF = "called_off", _("called off")
        CLOSED = "closed", _("closed before the start")

    class Visibility(models.TextChoices):
        PUBLIC = "public", _("public: anyone can find and watch it")
        LINK = "link", _("by link only")
        CIRCLE = "circle", _("only members of its club")

        @classmethod
        def without_club(cls) -> list[tuple[str, str]]:
            """Return the choices for a table that belongs to no club."""
            return [(one.value, str(one.label)) for one in (cls.PUBLIC, cls.LINK)]

    class HoldReason(models.TextChoices):
        """Why a match cannot be loaded; the values are the codes of `rules.RecordError`."""

        VERSION = "unknown_version", _("its rules version is not available here")
        GONE = "missing_title", _("its game is not installed here")
        FAILS = "broken_title", _("its game cannot be started here")
        STATE = "broken_state", _("its stored position is broken")

    class StartMode(models.TextChoices):
        FULL = "full", _("as soon as every seat is taken")
        HOST = "host", _("when I press start")
        DATE = "date", _("on a set date")

    class PausePolicy(models.TextChoices):
        """Which pauses of the players the clocks of a table respect."""

        CALENDARS = "calendars", _("follow the players' calendars")
        DAYS = "days", _("pause on days off, but not at night")
        NONE = "none", _("no pauses")

    OVER = (Status.FINISHED, Status.CALLED_OFF)
    LIVING = (Status.OPEN, Status.RUNNING)

    key = models.CharField(max_length=16, unique=True, default=new_key, editable=False)
    name = models.CharField(
        max_length=names.LONGEST, blank=True, help_text="given by the host, or empty"
    )
    game = models.CharField(max_length=40)
    rules_version = models.PositiveSmallIntegerField()
    options = models.JSONField(default=dict)
    seat_count = models.PositiveSmallIntegerField()
    host = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="hosted")
    rematch_of = models.OneToOneField(
        "self",
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="rematch",
        help_text="the match that this one is a rematch of",
        db_column="follows_id",
    )
    series_number = models.PositiveSmallIntegerField(
        default=1, help_text="the number of the match in a series of rematches"
    )
    status = models.CharField(max_length=12, choices=Status, default=Status.OPEN)
    visibility = models.CharField(max_length=8, choices=Visibility, default=Visibility.PUBLIC)
    club = models.ForeignKey(
        "Club",
        models.PROTECT,
        null=True,
        blank=True,
        related_name="tables",
        db_index=False,
        help_text="only its members can see the table",
        db_column="circle_id",
    )
    start_mode = models.CharField(
        max_length=8, choices=StartMode, default=StartMode.FULL, db_column="start_when"
    )
    rated = models.BooleanField(default=True)
    rates_bots = models.BooleanField(
        default=False,
        db_default=False,
        help_text="rated even with bot accounts",
    )
    rating_rules = models.PositiveSmallIntegerField(
        default=1,
        help_text="version of the rating rules when the match ended",
        db_column="booked_by",
    )
    clock_bank = models.PositiveIntegerField(help_text="seconds at the start")
    clock_increment = models.PositiveIntegerField(help_text="seconds added at the start of a turn")
    clock_cap = models.PositiveIntegerField(help_text="the most seconds in the bank")
    pauses = models.CharField(max_length=10, choices=PausePolicy, default=PausePolicy.NONE)
    window = models.JSONField(
        default=dict, blank=True, help_text="time zone and hours of the week in which clocks run"
    )
    requirements = models.JSONField(
        default=dict,
        blank=True,
        help_text="of players: games.reliability.requirements.Requirements.to_json",
        db_column="asks",
    )
    created_at = models.DateTimeField(default=timezone.now)
    closes_at = models.DateTimeField(null=True, blank=True, help_text="when a pending table closes")
    starts_at = models.DateTimeField(
        null=True, blank=True, help_text="the date at which a pending table starts or closes"
    )
    starts_zone = models.CharField(
        max_length=64, blank=True, help_text="the time zone in which the host gave the date"
    )
    min_players_at_start = models.PositiveSmallIntegerField(
        null=True,
        blank=True,
        help_text="players needed at the date",
        db_column="starts_with",
    )
    date_changes = models.PositiveSmallIntegerField(
        default=0, help_text="how often the host has changed the date"
    )
    next_action_at = models.DateTimeField(
        null=True,
        blank=True,
        help_text="when a reminder or the start is due",
        db_column="calls_at",
    )
    started_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    changed_at = models.DateTimeField(default=timezone.now)
    asleep_since = models.DateTimeField(
        null=True, blank=True, help_text="since when nobody plays any more"
    )
    on_hold_since = models.DateTimeField(
        null=True,
        blank=True,
        help_text="since when its match cannot be loaded",
        db_column="held_since",
    )
    hold_reason = models.CharField(
        max_length=20, choices=HoldReason, blank=True, db_column="held_because"
    )
    version = models.PositiveIntegerField(default=0)
    revealed_version = models.PositiveIntegerField(
        default=0, help_text="the version of the last reveal"
    )
    move_count = models.PositiveIntegerField(default=0)
    seed = models.CharField(max_length=64, blank=True)
    commitment = models.CharField(max_length=64, blank=True)
    reseeds = models.JSONField(
        default=list,
        blank=True,
        help_text="seeds after rollbacks: after, version, seed, commitment",
        db_column="reseeded",
    )
    state = models.TextField(blank=True)
    uncounted_after = models.PositiveIntegerField(
        null=True,
        blank=True,
        help_text="the move after which answers are not counted yet; empty: all are counted",
    )
    has_webhook = models.BooleanField(
        default=False, help_text="whether a webhook that works follows the match"
    )
    is_hot_seat = models.BooleanField(
        default=False, db_default=False, help_text="several people play on the host's device"
    )
    is_imported = models.BooleanField(
        default=False,
        help_text="played elsewhere; `imported` is its record",
        db_column="is_brought",
    )

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(visibility="circle", club__isnull=False)
                | (~Q(visibility="circle") & Q(club__isnull=True)),
                name="table_of_a_circle",
            ),
            models.CheckConstraint(
                condition=Q(
                    start_mode="date",
                    starts_at__isnull=False,
                    min_players_at_start__isnull=False,
                    closes_at__isnull=False,
                )
                | (
                    ~Q(start_mode="date")
                    & Q(starts_at__isnull=True, min_players_at_start__isnull=True)
                ),
                name="table_with_a_date",
            ),
        ]
        indexes = [
            models.Index(fields=["status", "-created_at"]),
            models.Index(fields=["status", "-ended_at", "-id"], name="table_history"),
            models.Index(fields=["game", "status", "-ended_at", "-id"], name="table_game_history"),
            models.Index(
                fields=["closes_at"], name="open_table_closes", condition=Q(status="open")
            ),
            models.Index(
                fields=["next_action_at"],
                name="table_calls",
                condition=Q(status="open", next_action_at__isnull=False),
            ),
            models.Index(
                fields=["asleep_since"],
                name="table_asleep",
                condition=Q(asleep_since__isnull=False),
            ),
            models.Index(
                fields=["on_hold_since"],
                name="table_held",
                condition=Q(on_hold_since__isnull=False),
            ),
            models.Index(
                fields=["id"],
                name="table_uncounted",
                condition=Q(uncounted_after__isnull=False),
            ),
            models.Index(
                fields=["host"],
                name="unfinished_by_host",
                condition=Q(status__in=["open", "running"]),
            ),
            models.Index(
                fields=["club", "status"],
                name="table_of_circle",
                condition=Q(club__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game} {self.key}"

    def get_absolute_url(self) -> str:
        return reverse("games:table", args=[self.key])

    @staticmethod
    def order_of(status: str) -> tuple[str, str]:
        """Return the ordering of lists of tables with this status: newest first, as in an index."""
        living = status in Table.LIVING
        return ("-created_at", "-pk") if living else ("-ended_at", "-pk")

    @property
    def rules_game(self) -> rules.Game:
        """The game's declaration.

        Raises:
            OptionError: the title is not installed.
        """
        return rules.get(self.game)

    @property
    def game_name(self) -> str:
        """The game's name in the reader's language; a fallback if the game is not installed."""
        return presenter(self.game).name()

    @property
    def title(self) -> str:
        """The table's name: the host's, or two words in the reader's language."""
        return self.name or names.default_table_name(self.key)

    @property
    def clock(self) -> TimeControl:
        return TimeControl(self.clock_bank, self.clock_increment, self.clock_cap)

    @property
    def is_running(self) -> bool:
        return self.status == self.Status.RUNNING

    @property
    def is_over(self) -> bool:
        """Whether the match is finished or called off, so that everything may be shown."""
        return self.status in self.OVER

    @property
    def public_moves(self) -> int | None:
        """How many moves there are; None if the number could reveal secret moves of others."""
        game = rules.catalogue().get(self.game)
        secret = game is None or bool(game.private_kinds)
        return None if secret and not self.is_over else self.move_count

    @property
    def set_back_version(self) -> int:
        """The version of the last rollback, 0 if none; anything cached before it may be undone."""
        return self.reseeds[-1]["version"] if self.reseeds else 0

    @property
    def waits_until(self) -> datetime | None:
        """Until when a pending table waits for people: its scheduled start, or when it closes."""
        return self.starts_at or self.closes_at

    @property
    def asleep_until(self) -> datetime | None:
        """When a sleeping table is called off unless someone comes back; None if it is awake."""
        if self.asleep_since is None or not self.is_running:
            return None
        return self.asleep_since + LONGEST_SLEEP


class SeatQuerySet(models.QuerySet["Seat"]):
    def held_by(self, user: User) -> SeatQuerySet:
        """Return the seats that this person plays now, without those that a bot took over."""
        return self.filter(user=user, bot="")

    def open_or_started(self) -> SeatQuerySet:
        """Return seats at open or started tables, where others may have met the person."""
        return self.filter(Q(table__started_at__isnull=False) | Q(table__status=Table.Status.OPEN))

    def not_over(self) -> SeatQuerySet:
        """Return seats without a result: matches that are not finished, of which a person has few.

        An index finds them quickly.
        """
        return self.filter(rank=None)

    def taken_last(self, user: User, count: int) -> SeatQuerySet:
        """Return the seats that this person took last."""
        return self.filter(user=user).order_by("-pk")[:count]

    def to_move(self, user: User) -> SeatQuerySet:
        """Return seats at running tables where this person owes a decision, most urgent first."""
        return (
            self.held_by(user)
            .filter(waiting_since__isnull=False, table__status=Table.Status.RUNNING)
            .order_by(F("due_at").asc(nulls_last=True), "pk")
        )


class Seat(models.Model):
    """A seat at a table: a person, a bot, or (while the table is open) nobody yet.

    A seat with an `invitation` is reserved for the invited person until they answer.

    A person whom a bot has replaced stays as `user`; `leave_reason` says why the bot took over.

    A seat with a `local_name` is played on the host's device. While the match runs, the host is the
    `user` of the seat that has the device, and of no other (`games.table.session.hot_seat`).
    """

    class LeaveReason(models.TextChoices):
        STAYED = "", _("stayed")
        RESIGNED = "resigned", _("resigned")
        TIMED_OUT = "timed_out", _("ran out of time")

    table = models.ForeignKey(Table, models.CASCADE, related_name="seat_set")
    number = models.PositiveSmallIntegerField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="seats",
        db_index=False,
    )
    bot = models.CharField(
        max_length=bots.LONGEST_LEVEL, blank=True, help_text="level of the bot in this seat"
    )
    local_name = models.CharField(
        max_length=names.MAX_LOCAL_LENGTH,
        blank=True,
        default="",
        db_default="",
        help_text="the player on the host's device",
    )
    is_covered = models.BooleanField(
        default=False,
        db_default=False,
        help_text="the device was handed to this player, who has not confirmed it yet",
    )
    record_name = models.CharField(
        max_length=LONGEST_RECORD_NAME, blank=True, help_text="the player's name in a record"
    )
    invitation = models.ForeignKey(
        "Invitation",
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        db_index=False,
        help_text="of the person for whom the seat is reserved before the start",
    )
    leave_reason = models.CharField(
        max_length=12, choices=LeaveReason, blank=True, default=LeaveReason.STAYED, db_column="left"
    )
    agrees_call_off = models.BooleanField(default=False)
    bank = models.FloatField(default=0, help_text="seconds left when the clock last stopped")
    waiting_since = models.DateTimeField(null=True, blank=True)
    waiting_version = models.PositiveIntegerField(
        default=0, help_text="the table's version when the seat was last asked for a decision"
    )
    due_at = models.DateTimeField(null=True, blank=True)
    decision_moves = models.PositiveIntegerField(
        default=0, help_text="moves of the seat in its last decision"
    )
    decision_reopened = models.PositiveIntegerField(
        default=0, help_text="how often the seat reopened that decision"
    )
    pauses = models.JSONField(
        default=dict, blank=True, help_text="the calendar of the current wait; empty: none"
    )
    vacation_used = models.FloatField(
        default=0,
        help_text="seconds of waits spent on vacation or beyond the limit",
    )
    wait_limit = models.FloatField(
        null=True,
        blank=True,
        help_text="seconds a wait may last without vacation; empty: the bank decides",
    )
    answer_seconds = models.FloatField(
        null=True,
        blank=True,
        help_text="seconds that the answer took in ended waits; empty: no answer has begun",
        db_column="answering",
    )
    claimed_until = models.DateTimeField(null=True, blank=True)
    timeouts = models.PositiveSmallIntegerField(default=0, help_text="consecutive timeouts")
    absence = models.ForeignKey(
        "PlayerAbsence",
        models.PROTECT,
        null=True,
        blank=True,
        related_name="seats",
        db_index=False,
        help_text="the absence in which a bot took over",
        db_column="incident_id",
    )
    replaced_at = models.DateTimeField(
        null=True, blank=True, help_text="when a bot took over in that absence", db_column="left_at"
    )
    excused = models.BooleanField(
        default=False, help_text="the absence spares the player a loss of what was not being lost"
    )
    points_at_leaving = models.JSONField(
        default=list,
        blank=True,
        help_text="points of all seats when the player left",
        db_column="stood",
    )
    idle = models.BooleanField(
        default=False, help_text="the player has hardly played a finished match"
    )
    draft = models.JSONField(default=list, blank=True)
    auto_answers = models.JSONField(
        default=list, blank=True, help_text="keys of auto-answers that are on", db_column="standing"
    )
    conditional_moves = models.JSONField(
        default=list,
        blank=True,
        help_text="games.conditional_moves.ConditionalMove.data, in order",
        db_column="orders",
    )
    seen_move = models.PositiveIntegerField(default=0)
    has_tips = models.BooleanField(
        default=False,
        db_default=False,
        help_text="at the start the player was a guest or new to the game",
        db_column="hints",
    )
    rank = models.PositiveSmallIntegerField(null=True, blank=True)
    total = models.IntegerField(null=True, blank=True)
    breakdown = models.JSONField(default=dict, blank=True)
    tiebreak = models.JSONField(default=list, blank=True)

    loaded: tuple[Any, ...]
    brief = ""  # how reliably its person plays; set for lists
    is_veiled = False  # reserved, but the reader may not know for whom; set for each reader

    objects = SeatQuerySet.as_manager()

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="one_seat_per_number"),
            models.UniqueConstraint(
                fields=["table", "user"],
                name="one_seat_per_person",
                condition=Q(user__isnull=False),
            ),
            models.UniqueConstraint(
                fields=["invitation"],
                name="one_seat_per_invitation",
                condition=Q(invitation__isnull=False),
            ),
        ]
        indexes = [
            models.Index(fields=["user", "-id"], name="seat_of_person"),
            models.Index(
                fields=["user"], name="seat_unfinished", condition=Q(user__isnull=False, rank=None)
            ),
            models.Index(fields=["due_at"], name="seat_due", condition=Q(due_at__isnull=False)),
            models.Index(
                fields=["user", "bot", "due_at"],
                name="seat_awaited",
                condition=Q(waiting_since__isnull=False),
            ),
            models.Index(
                fields=["absence"],
                name="seat_of_incident",
                condition=Q(absence__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table} seat {self.number}"

    @property
    def calendar(self) -> Calendar | None:
        """The calendar of its wait; None if its clock always runs."""
        return Calendar.of(self.pauses)

    @property
    def is_empty(self) -> bool:
        """Whether nobody sits here: the seat is free or reserved."""
        return self.user_id is None and not self.bot and not self.local_name

    @property
    def is_held(self) -> bool:
        """Whether the seat is reserved for an invited person, until `invitation.until`."""
        return self.invitation_id is not None or self.is_veiled

    @property
    def is_free(self) -> bool:
        """Whether anyone may sit down."""
        return self.is_empty and not self.is_held

    @property
    def is_played_by_person(self) -> bool:
        return self.user_id is not None and not self.bot

    @property
    def is_played_by_hand(self) -> bool:
        """Whether a person plays it; includes hot seats that do not have the device now."""
        return not self.bot and not self.is_empty

    @property
    def is_awaited(self) -> bool:
        """Whether its person owes a decision if the table runs, as in `SeatQuerySet.to_move`."""
        return self.waiting_since is not None and self.is_played_by_person

    @property
    def may_come_back(self) -> bool:
        """Whether a bot plays for a person who ran out of time and may take the seat back."""
        return bool(self.bot) and self.leave_reason == self.LeaveReason.TIMED_OUT

    @property
    def has_person(self) -> bool:
        """Whether a person plays here or may come back."""
        return self.is_played_by_person or self.may_come_back

    @property
    def name(self) -> str:
        """The displayed name of the seat; `kind_text` says whether it is a bot or a guest."""
        if self.local_name:
            return self.local_name
        if self.user is not None:
            return self.user.display_name
        if self.record_name:
            return self.record_name
        if self.bot:
            return names.bot_name(self.table.key, self.number)
        if self.is_veiled:
            return str(_("held for someone"))
        if self.invitation is not None:
            return str(_("held for %(name)s") % {"name": self.invitation.user.display_name})
        return str(_("free seat"))

    @property
    def kind_text(self) -> str:
        """Whether a bot (and which), a guest or a hot seat plays here, in the reader's language.

        "" for a person with an account and for an empty seat.
        """
        if self.local_name:
            return str(_("hot seat"))
        if not self.bot:
            return str(_("guest")) if self.user is not None and self.user.is_guest else ""
        return bot_label(self.bot if self.user_id is None else "", get_language())
