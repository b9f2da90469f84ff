"""Tables of duplicate rounds are sealed: the column stays, it has one more choice."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0089_fixed_hour")]
    operations = [
        migrations.AlterField(
            model_name="table",
            name="visibility",
            field=models.CharField(
                choices=[
                    ("public", "public: anyone can find and watch it"),
                    ("link", "by link only"),
                    ("circle", "only members of its club"),
                    ("sealed", "only its players, until the duplicate round is over"),
                ],
                default="public",
                max_length=8,
            ),
        ),
    ]
