"""Suggestions: what a strong bot would play, from what one seat knows, and what it expects."""

from __future__ import annotations

import math
import random
import statistics
from dataclasses import asdict, dataclass
from typing import Any

from games.rules import Match

from . import STEADY, STRONG, levels
from .budget import SearchBudget
from .search import Candidate, Search
from .search_chance import deal
from .search_policy import SearchPolicy

WORLDS = 24  # in which the best two candidates are compared after the search
PLAYED_OUT = SearchBudget(seconds=3)  # to play some of those worlds to the end
CLOSE = 2  # standard errors; moves that differ by less are called about equally good


@dataclass(frozen=True)
class MoveValue:
    """A move, its chance to win (None without opponents) and its expected points."""

    move: str
    chance: float | None
    points: float


@dataclass(frozen=True)
class Suggestion:
    """The move of a level. If it searches: the expected values of the best and second-best move.

    Attributes:
        is_close: the two moves differ by no more than chance does in the worlds that were examined.
    """

    level: str
    move: str
    best: MoveValue | None = None
    second: MoveValue | None = None
    is_close: bool = False

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def of(cls, stored: dict[str, Any]) -> Suggestion:
        best, second = (
            None if one is None else MoveValue(**one) for one in (stored["best"], stored["second"])
        )
        return cls(stored["level"], stored["move"], best, second, stored["is_close"])


def suggest(match: Match, seat: int, seed: int) -> Suggestion:
    """A suggestion that is the same in all worlds that the seat cannot tell apart."""
    offered = levels(match.game.key)
    level = STRONG if STRONG in offered else STEADY
    bot = offered[level]()
    if not isinstance(bot, Search):
        return Suggestion(level, bot.choose(deal(match, seat, seed), seat, random.Random(seed)))
    lines = bot.lines(match, seat, seed)
    best = bot.race(lines, match, seat, seed)
    rest = [line for line in lines if line is not best]
    others = [line for line in rest if line.values] or rest
    if not others:
        return Suggestion(level, best.move)
    # The candidate that was examined longest was dropped last.
    second = max(others, key=lambda line: (len(line.values), sum(line.values)))
    best_values: list[float] = []
    second_values: list[float] = []
    best_points: list[int] = []
    second_points: list[int] = []
    spent = PLAYED_OUT.start()
    for number in range(1, WORLDS + 1):
        ends = number == 1 or spent(1) < 1
        for line, values, points in (
            (best, best_values, best_points),
            (second, second_values, second_points),
        ):
            world = deal(match, seat, seed - number)
            values.append(bot.follow(line, world, seat, seed - number))
            if ends:
                play_out(bot.policy, world, seed - number)
                points.append(world.scores()[seat].total)
    gaps = [a - b for a, b in zip(best_values, second_values, strict=True)]
    error = statistics.stdev(gaps) / math.sqrt(WORLDS)

    def move_value(line: Candidate, values: list[float], points: list[int]) -> MoveValue:
        chance = statistics.fmean(values) if match.seats > 1 else None
        return MoveValue(line.move, chance, statistics.fmean(points))

    return Suggestion(
        level,
        best.move,
        move_value(best, best_values, best_points),
        move_value(second, second_values, second_points),
        statistics.fmean(gaps) <= CLOSE * error,
    )


def play_out(policy: SearchPolicy, world: Match, seed: int, slip: int = 0) -> None:
    """Let all seats play on as usual to the end of a world.

    `slip`: one decision in this many is a random move with the same verb, so that a seat with
    something to do does not pass. 0: none.
    """
    rng = random.Random(seed)
    while world.actors:
        actor = world.actors[0]
        slips = slip and not rng.randrange(slip)
        if slips or policy.is_branching(world, actor):
            move = policy.bot.choose(world.copy(), actor, rng)
        else:
            move = policy.reply(world, actor, rng)
        if slips:
            kind = move.split(" ")[0]
            same = [other for other in world.legal_moves(actor) if other.split(" ")[0] == kind]
            move = rng.choice(same)
        world.play(actor, move)
