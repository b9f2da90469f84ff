"""Records of matches that ended by agreement."""

from __future__ import annotations

import pytest

from accounts.models import User
from games.archive import exporter
from games.models import Table
from games.table.agreements import actions as agreements
from tests.games.conftest import fresh, play_on

pytestmark = pytest.mark.django_db


def test_record_says_that_the_match_ended_by_agreement(table: Table, people: list[User]) -> None:
    play_on(table, 2)
    agreements.propose(table.key, people[0], "end")
    agreements.answer(table.key, people[1], table.proposals.get().pk, agrees=True)
    header = exporter.build_record_without_hashes(fresh(table)).header
    assert (header["end"], header["agreed"]) == ("finished", True)


def test_record_of_another_end_says_nothing_of_an_agreement(table: Table) -> None:
    assert "agreed" not in exporter.build_record_without_hashes(play_on(table)).header
