"""Which notifications a user gets, and when."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from .user_extension import UserExtension, UserOneToOneField


class NotificationSettings(UserExtension):
    """A user's choice of notifications, and which channels work at the moment."""

    user = UserOneToOneField(
        "User", models.CASCADE, primary_key=True, related_name="notification_settings"
    )
    notification_overrides = models.JSONField(
        default=dict,
        blank=True,
        help_text="settings that differ from the defaults: {event:channel: on or off}",
        db_column="told",
    )
    disabled_channels = models.JSONField(
        default=dict,
        blank=True,
        help_text="channels that have stopped working: {channel: why}",
        db_column="stopped",
    )
    has_webhook = models.BooleanField(
        default=False,
        editable=False,
        help_text="whether the user has a webhook that works",
    )
    has_push_device = models.BooleanField(
        default=False,
        editable=False,
        help_text="whether a device of the user shows notifications",
        db_column="has_device",
    )
    turn_notification_delay = models.PositiveSmallIntegerField(
        _("notify me of my turn after"), default=2, db_column="turn_delay"
    )
    reminder_interval = models.PositiveSmallIntegerField(
        _("remind me again every"), null=True, blank=True, help_text="hours; empty: never"
    )
    last_reminder = models.PositiveSmallIntegerField(
        _("once more before my deadline"), null=True, blank=True, help_text="minutes; empty: never"
    )
    quiet_from = models.TimeField(_("quiet from"), null=True, blank=True)
    quiet_until = models.TimeField(_("quiet until"), null=True, blank=True)
    has_daily_digest = models.BooleanField(
        _("daily digest"), default=False, db_column="digest_daily"
    )
    digest_hour = models.PositiveSmallIntegerField(_("hour of the digest"), default=8)
    max_notifications_per_day = models.PositiveSmallIntegerField(
        _("maximum notifications per day"), default=20, db_column="notices_a_day"
    )
    bell_sound = models.BooleanField(_("notification sound"), default=False)

    class Meta:
        verbose_name = verbose_name_plural = _("notification settings")

    def __str__(self) -> str:
        return f"notification settings of {self.user_id}"
