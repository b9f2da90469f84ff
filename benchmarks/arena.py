"""A ladder of two: any two programs play matches with fixed seeds, and a table says how it went.

    python -m benchmarks.arena GAME A B [--seats 2] [--games 20] [--seed 1] [--seconds 10]

A program is a level of ours (`steady`), or a command. One seat plays as A, the others as B; which
one it is rotates. A command is started once and asked by lines of JSON on its standard input:

    {"game", "seat", "seed", "legal_moves", "view", "match"}

`match` is the match as the seat may know it, for `games.rules.load`: what is hidden is dealt anew.
It answers each with one line, a move. What is no answer (an illegal move, none, one too long or too
late, two) is counted and told, and the seat plays what a clock that runs out would play.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import select
import shlex
import subprocess
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

import games.rules as rules
from benchmarks.bots import wilson
from games.bots import ask, levels

PATIENCE = 10.0  # seconds for an answer


class Fault(Exception):
    """What a program has said is no answer."""


class Program:
    """A command that is asked by lines."""

    def __init__(self, command: str, seconds: float = PATIENCE) -> None:
        self.command, self.seconds = command, seconds
        self.process: subprocess.Popen[bytes] | None = None
        self.said = b""

    def choose(self, match: rules.Match, seat: int, rng: random.Random) -> str:
        """Its move. The match is the program's own copy.

        Raises:
            Fault: it has none; a program that is late, or has said too much, begins anew.
        """
        seed = rng.getrandbits(32)
        own = match.determinize(seat, rules.FairChance(str(seed)))
        question = {
            "game": match.game.key,
            "seat": seat,
            "seed": seed,
            "legal_moves": match.legal_moves(seat),
            "view": match.view(seat),
            "match": own.dump(history=False),
        }
        try:
            move = self._answer(json.dumps(question).encode() + b"\n")
        except Fault:
            self.stop()
            raise
        try:
            own.play(seat, move)
        except rules.IllegalMove as error:
            raise Fault(f"illegal: {move}: {error}") from error
        return move

    def _answer(self, question: bytes) -> str:
        if self.process is None or self.process.poll() is not None:
            self.process = subprocess.Popen(
                shlex.split(self.command), stdin=subprocess.PIPE, stdout=subprocess.PIPE
            )
            self.said = b""
        assert self.process.stdin is not None
        if self.said or self._is_readable(0):
            raise Fault("it has said more than it was asked for")
        try:
            self.process.stdin.write(question)
            self.process.stdin.flush()
        except BrokenPipeError as error:
            raise Fault("it has ended") from error
        until = time.monotonic() + self.seconds
        while b"\n" not in self.said:
            if not self._is_readable(until - time.monotonic()):
                raise Fault(f"no answer within {self.seconds:g} seconds")
            assert self.process.stdout is not None
            piece = os.read(self.process.stdout.fileno(), 4096)
            if not piece:
                raise Fault("it has ended")
            self.said += piece
            if len(self.said) > 2 * rules.LONGEST_MOVE:
                raise Fault(f"an answer of more than {rules.LONGEST_MOVE} characters")
        line, _, self.said = self.said.partition(b"\n")
        return line.decode(errors="replace").strip()

    def _is_readable(self, seconds: float) -> bool:
        assert self.process is not None
        assert self.process.stdout is not None
        return bool(select.select([self.process.stdout], [], [], max(0.0, seconds))[0])

    def stop(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.communicate()
            self.process = None


@dataclass
class Record:
    """How one of the two has played."""

    name: str
    wins: float = 0.0
    points: int = 0
    seats: int = 0
    seconds: float = 0.0
    decisions: int = 0
    faults: Counter[str] = field(default_factory=Counter)


def compete(
    game: str,
    names: Sequence[str],
    seats: int,
    games: int,
    seed: int = 1,
    seconds: float = PATIENCE,
) -> tuple[Record, Record]:
    """Play the matches; the same arguments give the same ones, if the programs do."""
    offered = levels(game)
    players = [offered[n]() if n in offered else Program(n, seconds) for n in names]
    records = Record(names[0]), Record(names[1])
    try:
        for number in range(games):
            who = [int(seat != number % seats) for seat in range(seats)]
            rng = random.Random(seed + number)
            match = rules.new_match(game, seats, seed=f"arena {seed + number}")
            while not match.over:
                seat = match.actors[0]
                record, began = records[who[seat]], time.perf_counter()
                try:
                    move = ask(players[who[seat]], match, seat, rng)
                except Fault as fault:
                    record.faults[str(fault)] += 1
                    move = match.auto_move(seat)
                record.seconds += time.perf_counter() - began
                record.decisions += 1
                match.play(seat, move)
            scores = match.scores()
            firsts = [score.seat for score in scores if score.rank == 1]
            for score in scores:
                record = records[who[score.seat]]
                record.wins += (score.seat in firsts) / len(firsts)
                record.points += score.total
                record.seats += 1
    finally:
        for player in players:
            if isinstance(player, Program):
                player.stop()
    return records


def table(records: Sequence[Record], games: int) -> str:
    """How it went, in Markdown."""
    lines = ["| program | wins | 95 % | points | ms a decision | faults |", "| --- " * 6 + "|"]
    for one in records:
        low, high = wilson(one.wins, games)
        lines.append(
            f"| {one.name} | {one.wins:g} of {games} | {100 * low:.0f}–{100 * high:.0f} % "
            f"| {one.points / one.seats:.1f} | {1000 * one.seconds / max(1, one.decisions):.1f} "
            f"| {one.faults.total()} |"
        )
    faults = [f"{one.name}: {n} × {why}" for one in records for why, n in one.faults.most_common(5)]
    return "\n".join([*lines, *faults])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("game")
    parser.add_argument("programs", nargs=2, metavar="PROGRAM")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=PATIENCE)
    given = parser.parse_args()
    records = compete(
        given.game, given.programs, given.seats, given.games, given.seed, given.seconds
    )
    print(table(records, given.games))


if __name__ == "__main__":
    main()
