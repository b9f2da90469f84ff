from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0072_device_sessions"),
    ]

    operations = [
        migrations.AddField(
            model_name="contest",
            name="zone",
            field=models.CharField(
                blank=True,
                db_default="",
                default="",
                help_text="the time zone by whose clocks its rounds and it end; empty: the organiser's",
                max_length=64,
            ),
        ),
        migrations.AddField(
            model_name="series",
            name="zone",
            field=models.CharField(
                blank=True,
                db_default="",
                default="",
                help_text="the time zone by whose clocks its seasons start; empty: the organiser's",
                max_length=64,
            ),
        ),
        migrations.AddField(
            model_name="series",
            name="begins_at",
            field=models.DateTimeField(
                blank=True,
                help_text="the planned start of the first season: all count from it",
                null=True,
            ),
        ),
    ]
