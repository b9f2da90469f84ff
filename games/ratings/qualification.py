"""Who is listed on a leaderboard: players with several opponents whom others have rated.

Otherwise a player could win a place against second accounts that play nobody else. An opponent
vouches for a player if they have rated matches against several other people, each of whom has one
against yet another person. A ring of second accounts around a player has no such matches.

A group that plays rated matches only within itself looks like a small club, and is listed.
"""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Iterable, Mapping

from django.core.cache import cache
from django.db import transaction

from .models import RatingChange

LEAST_OPPONENTS = 4  # who must vouch for a player
MIN_OTHER_OPPONENTS = 3  # people besides the player whom such an opponent must have met
MIN_MATCHES = 5  # below this, nobody is listed
MAX_ROWS_FOR_RECOUNT = (
    5000  # rating changes of a game that is recounted after each match; workers recount larger ones
)
KEPT = 24 * 3600  # seconds

OpponentsByPlayer = Mapping[int, set[int]]


def find_unqualified(game: str) -> frozenset[int]:
    """Return ids of players with enough matches in a game but too few vouching opponents."""
    kept: dict[str, list[int]] | None = cache.get(_cache_key(game))
    return recount_unqualified(game) if kept is None else frozenset(kept["people"])


def invalidate_after_commit(game: str) -> None:
    """After the commit, drop the cached result of a game with few rating changes."""
    transaction.on_commit(lambda: _invalidate(game), robust=True)


def _invalidate(game: str) -> None:
    kept = cache.get(_cache_key(game))
    if kept is not None and kept["rows"] <= MAX_ROWS_FOR_RECOUNT:
        cache.delete(_cache_key(game))


def _cache_key(game: str) -> str:
    return f"unqualified:{game}"


def recount_unqualified(game: str) -> frozenset[int]:
    """Compute the same from the rating changes, and cache it."""
    rows = RatingChange.objects.filter(game=game).values_list("user", "pairs")
    matches: dict[int, int] = defaultdict(int)
    met: dict[int, set[int]] = defaultdict(set)
    for user, pairs in rows.iterator():
        matches[user] += 1
        met[user].update(
            pair["user"] for pair in pairs if pair.get("gains", True) and pair.get("weight", 1.0)
        )
    found = frozenset(
        user
        for user, count in matches.items()
        if count >= MIN_MATCHES and not is_qualified(user, met)
    )
    cache.set(_cache_key(game), {"rows": sum(matches.values()), "people": sorted(found)}, KEPT)
    return found


def is_qualified(player: int, met: OpponentsByPlayer) -> bool:
    """Whether enough opponents vouch for a player; `met` says who has met whom."""
    return _has_at_least(LEAST_OPPONENTS, (_can_vouch(one, player, met) for one in met[player]))


def _can_vouch(opponent: int, player: int, met: OpponentsByPlayer) -> bool:
    """Whether an opponent has met enough people who have met others than these two."""
    others = met.get(opponent, set()) - {player}
    club = {player, opponent}
    return _has_at_least(MIN_OTHER_OPPONENTS, (bool(met.get(one, set()) - club) for one in others))


def _has_at_least(least: int, answers: Iterable[bool]) -> bool:
    """Whether at least so many answers are true; stops as soon as that is known."""
    return sum(itertools.islice(filter(None, answers), least)) >= least
