"""A planned absence: clocks stand still while it lasts, once, whatever changes meanwhile."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from django.utils import timezone
from hypothesis import given, settings
from hypothesis import strategies as st

from accounts.models import User
from games.announcements import downtime, publication
from games.announcements.models import Announcement
from games.availability import descriptions, planned_downtimes
from games.clock_calendar import Calendar, Span
from games.models import Heartbeat, Notification, PlannedDowntime, Seat, Table
from games.table.session import heartbeat
from games.time_controls import deadline, elapsed_seconds, remaining_seconds
from portal.errors import ActionError
from tests.clients import signed_in
from tests.games.conftest import actor, new_table, table

__all__ = ["new_table", "table"]
pytestmark = pytest.mark.same_everywhere
START = datetime(2026, 3, 1, tzinfo=UTC)
HOUR = timedelta(hours=1)
MINUTES = st.integers(0, 3000)


@settings(deadline=None, database=None, derandomize=True, max_examples=200)
@given(st.lists(MINUTES, min_size=2, max_size=2, unique=True), MINUTES, MINUTES, MINUTES)
def test_an_outage_beside_or_in_an_absence_is_given_back_once(
    absence: list[int], outage_from: int, length: int, bank: int
) -> None:
    def at(minutes: int) -> datetime:
        return START + timedelta(minutes=minutes)

    first, last = sorted(absence)
    calendar = Calendar.of(Calendar(site=(Span(at(first), at(last)),)).to_data())
    assert calendar is not None
    end = outage_from + length
    seconds = 60.0 * bank + elapsed_seconds(
        at(outage_from), at(end), calendar
    )  # as `compensate_downtime` gives
    stood = sum(first <= minute < last or outage_from <= minute < end for minute in range(6001))
    over = max(last, end)
    left = bank - (over - stood)
    assert remaining_seconds(seconds, START, at(over), calendar) == 60 * max(0, left)
    if left > 0:
        assert deadline(seconds, START, calendar) == at(over + left)
    else:  # an absence gives time to those alone who have some left when it begins
        assert deadline(seconds, START, calendar) <= at(over)


def actor_seat(table: Table) -> Seat:
    return Seat.objects.get(table=table, number=actor(table).number)


def due_of(table: Table) -> datetime:
    moment = actor_seat(table).due_at
    assert moment is not None
    return moment


def plan(start: datetime, end: datetime, **more: object) -> PlannedDowntime:
    made = downtime.plan_downtime(start, end, **{"tells": False, "now": timezone.now(), **more})
    downtime.apply_downtimes()
    return made


@pytest.mark.django_db
def test_a_wait_that_runs_gets_the_time_and_loses_it_where_it_is_called_off(table: Table) -> None:
    bank, before, now = actor_seat(table).bank, due_of(table), timezone.now()
    made = plan(now + HOUR, now + 3 * HOUR)
    assert due_of(table) == before + 2 * HOUR
    assert actor_seat(table).bank == bank
    downtime.apply_downtimes()
    assert due_of(table) == before + 2 * HOUR  # told twice, given once
    downtime.change_end(made.pk, now + 4 * HOUR, tells=False, now=now)
    downtime.apply_downtimes()
    assert due_of(table) == before + 3 * HOUR
    downtime.change_end(made.pk, now, tells=False, now=now)
    downtime.apply_downtimes()
    assert due_of(table) == before


@pytest.mark.django_db
def test_an_end_that_moves_while_it_lasts_counts_as_it_was(table: Table) -> None:
    before, now = due_of(table), timezone.now()
    made = plan(now, now + 2 * HOUR)
    later = now + HOUR
    downtime.change_end(made.pk, later, tells=False, now=later)  # over sooner
    downtime.apply_downtimes(later)
    assert due_of(table) - before == later - made.starts_at
    with pytest.raises(ActionError):
        downtime.change_end(made.pk, later + HOUR, tells=False, now=later + HOUR)


@pytest.mark.django_db
def test_a_wait_that_begins_knows_what_is_planned(new_table, enqueued_tasks) -> None:
    now = timezone.now()
    downtime.plan_downtime(now + HOUR, now + 2 * HOUR, tells=False, now=now)
    planned_downtimes.CACHED_DOWNTIMES.invalidate()
    found = new_table()
    seat = actor_seat(found)
    assert seat.calendar is not None
    assert len(seat.calendar.site) == 1
    assert seat.waiting_since is not None
    assert due_of(found) - seat.waiting_since == timedelta(seconds=seat.bank) + HOUR


@pytest.mark.django_db
def test_nobody_times_out_during_downtime_or_before_clocks_are_extended(table: Table) -> None:
    for part in Heartbeat.Process:
        heartbeat.record_heartbeat(part)
    now = timezone.now()
    assert heartbeat.can_time_out()
    made = downtime.plan_downtime(now, now + HOUR, tells=False, now=now)
    assert not heartbeat.can_time_out()
    past = {"starts_at": now - HOUR, "ends_at": now - timedelta(minutes=1)}
    PlannedDowntime.objects.filter(pk=made.pk).update(**past, changed_at=now - HOUR)
    assert not heartbeat.can_time_out()
    downtime.apply_downtimes()
    assert heartbeat.can_time_out()


@pytest.mark.django_db
def test_an_outage_in_the_middle_gives_nothing_more_and_beyond_it_the_rest(table: Table) -> None:
    now = timezone.now()
    before = due_of(table)
    plan(now, now + HOUR)
    missed = {"missed_from": now + HOUR / 4, "missed_until": now + 2 * HOUR}
    Heartbeat.objects.create(process=Heartbeat.Process.WEB, beat_at=now, **missed)
    heartbeat.return_lost_time()
    assert abs(due_of(table) - before - 2 * HOUR) < timedelta(seconds=1)


@pytest.mark.django_db
def test_downtime_is_shown_on_pages_and_in_notifications(table: Table, client: Client) -> None:
    now = timezone.now()
    boss = User.objects.create(username="boss", is_superuser=True, is_staff=True)
    page = signed_in(boss)
    hour = f"{now + HOUR:%Y-%m-%dT%H:%M}"
    given = {
        "starts_at": hour,
        "ends_at": f"{now + 2 * HOUR:%Y-%m-%dT%H:%M}",
        "should_notify": "on",
    }
    assert page.post("/site/downtimes/", given).status_code == 302
    assert "Downtime is already planned for this time." in page.post("/site/downtimes/", given).text
    assert "within a week" in page.post("/site/downtimes/", {**given, "ends_at": hour}).text
    assert "The site is down: " in Announcement.objects.get().text
    while publication.notify_next_batch(timezone.now()):
        pass
    assert Notification.objects.filter(event="announced", channel="page").exists()
    client.force_login(boss)
    assert "The site is down: " in client.get("/notifications/").text
    (made,) = PlannedDowntime.objects.all()
    assert page.post(f"/site/downtimes/{made.pk}/", {"at_once": "yes"}).status_code == 302
    made.refresh_from_db()
    assert made.ends_at == made.starts_at
    seat = actor_seat(table)
    seat.pauses = Calendar(site=(Span(now - HOUR, now + HOUR),)).to_data()
    assert "the site is down until" in descriptions.seat_state_text(seat, now)
