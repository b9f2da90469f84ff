"""What each piece of `portal/performance/` saves of the server CPU of a click, or a change of the
site.

usage: python -m benchmarks.performance [PIECE ...] [--moves 400] [--game KEY]
       python -m benchmarks.performance --against FOLDER [--moves 400] [--game KEY]

A click is what `benchmarks.clicks` says, at tables of two, with a Redis of its own to tell. Two
processes play the same matches in turn, four moves at a time, one with the piece and one without
it, and the blocks are compared pair by pair, after 60 moves each. The figure is the share of a move
without the piece that it saves: the median of the pairs, and between which values it lies with
95 %. "nothing" compares the site with itself; `--against` compares it with another checkout.
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import subprocess
import sys
from contextlib import ExitStack
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.clicks import clicks
from benchmarks.own_site import own_redis, own_site
from benchmarks.reference import REFERENCE_MOPS, speed
from benchmarks.rules import titles_for

BLOCK = 4
WARM_UP = 15  # blocks
SPEED_EVERY = 5  # blocks
ON_THE_WAY = ("fast_orm", "group_publish", "wsgi_bridge")
LONGEST_MATCH = 10_000  # moves
HERE = Path(__file__).resolve().parent.parent


# one of the two processes


def answer_blocks(game: str) -> None:
    """For every line that comes in, play a block and say the CPU seconds of its clicks."""
    answers = sys.stdout
    sys.stdout = sys.stderr  # what checks and commands say is no answer
    with own_site(f"quick-{os.getpid()}"), own_redis():
        from portal.server.garbage_collection import tune_collection

        playing = clicks(game, 2, game, LONGEST_MATCH)
        tune_collection()
        for _line in sys.stdin:
            block = list(islice(playing, BLOCK))
            requests = sum(click.request.cpu for click in block)
            print(requests, sum(click.news.cpu for click in block), file=answers, flush=True)


# the one that compares


class Block(NamedTuple):
    """CPU seconds of some clicks: of their requests, and of one other page's news."""

    requests: float
    news: float

    @property
    def whole(self) -> float:
        return self.requests + self.news


class Site:
    """A process that plays blocks of moves: another checkout, or with pieces switched off."""

    def __init__(self, stack: ExitStack, game: str, off: str = "", folder: Path = HERE) -> None:
        command = [sys.executable, "-m", "benchmarks.performance", "--game", game, "--blocks"]
        environment = {**os.environ, "QUICK_OFF": off, "PYTHONHASHSEED": "0"}
        self.process = stack.enter_context(
            subprocess.Popen(
                command,
                cwd=folder,
                env=environment,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
            )
        )

    def block(self) -> Block:
        """The next block."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        return Block(*map(float, self.process.stdout.readline().split()))


def compare(
    one: dict[str, Any], other: dict[str, Any], game: str, blocks: int
) -> tuple[list[tuple[Block, Block]], float]:
    """The same blocks at two sites; and the factor to the reference speed."""
    with ExitStack() as stack:
        sites = Site(stack, game, **one), Site(stack, game, **other)
        pairs, speeds = [], []
        for number in range(WARM_UP + blocks):
            spent = {site: site.block() for site in sites[:: 1 if number % 2 else -1]}
            pairs.append((spent[sites[0]], spent[sites[1]]))
            if number % SPEED_EVERY == 0 and number >= WARM_UP:
                speeds.append(speed())
    return pairs[WARM_UP:], statistics.fmean(speeds) / REFERENCE_MOPS


def interval(values: list[float]) -> tuple[float, float, float]:
    """The median, and between which values it lies with 95 % (by drawing anew)."""
    rng = random.Random(1)
    medians = sorted(statistics.median(rng.choices(values, k=len(values))) for _ in range(1000))
    return statistics.median(values), medians[25], medians[974]


def report(name: str, pairs: list[tuple[Block, Block]], to_ms: float) -> None:
    share, low, high = interval([1 - one.whole / other.whole for one, other in pairs])

    def describe(blocks: list[Block]) -> str:
        whole = statistics.median(block.whole for block in blocks) * to_ms
        requests = statistics.median(block.requests for block in blocks) * to_ms
        return f"{whole:.2f} ms (request {requests:.2f})"

    ones, others = [one for one, _ in pairs], [other for _, other in pairs]
    print(
        f"{name}: {share:.1%} ({low:.1%} to {high:.1%}) of a click; "
        f"{describe(ones)} with it, {describe(others)} without",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("pieces", nargs="*", default=["nothing", *ON_THE_WAY])
    parser.add_argument("--moves", type=int, default=1000)
    parser.add_argument("--game", default=titles_for(2)[0])
    parser.add_argument("--against", type=Path, help="the folder of another checkout")
    parser.add_argument("--blocks", action="store_true", help=argparse.SUPPRESS)
    arguments: Any = parser.parse_args()
    if arguments.blocks:
        answer_blocks(arguments.game)
        return
    others: dict[str, dict[str, Any]] = {
        piece: {"off": "" if piece == "nothing" else piece} for piece in arguments.pieces
    }
    if arguments.against:
        others = {str(arguments.against): {"folder": arguments.against}}
    for name, other in others.items():
        pairs, scale = compare({}, other, arguments.game, arguments.moves // BLOCK)
        report(f"{arguments.game}, {name}", pairs, 1000 * scale / BLOCK)


if __name__ == "__main__":
    main()
