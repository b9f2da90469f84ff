"""Records out of a site and into an empty one: matches a second, and whether they are the same.

usage: [DATABASE_URL=postgres://…] python -m benchmarks.records [--matches 100] [--games KEY …]

Matches are played at random by the rules alone, each by the seats that its number gives, and
written as records. They are imported (read, played again, every outcome and hash compared, written
to the database), and exported anew from what the database holds. CPU of this process, at reference
speed; what PostgreSQL takes for itself is not in it.
"""

from __future__ import annotations

import argparse
import dataclasses
import time
from collections.abc import Sequence

from benchmarks.own_site import own_site
from benchmarks.reference import REFERENCE_MOPS, speed

WANTED = 100  # matches a second, in the mean of the games
ELSEWHERE = ("site", "result")  # what this site says otherwise of an import


def main(arguments: Sequence[str] | None = None) -> None:
    from benchmarks.rules import titles_for

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=100, help="of each game")
    parser.add_argument("--games", nargs="+", default=titles_for(2))
    given = parser.parse_args(arguments)
    with own_site("records"):
        print(f"{'matches a second':<24}{'moves':>8}{'kB':>8}{'import':>10}{'export':>10}")
        rates = [_measured(game, given.matches) for game in given.games]
        mean = len(rates) / sum(1 / imported for imported, _exported in rates)
        print(f"all games: import {mean:.0f} a second, wanted {WANTED}")


def _measured(game: str, matches: int) -> tuple[float, float]:
    """Matches of a game that are imported and exported in a second."""
    from accounts.models import User
    from games.records import exporting, importing
    from games.records.format import read, text_of

    user = User.objects.create_user(f"of-{game}"[:30])
    texts = [_played(game, number) for number in range(matches)]
    began, pace = time.process_time(), speed()
    tables = [importing.keep(user, importing.Prepared(text)) for text in texts]
    imported = time.process_time() - began
    began = time.process_time()
    again = [exporting.record_of(table) for table in tables]
    exported = time.process_time() - began
    for text, record in zip(texts, again, strict=True):
        was = read(text)
        assert list(was.moves) == list(record.moves), game
        header = {name: record.header[name] for name in was.header}
        whole = dataclasses.replace(record, header=header)
        assert text_of(whole) == text, game
    scale = pace / REFERENCE_MOPS
    rates = matches / imported / scale, matches / exported / scale
    moves = sum(len(record.moves) for record in again) / matches
    size = sum(map(len, texts)) / matches / 1000
    print(f"{game:<24}{moves:>8.0f}{size:>8.1f}{rates[0]:>10.0f}{rates[1]:>10.0f}")
    return rates


def _played(game: str, number: int) -> bytes:
    """A match at random, as a record."""
    import games.rules as rules
    from games.records.format import text_of
    from tests.games.records.made import made

    seats = rules.get(game).seats
    record = made(game, f"records {number}", seats=seats[number % len(seats)])
    unnamed = {name: value for name, value in record.header.items() if name not in ELSEWHERE}
    return text_of(dataclasses.replace(record, header=unnamed))


if __name__ == "__main__":
    main()
