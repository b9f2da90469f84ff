"""A tournament from its beginning to its end, and what may come between."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from games.lobby import hosting_limits
from games.models import Block, Club, Membership, Notification, Seat, Table
from games.notifications import club_content, content
from games.notifications.outbox import Outbox
from games.ratings.models import Rating
from games.table import dispatch
from games.table.actions import annulment, resignation, rollback
from games.table.session.table_session import TableSession
from games.tournaments import creation, lifecycle, queries, registration, results
from games.tournaments.formats import base
from games.tournaments.models import Round, Tournament, TournamentEntry, TournamentTable
from games.tournaments.tournament_settings import TournamentSettings
from portal import background
from portal.errors import Forbidden
from tests.games.conftest import GAME, play_on
from tests.refusals import expect_refusal
from tests.tournaments.conftest import (
    Opens,
    Twice,
    call_off_tables,
    running_tables,
    terms,
    usernames_at,
)

pytestmark = pytest.mark.django_db


@pytest.mark.same_everywhere
def test_the_first_round_has_its_tables(people: list[User], running_tournament: Tournament) -> None:
    assert running_tournament.is_running
    assert [usernames_at(one) for one in running_tables(running_tournament)] == [
        ["eva", "dee"],
        ["cem", "bob"],
    ]
    table = running_tables(running_tournament)[0].table
    assert table is not None
    assert (table.title, table.status, table.rated) == ("Autumn Cup 1.1", "running", True)
    bye = TournamentTable.objects.get(table=None)
    assert [TournamentEntry.objects.get(pk=pk).user for pk in bye.entries] == [people[0]]
    notification = Notification.objects.get(event="contest", user=people[0], channel="page")
    assert (
        "Points for your bye: 1." in content.compose(content.NotificationContext(notification)).text
    )
    assert not lifecycle.find_due_tournaments(9)  # nobody is asked until a table ends
    assert running_tournament.next_action_at is not None


def test_going_on_twice_changes_nothing(running_tournament: Tournament) -> None:
    for _ in range(2):
        lifecycle.advance(running_tournament.pk)
    assert (Table.objects.count(), Round.objects.count()) == (2, 1)


@pytest.mark.same_everywhere
def test_tournament_tables_do_not_count_for_the_host_limit(
    people: list[User], running_tournament: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hosting_limits, "OPEN_TABLES_PER_PERSON", 1)
    monkeypatch.setattr(hosting_limits, "UNFINISHED_AT_FIRST", 1)
    hosting_limits.check_host_limit(people[0])


@pytest.mark.same_everywhere
def test_whoever_is_killed_in_the_middle_has_done_nothing(
    running_tournament: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    call_off_tables(*running_tables(running_tournament))
    made = lifecycle.write_prepared_matches

    def write_and_fail(sessions: list[TableSession], box: Outbox) -> None:
        made(sessions, box)
        raise RuntimeError("killed")

    monkeypatch.setattr(lifecycle, "write_prepared_matches", write_and_fail)
    assert not lifecycle.advance(running_tournament.pk)
    assert (Table.objects.count(), Round.objects.count()) == (2, 1)
    assert len(running_tables(running_tournament)) == 2  # not even the results are heard
    monkeypatch.undo()
    assert lifecycle.advance(running_tournament.pk)
    assert (Table.objects.count(), Round.objects.count()) == (4, 2)


def test_the_whole_life(people: list[User], running_tournament: Tournament) -> None:
    won = {user.username: 0 for user in people}
    won["ann"] = 1  # the bye
    for number in (1, 2):
        for one in running_tables(running_tournament):
            assert one.table is not None
            play_on(one.table, seed=number)
        assert lifecycle.find_due_tournaments(9) == [running_tournament.pk]
        lifecycle.advance(running_tournament.pk)
    for seat in Seat.objects.filter(rank=1).select_related("user"):
        won[str(seat.user)] += 1
    running_tournament.refresh_from_db()
    assert running_tournament.state == Tournament.State.OVER
    assert running_tournament.next_action_at is None
    byes = TournamentTable.objects.filter(table=None, round__number=2)
    assert [TournamentEntry.objects.get(pk=pk).user for one in byes for pk in one.entries] == [
        people[0]
    ]
    won["ann"] += 1
    best = max(won.values())
    winners = {
        str(one.user) for one in TournamentEntry.objects.filter(place=1).select_related("user")
    }
    assert winners == {name for name, count in won.items() if count == best}
    notifications = Notification.objects.filter(event="contest", channel="page", data__what="over")
    assert notifications.count() == 5
    assert not lifecycle.advance(running_tournament.pk)


@pytest.mark.same_everywhere
def test_with_too_few_it_is_called_off_at_its_date(people: list[User], opens: Opens) -> None:
    at = timezone.now() + timedelta(days=1)
    tournament = opens(places=5, least=3, starts_at=at)
    for user in people[:2]:
        registration.enter(tournament.key, user)
    assert not lifecycle.find_due_tournaments(9)
    lifecycle.advance(tournament.pk, at)
    tournament.refresh_from_db()
    assert tournament.state == Tournament.State.CALLED_OFF
    assert Notification.objects.filter(event="contest", channel="page").count() == 2


def test_it_does_not_begin_with_fewer_than_a_table_needs(people: list[User], opens: Opens) -> None:
    at = timezone.now() + timedelta(days=1)
    tournament = opens(places=4, table_settings=terms(seats=3), least=3, starts_at=at)
    Tournament.objects.update(min_players=2)
    for user in people[:2]:
        registration.enter(tournament.key, user)
    lifecycle.advance(tournament.pk, at)
    tournament.refresh_from_db()
    assert tournament.state == Tournament.State.CALLED_OFF


def test_nobody_has_a_place_where_nothing_was_played(
    people: list[User], opens: Opens, monkeypatch: pytest.MonkeyPatch
) -> None:
    tournament = opens(places=3)
    monkeypatch.setattr(Twice, "next_tables", lambda self, state: base.NoMoreRounds())
    for user in people[:3]:
        registration.enter(tournament.key, user)
    lifecycle.advance(tournament.pk)
    tournament.refresh_from_db()
    assert tournament.state == Tournament.State.OVER
    assert not TournamentEntry.objects.exclude(place=None).exists()
    notifications = Notification.objects.filter(channel="page", data__what="over")
    assert [one.data["place"] for one in notifications] == [None] * 3


def test_what_has_failed_is_tried_again_only_later(
    running_tournament: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    call_off_tables(*running_tables(running_tournament))
    assert lifecycle.find_due_tournaments(9) == [running_tournament.pk]
    monkeypatch.setattr(results, "read_rows", lambda *_: 1 / 0)
    assert not lifecycle.advance(running_tournament.pk)
    assert lifecycle.find_due_tournaments(9) == []


def test_who_waits_longest_goes_on_first(people: list[User], opens: Opens) -> None:
    now = timezone.now()
    late, early = opens(), opens()
    for tournament, hours in ((late, 1), (early, 2)):
        Tournament.objects.filter(pk=tournament.pk).update(
            next_action_at=now - timedelta(hours=hours)
        )
    assert lifecycle.find_due_tournaments(1, now) == [early.pk]


def test_a_match_that_was_set_back_counts_only_at_its_new_end(
    running_tournament: Tournament,
) -> None:
    one, other = running_tables(running_tournament)
    call_off_tables(one)
    lifecycle.advance(running_tournament.pk)
    assert running_tables(running_tournament) == [other]
    Table.objects.filter(pk=one.table_id).update(status=Table.Status.RUNNING, ended_at=None)
    lifecycle.advance(running_tournament.pk)
    assert {again.pk for again in running_tables(running_tournament)} == {one.pk, other.pk}


@pytest.mark.parametrize("is_over", [False, True])
def test_a_match_that_was_set_back_and_played_anew_counts_as_it_ended_then(
    people: list[User],
    running_tournament: Tournament,
    is_over: bool,
    django_capture_on_commit_callbacks: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for one in running_tables(running_tournament):
        assert one.table is not None
        play_on(one.table)
    lifecycle.advance(running_tournament.pk)
    if is_over:
        for one in running_tables(running_tournament):
            assert one.table is not None
            play_on(one.table)
        lifecycle.advance(running_tournament.pk)
    assert Tournament.objects.get().is_running != is_over
    one = TournamentTable.objects.filter(round__number=1, table__isnull=False)[0]
    assert one.table is not None
    with django_capture_on_commit_callbacks(execute=True):
        rollback.roll_back_table(one.table.key, 0, people[0], "A bug.", one.table.version)
    if is_over:
        assert not lifecycle.advance(
            running_tournament.pk
        )  # it is still played: its old result stands
    sent: list[tuple[object, ...]] = []
    monkeypatch.setattr(background, "enqueue", lambda *what: sent.append(what))
    with django_capture_on_commit_callbacks(execute=True):
        play_on(Table.objects.get(pk=one.table_id), seed=2)
    assert (dispatch.ADVANCE_TOURNAMENT, running_tournament.pk) in sent
    assert lifecycle.advance(running_tournament.pk)
    one.refresh_from_db()
    one.table.refresh_from_db()
    assert one.finished_at == one.table.ended_at
    seats = Seat.objects.filter(table=one.table_id).order_by("number")
    assert one.result["places"] == [seat.rank for seat in seats]


def test_a_look_at_which_nothing_has_come_up_makes_no_new_version(
    running_tournament: Tournament,
) -> None:
    at, before = timezone.now() + lifecycle.RECHECK_INTERVAL, Tournament.objects.get()
    assert lifecycle.advance(running_tournament.pk, at)
    after = Tournament.objects.get()
    assert after.version == before.version
    assert after.next_action_at is not None
    assert after.next_action_at > at
    call_off_tables(*running_tables(running_tournament))
    lifecycle.advance(running_tournament.pk, at)
    assert Tournament.objects.get().version == before.version + 1


def test_an_annulled_match_counts_as_level_at_once_and_again_if_it_is_let_count(
    running_tournament: Tournament,
    django_capture_on_commit_callbacks: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sent: list[tuple[object, ...]] = []
    monkeypatch.setattr(background, "enqueue", lambda *what: sent.append(what))
    one = running_tables(running_tournament)[0]
    assert one.table is not None
    play_on(one.table)
    lifecycle.advance(running_tournament.pk)
    one.refresh_from_db()
    before = one.result
    assert sorted(before["places"]) == [1, 2]
    for change, places in (
        (annulment.annul_result, [1, 1]),
        (annulment.restore_result, before["places"]),
    ):
        sent.clear()
        with django_capture_on_commit_callbacks(execute=True):
            change(one.table.key)
        assert (dispatch.ADVANCE_TOURNAMENT, running_tournament.pk) in sent
        lifecycle.advance(running_tournament.pk)
        one.refresh_from_db()
        assert one.result["places"] == places


def test_annulment_changes_places_of_a_finished_tournament(running_tournament: Tournament) -> None:
    first, *_ = running_tables(running_tournament)
    for number in (1, 2):
        for one in running_tables(running_tournament):
            assert one.table is not None
            play_on(one.table, seed=number)
        lifecycle.advance(running_tournament.pk)
    before = dict(TournamentEntry.objects.values_list("user__username", "place"))
    assert not lifecycle.advance(running_tournament.pk)
    assert first.table is not None
    annulment.annul_result(first.table.key)
    assert lifecycle.advance(running_tournament.pk)
    assert not lifecycle.advance(running_tournament.pk)
    after = dict(TournamentEntry.objects.values_list("user__username", "place"))
    assert {*notification_contents("corrected")} == {
        name for name in before if before[name] != after[name]
    }
    annulment.restore_result(first.table.key)
    assert lifecycle.advance(running_tournament.pk)
    assert dict(TournamentEntry.objects.values_list("user__username", "place")) == before


def test_draw_sits_the_blocker_out_and_tells_them_why(people: list[User], opens: Opens) -> None:
    """And nobody else; who was blocked plays or has a bye as usual."""
    tournament = creation.create_tournament(
        people[0],
        TournamentSettings("Cup", GAME, "swiss", {"rounds": 1}, terms(), places=4, least=2),
    )
    for user in people[:4]:
        registration.enter(tournament.key, user)
    Block.objects.bulk_create(Block(blocker=people[0], blocked=one) for one in people[1:4])
    lifecycle.advance(tournament.pk)
    mine = tournament.entries.get(user=people[0])
    rows = TournamentTable.objects.filter(round__tournament=tournament)
    assert not any(mine.pk in one.entries for one in rows)
    assert sorted(len(one.entries) for one in rows) == [1, 2]
    assert [*notification_contents("sits_out")] == [people[0].username]
    for one in running_tables(tournament):
        call_off_tables(one)
    lifecycle.advance(tournament.pk)
    lines = queries.get_summary(Tournament.objects.get(pk=tournament.pk)).lines
    assert [line.points for line in lines if line.person.entry == mine.pk] == [0]
    assert lines[-1].person.entry == mine.pk


def test_without_rating_nobody_is_away_for_being_unrated(
    people: list[User], running_tournament: Tournament
) -> None:
    people[0].restrictions.assign(rated_ban_until=timezone.now() + timedelta(days=1))
    entry = TournamentEntry.objects.select_related("user").get(user=people[0])
    assert [results.is_away(entry, timezone.now(), rated=one) for one in (True, False)] == [
        True,
        False,
    ]


@pytest.mark.same_everywhere
def test_whoever_withdraws_is_paired_no_more(
    people: list[User], running_tournament: Tournament
) -> None:
    registration.withdraw(running_tournament.key, people[4])
    call_off_tables(*running_tables(running_tournament))
    lifecycle.advance(running_tournament.pk)
    assert [usernames_at(one) for one in running_tables(running_tournament)] == [
        ["dee", "cem"],
        ["bob", "ann"],
    ]
    with expect_refusal(Forbidden, "is_out"):
        registration.enter(running_tournament.key, people[4])


def test_whoever_waited_takes_their_place_in_the_next_round(
    people: list[User], running_tournament: Tournament
) -> None:
    fay = User.objects.create_user("fay", "fay@example.org")
    Rating.objects.create(user=fay, game=GAME, value=1650)
    registration.enter(running_tournament.key, fay)
    assert TournamentEntry.objects.get(user=fay).state == TournamentEntry.State.WAITING
    registration.withdraw(running_tournament.key, people[4])
    fays = TournamentEntry.objects.get(user=fay)
    assert (fays.state, fays.since_round) == (TournamentEntry.State.ENTERED, 2)
    assert fays.rating == 1650_00
    call_off_tables(*running_tables(running_tournament))
    lifecycle.advance(running_tournament.pk)
    assert "fay" in {
        name for one in running_tables(running_tournament) for name in usernames_at(one)
    } | {
        str(TournamentEntry.objects.get(pk=one.entries[0]).user)
        for one in TournamentTable.objects.filter(table=None, round__number=2)
    }


def test_closed_account_is_out_of_the_tournament(
    people: list[User], running_tournament: Tournament
) -> None:
    User.objects.filter(pk=people[4].pk).update(is_active=False)
    call_off_tables(*running_tables(running_tournament))
    lifecycle.advance(running_tournament.pk)
    assert TournamentEntry.objects.get(user=people[4]).is_out
    assert [usernames_at(one) for one in running_tables(running_tournament)] == [
        ["dee", "cem"],
        ["bob", "ann"],
    ]


def test_place_of_an_account_closed_while_a_step_is_computed_is_taken_over(
    people: list[User], running_tournament: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    def close_first(draft: lifecycle.TournamentStep, now: datetime) -> str:
        User.objects.filter(pk=people[4].pk).update(is_active=False)
        return write(draft, now)

    write = lifecycle._write_step
    fay = User.objects.create_user("fay", "fay@example.org")
    registration.enter(running_tournament.key, fay)
    call_off_tables(*running_tables(running_tournament))
    monkeypatch.setattr(lifecycle, "_write_step", close_first)
    lifecycle.advance(running_tournament.pk)
    assert TournamentEntry.objects.get(user=people[4]).is_out
    assert TournamentEntry.objects.get(user=fay).state == TournamentEntry.State.ENTERED
    seated = {name for one in running_tables(running_tournament) for name in usernames_at(one)}
    assert people[4].username not in seated


def test_whoever_has_resigned_comes_last(running_tournament: Tournament) -> None:
    one = running_tables(running_tournament)[0]
    assert one.table is not None
    first = one.table.seat_set.select_related("user").get(number=0)
    assert first.user is not None
    resignation.resign(one.table.key, first.user)
    play_on(one.table)
    lifecycle.advance(running_tournament.pk)
    one.refresh_from_db()
    assert one.result["places"] == [2, 1]
    assert one.result["forfeits"] == one.entries[:1]


@pytest.mark.same_everywhere
def test_a_slow_table_holds_up_nobody_after_the_rounds_end(
    people: list[User], opens: Opens
) -> None:
    tournament = opens(places=4, round_days=7)
    for user in people[:4]:
        registration.enter(tournament.key, user)
    lifecycle.advance(tournament.pk)
    _slow, quick = running_tables(tournament)
    call_off_tables(quick)
    lifecycle.advance(tournament.pk)
    assert tournament.rounds.count() == 1
    at = timezone.now() + timedelta(days=7, minutes=1)
    assert lifecycle.find_due_tournaments(9, at) == [tournament.pk]
    lifecycle.advance(tournament.pk, at)
    assert [one.round.number for one in running_tables(tournament)] == [1, 2]
    assert usernames_at(running_tables(tournament)[1]) == usernames_at(quick)


def notification_contents(what: str) -> dict[str, content.NotificationContent]:
    """What people's pages say of it, by their names."""
    found = Notification.objects.filter(channel="page", data__what=what).order_by("pk")
    rows = found.select_related("user")
    return {str(row.user): content.compose(content.NotificationContext(row)) for row in rows}


def test_round_notification_names_table_and_place(running_tournament: Tournament) -> None:
    first = notification_contents("round")
    assert sorted(first) == ["bob", "cem", "dee", "eva"]
    assert first["eva"].title.startswith("Round 1 of “Autumn Cup” has begun – ")
    assert first["eva"].title.endswith(", Autumn Cup 1.1")
    table = running_tables(running_tournament)[0].table
    assert table is not None
    assert first["eva"].url.endswith(table.get_absolute_url())
    assert not Notification.objects.filter(event="started").exists()
    call_off_tables(*running_tables(running_tournament))
    lifecycle.advance(running_tournament.pk)
    assert notification_contents("round")["eva"].text == "You are ranked 1st of 5."


def test_who_still_plays_two_days_before_the_end_of_a_round_is_reminded_once(
    people: list[User], opens: Opens
) -> None:
    tournament = opens(places=4, round_days=7)
    for user in people[:4]:
        registration.enter(tournament.key, user)
    lifecycle.advance(tournament.pk)
    slow, quick = running_tables(tournament)
    call_off_tables(quick)
    lifecycle.advance(tournament.pk)
    assert not notification_contents("ends_soon")
    begun = Round.objects.get().started_at
    tournament.refresh_from_db()
    Tournament.objects.update(next_action_at=begun + timedelta(days=5))
    assert lifecycle.find_due_tournaments(9, begun + timedelta(days=5)) == [tournament.pk]
    for minutes in (0, 1):
        lifecycle.advance(tournament.pk, begun + timedelta(days=5, minutes=minutes))
    assert sorted(notification_contents("ends_soon")) == sorted(usernames_at(slow))
    assert Notification.objects.filter(channel="page", data__what="ends_soon").count() == 2


def test_club_webhook_reports_club_tournaments(people: list[User], opens: Opens) -> None:
    club = Club.objects.create(name="Thursday", has_webhook=True)
    for number, user in enumerate(people):
        role = Membership.Role.MEMBER if number else Membership.Role.OWNER
        Membership.objects.create(club=club, user=user, role=role)
    tournament = opens(places=3, club=club)
    for user in people[:3]:
        registration.enter(tournament.key, user)
    for _round in range(3):
        lifecycle.advance(tournament.pk)
        call_off_tables(*running_tables(tournament))
    hooked = Notification.objects.filter(channel="circle_hook").order_by("pk")
    heard = [club_content.compose(row) for row in hooked.filter(event="contest")]
    assert [one.title for one in heard] == [
        "“Autumn Cup” is open for entries – Thursday",
        "Round 1 of “Autumn Cup” has begun – Thursday",
        "Round 2 of “Autumn Cup” has begun – Thursday",
        "The tournament “Autumn Cup” is over – Thursday",
    ]
    assert heard[-1].text.startswith("Winners: ")
    assert {one.url.endswith(tournament.get_absolute_url()) for one in heard} == {True}


@pytest.mark.same_everywhere
def test_the_same_rows_say_the_same(running_tournament: Tournament) -> None:
    """Standings are computed from the ledger alone, however often."""
    call_off_tables(*running_tables(running_tournament))
    lifecycle.advance(running_tournament.pk)
    form = results.format_of(running_tournament)
    standings = [
        form.standings(
            results.build_state(
                running_tournament,
                results.started_entries(running_tournament),
                results.tables_of(running_tournament),
                timezone.now(),
            )
        )
        for _ in range(2)
    ]
    assert standings[0] == standings[1]
