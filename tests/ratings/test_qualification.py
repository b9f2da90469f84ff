"""Leaderboards list people whose opponents are rated by others, and equal ratings share a rank."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.models import Table
from games.ratings import qualification, rating_changes, seasons
from games.ratings.models import Rating, RatingChange
from tests.exploits import ratings as exploits
from tests.games.conftest import GAME

pytestmark = pytest.mark.same_everywhere


@pytest.fixture(autouse=True)
def nothing_cached(db: None) -> None:
    cache.clear()


def make_people(count: int, prefix: str) -> list[User]:
    return [
        User.objects.create_user(f"{prefix}{n}", f"{prefix}{n}@example.org") for n in range(count)
    ]


def book_matches(pairs: Iterable[tuple[User, User]], *, times: int = 1) -> None:
    """Ledger rows of matches that the first of each pair has won, and ratings after them."""
    played: dict[int, int] = {}
    for winner, loser in itertools.chain.from_iterable(itertools.repeat(list(pairs), times)):
        table = Table.objects.create(
            host=winner,
            game=GAME,
            rules_version=1,
            seat_count=2,
            status=Table.Status.FINISHED,
            clock_bank=60,
            clock_increment=60,
            clock_cap=60,
        )
        for one, other, result in ((winner, loser, 1.0), (loser, winner, 0.0)):
            RatingChange.objects.create(
                table=table,
                user=one,
                game=GAME,
                before=1500,
                delta=0,
                after=1500,
                played_before=played.get(one.pk, 0),
                k=60,
                pairs=[{"user": other.pk, "result": result, "weight": 1.0}],
                at=timezone.now() - timedelta(minutes=1),
            )
            played[one.pk] = played.get(one.pk, 0) + 1
    for pk, count in played.items():
        Rating.objects.create(user_id=pk, game=GAME, value=1750 - count, played=count)


def leaderboard_names() -> list[str]:
    return [rating.user.username for rating in rating_changes.leaderboard_ratings(GAME)]


def test_second_accounts_win_no_place_on_a_leaderboard(client: Client) -> None:
    main, *accounts = make_people(13, "second")
    book_matches([(main, one) for one in accounts], times=2)
    assert leaderboard_names() == []
    assert main.username not in client.get(f"/leaderboard/{GAME}/").content.decode()
    assert client.get(f"/api/ratings/{GAME}/").json() == []
    season = seasons.available_seasons(GAME)[0]
    assert seasons.season_places(GAME, season) == []


def test_people_who_play_each_other_are_listed(client: Client) -> None:
    people = make_people(6, "club")
    book_matches(itertools.permutations(people, 2))
    assert sorted(leaderboard_names()) == sorted(one.username for one in people)
    assert len(seasons.season_places(GAME, seasons.available_seasons(GAME)[0])) == 6


def test_a_match_that_was_hardly_played_vouches_for_nobody() -> None:
    people = make_people(6, "club")
    book_matches(itertools.permutations(people, 2))
    for row in RatingChange.objects.filter(user=people[0]):
        row.pairs = [{**pair, "gains": False} for pair in row.pairs]
        row.save()
    cache.clear()
    assert people[0].pk in qualification.find_unqualified(GAME)


@pytest.mark.parametrize("exploit", exploits.EXPLOITS[:3], ids=lambda exploit: exploit.name)
def test_no_exploit_of_ratings_pays(exploit: exploits.Exploit) -> None:
    """The careers are in test_careers.py."""
    assert not exploit.measure(40, 1).pays


def test_equal_ratings_share_a_rank(client: Client) -> None:
    for user, value in zip(make_people(4, "level"), (1600, 1550, 1550, 1500), strict=True):
        Rating.objects.create(user=user, game=GAME, value=value, played=20)
    found = client.get(f"/api/ratings/{GAME}/").json()
    assert [one["rank"] for one in found] == [1, 2, 2, 4]
    later = client.get(f"/api/ratings/{GAME}/?offset=2").json()
    assert [one["rank"] for one in later] == [2, 4]
    page = client.get(f"/leaderboard/{GAME}/").content.decode()
    assert [page.count(f"<td>{rank}.</td>") for rank in (1, 2, 3, 4)] == [1, 2, 0, 1]
    shelf = client.get(f"/games/{GAME}/").content.decode()
    assert shelf.count('<li value="2">') == 2


def test_equal_places_of_a_season_share_a_rank() -> None:
    places = [seasons.SeasonPlace(n, value, 9) for n, value in enumerate((1600, 1550, 1550, 1500))]
    assert [rank for rank, _place in seasons.rank_places(places)] == [1, 2, 2, 4]
