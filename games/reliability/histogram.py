"""Medians that can be carried on: how many values fell into each of some buckets.

Four buckets to a doubling, so a median is exact to a tenth; a person has at most some ninety.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

PER_DOUBLING = 4

Histogram = Mapping[str, int]  # by the bucket's number, as JSON has its keys


def bucket(seconds: float) -> str:
    """The bucket of a duration; a second and less are one."""
    return str(int(PER_DOUBLING * math.log2(max(1.0, seconds))))


def add_histograms(one: Histogram, other: Histogram, sign: int = 1) -> dict[str, int]:
    """What both hold together, or (with -1) the first without the second.

    >>> add_histograms({"8": 2}, {"8": 1, "40": 1})
    {'8': 3, '40': 1}
    """
    sums = {name: one.get(name, 0) + sign * other.get(name, 0) for name in {**one, **other}}
    return {name: sums[name] for name in sorted(sums, key=int) if sums[name] > 0}


def count_values(histogram: Histogram) -> int:
    return sum(histogram.values())


def median(histogram: Histogram) -> float:
    """The middle of the bucket in which the median lies, in seconds."""
    left = (count_values(histogram) + 1) // 2
    for name in sorted(histogram, key=int):
        left -= histogram[name]
        if left <= 0:
            return float(2 ** ((int(name) + 0.5) / PER_DOUBLING))
    raise ValueError("nothing has no median")
