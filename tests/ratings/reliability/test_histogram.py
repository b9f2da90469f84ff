"""Medians that can be carried on are exact to a tenth."""

from __future__ import annotations

import random
import statistics
from collections import Counter

import pytest

from games.ratings.reliability import histogram

pytestmark = pytest.mark.same_everywhere


def of(values: list[float]) -> dict[str, int]:
    return histogram.add_histograms({}, Counter(map(histogram.bucket, values)))


def test_a_median_is_exact_to_a_tenth() -> None:
    rng = random.Random(7)
    for _again in range(50):
        values = [rng.lognormvariate(9, 2) for _value in range(2 * rng.randint(10, 200) + 1)]
        assert histogram.median(of(values)) == pytest.approx(statistics.median(values), rel=0.1)


def test_what_is_added_can_be_taken_away() -> None:
    one, other = of([10, 20, 3000]), of([20, 80_000])
    assert histogram.add_histograms(histogram.add_histograms(one, other), other, -1) == one


def test_the_buckets_are_few() -> None:
    year = 365 * 24 * 3600
    assert len({histogram.bucket(seconds) for seconds in range(0, year, 997)} | {"0"}) < 100


def test_nothing_has_no_median() -> None:
    with pytest.raises(ValueError, match="empty histogram"):
        histogram.median({})
