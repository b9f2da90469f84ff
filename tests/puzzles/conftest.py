"""A puzzle of a short match."""

from __future__ import annotations

import pytest

from accounts.models import User
from games.archive import importer
from games.archive.record_format import serialize
from games.models import Review, Table
from games.puzzles.models import Puzzle
from tests import sample_titles
from tests.archive.sample_records import make_record

from .sample_puzzles import make_puzzle

GAME = sample_titles.usual()
RECORD = make_record(GAME, seats=2)


@pytest.fixture
def over(people: list[User]) -> Table:
    """A finished public match between the first two people, as if it was played here."""
    table = importer.store_import(people[0], importer.PreparedImport(serialize(RECORD)))
    table.is_imported, table.visibility = False, Table.Visibility.PUBLIC
    table.save(update_fields=["is_imported", "visibility"])
    for seat, person in zip(table.seat_set.order_by("number"), people, strict=False):
        seat.user = person
        seat.save(update_fields=["user"])
    return table


@pytest.fixture
def puzzle(over: Table) -> Puzzle:
    return make_puzzle(over)


@pytest.fixture
def decision(over: Table) -> tuple[int, int, str, str]:
    """A decision of the match: the moves before it, its seat, its move and a better one."""
    made = make_puzzle(over)
    made.delete()
    return made.after_move, made.seat, made.played, made.best


@pytest.fixture
def review(over: Table, decision: tuple[int, int, str, str]) -> Review:
    """A review that names the decision."""
    costly = [[*decision, 0.3, 0.02, 7.4, 1.2, True]]
    results = {"curve": [[0, [0.5, 0.5]]], "costly": costly, "shares": []}
    return Review.objects.create(table=over, version=over.version, is_done=True, results=results)
