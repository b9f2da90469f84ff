"""The last place of a contest, taken at the very same moment; one that goes on twice at once."""

from __future__ import annotations

import pytest

from accounts.models import User
from games.clocks import BY_KEY
from games.contests import entering, opening
from games.models import Contest, Entry
from tests.games.conftest import GAME
from tests.games.contests.conftest import terms
from tests.games.races import ROUNDS, Race, race

__all__ = ["race"]

pytestmark = pytest.mark.django_db(transaction=True)
CLOCK = BY_KEY["day"].clock


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
