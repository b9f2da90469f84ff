"""The sweep with a million waiting seats, and time-outs a second when many are due.

usage: DATABASE_URL=postgres://… python -m benchmarks.sweep [--seats 1000000] [--due 2000]
       [--game KEY]

Makes a database of its own on that server (Django's test database), fills it, measures `claim_due`
with none due and the time-outs of one worker with many due, and drops it again. Bounded by `--due`.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from datetime import timedelta

from benchmarks.own_site import own_site
from benchmarks.reference import at_reference
from benchmarks.rules import titles_for

MATCHES = 50


def fill(seats: int, game: str) -> None:
    """Tables of two, copied from a few real ones, all waiting for days."""
    from django.db import connection
    from django.utils import timezone

    from accounts.models import User
    from games.lobby import hosting_limits
    from games.lobby.setup import table_setup
    from games.lobby.table_settings import TableSettings
    from games.models import Seat, Table
    from games.time_controls import PRESETS_BY_KEY

    users = [User.objects.create_user(f"p{n}", f"p{n}@example.org") for n in range(2)]
    hosting_limits.UNFINISHED_AT_FIRST = MATCHES
    for _ in range(MATCHES):
        table = table_setup.open_table(
            users[0], game, TableSettings(2, {}, PRESETS_BY_KEY["week"].clock)
        )
        table_setup.join(table.key, users[1])
    pattern = Table.objects.first()
    assert pattern is not None
    far = timezone.now() + timedelta(days=5)
    with connection.cursor() as cursor:
        columns = [f.column for f in Table._meta.concrete_fields if f.column not in ("id", "key")]
        names = ", ".join(f'"{name}"' for name in columns)
        cursor.execute(
            f'INSERT INTO games_table ("key", {names}) '  # noqa: S608
            f"SELECT 'b' || g, {names} FROM generate_series(1, %s) g, games_table WHERE id = %s",
            [seats // 2, pattern.pk],
        )
        columns = [
            f.column
            for f in Seat._meta.concrete_fields
            if f.column not in ("id", "table_id", "due_at", "waiting_since")
        ]
        names = ", ".join(f'"{name}"' for name in columns)
        seat_names = ", ".join(f's."{name}"' for name in columns)
        cursor.execute(
            f"INSERT INTO games_seat (table_id, due_at, waiting_since, {names}) "  # noqa: S608
            f"SELECT t.id, %s, now(), {seat_names} FROM games_table t, games_seat s "
            "WHERE t.key LIKE 'b%%' AND length(t.key) < 9 AND s.table_id = %s",
            [far, pattern.pk],
        )
        cursor.execute("ANALYZE")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seats", type=int, default=1_000_000)
    parser.add_argument("--due", type=int, default=2000)
    parser.add_argument("--game", default=titles_for(2)[0])
    arguments = parser.parse_args()
    with own_site("sweep"):
        measure(arguments.seats, arguments.due, arguments.game)


def measure(seats: int, due: int, game: str) -> None:
    from django.db import connection
    from django.utils import timezone

    from games import tasks
    from games.models import Seat
    from games.table.actions import automation
    from games.table.realtime import publish
    from portal import background

    if connection.vendor != "postgresql":
        raise SystemExit("this benchmark is about PostgreSQL: set DATABASE_URL")
    publish.publish_to_groups = lambda *messages: None
    background.enqueue = lambda task, *args: None
    began = time.perf_counter()
    fill(seats, game)
    waiting = Seat.objects.filter(due_at__isnull=False).count()
    print(f"{waiting} waiting seats, filled in {time.perf_counter() - began:.0f} s")
    times = []
    for _ in range(50):
        began = time.perf_counter()
        assert tasks.claim_due() == []
        times.append(time.perf_counter() - began)
    print(f"a sweep with none due: median {statistics.median(times) * 1000:.2f} ms")
    ids = list(
        Seat.objects.filter(waiting_since__isnull=False, number=0, table__status="running")
        .order_by("-pk")
        .values_list("pk", flat=True)[:due]
    )
    Seat.objects.filter(pk__in=ids).update(due_at=timezone.now() - timedelta(seconds=1))
    with at_reference() as scale:
        began, cpu = time.perf_counter(), time.process_time()
        done = 0
        while claimed := tasks.claim_due():
            for first in range(0, len(claimed), tasks.TOGETHER):
                done += automation.time_out_seats(claimed[first : first + tasks.TOGETHER])
        wall, cpu = time.perf_counter() - began, time.process_time() - cpu
    assert done >= len(ids) * 0.9, (done, len(ids))
    row = {"time_outs": done, "per_s_wall": done / wall, "per_s_cpu_ref": done / (cpu * scale())}
    print(json.dumps({key: round(value, 1) for key, value in row.items()}))


if __name__ == "__main__":
    main()
