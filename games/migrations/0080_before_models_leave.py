"""Other apps take their models after this one, so going back to before it gives them back."""

from django.db import migrations

from portal.migration_operations import DescribeFields

TEXTS = {
    "Table": {
        "requirements": "of players: games.ratings.reliability.requirements.Requirements.to_json",
    },
}


class Migration(migrations.Migration):
    dependencies = [("games", "0079_plain_help_texts")]
    operations = [DescribeFields(TEXTS)]
