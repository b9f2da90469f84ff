"""Other apps have taken their models; later migrations of this app run after that."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0080_before_models_leave"),
        ("announcements", "0001_models_from_games"),
        ("archive", "0001_models_from_games"),
        ("data_export", "0001_models_from_games"),
        ("lobby", "0001_models_from_games"),
        ("ratings", "0001_models_from_games"),
        ("studies", "0001_models_from_games"),
        ("tournaments", "0001_models_from_games"),
    ]
    operations = []
