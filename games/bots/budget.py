"""How long a search may take: CPU seconds of its thread, or a number of lines."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

#: The share of the budget that is spent, counted so many lines more.
Spent = Callable[[int], float]


@dataclass(frozen=True)
class Budget:
    """CPU seconds, or `iterations`: with those the same seed gives the same choice anywhere."""

    seconds: float = 1.0
    iterations: int = 0

    def start(self, share: float = 1.0) -> Spent:
        """Begin a decision that may take this share of it."""
        if self.iterations:
            done = 0

            def counted(more: int) -> float:
                nonlocal done
                done += more
                return done / self.iterations / share

            return counted
        began = time.thread_time()
        return lambda _more: (time.thread_time() - began) / self.seconds / share
