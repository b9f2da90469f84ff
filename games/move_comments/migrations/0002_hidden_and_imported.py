"""Moderators may hide a comment, and comments of imported records have no account as author."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("move_comments", "0001_initial"),
        ("games", "0094_move_comments"),
    ]

    operations = [
        migrations.AddField(
            model_name="movecomment",
            name="hidden_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AlterField(
            model_name="movecomment",
            name="author",
            field=models.ForeignKey(
                db_index=False,
                help_text="nobody for an imported record, whose seats have names instead of people",
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="move_comments",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
    ]
