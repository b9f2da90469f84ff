"""What each piece of `portal/quick/` saves of the server CPU of a move.

usage: python -m benchmarks.quick [PIECE ...] [--moves 400] [--game KEY]

A move is what `benchmarks.site` calls one: the request of the person who confirms and the fragment
that the other's page fetches, here through the whole ASGI application, with a Redis of its own to
tell. Two processes play the same matches in turn, four moves at a time, one with the piece and one
without it, and the blocks are compared pair by pair. The figure is the share of a move without
the piece that it saves: the median of the pairs, and between which values it lies with 95 %.
"nothing" compares the site with itself.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from types import SimpleNamespace
from typing import Any

from benchmarks.own_site import own_redis, own_site
from benchmarks.reference import at_reference
from benchmarks.rules import titles_for

BLOCK = 4
WARM_UP = 15  # blocks
ON_THE_WAY = ("rows", "words", "kept", "publish", "bridge")
WANTED = 0.05


# one of the two processes


def moves(game: str) -> Iterator[float]:
    """Play matches of two for ever; the CPU seconds of each move."""
    from django.conf import settings
    from django.test import Client

    from accounts.models import User
    from benchmarks.in_process import Browser
    from games.clocks import BY_KEY
    from games.lobby import gathering
    from games.models import Table
    from games.table import play
    from portal.asgi import application

    loop = asyncio.new_event_loop()
    rng = random.Random(game)
    without_chance(gathering, rng)
    for number in range(1_000_000):
        users = [User.objects.create_user(f"p{number}{n}", f"p{number}{n}@x.org") for n in "ab"]
        browsers = {}
        for user in users:
            client = Client()
            client.force_login(user)
            browsers[user.pk] = Browser(application, partial=True)
            name = settings.SESSION_COOKIE_NAME
            browsers[user.pk].cookies[name] = client.cookies[name].value
        table = gathering.open_table(users[0], game, 2, {}, BY_KEY["day"].clock)
        gathering.join(table.key, users[1])
        while (table := Table.objects.get(pk=table.pk)).is_running:
            seat = table.seat_set.filter(waiting_since__isnull=False)[0]
            move = rng.choice(play.load(table).legal_moves(seat.number))
            type(seat).objects.filter(pk=seat.pk).update(draft=[move])
            other = next(user for user in users if user.pk != seat.user_id)
            address, form = f"/tables/{table.key}", {"version": table.version, "step": 1}
            began = time.process_time()
            answer = loop.run_until_complete(
                browsers[seat.user_id or 0].post(f"{address}/confirm/", form)
            )
            follow = loop.run_until_complete(browsers[other.pk].get(f"{address}/live/"))
            spent = time.process_time() - began
            assert (answer.status, follow.status) == (200, 200), answer.text[:300]
            yield spent


def without_chance(gathering: Any, rng: random.Random) -> None:
    """Seats and seeds of tables come from `rng`."""
    gathering.secrets = SimpleNamespace(token_hex=lambda size: rng.randbytes(size).hex())
    gathering.random_order = rng


def answer_blocks(game: str) -> None:
    """For every line that comes in, play a block and say its CPU seconds."""
    answers = sys.stdout
    sys.stdout = sys.stderr  # what checks and commands say is no answer
    with own_site(f"quick-{os.getpid()}"), own_redis():
        playing = moves(game)
        for _line in sys.stdin:
            print(sum(next(playing) for _ in range(BLOCK)), file=answers, flush=True)


# the one that compares


class Site:
    """A process that plays blocks of moves, with these pieces switched off."""

    def __init__(self, stack: ExitStack, game: str, off: str) -> None:
        command = [sys.executable, "-m", "benchmarks.quick", "--game", game, "--blocks"]
        environment = {**os.environ, "QUICK_OFF": off, "PYTHONHASHSEED": "0"}
        self.process = stack.enter_context(
            subprocess.Popen(
                command,
                env=environment,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
            )
        )

    def block(self) -> float:
        """CPU seconds of the next block."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        return float(self.process.stdout.readline())


def compare(piece: str, game: str, blocks: int) -> tuple[list[float], list[float]]:
    """CPU seconds of each block with the piece and of the same block without it."""
    with ExitStack() as stack:
        with_it = Site(stack, game, "")
        without = Site(stack, game, "" if piece == "nothing" else piece)
        pairs = []
        for number in range(WARM_UP + blocks):
            first, second = (with_it, without) if number % 2 else (without, with_it)
            spent = {first: first.block(), second: second.block()}
            pairs.append((spent[with_it], spent[without]))
    kept = pairs[WARM_UP:]
    return [pair[0] for pair in kept], [pair[1] for pair in kept]


def interval(values: list[float]) -> tuple[float, float, float]:
    """The median, and between which values it lies with 95 % (by drawing anew)."""
    rng = random.Random(1)
    medians = sorted(statistics.median(rng.choices(values, k=len(values))) for _ in range(1000))
    return statistics.median(values), medians[25], medians[974]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("pieces", nargs="*", default=["nothing", *ON_THE_WAY])
    parser.add_argument("--moves", type=int, default=1000)
    parser.add_argument("--game", default=titles_for(2)[0])
    parser.add_argument("--blocks", action="store_true", help=argparse.SUPPRESS)
    arguments: Any = parser.parse_args()
    if arguments.blocks:
        answer_blocks(arguments.game)
        return
    for piece in arguments.pieces:
        with at_reference() as scale:
            on, off = compare(piece, arguments.game, arguments.moves // BLOCK)
        to_ms = 1000 * scale() / BLOCK
        share, low, high = interval([1 - a / b for a, b in zip(on, off, strict=True)])
        print(
            f"{piece}: {share:.1%} ({low:.1%} to {high:.1%}) of a move; "
            f"{statistics.median(on) * to_ms:.2f} ms with it, "
            f"{statistics.median(off) * to_ms:.2f} ms without",
            flush=True,
        )


if __name__ == "__main__":
    main()
