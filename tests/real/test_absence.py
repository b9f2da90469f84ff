"""A machine that was off: real processes come back and give everybody the time back, once."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db.models import F
from django.utils import timezone

from games.models import Heartbeat, Move, Seat, Table
from tests.live_site import LiveSite
from tests.polling import wait_for

from .test_workers import start_table

AWAY = timedelta(minutes=10)


def some_time_passes(span: timedelta) -> None:
    """Everything that the database knows of happened longer ago."""
    Heartbeat.objects.update(beat_at=F("beat_at") - span)
    Seat.objects.filter(waiting_since__isnull=False).update(
        waiting_since=F("waiting_since") - span, due_at=F("due_at") - span
    )


def returned_seconds(table: Table) -> list[int]:
    return [note.data["seconds"] for note in table.messages.filter(log_code="time_back")]


@pytest.mark.same_everywhere
def test_killed_and_started_again_the_site_gives_the_time_back_once(live_site: LiveSite) -> None:
    table = start_table()
    wait_for(lambda: Heartbeat.objects.count() == 2, "web and worker to be heard of", seconds=40)
    live_site.kill("web", "worker", "beat")
    seat = table.seat_set.get(waiting_since__isnull=False)
    Seat.objects.filter(pk=seat.pk).update(due_at=timezone.now() + AWAY / 2, bank=300)
    some_time_passes(AWAY)
    live_site.start()
    wait_for(
        lambda: returned_seconds(table), lambda: f"the time back\n{live_site.logs()}", seconds=60
    )
    assert not table.moves.filter(by=Move.Source.CLOCK).exists()
    assert AWAY.total_seconds() <= returned_seconds(table)[0] < AWAY.total_seconds() + 120
    seat.refresh_from_db()
    assert seat.due_at is not None
    assert seat.due_at > timezone.now()
    beaten = Heartbeat.objects.get(process=Heartbeat.Process.WORKER).beat_at
    wait_for(
        lambda: Heartbeat.objects.get(process=Heartbeat.Process.WORKER).beat_at > beaten,
        "the worker to be heard of again",
        seconds=40,
    )
    assert len(returned_seconds(table)) == 1
