"""The followers phase (5.3)."""

from __future__ import annotations

from typing import Any

import pytest

from .positions import bag, legal, own_view_data, play, position

FIVE = "farmer boatman craftsman trader knight"


def test_knight_position_gives_the_rights() -> None:
    for knight, rights in enumerate((4, 5, 6, 7, 7, 8)):
        match = position(
            {"market": "", "bag": " ".join([FIVE] * 2), "tracks": {"knight": knight}},
            {},
            phase="followers",
        )
        assert match.view(0)["rights"] == rights
        assert legal(match, 0, "draw") == [f"draw {n}" for n in range(1, rights + 1)]


def test_round_1_asks_nobody_to_draw() -> None:
    match = position({}, {}, phase="followers")
    assert match.phase == "planning"


def test_draw_is_limited_by_room() -> None:
    match = position({"market": " ".join([FIVE, "monk"]), "bag": FIVE}, {}, phase="followers")
    assert match.legal_moves(0) == ["draw 1", "draw 2", "done"]


def test_full_market_is_never_asked() -> None:
    match = position({"market": " ".join(["monk"] * 8), "bag": FIVE}, {}, phase="followers")
    assert match.phase == "planning"


def test_draw_takes_from_the_bag_to_the_market_and_is_recorded_as_a_list() -> None:
    match = position(
        {"market": "", "bag": "farmer monk knight"},
        {},
        phase="followers",
        script={"bag:0": [["monk"], ["farmer"]]},
    )
    events = play(match, "0 draw 1")
    assert events[0].kind == "draw"
    assert events[0].data == {"tiles": ["monk"]}
    assert events[0].audience is None
    assert own_view_data(match, 0)["market"] == ["monk"]
    assert bag(match, 0) == {"farmer": 1, "knight": 1}
    assert match.view(0)["rights"] == 3
    play(match, "0 draw 1")
    assert match.record()["chance"]["bag:0"] == [["monk"], ["farmer"]]


def test_drawing_the_whole_bag_is_a_chance_call_too() -> None:
    match = position({"market": "", "bag": "farmer"}, {}, phase="followers")
    play(match, "0 draw 1")
    assert match.record()["chance"]["bag:0"] == [["farmer"]]


def test_draw_offers_the_bag_in_canonical_order() -> None:
    match = position({"market": "", "bag": "monk farmer own_trader"}, {}, phase="followers")
    seen = []
    chance = match.chance
    draw = type(chance).draw

    def spy(self: Any, name: str, items: list[str], k: int = 1) -> list[str]:
        seen.append((name, list(items), k))
        return draw(self, name, items, k)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(type(chance), "draw", spy)
        play(match, "0 draw 2")
    assert seen == [("bag:0", ["own_trader", "farmer", "monk"], 2)]


def test_recall_takes_a_follower_back_to_the_market() -> None:
    match = position(
        {"market": "", "bag": "farmer", "places": {"ship": "- - monk"}}, {}, phase="followers"
    )
    assert "recall monk ship knight" in match.legal_moves(0)
    play(match, "0 recall monk ship knight")
    assert own_view_data(match, 0)["market"] == ["monk"]
    assert own_view_data(match, 0)["places"]["ship"] == [None, None, None]
    assert match.view(0)["rights"] == 3


def test_recall_names_equal_slots_once_and_takes_the_first_that_matches() -> None:
    match = position(
        {
            "market": "",
            "bag": "monk",
            "tiles": ["cheese_factory"],
            "places": {"cheese_factory": "own_farmer farmer"},
        },
        {},
        phase="followers",
    )
    assert legal(match, 0, "recall") == [
        "recall own_farmer cheese_factory farmer",
        "recall farmer cheese_factory farmer",
    ]
    play(match, "0 recall farmer cheese_factory farmer")
    assert own_view_data(match, 0)["places"]["cheese_factory"] == ["own_farmer", None]


def test_technology_is_never_recalled() -> None:
    match = position(
        {"market": "", "bag": "monk", "places": {"castle": "technology - -"}}, {}, phase="followers"
    )
    assert not legal(match, 0, "recall")


def test_recall_needs_room() -> None:
    seat = {"market": " ".join(["monk"] * 8), "places": {"castle": "farmer - -"}}
    match = position(seat, {}, phase="followers")
    assert match.phase == "planning"


def test_done_gives_up_the_other_rights() -> None:
    match = position({"market": "", "bag": FIVE}, {}, phase="followers")
    play(match, "0 draw 1", "0 done")
    assert match.phase == "planning"
    assert match.view(0)["rights"] == 0


def test_seat_is_finished_without_rights() -> None:
    match = position({"market": "", "bag": FIVE}, {}, phase="followers")
    play(match, "0 draw 3", "0 draw 1")
    assert match.phase == "planning"


def test_simultaneous_followers_ask_all_at_once() -> None:
    boards = [{"market": "", "bag": FIVE}, {"market": "", "bag": FIVE}, {"bag": ""}]
    match = position(*boards, phase="followers")
    assert match.actors == (0, 1)
    play(match, "1 draw 4")
    assert match.actors == (0,)


def test_without_the_option_one_seat_follows_the_other_from_the_start_player() -> None:
    boards = [{"market": "", "bag": FIVE}, {"bag": ""}, {"market": "", "bag": FIVE}]
    match = position(*boards, phase="followers", start=2, options={"simultaneous_followers": "off"})
    assert match.actors == (2,)
    assert match.legal_moves(0) == []
    play(match, "2 draw 1")
    assert match.actors == (2,)
    play(match, "2 done")
    assert match.actors == (0,)
    play(match, "0 draw 4")
    assert match.phase == "planning"


def test_tower_tiles_go_back_to_the_market_before_the_draw() -> None:
    match = position(
        {
            "market": "farmer",
            "bag": FIVE,
            "tiles": ["gunpowder_tower"],
            "places": {"gunpowder_tower": "monk knight"},
        },
        {},
        phase="followers",
    )
    assert own_view_data(match, 0)["market"] == ["farmer", "knight", "monk"]
    assert own_view_data(match, 0)["places"]["gunpowder_tower"] == [None, None]
    assert match.view(0)["room"] == 7


def test_tower_gives_two_more_market_spaces() -> None:
    match = position(
        {"market": " ".join(["monk"] * 8), "bag": FIVE, "tiles": ["gunpowder_tower"]},
        {},
        phase="followers",
    )
    assert match.legal_moves(0) == ["draw 1", "draw 2", "done"]
