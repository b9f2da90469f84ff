"""What duels say of how strong the levels of a game are, and where it is shown."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import games.rules as rules
from benchmarks import ratings
from games import bot_levels, bots, registry
from games.bots.level_ratings import read_level_ratings

WON, LOST = [1.0], [0.0]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Of a title that nobody has measured yet."""
    monkeypatch.setattr(registry, "title_folders", lambda: {"barter": tmp_path})
    read_level_ratings.cache_clear()
    return tmp_path


def test_who_wins_three_of_four_is_some_two_hundred_points_ahead() -> None:
    found = ratings.fit({("steady", "strong"): WON * 50 + LOST * 150})
    assert found["steady"] == 1500
    assert found["strong"] == pytest.approx(1690, abs=5)


def test_levels_that_never_met_are_compared_by_whom_both_met() -> None:
    third = LOST * 120 + WON * 60
    found = ratings.fit({("easy", "steady"): third, ("steady", "strong"): third})
    assert found["strong"] - found["steady"] == pytest.approx(found["steady"] - found["easy"])


def test_a_clean_sweep_and_few_matches_say_little() -> None:
    few = ratings.rate({("easy", "steady"): LOST * 6 + WON * 4})["easy"]
    many = ratings.rate({("easy", "steady"): LOST * 120 + WON * 80})["easy"]
    assert few.low <= few.rating <= few.high
    assert few.within > 2 * many.within
    swept = ratings.rate({("easy", "steady"): LOST * 20})["easy"]
    assert 0 < swept.rating < 1500
    assert swept.within > 100
    for played in (LOST * 20, WON * 20):
        one = ratings.rate({("easy", "steady"): played, ("steady", "best"): played})["best"]
        assert one.low <= one.rating <= one.high


def test_stored_bot_ratings_are_read_and_shown(folder: Path) -> None:
    assert bot_levels.level_with_rating("barter", "easy") == "easy"
    ratings.add("barter", "easy", "steady", LOST * 150 + WON * 50, 0.1)
    read_level_ratings.cache_clear()
    kept = json.loads((folder / "RATINGS.json").read_text())
    assert kept["levels"]["easy"]["matches"] == 200
    assert kept["series"][0]["share"] == 0.1
    easy = read_level_ratings("barter")["easy"]
    assert bot_levels.level_with_rating("barter", "easy") == f"easy · {easy.rating} ± {easy.within}"
    assert bot_levels.level_with_rating("barter", "steady") == "steady · 1500"
    assert bot_levels.level_with_rating("barter", "best") == "best"
    read_level_ratings.cache_clear()


@pytest.mark.usefixtures("folder")
def test_matches_are_added_whoever_is_named_first() -> None:
    ratings.add("barter", "easy", "steady", LOST * 30 + WON * 10, 1.0)
    ratings.add("barter", "steady", "easy", WON * 20 + LOST * 5, 1.0)
    once = ratings.add("barter", "steady", "easy", WON * 10 + LOST * 5, 1.0)["easy"]
    assert len(ratings.stored_series("barter")) == 2, "what was played the same way is one series"
    assert ratings.count_matches("barter", "steady", "easy") == once.matches == 80
    at_once = ratings.fit({("easy", "steady"): LOST * 60 + WON * 20})
    assert once.rating == round(at_once["easy"])


@pytest.mark.usefixtures("folder")
def test_a_level_without_a_way_to_steady_has_no_rating_yet() -> None:
    assert ratings.add("barter", "best", "strong", WON * 3 + [0.5], 1.0) == {}
    assert set(ratings.add("barter", "strong", "steady", WON * 3, 1.0)) == {
        "steady",
        "strong",
        "best",
    }


@pytest.mark.usefixtures("folder")
def test_a_bot_that_is_another_now_begins_anew() -> None:
    ratings.add("barter", "easy", "steady", LOST * 6, 1.0)
    ratings.add("barter", "strong", "steady", WON * 6, 1.0)
    ratings.forget("barter", "strong")
    assert ratings.count_matches("barter", "strong", "steady") == 0
    assert set(ratings.add("barter", "easy", "steady", WON, 1.0)) == {"easy", "steady"}


@pytest.mark.parametrize("key", rules.catalogue())
def test_what_titles_tell_is_of_levels_that_they_have(key: str) -> None:
    found = read_level_ratings(key)
    assert set(found) <= set(bots.selectable_levels(key))
    labels = dict(bot_levels.level_choices(key))
    for level, one in found.items():
        assert one.low <= one.rating <= one.high
        assert str(one.rating) in labels[level]
