"""What it costs to strike a match out of the ledger, with so many later matches in its game.

usage: [DATABASE_URL=postgres://…] python -m benchmarks.void_ratings [--matches 20000] [--people
400]

Everybody plays against anybody, so that the struck match is felt nearly everywhere. Makes a site of
its own and removes it. Seconds of CPU, of this process and of its database's backend together; the
ledger is rebuilt from the results afterwards, and must not differ (`--check`).
"""

from __future__ import annotations

import argparse
import json
import random
import time
from datetime import timedelta
from typing import Any

from benchmarks.growth import cpu_meter
from benchmarks.own_site import own_site


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=20_000)
    parser.add_argument("--people", type=int, default=400)
    parser.add_argument("--check", action="store_true")
    given = parser.parse_args()
    with own_site("strike"):
        measure(given.matches, given.people, check=given.check)


def measure(matches: int, people: int, *, check: bool) -> None:
    from django.db import connection, transaction

    from games.ratings import rating_changes
    from games.ratings.models import RatingChange

    first = fill(matches, people)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    before = dict(RatingChange.objects.values_list("pk", "after"))
    cpu = cpu_meter()
    began, began_cpu = time.perf_counter(), cpu()
    with transaction.atomic():
        rating_changes.void_match(first)
        first.rated = False
        first.save(update_fields=["rated"])
    spent, wall = cpu() - began_cpu, time.perf_counter() - began
    after = dict(RatingChange.objects.values_list("pk", "after"))
    changed = sum(before[pk] != value for pk, value in after.items())
    row = {"matches": matches, "rows": len(after), "changed": changed}
    print(json.dumps({**row, "cpu_s": round(spent, 2), "wall_s": round(wall, 2)}))
    if check:
        assert rating_changes.recompute_all() == [], "the ledger differs from the results"


def fill(matches: int, people: int) -> Any:
    """Matches of two to four people an hour apart, booked as the site books them; the first."""
    from django.utils import timezone

    from accounts.models import User
    from games.models import Seat, Table
    from games.ratings import elo, rating_changes
    from games.ratings.models import Rating, RatingChange

    rng = random.Random(matches)
    users = User.objects.bulk_create(
        [User(username=f"p{n}", email=f"p{n}@example.org") for n in range(people)]
    )
    start = timezone.now() - timedelta(minutes=30 * matches)
    standing: dict[int, rating_changes.RatingState] = {}
    meetings = rating_changes.RecentMeetings()
    first = None
    for low in range(0, matches + 1, 1000):
        numbers = range(low, min(low + 1000, matches + 1))
        counts = [rng.choice((2, 2, 2, 3, 4)) for _ in numbers]
        tables = Table.objects.bulk_create(
            Table(
                key=f"t{n}",
                game="some",
                rules_version=1,
                seat_count=count,
                host=users[0],
                status=Table.Status.FINISHED,
                clock_bank=60,
                clock_increment=60,
                clock_cap=60,
                rating_rules=elo.RULES_VERSION,
                ended_at=start + timedelta(minutes=30 * n),
            )
            for n, count in zip(numbers, counts, strict=True)
        )
        seats, booked = [], []
        for table in tables:
            sitting = rng.sample(users, table.seat_count)
            mine = [
                Seat(table=table, number=n, user=user, rank=rank)
                for n, (user, rank) in enumerate(
                    zip(sitting, rng.sample(range(1, 5), table.seat_count), strict=True)
                )
            ]
            made = rating_changes.compute_changes(table, mine, standing, meetings)
            standing |= {row.user_id: after for row, after in made}
            meetings.add([row.user_id for row, _after in made], made[0][0].at)
            seats += mine
            booked += [row for row, _after in made]
        Seat.objects.bulk_create(seats, batch_size=500)
        RatingChange.objects.bulk_create(booked, batch_size=500)
        first = first or tables[0]
    Rating.objects.bulk_create(
        Rating(user_id=user, game="some", value=elo.to_points(value), played=played)
        for user, (value, played) in standing.items()
    )
    return first


if __name__ == "__main__":
    main()
