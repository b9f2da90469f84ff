"""What happened at a table: its journal, snapshots, chat and log lines, and rollbacks.

The journal of a match is its `Move` rows, one for each move, with its events.
"""

from __future__ import annotations

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

import games.rules as rules
from games import names
from games.phrases import ChatText

from .tables import Table

SNAPSHOT_EVERY = 10
LONGEST_REASON = 300


class Move(models.Model):
    """A journal row: move 0 is the set-up; the others are the moves in the order of play."""

    class Source(models.TextChoices):
        SETUP = "setup"
        PERSON = "person"
        BOT = "bot"
        CLOCK = "clock"
        STANDING = "standing"

    table = models.ForeignKey(Table, models.CASCADE, related_name="moves")
    number = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField(null=True)
    text = models.CharField(max_length=rules.LONGEST_MOVE)
    by = models.CharField(max_length=8, choices=Source)
    version = models.PositiveIntegerField()
    at = models.DateTimeField(default=timezone.now)
    events = models.JSONField(default=list)
    outcomes = models.JSONField(default=dict)
    took = models.PositiveIntegerField(
        null=True,
        blank=True,
        help_text="on the last move of an answer: its think time in seconds of open hours",
    )

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="one_move_per_number")
        ]

    def __str__(self) -> str:
        return f"{self.table} {self.number}. {self.text}"


class Snapshot(models.Model):
    """The state after `after` moves; one after every tenth move, so any position is near one."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="snapshots")
    after = models.PositiveIntegerField()
    state = models.TextField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table", "after"], name="one_snapshot_per_position")
        ]

    def __str__(self) -> str:
        return f"{self.table} after {self.after}"


class Message(ChatText, models.Model):
    """A chat message at a table, or a log line of the site (`log_code` is its code).

    A log line has a `user` only if it is about an action of a member of the staff.
    """

    class Audience(models.TextChoices):
        PUBLIC = "public", _("everyone")
        PLAYERS = "players", _("players only")

    table = models.ForeignKey(Table, models.CASCADE, related_name="messages")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True)
    audience = models.CharField(max_length=8, choices=Audience, default=Audience.PUBLIC)
    text = models.CharField(max_length=1000, blank=True)
    log_code = models.CharField(max_length=20, blank=True, db_column="notice")
    data = models.JSONField(default=dict, blank=True)
    after_move = models.PositiveIntegerField(default=0)
    at = models.DateTimeField(default=timezone.now)
    hidden_at = models.DateTimeField(null=True, blank=True, help_text="when a moderator hid it")

    class Meta:
        ordering = ["at", "pk"]

    def __str__(self) -> str:
        return f"{self.table} {self.log_code or 'chat'} {self.pk}"

    @property
    def author_name(self) -> str:
        if not self.table.is_anonymous:
            return super().author_name
        seat = getattr(self, "author_seat", None)  # by `games.table.access.readable_chat`
        return str(_("Player")) if seat is None else names.seat_name(seat)


class Rollback(models.Model):
    """A rollback by the staff or a takeback by a player, with everything that was undone.

    `undone` has the later journal rows, and the status, results, ratings and seeds before it.
    """

    table = models.ForeignKey(Table, models.CASCADE, related_name="set_backs")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="set_backs")
    reason = models.CharField(max_length=LONGEST_REASON)
    from_move = models.PositiveIntegerField()
    to_move = models.PositiveIntegerField()
    version = models.PositiveIntegerField(help_text="the table's version at the rollback")
    at = models.DateTimeField(default=timezone.now)
    undone = models.JSONField(default=dict, encoder=DjangoJSONEncoder)

    class Meta:
        db_table = "games_setback"
        ordering = ["-at", "-pk"]

    def __str__(self) -> str:
        return f"{self.table} from {self.from_move} to {self.to_move}"
