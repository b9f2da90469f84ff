"""Notifications, and the webhooks and devices that receive them."""

from __future__ import annotations

import hashlib
from datetime import timedelta
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from .clubs import Club
from .seats import Seat
from .tables import Table
from .tokens import ApiToken

if TYPE_CHECKING:
    from accounts.models import User


class Notification(models.Model):
    """A notification of one event to one person by one channel: the outbox, with its outcome."""

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting to be sent")
        DIGEST = "digest", _("waiting for the digest")
        SENT = "sent", _("sent")
        DROPPED = "dropped", _("not needed")
        FAILED = "failed", _("failed")

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="notifications", db_index=False
    )
    event = models.CharField(max_length=20)
    table = models.ForeignKey(Table, models.CASCADE, null=True, blank=True)
    channel = models.CharField(max_length=12)
    dedup_key = models.CharField(
        max_length=80, help_text="equal for notifications of one event", db_column="period"
    )
    state = models.CharField(max_length=8, choices=State, default=State.WAITING)
    reason = models.CharField(max_length=200, blank=True, help_text="why it was not sent")
    attempts = models.PositiveSmallIntegerField(
        default=0, help_text="failed attempts", db_column="tries"
    )
    send_at = models.DateTimeField(null=True, blank=True, help_text="the earliest time of sending")
    created_at = models.DateTimeField(default=timezone.now)
    settled_at = models.DateTimeField(null=True, blank=True)
    read_at = models.DateTimeField(null=True, blank=True)
    data = models.JSONField(default=dict, blank=True, help_text="what the recipient may know")

    seats: list[Seat]  # of its table; set by workers
    held: list[int]  # ids of the notifications that a digest contains

    class Meta:
        db_table = "games_notice"
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(fields=["user", "channel", "dedup_key"], name="told_once")
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
            models.Index(
                fields=["table", "user"],
                name="notice_of_turn",
                condition=Q(event__in=("turn", "reminder"), read_at__isnull=True),
            ),
            models.Index(
                fields=["send_at"],
                name="notice_to_close",
                condition=Q(state="sent", send_at__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.event} by {self.channel}: {self.state}"

    @property
    def tag(self) -> str:
        """What a device replaces and closes together: those of one table or conversation."""
        return str(self.data.get("tag", "")) if self.table is None else self.table.key


class Webhook(models.Model):
    """An address that receives notifications of one person, one table or one club.

    While it works, `has_webhook` of that user, table or club is True.
    """

    class Kind(models.TextChoices):
        DISCORD = "discord", "Discord"
        SLACK = "slack", "Slack"
        TEXT = "matrix", "Matrix, Mattermost"
        JSON = "json", _("my own program (JSON)")

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, null=True, blank=True, related_name="webhook"
    )
    table = models.OneToOneField(
        Table, models.CASCADE, null=True, blank=True, related_name="webhook"
    )
    club = models.OneToOneField(
        Club, models.CASCADE, null=True, blank=True, related_name="webhook", db_column="circle_id"
    )
    kind = models.CharField(max_length=8, choices=Kind)
    url = models.CharField(max_length=500, help_text="a secret: whoever knows it can post there")
    secret = models.CharField(max_length=64, blank=True, help_text="signs the JSON")
    created_at = models.DateTimeField(default=timezone.now)
    failures = models.PositiveSmallIntegerField(default=0, help_text="consecutive failures")
    failing_since = models.DateTimeField(null=True, blank=True)
    disabled_at = models.DateTimeField(null=True, blank=True, db_column="stopped_at")

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(user__isnull=False, table=None, club=None)
                | Q(user=None, table__isnull=False, club=None)
                | Q(user=None, table=None, club__isnull=False),
                name="webhook_of_one",
            )
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.pk} at {self.host}"

    @property
    def owner(self) -> User:
        """The user whose language it uses: its person, its table's host or its club's owner."""
        if self.user is not None:
            return self.user
        if self.club is not None:
            return self.club.owner
        assert self.table is not None
        return self.table.host

    @property
    def host(self) -> str:
        """The host name of the address, which pages may show; the address itself is secret."""
        return urlsplit(self.url).hostname or ""

    @property
    def is_working(self) -> bool:
        return self.disabled_at is None


class WebhookDelivery(models.Model):
    """An attempt to send a notification to a webhook; only the last few are kept."""

    webhook = models.ForeignKey(Webhook, models.CASCADE, related_name="deliveries")
    event = models.CharField(max_length=20)
    at = models.DateTimeField(default=timezone.now)
    status = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="HTTP status; empty: no response"
    )
    problem = models.CharField(max_length=200, blank=True, help_text="what went wrong")

    #: How long the server asked us to wait (Retry-After); not stored.
    wait: timedelta | None = None

    class Meta:
        db_table = "games_delivery"
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"{self.webhook} {self.event}: {self.status or self.problem}"


class PushSubscription(models.Model):
    """A browser that shows a person's notifications: the address of its push service, and its keys.

    It belongs to the session or the API token that added it, and ends with it.
    `NotificationSettings.has_push_device` is True while the person has one.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="devices")
    endpoint = models.CharField(
        max_length=1000, unique=True, help_text="a secret: whoever knows it can send messages"
    )
    p256dh = models.CharField(max_length=100, help_text="the browser's public key")
    auth = models.CharField(max_length=30, help_text="the browser's authentication secret")
    name = models.CharField(max_length=60)
    created_at = models.DateTimeField(default=timezone.now)
    last_ok_at = models.DateTimeField(
        null=True, blank=True, help_text="when its service last accepted a message"
    )
    session_key = models.CharField(
        max_length=40, blank=True, default="", db_default="", editable=False, db_index=True
    )
    token = models.ForeignKey(
        ApiToken, models.CASCADE, null=True, blank=True, related_name="devices"
    )

    class Meta:
        db_table = "games_device"
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.name} {self.pk} at {self.service}"

    @property
    def service(self) -> str:
        """The host and port of its push service; the full address is secret."""
        return urlsplit(self.endpoint).netloc

    @property
    def mark(self) -> str:
        """A digest of the address, by which a page recognises its own browser."""
        return hashlib.sha256(self.endpoint.encode()).hexdigest()
