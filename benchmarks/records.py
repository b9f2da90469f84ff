"""Records out of a site and into an empty one: matches a second, and whether they are the same.

usage: [DATABASE_URL=postgres://…] python -m benchmarks.records [--matches 100] [--games KEY …]
       [--level easy] [--jobs 2]

Matches are played by bots (at random, if no `--level` is given) by the rules alone, each by the
seats that its number gives, and written as records. They are imported (read, played again in so
many processes, every outcome and hash compared, written to the database), and exported anew from
what the database holds. CPU of all processes of the import, at reference speed, and the matches a
second that came of it by the clock; what PostgreSQL takes for itself is not in the CPU.
"""

from __future__ import annotations

import argparse
import dataclasses
import os
import time
from collections.abc import Sequence

from benchmarks.own_site import own_site
from benchmarks.reference import REFERENCE_MOPS, speed

WANTED = 100  # matches a second, in the mean of the games
TOGETHER = 50  # matches that are written at once
ELSEWHERE = ("site", "result")  # what this site says otherwise of an import


def main(arguments: Sequence[str] | None = None) -> None:
    from benchmarks.rules import titles_for

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=100, help="of each game")
    parser.add_argument("--games", nargs="+", default=titles_for(2))
    parser.add_argument("--level", default="", help="of the bots")
    parser.add_argument("--jobs", type=int, default=1, help="processes that play for the import")
    given = parser.parse_args(arguments)
    with own_site("records"):
        print(f"{'a match':<16}{'moves':>8}{'kB':>8}{'in, CPU ms':>12}{'a second':>10}{'out':>10}")
        took = [_measure_import(game, given) for game in given.games]
        print(f"all games: import {len(took) / sum(took):.0f} a second, wanted {WANTED}")


def _measure_import(game: str, given: argparse.Namespace) -> float:
    """Seconds by the clock in which a match of a game is imported."""
    from accounts.models import User
    from games.archive import exporter, importer
    from games.archive.record_format import parse, serialize

    user = User.objects.create_user(f"of-{game}"[:30])
    matches = given.matches
    texts = [_play_record(game, number, given.level) for number in range(matches)]
    batches = [list(enumerate(texts[i : i + TOGETHER])) for i in range(0, matches, TOGETHER)]
    pace, clock, began = speed(), time.perf_counter(), _cpu()
    tables = []
    for _batch, became in importer.prepare_in_parallel(batches, given.jobs):
        found = list(became)
        tables += importer.store_imports(user, [one for one in found if not isinstance(one, str)])
    took, imported = (time.perf_counter() - clock) / matches, _cpu() - began
    began = _cpu()
    again = [exporter.build_record(table) for table in tables]
    exported = _cpu() - began
    for text, record in zip(texts, again, strict=True):
        was = parse(text)
        assert list(was.moves) == list(record.moves), game
        header = {name: record.header[name] for name in was.header}
        whole = dataclasses.replace(record, header=header)
        assert serialize(whole) == text, game
    moves = sum(len(record.moves) for record in again) / matches
    size = sum(map(len, texts)) / matches / 1000
    cpu = [1000 * part / matches * pace / REFERENCE_MOPS for part in (imported, exported)]
    print(f"{game:<16}{moves:>8.0f}{size:>8.1f}{cpu[0]:>12.1f}{1 / took:>10.0f}{cpu[1]:>10.1f}")
    return took


def _cpu() -> float:
    """CPU seconds of this process and of those that it has ended."""
    return sum(os.times()[:4])


def _play_record(game: str, number: int, level: str) -> bytes:
    """A match of bots, as a record."""
    import games.rules as rules
    from games.archive.record_format import serialize
    from tests.archive.sample_records import make_record

    seats = rules.get(game).seats
    record = make_record(game, f"records {number}", seats=seats[number % len(seats)], level=level)
    unnamed = {name: value for name, value in record.header.items() if name not in ELSEWHERE}
    return serialize(dataclasses.replace(record, header=unnamed))


if __name__ == "__main__":
    main()
