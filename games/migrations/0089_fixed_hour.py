"""A clock whose turns are due at a fixed hour."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0088_seat_colors")]

    operations = [
        migrations.AddField(
            "table",
            "clock_fixed_hour",
            models.JSONField(
                blank=True,
                null=True,
                help_text="time, zone and days of a clock with a fixed hour",
            ),
        ),
    ]
