"""Tokens may have scopes for private messages, and one such message may be reported."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0092_phrases"),
    ]

    operations = [
        migrations.AlterField(
            model_name="apitoken",
            name="scopes",
            field=models.CharField(
                db_default="read play host talk",
                default="read play host talk",
                help_text="separated by spaces",
                max_length=80,
            ),
        ),
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
                ],
                db_column="what",
                max_length=16,
            ),
        ),
    ]
