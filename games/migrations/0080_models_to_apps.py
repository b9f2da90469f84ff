"""Models of other apps have left; later migrations of this app run after that."""

from django.db import migrations

from portal.migration_operations import DescribeFields

TEXTS = {
    "Table": {
        "requirements": "of players: games.ratings.reliability.requirements.Requirements.to_json",
    },
}


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0079_plain_help_texts"),
        ("announcements", "0001_models_from_games"),
        ("archive", "0001_models_from_games"),
        ("data_export", "0001_models_from_games"),
        ("lobby", "0001_models_from_games"),
        ("ratings", "0001_models_from_games"),
        ("studies", "0001_models_from_games"),
        ("tournaments", "0001_models_from_games"),
    ]
    operations = [DescribeFields(TEXTS)]
