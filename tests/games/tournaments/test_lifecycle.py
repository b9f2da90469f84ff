"""A contest from its beginning to its end, and what may come between."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from games.lobby import table_setup
from games.models import (
    Block,
    Circle,
    Contest,
    ContestTable,
    Entry,
    Membership,
    Notice,
    Rating,
    Round,
    Seat,
    Table,
)
from games.notifications import club_content, content
from games.table import dispatch
from games.table.actions import annulment, player_actions, rollback
from games.table.session.table_session import TableSession
from games.tournaments import creation, lifecycle, queries, registration, results
from games.tournaments.formats import base
from tests.games.conftest import GAME, play_on
from tests.games.tournaments.conftest import Opens, Twice, called_off, going, sitting, terms

pytestmark = pytest.mark.django_db


@pytest.mark.same_everywhere
def test_the_first_round_has_its_tables(people: list[User], begun: Contest) -> None:
    assert begun.is_running
    assert [sitting(one) for one in going(begun)] == [["eva", "dee"], ["cem", "bob"]]
    table = going(begun)[0].table
    assert table is not None
    assert (table.title, table.status, table.rated) == ("Autumn Cup 1.1", "running", True)
    bye = ContestTable.objects.get(table=None)
    assert [Entry.objects.get(pk=pk).user for pk in bye.entries] == [people[0]]
    told = Notice.objects.get(event="contest", user=people[0], channel="page")
    assert "Points for your bye: 1." in content.compose(content.NotificationContext(told)).text
    assert not lifecycle.find_due_tournaments(9)  # nobody is asked until a table ends
    assert begun.calls_at is not None


def test_going_on_twice_changes_nothing(begun: Contest) -> None:
    for _ in range(2):
        lifecycle.advance(begun.pk)
    assert (Table.objects.count(), Round.objects.count()) == (2, 1)


@pytest.mark.same_everywhere
def test_the_tables_of_a_contest_do_not_count_as_those_that_one_hosts(
    people: list[User], begun: Contest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_setup, "OPEN_TABLES_PER_PERSON", 1)
    monkeypatch.setattr(table_setup, "UNFINISHED_AT_FIRST", 1)
    table_setup.check_host_limit(people[0])


@pytest.mark.same_everywhere
def test_whoever_is_killed_in_the_middle_has_done_nothing(
    begun: Contest, monkeypatch: pytest.MonkeyPatch
) -> None:
    called_off(*going(begun))
    made = lifecycle.write_prepared_matches

    def killed(doors: list[TableSession]) -> None:
        made(doors)
        raise RuntimeError("killed")

    monkeypatch.setattr(lifecycle, "write_prepared_matches", killed)
    assert not lifecycle.advance(begun.pk)
    assert (Table.objects.count(), Round.objects.count()) == (2, 1)
    assert len(going(begun)) == 2  # not even the results are heard
    monkeypatch.undo()
    assert lifecycle.advance(begun.pk)
    assert (Table.objects.count(), Round.objects.count()) == (4, 2)


def test_the_whole_life(people: list[User], begun: Contest) -> None:
    won = {user.username: 0 for user in people}
    won["ann"] = 1  # the bye
    for number in (1, 2):
        for one in going(begun):
            assert one.table is not None
            play_on(one.table, seed=number)
        assert lifecycle.find_due_tournaments(9) == [begun.pk]
        lifecycle.advance(begun.pk)
    for seat in Seat.objects.filter(rank=1).select_related("user"):
        won[str(seat.user)] += 1
    begun.refresh_from_db()
    assert begun.state == Contest.State.OVER
    assert begun.calls_at is None
    byes = ContestTable.objects.filter(table=None, round__number=2)
    assert [Entry.objects.get(pk=pk).user for one in byes for pk in one.entries] == [people[0]]
    won["ann"] += 1
    best = max(won.values())
    winners = {str(one.user) for one in Entry.objects.filter(place=1).select_related("user")}
    assert winners == {name for name, count in won.items() if count == best}
    told = Notice.objects.filter(event="contest", channel="page", data__what="over")
    assert told.count() == 5
    assert not lifecycle.advance(begun.pk)


@pytest.mark.same_everywhere
def test_with_too_few_it_is_called_off_at_its_date(people: list[User], opens: Opens) -> None:
    at = timezone.now() + timedelta(days=1)
    contest = opens(places=5, least=3, starts_at=at)
    for user in people[:2]:
        registration.enter(contest.key, user)
    assert not lifecycle.find_due_tournaments(9)
    lifecycle.advance(contest.pk, at)
    contest.refresh_from_db()
    assert contest.state == Contest.State.CALLED_OFF
    assert Notice.objects.filter(event="contest", channel="page").count() == 2


def test_it_does_not_begin_with_fewer_than_a_table_needs(people: list[User], opens: Opens) -> None:
    at = timezone.now() + timedelta(days=1)
    contest = opens(places=4, terms=terms(seats=3), least=3, starts_at=at)
    Contest.objects.update(least=2)
    for user in people[:2]:
        registration.enter(contest.key, user)
    lifecycle.advance(contest.pk, at)
    contest.refresh_from_db()
    assert contest.state == Contest.State.CALLED_OFF


def test_nobody_has_a_place_where_nothing_was_played(
    people: list[User], opens: Opens, monkeypatch: pytest.MonkeyPatch
) -> None:
    contest = opens(places=3)
    monkeypatch.setattr(Twice, "next_tables", lambda self, state: base.Finished())
    for user in people[:3]:
        registration.enter(contest.key, user)
    lifecycle.advance(contest.pk)
    contest.refresh_from_db()
    assert contest.state == Contest.State.OVER
    assert not Entry.objects.exclude(place=None).exists()
    told = Notice.objects.filter(channel="page", data__what="over")
    assert [one.data["place"] for one in told] == [None] * 3


def test_what_has_failed_is_tried_again_only_later(
    begun: Contest, monkeypatch: pytest.MonkeyPatch
) -> None:
    called_off(*going(begun))
    assert lifecycle.find_due_tournaments(9) == [begun.pk]
    monkeypatch.setattr(lifecycle, "_read_step", lambda *_: 1 / 0)
    assert not lifecycle.advance(begun.pk)
    assert lifecycle.find_due_tournaments(9) == []


def test_who_waits_longest_goes_on_first(people: list[User], opens: Opens) -> None:
    now = timezone.now()
    late, early = opens(), opens()
    for contest, hours in ((late, 1), (early, 2)):
        Contest.objects.filter(pk=contest.pk).update(calls_at=now - timedelta(hours=hours))
    assert lifecycle.find_due_tournaments(1, now) == [early.pk]


def test_a_match_that_was_set_back_counts_only_at_its_new_end(begun: Contest) -> None:
    one, other = going(begun)
    called_off(one)
    lifecycle.advance(begun.pk)
    assert going(begun) == [other]
    Table.objects.filter(pk=one.table_id).update(status=Table.Status.RUNNING, ended_at=None)
    lifecycle.advance(begun.pk)
    assert {again.pk for again in going(begun)} == {one.pk, other.pk}


@pytest.mark.parametrize("is_over", [False, True])
def test_a_match_that_was_set_back_and_played_anew_counts_as_it_ended_then(
    people: list[User],
    begun: Contest,
    is_over: bool,
    django_capture_on_commit_callbacks: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for one in going(begun):
        assert one.table is not None
        play_on(one.table)
    lifecycle.advance(begun.pk)
    if is_over:
        for one in going(begun):
            assert one.table is not None
            play_on(one.table)
        lifecycle.advance(begun.pk)
    assert Contest.objects.get().is_running != is_over
    one = ContestTable.objects.filter(round__number=1, table__isnull=False)[0]
    assert one.table is not None
    with django_capture_on_commit_callbacks(execute=True):
        rollback.roll_back_table(one.table.key, 0, people[0], "A bug.", one.table.version)
    if is_over:
        assert not lifecycle.advance(begun.pk)  # it is still played: its old result stands
    sent: list[tuple[object, ...]] = []
    monkeypatch.setattr(dispatch, "enqueue", lambda *what: sent.append(what))
    with django_capture_on_commit_callbacks(execute=True):
        play_on(Table.objects.get(pk=one.table_id), seed=2)
    assert (dispatch.ADVANCE_TOURNAMENT, begun.pk) in sent
    assert lifecycle.advance(begun.pk)
    one.refresh_from_db()
    one.table.refresh_from_db()
    assert one.done_at == one.table.ended_at
    seats = Seat.objects.filter(table=one.table_id).order_by("number")
    assert one.result["places"] == [seat.rank for seat in seats]


def test_a_look_at_which_nothing_has_come_up_makes_no_new_version(begun: Contest) -> None:
    at, before = timezone.now() + lifecycle.RECHECK_INTERVAL, Contest.objects.get()
    assert lifecycle.advance(begun.pk, at)
    after = Contest.objects.get()
    assert after.version == before.version
    assert after.calls_at is not None
    assert after.calls_at > at
    called_off(*going(begun))
    lifecycle.advance(begun.pk, at)
    assert Contest.objects.get().version == before.version + 1


def test_an_annulled_match_counts_as_level_at_once_and_again_if_it_is_let_count(
    begun: Contest, django_capture_on_commit_callbacks: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[tuple[object, ...]] = []
    monkeypatch.setattr(dispatch, "enqueue", lambda *what: sent.append(what))
    one = going(begun)[0]
    assert one.table is not None
    play_on(one.table)
    lifecycle.advance(begun.pk)
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
        assert (dispatch.ADVANCE_TOURNAMENT, begun.pk) in sent
        lifecycle.advance(begun.pk)
        one.refresh_from_db()
        assert one.result["places"] == places


def test_an_annulled_match_changes_the_places_of_a_contest_that_is_over(begun: Contest) -> None:
    first, *_ = going(begun)
    for number in (1, 2):
        for one in going(begun):
            assert one.table is not None
            play_on(one.table, seed=number)
        lifecycle.advance(begun.pk)
    before = dict(Entry.objects.values_list("user__username", "place"))
    assert not lifecycle.advance(begun.pk)
    assert first.table is not None
    annulment.annul_result(first.table.key)
    assert lifecycle.advance(begun.pk)
    assert not lifecycle.advance(begun.pk)
    after = dict(Entry.objects.values_list("user__username", "place"))
    assert {*told("corrected")} == {name for name in before if before[name] != after[name]}
    annulment.restore_result(first.table.key)
    assert lifecycle.advance(begun.pk)
    assert dict(Entry.objects.values_list("user__username", "place")) == before


def test_draw_sits_the_blocker_out_and_tells_them_why(people: list[User], opens: Opens) -> None:
    """And nobody else; who was blocked plays or has a bye as usual."""
    contest = creation.create_tournament(
        people[0], "Cup", GAME, "swiss", {"rounds": 1}, terms(), places=4, least=2
    )
    for user in people[:4]:
        registration.enter(contest.key, user)
    Block.objects.bulk_create(Block(blocker=people[0], blocked=one) for one in people[1:4])
    lifecycle.advance(contest.pk)
    mine = contest.entries.get(user=people[0])
    rows = ContestTable.objects.filter(round__contest=contest)
    assert not any(mine.pk in one.entries for one in rows)
    assert sorted(len(one.entries) for one in rows) == [1, 2]
    assert [*told("sits_out")] == [people[0].username]
    for one in going(contest):
        called_off(one)
    lifecycle.advance(contest.pk)
    lines = queries.get_summary(Contest.objects.get(pk=contest.pk)).lines
    assert [line.points for line in lines if line.person.entry == mine.pk] == [0]
    assert lines[-1].person.entry == mine.pk


def test_without_rating_nobody_is_away_for_being_unrated(
    people: list[User], begun: Contest
) -> None:
    User.objects.filter(pk=people[0].pk).update(unrated_until=timezone.now() + timedelta(days=1))
    entry = Entry.objects.select_related("user").get(user=people[0])
    assert [results.is_away(entry, timezone.now(), rated=one) for one in (True, False)] == [
        True,
        False,
    ]


@pytest.mark.same_everywhere
def test_whoever_withdraws_is_paired_no_more(people: list[User], begun: Contest) -> None:
    registration.withdraw(begun.key, people[4])
    called_off(*going(begun))
    lifecycle.advance(begun.pk)
    assert [sitting(one) for one in going(begun)] == [["dee", "cem"], ["bob", "ann"]]
    with pytest.raises(registration.CannotReenterError):
        registration.enter(begun.key, people[4])


def test_whoever_waited_takes_their_place_in_the_next_round(
    people: list[User], begun: Contest
) -> None:
    fay = User.objects.create_user("fay", "fay@example.org")
    Rating.objects.create(user=fay, game=GAME, value=1650)
    registration.enter(begun.key, fay)
    assert Entry.objects.get(user=fay).state == Entry.State.WAITING
    registration.withdraw(begun.key, people[4])
    fays = Entry.objects.get(user=fay)
    assert (fays.state, fays.since_round) == (Entry.State.ENTERED, 2)
    assert fays.rating == 1650_00
    called_off(*going(begun))
    lifecycle.advance(begun.pk)
    assert "fay" in {name for one in going(begun) for name in sitting(one)} | {
        str(Entry.objects.get(pk=one.entries[0]).user)
        for one in ContestTable.objects.filter(table=None, round__number=2)
    }


def test_whose_account_was_closed_meanwhile_is_out(people: list[User], begun: Contest) -> None:
    User.objects.filter(pk=people[4].pk).update(is_active=False)
    called_off(*going(begun))
    lifecycle.advance(begun.pk)
    assert Entry.objects.get(user=people[4]).is_out
    assert [sitting(one) for one in going(begun)] == [["dee", "cem"], ["bob", "ann"]]


def test_place_of_an_account_closed_while_a_step_is_computed_is_taken_over(
    people: list[User], begun: Contest, monkeypatch: pytest.MonkeyPatch
) -> None:
    def close_first(draft: lifecycle.TournamentStep, now: datetime) -> str:
        User.objects.filter(pk=people[4].pk).update(is_active=False)
        return write(draft, now)

    write = lifecycle._write_step
    fay = User.objects.create_user("fay", "fay@example.org")
    registration.enter(begun.key, fay)
    called_off(*going(begun))
    monkeypatch.setattr(lifecycle, "_write_step", close_first)
    lifecycle.advance(begun.pk)
    assert Entry.objects.get(user=people[4]).is_out
    assert Entry.objects.get(user=fay).state == Entry.State.ENTERED
    seated = {name for one in going(begun) for name in sitting(one)}
    assert people[4].username not in seated


def test_whoever_has_resigned_comes_last(begun: Contest) -> None:
    one = going(begun)[0]
    assert one.table is not None
    first = one.table.seat_set.select_related("user").get(number=0)
    assert first.user is not None
    player_actions.resign(one.table.key, first.user)
    play_on(one.table)
    lifecycle.advance(begun.pk)
    one.refresh_from_db()
    assert one.result["places"] == [2, 1]
    assert one.result["forfeits"] == one.entries[:1]


@pytest.mark.same_everywhere
def test_a_slow_table_holds_up_nobody_after_the_rounds_end(
    people: list[User], opens: Opens
) -> None:
    contest = opens(places=4, round_days=7)
    for user in people[:4]:
        registration.enter(contest.key, user)
    lifecycle.advance(contest.pk)
    _slow, quick = going(contest)
    called_off(quick)
    lifecycle.advance(contest.pk)
    assert contest.rounds.count() == 1
    at = timezone.now() + timedelta(days=7, minutes=1)
    assert lifecycle.find_due_tournaments(9, at) == [contest.pk]
    lifecycle.advance(contest.pk, at)
    assert [one.round.number for one in going(contest)] == [1, 2]
    assert sitting(going(contest)[1]) == sitting(quick)


def told(what: str) -> dict[str, content.NotificationContent]:
    """What people's pages say of it, by their names."""
    found = Notice.objects.filter(channel="page", data__what=what).order_by("pk")
    rows = found.select_related("user")
    return {str(row.user): content.compose(content.NotificationContext(row)) for row in rows}


def test_a_round_is_told_to_everybody_with_their_table_and_place(begun: Contest) -> None:
    first = told("round")
    assert sorted(first) == ["bob", "cem", "dee", "eva"]
    assert first["eva"].title.startswith("Round 1 of “Autumn Cup” has begun – ")
    assert first["eva"].title.endswith(", Autumn Cup 1.1")
    table = going(begun)[0].table
    assert table is not None
    assert first["eva"].url.endswith(table.get_absolute_url())
    assert not Notice.objects.filter(event="started").exists()
    called_off(*going(begun))
    lifecycle.advance(begun.pk)
    assert told("round")["eva"].text == "You are ranked 1st of 5."


def test_who_still_plays_two_days_before_the_end_of_a_round_is_reminded_once(
    people: list[User], opens: Opens
) -> None:
    contest = opens(places=4, round_days=7)
    for user in people[:4]:
        registration.enter(contest.key, user)
    lifecycle.advance(contest.pk)
    slow, quick = going(contest)
    called_off(quick)
    lifecycle.advance(contest.pk)
    assert not told("ends_soon")
    begun = Round.objects.get().began_at
    contest.refresh_from_db()
    Contest.objects.update(calls_at=begun + timedelta(days=5))
    assert lifecycle.find_due_tournaments(9, begun + timedelta(days=5)) == [contest.pk]
    for minutes in (0, 1):
        lifecycle.advance(contest.pk, begun + timedelta(days=5, minutes=minutes))
    assert sorted(told("ends_soon")) == sorted(sitting(slow))
    assert Notice.objects.filter(channel="page", data__what="ends_soon").count() == 2


def test_the_webhook_of_a_circle_hears_of_its_contests(people: list[User], opens: Opens) -> None:
    circle = Circle.objects.create(name="Thursday", has_webhook=True)
    for number, user in enumerate(people):
        role = Membership.Role.MEMBER if number else Membership.Role.OWNER
        Membership.objects.create(circle=circle, user=user, role=role)
    contest = opens(places=3, circle=circle)
    for user in people[:3]:
        registration.enter(contest.key, user)
    for _round in range(3):
        lifecycle.advance(contest.pk)
        called_off(*going(contest))
    hooked = Notice.objects.filter(channel="circle_hook").order_by("pk")
    heard = [club_content.compose(row) for row in hooked.filter(event="contest")]
    assert [one.title for one in heard] == [
        "“Autumn Cup” is open for entries – Thursday",
        "Round 1 of “Autumn Cup” has begun – Thursday",
        "Round 2 of “Autumn Cup” has begun – Thursday",
        "The tournament “Autumn Cup” is over – Thursday",
    ]
    assert heard[-1].text.startswith("Winners: ")
    assert {one.url.endswith(contest.get_absolute_url()) for one in heard} == {True}


@pytest.mark.same_everywhere
def test_the_same_rows_say_the_same(begun: Contest) -> None:
    """Standings are computed from the ledger alone, however often."""
    called_off(*going(begun))
    lifecycle.advance(begun.pk)
    form = results.format_of(begun)
    told = [
        form.standings(
            results.build_state(
                begun, results.started_entries(begun), results.tables_of(begun), timezone.now()
            )
        )
        for _ in range(2)
    ]
    assert told[0] == told[1]
