"""Tables that hide names and ratings until the match is over."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0095_imported_substitutions")]

    operations = [
        migrations.AddField(
            model_name="table",
            name="has_hidden_names",
            field=models.BooleanField(
                db_default=False,
                default=False,
                help_text="until the match is over, people are called by their seats",
            ),
        ),
    ]
