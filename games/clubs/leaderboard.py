"""The leaderboard of a club, from its own matches between people that were played to the end.

A match scores the fraction of the other players whom a person beat: 1 for the first place, 0 for
the last one. Matches with bots do not count. People who left the club are not listed, and get their
points back when they return.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, replace

from django.core.cache import cache
from django.db.models import Count, Max, QuerySet

from portal.ranks import shared_ranks

from ..boards import Presenter, presenter
from ..models import Club, Seat, Table
from .queries import VisibleClub

KEPT = 24 * 3600  # seconds


@dataclass(frozen=True)
class LeaderboardRow:
    """The result of one person in one game; `points` is a sum of fractions of matches.

    People with the same points from the same number of matches share a `rank`.
    """

    username: str
    name: str
    matches: int
    won: int
    points: float
    rank: int = 0


@dataclass(frozen=True)
class GameLeaderboard:
    game: str
    lines: list[LeaderboardRow]

    @property
    def presenter(self) -> Presenter:
        return presenter(self.game)


def build_leaderboards(found: VisibleClub, game: str = "") -> list[GameLeaderboard]:
    """Return the leaderboards of a club, for one game or all, the most played first."""
    names = {one.user_id: (one.user.username, one.user.display_name) for one in found.members}
    lines: dict[str, list[LeaderboardRow]] = defaultdict(list)
    for key, user, matches, won, points in _cached_counts(found.club):
        if user in names and game in ("", key):
            lines[key].append(LeaderboardRow(*names[user], matches, won, points))
    return sorted(
        (GameLeaderboard(key, _rank_rows(of_game)) for key, of_game in lines.items()),
        key=_popularity_key,
    )


def _rank_rows(lines: Iterable[LeaderboardRow]) -> list[LeaderboardRow]:
    """Return the rows of one game, the best first, each with its rank."""
    best = sorted(lines, key=_rank_key)
    ranks = shared_ranks((line.points, line.matches) for line in best)
    return [replace(line, rank=rank) for line, rank in zip(best, ranks, strict=True)]


def _cached_counts(club: Club) -> list[tuple[str, int, int, int, float]]:
    """Return matches, wins and points by game and user.

    They are cached until another match ends, or one is rolled back.
    """
    over = Table.objects.filter(club=club, status=Table.Status.FINISHED, seat_count__gt=1)
    so_far = over.aggregate(count=Count("pk"), last=Max("ended_at"))
    if not so_far["count"]:
        return []
    last = so_far["last"].timestamp() if so_far["last"] else 0  # no end is stored
    key = f"circle-best:{club.pk}:{so_far['count']}:{last}"
    kept: list[tuple[str, int, int, int, float]] | None = cache.get(key)
    if kept is None:
        kept = _count_matches(over)
        cache.set(key, kept, KEPT)
    return kept


def _count_matches(over: QuerySet[Table]) -> list[tuple[str, int, int, int, float]]:
    """Count with two plain queries: a database that joins them reads every seat of the site."""
    tables = {pk: (key, seats) for pk, key, seats in over.values_list("pk", "game", "seat_count")}
    seats = Seat.objects.filter(table__in=list(tables)).order_by()
    played = list(seats.values_list("table", "user", "rank", "idle"))
    with_bot = {table for table, user, _rank, _idle in played if user is None}
    points: dict[tuple[str, int], list[float]] = defaultdict(list)
    for table, user, rank, idle in played:
        if user is not None and rank is not None and not idle and table not in with_bot:
            key, size = tables[table]
            points[key, user].append((size - rank) / (size - 1))
    return [
        (key, user, len(parts), parts.count(1), round(sum(parts), 2))
        for (key, user), parts in points.items()
    ]


def _rank_key(line: LeaderboardRow) -> tuple[float, int, str]:
    return (-line.points, line.matches, line.name.casefold())


def _popularity_key(board: GameLeaderboard) -> tuple[int, str]:
    return (-sum(line.matches for line in board.lines), board.game)
