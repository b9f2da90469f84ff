"""Columns that move out of the table of users get defaults in the database.

They stay there for one release, and new code inserts users without them.
"""

from django.db import migrations
from django.db.models.functions import Now

from portal.migration_operations import SetDatabaseDefaults

DEFAULTS = {
    "notification_overrides": {},
    "disabled_channels": {},
    "has_webhook": False,
    "has_push_device": False,
    "turn_notification_delay": 2,
    "has_daily_digest": False,
    "digest_hour": 8,
    "max_notifications_per_day": 20,
    "bell_sound": False,
    "calendar": {},
    "vacations": [],
    "vacation_days": 10.0,
    "vacation_counted_at": Now(),
    "auto_vacation": True,
}


class Migration(migrations.Migration):
    dependencies = [("accounts", "0031_plain_help_texts")]

    operations = [SetDatabaseDefaults("User", DEFAULTS)]
