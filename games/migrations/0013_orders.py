"""Orders ahead: a list of them on every seat."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("games", "0012_devices"),
    ]

    operations = [
        migrations.AddField(
            model_name="seat",
            name="orders",
            field=models.JSONField(
                blank=True,
                default=list,
                help_text="orders ahead: games.conditional_moves.Order.data, in their order",
            ),
        ),
    ]
