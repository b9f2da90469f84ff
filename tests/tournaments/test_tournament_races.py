"""The last place of a tournament, taken at the very same moment; one that goes on twice at once."""

from __future__ import annotations

import pytest
from django.utils import timezone

from accounts.models import User
from games.models import Table
from games.tournaments import creation, duplicate_rounds, lifecycle, registration
from games.tournaments.models import Round, Tournament, TournamentEntry, TournamentTable
from games.tournaments.tournament_settings import TournamentSettings
from tests.games.conftest import GAME
from tests.games.races import Race, race
from tests.tournaments.conftest import terms

__all__ = ["race"]

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def trio() -> list[User]:
    return [User.objects.create_user(name, f"{name}@example.org") for name in ("ann", "bob", "cem")]


def create_tournament(host: User) -> Tournament:
    return creation.create_tournament(
        host,
        TournamentSettings("Cup", GAME, "twice", {}, terms(), 3, least=2),
    )


@pytest.fixture
def rounds(request: pytest.FixtureRequest) -> range:
    """A hundred say more than a few (`--rounds 100`), and take minutes."""
    return range(request.config.getoption("--rounds"))


def test_the_last_place(trio: list[User], race: Race, rounds: range) -> None:
    """Two want it and one who has a place withdraws: nobody waits while a place is free."""
    ann, bob, cem = trio
    tournament = create_tournament(ann)
    Tournament.objects.update(max_players=1)
    for _ in rounds:
        TournamentEntry.objects.all().delete()
        registration.enter(tournament.key, ann)
        assert race(
            lambda: registration.enter(tournament.key, bob),
            lambda: registration.enter(tournament.key, cem),
            lambda: registration.withdraw(tournament.key, ann),
        ) == ["", "", ""]
        found = TournamentEntry.objects.values_list("user__username", "state")
        assert sorted(state for _, state in found) == ["entered", "waiting"]
        assert {name for name, _ in found} == {"bob", "cem"}


def test_two_workers_pair_while_somebody_withdraws(
    trio: list[User], race: Race, rounds: range
) -> None:
    """One round is paired, once, with who was in it then; who withdraws is out afterwards."""
    ann, _bob, cem = trio
    for _ in rounds:
        tournament = create_tournament(ann)
        for user in trio:
            registration.enter(tournament.key, user)
        race(
            lambda: lifecycle.advance(tournament.pk),  # noqa: B023
            lambda: lifecycle.advance(tournament.pk),  # noqa: B023
            lambda: registration.withdraw(tournament.key, cem),  # noqa: B023
        )
        lifecycle.advance(tournament.pk)  # where both have looked away
        tables = TournamentTable.objects.filter(round__tournament=tournament)
        withdrawn = TournamentEntry.objects.filter(tournament=tournament, user=cem).first()
        assert withdrawn is None or withdrawn.is_out
        first = [len(one.entries) for one in tables.filter(round__number=1)]
        if withdrawn is None:  # they were gone before it began, so a place was free
            assert first == []
        else:  # they withdrew after the draw, or between the start and the draw
            assert first in ([2, 1], [2])
        assert Table.objects.filter(tournament_table__in=tables).count() <= 1
        forget_all()


def test_two_workers_go_on_while_it_is_ended(trio: list[User], race: Race, rounds: range) -> None:
    """Whoever is first: it is over, once, and what is played of it counts no more."""
    ann, *_ = trio
    staff = User.objects.create(username="staff", is_staff=True)
    for _ in rounds:
        tournament = create_tournament(ann)
        for user in trio:
            registration.enter(tournament.key, user)
        lifecycle.advance(tournament.pk)
        tables = TournamentTable.objects.filter(round__tournament=tournament)
        Table.objects.update(status=Table.Status.CALLED_OFF, ended_at=timezone.now())
        assert race(
            lambda: lifecycle.advance(tournament.pk),  # noqa: B023
            lambda: lifecycle.advance(tournament.pk),  # noqa: B023
            lambda: lifecycle.end_early(tournament.key, staff, "Enough."),  # noqa: B023
        ) == ["", "", ""]
        tournament.refresh_from_db()
        assert (tournament.state, tournament.next_action_at) == (Tournament.State.OVER, None)
        assert not tables.filter(finished_at=None).exists()
        second = tables.filter(round__number=2)
        assert second.count() in (0, 2)
        assert not second.exclude(table=None).exclude(result=None).exists()
        forget_all()


def forget_all() -> None:
    TournamentTable.objects.all().delete()
    Table.objects.all().delete()
    Tournament.objects.all().delete()


def test_two_workers_publish_a_duplicate_round(trio: list[User], race: Race, rounds: range) -> None:
    """The last tables end and two workers look: the seed is published once."""
    tournament = create_tournament(trio[0])
    for _ in rounds:
        Round.objects.all().delete()
        one = Round.objects.create(tournament=tournament, number=1, table_seed="x")
        done: list[bool] = []

        def publish(pk: int = one.pk, done: list[bool] = done) -> None:
            done.append(duplicate_rounds.reveal_round(pk, timezone.now()))

        assert race(publish, publish) == ["", ""]
        assert sorted(done) == [False, True]
