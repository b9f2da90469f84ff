"""Restrictions by moderators move out of the table of users.

The next release drops the columns `muted_until`, `suspended_until`, `unrated_until` and
`private_until` of `accounts_user`, with the triggers that copy changes between the tables.
"""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from portal.migration_operations import MoveFields


class Migration(migrations.Migration):
    dependencies = [("accounts", "0032_column_defaults")]

    operations = [
        migrations.CreateModel(
            name="Restrictions",
            fields=[
                ("user", models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name="restrictions", serialize=False, to=settings.AUTH_USER_MODEL)),
                ("muted_until", models.DateTimeField(blank=True, editable=False, help_text="set by a moderator: cannot write", null=True)),
                ("suspended_until", models.DateTimeField(blank=True, editable=False, help_text="set by a moderator: cannot take seats", null=True)),
                ("rated_ban_until", models.DateTimeField(blank=True, db_column="unrated_until", editable=False, help_text="set by a moderator: cannot take seats at rated tables", null=True)),
                ("open_table_ban_until", models.DateTimeField(blank=True, db_column="private_until", editable=False, help_text="set by a moderator: cannot take seats at open tables", null=True)),
            ],
            options={"verbose_name": "restrictions", "verbose_name_plural": "restrictions"},
        ),
        MoveFields(
            "User",
            "Restrictions",
            ("muted_until", "suspended_until", "rated_ban_until", "open_table_ban_until"),
            condition="COALESCE(muted_until, suspended_until, unrated_until, private_until) IS NOT NULL",
        ),
    ]
