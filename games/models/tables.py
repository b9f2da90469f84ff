"""Tables of the site.

A `Table` is the row that is locked for every change; its `state` is the match after the last
move, without history.
"""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

import games.rules as rules
from games import names
from games.boards import presenter
from games.time_controls import FixedHour, TimeControl

if TYPE_CHECKING:
    from accounts.models import User

KEY_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
LONGEST_SLEEP = timedelta(days=14)


def new_key() -> str:
    """Return a random key for an address: short enough to read out, too long to guess."""
    return "".join(secrets.choice(KEY_LETTERS) for _ in range(10))


def new_token() -> str:
    """Return a random secret for the address of a link: 128 bits, URL-safe."""
    return secrets.token_urlsafe(16)


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
        SEALED = "sealed", _("only its players, until the duplicate round is over")

        @classmethod
        def without_club(cls) -> list[tuple[str, str]]:
            """Return the choices for a table that belongs to no club."""
            return [(one.value, str(one.label)) for one in (cls.PUBLIC, cls.LINK)]

        @classmethod
        def to_choose(cls) -> list[str]:
            """Return what a host can choose; only duplicate rounds seal tables."""
            return [one.value for one in cls if one != cls.SEALED]

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

    class Substitutes(models.TextChoices):
        """Whether people may take over seats while the match runs, and what they can gain."""

        RATED = "rated", _("allowed, with a small gain for each place they climb")
        UNRATED = "unrated", _("allowed, without any rating change for them")
        NO = "no", _("not allowed")

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
    substitutes = models.CharField(
        max_length=8,
        choices=Substitutes,
        default=Substitutes.RATED,
        db_default=Substitutes.RATED,
        help_text="whether people may take over seats of the running match",
    )
    has_substitutes = models.BooleanField(
        default=False, db_default=False, help_text="whether someone has taken over a seat"
    )
    clock_bank = models.PositiveIntegerField(help_text="seconds at the start")
    clock_increment = models.PositiveIntegerField(help_text="seconds added at the start of a turn")
    clock_cap = models.PositiveIntegerField(help_text="the most seconds in the bank")
    clock_fixed_hour = models.JSONField(
        null=True, blank=True, help_text="time, zone and days of a clock with a fixed hour"
    )
    pauses = models.CharField(max_length=10, choices=PausePolicy, default=PausePolicy.NONE)
    window = models.JSONField(
        default=dict, blank=True, help_text="time zone and hours of the week in which clocks run"
    )
    requirements = models.JSONField(
        default=dict,
        blank=True,
        help_text="of players: games.ratings.reliability.requirements.Requirements.to_json",
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
    paused_until = models.DateTimeField(
        null=True, blank=True, help_text="until when no clock runs, as the players agreed"
    )
    has_proposal = models.BooleanField(
        default=False, db_default=False, help_text="whether the players vote on something"
    )
    clock_changes = models.JSONField(
        default=list,
        db_default=[],
        blank=True,
        help_text="clocks before agreed changes: after (moves), at, bank, increment, cap",
    )
    clock_returns_at = models.DateTimeField(
        null=True, blank=True, help_text="when the clock before the last change returns"
    )
    ended_by_agreement = models.BooleanField(
        default=False, db_default=False, help_text="the players ended it and ranked it as it stood"
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
    seat_colors = models.CharField(
        max_length=8,
        blank=True,
        default="",
        db_default="",
        help_text="the colour of each seat, a digit each; empty: that of its number",
    )
    has_webhook = models.BooleanField(
        default=False, help_text="whether a webhook that works follows the match"
    )
    has_hidden_names = models.BooleanField(
        default=False,
        db_default=False,
        help_text="until the match is over, people are called by their seats",
    )
    is_hot_seat = models.BooleanField(
        default=False, db_default=False, help_text="several people play on the host's device"
    )
    is_imported = models.BooleanField(
        default=False,
        help_text="played elsewhere; `imported` is its record",
        db_column="is_brought",
    )

    known_substitutions: list[Any] | None = None  # see `substitutions_of`

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
                fields=["paused_until"],
                name="table_paused",
                condition=Q(paused_until__isnull=False),
            ),
            models.Index(
                fields=["clock_returns_at"],
                name="table_clock_returns",
                condition=Q(clock_returns_at__isnull=False),
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
    def is_anonymous(self) -> bool:
        """Whether nobody may know now who sits here, nor how strong they are.

        A table that was closed before the start stays so.
        """
        return self.has_hidden_names and not self.is_over

    def public_name(self, user: User) -> str:
        """Return the name under which a person does something here; "" at an anonymous table.

        Texts that are stored must use it.
        """
        return "" if self.is_anonymous else user.display_name

    @property
    def color_words(self) -> str:
        """The colours of seats that differ from their numbers, for `data-seat-colors` of pages.

        For example "0-2 2-0": seat 0 has the colour 2, and seat 2 the colour 0.
        """
        colors = enumerate(map(int, self.seat_colors))
        return " ".join(f"{seat}-{color}" for seat, color in colors if seat != color)

    @property
    def clock(self) -> TimeControl:
        hour = self.fixed_hour
        return TimeControl(self.clock_bank, self.clock_increment, self.clock_cap, hour)

    @property
    def fixed_hour(self) -> FixedHour | None:
        """The hour at which turns are due, if the clock has one."""
        return FixedHour(**self.clock_fixed_hour) if self.clock_fixed_hour else None

    @property
    def is_paused(self) -> bool:
        """Whether its players agreed that no clock runs now."""
        return self.paused_until is not None and self.is_running

    @property
    def usual_clock(self) -> TimeControl:
        """The time control without a change for a time, for the next match of these players."""
        if self.clock_returns_at is None:
            return self.clock
        return TimeControl.from_json(self.clock_changes[-1])

    @property
    def is_running(self) -> bool:
        return self.status == self.Status.RUNNING

    @property
    def is_sealed(self) -> bool:
        """Whether only its players see it, because a duplicate round is not over."""
        return self.visibility == self.Visibility.SEALED

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
