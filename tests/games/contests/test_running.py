"""A contest from its beginning to its end, and what may come between."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games import tasks
from games.contests import entering, ledger, opening, reading, running
from games.contests.formats import base
from games.contests.holding import BadContest, ContestMoved, NotYourContest
from games.lobby import gathering
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
from games.notices import circle_words, words
from games.table import annulling, play, setting_back, waking
from games.table.curbs import Muted
from games.table.door import Door
from tests.clients import signed_in
from tests.games.conftest import GAME, play_on
from tests.games.contests.conftest import Opens, Twice, terms

pytestmark = pytest.mark.django_db


@pytest.fixture
def begun(people: list[User], opens: Opens) -> Contest:
    """A contest of five, Eva the strongest, whose first round runs: Ann, the weakest, has a bye."""
    for value, user in zip((1400, 1500, 1600, 1700, 1800), people, strict=True):
        Rating.objects.create(user=user, game=GAME, value=value)
    contest = opens(places=5)
    for user in people:
        entering.enter(contest.key, user)
    assert tasks.look_at_contests() == 1
    running.advance(contest.pk)
    return Contest.objects.get()


def going(contest: Contest) -> list[ContestTable]:
    return [one for one in ledger.tables_of(contest) if one.done_at is None]


def sitting(one: ContestTable) -> list[str]:
    assert one.table is not None
    return [str(seat.user) for seat in one.table.seat_set.select_related("user")]


def called_off(*tables: ContestTable) -> None:
    """Over at once, the same for all."""
    keys = [one.table_id for one in tables]
    Table.objects.filter(pk__in=keys).update(
        status=Table.Status.CALLED_OFF, ended_at=timezone.now()
    )
    Seat.objects.filter(table__in=keys).update(waiting_since=None, due_at=None)


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
    assert "Points for your bye: 1." in words.compose(words.Told(told)).text
    assert not running.due(9)  # nobody is asked until a table ends
    assert begun.calls_at is not None


def test_going_on_twice_changes_nothing(begun: Contest) -> None:
    for _ in range(2):
        running.advance(begun.pk)
    assert (Table.objects.count(), Round.objects.count()) == (2, 1)


@pytest.mark.same_everywhere
def test_the_tables_of_a_contest_do_not_count_as_those_that_one_hosts(
    people: list[User], begun: Contest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gathering, "OPEN_TABLES_PER_PERSON", 1)
    monkeypatch.setattr(gathering, "UNFINISHED_AT_FIRST", 1)
    gathering.check_hosted(people[0])


@pytest.mark.same_everywhere
def test_whoever_is_killed_in_the_middle_has_done_nothing(
    begun: Contest, monkeypatch: pytest.MonkeyPatch
) -> None:
    called_off(*going(begun))
    made = running.write_as_seated

    def killed(doors: list[Door]) -> None:
        made(doors)
        raise RuntimeError("killed")

    monkeypatch.setattr(running, "write_as_seated", killed)
    assert not running.advance(begun.pk)
    assert (Table.objects.count(), Round.objects.count()) == (2, 1)
    assert len(going(begun)) == 2  # not even the results are heard
    monkeypatch.undo()
    assert running.advance(begun.pk)
    assert (Table.objects.count(), Round.objects.count()) == (4, 2)


def test_the_whole_life(people: list[User], begun: Contest) -> None:
    won = {user.username: 0 for user in people}
    won["ann"] = 1  # the bye
    for number in (1, 2):
        for one in going(begun):
            assert one.table is not None
            play_on(one.table, seed=number)
        assert running.due(9) == [begun.pk]
        running.advance(begun.pk)
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
    assert not running.advance(begun.pk)


@pytest.mark.same_everywhere
def test_with_too_few_it_is_called_off_at_its_date(people: list[User], opens: Opens) -> None:
    at = timezone.now() + timedelta(days=1)
    contest = opens(places=5, least=3, starts_at=at)
    for user in people[:2]:
        entering.enter(contest.key, user)
    assert not running.due(9)
    running.advance(contest.pk, at)
    contest.refresh_from_db()
    assert contest.state == Contest.State.CALLED_OFF
    assert Notice.objects.filter(event="contest", channel="page").count() == 2


def test_it_does_not_begin_with_fewer_than_a_table_needs(people: list[User], opens: Opens) -> None:
    at = timezone.now() + timedelta(days=1)
    contest = opens(places=4, terms=terms(seats=3), least=3, starts_at=at)
    Contest.objects.update(least=2)
    for user in people[:2]:
        entering.enter(contest.key, user)
    running.advance(contest.pk, at)
    contest.refresh_from_db()
    assert contest.state == Contest.State.CALLED_OFF


def test_nobody_has_a_place_where_nothing_was_played(
    people: list[User], opens: Opens, monkeypatch: pytest.MonkeyPatch
) -> None:
    contest = opens(places=3)
    monkeypatch.setattr(Twice, "next_tables", lambda self, state: base.Over())
    for user in people[:3]:
        entering.enter(contest.key, user)
    running.advance(contest.pk)
    contest.refresh_from_db()
    assert contest.state == Contest.State.OVER
    assert not Entry.objects.exclude(place=None).exists()
    told = Notice.objects.filter(channel="page", data__what="over")
    assert [one.data["place"] for one in told] == [None] * 3


def test_what_has_failed_is_tried_again_only_later(
    begun: Contest, monkeypatch: pytest.MonkeyPatch
) -> None:
    called_off(*going(begun))
    assert running.due(9) == [begun.pk]
    monkeypatch.setattr(running, "_read", lambda *_: 1 / 0)
    assert not running.advance(begun.pk)
    assert running.due(9) == []


def test_who_waits_longest_goes_on_first(people: list[User], opens: Opens) -> None:
    now = timezone.now()
    late, early = opens(), opens()
    for contest, hours in ((late, 1), (early, 2)):
        Contest.objects.filter(pk=contest.pk).update(calls_at=now - timedelta(hours=hours))
    assert running.due(1, now) == [early.pk]


def test_a_match_that_was_set_back_counts_only_at_its_new_end(begun: Contest) -> None:
    one, other = going(begun)
    called_off(one)
    running.advance(begun.pk)
    assert going(begun) == [other]
    Table.objects.filter(pk=one.table_id).update(status=Table.Status.RUNNING, ended_at=None)
    running.advance(begun.pk)
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
    running.advance(begun.pk)
    if is_over:
        for one in going(begun):
            assert one.table is not None
            play_on(one.table)
        running.advance(begun.pk)
    assert Contest.objects.get().is_running != is_over
    one = ContestTable.objects.filter(round__number=1, table__isnull=False)[0]
    assert one.table is not None
    with django_capture_on_commit_callbacks(execute=True):
        setting_back.set_back(one.table.key, 0, people[0], "A bug.", one.table.version)
    if is_over:
        assert not running.advance(begun.pk)  # it is still played: its old result stands
    sent: list[tuple[object, ...]] = []
    monkeypatch.setattr(waking, "send", lambda *what: sent.append(what))
    with django_capture_on_commit_callbacks(execute=True):
        play_on(Table.objects.get(pk=one.table_id), seed=2)
    assert (waking.ADVANCE_CONTEST, begun.pk) in sent
    assert running.advance(begun.pk)
    one.refresh_from_db()
    one.table.refresh_from_db()
    assert one.done_at == one.table.ended_at
    seats = Seat.objects.filter(table=one.table_id).order_by("number")
    assert one.result["places"] == [seat.rank for seat in seats]


def test_matches_that_go_on_after_an_early_end_do_not_count(begun: Contest) -> None:
    one, other = going(begun)
    assert one.table is not None
    assert other.table is not None
    play_on(one.table)
    staff = User.objects.create(username="staff", is_staff=True)
    running.rule(begun.key, staff, (1, other.number), [1, 2], "Bob is ill.")
    ruled = ContestTable.objects.get(pk=other.pk).result
    running.end(begun.key, staff, "Nobody plays.")
    play_on(other.table)
    assert not running.advance(begun.pk)
    assert ContestTable.objects.get(pk=other.pk).result == ruled


def test_a_look_at_which_nothing_has_come_up_makes_no_new_version(begun: Contest) -> None:
    at, before = timezone.now() + running.LOOK_AGAIN, Contest.objects.get()
    assert running.advance(begun.pk, at)
    after = Contest.objects.get()
    assert after.version == before.version
    assert after.calls_at is not None
    assert after.calls_at > at
    called_off(*going(begun))
    running.advance(begun.pk, at)
    assert Contest.objects.get().version == before.version + 1


def test_an_annulled_match_counts_as_level_at_once_and_again_if_it_is_let_count(
    begun: Contest, django_capture_on_commit_callbacks: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[tuple[object, ...]] = []
    monkeypatch.setattr(waking, "send", lambda *what: sent.append(what))
    one = going(begun)[0]
    assert one.table is not None
    play_on(one.table)
    running.advance(begun.pk)
    one.refresh_from_db()
    before = one.result
    assert sorted(before["places"]) == [1, 2]
    for change, places in ((annulling.annul, [1, 1]), (annulling.let_count, before["places"])):
        sent.clear()
        with django_capture_on_commit_callbacks(execute=True):
            change(one.table.key)
        assert (waking.ADVANCE_CONTEST, begun.pk) in sent
        running.advance(begun.pk)
        one.refresh_from_db()
        assert one.result["places"] == places


def test_an_annulled_match_changes_the_places_of_a_contest_that_is_over(begun: Contest) -> None:
    first, *_ = going(begun)
    for number in (1, 2):
        for one in going(begun):
            assert one.table is not None
            play_on(one.table, seed=number)
        running.advance(begun.pk)
    before = dict(Entry.objects.values_list("user__username", "place"))
    assert not running.advance(begun.pk)
    assert first.table is not None
    annulling.annul(first.table.key)
    assert running.advance(begun.pk)
    assert not running.advance(begun.pk)
    after = dict(Entry.objects.values_list("user__username", "place"))
    assert {*told("corrected")} == {name for name in before if before[name] != after[name]}
    annulling.let_count(first.table.key)
    assert running.advance(begun.pk)
    assert dict(Entry.objects.values_list("user__username", "place")) == before


def test_those_who_run_it_end_it_with_the_standings_as_they_are(
    people: list[User], begun: Contest
) -> None:
    one, other = going(begun)
    assert one.table is not None
    play_on(one.table)
    Entry.objects.create(contest=begun, user=User.objects.create(username="fay"), state="waiting")
    staff = User.objects.create(username="staff", is_staff=True)
    with pytest.raises(NotYourContest):
        running.end(begun.key, people[1], "I am bored.")
    with pytest.raises(NotYourContest, match="You play in this contest yourself"):
        running.end(begun.key, people[0], "I lead.")
    with pytest.raises(BadContest):
        running.end(begun.key, staff, " ")
    running.end(begun.key, staff, "Nobody plays.")
    begun.refresh_from_db()
    assert (begun.state, begun.calls_at, begun.why_ended) == ("over", None, "Nobody plays.")
    winner = Seat.objects.get(table=one.table, rank=1).user
    assert {entry.user for entry in Entry.objects.filter(place=1)} == {winner, people[0]}  # a bye
    other.refresh_from_db()
    assert (other.result, going(begun)) == (None, [])
    told = Notice.objects.filter(event="contest", channel="page", data__what="over")
    assert told.count() == 6
    assert words.compose(words.Told(told[0])).title == "The contest “Autumn Cup” was ended early"
    assert other.table is not None
    play_on(other.table)  # it goes on as any match
    assert running.due(9) == []
    with pytest.raises(ContestMoved):
        running.end(begun.key, staff, "Again.")


@pytest.mark.parametrize("who", ["organiser", "helper", "staff"])
@pytest.mark.parametrize("state", [Entry.State.ENTERED, Entry.State.WAITING])
def test_organiser_who_plays_decides_nothing(
    people: list[User], begun: Contest, who: str, state: str
) -> None:
    """Not about people, tables or the end, whoever they are to the contest."""
    cheat, opponent = people[4], people[1]
    if who == "organiser":
        Contest.objects.update(organiser=cheat)
    elif who == "helper":
        circle = Circle.objects.create(name="Thursday")
        Membership.objects.create(circle=circle, user=cheat, role=Membership.Role.HELPER)
        Contest.objects.update(circle=circle)
    else:
        User.objects.filter(pk=cheat.pk).update(is_staff=True)
    begun.entries.filter(user=cheat).update(state=state)
    cheat, stranger = User.objects.get(pk=cheat.pk), User.objects.create(username="new")
    _own, other = going(begun)
    for decide in (
        lambda: entering.put_out(begun.key, cheat, opponent, "He is winning."),
        lambda: entering.invite(begun.key, cheat, stranger),
        lambda: running.rule(begun.key, cheat, (1, other.number), [1, 2], "So I lead."),
        lambda: running.end(begun.key, cheat, "I lead."),
    ):
        with pytest.raises(NotYourContest, match="Another organiser or the staff can do this"):
            decide()
    assert begun.entries.get(user=opponent).is_in
    page = signed_in(cheat).get(begun.get_absolute_url()).text
    assert "Another organiser or the staff decide" in page
    for action in ("put_out_of_contest", "invite_to_contest", "end_contest"):
        assert reverse(f"games:{action}", args=[begun.key]) not in page


def test_nobody_decides_the_table_they_sit_at(people: list[User], begun: Contest) -> None:
    """Not even after having withdrawn."""
    Contest.objects.update(organiser=people[4])
    entering.withdraw(begun.key, people[4])
    one, other = going(begun)
    with pytest.raises(NotYourContest):
        running.rule(begun.key, people[4], (1, one.number), [1, 2], "I won.")
    running.rule(begun.key, people[4], (1, other.number), [1, 2], "Bob is ill.")


def test_draw_sits_the_blocker_out_and_tells_them_why(people: list[User], opens: Opens) -> None:
    """And nobody else; who was blocked plays or has a bye as usual."""
    contest = opening.open_contest(
        people[0], "Cup", GAME, "swiss", {"rounds": 1}, terms(), places=4, least=2
    )
    for user in people[:4]:
        entering.enter(contest.key, user)
    Block.objects.bulk_create(Block(blocker=people[0], blocked=one) for one in people[1:4])
    running.advance(contest.pk)
    mine = contest.entries.get(user=people[0])
    rows = ContestTable.objects.filter(round__contest=contest)
    assert not any(mine.pk in one.entries for one in rows)
    assert sorted(len(one.entries) for one in rows) == [1, 2]
    assert [*told("sits_out")] == [people[0].username]
    for one in going(contest):
        called_off(one)
    running.advance(contest.pk)
    lines = reading.board(Contest.objects.get(pk=contest.pk)).lines
    assert [line.points for line in lines if line.person.entry == mine.pk] == [0]
    assert lines[-1].person.entry == mine.pk


def test_who_may_not_write_gives_no_reasons_either(people: list[User], begun: Contest) -> None:
    User.objects.filter(pk=people[0].pk).update(muted_until=timezone.now() + timedelta(days=1))
    ann = User.objects.get(pk=people[0].pk)
    entering.withdraw(begun.key, ann)
    for call in (
        lambda: running.end(begun.key, ann, "x"),
        lambda: running.rule(begun.key, ann, (1, 1), [1, 2], "x"),
        lambda: entering.put_out(begun.key, ann, people[1], "x"),
    ):
        with pytest.raises(Muted):
            call()


def test_a_match_that_is_over_is_not_decided(begun: Contest) -> None:
    staff = User.objects.create(username="staff", is_staff=True)
    one, _other = going(begun)
    bye = ContestTable.objects.get(table=None)
    called_off(one)
    for number in (one.number, bye.number):
        with pytest.raises(BadContest):
            running.rule(begun.key, staff, (1, number), [1, 2], "x")


def test_without_rating_nobody_is_away_for_being_unrated(
    people: list[User], begun: Contest
) -> None:
    User.objects.filter(pk=people[0].pk).update(unrated_until=timezone.now() + timedelta(days=1))
    entry = Entry.objects.select_related("user").get(user=people[0])
    assert [ledger.is_away(entry, timezone.now(), rated=one) for one in (True, False)] == [
        True,
        False,
    ]


@pytest.mark.same_everywhere
def test_whoever_withdraws_is_paired_no_more(people: list[User], begun: Contest) -> None:
    entering.withdraw(begun.key, people[4])
    called_off(*going(begun))
    running.advance(begun.pk)
    assert [sitting(one) for one in going(begun)] == [["dee", "cem"], ["bob", "ann"]]
    with pytest.raises(entering.IsOut):
        entering.enter(begun.key, people[4])


def test_whoever_waited_takes_their_place_in_the_next_round(
    people: list[User], begun: Contest
) -> None:
    fay = User.objects.create_user("fay", "fay@example.org")
    Rating.objects.create(user=fay, game=GAME, value=1650)
    entering.enter(begun.key, fay)
    assert Entry.objects.get(user=fay).state == Entry.State.WAITING
    entering.withdraw(begun.key, people[4])
    fays = Entry.objects.get(user=fay)
    assert (fays.state, fays.since_round) == (Entry.State.ENTERED, 2)
    assert fays.rating == 1650_00
    called_off(*going(begun))
    running.advance(begun.pk)
    assert "fay" in {name for one in going(begun) for name in sitting(one)} | {
        str(Entry.objects.get(pk=one.entries[0]).user)
        for one in ContestTable.objects.filter(table=None, round__number=2)
    }


def test_whose_account_was_closed_meanwhile_is_out(people: list[User], begun: Contest) -> None:
    User.objects.filter(pk=people[4].pk).update(is_active=False)
    called_off(*going(begun))
    running.advance(begun.pk)
    assert Entry.objects.get(user=people[4]).is_out
    assert [sitting(one) for one in going(begun)] == [["dee", "cem"], ["bob", "ann"]]


def test_place_of_an_account_closed_while_a_step_is_computed_is_taken_over(
    people: list[User], begun: Contest, monkeypatch: pytest.MonkeyPatch
) -> None:
    def close_first(draft: running.Draft, now: datetime) -> str:
        User.objects.filter(pk=people[4].pk).update(is_active=False)
        return write(draft, now)

    write = running._write_draft
    fay = User.objects.create_user("fay", "fay@example.org")
    entering.enter(begun.key, fay)
    called_off(*going(begun))
    monkeypatch.setattr(running, "_write_draft", close_first)
    running.advance(begun.pk)
    assert Entry.objects.get(user=people[4]).is_out
    assert Entry.objects.get(user=fay).state == Entry.State.ENTERED
    seated = {name for one in going(begun) for name in sitting(one)}
    assert people[4].username not in seated


def test_whoever_has_resigned_comes_last(begun: Contest) -> None:
    one = going(begun)[0]
    assert one.table is not None
    first = one.table.seat_set.select_related("user").get(number=0)
    assert first.user is not None
    play.resign(one.table.key, first.user)
    play_on(one.table)
    running.advance(begun.pk)
    one.refresh_from_db()
    assert one.result["places"] == [2, 1]
    assert one.result["forfeits"] == one.entries[:1]


@pytest.mark.same_everywhere
def test_a_slow_table_holds_up_nobody_after_the_rounds_end(
    people: list[User], opens: Opens
) -> None:
    contest = opens(places=4, round_days=7)
    for user in people[:4]:
        entering.enter(contest.key, user)
    running.advance(contest.pk)
    _slow, quick = going(contest)
    called_off(quick)
    running.advance(contest.pk)
    assert contest.rounds.count() == 1
    at = timezone.now() + timedelta(days=7, minutes=1)
    assert running.due(9, at) == [contest.pk]
    running.advance(contest.pk, at)
    assert [one.round.number for one in going(contest)] == [1, 2]
    assert sitting(going(contest)[1]) == sitting(quick)


def told(what: str) -> dict[str, words.Word]:
    """What people's pages say of it, by their names."""
    found = Notice.objects.filter(channel="page", data__what=what).order_by("pk")
    rows = found.select_related("user")
    return {str(row.user): words.compose(words.Told(row)) for row in rows}


def test_a_round_is_told_to_everybody_with_their_table_and_place(begun: Contest) -> None:
    first = told("round")
    assert sorted(first) == ["bob", "cem", "dee", "eva"]
    assert first["eva"].title.startswith("Round 1 of “Autumn Cup” has begun | ")
    assert first["eva"].title.endswith(" | Autumn Cup 1.1")
    table = going(begun)[0].table
    assert table is not None
    assert first["eva"].url.endswith(table.get_absolute_url())
    assert not Notice.objects.filter(event="started").exists()
    called_off(*going(begun))
    running.advance(begun.pk)
    assert told("round")["eva"].text == "You are number 1 of 5."


def test_who_still_plays_two_days_before_the_end_of_a_round_is_reminded_once(
    people: list[User], opens: Opens
) -> None:
    contest = opens(places=4, round_days=7)
    for user in people[:4]:
        entering.enter(contest.key, user)
    running.advance(contest.pk)
    slow, quick = going(contest)
    called_off(quick)
    running.advance(contest.pk)
    assert not told("ends_soon")
    begun = Round.objects.get().began_at
    contest.refresh_from_db()
    Contest.objects.update(calls_at=begun + timedelta(days=5))
    assert running.due(9, begun + timedelta(days=5)) == [contest.pk]
    for minutes in (0, 1):
        running.advance(contest.pk, begun + timedelta(days=5, minutes=minutes))
    assert sorted(told("ends_soon")) == sorted(sitting(slow))
    assert Notice.objects.filter(channel="page", data__what="ends_soon").count() == 2


def test_the_webhook_of_a_circle_hears_of_its_contests(people: list[User], opens: Opens) -> None:
    circle = Circle.objects.create(name="Thursday", has_webhook=True)
    for number, user in enumerate(people):
        role = Membership.Role.MEMBER if number else Membership.Role.OWNER
        Membership.objects.create(circle=circle, user=user, role=role)
    contest = opens(places=3, circle=circle)
    for user in people[:3]:
        entering.enter(contest.key, user)
    for _round in range(3):
        running.advance(contest.pk)
        called_off(*going(contest))
    hooked = Notice.objects.filter(channel="circle_hook").order_by("pk")
    heard = [circle_words.compose(row) for row in hooked.filter(event="contest")]
    assert [one.title for one in heard] == [
        "“Autumn Cup” takes entries | Thursday",
        "Round 1 of “Autumn Cup” has begun | Thursday",
        "Round 2 of “Autumn Cup” has begun | Thursday",
        "The contest “Autumn Cup” is over | Thursday",
    ]
    assert heard[-1].text.startswith("Winners: ")
    assert {one.url.endswith(contest.get_absolute_url()) for one in heard} == {True}


def test_those_who_run_it_decide_a_table(people: list[User], begun: Contest) -> None:
    staff = User.objects.create(username="staff", is_staff=True)
    one, other = going(begun)
    number = (1, one.number)
    with pytest.raises(NotYourContest):
        running.rule(begun.key, people[1], number, [1, 2], "I say so.")
    for places, why in (([1], "x"), ([1, 3], "x"), ([1, 2], "")):
        with pytest.raises(BadContest):
            running.rule(begun.key, staff, number, places, why)
    running.rule(begun.key, staff, number, [2, 1], "Eva is in hospital.")
    called_off(other)
    running.advance(begun.pk)
    one.refresh_from_db()
    assert (one.result["places"], one.ruled_by) == ([2, 1], staff)
    assert begun.rounds.count() == 2
    with pytest.raises(BadContest):
        running.rule(begun.key, staff, number, [1, 2], "Again.")


@pytest.mark.same_everywhere
def test_the_same_rows_say_the_same(begun: Contest) -> None:
    """Standings are computed from the ledger alone, however often."""
    called_off(*going(begun))
    running.advance(begun.pk)
    form = ledger.format_of(begun)
    told = [
        form.standings(
            ledger.state_of(begun, ledger.players(begun), ledger.tables_of(begun), timezone.now())
        )
        for _ in range(2)
    ]
    assert told[0] == told[1]
