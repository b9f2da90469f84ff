from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0091_household_declarations"),
    ]

    operations = [
        migrations.AddField(
            model_name="clubmessage",
            name="data",
            field=models.JSONField(blank=True, db_default={}, default=dict),
        ),
        migrations.AlterField(
            model_name="clubmessage",
            name="text",
            field=models.TextField(blank=True, max_length=1000),
        ),
    ]
