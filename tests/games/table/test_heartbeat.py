"""The site's own absence: everybody's running clock gets that time back, once."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from django.utils import timezone

from games import tasks
from games.models import Heartbeat, Message, Move, Seat, Table
from games.table.actions import player_actions
from games.table.session import heartbeat
from tests.games.conftest import actor, fresh, legal, play_on, player, seats_of
from tests.games.races import Race, race

__all__ = ["race"]

WEB, WORKER = Heartbeat.Process.WEB, Heartbeat.Process.WORKER


class Time:
    """The clock of the tests; it stands still until it is moved."""

    def __init__(self) -> None:
        self.now = datetime(2026, 5, 4, 12, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def passes(self, **span: float) -> datetime:
        self.now += timedelta(**span)
        return self.now


@pytest.fixture(autouse=True)
def time(monkeypatch: pytest.MonkeyPatch) -> Time:
    """A moment, from which on the site is there."""
    clock = Time()
    monkeypatch.setattr(timezone, "now", clock)
    return clock


class Site:
    """Web and worker, as long as they are there."""

    def __init__(self, time: Time) -> None:
        self.time = time
        self.up(WEB, WORKER)

    def up(self, *parts: Heartbeat.Process) -> int:
        """These parts are there, then the sweep comes round; how many seats it hands over."""
        if WEB in parts:
            heartbeat.record_heartbeat(WEB)
        return tasks.sweep() if WORKER in parts else 0

    def runs(self, seconds: int, *parts: Heartbeat.Process) -> None:
        """These parts are there for so long."""
        for _beat in range(seconds // 10):
            self.time.passes(seconds=10)
            self.up(*parts)


@pytest.fixture
def site(db: None, time: Time) -> Site:
    return Site(time)


def time_left(seat: Seat) -> timedelta:
    """How much time a seat that is waited for has."""
    seat.refresh_from_db()
    assert seat.due_at is not None
    return seat.due_at - timezone.now()


def returned_seconds(table: Table) -> list[int]:
    messages = table.messages.filter(log_code="time_back").order_by("pk")
    return [message.data["seconds"] for message in messages]


@pytest.mark.same_everywhere
def test_a_site_that_is_there_gives_nothing_back(site: Site, table: Table) -> None:
    site.runs(600, WEB, WORKER)
    assert time_left(actor(table)) == timedelta(days=1, minutes=-10)
    assert returned_seconds(table) == []


@pytest.mark.same_everywhere
def test_an_absence_of_two_minutes_is_none(site: Site, table: Table, time: Time) -> None:
    time.passes(minutes=2)
    site.up(WEB, WORKER)
    assert time_left(actor(table)) == timedelta(days=1, minutes=-2)


def test_a_machine_that_was_off_gives_the_time_back_once(
    site: Site, table: Table, time: Time
) -> None:
    seat, version = actor(table), fresh(table).version
    time.passes(minutes=30)
    site.up(WEB, WORKER)
    assert time_left(seat) == timedelta(days=1)
    assert returned_seconds(table) == [1800]
    assert fresh(table).version == version + 1
    site.runs(60, WEB, WORKER)
    assert time_left(seat) == timedelta(days=1, minutes=-1)
    assert returned_seconds(table) == [1800]


def test_after_a_move_the_time_given_back_is_what_is_left(
    site: Site, table: Table, time: Time
) -> None:
    seat = actor(table)
    Seat.objects.filter(pk=seat.pk).update(bank=3600.0, due_at=time.now + timedelta(hours=1))
    time.passes(minutes=30)
    site.up(WEB, WORKER)
    move = legal(table, seat)[0]
    player_actions.confirm(table.key, player(seat), fresh(table).version, [move])
    seat.refresh_from_db()
    assert (
        seat.bank == 3600.0 if seat.waiting_since is None else time_left(seat) >= timedelta(hours=1)
    )


@pytest.mark.same_everywhere
@pytest.mark.parametrize("first", [WEB, WORKER])
def test_after_a_restart_the_order_of_the_parts_does_not_matter(
    site: Site, table: Table, time: Time, first: Heartbeat.Process
) -> None:
    seat = actor(table)
    time.passes(minutes=10)
    site.up(first)
    time.passes(seconds=20)
    site.up(WEB, WORKER)
    assert time_left(seat) == timedelta(days=1)
    assert returned_seconds(table) == [620]


@pytest.mark.same_everywhere
def test_a_deploy_within_two_minutes_changes_nothing(site: Site, table: Table, time: Time) -> None:
    site.runs(20, WORKER)
    time.passes(seconds=50)
    site.up(WEB, WORKER)
    assert returned_seconds(table) == []
    assert time_left(actor(table)) == timedelta(days=1, seconds=-70)


@pytest.mark.same_everywhere
def test_nobody_runs_out_of_time_while_the_web_is_away(
    site: Site, table: Table, time: Time
) -> None:
    seat = actor(table)
    Seat.objects.filter(pk=seat.pk).update(bank=300.0, due_at=time.now + timedelta(minutes=5))
    site.runs(3600, WORKER)
    assert tasks.time_out_seats([seat.pk]) == 0
    assert site.up(WORKER) == 0
    assert not table.moves.filter(by=Move.Source.CLOCK).exists()
    site.up(WEB, WORKER)
    assert time_left(seat) == timedelta(minutes=5)
    assert returned_seconds(table) == [3600]


@pytest.mark.same_everywhere
def test_a_task_that_lay_in_the_queue_waits_for_the_time_back(
    site: Site, table: Table, time: Time
) -> None:
    seat = actor(table)
    Seat.objects.filter(pk=seat.pk).update(due_at=time.now + timedelta(minutes=1))
    time.passes(minutes=30)
    heartbeat.record_heartbeat(WEB)
    assert tasks.time_out_seats([seat.pk]) == 0
    assert time_left(seat) == timedelta(minutes=1)


@pytest.mark.same_everywhere
def test_a_worker_that_was_away_gives_the_time_back(site: Site, table: Table, time: Time) -> None:
    site.runs(600, WEB)
    site.up(WORKER)
    assert returned_seconds(table) == [600]
    assert time_left(actor(table)) == timedelta(days=1)


@pytest.mark.same_everywhere
def test_absences_that_overlap_are_one(site: Site, table: Table, time: Time) -> None:
    seat = actor(table)
    site.runs(600, WORKER)
    site.runs(600)
    site.runs(600, WEB)
    site.up(WEB, WORKER)
    assert time_left(seat) == timedelta(days=1)
    assert returned_seconds(table) == [1800]


@pytest.mark.same_everywhere
def test_absences_apart_are_given_back_each(site: Site, table: Table, time: Time) -> None:
    for _time in range(2):
        time.passes(minutes=5)
        site.up(WEB, WORKER)
        site.runs(60, WEB, WORKER)
    assert time_left(actor(table)) == timedelta(days=1, minutes=-2)
    assert returned_seconds(table) == [300, 300]


def test_who_is_asked_during_an_absence_has_all_their_time_after_it(
    site: Site, table: Table, time: Time
) -> None:
    site.runs(600, WORKER)
    seat = actor(table)
    player_actions.confirm(table.key, player(seat), fresh(table).version, [legal(table, seat)[0]])
    play_on(table, moves=1)
    asked = actor(table)
    assert asked.waiting_since == time.now
    had = time_left(asked)
    site.runs(600, WORKER)
    site.up(WEB, WORKER)
    assert time_left(asked) == had
    assert asked.waiting_since == time.now


def test_nothing_is_given_to_tables_where_no_clock_ran(
    site: Site, new_table: Callable[..., Table], time: Time
) -> None:
    over = play_on(new_table())
    asleep = new_table()
    Seat.objects.filter(table=asleep).update(waiting_since=None, due_at=None)
    time.passes(minutes=30)
    site.up(WEB, WORKER)
    for table in (over, asleep):
        assert returned_seconds(table) == []
        assert fresh(table).version == table.version


@pytest.mark.same_everywhere
def test_bots_are_given_no_time(site: Site, new_table: Callable[..., Table], time: Time) -> None:
    table = new_table(2, bots=("random",))
    while not actor(table).bot:
        play_on(table, moves=1)
    before = actor(table).due_at
    time.passes(minutes=30)
    site.up(WEB, WORKER)
    assert actor(table).due_at == before


def test_a_move_for_the_version_before_still_holds(site: Site, table: Table, time: Time) -> None:
    seat, seen = actor(table), fresh(table).version
    time.passes(minutes=30)
    site.up(WEB, WORKER)
    turn = player_actions.confirm(table.key, player(seat), seen, [legal(table, seat)[0]])
    assert turn.entered == 1


@pytest.mark.same_everywhere
def test_the_log_says_it(site: Site, table: Table, time: Time, client: Client) -> None:
    assert "The site was down" not in client.get(table.get_absolute_url()).text
    time.passes(minutes=90)
    site.up(WEB, WORKER)
    page = client.get(table.get_absolute_url()).text
    assert "The site was down for 1 hour 30 minutes. Everyone whose clock was" in page


def test_a_site_without_a_web_process_of_its_own_goes_on(db: None, table: Table) -> None:
    assert heartbeat.can_time_out()
    assert set(Heartbeat.objects.values_list("process", flat=True)) == {WORKER.value}


@pytest.mark.django_db(transaction=True)
def test_the_web_process_beats() -> None:
    async def beats() -> None:
        await heartbeat.record_web_heartbeat()
        await asyncio.gather(*heartbeat._PENDING_HEARTBEATS)

    asyncio.run(beats())
    assert Heartbeat.objects.get().process == WEB


@pytest.mark.django_db(transaction=True)
def test_two_workers_that_wake_together_give_it_once(
    time: Time, new_table: Callable[..., Table], race: Race
) -> None:
    site, table = Site(time), new_table()
    seat = actor(table)
    time.passes(minutes=30)
    heartbeat.record_heartbeat(WEB)
    assert race(heartbeat.can_time_out, heartbeat.can_time_out) == ["", ""]
    assert time_left(seat) == timedelta(days=1)
    assert returned_seconds(table) == [1800]
    assert site.up(WEB, WORKER) == 0


@pytest.mark.django_db(transaction=True)
def test_whoever_gives_it_a_second_time_gives_nothing(
    time: Time, new_table: Callable[..., Table], race: Race
) -> None:
    Site(time)
    new_table()
    time.passes(minutes=30)
    heartbeat.record_heartbeat(WEB)
    heartbeat.record_heartbeat(WORKER)
    given: list[int] = []
    race(*[lambda: given.append(heartbeat.return_lost_time())] * 3)
    assert sorted(given) == [0, 0, 1]


def test_however_many_wait_it_is_a_handful_of_statements(
    site: Site,
    new_table: Callable[..., Table],
    time: Time,
    django_assert_max_num_queries: Callable[..., object],
) -> None:
    tables = [new_table() for _n in range(5)]
    time.passes(minutes=30)
    heartbeat.record_heartbeat(WEB)
    with django_assert_max_num_queries(16):  # type: ignore[attr-defined]
        assert heartbeat.can_time_out()
    assert [returned_seconds(table) for table in tables] == [[1800]] * 5
    assert Message.objects.filter(log_code="time_back").count() == 5
    assert all(seats_of(table) for table in tables)
