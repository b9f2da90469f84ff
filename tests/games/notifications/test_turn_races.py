"""A move and the delivery of its turn at the very same moment: nothing stays that waits for it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from accounts.models import User
from games.lobby.setup import table_setup
from games.lobby.table_settings import TableSettings
from games.models import Notification, Seat, Table
from games.notifications import delivery
from games.table.actions import player_actions
from games.time_controls import PRESETS_BY_KEY
from tests.games.conftest import GAME, actor, fresh, legal, make_notifications_due, player
from tests.games.races import ROUNDS, Race, race

__all__ = ["race"]

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def table() -> Table:
    ann, bob = (User.objects.create_user(name, f"{name}@example.org") for name in ("ann", "bob"))
    for user in (ann, bob):
        user.notification_settings.assign(
            reminder_interval=2, notification_overrides={"turn:page": True, "reminder:page": True}
        )
    settings = TableSettings(2, {}, PRESETS_BY_KEY["day"].clock, rated=False)
    found = table_setup.open_table(ann, GAME, settings)
    table_setup.join(found.key, bob)
    return Table.objects.get(pk=found.pk)


def end_wait(seat: Seat) -> Callable[[], None]:
    def move() -> None:
        while Seat.objects.get(pk=seat.pk).waiting_since is not None:
            table = fresh(seat.table)
            player_actions.confirm(table.key, player(seat), table.version, [legal(table, seat)[0]])

    return move


def test_move_and_delivery_leave_nothing_that_waits(table: Table, race: Race) -> None:
    for _ in range(ROUNDS):
        seat = actor(table)
        make_notifications_due()
        assert race(delivery.send_due, end_wait(seat)) == ["", ""]
        rows = Notification.objects.filter(
            user=seat.user, event__in=("turn", "reminder"), data__version=seat.waiting_version
        )
        assert rows
        for row in rows:
            assert row.state in (Notification.State.SENT, Notification.State.DROPPED)
            assert row.read_at is not None or row.state == Notification.State.DROPPED
