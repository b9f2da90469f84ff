"""Whether the review of a match finds what was planted, and names little where nothing was.

    python -m benchmarks.review GAME [--seats 2] [--planted 20] [--clean 5] [--iterations 40]

In a match of `--level` one decision is replaced: of ten of its moves, by that which leaves the seat
worst off, and which the bot would not have played. That is judged by the usual bot, which plays
many worlds to their end, with a slip now and then: one way of playing on says little of a move. The
place is the first one in a random order with at least four moves of which, in worlds that nobody
chose them by, the worst is worse than the best beyond doubt, and by enough of the chance to win to
be called a blunder. Then everybody plays on, and the review looks, with the
budget that it has on the site. The place is found where it is among the turning points.

`strong` plays with so many `--iterations` a decision, and always where nothing is planted. Where
`steady` plays, whatever it would not have played gives the place away.
"""

from __future__ import annotations

import argparse
import math
import random
import statistics
import time

import games.rules as rules
from benchmarks.bots import wilson
from games.bots import STEADY, STRONG, Bot, ask, levels, turning_points
from games.bots.budget import SearchBudget
from games.bots.search import Search
from games.bots.search_chance import StreamChance, deal

TEN = 10
FIRST, AGAIN = 2, 4  # worlds for all of the ten, and for the best and the worst of them
FEW = 2
ENDS = 24  # worlds that nobody chose the two by
DOUBT = 3.0  # standard errors
BLUNDER = 0.15  # of the chance to win
SLIP = 10  # one decision in so many


def player(game: str, level: str, iterations: int) -> Bot:
    bot = levels(game)[level]()
    if isinstance(bot, Search):
        bot.budget = SearchBudget(iterations=iterations)
    return bot


def play_to_end(match: rules.Match, bot: Bot, rng: random.Random) -> list[turning_points.Decision]:
    """Play on to the end: what was decided on the way."""
    decisions = []
    while match.actors:
        seat = match.actors[0]
        move = ask(bot, match, seat, rng)
        decisions.append(turning_points.Decision(len(match.moves), seat, move, match.copy()))
        match.play(seat, move)
    return decisions


def blunder(decision: turning_points.Decision, rng: random.Random) -> tuple[str, float] | None:
    """Of ten moves the worst one, and how many points it is behind the best; None where that is
    in doubt."""
    match, seat = decision.match, decision.seat
    listed = [move for move in match.legal_moves(seat) if move != decision.move]
    if len(listed) < 3:
        return None
    moves = [decision.move, *rng.sample(listed, min(len(listed), TEN - 1))]
    leads = {move: [lead(match, seat, move, number) for number in range(FIRST)] for move in moves}
    spread = statistics.pstdev(one for ends in leads.values() for one in ends)
    ranked = sorted(moves, key=lambda move: sum(leads[move]))
    few = list(dict.fromkeys([*ranked[:FEW], *ranked[-FEW:]]))
    for move in few:
        leads[move] += [lead(match, seat, move, FIRST + number) for number in range(AGAIN)]
    means = {move: statistics.fmean(leads[move]) for move in few}
    worst, best = min(few, key=means.__getitem__), max(few, key=means.__getitem__)
    if worst == decision.move or means[best] - means[worst] < spread:  # not beyond doubt
        return None
    good, bad = (
        [lead(match, seat, move, -1 - number) for number in range(ENDS)] for move in (best, worst)
    )
    gaps = [one - other for one, other in zip(good, bad, strict=True)]
    gap, error = statistics.fmean(gaps), statistics.stdev(gaps) / math.sqrt(ENDS)
    won, won_too = (
        statistics.fmean((end > 0) + (end == 0) / 2 for end in ends) for ends in (good, bad)
    )
    return (worst, gap) if gap > DOUBT * error and won - won_too >= BLUNDER else None


def lead(match: rules.Match, seat: int, move: str, seed: int) -> int:
    """A seat's lead at the end of a world, in which all play on as the usual bot, or nearly."""
    usual, rng = levels(match.game.key)[STEADY](), random.Random(seed)
    world = deal(match, seat, seed)
    world.chance = StreamChance(seed, world.reveals)
    world.play(seat, move)
    while world.actors:
        actor = world.actors[0]
        chosen = usual.choose(world.copy(), actor, rng)
        kind = chosen.split(" ")[0]
        alike = [other for other in world.legal_moves(actor) if other.split(" ")[0] == kind]
        world.play(actor, chosen if rng.randrange(SLIP) else rng.choice(alike))
    totals = [score.total for score in world.scores()]
    return totals[seat] - max(totals[:seat] + totals[seat + 1 :])


def plant_blunder(
    game: str, seats: int, bot: Bot, seed: int
) -> tuple[list[turning_points.Decision], int, float]:
    """A match with a blunder in it: its decisions, which of them, and the points that it cost."""
    rng = random.Random(seed)
    decisions = play_to_end(rules.new_match(game, seats, seed=f"review {seed}"), bot, rng)
    for place in rng.sample(range(len(decisions)), len(decisions)):
        decision = decisions[place]
        found = blunder(decision, rng)
        if found is not None:
            match = decision.match.copy()
            match.play(decision.seat, found[0])
            before = [*decisions[:place], decision._replace(move=found[0])]
            return before + play_to_end(match, bot, rng), place, found[1]
    raise SystemExit("a match without any decision that matters")


def turning_points_text(named: list[turning_points.TurningPoint]) -> str:
    return (
        ", ".join(f"{one.number}{'!' * one.is_sure} {one.points:.1f}" for one in named) or "nothing"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("game")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--planted", type=int, default=20)
    parser.add_argument("--clean", type=int, default=5)
    parser.add_argument("--level", default=STRONG)
    parser.add_argument("--iterations", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    game, seats = args.game, args.seats
    found = sure = 0
    cost = 0.0
    bot = player(game, args.level, args.iterations)
    for seed in range(args.seed, args.seed + args.planted):
        decisions, place, gap = plant_blunder(game, seats, bot, seed)
        began = time.process_time()
        named = turning_points.turning_points(game, decisions, seed)
        took = time.process_time() - began
        cost += took / args.planted
        hits = [one for one in named if one.number == decisions[place].number]
        found += bool(hits)
        sure += any(one.is_sure for one in hits)
        what = f"{place} of {len(decisions)}, {gap:.1f} points"
        print(f"planted at {what}: {turning_points_text(named)} ({took:.0f} s)", flush=True)
    if args.planted:
        low, high = (100 * bound for bound in wilson(found, args.planted))
        of = f"{found} of {args.planted} ({low:.0f}–{high:.0f} %)"
        print(f"{game}, {seats} seats: found {of}, {sure} of them surely, {cost:.0f} s a review")
    surely = 0
    bot = player(game, STRONG, args.iterations)
    for seed in range(args.seed, args.seed + args.clean):
        match = rules.new_match(game, seats, seed=f"clean {seed}")
        named = turning_points.turning_points(
            game, play_to_end(match, bot, random.Random(seed)), seed
        )
        surely += sum(one.is_sure for one in named)
        print(f"nothing planted: {turning_points_text(named)}", flush=True)
    if args.clean:
        print(f"{game}: {surely} turning points named surely in {args.clean} matches of strong")


if __name__ == "__main__":
    main()
