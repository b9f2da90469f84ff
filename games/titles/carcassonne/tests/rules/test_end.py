"""The end of a match: unfinished features, farms by either rule, goods, ranks (8.2 to 8.5)."""

from __future__ import annotations

from typing import Any

from .positions import end_match, events_of_kind, points, totals

FIRST: dict[str, Any] = {"farms": "first"}
PIGS: dict[str, Any] = {"traders": "all"}

# A complete city of two tiles; the farm of the upper tile, the farm of the lower one.
CITY = ["0,0 0 e", "0,1 180 e"]
UPPER, LOWER = "farm:nnw 0,1", "farm:ene 0,0"
# To its right, a meadow on either level joins both farms into one.
JOINED = [*CITY, "1,1 0 b", "1,0 0 b"]


def unfinished_points(tiles: list[str], pieces: list[str], **options: Any) -> list[int]:
    return points(end_match(tiles, pieces, **options)[0], "unfinished")


def farm_points(tiles: list[str], pieces: list[str], **options: Any) -> list[int]:
    return points(end_match(tiles, pieces, **options)[0], "farms")


def test_an_unfinished_road_is_a_point_a_tile() -> None:
    assert unfinished_points(["0,0 0 d", "1,0 90 u"], ["0 meeple road:e 0,0"]) == [2, 0]


def test_an_unfinished_road_with_an_inn_is_worth_nothing() -> None:
    tiles = ["0,0 0 d", "1,0 0 ic_b"]
    assert unfinished_points(tiles, ["0 meeple road:e 0,0"], inns="tiles") == [0, 0]


def test_an_unfinished_city_is_a_point_a_tile_and_a_point_a_pennant() -> None:  # R24
    assert unfinished_points(["0,0 0 e", "0,1 90 f"], ["0 meeple city:n 0,0"]) == [3, 0]


def test_an_unfinished_city_with_a_cathedral_is_worth_nothing() -> None:  # R24
    tiles = ["0,0 0 e", "0,1 0 ic_k", "1,1 0 f"]
    assert unfinished_points(tiles, ["0 meeple city:n 0,0"], inns="tiles") == [0, 0]


def test_goods_of_an_unfinished_city_are_lost() -> None:  # R24
    match, events = end_match(["0,0 0 e", "0,1 90 tb_q"], ["0 meeple city:n 0,0"], traders="tiles")
    assert points(match, "unfinished") == [2, 0]
    assert points(match, "goods") == [0, 0]
    assert events_of_kind(events, "goods") == []


def test_an_unfinished_monastery_is_one_and_one_for_each_taken_neighbour() -> None:
    tiles = ["0,0 0 b", "1,0 0 b", "1,1 0 b"]
    assert unfinished_points(tiles, ["0 meeple monastery 0,0"]) == [3, 0]


def test_only_tiles_on_the_board_count_for_a_monastery() -> None:  # R32
    # The last seat's city tile fits nowhere and leaves the game.
    match, _ = end_match(["0,0 0 b"], ["1 meeple monastery 0,0"], hands=("", "c"))
    assert match.view(None)["discarded"] == ["c"]
    assert points(match, "unfinished") == [0, 1]


def test_an_unfinished_feature_scores_for_all_its_winners() -> None:
    pieces = ["0 meeple road:e 0,0", "1 meeple road:e 1,0"]
    assert unfinished_points(["0,0 0 d", "1,0 90 u"], pieces) == [2, 2]
    assert unfinished_points(
        ["0,0 0 d", "1,0 90 u"], [pieces[0], "1 big road:e 1,0"], inns="all"
    ) == [
        0,
        2,
    ]


def test_a_farm_is_three_points_for_each_completed_city_beside_it() -> None:
    assert farm_points(CITY, [f"0 meeple {UPPER}"]) == [3, 0]


def test_an_open_city_is_worth_nothing_to_a_farm() -> None:
    assert farm_points(["0,0 0 e", "1,0 0 b"], ["0 meeple farm:ene 0,0"]) == [0, 0]


def test_a_city_counts_once_for_a_farm_however_often_it_touches() -> None:
    assert farm_points(JOINED, [f"0 meeple {UPPER}"]) == [3, 0]


def test_all_winners_of_a_farm_get_its_points() -> None:
    assert farm_points(JOINED, [f"0 meeple {UPPER}", f"1 meeple {LOWER}"]) == [3, 3]
    assert farm_points(JOINED, [f"0 meeple {UPPER}", f"1 big {LOWER}"], inns="all") == [0, 3]


def test_the_same_city_pays_again_for_another_farm() -> None:
    assert farm_points(CITY, [f"0 meeple {UPPER}", f"0 meeple {LOWER}"]) == [6, 0]
    assert farm_points(CITY, [f"0 meeple {UPPER}", f"1 meeple {LOWER}"]) == [3, 3]


def test_with_ones_own_pig_on_the_farm_a_city_is_four() -> None:
    pieces = [f"0 meeple {UPPER}", f"1 meeple {LOWER}", "0 pig farm:nnw 1,1"]
    assert farm_points(JOINED, pieces, **PIGS) == [4, 3]


def test_a_pig_has_no_vote_and_a_loser_gets_nothing_for_it() -> None:
    pieces = [f"0 meeple {UPPER}", f"1 meeple {LOWER}", "1 meeple farm:nnw 1,0"]
    assert farm_points(JOINED, [*pieces, "0 pig farm:nnw 1,1"], **PIGS) == [0, 3]


def test_a_pig_on_another_farm_helps_nothing() -> None:
    tiles = [*CITY, "1,1 0 b"]
    pieces = [f"0 meeple {LOWER}", f"0 meeple {UPPER}", "0 pig farm:nnw 1,1"]
    assert farm_points(tiles, pieces, **PIGS) == [3 + 4, 0]


def test_a_pig_stays_when_its_farm_merges() -> None:  # R31
    # The pig came to the upper farm; the meadow below joined it to the lower one.
    pieces = [f"0 meeple {UPPER}", "0 pig farm:nnw 1,1", f"0 meeple {LOWER}"]
    assert farm_points(JOINED, pieces, **PIGS) == [4, 0]


def test_an_inner_meadow_scores_like_any_farm() -> None:  # R25
    tiles = ["0,0 0 ic_h", "0,1 180 e", "1,0 270 e", "0,-1 0 e", "-1,0 90 e"]
    assert farm_points(tiles, ["0 meeple farm:c 0,0"], inns="tiles") == [12, 0]


def test_farms_do_not_join_under_a_road_or_across_a_corner() -> None:  # R26
    # City above the road, farmer below it.
    tiles = ["0,0 0 d", "0,1 180 e", "1,0 90 u"]
    assert farm_points(tiles, ["0 meeple farm:ese 0,0"]) == [0, 0]
    assert farm_points(tiles, ["0 meeple farm:ene 0,0"]) == [3, 0]
    # Two cities inside a square of four tiles; the meadows outside meet at no edge.
    square = ["0,0 0 i", "0,1 180 n", "1,1 180 i", "1,0 0 n"]
    pieces = ["0 meeple farm:sse 0,0", "0 meeple farm:nnw 0,1", "1 meeple farm:nnw 1,1"]
    assert farm_points(square, pieces) == [6 + 3, 6]


def test_a_bridge_does_not_join_the_four_corners() -> None:  # R26
    bridge = ["0,0 0 tb_b", "1,0 0 d", "1,1 180 e"]
    for corner, expected in (("nne", 3), ("ese", 0), ("ssw", 0), ("nnw", 0)):
        assert farm_points(bridge, [f"0 meeple farm:{corner} 0,0"], **PIGS) == [expected, 0]


def test_by_the_first_edition_a_city_pays_once_to_the_most_farmers_around_it() -> None:
    assert farm_points(CITY, [f"0 meeple {UPPER}", f"0 meeple {LOWER}"], **FIRST) == [3, 0]
    assert farm_points(CITY, [f"0 meeple {UPPER}", f"1 meeple {LOWER}"], **FIRST) == [3, 3]


def test_by_the_first_edition_votes_of_all_farms_around_a_city_are_added() -> None:
    # Seat 1 has a farmer on either farm, seat 0 one: the sum decides.
    tiles = [*CITY, "1,1 0 b"]
    pieces = [f"1 meeple {UPPER}", "0 meeple farm:nnw 1,1", f"1 meeple {LOWER}"]
    assert farm_points(tiles, pieces, **FIRST) == [0, 3]
    assert farm_points(tiles, pieces) == [3, 3 + 3]


def test_by_the_first_edition_each_city_has_its_own_winner() -> None:
    # Seat 0 alone beside the left city, both seats beside the right one.
    tiles = [*CITY, "1,1 0 b", "2,1 180 e", "2,0 0 e"]
    pieces = [f"0 meeple {UPPER}", "1 meeple farm:ene 2,0", "1 meeple farm:nnw 1,1"]
    assert farm_points(tiles, pieces[:2], **FIRST) == [6, 3]
    assert farm_points(tiles, pieces, **FIRST) == [3, 6]


def test_by_the_first_edition_a_pig_adds_one_for_a_city_that_its_seat_wins() -> None:  # R9
    tiles = [*CITY, "1,1 0 b"]
    pieces = [f"0 meeple {UPPER}", f"0 meeple {LOWER}", "0 pig farm:nnw 1,1"]
    assert farm_points(tiles, pieces, **FIRST, **PIGS) == [4, 0]
    beaten = [*pieces[:1], pieces[2], f"1 meeple {LOWER}", "1 meeple farm:nnw 1,1"]
    assert farm_points(tiles, beaten, **FIRST, **PIGS) == [0, 3]


def test_the_most_tokens_of_each_kind_are_ten_points() -> None:
    match, events = end_match(["0,0 0 b"], goods=[[3, 0, 1], [2, 1, 1]], traders="tiles")
    assert points(match, "goods") == [20, 20]
    scores = [(event.seat, event.data["good"]) for event in events_of_kind(events, "score")]
    assert scores == [(0, "wine"), (1, "grain"), (0, "cloth"), (1, "cloth")]


def test_without_a_token_nobody_gets_goods_points() -> None:
    match, _ = end_match(["0,0 0 b"], traders="tiles")
    assert points(match, "goods") == [0, 0]


def test_the_breakdown_always_has_all_six_keys() -> None:
    match, _ = end_match(["0,0 0 b"])
    for score in match.scores():
        assert list(score.breakdown) == [
            "roads",
            "cities",
            "monasteries",
            "unfinished",
            "farms",
            "goods",
        ]


def test_equal_totals_share_the_rank() -> None:  # R30
    pieces = ["0 meeple road:e 0,0", "1 meeple road:e 1,0", "2 meeple monastery 3,1"]
    tiles = ["0,0 0 d", "1,0 90 u", "2,0 90 u", "3,0 90 u", "3,1 0 b"]
    match, _ = end_match(tiles, pieces, seats=3)
    assert totals(match) == [4, 4, 3]
    assert [score.rank for score in match.scores()] == [1, 1, 3]
    assert [score.tiebreak for score in match.scores()] == [(), (), ()]


def test_the_last_event_tells_the_final_scores() -> None:
    match, events = end_match(["0,0 0 b"], ["1 meeple monastery 0,0"])
    assert events[-1].kind == "over"
    assert events[-1].data == {"scores": totals(match)} == {"scores": [0, 1]}


def test_a_farm_event_tells_the_farm_and_its_cities() -> None:
    _, events = end_match(CITY, [f"0 meeple {UPPER}"])
    (score,) = events_of_kind(events, "score")
    assert score.data == {
        "amount": 3,
        "reason": "farms",
        "cells": [[0, 1]],
        "cities": [[[0, 0], [0, 1]]],
        "followers": [[0, 1, "farm:nnw", 0, "meeple"]],
    }
