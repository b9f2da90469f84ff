"""Whose time runs out: the policy plays, a bot takes the seat, and its person may come back."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.db import connection, transaction
from django.utils import timezone

from games import tasks
from games.models import Move, Seat, Table
from games.table.actions import automation, player_actions, resignation
from games.table.agreements import actions as agreements
from games.table.conditional_moves import actions
from games.table.session import transaction as session_transaction
from games.table.session.loader import load_match
from portal.errors import Forbidden
from tests.games.conftest import actor, fresh, legal, play_on, player, refresh
from tests.refusals import expect_refusal


def make_due(seat: Seat) -> None:
    Seat.objects.filter(pk=seat.pk).update(due_at=timezone.now() - timedelta(seconds=1))


def test_a_seat_that_runs_out_is_played_by_the_policy_and_the_log_says_so(table: Table) -> None:
    seat = actor(table)
    policy = load_match(table).auto_move(seat.number)
    make_due(seat)
    assert automation.time_out_seats([seat.pk])
    first = table.moves.get(number=1)
    assert (first.text, first.by) == (policy, Move.Source.CLOCK)
    assert table.messages.filter(log_code="timed_out").exists()
    assert refresh(seat).timeouts == 1
    assert actor(table).pk != seat.pk


@pytest.mark.same_everywhere
def test_a_seat_whose_time_is_not_up_is_left_alone(table: Table) -> None:
    assert not automation.time_out_seats([actor(table).pk])
    assert fresh(table).move_count == 0


def test_a_time_out_task_that_comes_twice_plays_once(table: Table) -> None:
    seat = actor(table)
    make_due(seat)
    assert automation.time_out_seats([seat.pk])
    count = fresh(table).move_count
    assert not automation.time_out_seats([seat.pk])
    assert fresh(table).move_count == count


def test_a_seat_that_is_late_is_claimed_once(new_table: Callable[..., Table]) -> None:
    """A second sweep finds what the first has left, until the claim ends."""
    seats = [actor(new_table()) for _ in range(3)]
    for seat in seats:
        make_due(seat)
    first = tasks.claim_due(limit=2)
    assert len(set(first)) == 2
    assert {*first, *tasks.claim_due()} == {seat.pk for seat in seats}
    assert tasks.claim_due() == []
    Seat.objects.filter(pk=first[0]).update(claimed_until=timezone.now())
    assert tasks.claim_due() == first[:1]


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("way", ["opened", "opened_for"])
def test_whoever_opens_a_table_holds_its_row(table: Table, way: str) -> None:
    def is_held() -> bool:
        """As another process finds it."""
        with ThreadPoolExecutor(1) as other:
            return other.submit(_is_locked, table).result()

    with transaction.atomic():
        assert not is_held()
        if way == "opened":
            with session_transaction.open_table(table.key):
                assert is_held()
        else:
            session_transaction.open_tables_of_seats([actor(table).pk])
            assert is_held()
    assert not is_held()


def _is_locked(table: Table) -> bool:
    try:
        with transaction.atomic():
            return not Table.objects.select_for_update(skip_locked=True).filter(pk=table.pk)
    finally:
        connection.close()


def test_a_wake_up_call_for_a_seat_that_is_gone_does_nothing(db: None) -> None:
    assert not automation.play_bot_turn(4_000_000)
    assert not automation.time_out_seats([4_000_000])


@pytest.mark.same_everywhere
def test_late_seats_of_many_tables_are_played_in_one_transaction(
    new_table: Callable[..., Table],
) -> None:
    tables = [new_table() for _ in range(3)]
    seats = [actor(table) for table in tables]
    for seat in seats[:2]:
        make_due(seat)
    assert automation.time_out_seats([seat.pk for seat in seats]) == 2
    assert [fresh(table).version for table in tables] == [
        tables[0].version + 1,
        tables[1].version + 1,
        tables[2].version,
    ]
    for table, seat in zip(tables[:2], seats[:2], strict=True):
        first = table.moves.get(number=1)
        assert (first.seat, first.by) == (seat.number, Move.Source.CLOCK)
        assert refresh(seat).timeouts == 1


@pytest.mark.same_everywhere
def test_a_table_that_cannot_be_played_does_not_keep_others_waiting(
    new_table: Callable[..., Table],
) -> None:
    broken, sound = new_table(), new_table()
    seats = [actor(broken), actor(sound)]
    for seat in seats:
        make_due(seat)
    Table.objects.filter(pk=broken.pk).update(state='{"no": "match"}')
    assert tasks.time_out_seats([seat.pk for seat in seats]) == 1
    assert not fresh(broken).move_count
    assert fresh(sound).move_count


def time_out_until_bot(table: Table) -> Seat:
    seat = actor(table)
    for _ in range(200):
        seat = refresh(seat)
        if seat.bot or not fresh(table).is_running:
            return seat
        if seat.waiting_since is not None:
            make_due(seat)
            automation.time_out_seats([seat.pk])
        else:
            play_on(table, moves=1)
    raise AssertionError("no bot after 200 steps")


@pytest.mark.same_everywhere
def test_after_three_time_outs_in_a_row_a_bot_takes_the_seat(table: Table) -> None:
    seat = time_out_until_bot(table)
    assert seat.bot
    assert seat.leave_reason == Seat.LeaveReason.TIMED_OUT
    assert table.messages.filter(log_code="timed_out").count() == 3
    assert table.messages.filter(log_code="bot_took_over").exists()


def test_moving_oneself_starts_the_count_of_time_outs_anew(table: Table) -> None:
    seat = actor(table)
    make_due(seat)
    automation.time_out_seats([seat.pk])
    while refresh(seat).waiting_since is None:
        play_on(table, moves=1)
    player_actions.confirm(table.key, player(seat), fresh(table).version, [legal(table, seat)[0]])
    assert refresh(seat).timeouts == 0


@pytest.mark.same_everywhere
def test_a_person_replaced_after_time_outs_may_come_back(table: Table) -> None:
    seat = time_out_until_bot(table)
    resignation.reclaim_seat(table.key, player(seat))
    back = refresh(seat)
    assert (back.bot, back.leave_reason, back.timeouts) == ("", "", 0)


@pytest.mark.same_everywhere
def test_whose_seat_a_bot_plays_does_nothing_there_but_come_back(table: Table) -> None:
    seat = time_out_until_bot(table)
    key, user = table.key, player(seat)
    while refresh(seat).waiting_since is None:
        play_on(table, moves=1)
    version, (move, *_) = fresh(table).version, legal(table, seat)
    acts: list[Callable[[], object]] = [
        lambda: player_actions.add_to_draft(key, user, version, 0, [move]),
        lambda: player_actions.undo(key, user, version, 1),
        lambda: player_actions.confirm(key, user, version, [move]),
        lambda: player_actions.confirm(key, user, version, step=0),
        lambda: player_actions.set_auto_answers(key, user, []),
        lambda: player_actions.dismiss_news(key, user, 0),
        lambda: resignation.resign(key, user),
        lambda: player_actions.give_time(key, user, 1 - seat.number),
        lambda: agreements.agree_to_call_off(key, user),
        lambda: actions.add(key, user, {}),
        lambda: actions.give(key, user, []),
        lambda: actions.change(key, user, 1, "remove"),
    ]
    for act in acts:
        with expect_refusal(Forbidden, "not_your_seat"):
            act()
    assert fresh(table).version == version


@pytest.mark.same_everywhere
def test_whoever_resigned_does_not_come_back(table: Table) -> None:
    seat = actor(table)
    resignation.resign(table.key, player(seat))
    assert refresh(seat).leave_reason == Seat.LeaveReason.RESIGNED
    with expect_refusal(Forbidden, "not_your_seat"):
        resignation.reclaim_seat(table.key, player(seat))
