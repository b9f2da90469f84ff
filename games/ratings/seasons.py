"""Leaderboards of a season or a year, which start from a soft reset of the ratings.

A player enters a season half way between their rating and the initial one, and only matches of the
season change it from there. Everything is computed from the rating changes and cached for some
minutes. The ratings themselves do not change.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import NamedTuple

from django.core.cache import cache
from django.db.models import Q
from django.utils import timezone

from accounts.models import User
from accounts.site import configuration
from portal.dates import months_text
from portal.ranks import shared_ranks

from . import elo, qualification, rating_changes
from .models import PROVISIONAL_BELOW, RatingChange

MIN_SEASON_MATCHES = 5  # matches in the season, to be listed
MAX_SEASONS_OFFERED = 4  # of seasons, and as many years
KEPT = 1800  # seconds; current seasons are recounted before that


class RatingSeason(NamedTuple):
    """A season of `months` months, or a whole year if `number` is 0."""

    year: int
    number: int
    months: int

    @classmethod
    def read(cls, text: str) -> RatingSeason | None:
        """Parse a `key`; None if it is invalid or does not fit the current season length.

        >>> RatingSeason.read("2026").key
        '2026'
        >>> RatingSeason.read("2026-0"), RatingSeason.read("00001999999")
        (None, None)
        """
        year, dash, number = text.partition("-")
        is_short = len(year) == 4 and len(number) <= 2
        if not (is_short and text.isascii() and year.isdecimal() and 0 < int(year) < 9999):
            return None
        if not dash:
            return cls(int(year), 0, 12)
        months = configuration.get_site().season_months
        if not number.isdecimal() or not months or not 1 <= int(number) <= 12 // months:
            return None
        return cls(int(year), int(number), months)

    @property
    def key(self) -> str:
        return f"{self.year}-{self.number}" if self.number else str(self.year)

    @property
    def first_month(self) -> int:
        return 1 + max(0, self.number - 1) * self.months

    @property
    def starts_at(self) -> datetime:
        return datetime(self.year, self.first_month, 1, tzinfo=UTC)

    @property
    def ends_at(self) -> datetime:
        months = self.first_month - 1 + self.months
        return datetime(self.year + months // 12, months % 12 + 1, 1, tzinfo=UTC)

    @property
    def name(self) -> str:
        if not self.number:
            return str(self.year)
        last = datetime(self.year, self.first_month + self.months - 1, 1, tzinfo=UTC)
        return months_text(self.starts_at, last)

    @property
    def before(self) -> RatingSeason:
        if self.number > 1:
            return self._replace(number=self.number - 1)
        return self._replace(year=self.year - 1, number=12 // self.months if self.number else 0)


class SeasonPlace(NamedTuple):
    """A player's entry on a season leaderboard."""

    user: int
    value: int  # hundredths
    played: int


class SeasonRow(NamedTuple):
    """An entry with user and rank, as a leaderboard shows it."""

    user: User
    game: str
    value: str
    played: int
    rank: int

    @property
    def is_provisional(self) -> bool:
        """Whether the person has played too few rated matches in it for a reliable rating."""
        return self.played < PROVISIONAL_BELOW


def available_seasons(game: str) -> list[RatingSeason]:
    """Return the latest seasons and years with rated matches of a game, newest first per kind."""
    first = RatingChange.objects.filter(game=game).order_by("at").values_list("at", flat=True)
    since = first.first()
    if since is None:
        return []
    found: list[RatingSeason] = []
    for season in _current_seasons():
        for _number in range(MAX_SEASONS_OFFERED):
            if season.ends_at > since:
                found.append(season)
            season = season.before
    return found


def _current_seasons() -> list[RatingSeason]:
    """Return the current season, if seasons are on, and the current year."""
    now, months = timezone.now().astimezone(UTC), configuration.get_site().season_months
    seasons = [RatingSeason(now.year, 1 + (now.month - 1) // months, months)] if months else []
    return [*seasons, RatingSeason(now.year, 0, 12)]


def season_places(game: str, season: RatingSeason, country: str = "") -> list[SeasonPlace]:
    """Return everybody (or everybody of a country) with enough matches in a season, best first."""
    kept = cache.get(_cache_key(game, season))
    if kept is None:
        kept = _compute_and_cache(game, season)
    places = [SeasonPlace(*one) for one in kept]
    if not country:
        return places
    people = set(User.objects.filter(country=country).values_list("pk", flat=True))
    return [one for one in places if one.user in people]


def recount_current_seasons(game: str) -> None:
    """Compute the current seasons and the countries, so that no request has to wait for it."""
    qualification.recount_unqualified(game)
    for season in _current_seasons():
        _compute_and_cache(game, season)
    said = (
        rating_changes.leaderboard_ratings(game).exclude(user__country="").order_by("user__country")
    )
    codes = list(said.values_list("user__country", flat=True).distinct())
    cache.set(f"countries:{game}", codes, KEPT)


def cached_countries(game: str) -> list[str]:
    """Return the country codes on the leaderboard when it was last counted."""
    codes: list[str] = cache.get(f"countries:{game}", [])
    return codes


def _compute_and_cache(game: str, season: RatingSeason) -> list[SeasonPlace]:
    places = list(_compute_places(game, season))
    cache.set(_cache_key(game, season), places, KEPT)
    return places


def _cache_key(game: str, season: RatingSeason) -> str:
    return f"season:{game}:{season.key}:{season.months}"


def _compute_places(game: str, season: RatingSeason) -> Iterator[SeasonPlace]:
    within = Q(at__gte=season.starts_at, at__lt=season.ends_at)
    standing: dict[int, rating_changes.RatingState] = {}
    rows = rating_changes.read_rows(game, within)
    for _match, together in itertools.groupby(rows, key=lambda row: row.table):
        match = list(together)
        for row in match:
            standing.setdefault(row.user, (soft_reset(row.before), 0))
        ratings = {row.user: standing[row.user][0] for row in match}
        for row in match:
            rating, played = standing[row.user]
            met = [one for one in row.met if one[0] in ratings]
            change = elo.compute_change(
                rating, played, met, ratings, row.people, excused=row.excused
            )
            standing[row.user] = (change.after, played + change.counts)
    gone = User.objects.filter(pk__in=standing, deleted_at__isnull=False)
    for user in {*gone.values_list("pk", flat=True), *qualification.find_unqualified(game)}:
        standing.pop(user, None)
    ranked = sorted(standing.items(), key=lambda one: (-one[1][0], one[0]))
    return (SeasonPlace(user, *known) for user, known in ranked if known[1] >= MIN_SEASON_MATCHES)


def soft_reset(rating: int) -> int:
    """Return the rating with which a player enters a season, in hundredths.

    >>> soft_reset(1700_00), soft_reset(1400_01)
    (160000, 145001)
    """
    return elo.INITIAL_RATING + int((rating - elo.INITIAL_RATING) / 2)


def rank_places(places: Sequence[SeasonPlace]) -> list[tuple[int, SeasonPlace]]:
    """Return the entries of a whole leaderboard, each with its rank."""
    return list(zip(shared_ranks(one.value for one in places), places, strict=True))


def season_rows(game: str, places: Sequence[tuple[int, SeasonPlace]]) -> list[SeasonRow]:
    """Return rows with the users of these ranked entries of a game."""
    people = User.objects.in_bulk([one.user for _rank, one in places])
    return [
        SeasonRow(people[one.user], game, str(elo.to_points(one.value)), one.played, rank)
        for rank, one in places
        if one.user in people
    ]
