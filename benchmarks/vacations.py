"""Seats a second whose people enter a vacation at the same minute, and end it again.

usage: [DATABASE_URL=postgres://…] python -m benchmarks.vacations [--seats 10000] [--people 100]
       [--game KEY]

Every person has as many waiting seats as the others, each at a table of its own. Makes a site of
its own and removes it.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable
from datetime import timedelta
from typing import Any

from benchmarks.own_site import own_site
from benchmarks.reference import at_reference
from benchmarks.rules import titles_for


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seats", type=int, default=10_000)
    parser.add_argument("--people", type=int, default=100)
    parser.add_argument("--game")
    given = parser.parse_args()
    with own_site("vacations"):
        measure(given.seats, given.people, given.game or titles_for(2)[0])


def measure(seats: int, people: int, game: str) -> None:
    from django.utils import timezone

    from games.models import Seat
    from games.table import vacations
    from games.table.realtime import publish

    publish.publish_to_groups = lambda *messages: None
    users = fill(seats, people, game)
    due: dict[int, Any] = dict(
        Seat.objects.filter(due_at__isnull=False).values_list("pk", "due_at")
    )
    today = timezone.now().date()
    row: dict[str, float] = {"seats": len(due), "people": people}
    entered = _measure_rate(
        lambda: [vacations.add_vacation(u, today, today + timedelta(days=2)) for u in users],
        len(due),
    )
    after: dict[int, Any] = dict(
        Seat.objects.filter(due_at__isnull=False).values_list("pk", "due_at")
    )
    assert all(after[pk] > moment + timedelta(days=2) for pk, moment in due.items())
    starts = [vacations.vacations_of(user)[0].start for user in users]

    def end() -> None:
        for user, start in zip(users, starts, strict=True):
            vacations.end_vacation(user, start)

    ended = _measure_rate(end, len(due))
    row |= {f"entered_{key}": value for key, value in entered.items()}
    row |= {f"ended_{key}": value for key, value in ended.items()}
    print(json.dumps(row))


def _measure_rate(work: Callable[[], Any], seats: int) -> dict[str, float]:
    with at_reference() as scale:
        began, cpu = time.perf_counter(), time.process_time()
        work()
        wall, cpu = time.perf_counter() - began, time.process_time() - cpu
    return {"per_s_wall": round(seats / wall), "per_s_cpu_ref": round(seats / (cpu * scale()))}


def fill(seats: int, people: int, game: str) -> list[Any]:
    """Tables of two, copied from a real one; the same person is waited for at many."""
    from django.utils import timezone

    from accounts.models import User
    from games.lobby.setup import table_setup
    from games.lobby.table_settings import TableSettings
    from games.models import Seat, Table
    from games.time_controls import PRESETS_BY_KEY

    users = [User.objects.create_user(f"p{n}", f"p{n}@example.org") for n in range(people + 1)]
    pattern = table_setup.open_table(
        users[0], game, TableSettings(2, {}, PRESETS_BY_KEY["week"].clock)
    )
    table_setup.join(pattern.key, users[1])
    pattern.refresh_from_db()
    fields = {
        f.attname: getattr(pattern, f.attname)
        for f in Table._meta.concrete_fields
        if f.name not in ("id", "key")
    }
    tables = Table.objects.bulk_create(
        [Table(key=f"b{n}", **fields) for n in range(seats)], batch_size=200
    )
    now = timezone.now()
    Seat.objects.bulk_create(
        [
            Seat(
                table=table,
                number=0,
                user=users[1 + n % people],
                bank=pattern.clock.bank,
                waiting_since=now,
                due_at=now + timedelta(seconds=pattern.clock.bank),
            )
            for n, table in enumerate(tables)
        ],
        batch_size=500,
    )
    Seat.objects.filter(table=pattern).update(waiting_since=None, due_at=None)
    return users[1:]


if __name__ == "__main__":
    main()
