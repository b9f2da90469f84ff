"""What a click at a table costs in server CPU and bytes, in every title, early and late in a match.

usage: python -m benchmarks.site [--moves 300] [--game KEY]

A click is what `benchmarks.clicks` says, in a process that has played a hundred moves of the title
before. With two pages open, and with as many as the title has seats (five at most). It runs in one
process on a database of its own (SQLite, or beside the one of DATABASE_URL), with a Redis of its
own. Figures are CPU milliseconds at the reference speed of the rules' benchmarks, which is taken
again and again between the clicks, and kB as they go over the wire.
"""

from __future__ import annotations

import argparse
import statistics
from collections.abc import Iterable, Sequence
from itertools import islice

import games.rules as rules
from benchmarks.clicks import Click, clicks
from benchmarks.own_site import own_redis, own_site
from benchmarks.reference import REFERENCE_MOPS, speed

EARLY, LATE = range(5, 16), range(150, 1000)  # numbers of moves
MOST_PAGES = 5
LONGEST_MATCH = 200  # moves
WARM_UP = 100  # moves
SPEED_EVERY = 10  # clicks


def report(name: str, seen: Sequence[Click], to_ms: float) -> None:
    def cpu(some: Iterable[Click]) -> str:
        found = [click.cpu for click in some]
        return f"{statistics.median(found) * to_ms:.2f}" if found else "–"

    early = cpu(click for click in seen if click.number in EARLY)
    late = cpu(click for click in seen if click.number in LATE)
    request = statistics.median(click.request.cpu for click in seen) * to_ms
    sizes = [click.request.size for click in seen] + [click.news.size for click in seen]
    print(
        f"{name:24} {len(seen):5} moves: a click {cpu(seen)} ms (its request {request:.2f}; "
        f"early {early}, late {late}), {statistics.median(sizes) / 1000:.1f} kB an answer",
        flush=True,
    )


def measure_clicks(game: str, seats: int, moves: int) -> tuple[list[Click], float]:
    """Clicks of a warm process, and the factor of their seconds to the reference speed."""
    playing = clicks(game, seats, f"{game}{seats}", LONGEST_MATCH)
    for _click in islice(playing, WARM_UP):
        pass
    seen, speeds = [], []
    for number, click in enumerate(islice(playing, moves)):
        seen.append(click)
        if number % SPEED_EVERY == 0:
            speeds.append(speed())
    return seen, statistics.fmean(speeds) / REFERENCE_MOPS


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--moves", type=int, default=300)
    parser.add_argument("--game", default="", help="one title; all without it")
    arguments = parser.parse_args()
    with own_site("site"), own_redis():
        from portal.server.garbage_collection import tune_collection

        tune_collection()
        for pages in (2, MOST_PAGES):
            for game in [arguments.game] if arguments.game else list(rules.catalogue()):
                seats = min(pages, rules.get(game).seats[-1])
                seen, scale = measure_clicks(game, seats, arguments.moves)
                report(f"{game}, {seats} pages", seen, 1000 * scale)


if __name__ == "__main__":
    main()
