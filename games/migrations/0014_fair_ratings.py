"""Rules of rating that cannot be used: by which a match was booked, and what they go by.

What has ended keeps the rules that it ended under.
"""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("games", "0013_orders"),
    ]

    operations = [
        migrations.AddField(
            model_name="table",
            name="booked_by",
            field=models.PositiveSmallIntegerField(
                default=1, help_text="the rules of rating under which the match ended"
            ),
        ),
        migrations.AddField(
            model_name="seat",
            name="stood",
            field=models.JSONField(
                blank=True,
                default=list,
                help_text="the points of all seats when a bot took over in that absence",
            ),
        ),
        migrations.AddField(
            model_name="seat",
            name="idle",
            field=models.BooleanField(
                default=False, help_text="its person has hardly played a match that is over"
            ),
        ),
        migrations.AlterField(
            model_name="seat",
            name="excused",
            field=models.BooleanField(
                default=False, help_text="that absence spares its person what was not being lost"
            ),
        ),
        migrations.AddField(
            model_name="ratingchange",
            name="excused",
            field=models.BooleanField(
                default=False, help_text="booked as the match stood when the person was missed"
            ),
        ),
    ]
