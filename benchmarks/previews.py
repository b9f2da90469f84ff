"""What a picture of a position costs, from nothing: drawn, made whole, painted.

usage: python -m benchmarks.previews [--game KEY]

In every title a match at random is drawn at its start, in its middle and at its end, with the most
seats. Painting is a process of its own (`games/previews/rasterizer.py`): what is counted is the CPU
of both, which is what a request waits for where the machine is at rest. The first picture of a game
in a process reads its stylesheets besides. Wanted: `MOST` milliseconds at most.
"""

from __future__ import annotations

import argparse
import random
import resource
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import games.rules as rules
from benchmarks.own_site import own_site

MOST = 300  # milliseconds
TIMES = 3  # of which the quickest counts


def time_cpu(work: Callable[[], Any]) -> tuple[float, Any]:
    """Milliseconds of CPU, here and in processes of its own, and what came of it."""
    began = _cpu_seconds()
    done = work()
    return 1000 * (_cpu_seconds() - began), done


def _cpu_seconds() -> float:
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def positions(game: str) -> Iterator[tuple[str, rules.Match]]:
    rng = random.Random(game)
    match = rules.new_match(game, seats=rules.get(game).seats[-1], seed=game)
    past = [match.copy()]
    while not match.over:
        seat = rng.choice(match.actors)
        chosen = rng.choice(match.legal_moves(seat)) if rng.random() < 0.4 else None
        match.play(seat, chosen or match.auto_move(seat))
        past.append(match.copy())
    yield "start", past[0]
    yield "middle", past[len(past) // 2]
    yield "end", match


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--game", choices=sorted(rules.catalogue()), action="append")
    chosen = parser.parse_args().game or sorted(rules.catalogue())
    with own_site("pictures"):
        from games.previews import rasterizer, social_cards

        print("| game | position | first ms | SVG ms | PNG ms | together ms | kB |")
        print("| --- | --- | --- | --- | --- | --- | --- |")
        for game in chosen:
            for name, match in positions(game):
                first, svg = time_cpu(partial(social_cards.draw_position, match))
                if not svg:
                    break
                drawn = min(
                    time_cpu(partial(social_cards.draw_position, match))[0] for _ in range(TIMES)
                )
                painted = [time_cpu(partial(rasterizer.rasterize, svg)) for _ in range(TIMES)]
                milliseconds, png = min(painted)
                both = drawn + milliseconds
                flag = " !" if both > MOST else ""
                print(
                    f"| {game} | {name} | {first:.0f} | {drawn:.0f} | {milliseconds:.0f} "
                    f"| {both:.0f}{flag} | {len(png) / 1000:.0f} |"
                )


if __name__ == "__main__":
    main()
