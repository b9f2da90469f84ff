"""The whole way from a finished match to a puzzle: every search runs, with the least budget."""

from __future__ import annotations

import pytest

from accounts.models import User
from games import bots
from games.archive import importer
from games.archive.record_format import serialize
from games.bots import STRONG, suggestions, turning_points
from games.bots.budget import SearchBudget
from games.history import review_jobs
from games.models import Review, Table
from games.puzzles import selection
from games.puzzles.models import Puzzle
from tests.archive.sample_records import make_record

from .conftest import GAME

pytestmark = [pytest.mark.django_db]

LEAST = SearchBudget(iterations=1)  # the same seed gives the same findings everywhere


@pytest.fixture
def _least_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    """Search as little as possible, and take any advantage for a certain one."""
    for name, value in (
        ("SLICES", 1),
        ("FIRST", LEAST),
        ("CHANCE_BUDGET", LEAST),
        ("SCOUTED_MOVES", 1),
        ("MAX_OTHER_MOVES", 1),
        ("SUSPECTS", (3,)),
        ("SECOND", (LEAST,)),
        ("FINALISTS", 3),
        ("THIRD", LEAST),
        ("LEAST_ENDS", 3),
        ("SURE", 0.0),
        ("LIKELY", 0.0),
        ("TURNING_CHANCE", -9.0),
    ):
        monkeypatch.setattr(turning_points, name, value)
    monkeypatch.setattr(selection, "BUDGET", LEAST)
    monkeypatch.setattr(suggestions, "PLAYED_OUT", LEAST)
    monkeypatch.setattr(suggestions, "WORLDS", 2)
    monkeypatch.setattr(bots.levels(GAME)[STRONG], "budget", LEAST)


@pytest.mark.usefixtures("_least_searches")
def test_real_review_and_real_searches_decide_about_a_puzzle(people: list[User]) -> None:
    record = make_record(GAME, seed="two", seats=2)
    table = importer.store_import(people[0], importer.PreparedImport(serialize(record)))
    Table.objects.filter(pk=table.pk).update(key="real", is_imported=False)  # the seed of worlds
    table.refresh_from_db()
    review = Review.objects.create(table=table, version=table.version)
    while review_jobs.run_next_step(review.pk):
        pass
    review.refresh_from_db()
    assert (review.is_done, review.has_failed) == (True, False)
    sure = review_jobs.sure_turning_points(table)
    assert sure
    assert selection.create_candidates(table) == len(sure)
    for number, puzzle in enumerate(Puzzle.objects.order_by("after_move")):
        Puzzle.objects.filter(pk=puzzle.pk).update(seed=str(number))
        assert puzzle.state == Puzzle.State.CANDIDATE
        while selection.check_candidate(puzzle.pk):
            pass
        puzzle.refresh_from_db()
        assert puzzle.state in {Puzzle.State.OPEN, Puzzle.State.REJECTED}
        assert puzzle.second or puzzle.state == Puzzle.State.REJECTED
