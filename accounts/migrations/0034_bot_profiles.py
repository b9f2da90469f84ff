"""The settings of bot accounts move out of the table of users.

The next release drops the column `bot_rules` of `accounts_user`, with the triggers that copy
changes between the tables.
"""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from portal.migration_operations import MoveFields, RenameFieldOnly


class Migration(migrations.Migration):
    dependencies = [("accounts", "0033_restrictions")]

    operations = [
        migrations.CreateModel(
            name="BotProfile",
            fields=[
                ("user", models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name="bot_profile", serialize=False, to=settings.AUTH_USER_MODEL)),
                ("bot_invitation_policy", models.JSONField(blank=True, db_column="bot_rules", default=dict, editable=False, help_text="how a bot account answers invitations; empty: its program answers")),
            ],
            options={"verbose_name": "bot profile", "verbose_name_plural": "bot profile"},
        ),
        MoveFields("User", "BotProfile", ("bot_invitation_policy",), condition="is_bot"),
        RenameFieldOnly("BotProfile", "bot_invitation_policy", "invitation_policy"),
    ]
