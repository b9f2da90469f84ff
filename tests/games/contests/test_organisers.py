"""What the people who run a contest decide about it while it runs, and what they may not."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games.contests import entering, running
from games.contests.holding import BadContest, ContestMoved, NotYourContest
from games.models import (
    Circle,
    Contest,
    ContestTable,
    Entry,
    Membership,
    Notice,
    Seat,
)
from games.notices import words
from games.table.curbs import Muted
from tests.clients import signed_in
from tests.games.conftest import play_on
from tests.games.contests.conftest import called_off, going

pytestmark = pytest.mark.django_db


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
