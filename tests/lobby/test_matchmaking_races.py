"""Quick matches pressed, cancelled and left at the same moment: one match, and a clear answer."""

from __future__ import annotations

import multiprocessing
from functools import partial
from itertools import count

import pytest
from django.db import connection

import games.rules as rules
from accounts.deletion import delete_account
from accounts.models import User
from games.lobby.admission import matchmaking
from games.lobby.models import MatchRequest, SavedTableSettings
from games.lobby.setup import saved_settings
from games.lobby.table_settings import TableSettings
from games.models import Seat, Table
from games.time_controls import PRESETS_BY_KEY
from tests.games.conftest import GAME
from tests.games.races import ROUNDS, Race, race

__all__ = ["race"]

pytestmark = pytest.mark.django_db(transaction=True)
numbers = count()


def crowd(size: int, seats: int = 2) -> list[User]:
    """People who all want the same."""
    new = [User(username=f"q{next(numbers)}", email=f"q{numbers}@example.org") for _ in range(size)]
    people = User.objects.bulk_create(new)
    terms = TableSettings(
        seats, rules.get(GAME).check(seats), PRESETS_BY_KEY["day"].clock
    ).to_json()
    SavedTableSettings.objects.bulk_create(
        SavedTableSettings(user=one, game=GAME, table_settings=terms) for one in people
    )
    return people


def test_two_who_press_at_once_meet_once(race: Race) -> None:
    people = crowd(2 * ROUNDS)
    for one, other in zip(people[::2], people[1::2], strict=True):
        assert race(
            partial(matchmaking.request_match, one, GAME),
            partial(matchmaking.request_match, other, GAME),
        ) == ["", ""]
    assert_all_met(people)


def test_two_processes_bring_two_together_once() -> None:
    """Two workers of a site, each with its own connection, are pressed in step."""
    people, forked = crowd(2 * ROUNDS), multiprocessing.get_context("fork")
    gate = forked.Barrier(2)

    def press_all(pressing: list[User]) -> None:
        for user in pressing:
            gate.wait(30)
            matchmaking.request_match(user, GAME)

    connection.close()
    workers = [forked.Process(target=press_all, args=(people[n::2],)) for n in (0, 1)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join(120)
    assert [worker.exitcode for worker in workers] == [0, 0]
    assert_all_met(people)


def assert_all_met(people: list[User]) -> None:
    assert not MatchRequest.objects.filter(table=None).exists()
    tables = Table.objects.all()
    assert [table.status for table in tables] == [Table.Status.RUNNING] * ROUNDS
    assert Seat.objects.filter(user__in=people).values("user").distinct().count() == 2 * ROUNDS


def test_the_last_who_waits_is_found_by_one_of_two(race: Race) -> None:
    people = iter(crowd(3 * ROUNDS))
    for waiting, one, other in zip(people, people, people, strict=True):
        matchmaking.request_match(waiting, GAME)
        assert race(
            partial(matchmaking.request_match, one, GAME),
            partial(matchmaking.request_match, other, GAME),
        ) == ["", ""]
        left = MatchRequest.objects.get(table=None)
        assert left.user in (one, other)
        left.delete()


def test_match_request_is_either_cancelled_or_matched(race: Race) -> None:
    people = iter(crowd(2 * ROUNDS))
    for waiting, other in zip(people, people, strict=True):
        matchmaking.request_match(waiting, GAME)
        cancelled, pressed = race(
            partial(matchmaking.cancel_request, waiting, GAME),
            partial(matchmaking.request_match, other, GAME),
        )
        met = Seat.objects.filter(user=waiting).exists()
        assert (cancelled, pressed) == ("no_wish" if met else "", "")
        assert met == MatchRequest.objects.filter(user=waiting, table__isnull=False).exists()
        assert met == Seat.objects.filter(user=other).exists()
        MatchRequest.objects.all().delete()


def test_an_account_is_deleted_while_somebody_meets_it(race: Race) -> None:
    people = iter(crowd(2 * ROUNDS))
    for leaver, other in zip(people, people, strict=True):
        matchmaking.request_match(leaver, GAME)
        assert race(
            partial(delete_account, leaver), partial(matchmaking.request_match, other, GAME)
        ) == [
            "",
            "",
        ]
        leaver.refresh_from_db()
        assert leaver.deleted_at is not None
        assert not MatchRequest.objects.filter(user=leaver).exists()
        MatchRequest.objects.all().delete()
    assert saved_settings.last_used_settings(leaver, GAME) is None
