"""Weights of a title's bots, fitted to matches and kept as data."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path

import pytest

from benchmarks import fit
from games import registry
from games.bots import RandomBot, title_bots
from games.bots.weights import ALONE, WEIGHTS_FILE, WITH_OTHERS, FitSpec, read_weights

HILL = FitSpec(
    lambda weights: RandomBot(), {"steep": 1.0, "flat": 1.0}, {"steep": 0.5, "flat": 0.5}
)


def height(
    game: str, fitted: FitSpec, weights: Mapping[str, float], seats: int, seeds: Iterable[int]
) -> list[int]:
    """Highest at 2 and 0.5, and rough."""
    worth = 100 - 20 * (weights["steep"] - 2) ** 2 - 2 * (weights["flat"] - 0.5) ** 2
    return [round(worth) + seed % 3 for seed in seeds]


def test_it_climbs_to_where_matches_go_best(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fit, "leads", height)
    found = fit.fit("barter", HILL, seats=1, generations=12, matches=3, seed=1)
    assert found["steep"] == pytest.approx(2, abs=0.3)
    assert min(found.values()) >= 0


def test_what_is_fitted_alone_and_with_others_is_kept_apart(tmp_path: Path) -> None:
    assert read_weights(tmp_path, ALONE) == {}
    fit.write(tmp_path / WEIGHTS_FILE, 1, {"pound": 0.25}, (840, [120, 130], [110, 120]))
    fit.write(tmp_path / WEIGHTS_FILE, 2, {"pound": 0.5}, (840, [3, 5], [0, 0]))
    assert read_weights(tmp_path, ALONE) == {"pound": 0.25}
    assert read_weights(tmp_path, WITH_OTHERS) == {"pound": 0.5}
    data = json.loads((tmp_path / WEIGHTS_FILE).read_text(encoding="utf-8"))[ALONE]
    assert (data["before"], data["after"], data["checked"]) == (115, 125, 2)


@pytest.mark.parametrize("key", sorted(registry.title_folders()))
def test_what_titles_let_be_fitted_makes_bots(key: str) -> None:
    for fitted in title_bots(key).fit_specs.values():
        assert fitted.now.keys() == fitted.deviations.keys()
        assert callable(fitted.bot(fitted.now).choose)
