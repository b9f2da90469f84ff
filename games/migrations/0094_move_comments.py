"""A comment on a move may be reported."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0093_private_messages"),
    ]

    operations = [
        migrations.AlterField(
            model_name="case",
            name="target_kind",
            field=models.CharField(
                choices=[
                    ("person", "a person"),
                    ("message", "a message at a table"),
                    ("table", "a table's name"),
                    ("circle", "a club's name or description"),
                    ("circle-message", "a message in a club"),
                    ("study", "a study's name or text"),
                    ("private-message", "a private message"),
                    ("move-comment", "a comment on a move"),
                ],
                db_column="what",
                max_length=16,
            ),
        ),
    ]
