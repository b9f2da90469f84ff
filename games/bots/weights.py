"""Weights that `python -m benchmarks.fit` has fitted for a title's usual bot."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

from .base import Bot

WEIGHTS_FILE = "weights.json"  # in the folder of the bots
ALONE, WITH_OTHERS = "alone", "with others"  # fitted separately


class FitSpec(NamedTuple):
    """What can be fitted.

    Attributes:
        bot: makes a bot that uses the given weights.
        now: today's weights.
        deviations: how far to search around each of them, as a standard deviation.
    """

    bot: Callable[[Mapping[str, float]], Bot]
    now: Mapping[str, float]
    deviations: Mapping[str, float]


def read_weights(folder: Path, key: str) -> dict[str, float]:
    """The weights in the folder of a title's bots; empty if none have been fitted."""
    path = folder / WEIGHTS_FILE
    if not path.exists():
        return {}
    data = json.loads(path.read_text(encoding="utf-8"))
    weights: dict[str, float] = data.get(key, {}).get("weights", {})
    return weights
