"""Milliseconds of a press on "Quick match" while very many people wait.

usage: [DATABASE_URL=postgres://…] python -m benchmarks.matchmaking [--waiting 10000] [--tables 500]
       [--presses 200] [--game KEY]

Everybody waits for the same, each with another clock of days, so that each look finds as many as it
ever looks at, and takes none of them; the open tables do not fit either. Half of the presses find
nobody; each of the others meets the one before. Makes a site of its own and removes it.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from datetime import timedelta
from typing import Any

from benchmarks.own_site import own_site
from benchmarks.reference import at_reference
from benchmarks.rules import titles_for


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--waiting", type=int, default=10_000)
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--presses", type=int, default=200)
    parser.add_argument("--game")
    given = parser.parse_args()
    with own_site("wishes"):
        measure(given.waiting, given.tables, given.presses, given.game or titles_for(2)[0])


def measure(waiting: int, tables: int, presses: int, game: str) -> None:
    from games.lobby.admission import matchmaking
    from games.models import Table
    from games.table.realtime import publish

    publish.publish_to_groups = lambda *messages: None
    users = fill(waiting, tables, presses, game)
    matchmaking.request_match(users[-1], game)
    matchmaking.cancel_request(users[-1], game)
    row: dict[str, Any] = {"waiting": waiting, "tables": tables}
    walls: dict[bool, list[float]] = {False: [], True: []}
    cpus: dict[bool, list[float]] = {False: [], True: []}
    with at_reference() as scale:
        for user in users[:-1]:
            began, cpu = time.perf_counter(), time.process_time()
            found = matchmaking.request_match(user, game).table is not None
            walls[found].append(1000 * (time.perf_counter() - began))
            cpus[found].append(1000 * (time.process_time() - cpu))
    assert len(walls[True]) == len(walls[False]) == presses // 2
    for name, found in (("waits", False), ("meets", True)):
        row[f"{name}_ms"] = round(statistics.median(walls[found]), 1)
        row[f"{name}_ms_ref"] = round(statistics.median(walls[found]) * scale(), 1)
        row[f"{name}_ms_95"] = round(statistics.quantiles(walls[found], n=20)[-1], 1)
        row[f"{name}_cpu_ms_ref"] = round(statistics.median(cpus[found]) * scale(), 1)
    assert Table.objects.filter(status=Table.Status.RUNNING).count() == presses // 2
    print(json.dumps(row))


def fill(waiting: int, tables: int, presses: int, game: str) -> list[Any]:
    """Who waits, whose tables are open, and the people who are going to press (and one more)."""
    from django.utils import timezone

    import games.rules as rules
    from accounts.models import User
    from games.lobby.admission import matchmaking
    from games.lobby.models import MatchRequest, SavedTableSettings
    from games.lobby.table_settings import TableSettings
    from games.models import Seat, Table
    from games.time_controls import DAY, TimeControl

    declared = rules.get(game)
    people = User.objects.bulk_create(
        [User(username=f"p{n}", email=f"p{n}@example.org") for n in range(waiting + presses + 1)],
        batch_size=500,
    )
    crowd, users = people[:waiting], people[waiting:]
    options = declared.check(2)
    now = timezone.now()

    def terms(n: int) -> TableSettings:
        return TableSettings(2, options, TimeControl(DAY + n, DAY + n, DAY + n))

    common = matchmaking.compatibility_key(game, terms(0))
    MatchRequest.objects.bulk_create(
        [
            MatchRequest(
                user=user,
                game=game,
                table_settings=terms(1 + n).to_json(),
                compatibility_key=common,
                rating=150_000 + n % 9_000,
                created_at=now,
                retry_at=now + timedelta(hours=1),
                expires_at=now + timedelta(days=3),
            )
            for n, user in enumerate(crowd)
        ],
        batch_size=500,
    )
    SavedTableSettings.objects.bulk_create(
        SavedTableSettings(user=user, game=game, table_settings=terms(0).to_json())
        for user in users
    )
    pattern = {
        "game": game,
        "rules_version": declared.version,
        "options": options,
        "seat_count": 2,
        "clock_increment": DAY,
        "clock_cap": DAY,
        "clock_bank": DAY,
        "pauses": Table.PausePolicy.NONE,
        "closes_at": now + timedelta(days=14),
    }
    opened = Table.objects.bulk_create(
        [Table(key=f"b{n}", host=crowd[n % len(crowd)], **pattern) for n in range(tables)],
        batch_size=200,
    )
    Seat.objects.bulk_create(
        [
            Seat(table=table, number=number, user=table.host if number == 0 else None)
            for table in opened
            for number in (0, 1)
        ],
        batch_size=500,
    )
    return users


if __name__ == "__main__":
    main()
