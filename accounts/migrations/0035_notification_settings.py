"""Notification settings move out of the table of users.

The next release drops the columns `told`, `stopped`, `has_webhook`, `has_device`, `turn_delay`,
`quiet_from`, `quiet_until`, `digest_daily`, `digest_hour`, `notices_a_day` and `bell_sound` of
`accounts_user`, with the triggers that copy changes between the tables.
"""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from portal.migration_operations import MoveFields

FIELDS = (
    "notification_overrides",
    "disabled_channels",
    "has_webhook",
    "has_push_device",
    "turn_notification_delay",
    "quiet_from",
    "quiet_until",
    "has_daily_digest",
    "digest_hour",
    "max_notifications_per_day",
    "bell_sound",
)


class Migration(migrations.Migration):
    dependencies = [("accounts", "0034_bot_profiles")]

    operations = [
        migrations.CreateModel(
            name="NotificationSettings",
            fields=[
                ("user", models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name="notification_settings", serialize=False, to=settings.AUTH_USER_MODEL)),
                ("notification_overrides", models.JSONField(blank=True, db_column="told", default=dict, help_text="settings that differ from the defaults: {event:channel: on or off}")),
                ("disabled_channels", models.JSONField(blank=True, db_column="stopped", default=dict, help_text="channels that have stopped working: {channel: why}")),
                ("has_webhook", models.BooleanField(default=False, editable=False, help_text="whether the user has a webhook that works")),
                ("has_push_device", models.BooleanField(db_column="has_device", default=False, editable=False, help_text="whether a device of the user shows notifications")),
                ("turn_notification_delay", models.PositiveSmallIntegerField(db_column="turn_delay", default=2, verbose_name="notify me of my turn after")),
                ("quiet_from", models.TimeField(blank=True, null=True, verbose_name="quiet from")),
                ("quiet_until", models.TimeField(blank=True, null=True, verbose_name="quiet until")),
                ("has_daily_digest", models.BooleanField(db_column="digest_daily", default=False, verbose_name="daily digest")),
                ("digest_hour", models.PositiveSmallIntegerField(default=8, verbose_name="hour of the digest")),
                ("max_notifications_per_day", models.PositiveSmallIntegerField(db_column="notices_a_day", default=20, verbose_name="maximum notifications per day")),
                ("bell_sound", models.BooleanField(default=False, verbose_name="notification sound")),
            ],
            options={"verbose_name": "notification settings", "verbose_name_plural": "notification settings"},
        ),
        MoveFields("User", "NotificationSettings", FIELDS),
    ]
