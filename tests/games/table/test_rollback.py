"""Staff set a table back: it goes on from an earlier move as if what came after had not been."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.core import mail
from django.test import Client
from django.utils import translation

import games.rules as rules
from accounts.models import User
from games.lobby.setup import table_setup
from games.lobby.table_settings import TableSettings
from games.models import Message, Notification, Proposal, Rollback, Seat, Snapshot, Table
from games.notifications import delivery
from games.ratings import rating_changes
from games.ratings.models import Rating, RatingChange
from games.table.actions import resignation
from games.table.actions.rollback import roll_back_table
from games.table.agreements import actions as agreements
from games.table.errors import NotRunningError
from games.table.session import journal
from games.table.session.loader import load_match
from games.time_controls import PRESETS_BY_KEY
from portal.errors import ActionError
from tests.games.conftest import (
    actor,
    fresh,
    make_notifications_due,
    play_on,
    player,
    seats_of,
)
from tests.sample_titles import begins_all_at_once, draws_often, for_seats, title

from .rollback_to import REASON, Back, back, staff

__all__ = ["back", "staff"]


AT_ONCE = title(for_seats(3), begins_all_at_once)


def position(table: Table) -> dict[str, Any]:
    """The whole stored position, but for the secret seed."""
    dumped: dict[str, Any] = load_match(fresh(table)).dump(history=False)
    del dumped["chance"]["seed"]
    return dumped


def positions(table: Table, moves: int, seed: int = 1) -> dict[int, dict[str, Any]]:
    """Play so many moves one by one; the position after each of them."""
    found = {table.move_count: position(table)}
    for step in range(moves):
        table = play_on(table, moves=1, seed=seed + step)
        found[table.move_count] = position(table)
    return found


def texts(table: Table) -> list[str]:
    return list(table.moves.values_list("text", flat=True))


def orleans(people: list[User]) -> Table:
    table = table_setup.open_table(
        people[0], AT_ONCE, TableSettings(3, {}, PRESETS_BY_KEY["day"].clock)
    )
    for user in people[1:3]:
        table_setup.join(table.key, user)
    return fresh(table)


# the position


@pytest.mark.same_everywhere
def test_a_running_table_stands_as_it_stood_after_that_move(table: Table, back: Back) -> None:
    before = positions(table, 25)
    played = texts(table)
    for to_move in (23, 12, 10, 3, 0):
        table = back(table, to_move)
        assert position(table) == before[to_move]
        assert table.move_count == to_move
        assert texts(table) == played[: to_move + 1]


@pytest.mark.same_everywhere
def test_in_the_middle_of_a_turn_the_same_seat_is_to_move(people: list[User], back: Back) -> None:
    table = orleans(people)
    before = positions(table, 60)
    rows = {move.number: move for move in table.moves.all()}
    middle = next(n for n in sorted(rows, reverse=True) if n and rows[n].seat == rows[n - 1].seat)
    table = back(table, middle - 1)
    assert position(table) == before[middle - 1]
    seat = rows[middle].seat
    assert seat is not None
    assert rows[middle].text in load_match(table).legal_moves(seat)


@pytest.mark.same_everywhere
def test_between_decisions_of_one_moment_those_who_had_decided_keep_theirs(
    people: list[User], back: Back
) -> None:
    table = orleans(people)
    before = positions(table, 30)
    several = [n for n, found in before.items() if 1 < len(found["actors"]) < 3]
    table = back(table, several[-1])
    assert position(table) == before[several[-1]]
    waiting = {seat.number for seat in seats_of(table) if seat.waiting_since is not None}
    assert waiting == set(before[several[-1]]["actors"])
    table = play_on(table)
    assert rules.verify(journal.export_record(table)).sound


@pytest.mark.same_everywhere
def test_a_table_that_was_set_back_is_played_to_its_end_and_verifies(
    table: Table, back: Back
) -> None:
    table = back(play_on(table, moves=40), 17)
    table = back(play_on(table, moves=30, seed=2), 25)
    table = play_on(table, seed=3)
    assert table.status == Table.Status.FINISHED
    record = journal.export_record(table)
    assert [part["after"] for part in record["reseeded"]] == [17, 25]
    assert rules.verify(record).sound
    assert all(seat.rank for seat in seats_of(table))


def test_every_position_of_the_new_past_can_be_looked_at(table: Table, back: Back) -> None:
    table = play_on(back(play_on(table, moves=40), 17), moves=30, seed=2)
    match = rules.load(table.game, json.loads(table.snapshots.get(after=17).state))
    for move in table.moves.filter(number__gt=17):
        match.play(move.seat or 0, move.text)
        assert journal.position_after(table, move.number).dump(history=False) == match.dump(
            history=False
        )


def test_bots_play_on(new_table: Callable[..., Table], back: Back) -> None:
    table = play_on(new_table(3, bots=("random", "random")), moves=40)
    numbers = [m.number for m in table.moves.filter(by="bot")]
    table = back(table, numbers[0] - 1)
    seat = actor(table)
    assert seat.bot
    assert seat.due_at is not None
    assert play_on(table).status == Table.Status.FINISHED


def test_a_stored_position_that_is_broken_is_put_together_from_the_journal(
    table: Table, back: Back
) -> None:
    before = positions(table, 25)
    Table.objects.filter(pk=table.pk).update(state="{}")
    Snapshot.objects.filter(table=table, after__gt=0).update(state='{"format": "of a bug"}')
    assert position(back(table, 25)) == before[25]
    Snapshot.objects.filter(table=table).update(state="{}")
    assert position(back(table, 14)) == before[14]
    assert rules.verify(journal.export_record(play_on(table))).sound


def test_a_journal_that_cannot_be_played_is_refused(table: Table, staff: User) -> None:
    table = play_on(table, moves=12)
    table.moves.filter(number=11).update(text="nonsense")
    with pytest.raises(ActionError, match="cannot be restored"):
        roll_back_table(table.key, 12, staff, REASON, table.version)
    assert fresh(table).version == table.version
    assert not Rollback.objects.exists()


# chance


@pytest.mark.same_everywhere
def test_chance_comes_from_a_new_secret_that_nobody_has_seen(table: Table, back: Back) -> None:
    table = play_on(table)
    known = journal.export_record(table)
    table = back(table, 30)
    part = table.reseeds[-1]
    assert part["seed"] not in (known["seed"], "")
    assert part["commitment"] == rules.commitment(part["seed"])
    assert json.loads(table.state)["chance"]["seed"] == part["seed"]


@pytest.mark.same_everywhere
def test_the_new_commitment_is_shown_at_once_and_the_seed_at_the_end(
    table: Table, back: Back, client: Client
) -> None:
    table = back(play_on(table, moves=20), 5)
    part = table.reseeds[-1]
    page = client.get(table.get_absolute_url()).content.decode()
    assert part["commitment"] in page
    assert part["seed"] not in page
    data = client.get(f"/api/tables/{table.key}/").json()
    assert data["set_backs"] == [
        {"after": 5, "version": part["version"], "commitment": part["commitment"]}
    ]
    table = play_on(table)
    assert part["seed"] in client.get(table.get_absolute_url()).content.decode()
    assert "Everything matches" in client.get(f"/tables/{table.key}/verify/").content.decode()


@pytest.mark.same_everywhere
def test_a_record_whose_later_seed_is_another_does_not_hold(table: Table, back: Back) -> None:
    record = journal.export_record(play_on(back(play_on(table, moves=20), 5)))
    record["reseeded"][0]["seed"] = "another"
    wrong = [what for what, held, _detail in rules.verify(record).checks if not held]
    assert "commitment after move 5" in wrong


@pytest.mark.same_everywhere
def test_every_outcome_follows_from_the_seed_of_its_part(people: list[User], back: Back) -> None:
    table = table_setup.open_table(
        people[0],
        title(for_seats(3), draws_often),
        TableSettings(3, {}, PRESETS_BY_KEY["day"].clock),
    )
    for user in people[1:3]:
        table_setup.join(table.key, user)
    table = play_on(back(play_on(table, moves=60), 30), moves=40, seed=2)
    record = journal.export_record(table)
    assert rules.verify(record).sound
    part = record["reseeded"][0]
    assert not rules.verify({**record, "reseeded": [{**part, "after": 0}]}).sound
    old = {"seed": table.seed, "commitment": table.commitment}
    assert not rules.verify({**record, "reseeded": [{**part, **old}]}).sound


@pytest.mark.same_everywhere
@pytest.mark.parametrize(
    "parts",
    [
        "seed",
        [1],
        [{"after": "1", "seed": "a", "commitment": "b"}],
        [{"after": 999_999, "seed": "a", "commitment": "b"}],
        [{"after": 1, "seed": 5, "commitment": "b"}],
        [{"after": 1, "seed": "a"}],
        [{"after": 1, "seed": "a", "commitment": "b"}] * 2,
    ],
)
def test_later_seeds_that_cannot_be_read_are_refused(table: Table, parts: object) -> None:
    record = {**journal.export_record(play_on(table)), "reseeded": parts}
    with pytest.raises(rules.RecordError, match="reseeded"):
        rules.verify(record)


# matches that were over


@pytest.mark.same_everywhere
def test_a_finished_match_runs_again(table: Table, back: Back) -> None:
    table = back(play_on(table), 20)
    assert table.is_running
    assert table.ended_at is None
    for seat in seats_of(table):
        assert (seat.rank, seat.total, seat.breakdown, seat.tiebreak) == (None, None, {}, [])
    assert actor(table).due_at is not None


@pytest.mark.same_everywhere
def test_a_finished_match_cannot_be_set_back_to_its_end(table: Table, staff: User) -> None:
    table = play_on(table)
    with pytest.raises(ActionError, match="the match is over"):
        roll_back_table(table.key, table.move_count, staff, REASON, table.version)
    assert fresh(table).status == Table.Status.FINISHED


def test_a_match_that_was_called_off_goes_on_where_it_stood(table: Table, back: Back) -> None:
    before = positions(table, 8)
    for seat in seats_of(table):
        agreements.agree_to_call_off(table.key, player(seat))
    assert fresh(table).status == Table.Status.CALLED_OFF
    table = back(table, 8)
    assert table.is_running
    assert position(table) == before[8]
    assert not Proposal.objects.filter(table=table, outcome=Proposal.Outcome.OPEN).exists()


def test_a_match_that_the_last_person_ended_goes_on(table: Table, back: Back) -> None:
    table = play_on(table, moves=8)
    for seat in seats_of(table):
        resignation.resign(table.key, player(seat))
    assert fresh(table).status == Table.Status.FINISHED
    table = back(table, 8)
    assert [(seat.bot, seat.leave_reason) for seat in seats_of(table)] == [("", ""), ("", "")]
    assert not RatingChange.objects.exists()


@pytest.mark.same_everywhere
@pytest.mark.parametrize("status", [Table.Status.OPEN, Table.Status.CLOSED])
def test_a_table_that_has_not_started_is_refused(
    people: list[User], staff: User, status: str
) -> None:
    table = table_setup.open_table(
        people[0], AT_ONCE, TableSettings(3, {}, PRESETS_BY_KEY["day"].clock)
    )
    Table.objects.filter(pk=table.pk).update(status=status)
    with pytest.raises(NotRunningError):
        roll_back_table(table.key, 0, staff, REASON, table.version)


@pytest.mark.same_everywhere
def test_there_is_no_move_behind_the_last(table: Table, staff: User) -> None:
    table = play_on(table, moves=5)
    for to_move in (-1, 6):
        with pytest.raises(ActionError, match="from 0 to 5"):
            roll_back_table(table.key, to_move, staff, REASON, table.version)


# ratings


def test_ratings_are_what_they_would_be_without_the_match(
    new_table: Callable[..., Table], back: Back
) -> None:
    tables = [play_on(new_table(seats), seed=seats) for seats in (2, 3, 4, 2, 3)]
    back(tables[1], 15)
    assert rating_changes.recompute_all() == []
    assert not tables[1].rating_changes.exists()
    assert sorted(r.played for r in Rating.objects.all()) == [1, 2, 4, 4]


def test_ratings_of_people_who_never_met_them_stay(
    people: list[User], new_table: Callable[..., Table], back: Back
) -> None:
    table = play_on(new_table(2))
    others = table_setup.open_table(
        people[3], table.game, TableSettings(2, {}, PRESETS_BY_KEY["day"].clock)
    )
    table_setup.join(others.key, people[4])
    row = play_on(others).rating_changes.values().all()[0]
    back(table, 3)
    assert RatingChange.objects.values().get(pk=row["id"]) == row
    assert rating_changes.recompute_all() == []


@pytest.mark.same_everywhere
def test_the_match_is_rated_again_when_it_ends(table: Table, back: Back) -> None:
    table = play_on(back(play_on(table), 20), seed=5)
    assert table.rating_changes.count() == 2
    assert rating_changes.recompute_all() == []


# people


def test_whoever_left_after_that_move_has_the_seat_back(
    new_table: Callable[..., Table], back: Back
) -> None:
    table = play_on(new_table(3), moves=6)
    early, late, _stays = seats_of(table)
    resignation.resign(table.key, player(early))
    table = play_on(table, moves=6)
    at = table.move_count
    resignation.resign(table.key, player(late))
    table = back(play_on(table, moves=5), at)
    after = seats_of(table)
    assert after[0].leave_reason == Seat.LeaveReason.RESIGNED
    assert (after[1].bot, after[1].leave_reason) == ("", Seat.LeaveReason.STAYED)


def test_rollback_gives_seats_of_closed_accounts_to_bots(table: Table, back: Back) -> None:
    table = play_on(table)
    gone = player(seats_of(table)[0])
    User.objects.filter(pk=gone.pk).update(is_active=False)
    table = back(table, 10)
    seat = table.seat_set.get(user=gone)
    assert (bool(seat.bot), seat.leave_reason) == (True, Seat.LeaveReason.RESIGNED)
    assert play_on(table).status == Table.Status.FINISHED


def test_a_table_without_anybody_left_is_refused(table: Table, staff: User) -> None:
    table = play_on(table)
    User.objects.filter(seats__table=table).update(is_active=False)
    with pytest.raises(ActionError, match="Nobody is left"):
        roll_back_table(table.key, 10, staff, REASON, table.version)
    assert fresh(table).status == Table.Status.FINISHED


def test_a_table_that_slept_is_awake(table: Table, back: Back) -> None:
    table = play_on(table, moves=5)
    for seat in seats_of(table):
        seat.bot, seat.leave_reason = "random", Seat.LeaveReason.TIMED_OUT
        seat.save()
        data = {"seat": seat.number, "why": seat.leave_reason}
        Message.objects.create(table=table, log_code="bot_took_over", data=data, after_move=5)
    Table.objects.filter(pk=table.pk).update(asleep_since=table.changed_at)
    table = back(table, 4)
    assert table.asleep_since is None
    assert actor(table).is_played_by_person


def test_nothing_that_was_planned_or_seen_outlasts_it(table: Table, back: Back) -> None:
    table = play_on(table, moves=15)
    table.seat_set.update(
        draft=["pass"],
        auto_answers=["pass"],
        seen_move=15,
        timeouts=2,
        bank=1,
    )
    table = back(table, 4)
    for seat in seats_of(table):
        assert (seat.draft, seat.auto_answers, seat.seen_move, seat.timeouts) == ([], [], 4, 0)
        assert seat.bank >= table.clock_bank


# who is told


def test_the_log_says_who_why_and_from_where_to_where(
    table: Table, back: Back, client: Client
) -> None:
    table = play_on(table, moves=15)
    client.get(table.get_absolute_url())
    table = back(table, 4)
    page = client.get(table.get_absolute_url()).content.decode()
    assert f"staffa (staff) rolled the table back from move 15 to move 4: {REASON}" in page
    log_message = table.messages.get(log_code="set_back")
    with translation.override("ja"):
        text = journal.log_line_text(table, log_message, [])
    assert "staffa" in text
    assert "rolled the table back" not in text


@pytest.mark.same_everywhere
def test_a_reason_is_text_and_no_markup(table: Table, staff: User, client: Client) -> None:
    table = play_on(table, moves=5)
    roll_back_table(table.key, 4, staff, "<b>100 %(name)s", table.version)
    page = client.get(table.get_absolute_url()).content.decode()
    assert "&lt;b&gt;100 %(name)s" in page


def test_nothing_is_lost(table: Table, back: Back) -> None:
    table = play_on(table)
    rows = list(table.moves.filter(number__gt=20).values("number", "seat", "text", "outcomes"))
    ranks = [seat.rank for seat in seats_of(table)]
    deltas = {(row.user_id, str(row.delta)) for row in table.rating_changes.all()}
    back(table, 20)
    done = Rollback.objects.get()
    assert (done.from_move, done.to_move, done.reason) == (table.move_count, 20, REASON)
    undone = done.undone
    assert [{name: move[name] for name in rows[0]} for move in undone["moves"]] == rows
    assert [seat["rank"] for seat in undone["results"]] == ranks
    assert {(row["user"], row["delta"]) for row in undone["ratings"]} == deltas


def test_rollback_publishes_to_open_pages(
    table: Table, back: Back, django_capture_on_commit_callbacks: Any, monkeypatch: Any
) -> None:
    published: list[tuple[str, int, list[int]]] = []
    monkeypatch.setattr(
        "games.table.realtime.publish.publish_table", lambda *change: published.append(change)
    )
    table = play_on(table, moves=5)
    published.clear()
    after = back(table, 4)
    people = [player(seat).pk for seat in seats_of(table)]
    assert published == [(table.key, after.version, people)]
    assert after.version == table.version + 1


@pytest.mark.same_everywhere
def test_everybody_at_the_table_gets_one_mail(table: Table, back: Back) -> None:
    table = play_on(table)
    Notification.objects.all().delete()
    table = back(table, 20)
    make_notifications_due()
    delivery.send_due()
    assert {to for message in mail.outbox for to in message.to} == {
        player(seat).email for seat in seats_of(table)
    }
    for message in mail.outbox:
        assert "rolled back" in message.subject
        assert REASON in str(message.body)
        assert "staffa" in str(message.body)
    assert sum("Your time runs out" in str(message.body) for message in mail.outbox) == 1


@pytest.mark.same_everywhere
def test_the_mail_after_the_next_move_is_about_the_turn(table: Table, back: Back) -> None:
    table = play_on(back(play_on(table, moves=9), 4), moves=4)
    make_notifications_due()
    delivery.send_due()
    assert not any("rolled back" in message.subject for message in mail.outbox[-1:])
