"""The same attempt sent twice at the same moment counts once."""

from __future__ import annotations

import pytest

from accounts.models import User
from games.puzzles import puzzles
from games.puzzles.models import Puzzle, PuzzleAttempt, PuzzleRating
from tests.games.races import Race, race

__all__ = ["race"]

pytestmark = pytest.mark.django_db(transaction=True)


def test_attempts_of_one_person_at_once_count_once_and_all_others_count(
    puzzle: Puzzle, people: list[User], race: Race
) -> None:
    _one, _two, ann, bob, *_rest = people
    race(
        lambda: puzzles.submit_attempt(ann, puzzle.pk, puzzle.best),
        lambda: puzzles.submit_attempt(ann, puzzle.pk, puzzle.played),
        lambda: puzzles.submit_attempt(bob, puzzle.pk, puzzle.played),
    )
    puzzle.refresh_from_db()
    assert PuzzleAttempt.objects.count() == puzzle.attempts == 2
    assert set(PuzzleRating.objects.values_list("attempts", flat=True)) == {1}
