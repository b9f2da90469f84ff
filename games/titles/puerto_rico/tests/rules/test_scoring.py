"""Points: breakdown keys, large buildings, ties, and score events."""

from __future__ import annotations

import pytest

import games.rules as rules

from ...rules.match import PuertoRico
from ...rules.scoring import bonuses
from .positions import events_of_kind, pick, set_board, start

KEYS = ["chips", "buildings", "guild_hall", "customs_house", "residence", "city_hall", "fortress"]


def finish(match: PuertoRico) -> list[rules.Event]:
    """End the match with the last pick of this round."""
    match.ending = ("city",)
    match.governor = 1
    match.picks = match.setup.picks * match.seats - 1
    match.actors = (0,)
    match.ready.clear()
    match._lists.clear()
    return match.play(0, "pick prospector")


def test_guild_hall_counts_small_buildings_1_and_large_ones_2() -> None:
    match = start(4)
    city = {"small_indigo_plant": 0, "sugar_mill": 1, "tobacco_storage": 0, "guild_hall": 1}
    assert bonuses(set_board(match, 0, city=city)) == {"guild_hall": 5}


def test_guild_hall_with_every_production_building() -> None:
    city = dict.fromkeys(
        ["small_indigo_plant", "small_sugar_mill", "indigo_plant", "sugar_mill"], 0
    )
    city |= {"tobacco_storage": 0, "coffee_roaster": 0, "guild_hall": 1}
    assert bonuses(set_board(start(4), 0, city=city)) == {"guild_hall": 10}


@pytest.mark.parametrize(("chips", "points"), [(23, 5), (24, 6), (3, 0)])
def test_customs_house_is_1_per_4_chips(chips: int, points: int) -> None:
    board = set_board(start(4), 0, city={"customs_house": 1, "harbor": 1}, chips=chips)
    assert bonuses(board) == {"customs_house": points}


@pytest.mark.parametrize(("tiles", "points"), [(1, 4), (9, 4), (10, 5), (11, 6), (12, 7)])
def test_residence_counts_island_tiles(tiles: int, points: int) -> None:
    board = set_board(
        start(4), 0, tiles={"corn": (tiles - 1, 0), "quarry": (1, 0)}, city={"residence": 1}
    )
    assert bonuses(board) == {"residence": points}


def test_city_hall_counts_violet_buildings_itself_included() -> None:
    city = dict.fromkeys(
        ["small_indigo_plant", "small_market", "hacienda", "harbor", "wharf", "residence"], 0
    )
    assert bonuses(set_board(start(4), 0, city={**city, "city_hall": 1})) == {"city_hall": 6}


def test_fortress_counts_all_workers_by_three() -> None:
    tiles = {"corn": (10, 10), "sugar": (2, 2)}
    city = {"indigo_plant": 3, "coffee_roaster": 2, "fortress": 1}
    assert bonuses(set_board(start(4), 0, tiles=tiles, city=city, san_juan=2)) == {"fortress": 6}


def test_a_large_building_without_a_worker_has_only_its_printed_points() -> None:
    match = start(4)
    set_board(match, 0, city={"residence": 0, "fortress": 0})
    finish(match)
    assert match.scores()[0].breakdown["buildings"] == 8
    assert match.scores()[0].total == 8


def test_all_seven_keys_are_always_there() -> None:
    match = start(4)
    assert all(list(score.breakdown) == KEYS for score in match.scores())
    finish(match)
    assert all(list(score.breakdown) == KEYS for score in match.scores())


def test_before_the_end_the_bonus_keys_are_0() -> None:
    match = start(4)
    set_board(match, 0, city={"residence": 1}, chips=7)
    score = match.scores()[0]
    assert score.breakdown == {**dict.fromkeys(KEYS, 0), "chips": 7, "buildings": 4}
    assert score.total == 11


def test_doubloons_and_goods_are_worth_nothing_but_break_ties() -> None:
    match = start(4)
    set_board(match, 1, doubloons=3, goods={"corn": 2, "coffee": 1}, chips=5)
    set_board(match, 2, doubloons=5, goods={}, chips=5)
    set_board(match, 3, doubloons=4, goods={"corn": 2}, chips=5)
    finish(match)
    scores = match.scores()
    assert [score.total for score in scores] == [0, 5, 5, 5]
    assert [score.tiebreak for score in scores[1:]] == [(6,), (5,), (6,)]
    assert [score.rank for score in scores] == [4, 1, 3, 1]


def test_the_end_tells_bonuses_chips_and_ranks() -> None:
    match = start(4)
    set_board(match, 0, city={"residence": 1, "customs_house": 1}, chips=8)
    set_board(match, 1, city={"fortress": 1}, chips=3)
    events = finish(match)
    scores = [
        (event.seat, event.data["reason"], event.data["amount"], event.audience)
        for event in events_of_kind(events, "score")
    ]
    assert scores == [
        (0, "customs_house", 2, None),
        (0, "residence", 4, None),
        (1, "fortress", 0, None),
    ]
    assert events_of_kind(events, "reveal")[0].data == {"chips": [8, 3, 0, 0]}
    assert events_of_kind(events, "over")[0].data["totals"] == [8 + 8 + 6, 3 + 4, 0, 0]


def test_scores_hold_the_chips_of_everybody_at_any_time() -> None:
    match = start(4)
    set_board(match, 2, goods={"corn": 2})
    pick(match, 1, "captain")
    match.play(2, "load corn 5")
    assert match.scores()[2].breakdown["chips"] == 2
