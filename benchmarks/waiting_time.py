"""Measures how often and how long a match waits for people, with and without conditional moves.

    python -m benchmarks.waiting_time GAME [--seats 4] [--matches 10]

Bots decide, and each answers as late as a person would: after some hours, and not at night. A
person with several decisions in a row makes them all at once. With conditional moves, a seat that
has just acted sets new ones. For each kind of decision that is a reply, it re-deals the match a few
times and lists what it would choose, the most frequent first. If no listed move is possible, the
site chooses. Kinds that open a round of replies (`OWN`) get a conditional move for once, and only
if the choice is the same in every re-dealt match. `games.table.conditional_moves.execution` plays
them.

A wait is a seat that must act and has no conditional move that answers. Days are days of the model.
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, cast

import games.rules as rules
from benchmarks.conditional_moves import Room, SeatStub

HOUR, DAY = 1.0, 24.0
MEDIAN_DELAY = 3.0  # hours until a person looks
SPREAD = 1.0  # of the logarithm of that
AWAKE = (7.0, 23.0)  # hours of the day
WORLDS = 3  # re-dealt matches for one conditional move
MOST_STEPS = 40  # until the decision, in one of them
LONGEST_TURN = 60


@dataclass
class WaitingTime:
    """A match: its waits, answers of conditional moves, days, and points of the winner."""

    waits: int
    answers: int
    days: float
    best: int


def play(game: str, seats: int, seed: int, *, with_conditional_moves: bool) -> WaitingTime:
    """One match of bots that answer like people."""
    from games import bots, conditional_moves

    rng = random.Random(seed)
    delays = random.Random(f"delays {seed}")
    match = rules.new_match(game, seats, seed=f"waits {seed}")
    levels = bots.levels(game)
    level = levels[bots.STEADY]
    thinking: list[bots.Bot] = [level() for _seat in range(seats)]
    room = Room(match)
    due: dict[int, float] = {}
    now, waits, answers = 8.0, 0, 0
    while not match.over:
        for seat in match.actors:
            if seat not in due:
                due[seat] = _answer_time(now, delays)
                waits += 1
        seat = min((s for s in due if s in match.actors), key=lambda s: (due[s], s))
        now = max(now, due.pop(seat))
        for _move in range(LONGEST_TURN):
            if seat not in match.actors:
                break
            match.play(seat, bots.ask(thinking[seat], match, seat, rng))
            answers += sum(1 for _one in _play_conditional_moves(room))
        if with_conditional_moves and not match.over:
            kinds = conditional_moves.decision_kinds_of(game, match.options)
            _give_conditional_moves(room.seats[seat], match, kinds, thinking[seat], rng)
            answers += sum(1 for _one in _play_conditional_moves(room))
        due = {s: at for s, at in due.items() if s in match.actors}
    best = max(score.total for score in match.scores())
    return WaitingTime(waits, answers, (now - 8.0) / DAY, best)


def _play_conditional_moves(room: Room) -> Iterator[str]:
    from games.table.conditional_moves import execution

    for sitting, text in execution.answers(cast(Any, room)):
        room.match.play(sitting.number, text)
        yield text


def _answer_time(now: float, rng: random.Random) -> float:
    """Return the hour at which a person who must act now does so: later, and while awake."""
    at = now + min(36.0, rng.lognormvariate(0, SPREAD) * MEDIAN_DELAY)
    hour = at % DAY
    if hour < AWAKE[0]:
        at += AWAKE[0] - hour + rng.random() * HOUR
    elif hour > AWAKE[1]:
        at += DAY - hour + AWAKE[0] + rng.random() * HOUR
    return at


def _give_conditional_moves(
    sitting: SeatStub, match: rules.Match, kinds: Any, bot: Any, rng: random.Random
) -> None:
    """Set conditional moves for every reply, and for what opens a round if the choice is clear."""
    from games.conditional_moves import ConditionalMove, Duration, Fallback
    from games.conditional_moves.conditional_move import assign_ids
    from games.table.conditional_moves import execution

    found = []
    for kind in kinds.kinds:
        moves, is_clear = _preferred_moves(sitting.number, match, kinds, kind, bot, rng)
        if not moves:
            continue
        if kind.key not in OWN:
            conditional_move = ConditionalMove(
                kind.key, moves, otherwise=Fallback.SITE, until=Duration.STOP
            )
            found.append(conditional_move.arm(None))
        elif is_clear:
            found.append(ConditionalMove(kind.key, moves[:1]).arm(None))
    execution.save_conditional_moves(cast(Any, sitting), assign_ids(found))


OWN = ("pick",)  # for once, if the choice is the same in every world, and without `Fallback.SITE`


def _preferred_moves(
    seat: int, match: rules.Match, kinds: Any, kind: Any, bot: Any, rng: random.Random
) -> tuple[tuple[str, ...], bool]:
    """Return the choices of a bot, most frequent first, and whether all of them were the same."""
    from games import bots
    from games.table.conditional_moves.preview import DecisionFinder

    chosen: Counter[str] = Counter()
    firsts: list[str] = []
    for _world in range(WORLDS):
        twin = match.determinize(seat, rules.FastChance(rng))
        walk = DecisionFinder(twin, seat, kinds, kind, most=MOST_STEPS)
        for second in (False, True):  # the second choice is for when the first is not possible
            if not walk.play_to_decision():
                break
            move = bots.ask(bot, walk.match, seat, rng)
            chosen[move] += 1
            if not second:
                firsts.append(move)
            walk.match.play(seat, move)
    found = [move for move, _n in chosen.most_common() if kinds.is_valid_pattern(kind, move)]
    preferred = sorted(found, key=lambda move: move in kind.passing)  # passing last
    return tuple(preferred), len(firsts) == WORLDS and len(set(firsts)) == 1


def main() -> None:
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "portal.settings")
    django.setup()
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=rules.catalogue())
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--matches", type=int, default=10)
    given = parser.parse_args()
    seen = {}
    for with_them in (False, True):
        found = [
            play(given.game, given.seats, n, with_conditional_moves=with_them)
            for n in range(given.matches)
        ]
        seen[with_them] = statistics.mean(one.waits for one in found)
        use = "with" if with_them else "without"
        print(
            f"{given.game}, {given.seats} seats, {use} conditional moves: "
            f"{seen[with_them]:.1f} waits, {statistics.mean(one.days for one in found):.1f} days, "
            f"{statistics.mean(one.answers for one in found):.1f} answers, winner's points "
            f"{statistics.mean(one.best for one in found):.1f}",
            flush=True,
        )
    print(f"waits with conditional moves are {seen[True] / seen[False]:.0%} of those without")


if __name__ == "__main__":
    main()
