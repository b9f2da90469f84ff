"""Histograms of durations, which can be added to and give approximate medians.

There are four buckets per doubling, so a median is exact to a tenth. One person has about ninety
buckets at most.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

PER_DOUBLING = 4

Histogram = Mapping[str, int]  # bucket number (a text, as JSON keys are) to count


def bucket(seconds: float) -> str:
    """Return the bucket of a duration; all durations up to a second share one."""
    return str(int(PER_DOUBLING * math.log2(max(1.0, seconds))))


def add_histograms(one: Histogram, other: Histogram, sign: int = 1) -> dict[str, int]:
    """Return the sum of two histograms, or (with sign -1) the difference.

    >>> add_histograms({"8": 2}, {"8": 1, "40": 1})
    {'8': 3, '40': 1}
    """
    sums = {name: one.get(name, 0) + sign * other.get(name, 0) for name in {**one, **other}}
    return {name: sums[name] for name in sorted(sums, key=int) if sums[name] > 0}


def count_values(histogram: Histogram) -> int:
    return sum(histogram.values())


def median(histogram: Histogram) -> float:
    """Return the middle of the median's bucket, in seconds.

    Raises:
        ValueError: the histogram is empty.
    """
    left = (count_values(histogram) + 1) // 2
    for name in sorted(histogram, key=int):
        left -= histogram[name]
        if left <= 0:
            return float(2 ** ((int(name) + 0.5) / PER_DOUBLING))
    raise ValueError("an empty histogram has no median")
