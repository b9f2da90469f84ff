"""Expansion: reach, terrain, cost, discounts, the building bonus (2.4, 5.4, 6, rulings 7 to 17)."""

from __future__ import annotations

import pytest

from ...rules.components import UNIT_ID
from ...rules.expansion import total_cost
from .positions import SPACE_ID, Table, round_1_table


def cost(table: Table, seat: int, unit: str, at: str, *, waived: bool = False) -> int:
    match = table.match
    return total_cost(match, match.players[seat], UNIT_ID[unit], SPACE_ID[at], waived=waived)


def spaces(table: Table, seat: int, unit: str = "") -> set[str]:
    moves = table.legal(seat, f"expand {unit}".strip())
    return {move.split(" ")[2] for move in moves}


def test_an_expansion_pays_unit_and_land() -> None:
    table = round_1_table(3).put(0, "sheep", "2,3").give(0, money=20)
    events = table.play(0, "expand bakery 3,3")
    assert table[0].money == 20 - 8 - 2
    assert events[0].data == {"unit": "bakery", "at": "3,3", "cost": 10, "discount": 0}


def test_an_expansion_is_not_legal_without_the_money() -> None:
    table = round_1_table(3).put(0, "sheep", "2,3").give(0, money=10)
    assert "expand bakery 3,3" in table.legal(0)
    table.give(0, money=9)
    assert "expand bakery 3,3" not in table.legal(0)


def test_a_unit_must_be_left_on_the_board() -> None:
    table = round_1_table(3).put(0, "cow", "2,3", "3,2", "3,3", "2,4")
    assert not table.legal(0, "expand cow")
    assert table.legal(0, "expand sheep")


def test_units_need_their_terrain() -> None:
    table = round_1_table(3).put(0, "sheep", "1,0")
    # 2,-1 is forest and mountain, 1,1 is grassland.
    assert {move.split(" ")[1] for move in table.legal(0, "expand") if move.endswith(" 2,-1")} == {
        "woodcutter",
        "miner",
    }
    farm = {move.split(" ")[1] for move in table.legal(0, "expand") if move.endswith(" 1,1")}
    assert farm == {"sheep", "cow", "field", "dairy", "bakery", "distillery"}


def test_a_space_with_a_unit_of_anybody_is_taken() -> None:
    table = round_1_table(3).put(0, "sheep", "2,3").put(1, "cow", "3,3")
    assert "3,3" not in spaces(table, 0)


def test_without_units_there_is_no_expansion() -> None:
    assert not round_1_table(3).legal(0, "expand")


def test_shipping_level_0_reaches_neighbouring_spaces_only() -> None:
    table = round_1_table(4).put(0, "sheep", "4,1")
    assert spaces(table, 0) == {"3,2", "4,0"}


def test_shipping_level_1_crosses_rivers() -> None:
    table = round_1_table(4).give(0, shipping=1).put(0, "sheep", "4,1")
    assert spaces(table, 0) == {"3,2", "4,0", "5,0"}


def test_higher_levels_cross_one_loch_each() -> None:
    table = round_1_table(4).give(0, shipping=2).put(0, "sheep", "4,1")
    assert spaces(table, 0) == {"3,2", "4,0", "5,0", "2,1", "3,0", "3,3"}


def test_rivers_and_lochs_are_not_combined() -> None:
    # From 4,1 the river leads to 5,0, behind which lies the loch 6,0 with 7,-1 on its far shore.
    table = round_1_table(4).give(0, shipping=2).put(0, "sheep", "4,1")
    assert "7,-1" not in spaces(table, 0)


def test_ships_do_not_cross_land_or_ports() -> None:
    # With a port in the corner 0,0 the loch 0,1 is the only way around it.
    table = round_1_table(4).give(0, shipping=5).put(0, "sheep", "1,0")
    reach = table.match.board.reach
    assert reach[2][SPACE_ID["0,2"]] >> SPACE_ID["0,0"] & 1
    assert not reach[0][SPACE_ID["0,2"]] >> SPACE_ID["0,0"] & 1


def test_reach_grows_when_shipping_does() -> None:
    table = round_1_table(4).put(0, "sheep", "4,1").give(0, money=50)
    table.play(0, "ship")
    table.turn(0)
    assert "5,0" in spaces(table, 0)


def test_lochs_with_fishermen_are_crossed_as_usual() -> None:
    table = round_1_table(3, clans=("macdonald", "campbell", "stewart"))
    table.put(0, "worker", "5,1").give(1, shipping=2).put(1, "sheep", "4,1").turn(1)
    assert "5,0" in spaces(table, 1)


# discounts


@pytest.mark.parametrize(("number", "less"), [(1, 3), (2, 4), (3, 4), (4, 5)])
def test_campbell_pays_less_by_the_number_of_the_building(number: int, less: int) -> None:
    """Ruling 15: the number on the map after placing."""
    table = round_1_table(3, clans=("campbell", "cunningham", "stewart")).put(0, "sheep", "2,3")
    farms = ("1,0", "1,1", "1,3")
    table.put(0, "bakery", *farms[: number - 1])
    assert cost(table, 0, "bakery", "3,3") == 8 + 2 - less


def test_campbell_counts_each_building_type_for_itself_and_only_buildings() -> None:
    table = round_1_table(3, clans=("campbell", "cunningham", "stewart"))
    table.put(0, "bakery", "1,0", "1,1").put(0, "sheep", "2,3")
    assert cost(table, 0, "distillery", "3,3") == 10 + 2 - 3
    assert cost(table, 0, "sheep", "3,3") == 8 + 2


def test_campbells_discount_falls_when_a_building_left_the_map() -> None:
    table = round_1_table(3, clans=("campbell", "cunningham", "stewart"), ports=(7, 1, 2, 3))
    table.put(0, "dairy", "1,0").put(0, "sheep", "2,3")
    assert cost(table, 0, "dairy", "3,3") == 12 + 2 - 4
    table.play(0, "port a", "swap 1,0 cow", "done")
    assert cost(table, 0, "dairy", "3,3") == 12 + 2 - 3


def test_robertson_pays_3_less_on_delta_spaces_and_2_in_the_small_map() -> None:
    large = round_1_table(4, clans=("robertson", "cunningham", "stewart", "campbell"))
    small = round_1_table(2, clans=("robertson", "cunningham"))
    assert cost(large, 0, "bakery", "5,4") == 8 + 1 - 3
    assert cost(small, 0, "bakery", "5,4") == 8 + 1 - 2
    assert cost(large, 0, "bakery", "3,3") == 10


def test_robertsons_first_workers_are_cheaper_too() -> None:
    table = round_1_table(4, clans=("robertson", "cunningham", "stewart", "campbell"))
    assert cost(table, 0, "woodcutter", "4,4") == 6 + 3 - 3


def test_robertson_can_afford_what_the_discount_makes_affordable() -> None:
    table = round_1_table(4, clans=("robertson", "cunningham", "stewart", "campbell"))
    table.give(0, shipping=1, money=6).put(0, "sheep", "4,5")
    assert "expand bakery 5,4" in table.legal(0)
    table.play(0, "expand bakery 5,4")
    assert table[0].money == 0


def test_free_land_waives_the_land_only_and_discounts_still_apply() -> None:
    """Rulings 12, 16."""
    campbell = round_1_table(3, clans=("campbell", "cunningham", "stewart"))
    assert cost(campbell, 0, "bakery", "3,0", waived=True) == 8 - 3
    robertson = round_1_table(3, clans=("robertson", "cunningham", "stewart"))
    assert cost(robertson, 0, "bakery", "3,0", waived=True) == 8 - 3
    assert cost(robertson, 0, "woodcutter", "4,4", waived=True) == 3


def test_a_free_expansion_is_affordable_by_its_unit_cost_alone() -> None:
    table = round_1_table(3, clans=("robertson", "cunningham", "stewart")).put(0, "miner", "2,0")
    table.give(0, money=5, wool=4, shipping=0).box(0, 1)
    table.play(0, "fulfil 1")
    # A bakery on the delta 3,0: 8 - 3, its land of 6 is free.
    assert "expand bakery 3,0" in table.legal(0)
    assert "expand sheep 3,0" in table.legal(0)
    assert "expand cow 3,0" not in table.legal(0)
    assert "expand bakery 3,-1" not in table.legal(0)


# the building bonus (rulings 7, 8)


def fourth(
    clan: str = "cunningham", seats: int = 3, round_number: int = 1, **more: object
) -> Table:
    """Seat 0 has three bakeries and may build the fourth on 3,3."""
    clans = (clan, "robertson", "stewart")
    table = round_1_table(seats, clans=clans, contracts=tuple(range(1, 21)), **more)
    table.match.round = round_number
    return table.put(0, "bakery", "1,1", "1,3", "2,3").give(0, money=40)


def test_the_fourth_building_of_a_type_offers_a_draw() -> None:
    table = fourth()
    table.play(0, "expand bakery 3,3")
    assert table.legal(0) == ["draw", "done"]


def test_the_third_building_and_the_fourth_animal_offer_nothing() -> None:
    table = round_1_table(3).put(0, "bakery", "1,4", "1,1").put(0, "sheep", "2,3", "3,2", "0,4")
    table.play(0, "expand bakery 3,3")
    assert table.match.turn == 1
    table.turn(0)
    table.play(0, "expand sheep 1,3")
    assert table.match.turn == 1


def test_a_draw_shows_the_top_three_of_the_pile_to_all() -> None:
    table = fourth()
    before = table.match.reveals
    events = table.play(0, "expand bakery 3,3", "draw")
    drawn = next(event for event in events if event.kind == "draw")
    assert drawn.data == {"contracts": [8, 9, 10]}
    assert drawn.audience is None
    assert table.match.reveals > before
    assert table.legal(0) == ["keep none", "keep 8", "keep 9", "keep 10"]
    keep = table.match.view(1)["turn"]["frames"][-1]
    assert [tile["id"] for tile in keep["contracts"]] == [8, 9, 10]


def test_keeping_gains_5_in_round_1_and_returns_the_rest_to_the_bottom_in_order() -> None:
    table = fourth()
    table.play(0, "expand bakery 3,3", "draw")
    money = table[0].money
    table.play(0, "keep 9")
    assert table[0].money == money + 5
    assert table[0].boxes == (9,)
    assert table.match.pile[-2:] == (8, 10)
    assert table.match.known == 2


def test_keeping_costs_the_price_of_the_round() -> None:
    table = fourth(round_number=4)
    table.play(0, "expand bakery 3,3", "draw")
    money = table[0].money
    table.play(0, "keep 8")
    assert table[0].money == money - 10


def test_keeping_none_returns_all_and_costs_nothing() -> None:
    table = fourth(round_number=4)
    table.play(0, "expand bakery 3,3", "draw")
    money = table[0].money
    table.play(0, "keep none")
    assert table[0].money == money
    assert table.match.pile[-3:] == (8, 9, 10)


def test_an_unaffordable_contract_cannot_be_kept() -> None:
    table = fourth(round_number=5).give(0, money=20)
    events = table.play(0, "expand bakery 3,3", "draw")
    # £10 are left, £15 are needed: only `keep none` was possible.
    keep_event = next(event for event in events if event.kind == "keep")
    assert keep_event.data == {"contracts": [], "cost": 0, "returned": [8, 9, 10], "auto": True}


def test_a_full_box_forbids_the_draw() -> None:
    table = fourth().box(0, 1)
    events = table.play(0, "expand bakery 3,3")
    assert events[-1].kind == "done"
    assert table.match.turn == 1


def test_an_empty_pile_forbids_the_draw() -> None:
    table = fourth()
    table.match.pile = ()
    table.clear_caches().play(0, "expand bakery 3,3")
    assert table.match.turn == 1


def test_a_short_pile_is_drawn_as_far_as_it_goes() -> None:
    """Ruling 35."""
    table = fourth()
    table.match.pile = (30, 31)
    table.clear_caches().play(0, "expand bakery 3,3", "draw")
    assert table.legal(0) == ["keep none", "keep 30", "keep 31"]


def test_draw_and_neighbours_may_come_in_any_order() -> None:
    """Ruling 7."""
    table = fourth().put(1, "distillery", "3,2")
    table.play(0, "expand bakery 3,3")
    assert {move.split(" ")[0] for move in table.legal(0)} == {"nbuy", "draw", "done"}
    table.play(0, "draw", "keep none")
    assert {move.split(" ")[0] for move in table.legal(0)} == {"nbuy", "done"}
    table = fourth().put(1, "distillery", "3,2")
    table.play(0, "expand bakery 3,3", "nbuy whisky 1")
    assert table.legal(0) == ["draw", "done"]


def test_the_bonus_comes_again_when_a_fourth_unit_comes_again() -> None:
    """Ruling 8: port 7 returned a bakery, and a new one is the fourth again."""
    table = fourth(ports=(7, 1, 2, 3)).put(0, "bakery", "0,4").put(0, "sheep", "1,0")
    table.give(0, money=60)
    table.play(0, "port a", "swap 2,3 cow", "done")
    table.play(0, "expand bakery 3,3")
    assert table.legal(0) == ["draw", "done"]


def test_buchanan_draws_six_and_keeps_up_to_two_for_one_cost() -> None:
    table = fourth("buchanan", round_number=3)
    table.play(0, "expand bakery 3,3", "draw")
    drawn = range(8, 14)
    pairs = [f"keep {a} {b}" for a in drawn for b in drawn if a < b]
    assert table.legal(0) == ["keep none", *(f"keep {k}" for k in drawn), *pairs]
    money = table[0].money
    table.play(0, "keep 9 12")
    assert table[0].money == money - 5
    assert table[0].boxes == (9, 12)
    assert table.match.pile[-4:] == (8, 10, 11, 13)


def test_buchanan_with_one_empty_box_keeps_one() -> None:
    table = fourth("buchanan").box(0, 1)
    table.play(0, "expand bakery 3,3", "draw")
    assert len(table.legal(0, "keep")) == 7
