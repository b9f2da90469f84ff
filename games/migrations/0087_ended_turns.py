"""Notifications of a turn are found when it ends, and those that devices still show."""

from django.db import migrations, models

from portal.migration_operations import AddIndexConcurrently


class Migration(migrations.Migration):
    dependencies = [("games", "0086_club_links")]

    atomic = False
    operations = [
        AddIndexConcurrently(
            "notification",
            models.Index(condition=models.Q(("event__in", ("turn", "reminder")), ("read_at__isnull", True)), fields=["table", "user"], name="notice_of_turn"),
        ),
        AddIndexConcurrently(
            "notification",
            models.Index(condition=models.Q(("send_at__isnull", False), ("state", "sent")), fields=["send_at"], name="notice_to_close"),
        ),
    ]
