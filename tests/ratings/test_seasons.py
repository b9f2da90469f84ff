"""Boards of seasons and years: where people begin in them, what counts, whose they are."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from decimal import Decimal

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from rest_framework.test import APIClient

from accounts.models import Site, User
from accounts.site import configuration
from games.models import Table
from games.models.tables import new_key
from games.ratings import elo, qualification, rating_changes, seasons
from games.ratings.models import Rating, RatingChange
from games.ratings.seasons import RatingSeason
from tests.clients import signed_in
from tests.games.conftest import GAME

pytestmark = pytest.mark.django_db
NOW = datetime.now(UTC).replace(hour=12)
YEAR = str(NOW.year)


@pytest.fixture(autouse=True)
def nothing_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever has played enough is listed here (test_qualification.py says who else is not)."""
    monkeypatch.setattr(qualification, "LEAST_OPPONENTS", 0)
    cache.clear()


def add_won_match(
    winner: User, loser: User, at: datetime, table: Table, before: int = 1700
) -> None:
    """A rated match whose winner had so many points before it, and the loser 1500."""
    match = Table.objects.get(pk=table.pk)
    match.pk, match.key, match.ended_at = None, new_key(), at
    match.status = Table.Status.FINISHED
    match.save()
    for user, other, had, result in ((winner, loser, before, 1), (loser, winner, 1500, 0)):
        RatingChange.objects.create(
            table=match,
            user=user,
            game=GAME,
            k=20,
            played_before=30,
            at=at,
            before=Decimal(had),
            delta=Decimal(0),
            after=Decimal(had),
            pairs=[{"user": other.pk, "result": result, "weight": 1.0}],
        )


@pytest.fixture
def players_with_matches(people: list[User], table: Table) -> list[User]:
    """Ann has won five against Bob this year, and many long ago."""
    for number in range(5):
        add_won_match(people[0], people[1], NOW - timedelta(minutes=number), table)
        add_won_match(people[1], people[0], datetime(NOW.year - 1, 3, 1, number, tzinfo=UTC), table)
    return people


def test_a_season_begins_half_way_to_the_middle_and_has_only_its_matches(
    players_with_matches: list[User],
) -> None:
    season = RatingSeason.read(YEAR)
    assert season is not None
    places = seasons.season_places(GAME, season)
    own, other = 1600_00, 1500_00
    for number in range(5):
        first, second = (
            elo.compute_change(rating, number, [elo.PairResult(1 - one, 1 - one)], (own, other), 2)
            for one, rating in enumerate((own, other))
        )
        own, other = first.after, second.after
    assert places == [(players_with_matches[0].pk, own, 5), (players_with_matches[1].pk, other, 5)]
    last = RatingSeason.read(str(NOW.year - 1))
    assert last is not None
    assert seasons.season_places(GAME, last)[0].user == players_with_matches[1].pk
    assert (
        not rating_changes.leaderboard_ratings(GAME).filter(value__gt=1500).exists()
    )  # of all time: untouched


def test_few_matches_and_accounts_that_are_gone_stand_on_no_board(
    players_with_matches: list[User], table: Table
) -> None:
    add_won_match(players_with_matches[2], players_with_matches[3], NOW, table)
    User.objects.filter(pk=players_with_matches[1].pk).update(deleted_at=NOW)
    season = RatingSeason.read(YEAR)
    assert season is not None
    assert [one.user for one in seasons.season_places(GAME, season)] == [players_with_matches[0].pk]


@pytest.mark.parametrize(
    ("key", "months", "start", "end"),
    [
        ("2026", 3, (2026, 1), (2027, 1)),
        ("2026-1", 3, (2026, 1), (2026, 4)),
        ("2026-4", 3, (2026, 10), (2027, 1)),
        ("2026-2", 6, (2026, 7), (2027, 1)),
        ("2026-12", 1, (2026, 12), (2027, 1)),
    ],
)
def test_seasons_are_parts_of_a_year(
    key: str, months: int, start: tuple[int, int], end: tuple[int, int]
) -> None:
    Site.objects.create(pk=Site.ONLY, season_months=months)
    configuration.site_cache.invalidate()
    try:
        season = RatingSeason.read(key)
        assert season is not None
        assert season.key == key
        assert (season.starts_at.year, season.starts_at.month) == start
        assert (season.ends_at.year, season.ends_at.month) == end
        assert season.before.ends_at == season.starts_at
        assert season.before.key != key
    finally:
        configuration.site_cache.invalidate()


@pytest.mark.parametrize(
    "key", ["", "x", "2026-", "2026-0", "2026-5", "2026-x", "0000", "9999", "²026"]
)
def test_what_is_no_season_is_none(key: str) -> None:
    assert RatingSeason.read(key) is None


def test_pages_and_programs_ask_for_a_season(players_with_matches: list[User]) -> None:
    address = reverse("games:leaderboard", args=[GAME])
    page = Client().get(address).text
    assert f"?season={YEAR}" in page
    assert "halfway" not in page
    page = Client().get(address, {"season": YEAR}).text
    assert "halfway" in page
    assert players_with_matches[0].display_name in page
    assert Client().get(address, {"season": "2026-9"}).status_code == 404
    api = reverse("api:ratings", args=[GAME])
    rows = APIClient().get(api, {"season": YEAR}).json()
    assert [one["user"] for one in rows] == [
        players_with_matches[0].username,
        players_with_matches[1].username,
    ]
    assert APIClient().get(api, {"season": "x"}).status_code == 404


def test_a_country_has_boards_of_its_own(players_with_matches: list[User]) -> None:
    ann, bob = players_with_matches[:2]
    for user, country, value in ((ann, "JP", 1600), (bob, "DE", 1700)):
        User.objects.filter(pk=user.pk).update(country=country)
        Rating.objects.create(
            user=user, game=GAME, value=value, played=rating_changes.MIN_RANKED_MATCHES
        )
    page, api = reverse("games:leaderboard", args=[GAME]), reverse("api:ratings", args=[GAME])
    seasons.recount_current_seasons(GAME)
    shown = Client().get(page).context
    assert [line.user for line in shown["page"].rows] == [bob, ann]
    assert shown["countries"] == [("Germany", "DE"), ("Japan", "JP")]
    for asked in ({"country": "JP"}, {"country": "JP", "season": YEAR}):
        rows = Client().get(page, asked).context["page"].rows
        assert [line.user for line in rows] == [ann]
        assert [line["user"] for line in APIClient().get(api, asked).json()] == [ann.username]
    assert Client().get(page, {"country": "??"}).status_code == 404


def test_ones_country_is_on_ones_profile_in_the_readers_language(people: list[User]) -> None:
    client = signed_in(people[0])
    form = client.get("/preferences/").context["form"]
    kept = {name: form[name].value() for name in form.fields}
    given = {name: value for name, value in kept.items() if value not in (None, False)}
    assert client.post("/preferences/", {**given, "country": "JP"}).status_code == 302
    profile = reverse("games:profile", args=[people[0].username])
    assert "Japan" in Client().get(profile).text
    assert "日本" in Client(headers={"accept-language": "ja"}).get(profile).text
    client.post("/preferences/", {**given, "country": "XX"})
    assert User.objects.get(pk=people[0].pk).country == "JP"
