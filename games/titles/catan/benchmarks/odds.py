"""Fit the odds by which Catan's bots value positions to the winners of real matches.

    pip install --target /tmp/numpy numpy
    PYTHONPATH=/tmp/numpy python -m games.titles.catan.benchmarks.odds [--games 2500]

`steady` plays against itself, with and without offers; about one of thirty decisions is random.
Every few turns the position at the start of the turn is stored, and later the winner. The weights
that make these winners most likely (a logit of the seats with a small penalty) are printed as the
table of `bots/win_odds.py`. Every fifth match is left out and measures how good the weights are.
NumPy is no dependency of the site.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, cast

import games.rules as rules

from ..bots.player import HeuristicBot
from ..bots.win_odds import WEIGHTS, odds_terms
from ..rules.components import OFFERS_PER_TURN
from ..rules.match import CatanMatch

EVERY = 5  # turns
AT_RANDOM = 0.03
PENALTY = 3.0
# For each column of the table: (seats, scenario, share of `--games`)
SAMPLE_SETS = (
    ((4, "base", 1.0), (3, "base", 0.4)),
    ((2, "base", 0.6),),
    ((4, "traders", 0.25), (2, "traders", 0.25)),
)


class Position(NamedTuple):
    """The odds terms of each seat, the winner, and the number of the match."""

    terms: list[list[float]]
    winner: int
    match: int


def positions(seats: int, scenario: str, games: int) -> Iterator[Position]:
    """Yield positions of matches between steady bots that sometimes play at random."""
    bot = HeuristicBot()
    for number in range(games):
        rng = random.Random(number)
        seed = f"odds {seats} {scenario} {number}"
        match = cast(CatanMatch, rules.new_match("catan", seats, {"scenario": scenario}, seed=seed))
        due, kept = rng.randrange(EVERY), []
        while not match.over:
            seat, phase = match.actors[0], match.stack[-1][0]
            if phase == "start" and match.turn >= due:
                due = match.turn + EVERY
                kept.append([odds_terms(match, each) for each in range(seats)])
            if rng.random() < 0.5:
                match.offers = OFFERS_PER_TURN
            move = bot.choose(match, seat, rng)
            if phase in ("main", "founding") and rng.random() < AT_RANDOM:
                move = rng.choice([one for one in match.legal_moves(seat) if one != "offer"])
            match.play(seat, move)
        if match.winner >= 0:
            yield from (Position(found, match.winner, number) for found in kept)


class Sample(NamedTuple):
    """Positions with equal numbers of seats: terms (n, seats, terms), winners (n)."""

    terms: Any
    winners: Any


def build_samples(found: Sequence[Position]) -> Sample:
    import numpy as np

    return Sample(np.array([one.terms for one in found]), np.array([one.winner for one in found]))


def win_chances(terms: Any, weights: Any) -> Any:
    """Return the chance of each seat in each position, of shape (n, seats)."""
    import numpy as np

    odds = terms @ weights
    raised = np.exp(odds - odds.max(axis=1, keepdims=True))
    return raised / raised.sum(axis=1, keepdims=True)


def fit_weights(series: Sequence[Sample]) -> Any:
    """Return the fitted weights (terms), by Newton's method."""
    import numpy as np

    count = series[0].terms.shape[-1]
    spread = np.concatenate([one.terms.reshape(-1, count) for one in series]).std(axis=0) + 1e-9
    weights = np.zeros(count)
    for _step in range(30):
        slope, bend = -PENALTY * weights, PENALTY * np.eye(count)
        for one in series:
            scaled = one.terms / spread
            chance = win_chances(scaled, weights)
            mean = np.einsum("ns,nsf->nf", chance, scaled)
            slope += (scaled[np.arange(len(one.winners)), one.winners] - mean).sum(axis=0)
            apart = scaled - mean[:, None, :]
            bend += np.einsum("ns,nsf,nsg->fg", chance, apart, apart)
        weights += np.linalg.solve(bend, slope)
    return weights / spread


def likelihood(series: Sequence[Sample], weights: Any) -> float:
    """Return the mean logarithm of the predicted chance of the actual winners."""
    import numpy as np

    chances = [
        win_chances(one.terms, weights)[np.arange(len(one.winners)), one.winners] for one in series
    ]
    return float(np.log(np.concatenate(chances)).mean())


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", type=int, default=2500)
    games = parser.parse_args().games
    columns = []
    for kinds in SAMPLE_SETS:
        found = [
            list(positions(seats, scenario, int(games * share))) for seats, scenario, share in kinds
        ]
        learnt = [build_samples([one for one in each if one.match % 5]) for each in found]
        left_out = [build_samples([one for one in each if not one.match % 5]) for each in found]
        weights = fit_weights(learnt)
        print(
            f"# {kinds}: {sum(map(len, found))} positions, likelihood "
            f"{likelihood(learnt, weights):.4f}, "
            f"of what was left out {likelihood(left_out, weights):.4f}",
            flush=True,
        )
        columns.append(weights)
    for term, row in zip(WEIGHTS, zip(*columns, strict=True), strict=True):
        print(f'    "{term}": ({", ".join(f"{weight:.3f}" for weight in row)}),')


if __name__ == "__main__":
    main()
