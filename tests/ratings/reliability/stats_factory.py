"""People whose numbers are given, as if they had played for them."""

from __future__ import annotations

from accounts.models import User
from games.models import Follow, Table
from games.ratings.models import PlayerStatistics, Rating
from games.ratings.reliability.aggregation import ALL_GAMES, MIN_ANSWERS
from games.ratings.reliability.requirements import Requirements
from games.time_controls import HOUR
from tests.games.conftest import GAME


def rate(user: User, value: float, played: int = 20) -> None:
    Rating.objects.update_or_create(
        user=user, game=GAME, defaults={"value": value, "played": played}
    )


def set_statistics(user: User, finished: int, played: int, pace: float | None = None) -> None:
    """So many of so many matches finished, and half of the answers within so many seconds."""
    turns = 0 if pace is None else MIN_ANSWERS
    values = {"turns": turns, "pace": pace, "played": played, "finished": finished}
    PlayerStatistics.objects.update_or_create(user=user, game=ALL_GAMES, defaults=values)


def follow(user: User, other: User) -> None:
    Follow.objects.create(follower=user, followed=other)


def may_ask(user: User) -> User:
    """Somebody whose numbers let them ask for nearly anything."""
    rate(user, 1700)
    set_statistics(user, 100, 100, pace=HOUR)
    return user


def asking_tables(host: User, *asked: Requirements) -> list[Table]:
    """Rows of tables at which nobody sits."""
    clock = {"clock_bank": 1, "clock_increment": 1, "clock_cap": 1}
    return [
        Table.objects.create(
            game=GAME, rules_version=1, seat_count=2, host=host, requirements=one.to_json(), **clock
        )
        for one in asked
    ]
