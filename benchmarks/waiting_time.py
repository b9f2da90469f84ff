"""How often, and how long, a match waits for people, with and without orders ahead.

    python -m benchmarks.waiting_time GAME [--seats 4] [--matches 10]

Bots decide; each answers as late as a person would: after some hours, and not at night. Whoever is
asked several things in a row answers them in one go. With orders, a seat that has just answered
also orders ahead: for each kind of decision that is a reply it looks at some worlds that it cannot
tell from the real one, and lists what it would choose there, the most frequent first; what fits
nothing is left to the site. What opens a round of replies (`OWN`) it orders for once, where it
would choose the same in every world. What the orders play,
`games.table.conditional_moves.execution` decides.

A wait is a seat that is asked and has not answered by order. Days are counted by the model's clock.
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
MEDIAN_DELAY = 3.0  # hours until somebody looks
SPREAD = 1.0  # of the logarithm of that
AWAKE = (7.0, 23.0)  # hours of the day
WORLDS = 3  # that are looked at for an order
MOST_STEPS = 40  # until the decision, in one of them
LONGEST_TURN = 60


@dataclass
class WaitingTime:
    """A match: waits, moves that orders made, days, and the points of the winner."""

    waits: int
    ordered: int
    days: float
    best: int


def play(game: str, seats: int, seed: int, *, ahead: bool) -> WaitingTime:
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
    now, waits, ordered = 8.0, 0, 0
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
            ordered += sum(1 for _one in _play_conditional_moves(room))
        if ahead and not match.over:
            kinds = conditional_moves.decision_kinds_of(game, match.options)
            _give_conditional_moves(room.seats[seat], match, kinds, thinking[seat], rng)
            ordered += sum(1 for _one in _play_conditional_moves(room))
        due = {s: at for s, at in due.items() if s in match.actors}
    best = max(score.total for score in match.scores())
    return WaitingTime(waits, ordered, (now - 8.0) / DAY, best)


def _play_conditional_moves(room: Room) -> Iterator[str]:
    from games.table.conditional_moves import execution

    for sitting, text in execution.answers(cast(Any, room)):
        room.match.play(sitting.number, text)
        yield text


def _answer_time(now: float, rng: random.Random) -> float:
    """When somebody who is asked now answers, in hours: later, and while they are awake."""
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
    """What a seat orders ahead: every reply, and what opens a round of them where it is clear."""
    from games.conditional_moves import ConditionalMove, Duration, Fallback
    from games.conditional_moves.conditional_move import assign_ids
    from games.table.conditional_moves import execution

    found = []
    for kind in kinds.kinds:
        wishes, is_clear = _preferred_moves(sitting.number, match, kinds, kind, bot, rng)
        if not wishes:
            continue
        if kind.key not in OWN:
            order = ConditionalMove(kind.key, wishes, otherwise=Fallback.SITE, until=Duration.STOP)
            found.append(order.arm(None))
        elif is_clear:
            found.append(ConditionalMove(kind.key, wishes[:1]).arm(None))
    execution.save_conditional_moves(cast(Any, sitting), assign_ids(found))


OWN = ("pick",)  # is ordered once, where it is the same in every world, and never left to the site


def _preferred_moves(
    seat: int, match: rules.Match, kinds: Any, kind: Any, bot: Any, rng: random.Random
) -> tuple[tuple[str, ...], bool]:
    """What a bot would choose of this kind, the most frequent first; whether it was always one."""
    from games import bots
    from games.table.conditional_moves.preview import DecisionFinder

    chosen: Counter[str] = Counter()
    firsts: list[str] = []
    for _world in range(WORLDS):
        twin = match.determinize(seat, rules.FastChance(rng))
        walk = DecisionFinder(twin, seat, kinds, kind, most=MOST_STEPS)
        for second in (False, True):  # the second is what comes where the first is not possible
            if not walk.play_to_decision():
                break
            move = bots.ask(bot, walk.match, seat, rng)
            chosen[move] += 1
            if not second:
                firsts.append(move)
            walk.match.play(seat, move)
    found = [move for move, _n in chosen.most_common() if kinds.is_known(kind, move)]
    wishes = sorted(found, key=lambda move: move in kind.passing)  # passing last
    return tuple(wishes), len(firsts) == WORLDS and len(set(firsts)) == 1


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
    for ahead in (False, True):
        found = [play(given.game, given.seats, n, ahead=ahead) for n in range(given.matches)]
        seen[ahead] = statistics.mean(one.waits for one in found)
        print(
            f"{given.game}, {given.seats} seats, {'with' if ahead else 'without'} orders: "
            f"{seen[ahead]:.1f} waits, {statistics.mean(one.days for one in found):.1f} days, "
            f"{statistics.mean(one.ordered for one in found):.1f} moves by order, winner's points "
            f"{statistics.mean(one.best for one in found):.1f}",
            flush=True,
        )
    print(f"waits with orders are {seen[True] / seen[False]:.0%} of those without")


if __name__ == "__main__":
    main()
