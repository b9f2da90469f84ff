"""The searching player: the most promising choices are played on against sampled tiles.

The best few pairs of placement and piece by the heuristic are each followed by the answers of the
other seats (with one tile in hand theirs are open) and by the best that the seat itself can do
with its next tile, which is sampled. All pairs meet the same samples.
"""

from __future__ import annotations

import random
import time
from itertools import islice

from games.rules import FastChance, Match

from ..rules import Carcassonne
from .heuristic import Choice, best_choice, choices
from .outlook import WEIGHTS, Weights

Line = tuple[object, ...]


class SearchBot:
    """Looks ahead to its own next turn.

    Attributes:
        budget: seconds for one decision.
        samples: at most so many samples of the unseen tiles, whatever the budget.
        width: at most so many pairs are compared.
        margin: pairs so many points behind the best by the heuristic are not looked at.
        halvings: after so many samples the worse half of the pairs is given up.
    """

    budget = 0.3
    samples = 40
    width = 8
    margin = 6.0
    halvings = (4, 12)
    weights: Weights = WEIGHTS

    def choose(self, match: Match, seat: int, rng: random.Random) -> str:
        assert isinstance(match, Carcassonne)
        deadline = time.perf_counter() + self.budget
        pairs = self._promising(match)
        if len({pair.move for pair in pairs}) == 1:
            return pairs[0].move
        totals = dict.fromkeys(range(len(pairs)), 0.0)
        answers: dict[Line, Choice] = {}
        for number in range(1, self.samples + 1):
            world = match.determinize(seat, FastChance(rng.getrandbits(32)))
            sample = {}
            for index in totals:
                if time.perf_counter() > deadline:
                    return pairs[max(totals, key=totals.__getitem__)].move
                sample[index] = self._outcome(world, pairs[index], answers)
            totals = {index: totals[index] + value for index, value in sample.items()}
            if number in self.halvings:
                best = sorted(totals, key=lambda index: -totals[index])
                totals = {index: totals[index] for index in best[: (len(best) + 1) // 2]}
            if len(totals) == 1:
                break
        return pairs[max(totals, key=totals.__getitem__)].move

    def _promising(self, match: Carcassonne) -> list[Choice]:
        """The pairs worth a closer look, best first."""
        ranked = sorted(choices(match, self.weights), key=lambda choice: -choice.value)
        least = ranked[0].value - self.margin
        return [choice for choice in ranked[: self.width] if choice.value >= least]

    def _outcome(self, world: Carcassonne, pair: Choice, answers: dict[Line, Choice]) -> float:
        """How a sampled world looks to the seat on turn when it has its next turn, or at the end.

        `answers` remembers what follows which line of play: samples often agree on it.
        """
        seat, moves, tiles = world.turn, len(world.moves), len(world.board.cells)
        trial = world.copy()
        _play(trial, pair)
        own_turn = trial.extra and trial.turn == seat
        while not trial.over:
            # Tiles beside moves: the rules may have placed some themselves.
            cells = trial.board.cells
            placed = tuple(islice(reversed(cells.items()), len(cells) - tiles))
            line = (*trial.moves[moves:], placed, trial.turn, trial.hands[trial.turn])
            choice = answers.get(line)
            if choice is None:
                choice = answers[line] = best_choice(trial, self.weights)
            if trial.turn == seat and not own_turn:
                return choice.value
            own_turn = False
            _play(trial, choice)
        totals = [sum(own) for own in trial.points]
        return totals[seat] - max(totals[:seat] + totals[seat + 1 :])


def _play(match: Carcassonne, pair: Choice) -> None:
    """Play a placement and the piece to follow, unless the rules have played that themselves."""
    seat, parts = match.turn, match.drawn
    if pair.place:
        match.play(seat, pair.place)
    if match.phase == "piece" and match.turn == seat and match.drawn == parts:
        match.play(seat, pair.piece)
