"""What all players agree to: pauses, clocks, takebacks, early ends, and who must agree."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games.models import Message, Notification, Proposal, Seat, Table
from games.table.actions import automation, player_actions, resignation
from games.table.agreements import actions as agreements
from games.table.session import journal
from games.time_controls import PRESETS_BY_KEY
from portal.errors import Conflict, Forbidden, Invalid, TooManyRequests
from tests.clients import signed_in
from tests.games.conftest import actor, fresh, legal, play_on, player, seats_of
from tests.refusals import expect_refusal

pytestmark = pytest.mark.django_db
NewTable = Callable[..., Table]
DAY = timedelta(days=1)


def open_one(table: Table) -> Proposal:
    return Proposal.objects.get(table=table, outcome=Proposal.Outcome.OPEN)


def last_one(table: Table) -> Proposal:
    found = Proposal.objects.filter(table=table).first()
    assert found is not None
    return found


def agree(table: Table, *people: User) -> None:
    for user in people:
        agreements.answer(table.key, user, open_one(table).pk, agrees=True)


def pause(table: Table, by: User, days: int = 10, text: str = "") -> Proposal:
    until = timezone.now() + timedelta(days=days)
    agreements.propose(table.key, by, "pause", {"until": until}, text)
    return last_one(table)


def test_pause_begins_when_everyone_has_agreed(new_table: NewTable, people: list[User]) -> None:
    table = new_table(3)
    pause(table, people[0])
    agree(table, people[1])
    assert fresh(table).paused_until is None
    agree(table, people[2])
    assert fresh(table).paused_until is not None
    assert last_one(table).outcome == Proposal.Outcome.ACCEPTED
    assert not fresh(table).has_proposal


def test_one_no_declines_at_once(new_table: NewTable, people: list[User]) -> None:
    table = new_table(3)
    proposal = pause(table, people[0])
    agree(table, people[1])
    agreements.answer(table.key, people[2], proposal.pk, agrees=False)
    assert last_one(table).outcome == Proposal.Outcome.DECLINED
    with expect_refusal(Conflict, "over"):
        agreements.answer(table.key, people[1], proposal.pk, agrees=True)


def test_silence_is_no_agreement(table: Table, people: list[User]) -> None:
    proposal = pause(table, people[0])
    assert agreements.settle(table.key, proposal.expires_at)
    assert last_one(table).outcome == Proposal.Outcome.EXPIRED
    assert fresh(table).paused_until is None


def test_silent_people_are_asked_again_before_the_deadline(
    table: Table, people: list[User]
) -> None:
    proposal = pause(table, people[0])
    asked = Notification.objects.filter(user=people[1], event="proposal", channel="page")
    assert asked.count() == 1
    assert agreements.due_tables(proposal.due_at) == [table.key]
    agreements.settle(table.key, proposal.due_at)
    agreements.settle(table.key, proposal.due_at)
    assert asked.count() == 2
    assert agreements.due_tables(proposal.due_at) == []
    assert not Notification.objects.filter(user=people[0], event="proposal").exists()


def test_answer_marks_the_bell_as_read(table: Table, people: list[User]) -> None:
    pause(table, people[0])
    agree(table, people[1])
    bell = Notification.objects.get(user=people[1], event="proposal", channel="page")
    assert bell.read_at is not None


def test_no_time_is_lost_in_a_pause(table: Table, people: list[User]) -> None:
    seat = actor(table)
    due = seat.due_at
    assert due is not None
    pause(table, people[0], days=10)
    agree(table, people[1])
    later = Seat.objects.get(pk=seat.pk).due_at
    assert later is not None
    assert timedelta(days=10) - timedelta(minutes=1) < later - due <= timedelta(days=10)
    assert automation.time_out_seats([seat.pk], due + timedelta(hours=1)) == 0


def test_people_may_move_in_a_pause_and_the_next_clock_rests_too(
    table: Table, people: list[User]
) -> None:
    pause(table, people[0], days=10)
    agree(table, people[1])
    play_on(table, 3)
    seat = actor(table)
    assert seat.due_at is not None
    assert seat.due_at > timezone.now() + timedelta(days=10)


def test_pause_ends_at_its_date(table: Table, people: list[User]) -> None:
    pause(table, people[0])
    agree(table, people[1])
    until = fresh(table).paused_until
    assert until is not None
    assert agreements.due_tables(until) == [table.key]
    assert agreements.settle(table.key, until)
    assert fresh(table).paused_until is None
    assert Message.objects.filter(table=table, log_code="pause_over").exists()


def test_pause_ends_early_if_everyone_agrees(table: Table, people: list[User]) -> None:
    pause(table, people[0])
    agree(table, people[1])
    agreements.propose(table.key, people[1], "continue")
    agree(table, people[0])
    seat = actor(table)
    assert fresh(table).paused_until is None
    assert seat.due_at is not None
    assert seat.due_at < timezone.now() + DAY + timedelta(minutes=1)


def test_pause_can_be_renewed(table: Table, people: list[User]) -> None:
    pause(table, people[0], days=10)
    agree(table, people[1])
    pause(table, people[1], days=40)
    agree(table, people[0])
    seat = actor(table)
    assert seat.due_at is not None
    assert seat.due_at > timezone.now() + timedelta(days=40)


@pytest.mark.parametrize("span", [timedelta(days=61), timedelta(minutes=1), -DAY])
def test_pause_is_neither_too_long_nor_over(
    table: Table, people: list[User], span: timedelta
) -> None:
    with expect_refusal(Invalid, "refused"):
        agreements.propose(table.key, people[0], "pause", {"until": timezone.now() + span})
    assert not fresh(table).has_proposal


def test_clock_changes_for_everyone_at_once(table: Table, people: list[User]) -> None:
    clock = PRESETS_BY_KEY["three-days"].clock
    agreements.propose(table.key, people[0], "clock", {"clock": clock})
    agree(table, people[1])
    assert fresh(table).clock == clock
    assert {seat.bank for seat in seats_of(table)} == {float(clock.bank)}
    due = actor(table).due_at
    assert due is not None
    assert due > timezone.now() + 2 * DAY
    assert [one["bank"] for one in fresh(table).clock_changes] == [86400]


def test_live_clock_for_an_evening_returns_to_the_usual_one(
    table: Table, people: list[User]
) -> None:
    usual, live = table.clock, PRESETS_BY_KEY["live-20"].clock
    until = timezone.now() + timedelta(hours=3)
    agreements.propose(table.key, people[0], "clock", {"clock": live, "until": until})
    agree(table, people[1])
    assert (fresh(table).clock, fresh(table).usual_clock) == (live, usual)
    assert agreements.settle(table.key, until)
    assert fresh(table).clock == usual
    assert fresh(table).clock_returns_at is None


def test_rated_match_keeps_a_time_limit(table: Table, people: list[User]) -> None:
    clock = PRESETS_BY_KEY["unlimited"].clock
    with expect_refusal(Invalid, "refused"):
        agreements.propose(table.key, people[0], "clock", {"clock": clock})


def test_match_ends_as_it_stands_and_is_rated_if_it_was_long_enough(
    table: Table, people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.ratings.participation.required_moves", lambda table: 1)
    play_on(table, 6)
    agreements.propose(table.key, people[0], "end")
    agree(table, people[1])
    ended = fresh(table)
    assert (ended.status, ended.ended_by_agreement) == (Table.Status.FINISHED, True)
    assert all(seat.rank for seat in seats_of(table))
    assert ended.rated
    assert ended.rating_changes.count() == 2
    ann = signed_in(people[0])
    for address in (table.get_absolute_url(), "/my-matches/", people[0].get_absolute_url()):
        assert "ended by agreement" in ann.get(address).text
    (row,) = ann.get("/my-matches/matches.json").json()
    (found,) = ann.get("/api/my-matches/").json()
    assert row["ended_by_agreement"] is found["ended_by_agreement"] is True


def test_short_match_that_ends_by_agreement_is_not_rated(
    table: Table, people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.ratings.participation.required_moves", lambda table: 10_000)
    agreements.propose(table.key, people[0], "end")
    agree(table, people[1])
    assert not fresh(table).rated
    assert not fresh(table).rating_changes.exists()


def quiet_turn(table: Table) -> tuple[Seat, str]:
    """A turn that reveals nothing was sent; its seat, and the state before it."""
    for _turn in range(60):
        seat, before = actor(table), fresh(table)
        move = legal(table, seat)[0]
        player_actions.confirm(table.key, player(seat), before.version, [move])
        if fresh(table).revealed_version <= before.version and fresh(table).is_running:
            return seat, before.state
    raise AssertionError("each of 60 turns revealed something")


def test_turn_is_taken_back_if_everyone_agrees(new_table: NewTable, people: list[User]) -> None:
    table = new_table(rated=False)
    seat, _before = quiet_turn(table)
    count = fresh(table).move_count
    other = next(one for one in people[:2] if one.pk != seat.user_id)
    agreements.propose(table.key, player(seat), "take_back")
    agree(table, other)
    assert fresh(table).move_count < count
    assert actor(table).user_id == seat.user_id


@pytest.mark.django_db(transaction=True)
def test_log_has_no_undone_move_after_a_takeback_by_agreement(
    new_table: NewTable, people: list[User], caplog: pytest.LogCaptureFixture
) -> None:
    """What a process keeps of the journal is not extended by a transaction that undid moves."""
    table = new_table(rated=False)
    seat, _before = quiet_turn(table)
    other = next(one for one in people[:2] if one.pk != seat.user_id)
    agreements.propose(table.key, player(seat), "take_back")
    count = fresh(table).move_count
    assert {move.number for move in journal.recent_tail(fresh(table)).moves} >= {count}
    agree(table, other)
    now = fresh(table)
    assert now.move_count < count
    assert all(move.number <= now.move_count for move in journal.recent_tail(now).moves)
    assert [record for record in caplog.records if record.exc_info] == []


def test_takeback_is_void_after_the_next_move(new_table: NewTable, people: list[User]) -> None:
    table = new_table(rated=False)
    seat, _before = quiet_turn(table)
    agreements.propose(table.key, player(seat), "take_back")
    play_on(table, 1)
    count = fresh(table).move_count
    agreements.settle(table.key)
    assert last_one(table).outcome == Proposal.Outcome.VOID
    assert fresh(table).move_count == count


def test_no_turn_of_a_rated_match_is_taken_back(table: Table, people: list[User]) -> None:
    seat, _before = quiet_turn(table)
    with expect_refusal(Conflict, "not_possible"):
        agreements.propose(table.key, player(seat), "take_back")


def test_remaining_people_decide_when_someone_leaves(
    new_table: NewTable, people: list[User]
) -> None:
    table = new_table(3)
    pause(table, people[0])
    agree(table, people[1])
    resignation.resign(table.key, people[2])
    assert agreements.due_tables(timezone.now()) == [table.key]
    agreements.settle(table.key)
    assert fresh(table).paused_until is not None


def test_proposal_of_a_person_who_leaves_is_void(new_table: NewTable, people: list[User]) -> None:
    """Nobody resigns and escapes the loss by calling the match off."""
    table = new_table(3)
    agreements.propose(table.key, people[0], "call_off")
    agree(table, people[1])
    resignation.resign(table.key, people[0])
    agreements.settle(table.key)
    assert last_one(table).outcome == Proposal.Outcome.VOID
    assert fresh(table).is_running


def test_proposal_ends_with_the_match(table: Table, people: list[User]) -> None:
    pause(table, people[0])
    play_on(table)
    assert last_one(table).outcome == Proposal.Outcome.VOID
    assert not fresh(table).has_proposal


def test_bots_do_not_vote(new_table: NewTable, people: list[User]) -> None:
    table = new_table(2, bots=("steady",))
    pause(table, people[0])
    assert fresh(table).paused_until is not None


def test_a_second_proposal_waits_for_the_first(table: Table, people: list[User]) -> None:
    pause(table, people[0])
    with expect_refusal(Conflict, "proposal_open"):
        agreements.propose(table.key, people[1], "end")


def test_same_proposal_needs_a_waiting_time_that_grows(table: Table, people: list[User]) -> None:
    waits, now = [], timezone.now()
    for _time in range(3):
        proposal = pause(table, people[0])
        agreements.answer(table.key, people[1], proposal.pk, agrees=False)
        with expect_refusal(TooManyRequests, "too_often"):
            pause(table, people[0])
        mine = Proposal.objects.filter(table=table)
        mine.update(created_at=now - 8 * DAY, ended_at=now)
        waits.append(next(n for n in range(200) if _may_propose_after(table, people[0], now, n)))
        mine.update(ended_at=now - timedelta(hours=waits[-1]))
    assert waits == sorted(set(waits))


def _may_propose_after(table: Table, user: User, now: datetime, hours: int) -> bool:
    try:
        agreements.check_waiting_time(table, user, "pause", now + timedelta(hours=hours))
    except TooManyRequests:
        return False
    return True


def test_message_is_chat_among_the_players(table: Table, people: list[User]) -> None:
    pause(table, people[0], text="I am moving house")
    message = Message.objects.get(text="I am moving house")
    assert message.audience == Message.Audience.PLAYERS
    row = Notification.objects.get(user=people[1], event="proposal", channel="page")
    assert row.data["text"] == "I am moving house"
    assert "I am moving house" in signed_in(people[1]).get(table.get_absolute_url()).text
    assert "I am moving house" not in signed_in(people[3]).get(table.get_absolute_url()).text


def test_muted_person_proposes_without_a_text(table: Table, people: list[User]) -> None:
    people[0].restrictions.assign(muted_until=timezone.now() + DAY)
    with expect_refusal(Forbidden, "muted"):
        pause(table, people[0], text="please")
    pause(table, people[0])
    assert fresh(table).has_proposal


def test_page_offers_the_answer_to_players_only(table: Table, people: list[User]) -> None:
    proposal = pause(table, people[0])
    to = reverse("games:answer_proposal", args=[table.key])
    assert to in signed_in(people[1]).get(table.get_absolute_url()).text
    assert to not in signed_in(people[3]).get(table.get_absolute_url()).text
    assert signed_in(people[3]).get(reverse("games:proposals", args=[table.key])).status_code == 404
    refused = signed_in(people[3]).post(to, {"proposal": proposal.pk, "agrees": "1"})
    assert refused.status_code == 403
    signed_in(people[1]).post(to, {"proposal": proposal.pk, "agrees": "1"})
    assert fresh(table).paused_until is not None


def test_page_makes_a_proposal(table: Table, people: list[User]) -> None:
    client = signed_in(people[0])
    to = reverse("games:proposals", args=[table.key])
    assert "Make a proposal" in client.get(to).text
    day = timezone.localtime(timezone.now() + 5 * DAY)
    assert client.post(to, {"kind": "pause", "until": f"{day:%Y-%m-%dT%H:%M}"}).status_code == 302
    assert open_one(table).kind == "pause"
    assert client.post(to, {"kind": "pause", "until": ""}).status_code == 409
    assert client.post(to, {"kind": "nothing"}).status_code == 422


@pytest.mark.same_everywhere
def test_solo_player_pauses_without_asking(new_table: NewTable, people: list[User]) -> None:
    table = new_table(2, bots=("steady",), rated=False)
    agreements.propose(table.key, people[0], "call_off")
    assert fresh(table).status == Table.Status.CALLED_OFF
