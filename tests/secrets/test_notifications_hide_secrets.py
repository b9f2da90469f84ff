"""What people are told of a match by mail, device, bell and digest is what their own seat may see.

What the webhook of a table is told is what everybody may know.
"""

from __future__ import annotations

import json
import random

import pytest
from django.core.cache import cache

import games.rules as rules
from games.models import Notification, Seat, Table
from games.notifications import content, devices, digests, table_content
from games.notifications.backends import mail
from games.notifications.context import NotificationContext
from tests import sample_titles
from tests.secrets.worlds import people, redeal_state, start_table, walk

pytestmark = pytest.mark.same_everywhere

LOOKS = 4
MOVES = 12  # from one look to the next


def notification_texts(table: Table, seat: Seat) -> str:
    """Everything that could be told to the person of a seat now, for people and programs."""
    cache.clear()
    table = Table.objects.get(pk=table.pk)
    seats = list(table.seat_set.select_related("user"))
    for one in seats:
        one.table = table
    assert seat.user is not None
    found = []
    for event in ("turn", "reminder", "started"):
        notification = Notification(pk=1, user=seat.user, table=table, event=event)
        word = content.compose(NotificationContext(notification, seats))
        message = mail._message(seat.user, word)
        found += [*word, message.body, *(part[0] for part in message.alternatives)]
        found.append(devices.payload(seat.user, word).decode())
    found.append(digests.collect_digest(seat.user, table.changed_at))
    for event in ("turn", "started", "over"):
        notification = Notification(
            pk=1, user=seat.user, table=table, event=event, channel="table_hook"
        )
        notification.seats = seats
        found += table_content.compose(notification)
    return json.dumps(found, default=str)


@pytest.mark.django_db
@pytest.mark.parametrize("game", rules.catalogue())
def test_notification_is_equal_in_indistinguishable_worlds(game: str) -> None:
    rng = random.Random(f"notices {game}")

    def look_at_all(table: Table) -> None:
        for seat in table.seat_set.select_related("user"):
            real = notification_texts(table, seat)
            assert table.seed not in real
            Table.objects.filter(pk=table.pk).update(state=redeal_state(table, seat.number, rng))
            other = notification_texts(table, seat)
            Table.objects.filter(pk=table.pk).update(state=table.state)
            assert real == other, f"seat {seat.number}"

    walk(start_table(game, sample_titles.three_seats(game)), rng, LOOKS, MOVES, look_at_all)


@pytest.mark.django_db
def test_rows_of_turns_hold_no_more_than_whose_turn_it_is() -> None:
    start_table(sample_titles.usual(), len(people(2)))
    for row in Notification.objects.filter(event="turn"):
        assert set(row.data) == {"seat", "version"}
