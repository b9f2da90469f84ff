"""Tables and everything that happens at them.

A `Table` is the row that is locked for every change; its `state` is the match after the last
move, without history. The history is the journal: one `Move` row for each move, with its events.
"""

from __future__ import annotations

import functools
import hashlib
import secrets
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

import games.rules as rules
from portal.quick.words import get_language

from . import bots, names
from .boards import presenter
from .clocks import Clock
from .hours import Calendar

if TYPE_CHECKING:
    from accounts.models import User

KEY_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
SNAPSHOT_EVERY = 10
LONGEST_SLEEP = timedelta(days=14)
LONGEST_REASON = 300
PROVISIONAL_BELOW = 10  # rated matches


def new_key() -> str:
    """The name of a table in its address: short enough to read out, too long to guess."""
    return "".join(secrets.choice(KEY_LETTERS) for _ in range(10))


class Table(models.Model):
    """One match on the site: who plays what, by which clock, and how far it is."""

    class Status(models.TextChoices):
        OPEN = "open", _("open")
        RUNNING = "running", _("running")
        FINISHED = "finished", _("finished")
        CALLED_OFF = "called_off", _("called off")
        CLOSED = "closed", _("closed before the start")

    class Visibility(models.TextChoices):
        PUBLIC = "public", _("public: everybody may find and watch it")
        LINK = "link", _("by link only")

    class Held(models.TextChoices):
        """Why a match cannot be loaded: the codes of `rules.RecordError`."""

        VERSION = "unknown_version", _("its version of the rules is not known here")
        GONE = "missing_title", _("its game is not installed here")
        FAILS = "broken_title", _("its game cannot be started here")
        STATE = "broken_state", _("its stored position is broken")

    class Start(models.TextChoices):
        FULL = "full", _("as soon as every seat is taken")
        HOST = "host", _("when I press start")

    class Pauses(models.TextChoices):
        """Which pauses of its people the clocks of a table keep."""

        CALENDARS = "calendars", _("calendars count")
        DAYS = "days", _("days off count, nights do not")
        NONE = "none", _("no pauses")

    key = models.CharField(max_length=16, unique=True, default=new_key, editable=False)
    name = models.CharField(
        max_length=names.LONGEST, blank=True, help_text="as its host calls it, or empty"
    )
    game = models.CharField(max_length=40)
    rules_version = models.PositiveSmallIntegerField()
    options = models.JSONField(default=dict)
    seat_count = models.PositiveSmallIntegerField()
    host = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="hosted")
    status = models.CharField(max_length=12, choices=Status, default=Status.OPEN)
    visibility = models.CharField(max_length=8, choices=Visibility, default=Visibility.PUBLIC)
    start_when = models.CharField(max_length=8, choices=Start, default=Start.FULL)
    rated = models.BooleanField(default=True)
    clock_bank = models.PositiveIntegerField(help_text="seconds at the start")
    clock_increment = models.PositiveIntegerField(help_text="seconds added when the turn comes")
    clock_cap = models.PositiveIntegerField(help_text="seconds the bank never exceeds")
    pauses = models.CharField(max_length=10, choices=Pauses, default=Pauses.NONE)
    window = models.JSONField(
        default=dict, blank=True, help_text="zone and week outside of which no clock runs"
    )
    created_at = models.DateTimeField(default=timezone.now)
    closes_at = models.DateTimeField(
        null=True, blank=True, help_text="when an unstarted table closes"
    )
    started_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    changed_at = models.DateTimeField(default=timezone.now)
    asleep_since = models.DateTimeField(
        null=True, blank=True, help_text="since when nobody is left who plays"
    )
    held_since = models.DateTimeField(
        null=True, blank=True, help_text="since when its match cannot be loaded"
    )
    held_because = models.CharField(max_length=20, choices=Held, blank=True)
    version = models.PositiveIntegerField(default=0)
    revealed_version = models.PositiveIntegerField(
        default=0, help_text="the version with which something was last revealed"
    )
    move_count = models.PositiveIntegerField(default=0)
    seed = models.CharField(max_length=64, blank=True)
    commitment = models.CharField(max_length=64, blank=True)
    reseeded = models.JSONField(
        default=list,
        blank=True,
        help_text="where the match was set back: after, version, seed, commitment",
    )
    state = models.TextField(blank=True)
    has_webhook = models.BooleanField(
        default=False, help_text="whether one that works is told of its match"
    )

    class Meta:
        indexes = [
            models.Index(fields=["status", "-created_at"]),
            models.Index(fields=["status", "-ended_at", "-id"], name="table_history"),
            models.Index(fields=["game", "status", "-ended_at", "-id"], name="table_game_history"),
            models.Index(
                fields=["-ended_at", "-id"],
                name="table_ended",
                condition=Q(ended_at__isnull=False),
            ),
            models.Index(
                fields=["closes_at"], name="open_table_closes", condition=Q(status="open")
            ),
            models.Index(
                fields=["asleep_since"],
                name="table_asleep",
                condition=Q(asleep_since__isnull=False),
            ),
            models.Index(
                fields=["held_since"],
                name="table_held",
                condition=Q(held_since__isnull=False),
            ),
            models.Index(
                fields=["host"],
                name="unfinished_by_host",
                condition=Q(status__in=["open", "running"]),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game} {self.key}"

    def get_absolute_url(self) -> str:
        return reverse("games:table", args=[self.key])

    @staticmethod
    def order_of(status: str) -> tuple[str, str]:
        """How lists of tables of one status are sorted, as an index has them: newest first."""
        living = status in (Table.Status.OPEN, Table.Status.RUNNING)
        return ("-created_at", "-pk") if living else ("-ended_at", "-pk")

    @property
    def rules_game(self) -> rules.Game:
        """The game's declaration.

        Raises:
            OptionError: its title is not here.
        """
        return rules.get(self.game)

    @property
    def game_name(self) -> str:
        """The game's name in the reader's language; as well as it can be told, if it is gone."""
        return presenter(self.game).name()

    @property
    def title(self) -> str:
        """What the table is called: as its host says, or by two words in the reader's language."""
        return self.name or names.of_table(self.key)

    @property
    def clock(self) -> Clock:
        return Clock(self.clock_bank, self.clock_increment, self.clock_cap)

    @property
    def is_running(self) -> bool:
        return self.status == self.Status.RUNNING

    @property
    def is_over(self) -> bool:
        """Played to the end or called off: everything may be shown."""
        return self.status in (self.Status.FINISHED, self.Status.CALLED_OFF)

    @property
    def set_back_version(self) -> int:
        """The version with which it was last set back; what was known before may be undone."""
        return self.reseeded[-1]["version"] if self.reseeded else 0

    @property
    def asleep_until(self) -> datetime | None:
        """When a table that sleeps is called off, unless somebody comes back; None: it is awake."""
        if self.asleep_since is None or not self.is_running:
            return None
        return self.asleep_since + LONGEST_SLEEP


class SeatQuerySet(models.QuerySet["Seat"]):
    def held_by(self, user: User) -> SeatQuerySet:
        """Seats that this person plays now (not those that a bot took over)."""
        return self.filter(user=user, bot="")

    def awaited(self, user: User) -> SeatQuerySet:
        """Seats of running tables where this person owes a decision, most urgent first."""
        return (
            self.held_by(user)
            .filter(waiting_since__isnull=False, table__status=Table.Status.RUNNING)
            .order_by(F("due_at").asc(nulls_last=True), "pk")
        )


class Seat(models.Model):
    """A place at a table: a person, a bot, or (while the table is open) nobody yet.

    A person whom a bot has replaced stays as `user`; `left` says why the bot took over.
    """

    class Left(models.TextChoices):
        STAYED = "", _("stayed")
        RESIGNED = "resigned", _("resigned")
        TIMED_OUT = "timed_out", _("ran out of time")

    table = models.ForeignKey(Table, models.CASCADE, related_name="seat_set")
    number = models.PositiveSmallIntegerField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="seats"
    )
    bot = models.CharField(
        max_length=bots.LONGEST_LEVEL, blank=True, help_text="level of the bot that plays here"
    )
    left = models.CharField(max_length=12, choices=Left, blank=True, default=Left.STAYED)
    agrees_call_off = models.BooleanField(default=False)
    bank = models.FloatField(default=0, help_text="seconds left when the clock last stopped")
    waiting_since = models.DateTimeField(null=True, blank=True)
    waiting_version = models.PositiveIntegerField(
        default=0, help_text="the table's version with which the seat was last asked"
    )
    due_at = models.DateTimeField(null=True, blank=True)
    pauses = models.JSONField(
        default=dict, blank=True, help_text="the calendar by which its wait counts; empty: none"
    )
    vacation_used = models.FloatField(
        default=0, help_text="seconds of its waits that a vacation has paused"
    )
    claimed_until = models.DateTimeField(null=True, blank=True)
    timeouts = models.PositiveSmallIntegerField(default=0, help_text="in a row")
    incident = models.ForeignKey(
        "Incident",
        models.PROTECT,
        null=True,
        blank=True,
        related_name="seats",
        db_index=False,
        help_text="the absence in which a bot took over",
    )
    left_at = models.DateTimeField(
        null=True, blank=True, help_text="when a bot took over in that absence"
    )
    excused = models.BooleanField(
        default=False, help_text="another match counts as lost in that absence, and not this one"
    )
    draft = models.JSONField(default=list, blank=True)
    standing = models.JSONField(default=list, blank=True, help_text="orders given beforehand")
    orders = models.JSONField(
        default=list, blank=True, help_text="orders ahead: games.orders.Order.data, in their order"
    )
    seen_move = models.PositiveIntegerField(default=0)
    rank = models.PositiveSmallIntegerField(null=True, blank=True)
    total = models.IntegerField(null=True, blank=True)
    breakdown = models.JSONField(default=dict, blank=True)
    tiebreak = models.JSONField(default=list, blank=True)

    loaded: tuple[Any, ...]

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
        ]
        indexes = [
            models.Index(fields=["due_at"], name="seat_due", condition=Q(due_at__isnull=False)),
            models.Index(
                fields=["user", "bot", "due_at"],
                name="seat_awaited",
                condition=Q(waiting_since__isnull=False),
            ),
            models.Index(
                fields=["incident"],
                name="seat_of_incident",
                condition=Q(incident__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table} seat {self.number}"

    @property
    def calendar(self) -> Calendar | None:
        """By which its wait counts; None where its clock runs at every hour."""
        return Calendar.of(self.pauses)

    @property
    def is_free(self) -> bool:
        return self.user_id is None and not self.bot

    @property
    def is_played_by_person(self) -> bool:
        return self.user_id is not None and not self.bot

    @property
    def may_come_back(self) -> bool:
        """A bot plays for a person who ran out of time and may take the seat back."""
        return bool(self.bot) and self.left == self.Left.TIMED_OUT

    @property
    def has_person(self) -> bool:
        """Somebody plays here, or may come back."""
        return self.is_played_by_person or self.may_come_back

    @property
    def name(self) -> str:
        """Who sits here, for people to read; `kind_text` says whether it is a bot."""
        if self.user is not None:
            return self.user.display_name
        if self.bot:
            return names.of_bot(self.table.key, self.number)
        return str(_("free seat"))

    @property
    def kind_text(self) -> str:
        """Which bot plays here, in the reader's language; empty where a person does, or nobody."""
        if not self.bot:
            return ""
        return kind_of_bot(self.bot if self.user_id is None else "", get_language())


BOT_LEVELS = {"random": _("random"), "heuristic": _("steady"), "search": _("thinking")}


def level_name(level: str) -> str:
    return str(BOT_LEVELS.get(level, level))


@functools.lru_cache(100)
def kind_of_bot(level: str, language: str | None) -> str:
    """What is said of a bot of this level ("": of one in a person's place), kept by language."""
    if not level:
        return str(_("bot plays on"))
    return str(_("bot, %(level)s") % {"level": level_name(level)})


class Incident(models.Model):
    """A person's absence: their time-outs between two signs of life, at however many tables."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="incidents")
    began_at = models.DateTimeField(help_text="when their time ran out first")
    ended_at = models.DateTimeField(
        null=True, blank=True, help_text="when they were heard of again"
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["user"],
                name="one_open_incident_per_person",
                condition=Q(ended_at__isnull=True),
            )
        ]
        indexes = [models.Index(fields=["user", "began_at"], name="incidents_of_person")]

    def __str__(self) -> str:
        return f"{self.user} {self.began_at:%Y-%m-%d %H:%M}"


class Pulse(models.Model):
    """When a part of the site was last heard of, and an absence that has not been made good."""

    class Part(models.TextChoices):
        WEB = "web"
        WORKER = "worker"

    part = models.CharField(max_length=8, choices=Part, primary_key=True)
    beat_at = models.DateTimeField()
    missed_from = models.DateTimeField(null=True, blank=True)
    missed_until = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.part} {self.beat_at:%Y-%m-%d %H:%M:%S}"


class Move(models.Model):
    """A journal row: move 0 is the set-up, the others are moves in the order they were played."""

    class By(models.TextChoices):
        SETUP = "setup"
        PERSON = "person"
        BOT = "bot"
        CLOCK = "clock"
        STANDING = "standing"

    table = models.ForeignKey(Table, models.CASCADE, related_name="moves")
    number = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField(null=True)
    text = models.CharField(max_length=rules.LONGEST_MOVE)
    by = models.CharField(max_length=8, choices=By)
    version = models.PositiveIntegerField()
    at = models.DateTimeField(default=timezone.now)
    events = models.JSONField(default=list)
    outcomes = models.JSONField(default=dict)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="one_move_per_number")
        ]

    def __str__(self) -> str:
        return f"{self.table} {self.number}. {self.text}"


class Snapshot(models.Model):
    """The state after so many moves, so that any position is a few moves away."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="snapshots")
    after = models.PositiveIntegerField()
    state = models.TextField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table", "after"], name="one_snapshot_per_position")
        ]

    def __str__(self) -> str:
        return f"{self.table} after {self.after}"


class Message(models.Model):
    """A line of a table's chat, or a notice of the site (`notice` says which).

    A notice has a `user` only where one of the staff has done what it tells.
    """

    class Audience(models.TextChoices):
        PUBLIC = "public", _("everybody")
        PLAYERS = "players", _("players only")

    table = models.ForeignKey(Table, models.CASCADE, related_name="messages")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True)
    audience = models.CharField(max_length=8, choices=Audience, default=Audience.PUBLIC)
    text = models.CharField(max_length=1000, blank=True)
    notice = models.CharField(max_length=20, blank=True)
    data = models.JSONField(default=dict, blank=True)
    after_move = models.PositiveIntegerField(default=0)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["at", "pk"]

    def __str__(self) -> str:
        return f"{self.table} {self.notice or 'chat'} {self.pk}"


class SetBack(models.Model):
    """The audit of a table that one of the staff has set back, with everything that was undone.

    `undone` holds the journal rows after the point, and status, results, ratings and seeds as they
    were before.
    """

    table = models.ForeignKey(Table, models.CASCADE, related_name="set_backs")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="set_backs")
    reason = models.CharField(max_length=LONGEST_REASON)
    from_move = models.PositiveIntegerField()
    to_move = models.PositiveIntegerField()
    version = models.PositiveIntegerField(help_text="the table's version with which it was done")
    at = models.DateTimeField(default=timezone.now)
    undone = models.JSONField(default=dict, encoder=DjangoJSONEncoder)

    class Meta:
        ordering = ["-at", "-pk"]

    def __str__(self) -> str:
        return f"{self.table} from {self.from_move} to {self.to_move}"


class Rating(models.Model):
    """Where a person stands in a game now; rebuilt from the ledger at any time."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="ratings")
    game = models.CharField(max_length=40)
    value = models.DecimalField(max_digits=8, decimal_places=2)
    played = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "game"], name="one_rating_per_game")]
        indexes = [models.Index(fields=["game", "-value", "user", "played"], name="rating_ranked")]

    def __str__(self) -> str:
        return f"{self.user} {self.game} {self.value}"

    @property
    def is_provisional(self) -> bool:
        """Too few matches to say much."""
        return self.played < PROVISIONAL_BELOW


class RatingChange(models.Model):
    """The ledger: what one match did to one person's rating, and why."""

    table = models.ForeignKey(Table, models.PROTECT, related_name="rating_changes")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="rating_changes"
    )
    game = models.CharField(max_length=40)
    before = models.DecimalField(max_digits=8, decimal_places=2)
    delta = models.DecimalField(max_digits=8, decimal_places=2)
    after = models.DecimalField(max_digits=8, decimal_places=2)
    played_before = models.PositiveIntegerField()
    k = models.PositiveSmallIntegerField()
    pairs = models.JSONField(default=list)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["at", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["table", "user"], name="rated_once_per_match")
        ]
        indexes = [
            models.Index(fields=["user", "game", "at", "id"], name="rating_curve"),
            models.Index(fields=["user", "at", "id"], name="rating_ledger"),
        ]

    def __str__(self) -> str:
        return f"{self.user} {self.delta:+}"

    @property
    def was_provisional(self) -> bool:
        """Whether the rating before the match said little."""
        return self.played_before < PROVISIONAL_BELOW

    @property
    def is_provisional(self) -> bool:
        """Whether the rating after the match says little."""
        return self.played_before + 1 < PROVISIONAL_BELOW


class ApiToken(models.Model):
    """A personal key to the API; only its SHA-256 is kept."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="api_tokens")
    name = models.CharField(max_length=60)
    digest = models.CharField(max_length=64, unique=True)
    hint = models.CharField(max_length=8)
    created_at = models.DateTimeField(default=timezone.now)
    used_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-created_at"]

    def __str__(self) -> str:
        return f"{self.user} {self.name}"


class Notice(models.Model):
    """One thing that one person is told by one channel: the outbox, and what became of it."""

    class State(models.TextChoices):
        WAITING = "waiting", _("waits to be sent")
        DIGEST = "digest", _("waits for the digest")
        SENT = "sent", _("sent")
        DROPPED = "dropped", _("not needed")
        FAILED = "failed", _("given up")

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="notices", db_index=False
    )
    event = models.CharField(max_length=20)
    table = models.ForeignKey(Table, models.CASCADE, null=True, blank=True)
    channel = models.CharField(max_length=12)
    period = models.CharField(max_length=80, help_text="what makes it one event")
    state = models.CharField(max_length=8, choices=State, default=State.WAITING)
    reason = models.CharField(max_length=200, blank=True, help_text="why it was not sent")
    tries = models.PositiveSmallIntegerField(default=0, help_text="in vain")
    send_at = models.DateTimeField(null=True, blank=True, help_text="not before this moment")
    created_at = models.DateTimeField(default=timezone.now)
    settled_at = models.DateTimeField(null=True, blank=True)
    read_at = models.DateTimeField(null=True, blank=True)
    data = models.JSONField(default=dict, blank=True, help_text="what its reader may know")

    seats: list[Seat]  # of its table, where a worker has them at hand
    held: list[int]  # the notices that a digest has gathered

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(fields=["user", "channel", "period"], name="told_once")
        ]
        indexes = [
            models.Index(
                fields=["channel", "send_at"], name="notice_due", condition=Q(state="waiting")
            ),
            models.Index(fields=["user", "-id"], name="notice_of_person"),
            models.Index(
                fields=["user"],
                name="notice_unread",
                condition=Q(channel="page", read_at__isnull=True),
            ),
            models.Index(
                fields=["user", "channel", "settled_at"],
                name="notice_of_day",
                condition=Q(state="sent"),
            ),
            models.Index(fields=["user"], name="notice_for_digest", condition=Q(state="digest")),
            models.Index(
                fields=["channel", "settled_at"],
                name="notice_given_up",
                condition=Q(state="failed"),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.event} by {self.channel}: {self.state}"


class Webhook(models.Model):
    """An address that is told what happens to one person, or at one table (`host` set it then).

    Whoever has it is marked (`User.has_webhook`, `Table.has_webhook`) while it works.
    """

    class Kind(models.TextChoices):
        DISCORD = "discord", "Discord"
        SLACK = "slack", "Slack"
        TEXT = "matrix", "Matrix, Mattermost"
        JSON = "json", _("a program of mine (JSON)")

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, null=True, blank=True, related_name="webhook"
    )
    table = models.OneToOneField(
        Table, models.CASCADE, null=True, blank=True, related_name="webhook"
    )
    kind = models.CharField(max_length=8, choices=Kind)
    url = models.CharField(max_length=500, help_text="a secret: whoever knows it may post there")
    secret = models.CharField(max_length=64, blank=True, help_text="what signs JSON")
    created_at = models.DateTimeField(default=timezone.now)
    failures = models.PositiveSmallIntegerField(default=0, help_text="in a row")
    failing_since = models.DateTimeField(null=True, blank=True)
    stopped_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(user__isnull=True) ^ Q(table__isnull=True),
                name="webhook_of_one_person_or_table",
            )
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.pk} at {self.host}"

    @property
    def owner(self) -> User:
        """Who has set it and may change it."""
        if self.user is not None:
            return self.user
        assert self.table is not None
        return self.table.host

    @property
    def host(self) -> str:
        """The name of the machine it is at, which may be shown where the address may not."""
        return urlsplit(self.url).hostname or ""

    @property
    def is_working(self) -> bool:
        return self.stopped_at is None


class Delivery(models.Model):
    """A try to tell a webhook something: the last few are kept."""

    webhook = models.ForeignKey(Webhook, models.CASCADE, related_name="deliveries")
    event = models.CharField(max_length=20)
    at = models.DateTimeField(default=timezone.now)
    status = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="of HTTP; none: there was no answer"
    )
    problem = models.CharField(max_length=200, blank=True, help_text="what went wrong")

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"{self.webhook} {self.event}: {self.status or self.problem}"


class Device(models.Model):
    """A browser that shows a person's notices: where its push service takes them, for which keys.

    Whoever has one is marked (`User.has_device`).
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="devices")
    endpoint = models.CharField(
        max_length=1000, unique=True, help_text="a secret: whoever knows it may be a nuisance"
    )
    p256dh = models.CharField(max_length=100, help_text="the browser's public key")
    auth = models.CharField(max_length=30, help_text="what else it must be encrypted with")
    name = models.CharField(max_length=60)
    created_at = models.DateTimeField(default=timezone.now)
    last_ok_at = models.DateTimeField(
        null=True, blank=True, help_text="when its service last took something"
    )

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.name} {self.pk} at {self.service}"

    @property
    def service(self) -> str:
        """Host and port of its push service; the address may not be shown."""
        return urlsplit(self.endpoint).netloc

    @property
    def mark(self) -> str:
        """By which a page in this browser knows that it is this one."""
        return hashlib.sha256(self.endpoint.encode()).hexdigest()
