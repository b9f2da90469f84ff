"""One of our bots against three of catanatron's strongest players, AlphaBeta of depth 2.

    pip install --target /tmp/catanatron catanatron==3.2.1 catanatron_gym==3.2.1 gym numpy
    PYTHONPATH=/tmp/catanatron:… python -m games.titles.catan.benchmarks.alphabeta \
        [--level strong] [--games 100] [--seed 1] [--share 1]

The base game with four seats, without trade between seats; a fair share of wins is 25 %. Our rules
are authoritative. Their players decide in the same position, translated for them; they see all
hands, as they do in catanatron. Each move is played on both sides, and the results are compared.
Their players are in `catanatron_experimental`, which is no package: put its folder of the same
release on the path. catanatron is no dependency of the site and is installed outside of it.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter, defaultdict
from dataclasses import dataclass, field, replace
from typing import Any, cast

import games.rules as rules
from benchmarks.bots import wilson
from games.bots import Bot, BotFactory, levels
from games.bots.search import Search
from games.rules import FastChance

from ..rules.components import OFFERS_PER_TURN, RESOURCES
from ..rules.match import CatanMatch
from .catanatron_translator import COLORS, Translator, comparable_state

SEATS = 4


@dataclass
class Results:
    """The results of the matches, with CPU seconds and decisions of each side."""

    won: list[bool] = field(default_factory=list)
    points: list[list[int]] = field(default_factory=list)  # those of our bot first
    seconds: defaultdict[str, float] = field(default_factory=lambda: defaultdict(float))
    decisions: Counter[str] = field(default_factory=Counter)
    compared_count: int = 0
    rule_differences: Counter[str] = field(default_factory=Counter)

    def __str__(self) -> str:
        low, high = wilson(sum(self.won), len(self.won))
        means = [sum(column) / len(self.won) for column in zip(*self.points, strict=True)]
        each = {side: self.seconds[side] / self.decisions[side] for side in self.decisions}
        return (
            f"{sum(self.won)} of {len(self.won)} ({100 * low:.0f}-{100 * high:.0f} %), points "
            f"{means[0]:.1f} to {sum(means[1:]) / len(means[1:]):.1f}, ms per decision "
            + ", ".join(f"{side} {1000 * spent:.1f}" for side, spent in sorted(each.items()))
            + f"; {self.compared_count} moves compared, "
            + f"ruled otherwise: {dict(self.rule_differences)}"
        )


def play(factory: BotFactory, hero: int, seed: int, share: float, results: Results) -> CatanMatch:
    """Play one match and add its result to those of the others.

    Args:
        factory: Makes our bot.
        hero: The seat of our bot.
        seed: The seed of the match and of our bot.
        share: The share of its usual time that a searching bot may use.
        results: The results to add to.

    Returns:
        The finished match.
    """
    from catanatron_experimental.machine_learning.players.minimax import (  # type: ignore[import-not-found]
        AlphaBetaPlayer,
    )

    match = cast(CatanMatch, rules.new_match("catan", SEATS, seed=f"alphabeta {seed}"))
    translator = Translator(match)
    players = [AlphaBetaPlayer(color, 2, True) for color in COLORS]
    bot, rng = factory(), random.Random(seed)
    if isinstance(bot, Search):
        bot.budget = replace(bot.budget, seconds=bot.budget.seconds * share)
    while not match.over:
        seat = match.actors[0]
        began = time.process_time()
        if seat == hero:
            action, moves = None, [choose_without_offers(bot, match, seat, rng)]
        else:
            action = choose_action(translator, match, players)
            moves = []
        side = "ours" if seat == hero else "theirs"
        results.seconds[side] += time.process_time() - began
        results.decisions[side] += 1
        before = match.copy()
        carry_out(translator, match, seat, action, moves, rng)
        compare(translator, before, match, seat, action, moves, players, results)
    results.won.append(match.winner == hero)
    totals = [score.total for score in match.scores()]
    results.points.append([totals.pop(hero), *totals])
    return match


def choose_without_offers(bot: Bot, match: CatanMatch, seat: int, rng: random.Random) -> str:
    """Return the move of a bot that may make no more offers."""
    world = match.determinize(seat, FastChance(rng))
    world.offers = OFFERS_PER_TURN
    return bot.choose(world, seat, rng)


def choose_action(translator: Translator, match: CatanMatch, players: list[Any]) -> Any:
    """Return the action of their player whose turn it is."""
    game = translator.position(match, players)
    return players[match.actors[0]].decide(game, game.state.playable_actions)


def carry_out(
    translator: Translator,
    match: CatanMatch,
    seat: int,
    action: Any,
    moves: list[str],
    rng: random.Random,
) -> None:
    """Play a move on our side.

    Either `moves` holds our move, or `action` is theirs and its moves are added to `moves`.
    """
    if action is not None and match.stack[-1][0] == "discard":
        moves += random_discards(match, seat, rng)
    elif action is not None:
        moves.append(translator.move(action))
    for move in moves:
        match.play(seat, move)
    if action is not None and match.stack and match.stack[-1][0] == "steal":
        match.play(seat, f"steal {COLORS.index(action.value[1])}")


def random_discards(match: CatanMatch, seat: int, rng: random.Random) -> list[str]:
    """Discard half of a hand at random, as catanatron does."""
    hand = [kind for kind, count in enumerate(match.hands[seat]) for _ in range(count)]
    lost = Counter(rng.sample(hand, len(hand) // 2))
    return [f"discard {RESOURCES[kind]} {count}" for kind, count in sorted(lost.items())]


def compare(
    translator: Translator,
    before: CatanMatch,
    after: CatanMatch,
    seat: int,
    action: Any,
    moves: list[str],
    players: list[Any],
    results: Results,
) -> None:
    """Play the same move on their side, and check that both positions agree.

    Raises:
        AssertionError: the positions differ, and no known difference of the rules explains it.
    """
    if after.over or before.stack[-1][0] == "steal":
        return
    game = translator.position(before, players)
    if action is None:
        if moves[0].split(" ")[0] in ("robber", "discard"):  # two or more of our moves
            return
        known = [one for one in game.state.playable_actions if translator.move(one) == moves[0]]
        if not known:  # catanatron has no such move: a card played before the dice are rolled
            return
        action = known[0]
    game.execute(translator.with_outcome(action, before, after), validate_action=False)
    theirs, ours = comparable_state(game), comparable_state(translator.position(after, players))
    different = [key for key in ours if ours[key] != theirs[key]]
    if before.stack[-1][0] == "founding":  # catanatron measures no road lengths then
        different = [key for key in different if not key.endswith("ROAD_LENGTH")]
    results.compared_count += 1
    if not different:
        return
    if moves[0] == "roll" and min(before.bank) < 8:
        results.rule_differences["a bank that cannot pay all"] += 1
    elif moves[0].split(" ")[0] in ("road", "settlement") and all(map(is_road_value, different)):
        results.rule_differences["how long a road is, or whose, beside others' buildings"] += 1
    else:
        raise AssertionError((moves, [(key, ours[key], theirs[key]) for key in different]))


def is_road_value(key: str) -> bool:
    """Return whether a value of a position may depend on the longest road."""
    return key.endswith(("ROAD_LENGTH", "HAS_ROAD", "VICTORY_POINTS"))


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--level", default="strong")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--share", type=float, default=1.0, help="of the time of one that searches")
    given = parser.parse_args()
    results, factory = Results(), levels("catan")[given.level]
    for number in range(given.games):
        play(factory, number % SEATS, given.seed + number // SEATS, given.share, results)
        if number % SEATS == SEATS - 1:
            print(f"{given.level} beats three AlphaBeta(2) in {results}", flush=True)


if __name__ == "__main__":
    main()
