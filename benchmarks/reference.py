"""The reference speed: a fixed loop whose speed tells how fast this core is right now."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

REFERENCE_MOPS = 8.0


def speed() -> float:
    """Million iterations of a fixed loop per CPU second."""
    began = time.process_time()
    table: dict[int, int] = {}
    total = 0
    for i in range(200_000):
        table[i & 1023] = i
        total += table.get((i * 7) & 1023, 0) & 3
    return 0.2 / (time.process_time() - began)


@contextmanager
def at_reference() -> Iterator[Callable[[], float]]:
    """Measure the core before and after; the yielded call then gives the factor for CPU times."""
    speeds = [speed() for _ in range(5)]

    def factor() -> float:
        return statistics.fmean(speeds) / REFERENCE_MOPS

    yield factor
    speeds += [speed() for _ in range(5)]
