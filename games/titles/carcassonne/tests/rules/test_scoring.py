"""Points at the end of a part: completed features, winners, returned pieces, goods (8.1)."""

from __future__ import annotations

from typing import Any

from .positions import event_kinds, events_of_kind, play, points, position, totals

# A road of four tiles from monastery to monastery; the last tile closes it.
ROAD = ["0,0 270 a", "1,0 90 u", "2,0 90 u", "3,0 90 a"]
# A city of two tiles, closed by the second.
SMALL_CITY = ["0,0 0 e", "0,1 180 e"]


def scored_totals(tiles: list[str], pieces: list[str], **options: Any) -> list[int]:
    """Totals after seat 0's part that ended with the last of these tiles."""
    match = position(tiles, pieces, phase="piece", **options)
    play(match, "0 meeple none")
    return totals(match)


def test_a_completed_road_is_a_point_a_tile() -> None:
    assert scored_totals(ROAD, ["0 meeple road:e 0,0"]) == [4, 0]


def test_a_road_with_an_inn_is_two_points_a_tile() -> None:
    tiles = [*ROAD[:2], "2,0 0 ic_b", ROAD[3]]
    assert scored_totals(tiles, ["0 meeple road:e 0,0"], inns="tiles") == [8, 0]


def test_two_inns_change_nothing_further() -> None:
    tiles = ["0,0 0 ic_c", "1,0 0 ic_b", "2,0 90 a"]
    assert scored_totals(tiles, ["0 meeple road:e 0,0"], inns="tiles") == [6, 0]


def test_the_inn_of_a_crossing_belongs_to_its_east_road_only() -> None:
    # Turned half, the inn road leads west and the road to the east has none.
    tiles = ["0,0 180 ic_c", "1,0 90 a"]
    assert scored_totals(tiles, ["0 meeple road:e 0,0"], inns="tiles") == [2, 0]


def test_an_open_road_scores_nothing_yet() -> None:
    assert scored_totals(ROAD[:3], ["0 meeple road:e 0,0"]) == [0, 0]


def test_a_city_is_two_points_a_tile_and_two_a_pennant() -> None:
    tiles = ["0,0 0 e", "0,1 90 f", "0,2 180 e"]
    assert scored_totals(tiles, ["0 meeple city:n 0,0"]) == [8, 0]


def test_a_cathedral_makes_it_three_a_tile_and_three_a_pennant() -> None:
    tiles = ["0,0 0 e", "0,1 0 ic_k", "-1,1 90 e", "1,1 0 f", "2,1 270 e", "0,2 180 e"]
    assert scored_totals(tiles, ["0 meeple city:n 0,0"], inns="tiles") == [3 * 6 + 3, 0]


def test_two_cathedrals_change_nothing_further() -> None:
    tiles = ["0,0 0 e", "0,1 0 ic_k", "0,2 0 ic_k", "-1,1 90 e", "1,1 270 e"]
    tiles += ["-1,2 90 e", "1,2 270 e", "0,3 180 e"]
    assert scored_totals(tiles, ["0 meeple city:n 0,0"], inns="tiles") == [24, 0]


def test_a_city_of_two_tiles_is_four_points_or_two_by_the_first_edition() -> None:
    assert scored_totals(SMALL_CITY, ["0 meeple city:n 0,0"]) == [4, 0]
    assert scored_totals(SMALL_CITY, ["0 meeple city:n 0,0"], two_tile_city="2") == [2, 0]


def test_the_first_edition_changes_no_larger_city() -> None:
    tiles = ["0,0 0 e", "0,1 90 g", "0,2 180 e"]
    assert scored_totals(tiles, ["0 meeple city:n 0,0"], two_tile_city="2") == [6, 0]


def test_a_tile_counts_once_though_two_of_its_segments_belong() -> None:  # R8
    # A bridge tile whose two roads meet again: a loop with two ends.
    tiles = ["0,0 0 tb_b", "0,1 270 v", "1,1 0 v", "1,0 90 v", "-1,0 270 a", "0,-1 180 a"]
    assert scored_totals(tiles, ["0 meeple road:e -1,0"], traders="tiles") == [6, 0]


def test_a_city_counts_a_tile_once_with_both_its_segments() -> None:  # R8
    # The two cities of tile i meet again round the corner.
    tiles = ["0,0 0 i", "0,1 180 n", "1,1 270 n", "1,0 0 n"]
    assert scored_totals(tiles, ["0 meeple city:n 0,0"]) == [8, 0]


def test_a_ring_of_road_is_complete() -> None:
    ring = ["0,0 270 v", "1,0 0 v", "1,-1 90 v", "0,-1 180 v"]
    assert scored_totals(ring, ["0 meeple road:e 0,0"]) == [4, 0]


def test_a_road_that_ends_at_a_city_or_crossing_or_bridge_is_closed_there() -> None:
    for id in ("s", "w", "tb_c"):
        tiles = ["0,0 270 a", f"1,0 {0 if id == 'tb_c' else 90} {id}"]
        assert scored_totals(tiles, ["0 meeple road:e 0,0"], traders="tiles") == [2, 0]


def test_a_monastery_with_all_eight_neighbours_is_nine_points() -> None:
    cells = ["0,1", "1,1", "1,0", "1,-1", "0,-1", "-1,-1", "-1,0"]
    tiles = ["0,0 0 b", *(f"{cell} 0 b" for cell in cells)]
    assert scored_totals(tiles, ["0 meeple monastery 0,0"]) == [0, 0]
    assert scored_totals([*tiles, "-1,1 0 b"], ["0 meeple monastery 0,0"]) == [9, 0]


def test_the_last_tile_may_itself_be_the_monastery() -> None:
    cells = ["0,1", "1,1", "2,1", "2,0", "2,-1", "1,-1", "0,-1"]
    tiles = ["0,0 0 b", *(f"{cell} 0 b" for cell in cells), "1,0 0 b"]
    match = position(tiles, phase="piece")
    events = play(match, "0 meeple monastery")
    assert points(match, "monasteries") == [9, 0]
    assert event_kinds(events)[:3] == ["piece", "score", "return"]


def test_several_features_completed_at_once_all_score() -> None:  # R22
    tiles = ["0,0 270 a", "0,1 0 b", "1,1 180 e", "2,1 0 b", "2,0 90 a", "1,0 0 d"]
    pieces = ["0 meeple road:e 0,0", "1 meeple city:s 1,1"]
    match = position(tiles, pieces, phase="piece")
    events = play(match, "0 meeple none")
    assert totals(match) == [3, 4]
    # In the order of the segments on the tile: its city, then its road.
    assert [event.data["reason"] for event in events_of_kind(events, "score")] == [
        "cities",
        "roads",
    ]


def test_the_most_votes_win_and_equal_votes_all_get_the_full_points() -> None:
    tie = ["0 meeple road:e 0,0", "1 meeple road:e 1,0"]
    assert scored_totals(ROAD, tie) == [4, 4]
    assert scored_totals(ROAD, [*tie, "1 meeple road:e 2,0"]) == [0, 4]


def test_a_large_follower_has_two_votes_and_doubles_no_points() -> None:  # R10
    against_one = ["0 meeple road:e 0,0", "1 big road:e 1,0"]
    assert scored_totals(ROAD, against_one, inns="all") == [0, 4]
    assert scored_totals(ROAD, [*against_one, "0 meeple road:e 2,0"], inns="all") == [4, 4]


def test_without_followers_nobody_scores() -> None:
    assert scored_totals(ROAD, []) == [0, 0]


def test_all_pieces_on_a_completed_feature_go_back_winners_or_not() -> None:
    standing = ["0 meeple road:e 0,0", "0 builder road:e 1,0", "1 big road:e 2,0"]
    match = position(ROAD, standing, phase="piece", inns="all", traders="all")
    events = play(match, "0 meeple none")
    assert match.view(None)["supply"] == [{"meeple": 7, "big": 1, "builder": 1, "pig": 1}] * 2
    assert match.view(None)["pieces"] == []
    (back,) = events_of_kind(events, "return")
    assert back.data["pieces"] == [
        [0, 0, "road:e", 0, "meeple"],
        [1, 0, "road:e", 0, "builder"],
        [2, 0, "road:e", 1, "big"],
    ]


def test_farmers_stay_until_the_end() -> None:
    match = position(SMALL_CITY, ["0 meeple farm:ene 0,0"], phase="piece")
    play(match, "0 meeple none")
    assert totals(match) == [0, 0]
    assert len(match.view(None)["pieces"]) == 1


def test_a_score_event_tells_the_points_the_reason_the_cells_and_the_followers() -> None:
    match = position(ROAD, ["1 meeple road:e 0,0"], phase="piece")
    (score,) = events_of_kind(play(match, "0 meeple none"), "score")
    assert score.seat == 1
    assert score.audience is None
    assert score.data == {
        "amount": 4,
        "reason": "roads",
        "cells": [[0, 0], [1, 0], [2, 0], [3, 0]],
        "followers": [[0, 0, "road:e", 1, "meeple"]],
    }


GOODS_CITY = ["0,0 0 e", "0,1 90 tb_q", "0,2 180 e"]


def test_the_seat_whose_part_it_is_takes_the_goods() -> None:
    match = position(GOODS_CITY, ["1 meeple city:n 0,0"], phase="piece", traders="tiles")
    events = play(match, "0 meeple none")
    assert totals(match) == [0, 6]
    assert match.view(None)["goods"] == [
        {"wine": 1, "grain": 0, "cloth": 0},
        {"wine": 0, "grain": 0, "cloth": 0},
    ]
    (taken,) = events_of_kind(events, "goods")
    assert taken.seat == 0
    assert taken.data["tokens"] == {"wine": 1}


def test_from_a_city_without_followers_nobody_takes_goods() -> None:  # R2
    match = position(GOODS_CITY, phase="piece", traders="tiles")
    events = play(match, "0 meeple none")
    assert match.view(None)["goods"] == [{"wine": 0, "grain": 0, "cloth": 0}] * 2
    assert "goods" not in event_kinds(events)


def test_a_follower_placed_in_the_same_part_counts_for_the_goods() -> None:  # R21
    match = position(GOODS_CITY, phase="piece", traders="tiles")
    play(match, "0 meeple city:s")
    assert totals(match) == [6, 0]
    assert match.view(None)["goods"][0] == {"wine": 1, "grain": 0, "cloth": 0}


def test_every_goods_mark_gives_a_token() -> None:  # R8
    tiles = ["0,0 0 e", "0,1 90 tb_q", "0,2 90 tb_e", "0,3 180 e"]
    match = position(tiles, ["0 meeple city:n 0,0"], phase="piece", traders="tiles")
    play(match, "0 meeple none")
    assert match.view(None)["goods"][0] == {"wine": 1, "grain": 1, "cloth": 0}
    assert totals(match) == [8, 0]


def test_with_tiles_only_inns_cathedrals_and_goods_work_in_full() -> None:  # R1
    tiles = ["0,0 0 e", "0,1 0 ic_k", "-1,1 90 e", "1,1 0 tb_q", "2,1 270 e", "0,2 180 e"]
    options: dict[str, Any] = {"inns": "tiles", "traders": "tiles"}
    match = position(tiles, ["0 meeple city:n 0,0"], phase="piece", **options)
    play(match, "0 meeple none")
    assert totals(match) == [18, 0]
    assert match.view(None)["goods"][0]["wine"] == 1
