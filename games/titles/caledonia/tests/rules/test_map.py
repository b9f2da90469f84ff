"""The map file and the boards made of it (sections 2.3, 2.4).

The first tests hold for any map file: whoever owns the printed modules puts them into `map.json`
and runs this file. Those below the line name spaces and numbers of the map that comes with us.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from itertools import product
from typing import Any

import pytest

from games.rules.primitives.bitsets import members

from ...rules import map_validation
from ...rules.maps import AT, MAP_FILE, OUTER_RING, SHARING_EDGE, SPACE_ID, Board, board_of
from .positions import round_1_table

FILE = json.loads(MAP_FILE.read_text(encoding="utf-8"))
MAPS = list(product((1, 2), repeat=4))


def space_names(mask: int) -> set[str]:
    return {AT[space] for space in members(mask)}


def parts_of_the_land(here: Board, level: int) -> int:
    left, parts = here.land, 0
    while left:
        parts += 1
        edge = left & -left
        while edge:
            left &= ~edge
            around = 0
            for space in members(edge):
                around |= here.reach[level][space]
            edge = around & left
    return parts


def test_the_map_file_is_sound() -> None:
    assert map_validation.map_problems(FILE) == []


def side(modules: dict[str, Any]) -> dict[str, Any]:
    side_data: dict[str, Any] = modules["a"]["sides"]["1"]
    return side_data


ISLAND = dict.fromkeys(("0,3", "0,4", "1,1", "2,1"), "loch")


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda m: m.pop("d"), "module d is missing"),
        (lambda m: m["b"]["sides"].pop("2"), "module b: side 2 is missing"),
        (lambda m: m["a"].update(port_34="1,1"), "port_34 must be its corner 0,0"),
        (lambda m: m["a"].update(port_12="3,3"), "port_12 must be next to its corner 0,0"),
        (lambda m: side(m)["spaces"].update({"1,0": "x3"}), "1,0 is 'x3'"),
        (lambda m: side(m)["spaces"].update({"1,0": "g7"}), "1,0 is 'g7'"),
        (
            lambda m: [m["a"]["sides"][number]["spaces"].pop("2,3") for number in "12"],
            "no module has 2,3",
        ),
        (lambda m: side(m)["spaces"].pop("2,3"), "its sides differ on 2,3"),
        (lambda m: side(m)["spaces"].update({"4,2": "g2"}), "4,2 in the centre must be a loch"),
        (lambda m: side(m)["spaces"].update({"0,0": "g2"}), "corner 0,0 must be a loch"),
        (lambda m: side(m)["rivers"].append(["3,1|4,1"]), "is not between two land hexes"),
        (lambda m: side(m)["rivers"].append(["0,3|0,4"]), "is a mouth without a loch"),
        (lambda m: side(m)["rivers"][0].append("0,3|0,4"), "does not join the one before"),
        (lambda m: side(m)["rivers"].append(["1,0|1,1"]), "touches the port space"),
        (
            lambda m: side(m).update(rivers=[], spaces={**side(m)["spaces"], **ISLAND}),
            "cannot be reached over land and rivers",
        ),
    ],
)
def test_map_validation_names_what_is_wrong(
    spoil: Callable[[dict[str, Any]], object], message: str
) -> None:
    broken = copy.deepcopy(FILE)
    spoil(broken["modules"])
    found = map_validation.map_problems(broken)
    assert any(message in problem for problem in found), found


@pytest.mark.parametrize("sides", MAPS)
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_reach_is_symmetric_and_grows_with_the_level(sides: tuple[int, ...], seats: int) -> None:
    here = board_of(sides, seats, True)
    for level, table in enumerate(here.reach):
        for space in members(here.land | here.water):
            assert not table[space] >> space & 1
            assert not level or table[space] | here.reach[level - 1][space] == table[space]
            assert all(table[other] >> space & 1 for other in members(table[space]))


def brute_force_reach(here: Board, start: int, level: int) -> set[int]:
    """Reach by walking every chain of lochs, as rules 2.4 say it."""
    found = set(members(here.neighbours[start]))
    if level >= 1:
        found |= set(members(here.adjacent[start]))
    chains = [(start,)]
    for _ in range(level - 1):
        chains = [
            (*chain, loch)
            for chain in chains
            for loch in members(here.neighbours[chain[-1]] & here.lochs)
            if loch not in chain
        ]
        for chain in chains:
            found |= set(members(here.neighbours[chain[-1]]))
    return found - {start}


@pytest.mark.parametrize(("sides", "seats"), [((1, 1, 1, 1), 4), ((2, 1, 2, 1), 2)])
def test_the_table_of_reach_is_what_a_search_finds(sides: tuple[int, ...], seats: int) -> None:
    here = board_of(sides, seats, True)
    for space in members(here.land | here.water):
        for level in range(6):
            assert set(members(here.reach[level][space])) == brute_force_reach(here, space, level)


def test_rivers_part_neighbours_but_not_adjacent_spaces() -> None:
    for sides in MAPS:
        here = board_of(sides, 4, True)
        for one, other in here.rivers:
            assert here.adjacent[one] >> other & 1
            assert not here.neighbours[one] >> other & 1
            assert here.reach[1][one] >> other & 1


def test_without_ports_corners_are_lochs_and_there_is_no_port_space() -> None:
    for seats in (2, 4):
        here = board_of((1, 1, 1, 1), seats, False)
        assert here.ports == 0
        assert {"0,0", "12,-6", "12,2", "0,8"} <= space_names(here.lochs)


def test_without_ports_the_small_map_shows_what_its_port_spaces_print() -> None:
    here = board_of((1, 1, 1, 1), 2, False)
    # 1,0 and 11,-5 lie in the outer ring: mist. 11,2 and 1,7 are the land printed there.
    assert {"1,0", "11,-5"} <= space_names(here.mist)
    assert {"11,2", "1,7"} <= space_names(here.land)
    assert here.letters[SPACE_ID["11,2"]] == "g"
    assert here.cost[SPACE_ID["11,2"]] == 4


def test_border_is_the_outer_ring_or_what_lies_beside_the_mist() -> None:
    for sides in MAPS:
        large = board_of(sides, 3, True)
        assert large.border == OUTER_RING
        small = board_of(sides, 2, True)
        for space in members(small.land | small.water):
            beside = bool(SHARING_EDGE[space] & small.mist)
            assert bool(small.border >> space & 1) == beside


def test_mist_is_land_of_the_outer_ring_and_lochs_there_stay() -> None:
    for sides in MAPS:
        large, small = board_of(sides, 4, True), board_of(sides, 1, True)
        assert small.mist == (large.land & OUTER_RING) & ~small.ports
        assert not small.land & OUTER_RING
        assert large.lochs & OUTER_RING & ~small.lochs == 0


def test_a_corner_is_a_loch_in_the_small_map() -> None:
    small = board_of((1, 1, 1, 1), 2, True)
    assert {"0,0", "12,-6", "12,2", "0,8"} <= space_names(small.lochs)


def test_solo_closes_the_land_of_cost_1() -> None:
    for sides in MAPS:
        solo, two = board_of(sides, 1, True), board_of(sides, 2, True)
        cheap = {at for at in space_names(two.land) if two.cost[SPACE_ID[at]] == 1}
        assert space_names(solo.closed) == cheap
        assert not solo.closed & solo.free
        assert solo.land == two.land


def test_delta_spaces_are_the_same_for_all_player_counts_but_for_mist_and_ports() -> None:
    """Ruling 17."""
    for sides in MAPS:
        large, small = board_of(sides, 4, True), board_of(sides, 2, True)
        assert small.delta == large.delta & small.land


# ---- the map that comes with us


def test_there_are_85_land_spaces_and_28_lochs_with_ports_for_3_or_4() -> None:
    for sides in MAPS:
        here = board_of(sides, 4, True)
        assert (here.land.bit_count(), here.lochs.bit_count()) == (85, 28)


def test_there_are_54_land_spaces_and_32_lochs_with_ports_for_1_or_2() -> None:
    for sides in MAPS:
        here = board_of(sides, 2, True)
        assert (here.land.bit_count(), here.lochs.bit_count()) == (54, 32)


def test_delta_spaces_are_14_to_17() -> None:
    for sides in MAPS:
        for seats in (2, 4):
            assert 14 <= board_of(sides, seats, True).delta.bit_count() <= 17


def test_delta_spaces_of_map_1_1_1_1_at_the_first_river() -> None:
    here = board_of((1, 1, 1, 1), 4, True)
    # The river between 4,1 and 5,0 ends in the loch 5,1; that between 3,0 and 2,1 in 3,1.
    delta = {"4,1", "5,0", "3,0", "2,1"}
    assert delta <= space_names(here.delta)
    assert not {"4,-1", "3,-1", "2,0", "1,1"} & space_names(here.delta)


def test_land_is_one_network_from_level_1_on_and_in_parts_without_shipping() -> None:
    for sides in MAPS:
        large, small = board_of(sides, 4, True), board_of(sides, 2, True)
        assert parts_of_the_land(large, 0) == 2
        assert 2 <= parts_of_the_land(small, 0) <= 5
        assert parts_of_the_land(large, 1) == parts_of_the_land(small, 1) == 1


def test_ports_have_the_shore_of_the_sheet() -> None:
    for sides in MAPS:
        large, small = board_of(sides, 4, True), board_of(sides, 2, True)
        for port in large.port_at:
            assert (large.adjacent[port] & large.land).bit_count() in (1, 2)
            assert (large.reach[2][port] & large.land).bit_count() in (3, 4)
        for port in small.port_at:
            assert (small.adjacent[port] & small.land).bit_count() == 2


def test_spaces_of_cost_1_and_working_borders() -> None:
    for sides in MAPS:
        for seats, ones, least in ((4, range(9, 14), 20), (2, range(6, 9), 14)):
            here = board_of(sides, seats, True)
            assert sum(here.cost[space] == 1 for space in members(here.land)) in ones
            work = here.unit_spaces[6] | here.unit_spaces[7]
            assert (here.border & here.land & work).bit_count() >= least


def test_land_costs_over_the_eight_sides() -> None:
    costs: dict[int, int] = {}
    for module in FILE["modules"].values():
        for side in module["sides"].values():
            for what in side["spaces"].values():
                if what != "loch":
                    costs[int(what[-1])] = costs.get(int(what[-1]), 0) + 1
    assert costs == {1: 22, 2: 46, 3: 49, 4: 31, 5: 14, 6: 8}


def test_modules_have_27_32_31_and_27_hexes() -> None:
    sizes = [len(FILE["modules"][corner]["sides"]["1"]["spaces"]) for corner in "abcd"]
    assert sizes == [27, 32, 31, 27]


def test_a_port_space_is_in_reach_from_its_shore_without_shipping() -> None:
    table = round_1_table(4)
    table.put(0, "sheep", "1,0")
    assert table.legal(0, "port a") == ["port a"]
