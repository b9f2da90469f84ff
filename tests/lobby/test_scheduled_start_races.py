"""Two workers keep a date while a guest leaves and the host closes: one truth, and it holds."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from games.availability.start_dates import StartDate
from games.lobby.setup import scheduled_starts, table_setup
from games.lobby.table_settings import TableSettings
from games.models import Move, Notification, Table
from games.time_controls import PRESETS_BY_KEY
from tests.games.conftest import GAME
from tests.games.races import ROUNDS, Race, race
from tests.lobby.test_invitation_races import trio

__all__ = ["race", "trio"]
pytestmark = pytest.mark.django_db(transaction=True)

CLOCK = PRESETS_BY_KEY["day"].clock


def due(host: User, *guests: User, least: int) -> Table:
    """A table whose date has just come."""
    now = timezone.now()
    date = StartDate(now + timedelta(days=1), "UTC", least)
    table = table_setup.open_table(host, GAME, TableSettings(3, {}, CLOCK), date=date)
    for guest in guests:
        table_setup.join(table.key, guest)
    Table.objects.filter(pk=table.pk).update(starts_at=now, next_action_at=now)
    return table


def test_a_guest_leaves_at_the_very_moment(trio: list[User], race: Race) -> None:
    """Either they play or it closes: two workers do it once, and the leaver hears which."""
    ann, bob, _cem = trio
    statuses = Counter[str]()
    for _ in range(ROUNDS):
        table = due(ann, bob, least=2)
        one, other, left = race(
            lambda: scheduled_starts.process_due_table(table.pk),  # noqa: B023
            lambda: scheduled_starts.process_due_table(table.pk),  # noqa: B023
            lambda: table_setup.leave(table.key, bob),  # noqa: B023
        )
        assert (one, other) == ("", "")
        table.refresh_from_db()
        plays = table.seat_set.filter(user=bob).exists()
        if table.status == Table.Status.RUNNING:
            assert plays
            assert left == "seat_taken"
            assert Move.objects.filter(table=table).count() == 1
        else:
            assert table.status == Table.Status.CLOSED
            assert not plays
            assert left == ""
        notifications = Notification.objects.filter(
            user=ann, table=table, channel="page", event="closed"
        )
        assert notifications.count() == (table.status == Table.Status.CLOSED)
        statuses[table.status] += 1
        Table.objects.filter(pk=table.pk).update(status=Table.Status.CALLED_OFF)
    assert statuses.total() == ROUNDS


def test_the_host_closes_and_somebody_joins_at_the_very_moment(
    trio: list[User], race: Race
) -> None:
    ann, bob, cem = trio
    for _ in range(ROUNDS):
        table = due(ann, bob, least=2)
        kept, closed, joined = race(
            lambda: scheduled_starts.process_due_table(table.pk),  # noqa: B023
            lambda: table_setup.close(table.key, ann),  # noqa: B023
            lambda: table_setup.join(table.key, cem),  # noqa: B023
        )
        table.refresh_from_db()
        sits = table.seat_set.filter(user=cem).exists()
        assert kept == ""
        assert sits == (joined == "")
        if closed == "":
            assert table.status == Table.Status.CLOSED
            assert joined in ("", "not_running")
        else:
            assert closed == "seat_taken"
            assert table.status == Table.Status.RUNNING
            assert joined in ("", "seat_taken")
            assert table.seat_count == 2 + sits
        Table.objects.filter(pk=table.pk).update(status=Table.Status.CALLED_OFF)
