"""Turns, draws, tiles that fit nowhere, builders' extra parts, automatic moves, the end (5)."""

from __future__ import annotations

import pytest

import games.rules as rules

from .positions import event_kinds, events_of_kind, play, position, start, totals

ROAD = ["0,0 0 d", "1,0 90 u"]
BUILT = ["0 meeple road:e 0,0", "0 builder road:e 1,0"]


def test_turns_go_round_by_seats() -> None:
    match = start("v u w e v u w e", seats=3)
    order: list[int] = []
    while len(order) < 6:
        (seat,) = match.actors
        order.append(seat)
        play(match, f"{seat} {match.legal_moves(seat)[0]}", f"{seat} meeple none")
    assert order == [0, 1, 2, 0, 1, 2]


def test_the_next_tile_is_drawn_at_the_end_of_ones_own_part() -> None:  # R4
    match = start("v u w e")
    play(match, "0 place 1,0 0")
    assert match.view(None)["hands"] == [[], ["u"]]
    events = play(match, "0 meeple none")
    assert match.view(None)["hands"] == [["w"], ["u"]]
    (draw,) = events_of_kind(events, "draw")
    assert (draw.seat, draw.data) == (0, {"tile": "w"})


def test_an_only_placement_is_played_by_the_rules() -> None:  # R28
    match = start("c v u")
    assert match.actors == (0,)
    assert match.view(0)["phase"] == "piece"
    assert match.view(0)["last"] == [0, 1]
    assert match.moves == []
    (place,) = events_of_kind(match.opening, "place")
    assert place.data == {"tile": "c", "cell": [0, 1], "rotation": 0, "auto": True}


def test_a_chosen_placement_is_not_marked_automatic() -> None:
    (place,) = events_of_kind(play(start("v u"), "0 place 1,0 0"), "place")
    assert place.data == {"tile": "v", "cell": [1, 0], "rotation": 0, "auto": False}


def test_a_seat_that_can_put_no_piece_is_not_asked() -> None:
    row = [f"{x},0 0 b" for x in range(7)]
    abbots = [f"0 meeple monastery {x},0" for x in range(7)]
    match = position(row, abbots, hands=("b", "b"), pile="b")
    events = play(match, "0 place 7,0 0")
    assert match.actors == (1,)
    assert [event.data for event in events_of_kind(events, "skip")] == [
        {"cell": [7, 0], "auto": True}
    ]
    assert match.moves == [(0, "place 7,0 0")]


def test_automatic_moves_chain_over_several_seats() -> None:
    # Seats 0 and 1 have no followers left; one city edge and one road edge lie open.
    tiles = [f"{x},0 0 b" for x in range(14)] + ["14,0 90 e", "-1,0 90 a"]
    abbots = [f"{x % 2} meeple monastery {x},0" for x in range(14)]
    match = position(tiles, abbots, hands=("c", "x", "b"), pile="e e e", phase="piece", turn=2)
    events = play(match, "2 meeple none")
    part = ["place", "skip", "draw"]
    assert event_kinds(events) == ["skip", "draw", *part, *part]
    assert [event.data["cell"] for event in events_of_kind(events, "place")] == [[15, 0], [-2, 0]]
    assert match.actors == (2,)
    assert match.moves == [(2, "meeple none")]


def test_a_tile_that_fits_nowhere_leaves_the_game_and_another_is_drawn() -> None:  # R5
    match = position(["0,0 0 b"], hands=("", "c"), pile="u b v", phase="piece")
    events = play(match, "0 meeple none")
    assert match.actors == (1,)
    assert event_kinds(events) == ["skip", "draw", "discard", "draw"]
    (discard,) = events_of_kind(events, "discard")
    assert (discard.seat, discard.data) == (1, {"tiles": ["c"]})
    assert match.view(None)["hands"] == [["u"], ["b"]]
    assert match.view(None)["discarded"] == ["c"]


def test_useless_tiles_are_replaced_again_and_again() -> None:  # R5
    match = position(["0,0 0 b"], hands=("", "c"), pile="u x c b", phase="piece")
    play(match, "0 meeple none")
    assert match.view(None)["discarded"] == ["c", "x", "c"]
    assert match.view(None)["hands"] == [["u"], ["b"]]
    assert match.actors == (1,)


def test_tiles_are_only_tested_at_the_start_of_the_seats_own_part() -> None:  # R5
    # Seat 1 holds a tile that fits nowhere while seat 0 plays on.
    match = position(["0,0 0 b"], hands=("b", "c"), pile="b b")
    play(match, "0 place 1,0 0")
    assert match.view(None)["hands"][1] == ["c"]
    assert match.view(None)["discarded"] == []


def test_with_three_tiles_the_hand_is_replaced_only_if_none_fits() -> None:  # R5
    match = position(["0,0 0 b"], hands=("", "c x c"), pile="u v w b", phase="piece", hand="3")
    events = play(match, "0 meeple none")
    (discard,) = events_of_kind(events, "discard")
    assert (discard.seat, discard.data, discard.audience) == (1, {"tiles": ["c", "x", "c"]}, None)
    assert match.view(1)["hands"][1] == ["v", "w", "b"]


def test_a_single_useless_tile_stays_in_a_hand_of_three() -> None:  # R5
    match = position(["0,0 0 b"], hands=("", "c x b"), pile="u v w", phase="piece", hand="3")
    play(match, "0 meeple none")
    assert match.view(1)["hands"][1] == ["c", "x", "b"]
    assert {move.split()[3] for move in match.legal_moves(1)} == {"b"}


def test_fewer_tiles_are_drawn_if_the_pile_runs_out() -> None:
    match = position(["0,0 0 b"], hands=("", "c x c"), pile="u v", phase="piece", hand="3")
    play(match, "0 meeple none")
    assert match.view(1)["hands"][1] == ["v"]
    assert match.view(1)["pile"] == 0


def test_with_an_empty_pile_play_goes_on_with_the_tiles_in_hand() -> None:  # R6
    match = position(["0,0 0 b"], hands=("b", "b", "b"))
    play(match, "0 place 1,0 0", "0 meeple none", "1 place 2,0 0", "1 meeple none")
    assert match.actors == (2,)
    events = play(match, "2 place 3,0 0", "2 meeple none")
    assert match.over
    assert event_kinds(events)[-1] == "over"


def test_seats_without_tiles_are_passed_over() -> None:  # R6
    match = position(["0,0 0 b"], hands=("b", "", "b"))
    play(match, "0 place 1,0 0", "0 meeple none")
    assert match.actors == (2,)


def test_a_seat_whose_last_tile_fits_nowhere_is_passed_over() -> None:
    match = position(["0,0 0 b"], hands=("b", "c", "b"))
    play(match, "0 place 1,0 0", "0 meeple none")
    assert match.actors == (2,)
    assert match.view(None)["discarded"] == ["c"]


def test_no_tile_in_any_hand_ends_the_match() -> None:
    match = position(["0,0 0 b"], hands=("b", ""))
    events = play(match, "0 place 1,0 0", "0 meeple none")
    assert match.over
    assert match.actors == ()
    assert match.legal_moves(0) == []
    assert match.view(0)["phase"] == "over"
    assert events[-1].kind == "over"


def test_extending_the_builders_road_earns_an_extra_part() -> None:
    match = position(ROAD, BUILT, hands=("u", "u"), pile="v w e", traders="all")
    play(match, "0 place 2,0 90")
    events = play(match, "0 meeple none")
    assert match.actors == (0,)
    assert match.view(None)["extra"] is True
    assert event_kinds(events) == ["skip", "draw", "extra"]
    assert match.view(None)["hands"] == [["v"], ["u"]]


def test_a_builder_turn_draws_once_after_each_part() -> None:  # R4
    match = position(ROAD, BUILT, hands=("u", "u"), pile="v w e", traders="all")
    play(match, "0 place 2,0 90", "0 meeple none")
    play(match, "0 place -1,0 270", "0 meeple none")
    assert match.view(None)["hands"] == [["w"], ["u"]]
    assert match.view(None)["extra"] is False
    assert match.actors == (1,)


def test_a_builder_in_a_city_works_as_on_a_road() -> None:
    city = ["0,0 0 d", "0,1 90 g"]
    standing = ["0 meeple city:n 0,0", "0 builder city:n 0,1"]
    match = position(city, standing, hands=("e", "u"), pile="v", traders="all")
    play(match, "0 place 0,2 180", "0 meeple none")
    assert match.view(None)["extra"] is True


def test_an_extra_part_that_extends_again_earns_nothing_further() -> None:  # R15
    match = position(ROAD, BUILT, hands=("u", "b"), pile="u u", traders="all")
    play(match, "0 place 2,0 90", "0 meeple none", "0 place 3,0 90", "0 meeple none")
    assert match.actors == (1,)


def test_a_builder_put_down_in_this_very_part_earns_nothing_yet() -> None:
    match = position(
        ["0,0 0 d"], ["0 meeple road:e 0,0"], hands=("u", "b"), pile="u", traders="all"
    )
    play(match, "0 place 1,0 90", "0 builder road:e")
    assert match.actors == (1,)


def test_a_builder_may_stand_on_a_feature_completed_by_the_same_tile() -> None:  # R13
    match = position(
        ["0,0 270 a"], ["0 meeple road:e 0,0"], hands=("a", "b"), pile="u", traders="all"
    )
    events = play(match, "0 place 1,0 90", "0 builder road:w")
    assert totals(match) == [2, 0]
    assert match.view(None)["supply"][0]["builder"] == 1
    assert match.actors == (1,)
    assert "extra" not in event_kinds(events)


def test_completing_the_builders_feature_earns_the_extra_part_as_well() -> None:  # R14, R19
    tiles = ["0,0 270 a", "1,0 90 u"]
    standing = ["0 meeple road:e 0,0", "0 builder road:e 1,0"]
    match = position(tiles, standing, hands=("a", "b"), pile="u", traders="all")
    play(match, "0 place 2,0 90")
    assert not any(move.startswith("builder") for move in match.legal_moves(0))
    play(match, "0 meeple none")
    assert totals(match) == [3, 0]
    assert match.view(None)["extra"] is True
    assert match.view(None)["supply"][0] == {"meeple": 7, "big": 0, "builder": 1, "pig": 1}


def test_another_seat_that_extends_my_builders_feature_earns_nothing() -> None:  # R16
    match = position(ROAD, BUILT, hands=("u", "u"), pile="v w", turn=1, traders="all")
    play(match, "1 place 2,0 90", "1 meeple none")
    assert match.actors == (0,)
    assert match.view(None)["extra"] is False


def test_in_a_merged_feature_each_builder_serves_its_own_seat() -> None:  # R18
    tiles = ["0,0 0 d", "1,0 90 u", "2,0 90 u", "3,0 90 u"]
    standing = [*BUILT, "1 meeple road:e 2,0", "1 builder road:e 3,0"]
    for seat in (0, 1):
        match = position(tiles, standing, hands=("u", "u"), pile="v w", turn=seat, traders="all")
        play(match, f"{seat} place 4,0 90", f"{seat} meeple none")
        assert match.actors == (seat,)


def test_without_a_tile_after_the_draw_there_is_no_extra_part() -> None:  # R7
    match = position(ROAD, BUILT, hands=("u", "u"), traders="all")
    play(match, "0 place 2,0 90", "0 meeple none")
    assert match.actors == (1,)


def test_with_three_tiles_the_remaining_hand_still_gives_the_extra_part() -> None:  # R7
    match = position(ROAD, BUILT, hands=("u v", "u"), hand="3", traders="all")
    play(match, "0 place 2,0 90 u", "0 meeple none")
    assert match.actors == (0,)
    assert match.view(None)["extra"] is True


def test_an_extra_part_whose_tile_fits_nowhere_draws_another() -> None:
    tiles = ["0,0 270 a", "1,0 90 u"]
    standing = ["0 meeple road:e 0,0", "0 builder road:e 1,0"]
    match = position(tiles, standing, hands=("a", "b"), pile="c b", traders="all")
    events = play(match, "0 place 2,0 90", "0 meeple none")
    assert match.view(None)["discarded"] == ["c"]
    assert match.actors == (0,)
    assert match.view(None)["extra"] is True
    assert event_kinds(events)[-3:] == ["extra", "discard", "draw"]


def test_a_piece_may_not_be_put_on_the_tile_it_returned_from() -> None:  # R19
    # The seventh follower comes home with this tile, but the piece step is over.
    row = [f"{x},0 0 b" for x in range(6)] + ["6,0 270 a"]
    standing = [f"0 meeple monastery {x},0" for x in range(6)] + ["0 meeple road:e 6,0"]
    match = position(row, standing, hands=("a", "u"), pile="u")
    play(match, "0 place 7,0 90")
    assert match.actors == (1,)
    assert totals(match) == [2, 0]
    assert match.view(None)["supply"][0]["meeple"] == 1
    assert [piece for piece in match.view(None)["pieces"] if piece[:2] == [7, 0]] == []


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_two_to_five_play(seats: int) -> None:
    match = rules.new_match("carcassonne", seats, seed="how many")
    assert len(match.view(None)["hands"]) == seats
