"""Who belongs on a leaderboard: people with several opponents who are themselves rated by others.

Without this a person could win a place against second accounts that play nobody else. An opponent
vouches for a player when they have rated matches against several other people, each of whom has one
against somebody else again. The circle of second accounts around a player does not count, as it has
no such matches.

A group that plays rated matches only within itself looks like a small club, and is listed.
"""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Iterable, Mapping

from django.core.cache import cache
from django.db.models import Count, Max

from ..models import RatingChange

LEAST_OPPONENTS = 4  # who vouch for a player
LEAST_OTHERS = 3  # people besides the player whom such an opponent has met
LEAST_MATCHES = 5  # below which nobody is on any leaderboard
SMALL = 5000  # rows of a ledger that are read anew after each match
KEPT = 900  # seconds, for larger ones

Meetings = Mapping[int, set[int]]


def find_unqualified(game: str) -> frozenset[int]:
    """The ids of people with enough matches in a game whom too few opponents vouch for."""
    rows = RatingChange.objects.filter(game=game)
    state = rows.aggregate(count=Count("pk"), newest=Max("pk"))
    version = f"{state['count']}-{state['newest']}" if state["count"] <= SMALL else "large"
    key = f"unqualified:{game}:{version}"
    kept: list[int] | None = cache.get(key)
    if kept is None:
        kept = sorted(count_again(game))
        cache.set(key, kept, KEPT)
    return frozenset(kept)


def count_again(game: str) -> frozenset[int]:
    """The same from the ledger, without the cache."""
    rows = RatingChange.objects.filter(game=game).values_list("user", "pairs")
    matches: dict[int, int] = defaultdict(int)
    met: dict[int, set[int]] = defaultdict(set)
    for user, pairs in rows.iterator():
        matches[user] += 1
        met[user].update(
            pair["user"] for pair in pairs if pair.get("gains", True) and pair.get("weight", 1.0)
        )
    return frozenset(
        user
        for user, count in matches.items()
        if count >= LEAST_MATCHES and not is_qualified(user, met)
    )


def is_qualified(player: int, met: Meetings) -> bool:
    """Whether enough opponents vouch for a player; `met` says who has met whom."""
    return _reaches(LEAST_OPPONENTS, (_vouches(one, player, met) for one in met[player]))


def _vouches(opponent: int, player: int, met: Meetings) -> bool:
    """Whether an opponent is rated by people outside of the player's circle."""
    others = met.get(opponent, set()) - {player}
    circle = {player, opponent}
    return _reaches(LEAST_OTHERS, (bool(met.get(one, set()) - circle) for one in others))


def _reaches(least: int, answers: Iterable[bool]) -> bool:
    """Whether so many of these answers are yes; asks no further than it must."""
    return sum(itertools.islice(filter(None, answers), least)) >= least
