"""How a user's own tables are listed, and their round through waiting tables."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0036_availability"),
    ]

    operations = [
        migrations.CreateModel(
            name="TableListSettings",
            fields=[
                ("user", models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name="table_list_settings", serialize=False, to=settings.AUTH_USER_MODEL)),
                ("layout", models.CharField(choices=[("cards", "Cards"), ("compact", "Compact list")], default="cards", max_length=8)),
                ("sort", models.CharField(choices=[("time", "By time left"), ("manual", "In my own order")], default="time", max_length=8)),
                ("turn_round", models.JSONField(blank=True, default=dict, editable=False, help_text="games.table.turn_order.TurnRound; empty: no round has begun")),
            ],
            options={
                "verbose_name": "list of my tables",
                "verbose_name_plural": "list of my tables",
            },
        ),
    ]
