"""Votes to call a match off become proposals, and their notifications those of proposals."""

from datetime import timedelta

from django.db import migrations
from django.utils import timezone

TIME_TO_ANSWER = timedelta(days=3)


def move_votes(apps, schema_editor):
    Seat, Table = apps.get_model("games", "Seat"), apps.get_model("games", "Table")
    Proposal, Vote = apps.get_model("games", "Proposal"), apps.get_model("games", "Vote")
    now = timezone.now()
    agreed = Seat.objects.filter(
        agrees_call_off=True, bot="", user__isnull=False, table__status="running"
    )
    proposals = {}
    for table, number, user in agreed.order_by("table", "number").values_list(
        "table", "number", "user"
    ):
        if table not in proposals:
            proposals[table] = Proposal.objects.create(
                table_id=table,
                user_id=user,
                seat=number,
                kind="call_off",
                created_at=now,
                expires_at=now + TIME_TO_ANSWER,
                due_at=now + TIME_TO_ANSWER / 2,
            )
        Vote.objects.create(proposal=proposals[table], user_id=user, agrees=True, at=now)
    Table.objects.filter(pk__in=proposals).update(has_proposal=True)
    apps.get_model("games", "Notification").objects.filter(event="call_off").update(
        event="proposal"
    )


def restore_votes(apps, schema_editor):
    Seat, Vote = apps.get_model("games", "Seat"), apps.get_model("games", "Vote")
    Notification = apps.get_model("games", "Notification")
    Seat.objects.filter(agrees_call_off=True).update(agrees_call_off=False)
    votes = Vote.objects.filter(
        agrees=True, proposal__kind="call_off", proposal__outcome="open"
    )
    for table, user in votes.values_list("proposal__table", "user"):
        Seat.objects.filter(table=table, user=user).update(agrees_call_off=True)
    Notification.objects.filter(event="proposal", data__kind="call_off").update(event="call_off")
    Notification.objects.filter(event="proposal", data__kind=None).update(event="call_off")
    Notification.objects.filter(event__in=("proposal", "proposal_over")).delete()


class Migration(migrations.Migration):
    dependencies = [("games", "0083_agreements")]
    operations = [migrations.RunPython(move_votes, restore_votes)]
