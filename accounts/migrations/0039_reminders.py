"""People may be reminded of a turn again and again, and once more before their deadline."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0038_club_sign_ups")]

    operations = [
        migrations.AddField(
            "notificationsettings",
            "reminder_interval",
            models.PositiveSmallIntegerField(blank=True, help_text="hours; empty: never", null=True, verbose_name="remind me again every"),
        ),
        migrations.AddField(
            "notificationsettings",
            "last_reminder",
            models.PositiveSmallIntegerField(blank=True, help_text="minutes; empty: never", null=True, verbose_name="once more before my deadline"),
        ),
    ]
