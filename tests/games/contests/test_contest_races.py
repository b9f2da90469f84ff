"""The last place of a contest, taken at the very same moment; one that goes on twice at once."""

from __future__ import annotations

import pytest

from accounts.models import User
from games.contests import entering, opening, running
from games.models import Contest, ContestTable, Entry, Table
from tests.games.conftest import GAME
from tests.games.contests.conftest import terms
from tests.games.races import ROUNDS, Race, race

__all__ = ["race"]

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def trio() -> list[User]:
    return [User.objects.create_user(name, f"{name}@example.org") for name in ("ann", "bob", "cem")]


def opened(host: User) -> Contest:
    return opening.open_contest(host, "Cup", GAME, "twice", {}, terms(), 3, least=2)


def test_the_last_place(trio: list[User], race: Race) -> None:
    """Two want it and one who has a place withdraws: nobody waits while a place is free."""
    ann, bob, cem = trio
    contest = opened(ann)
    Contest.objects.update(places=1)
    for _ in range(ROUNDS // 4):
        Entry.objects.all().delete()
        entering.enter(contest.key, ann)
        assert race(
            lambda: entering.enter(contest.key, bob),
            lambda: entering.enter(contest.key, cem),
            lambda: entering.withdraw(contest.key, ann),
        ) == ["", "", ""]
        found = Entry.objects.values_list("user__username", "state")
        assert sorted(state for _, state in found) == ["entered", "waiting"]
        assert {name for name, _ in found} == {"bob", "cem"}


def test_two_workers_pair_while_somebody_withdraws(trio: list[User], race: Race) -> None:
    """One round is paired, once, with who was in it then; who withdraws is out afterwards."""
    ann, _bob, cem = trio
    for _ in range(ROUNDS // 10):
        contest = opened(ann)
        for user in trio:
            entering.enter(contest.key, user)
        race(
            lambda: running.advance(contest.pk),  # noqa: B023
            lambda: running.advance(contest.pk),  # noqa: B023
            lambda: entering.withdraw(contest.key, cem),  # noqa: B023
        )
        running.advance(contest.pk)  # where both have looked away
        tables = ContestTable.objects.filter(round__contest=contest)
        withdrawn = Entry.objects.filter(contest=contest, user=cem).first()
        assert withdrawn is None or withdrawn.is_out
        first = [len(one.entries) for one in tables.filter(round__number=1)]
        assert first == ([] if withdrawn is None else [2, 1])
        assert Table.objects.filter(contest_table__in=tables).count() <= 1
        ContestTable.objects.all().delete()
        Table.objects.all().delete()
        Contest.objects.all().delete()
