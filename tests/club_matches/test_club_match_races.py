"""Two people act at once in a match between clubs."""

from __future__ import annotations

from functools import partial

import pytest

from accounts.models import User
from games.club_matches import lifecycle, line_ups, proposals
from games.club_matches.models import ClubMatch
from games.models import Club, Table
from tests.club_matches.conftest import reload
from tests.games.races import ROUNDS, Race, race

__all__ = ["race"]

pytestmark = pytest.mark.django_db(transaction=True)


def test_accepting_and_withdrawing_at_once_leaves_one_answer(
    challenge: ClubMatch, people: list[User], race: Race
) -> None:
    for _round in range(ROUNDS):
        ClubMatch.objects.update(state=ClubMatch.State.PROPOSED)
        answers = race(
            partial(proposals.answer_challenge, challenge.key, people[2], accepts=True),
            partial(proposals.answer_challenge, challenge.key, people[2], accepts=False),
        )
        assert sorted(answers) == ["", "club_match_moved"]


def test_two_workers_start_a_match_once(full_match: ClubMatch, race: Race) -> None:
    start = partial(lifecycle.advance, full_match.pk, full_match.starts_at)
    assert race(start, start) == ["", ""]
    match = reload(full_match)
    assert (match.state, match.boards.count()) == (ClubMatch.State.RUNNING, 2)
    assert Table.objects.count() == 2


def test_a_person_who_enters_twice_at_once_is_entered_once(
    open_match: ClubMatch, people: list[User], race: Race
) -> None:
    for _round in range(ROUNDS):
        open_match.players.all().delete()
        assert race(*[partial(line_ups.enter, open_match.key, people[0])] * 2) == ["", ""]
        assert open_match.players.count() == 1


def test_withdrawing_while_the_match_starts_leaves_no_empty_seat(
    full_match: ClubMatch, people: list[User], home: Club, race: Race
) -> None:
    answers = race(
        partial(lifecycle.advance, full_match.pk, full_match.starts_at),
        partial(line_ups.leave, full_match.key, people[1]),
    )
    match = reload(full_match)
    seated = {seat.user_id for board in match.boards.all() for seat in board.table.seat_set.all()}
    assert (people[1].pk in seated) == (answers[1] == "club_match_moved")
