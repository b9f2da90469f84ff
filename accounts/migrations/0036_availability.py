"""Hours, days off and vacations move out of the table of users.

The next release drops the columns `calendar`, `vacations`, `vacation_days`, `vacation_counted_at`,
`auto_vacation` and `away_since` of `accounts_user`, with the triggers that copy changes between the
tables.
"""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

from portal.migration_operations import MoveFields

FIELDS = (
    "calendar",
    "vacations",
    "vacation_days",
    "vacation_counted_at",
    "auto_vacation",
    "auto_vacation_since",
)


class Migration(migrations.Migration):
    dependencies = [("accounts", "0035_notification_settings")]

    operations = [
        migrations.CreateModel(
            name="Availability",
            fields=[
                ("user", models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name="availability", serialize=False, to=settings.AUTH_USER_MODEL)),
                ("calendar", models.JSONField(blank=True, default=dict, help_text="hours of the week and days off; empty: always open")),
                ("vacations", models.JSONField(blank=True, default=list, help_text="[from, until, whether it began automatically]")),
                ("vacation_days", models.FloatField(default=10.0, help_text="days saved at vacation_counted_at")),
                ("vacation_counted_at", models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ("auto_vacation", models.BooleanField(default=True, verbose_name="automatic vacation")),
                ("auto_vacation_since", models.DateTimeField(blank=True, db_column="away_since", editable=False, help_text="when a vacation began automatically", null=True)),
            ],
            options={"verbose_name": "availability", "verbose_name_plural": "availability"},
        ),
        MoveFields("User", "Availability", FIELDS),
    ]
