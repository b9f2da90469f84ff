"""How long a search may take: CPU seconds of its thread, or a number of simulations."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace

LEAST = 0.5  # CPU seconds that a search gets, even if many searches wait

#: The share of the budget that is spent; the argument is the number of further simulations.
BudgetGauge = Callable[[int], float]


@dataclass(frozen=True)
class SearchBudget:
    """CPU seconds, or `iterations`, with which the same seed gives the same choice everywhere."""

    seconds: float = 1.0
    iterations: int = 0

    def split_among(self, waiting: int) -> SearchBudget:
        """The share of one of `waiting` searches, so that none waits long for the others."""
        return replace(self, seconds=max(self.seconds / waiting, min(self.seconds, LEAST)))

    def start(self, share: float = 1.0) -> BudgetGauge:
        """Start a decision that may spend this share of the budget."""
        if self.iterations:
            done = 0

            def progress(more: int) -> float:
                nonlocal done
                done += more
                return done / self.iterations / share

            return progress
        began = time.thread_time()
        return lambda _more: (time.thread_time() - began) / self.seconds / share
