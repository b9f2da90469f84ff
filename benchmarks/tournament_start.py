"""How long the first round of a large tournament takes: to compute, and with its row held.

    python -m benchmarks.tournament_start

SQLite has one writer, so nobody else writes while a row is held.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import timedelta
from typing import Any

from benchmarks.own_site import own_redis, own_site

#: Format, people, seats of a table, further settings, pairs of people who block each other.
CASES: dict[str, tuple[str, int, int, dict[str, Any], int]] = {
    "groups of 40, tables of 3, 4 meetings": (
        "groups",
        40,
        3,
        {"division_size": 40, "meetings": 4},
        0,
    ),
    "divisions of 8, tables of 3, 4 meetings": ("groups", 500, 3, {"meetings": 4}, 0),
    "divisions of 40, tables of 5, 4 meetings": (
        "groups",
        500,
        5,
        {"division_size": 40, "meetings": 4},
        0,
    ),
    "Swiss of 500, ten mutual blocks": ("swiss", 500, 3, {}, 10),
}


def start(format_key: str, people: int, seats: int, settings: dict[str, Any], pairs: int) -> int:
    """Open such a tournament and begin it; return the number of tables of its first step."""
    from django.utils import timezone

    from accounts.models import User
    from games.lobby.table_settings import TableSettings
    from games.models import Block
    from games.rules import catalogue
    from games.time_controls import PRESETS_BY_KEY
    from games.tournaments import creation, lifecycle, registration
    from games.tournaments.models import TournamentTable
    from games.tournaments.tournament_settings import TournamentSettings

    game = next(key for key, one in sorted(catalogue().items()) if seats in one.seats)
    first = User.objects.count()
    names = [f"player{first + n}" for n in range(people)]
    users = User.objects.bulk_create([User(username=name) for name in names])
    terms = TableSettings(seats=seats, options={}, clock=PRESETS_BY_KEY["day"].clock)
    tournament = creation.create_tournament(
        users[0],
        TournamentSettings(
            "Cup",
            game,
            format_key,
            settings,
            terms,
            places=people,
            least=seats,
            starts_at=timezone.now() + timedelta(days=2),
        ),
    )
    for user in users:
        registration.enter(tournament.key, user)
    for one, other in zip(users[: 2 * pairs : 2], users[1 : 2 * pairs : 2], strict=True):
        Block.objects.create(blocker=one, blocked=other)
        Block.objects.create(blocker=other, blocked=one)
    assert tournament.starts_at is not None
    lifecycle.advance(tournament.pk, tournament.starts_at)
    return TournamentTable.objects.filter(round__tournament=tournament).count()


def time_calls(function: Callable[..., Any], spent: list[float]) -> Callable[..., Any]:
    def wrapper(*args: Any, **kwargs: Any) -> Any:
        began = time.perf_counter()
        try:
            return function(*args, **kwargs)
        finally:
            spent.append(time.perf_counter() - began)

    return wrapper


def main() -> None:
    from games.tournaments import lifecycle
    from games.tournaments.formats import groups

    computed: list[float] = []
    held: list[float] = []
    lifecycle._compute_step = time_calls(lifecycle._compute_step, computed)
    lifecycle._start_if_due = time_calls(lifecycle._start_if_due, held)
    lifecycle._write_step = time_calls(lifecycle._write_step, held)
    for name, case in CASES.items():
        computed.clear()
        held.clear()
        groups.build_schedule.cache_clear()
        groups._search_schedule.cache_clear()
        tables = start(*case)
        print(
            f"{name}: {tables} tables; a step computed in {max(computed):.2f} s, "
            f"the row held for {max(held):.2f} s, at most"
        )


if __name__ == "__main__":
    with own_site("contest-start"), own_redis():
        main()
