"""The Longest Road (rules 5.6)."""

from __future__ import annotations

import random

from games.rules.primitives.bitsets import members

from ...rules import building, longest_road
from ...rules.match import CatanMatch
from .positions import main_phase_match, new_match, play, roads, settlements, totals

# around the hex -6,-6 clockwise from its north corner, and a spur
RING = ["-5,-9", "-4,-6", "-5,-3", "-7,-3", "-8,-6", "-7,-9"]


def lengths(match: CatanMatch) -> list[int]:
    return match.lengths[:]


def holder(match: CatanMatch) -> int:
    return match.road_holder


def empty(seats: int = 3) -> CatanMatch:
    """An island without pieces."""
    return new_match(seats)


def test_a_line_counts_its_roads() -> None:
    match = roads(empty(), 0, "-5,-15", "-3,-15", "-1,-15", "1,-15")
    assert lengths(match)[0] == 4
    assert holder(match) == -1


def test_the_card_comes_with_5() -> None:
    match = roads(empty(), 0, "-5,-15", "-3,-15", "-1,-15", "1,-15", "3,-15")
    assert lengths(match)[0] == 5
    assert holder(match) == 0
    assert totals(match)[0] == 2


def test_a_ring_counts_every_road_once() -> None:
    match = roads(empty(), 0, *RING)
    assert lengths(match)[0] == 6


def test_a_ring_with_a_spur_counts_all() -> None:
    match = roads(empty(), 0, *RING, "-3,-9")
    assert lengths(match)[0] == 7


def test_a_fork_counts_its_longer_arms() -> None:
    match = roads(empty(), 0, "-4,-6", "-5,-9", "-3,-9", "-2,-12")
    assert lengths(match)[0] == 3


def test_a_road_that_joins_two_parts_adds_both() -> None:
    match = roads(empty(), 0, "-5,-15", "-3,-15", "1,-15", "3,-15")
    assert lengths(match)[0] == 2
    roads(match, 0, "-1,-15")
    assert lengths(match)[0] == 5


def test_own_buildings_do_not_interrupt() -> None:
    match = roads(empty(), 0, "-5,-15", "-3,-15", "-1,-15")
    settlements(match, 0, "-4,-16", "0,-16")
    assert lengths(match)[0] == 3


def test_a_foreign_building_interrupts() -> None:
    match = roads(empty(), 0, "-5,-15", "-3,-15", "-1,-15")
    settlements(match, 1, "-2,-14")
    assert lengths(match)[0] == 2


def test_a_road_that_ends_at_a_foreign_building_still_counts() -> None:
    """Ruling 8."""
    match = settlements(empty(), 1, "2,-14")
    roads(match, 0, "-5,-15", "-3,-15", "-1,-15", "1,-15", "3,-15")
    assert lengths(match)[0] == 4  # four up to the building, one beyond it


def test_neutral_buildings_interrupt() -> None:
    match = roads(new_match(2), 0, "-1,-9", "1,-9")  # n1 stands on 0,-8 between them
    assert lengths(match)[0] == 1


def test_the_card_goes_to_strictly_longer_only() -> None:
    match = roads(empty(), 0, "-5,-15", "-3,-15", "-1,-15", "1,-15", "3,-15")
    roads(match, 1, "-5,15", "-3,15", "-1,15", "1,15", "3,15")
    assert holder(match) == 0
    roads(match, 1, "5,15")
    assert holder(match) == 1
    assert totals(match)[:2] == [0, 2]


def test_a_holder_who_is_cut_but_still_longest_keeps_the_card() -> None:
    match = roads(empty(), 0, "-5,-15", "-3,-15", "-1,-15", "1,-15", "3,-15", "5,-15")
    settlements(match, 1, "-4,-16")
    assert lengths(match)[0] == 5
    assert holder(match) == 0


def test_a_cut_holder_who_ties_with_another_keeps_the_card() -> None:
    match = roads(empty(), 0, "-5,-15", "-3,-15", "-1,-15", "1,-15", "3,-15", "5,-15")
    roads(match, 1, "-5,15", "-3,15", "-1,15", "1,15", "3,15")
    settlements(match, 2, "-4,-16")
    assert lengths(match)[:2] == [5, 5]
    assert holder(match) == 0


def test_a_cut_holder_loses_the_card_to_the_single_longest() -> None:
    match = roads(empty(), 0, "-5,-15", "-3,-15", "-1,-15", "1,-15", "3,-15", "5,-15")
    roads(match, 1, "-5,15", "-3,15", "-1,15", "1,15", "3,15")
    settlements(match, 2, "0,-16")
    assert holder(match) == 1
    assert totals(match)[:2] == [0, 2]


def test_if_several_tie_nobody_has_the_card_until_one_is_alone_longest() -> None:
    match = roads(empty(), 0, "-5,-15", "-3,-15", "-1,-15", "1,-15", "3,-15", "5,-15")
    roads(match, 1, "-5,15", "-3,15", "-1,15", "1,15", "3,15")
    roads(match, 2, "-8,-6", "-7,-3", "-8,6", "-7,3", "-6,0")
    assert lengths(match)[1:] == [5, 5]
    settlements(match, 1, "0,-16")
    assert holder(match) == -1
    assert totals(match) == [0, 1, 0]
    roads(match, 2, "-7,9")
    assert holder(match) == 2


def test_if_nobody_has_5_nobody_has_the_card() -> None:
    match = roads(empty(), 0, "-5,-15", "-3,-15", "-1,-15", "1,-15", "3,-15")
    settlements(match, 1, "0,-16")
    assert holder(match) == -1
    assert totals(match)[0] == 0


def test_losing_the_card_is_an_event_of_minus_2() -> None:
    match = main_phase_match()
    roads(match, 0, "-5,-9", "-7,-9", "-8,-6")  # with -4,-6: 4
    roads(match, 0, "-5,-3")
    assert holder(match) == 0
    roads(match, 1, "-6,0", "-7,3", "-8,6", "-7,9", "-6,12", "-5,9")
    events = [event for event in match._events if event.kind == "score"]
    assert [(e.seat, e.data["amount"], e.data["reason"]) for e in events[-2:]] == [
        (0, -2, "longest_road"),
        (1, 2, "longest_road"),
    ]


def test_a_neutral_can_hold_the_card_and_its_points_go_to_nobody() -> None:
    match = roads(new_match(2), 2, "-5,-15", "-3,-15", "-1,-15", "1,-15", "3,-15")
    assert holder(match) == 2
    assert totals(match) == [0, 0]
    assert match.view(None)["neutrals"][0]["longest_road"]
    roads(match, 0, "-5,15", "-3,15", "-1,15", "1,15", "3,15")
    assert totals(match) == [0, 0]
    roads(match, 0, "5,15")
    assert totals(match) == [2, 0]


def test_traders_have_no_longest_road() -> None:
    match = new_match(scenario="traders")
    roads(match, 0, "-5,-15", "-3,-15", "-1,-15", "1,-15", "2,-12", "1,-9")
    assert totals(match) == [0, 0, 0]
    assert "longest_road" not in match.scores()[0].breakdown


# what is kept up to date is what a search of the whole board finds


def brute_force_length(match: CatanMatch, owner: int) -> int:
    """The longest trail by brute force, for comparison."""
    foreign = match.built & ~(match.settlements[owner] | match.cities[owner])
    roads_of = members(match.roads[owner])

    def run(spot: int, used: frozenset[int], first: bool) -> int:
        if foreign >> spot & 1 and not first:
            return 0
        best = 0
        for path in roads_of:
            ends = match.board.ends[path]
            if path not in used and spot in ends:
                other = ends[0] if ends[1] == spot else ends[1]
                best = max(best, 1 + run(other, used | {path}, False))
        return best

    ends = {spot for path in roads_of for spot in match.board.ends[path]}
    return max((run(spot, frozenset(), True) for spot in ends), default=0)


def test_lengths_kept_up_to_date_equal_a_search_of_the_whole_board() -> None:
    rng = random.Random(5)
    for _ in range(25):
        match = new_match(3)
        for _ in range(36):
            owner = rng.randrange(3)
            if rng.random() < 0.25 and match.open_spots:
                spot = rng.choice(members(match.open_spots))
                building.place_building(match, owner, spot)
            else:
                places = building.road_places(match, owner) or match.open_paths
                building.place_road(match, owner, rng.choice(members(places)))
            assert match.lengths == [brute_force_length(match, one) for one in range(3)]
            for one in range(3):
                assert match.trails[one].bit_count() == match.lengths[one]


def test_the_recorded_path_is_one_of_own_roads() -> None:
    match = roads(empty(), 0, *RING, "-3,-9")
    assert match.trails[0] & ~match.roads[0] == 0
    path = match.board.path_index["-3,-9"]
    assert longest_road.longest_trail_over(match, 0, path)[0] == 7


def test_playing_on_after_a_cut_measures_from_the_new_pieces() -> None:
    match = main_phase_match()
    roads(match, 0, "-5,-9", "-7,-9", "-8,-6", "-5,-3")
    settlements(match, 2, "-8,-8")  # between -7,-9 and -8,-6
    assert lengths(match)[0] == 4
    play(match, "end")
    assert holder(match) == -1
