"""A substitution at a table of an imported record has names instead of people."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


def delete_imported(apps, schema_editor):
    """Delete the rows without people, for which older code has no place."""
    apps.get_model("games", "Substitution").objects.filter(to_user=None).delete()


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0094_move_comments"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="substitution",
            name="record_before",
            field=models.CharField(
                blank=True,
                db_default="",
                default="",
                help_text="the name of the player before in a record",
                max_length=60,
            ),
        ),
        migrations.AddField(
            model_name="substitution",
            name="record_name",
            field=models.CharField(
                blank=True,
                db_default="",
                default="",
                help_text="the name of the substitute in a record",
                max_length=60,
            ),
        ),
        migrations.AlterField(
            model_name="substitution",
            name="reason",
            field=models.CharField(
                blank=True,
                choices=[
                    ("left", "its player had left"),
                    ("bot", "a bot played it"),
                    ("offered", "its player offered it"),
                ],
                max_length=8,
            ),
        ),
        migrations.AlterField(
            model_name="substitution",
            name="to_user",
            field=models.ForeignKey(
                blank=True,
                help_text="empty only at a table of an imported record",
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="substitutions",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.RunPython(migrations.RunPython.noop, delete_imported),
    ]
