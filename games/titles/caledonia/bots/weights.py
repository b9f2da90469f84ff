"""The weights that `python -m benchmarks.fit` may change, and how widely it varies each."""

from __future__ import annotations

from collections.abc import Mapping

from games.bots.weights import ALONE as FOR_ONE
from games.bots.weights import WITH_OTHERS, FitSpec

from .player import HeuristicBot
from .worth import SOLO_WEIGHTS, WEIGHTS, Weights

SPREAD = {
    "last": 0.03,
    "growth": 0.06,
    "income": 0.15,
    "made": 0.1,
    "sold": 0.05,
    "processed": 0.15,
    "merchant_now": 0.07,
    "merchant_later": 0.1,
    "shipping": 0.2,
    "expansion": 0.4,
    "upgrade": 0.3,
    "held": 0.05,
    "shown": 0.1,
    "shown_ready": 0.08,
    "fading": 0.08,
    "buying": 0.1,
    "later_take": 0.7,
    "most_contracts": 0.5,
    "slaughter": 0.2,
    "future_tile": 0.12,
    "unused": 0.1,
    "harbours": 0.2,
}


def bot_with_weights(weights: Mapping[str, float]) -> HeuristicBot:
    return HeuristicBot(Weights(**weights))


def fit_spec(taste: Weights) -> FitSpec:
    return FitSpec(bot_with_weights, {key: getattr(taste, key) for key in SPREAD}, SPREAD)


FIT_SPECS = {FOR_ONE: fit_spec(SOLO_WEIGHTS), WITH_OTHERS: fit_spec(WEIGHTS)}
