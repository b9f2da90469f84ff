"""Weights that `python -m benchmarks.fit` has fitted to what a title's usual bot plays."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

from .base import Bot

WEIGHTS_FILE = "weights.json"  # beside the bots
ALONE, WITH_OTHERS = "alone", "with others"  # fitted apart


class FitSpec(NamedTuple):
    """What may be fitted.

    Attributes:
        bot: a bot that goes by given weights.
        now: today's weights.
        spread: how far to look around each of them, as a standard deviation.
    """

    bot: Callable[[Mapping[str, float]], Bot]
    now: Mapping[str, float]
    deviations: Mapping[str, float]


def read_weights(folder: Path, key: str) -> dict[str, float]:
    """The weights in the folder of a title's bots; none where nobody has fitted any."""
    path = folder / WEIGHTS_FILE
    if not path.exists():
        return {}
    told = json.loads(path.read_text(encoding="utf-8"))
    weights: dict[str, float] = told.get(key, {}).get("weights", {})
    return weights
