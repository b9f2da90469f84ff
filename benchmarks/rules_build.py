"""How much faster compiled rules are: `python -m benchmarks.rules_build FOLDER [TITLE…]`.

FOLDER is where `manage.py compile_rules` put them. Random play, and decisions of the bot `strong`
that think for so many lines instead of so long: plain Python and what is compiled take turns, in
processes of their own, and the median of the pairs' ratios is told.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import subprocess
import sys
import time
from pathlib import Path

from games import rules_build

MATCHES = 2
LINES = 300


def measure_title(key: str) -> tuple[float, float]:
    """CPU seconds of some random matches for two, and of some decisions halfway through one."""
    from games import bots
    from games.bots.base import ask
    from games.bots.budget import SearchBudget
    from games.bots.search import Search

    from .rules import midgame, play

    seats = 2
    play(0, key, seats)
    began = time.process_time()
    for seed in range(MATCHES):
        play(seed, key, seats)
    played = time.process_time() - began
    bot = bots.levels(key)["strong"]()
    assert isinstance(bot, Search)
    bot.budget = SearchBudget(iterations=LINES)
    found = 0.0
    for seed in range(MATCHES):
        match = midgame(key, seats, {}, seed)
        began = time.process_time()
        ask(bot, match, match.actors[0], random.Random(seed))
        found += time.process_time() - began
    return played, found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", help='"" for plain Python')
    parser.add_argument("titles", nargs="*")
    parser.add_argument("--pairs", type=int, default=5)
    parser.add_argument("--one", action="store_true", help="measure in this process")
    given = parser.parse_args()
    if given.one:
        if given.folder:
            rules_build.activate(Path(given.folder))
            assert rules_build.is_active()
        print(json.dumps(measure_title(given.titles[0])))
        return
    print("| game | random play | search |\n| --- | --- | --- |")
    for key in given.titles:
        ratios = []
        for _pair in range(given.pairs):
            plain, fast = (one(folder, key) for folder in ("", given.folder))
            ratios.append([a / b for a, b in zip(plain, fast, strict=True)])
        medians = (f"{statistics.median(column):.2f}" for column in zip(*ratios, strict=True))
        print(f"| {key} | {' | '.join(medians)} |", flush=True)


def one(folder: str, key: str) -> tuple[float, float]:
    command = [sys.executable, "-m", "benchmarks.rules_build", "--one", folder, key]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    played, found = json.loads(done.stdout)
    return played, found


if __name__ == "__main__":
    main()
