"""People choose who may write to them, and the owner whether there are private messages."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0040_preferred_color")]

    operations = [
        migrations.AddField(
            "user",
            "message_policy",
            models.CharField(blank=True, choices=[("followed", "only people I follow"), ("nobody", "nobody")], help_text="private messages; empty: everyone who is connected with the user", max_length=8, null=True, verbose_name="who may write to me"),
        ),
        migrations.AddField(
            "site",
            "allows_private_messages",
            models.BooleanField(db_default=True, default=True),
        ),
    ]
