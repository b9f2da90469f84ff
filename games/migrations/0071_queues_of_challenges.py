import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0070_reviews"),
    ]

    operations = [
        migrations.AlterField(
            model_name="challenge",
            name="to",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="challenges_got",
                to="games.entry",
            ),
        ),
        migrations.AddField(
            model_name="challenge",
            name="to_at",
            field=models.DateTimeField(
                blank=True,
                help_text="since when it is for this person, if not from the start",
                null=True,
            ),
        ),
        migrations.AddField(
            model_name="entry",
            name="challenges_from",
            field=models.DateTimeField(
                blank=True,
                help_text="on a ladder: they took a challenge back and wait until then",
                null=True,
            ),
        ),
    ]
