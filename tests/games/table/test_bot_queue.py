"""Whose bot plays next: hosts take turns, and no bot is forgotten."""

from __future__ import annotations

import time
from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.db.models import F
from django.utils import timezone

from accounts.models import User
from games import tasks
from games.lobby import hosting_limits
from games.lobby.setup import table_setup
from games.lobby.table_settings import TableSettings
from games.models import Move, Seat, Table
from games.table.actions import automation, player_actions
from games.table.bots import turn_queue
from games.table.session.loader import load_match
from games.time_controls import PRESETS_BY_KEY
from tests.games.conftest import GAME, fresh


def bot_waits(host: User, seconds: int = 0, bots: int = 1) -> Table:
    """A table of this person at which bots have been to move for so many seconds."""
    table = table_setup.open_table(
        host,
        GAME,
        TableSettings(bots + 1, {}, PRESETS_BY_KEY["day"].clock, bots=("random",) * bots),
    )
    since = timezone.now() - timedelta(seconds=seconds)
    table.seat_set.update(waiting_since=None, due_at=None)
    table.seat_set.filter(user=None).update(waiting_since=since, due_at=since)
    return table


def claim() -> int:
    """The table of the next bot."""
    seat = turn_queue.claim_next_seat()
    assert seat is not None
    return Seat.objects.get(pk=seat).table_id


def play_next(searching: bool = False) -> int:
    """Play the next bot, as far as the queue sees it; its table."""
    seat = turn_queue.claim_next_seat(searching)
    assert seat is not None
    Seat.objects.filter(pk=seat).update(due_at=timezone.now(), claimed_until=None)
    return Seat.objects.get(pk=seat).table_id


def test_the_bot_that_waits_longest_plays_first(people: list[User]) -> None:
    late = bot_waits(people[0], 1)
    early = bot_waits(people[1], 5)
    assert [claim(), claim()] == [early.pk, late.pk]
    assert turn_queue.claim_next_seat() is None


def test_one_table_waits_for_no_crowd_of_another_host(people: list[User]) -> None:
    crowd = [bot_waits(people[0], 60) for _ in range(hosting_limits.UNFINISHED_AT_FIRST)]
    one = bot_waits(people[1])
    assert claim() in {table.pk for table in crowd}
    assert claim() == one.pk


def test_who_has_one_bot_that_searches_waits_for_no_crowd_which_is_not_forgotten(
    people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    crowd = [bot_waits(people[0], 60) for _ in range(5)]
    one = bot_waits(people[1])
    Seat.objects.filter(user=None).update(bot="strong")
    now = time.time()
    for host, seconds in ((people[0], 10), (people[1], 0)):
        cache.set(turn_queue._last_served_key(host.pk), now - seconds)
    monkeypatch.setattr(turn_queue.time, "time", lambda: now)
    assert play_next(searching=True) == one.pk
    now += 3
    assert play_next(searching=True) == one.pk
    assert play_next(searching=True) in {table.pk for table in crowd}


def test_quick_bots_do_not_wait_behind_those_that_search(
    people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(turn_queue, "LOOKED_AT", 1)
    slow, quick = bot_waits(people[0], 60), bot_waits(people[1])
    slow.seat_set.filter(user=None).update(bot="strong")
    assert claim() == quick.pk
    assert turn_queue.claim_next_seat() is None
    assert turn_queue.claim_next_seat(searching=True) == slow.seat_set.get(user=None).pk


def test_hosts_take_turns(people: list[User]) -> None:
    mine = bot_waits(people[1])
    for _ in range(5):
        bot_waits(people[0], 60)
    served = [play_next() == mine.pk for _ in range(8)]
    assert served in ([False, True] * 4, [True, False] * 4)


def test_the_tables_of_one_host_take_turns(people: list[User]) -> None:
    tables = {bot_waits(people[0], n).pk for n in range(4)}
    assert {play_next() for _ in range(4)} == tables


def test_a_bot_that_is_thinking_is_not_asked_again(people: list[User]) -> None:
    bot_waits(people[0])
    claim()
    assert turn_queue.claim_next_seat() is None


def test_at_one_table_one_bot_thinks_at_a_time(people: list[User]) -> None:
    table = bot_waits(people[0], bots=2)
    assert claim() == table.pk
    assert turn_queue.claim_next_seat() is None


def test_a_claim_that_nobody_honours_ends(people: list[User]) -> None:
    table = bot_waits(people[0])
    claim()
    Seat.objects.filter(table=table, claimed_until__isnull=False).update(
        claimed_until=F("claimed_until") - turn_queue.CLAIM_DURATION
    )
    assert claim() == table.pk


def test_seats_of_people_are_not_the_bots_business(table: Table) -> None:
    table.seat_set.update(due_at=timezone.now() - timedelta(days=1))
    assert turn_queue.claim_next_seat() is None


def test_a_wake_up_call_plays_one_turn(people: list[User]) -> None:
    table = table_setup.open_table(
        people[0], GAME, TableSettings(2, {}, PRESETS_BY_KEY["day"].clock, bots=("random",))
    )
    while not table.seat_set.filter(waiting_since__isnull=False).exclude(bot="").exists():
        current = fresh(table)
        move = load_match(current).legal_moves(table.seat_set.get(user=people[0]).number)[0]
        player_actions.confirm(table.key, people[0], current.version, [move])
    assert tasks.bot_turn()
    assert table.moves.filter(by=Move.Source.BOT).values("version").distinct().count() == 1


def test_a_call_when_no_bot_waits_does_nothing(table: Table) -> None:
    assert not tasks.bot_turn()


def test_a_bot_whose_table_moved_on_thinks_again(
    people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = bot_waits(people[0])
    answers = iter([False, True])
    monkeypatch.setattr(automation, "play_bot_turn", lambda seat: next(answers))
    assert tasks.bot_turn()
    assert next(answers, None) is None
    assert fresh(table).is_running


def test_a_bot_whose_table_never_rests_may_be_tried_again_at_once(
    people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = bot_waits(people[0])
    monkeypatch.setattr(automation, "play_bot_turn", lambda seat: False)
    assert not tasks.bot_turn()
    assert claim() == table.pk


def test_the_sweep_wakes_bots_whose_call_was_lost(people: list[User], enqueued_tasks: Any) -> None:
    bot_waits(people[0], 60)
    bot_waits(people[1], 60)
    enqueued_tasks.sent.clear()
    assert tasks.sweep() == 2
    assert enqueued_tasks.names() == ["games.tasks.bot_turn"] * 2


def test_the_sweep_sends_no_second_call_after_one_that_is_on_its_way(
    people: list[User], enqueued_tasks: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot_waits(people[0], 60)
    bot_waits(people[1], 60)
    monkeypatch.setattr(tasks, "queue_lengths", lambda: {"bots": 2, "thinking": 0})
    enqueued_tasks.sent.clear()
    assert tasks.sweep() == 0
    assert enqueued_tasks.names() == []


def test_a_match_of_bots_and_a_person_is_played_by_wake_up_calls_alone(
    people: list[User], enqueued_tasks: Any, django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        table = table_setup.open_table(
            people[0], GAME, TableSettings(4, {}, PRESETS_BY_KEY["day"].clock, bots=("random",) * 3)
        )
    for _ in range(20):
        with django_capture_on_commit_callbacks(execute=True):
            while enqueued_tasks.sent:
                enqueued_tasks.sent.pop(0)
                with django_capture_on_commit_callbacks(execute=True):
                    tasks.bot_turn()
            assert not table.seat_set.filter(due_at__isnull=False).exclude(bot="").exists()
            seat = table.seat_set.get(user=people[0])
            current = fresh(table)
            move = load_match(current).legal_moves(seat.number)[0]
            player_actions.confirm(table.key, people[0], current.version, [move])
