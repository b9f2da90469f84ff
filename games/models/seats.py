"""Seats of tables: who plays there, the clock, the draft and the result of each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from games import bots, names
from games.bot_levels import bot_label
from games.clock_calendar import Calendar

from .tables import Table

if TYPE_CHECKING:
    from accounts.models import User

LONGEST_RECORD_NAME = 60


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

    After the match, `substitute` is the person who finished it for the owner of the seat
    (`games.models.substitutions`).

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
    substitute = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="substituted_seats",
        db_index=False,
        help_text="the person who took over the seat and played it last; set after the match",
    )
    offered_at = models.DateTimeField(
        null=True, blank=True, help_text="since when its player offers it to others"
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
    agrees_call_off = models.BooleanField(
        default=False, help_text="no longer used: such votes are proposals now"
    )
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
        """Whether the seat is reserved for an invited person, until `invitation.expires_at`."""
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
    def player(self) -> User | None:
        """The person whose name the seat shows: the substitute who finished the match, or `user`.

        None at an anonymous table. The result belongs to `user`.
        """
        if self.is_anonymous:
            return None
        return self.user if self.substitute_id is None else self.substitute

    @property
    def is_anonymous(self) -> bool:
        """Whether a person sits here whose name nobody may know now."""
        return self.user_id is not None and self.table.is_anonymous

    @property
    def name(self) -> str:
        """The displayed name of the seat; `kind_text` says whether it is a bot or a guest."""
        if self.local_name:
            return self.local_name
        if self.is_anonymous:
            return names.seat_name(self.number)
        if self.player is not None:
            return self.player.display_name
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
        if not self.bot or self.substitute_id is not None:
            return str(_("guest")) if self.player is not None and self.player.is_guest else ""
        return bot_label(self.bot if self.user_id is None else "")
