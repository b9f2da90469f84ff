"""Tables that nobody plays at any more: they sleep, wake, and end."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from decimal import Decimal

import pytest
from django.core.mail import EmailMessage
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import User
from games import tasks
from games.models import LONGEST_SLEEP, Move, Notification, Seat, Table
from games.notifications import delivery
from games.ratings import rating_changes
from games.ratings.models import Rating
from games.table.actions import automation, player_actions, resignation
from games.table.bots import turn
from games.table.errors import NotRunningError
from games.table.session.loader import load_match
from portal.dates import day_text
from portal.errors import Forbidden
from tests.clients import signed_in
from tests.games.conftest import (
    actor,
    fresh,
    legal,
    make_notifications_due,
    play_on,
    player,
    seats_of,
)
from tests.refusals import expect_refusal


def run_out(table: Table, user: User) -> None:
    """Let the time of a person run out until a bot has their seat; everybody else plays on."""
    for _ in range(400):
        seat = table.seat_set.get(user=user)
        if seat.bot:
            return
        if seat.waiting_since is None:
            play_on(table, moves=1)
            continue
        Seat.objects.filter(pk=seat.pk).update(due_at=timezone.now() - timedelta(seconds=1))
        automation.time_out_seats([seat.pk])
    raise AssertionError("no bot after 400 steps")


@pytest.fixture
def solo(new_table: Callable[..., Table], people: list[User]) -> Table:
    """A table of one person and two bots that sleeps since the person's time ran out."""
    table = new_table(3, bots=("random", "random"))
    run_out(table, people[0])
    return fresh(table)


def clocks(table: Table) -> set[object]:
    return {(seat.waiting_since, seat.due_at, seat.claimed_until) for seat in seats_of(table)}


def test_a_table_whose_people_are_gone_sleeps_and_no_clock_runs(solo: Table) -> None:
    assert solo.is_running
    assert solo.asleep_since is not None
    assert clocks(solo) == {(None, None, None)}
    assert solo.messages.filter(log_code="fell_asleep").count() == 1


@pytest.mark.same_everywhere
def test_bots_do_not_play_at_a_table_that_sleeps(solo: Table) -> None:
    tasks.sweep()
    for seat in seats_of(solo):
        assert not automation.play_bot_turn(seat.pk)
    assert automation.time_out_seats([seat.pk for seat in seats_of(solo)]) == 0
    assert fresh(solo).move_count == solo.move_count


@pytest.mark.same_everywhere
def test_a_table_sleeps_when_the_last_of_several_runs_out_of_time(
    table: Table, people: list[User]
) -> None:
    run_out(table, people[0])
    assert fresh(table).asleep_since is None, "the other one plays"
    run_out(table, people[1])
    assert fresh(table).asleep_since is not None


@pytest.mark.same_everywhere
def test_a_table_sleeps_when_one_is_late_and_the_other_resigns(
    table: Table, people: list[User]
) -> None:
    run_out(table, people[0])
    resignation.resign(table.key, people[1])
    assert fresh(table).asleep_since is not None


@pytest.mark.same_everywhere
def test_coming_back_wakes_the_table(solo: Table, people: list[User]) -> None:
    resignation.reclaim_seat(solo.key, people[0])
    awake = fresh(solo)
    assert awake.asleep_since is None
    acting = set(load_match(awake).actors)
    for seat in seats_of(awake):
        assert (seat.waiting_since is not None) == (seat.number in acting)
        assert (seat.due_at is not None) == (seat.number in acting)
    play_on(awake, moves=10)
    assert fresh(solo).move_count >= solo.move_count + 10


@pytest.mark.same_everywhere
def test_whoever_comes_back_has_the_time_of_one_turn(solo: Table, people: list[User]) -> None:
    resignation.reclaim_seat(solo.key, people[0])
    assert solo.seat_set.get(user=people[0]).bank == solo.clock.increment


@pytest.mark.same_everywhere
def test_nobody_who_resigned_wakes_a_table(table: Table, people: list[User]) -> None:
    run_out(table, people[0])
    resignation.resign(table.key, people[1])
    with expect_refusal(Forbidden, "not_your_seat"):
        resignation.reclaim_seat(table.key, people[1])
    assert fresh(table).asleep_since is not None


def sleep_for(table: Table, span: timedelta) -> None:
    Table.objects.filter(pk=table.pk).update(asleep_since=timezone.now() - span)


def test_after_fourteen_days_a_table_that_sleeps_is_called_off_unrated(
    table: Table, people: list[User]
) -> None:
    for user in people[:2]:
        run_out(table, user)
    assert timedelta(days=14) == LONGEST_SLEEP
    sleep_for(table, LONGEST_SLEEP - timedelta(minutes=1))
    assert tasks.close_stale_tables() == 0
    assert fresh(table).is_running
    sleep_for(table, LONGEST_SLEEP + timedelta(minutes=1))
    assert tasks.close_stale_tables() == 1
    assert fresh(table).status == Table.Status.CALLED_OFF
    assert not table.rating_changes.exists()


@pytest.mark.same_everywhere
def test_a_table_that_woke_up_is_not_called_off(solo: Table, people: list[User]) -> None:
    resignation.reclaim_seat(solo.key, people[0])
    assert not automation.call_off_asleep(solo.key, timezone.now() + 2 * LONGEST_SLEEP)


def test_a_bot_that_thought_while_its_table_fell_asleep_plays_nothing(
    new_table: Callable[..., Table], people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = new_table(2, bots=("random",))
    while not actor(table).bot:
        play_on(table, moves=1)
    choose = turn.choose_turn

    def resign_and_choose(seat: Seat, match: object) -> list[str]:
        resignation.resign(table.key, people[0])
        return choose(seat, match)

    monkeypatch.setattr(turn, "choose_turn", resign_and_choose)
    with pytest.raises(NotRunningError):
        automation.play_bot_turn(actor(table).pk)
    assert not table.moves.filter(by=Move.Source.BOT, number__gt=fresh(table).move_count).exists()


# nobody may come back


@pytest.mark.same_everywhere
def test_a_person_among_bots_who_resigns_ends_the_match(
    new_table: Callable[..., Table], people: list[User]
) -> None:
    table = new_table(3, bots=("random", "random"))
    resignation.resign(table.key, people[0])
    assert fresh(table).status == Table.Status.CALLED_OFF
    assert clocks(table) == {(None, None, None)}


def value(user: User) -> Decimal:
    return Rating.objects.get(user=user).value


def test_the_last_to_resign_wins_against_whoever_resigned_before(
    table: Table, people: list[User]
) -> None:
    play_on(table, moves=90)
    resignation.resign(table.key, people[0])
    assert fresh(table).is_running
    resignation.resign(table.key, people[1])
    assert fresh(table).status == Table.Status.FINISHED
    assert value(people[0]) < 1500 < value(people[1])
    assert table.seat_set.get(user=people[1]).rank == 1
    assert rating_changes.recompute_all() == []
    text = signed_in(people[1]).get(table.get_absolute_url()).content.decode()
    assert ">The match is over.</p>" in text


@pytest.mark.same_everywhere
def test_of_three_who_resign_the_last_wins_and_the_others_have_lost(
    new_table: Callable[..., Table], people: list[User]
) -> None:
    table = play_on(new_table(3), moves=120)
    for user in people[:3]:
        resignation.resign(table.key, user)
    assert [table.seat_set.get(user=user).rank for user in people[:3]] == [2, 2, 1]
    assert value(people[0]) == value(people[1]) < 1500 < value(people[2])
    assert table.rating_changes.count() == 3


@pytest.mark.same_everywhere
def test_a_friendly_match_that_everybody_resigned_is_called_off(
    new_table: Callable[..., Table], people: list[User]
) -> None:
    table = new_table(2, rated=False)
    for user in people[:2]:
        resignation.resign(table.key, user)
    assert fresh(table).status == Table.Status.CALLED_OFF


@pytest.mark.same_everywhere
def test_the_page_of_a_match_ended_by_the_last_person_shows_the_result(
    table: Table, people: list[User]
) -> None:
    play_on(table, moves=20)
    for user in people[:2]:
        resignation.resign(table.key, user)
    page = Client().get(table.get_absolute_url()).text
    assert "Final result" in page
    assert "bob was the last player at this table and ended the match" in page
    ranks = re.findall(r'<span class="result-rank">(\d)\.</span>.*?<b>(\w+)</b>', page)
    assert ranks[0] == ("1", "bob")
    assert [rank for rank, _name in ranks] == ["1", "2"]
    assert Client().get("/tables/?status=finished").status_code == 200


# it is said beforehand


@pytest.mark.same_everywhere
def test_the_page_says_that_the_table_sleeps_and_until_when(
    solo: Table, people: list[User]
) -> None:
    assert solo.asleep_until is not None
    said = f"It will be called off on {day_text(solo.asleep_until)}"
    for client in (Client(), signed_in(people[0])):
        page = client.get(solo.get_absolute_url()).text
        assert said in page
    assert "Take my seat back" in page


@pytest.mark.same_everywhere
def test_lists_show_that_a_table_sleeps(solo: Table, people: list[User]) -> None:
    assert "asleep" in Client().get("/tables/?status=running").text
    assert "asleep" in signed_in(people[0]).get("/my-tables/").text


@pytest.mark.same_everywhere
def test_the_api_tells_until_when_a_table_sleeps(solo: Table, people: list[User]) -> None:
    data = APIClient().get(reverse("api:table", args=[solo.key])).json()
    assert data["status"] == "running"
    assert data["asleep_until"] is not None
    resignation.reclaim_seat(solo.key, people[0])
    assert APIClient().get(reverse("api:table", args=[solo.key])).json()["asleep_until"] is None


@pytest.mark.same_everywhere
def test_whoever_may_wake_the_table_gets_one_mail_about_it(
    solo: Table, people: list[User], mailoutbox: list[EmailMessage]
) -> None:
    Notification.objects.filter(event="started").delete()
    make_notifications_due()
    assert delivery.send_due() == 1
    assert delivery.send_due() == 0
    (mail,) = mailoutbox
    assert mail.to == [people[0].email]
    assert "asleep" in mail.subject
    assert "called off on" in mail.body
    assert solo.get_absolute_url() in mail.body


@pytest.mark.same_everywhere
def test_no_mail_about_a_table_that_was_woken_before(
    solo: Table, people: list[User], mailoutbox: list[EmailMessage]
) -> None:
    resignation.reclaim_seat(solo.key, people[0])
    make_notifications_due()
    delivery.send_due()
    assert not any("asleep" in mail.subject for mail in mailoutbox)


@pytest.mark.same_everywhere
def test_before_resigning_the_page_says_what_becomes_of_the_match(
    table: Table, people: list[User]
) -> None:
    page = signed_in(people[1]).get(table.get_absolute_url()).text
    assert "a bot plays for you and you lose" in page
    resignation.resign(table.key, people[0])
    page = signed_in(people[1]).get(table.get_absolute_url()).text
    assert "everyone who left earlier loses to you" in page


@pytest.mark.same_everywhere
def test_table_page_explains_sleep_to_the_last_player(table: Table, people: list[User]) -> None:
    run_out(table, people[0])
    page = signed_in(people[1]).get(table.get_absolute_url()).text
    assert "the table is asleep until someone comes back. After 14 days" in page


@pytest.mark.same_everywhere
def test_table_page_explains_call_off_against_bots(
    new_table: Callable[..., Table], people: list[User]
) -> None:
    table = new_table(2, bots=("random",))
    page = signed_in(people[0]).get(table.get_absolute_url()).text
    assert "the match is called off and does not count" in page


def test_moves_go_on_while_one_person_plays(
    new_table: Callable[..., Table], people: list[User]
) -> None:
    table = new_table(3)
    resignation.resign(table.key, people[0])
    resignation.resign(table.key, people[1])
    assert fresh(table).is_running
    while not table.moves.filter(by=Move.Source.BOT).exists():
        seat = actor(table)
        if seat.bot:
            assert automation.play_bot_turn(seat.pk)
        else:
            player_actions.confirm(
                table.key, player(seat), fresh(table).version, [legal(table, seat)[0]]
            )
    assert fresh(table).asleep_since is None
