"""Random matches of all our games and of catanatron in one run: how many times as fast we are.

usage: pip install --target /tmp/catanatron catanatron==3.2.1
       PYTHONPATH=/tmp/catanatron python -m games.titles.catan.benchmarks.catanatron_speed [--rounds
       60]

All games take turns in one process, so that fast and slow moments of a core affect all of them. The
ratios hold on other machines, the rates do not. Matches have four seats and uniformly random moves;
Catan has no trade between seats, as in catanatron. catanatron is no dependency of the site and is
installed outside of it.
"""

from __future__ import annotations

import argparse
import functools
import random
import time
from collections.abc import Callable

from benchmarks import rules

from . import dice

SEATS = 4
PEER = "catanatron 3.2.1"
OTHERS = ("puerto_rico", "carcassonne", "orleans", "caledonia")


def peer(seed: int) -> int:
    """Play a match of catanatron; return the number of moves."""
    from catanatron import Color, Game, RandomPlayer  # type: ignore[import-not-found]

    random.seed(seed)
    colors = (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)
    game = Game([RandomPlayer(color) for color in colors], seed=seed)
    game.play()
    return len(game.state.actions)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=60)
    rounds = parser.parse_args().rounds
    players: dict[str, Callable[[int], int]] = {
        PEER: peer,
        "catan": functools.partial(dice.play, seats=SEATS),
        **{game: functools.partial(rules.play, game=game, seats=SEATS) for game in OTHERS},
    }
    for play in players.values():
        play(-1)  # warm up tables and caches
    spent = dict.fromkeys(players, 0.0)
    moves = dict.fromkeys(players, 0)
    for seed in range(rounds):
        for name, play in players.items():
            began = time.process_time()
            moves[name] += play(seed)
            spent[name] += time.process_time() - began
    print(f"{'':17} {'matches/s':>10} {'moves/s':>9}  as often as {PEER}'s: matches, moves")
    for name in players:
        matches_ratio = spent[PEER] / spent[name]
        moves_ratio = matches_ratio * moves[name] / moves[PEER]
        print(
            f"{name:17} {rounds / spent[name]:10.1f} {moves[name] / spent[name]:9.0f}"
            f" {matches_ratio:10.1f} {moves_ratio:6.1f}"
        )


if __name__ == "__main__":
    main()
