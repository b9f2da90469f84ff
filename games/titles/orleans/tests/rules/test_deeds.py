"""Beneficial deeds (5.5.3)."""

from __future__ import annotations

from typing import Any

from ...rules.match import OrleansMatch
from .positions import bag, legal, own_view_data, play, position, score_of


def hall(tiles: str, **table: Any) -> OrleansMatch:
    board = {"places": {"town_hall": tiles, "castle": "farmer boatman trader"}}
    return position({**board, "development": table.pop("development", 0)}, {}, **table)


def test_town_hall_is_ready_with_one_tile() -> None:
    assert legal(hall("knight -"), 0, "act town_hall")


def test_follower_goes_to_a_deed_for_good_and_is_paid() -> None:
    match = hall("knight -")
    events = play(match, "0 act town_hall knight papal_conclave")
    assert score_of(events, 0, "coins") == 3
    assert match.view(0)["deeds"]["papal_conclave"] == ["knight", None, None]
    assert bag(match, 0) == {}


def test_slots_of_a_deed_take_exactly_their_type() -> None:
    match = position(
        {"tiles": ["school"], "places": {"town_hall": "scholar monk", "castle": "monk monk monk"}},
        {},
    )
    assert {move.split()[3] for move in legal(match, 0, "act town_hall scholar")} == {
        "defeating_plague",
        "astronomy",
        "boatmen_guild",
        "peace_treaty",
    }
    assert {move.split()[3] for move in legal(match, 0, "act town_hall monk")} == {
        "papal_conclave",
        "cathedral",
        "peace_treaty",
    }


def test_deed_without_a_free_slot_is_not_listed() -> None:
    match = hall("trader -", deeds={"astronomy": "trader"})
    assert "act town_hall trader astronomy" not in match.legal_moves(0)
    assert "act town_hall trader cathedral" in match.legal_moves(0)


def test_canalisation_pays_a_coin_or_development() -> None:
    match = hall("boatman -")
    other = match.copy()
    events = play(match, "0 act town_hall boatman canalisation coin")
    assert score_of(events, 0, "coins") == 1
    play(other, "0 act town_hall boatman canalisation development")
    assert own_view_data(other, 0)["development"] == 1
    assert own_view_data(other, 0)["coins"] == 5


def test_canalisation_gives_no_development_on_the_last_space() -> None:
    match = hall("boatman -", development=30)
    assert legal(match, 0, "act town_hall boatman canalisation") == [
        "act town_hall boatman canalisation coin"
    ]


def test_who_fills_the_last_slot_takes_the_citizen() -> None:
    match = hall("trader -", deeds={"astronomy": "scholar scholar"})
    play(match, "0 act town_hall trader astronomy")
    assert own_view_data(match, 0)["citizens"] == 1
    assert "astronomy" not in match.view(0)["citizens"]["deeds"]


def test_two_tiles_may_be_sent_in_one_action() -> None:
    match = hall("knight monk")
    play(match, "0 act town_hall knight papal_conclave")
    assert match.actors == (0,)
    events = play(match, "0 deed monk papal_conclave")
    assert score_of(events, 0, "coins") == 3
    assert match.legal_moves(0) == ["act castle", "pass"]


def test_second_tile_may_stay_behind_and_returns_to_the_bag() -> None:
    match = hall("knight monk")
    play(match, "0 act town_hall knight papal_conclave", "0 finish")
    assert bag(match, 0) == {"monk": 1}
    assert own_view_data(match, 0)["places"]["town_hall"] == [None, None]


def test_nothing_is_asked_when_the_second_tile_has_no_slot() -> None:
    match = hall("scholar monk", deeds={"papal_conclave": "monk monk", "peace_treaty": "monk"})
    match2 = hall(
        "scholar monk",
        deeds={"papal_conclave": "monk monk", "peace_treaty": "monk", "cathedral": "monk monk"},
    )
    play(match, "0 act town_hall scholar astronomy")
    assert "finish" in match.legal_moves(0)
    play(match2, "0 act town_hall scholar astronomy")
    assert match2.legal_moves(0) == ["act castle", "pass"]
    assert bag(match2, 0) == {"monk": 1}


def test_equal_tiles_are_listed_once() -> None:
    match = hall("knight knight")
    moves = legal(match, 0, "act town_hall")
    assert len(moves) == len(set(moves)) == 3


def tower(tiles: str) -> OrleansMatch:
    board = {
        "tiles": ["gunpowder_tower"],
        "places": {"gunpowder_tower": tiles, "castle": "farmer boatman trader"},
    }
    return position(board, {})


def test_tower_sends_its_tiles_to_deeds() -> None:
    match = tower("knight monk")
    play(match, "0 act gunpowder_tower knight papal_conclave", "0 deed monk cathedral")
    assert own_view_data(match, 0)["places"]["gunpowder_tower"] == [None, None]


def test_tile_left_on_the_tower_stays_for_a_later_turn() -> None:
    match = tower("knight monk")
    play(match, "0 act gunpowder_tower knight papal_conclave", "0 finish")
    assert own_view_data(match, 0)["places"]["gunpowder_tower"] == [None, "monk"]
    assert bag(match, 0) == {}
    assert "act gunpowder_tower monk cathedral" in match.legal_moves(0)
