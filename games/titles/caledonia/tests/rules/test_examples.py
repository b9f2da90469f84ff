"""The worked examples of the sheet (section 15), by number."""

from __future__ import annotations

import pytest

from games.rules.primitives.bitsets import members

from ...rules.components import UNIT_ID
from ...rules.expansion import total_cost
from ...rules.maps import AT, board_of
from ...rules.rounds import solo_price_steps
from ...rules.scoring import import_values, largest_settlement_count, place_points
from .positions import SPACE_ID, Table, round_1_table, table_at_round


def cost(table: Table, unit: str, at: str) -> int:
    match = table.match
    return total_cost(match, match.players[0], UNIT_ID[unit], SPACE_ID[at])


def test_1_a_worker_on_a_space_of_cost_6() -> None:
    table = round_1_table(4)
    # 5,5 is forest and mountain, cost 6.
    assert cost(table, "woodcutter", "5,5") == 12
    assert cost(table, "miner", "5,5") == 16


def test_2_two_whisky_from_position_2_and_from_the_start() -> None:
    table = round_1_table(2).price("whisky", 2).give(0, money=40)
    table.play(0, "buy whisky 2")
    assert (table[0].money, table[0].areas[5], table.match.market[5]) == (20, 2, 4)
    assert table.match.view(0)["market"][5]["price"] == 12
    table = round_1_table(2).give(0, money=55)
    table.play(0, "buy whisky 2")
    assert table[0].money == 33
    assert table.match.view(0)["market"][5]["price"] == 13


def test_3_contracts_cost_by_round_and_buchanan_pays_once() -> None:
    for number, price in enumerate((-5, 0, 5, 10, 15), 1):
        table = table_at_round(number, contracts=(3, 41)).give(0, money=20)
        table.play(0, "take 3")
        assert table[0].money == 20 - price
    table = table_at_round(5, clans=("buchanan", "campbell"), contracts=(3, 41)).give(0, money=20)
    table.play(0, "take 3 41")
    assert table[0].money == 5


def test_4_a_field_on_a_space_of_cost_6() -> None:
    assert cost(round_1_table(4), "field", "3,0") == 24


@pytest.mark.parametrize(("seats", "most"), [(3, 3), (2, 4)])
def test_5_neighbours_distillery_and_dairy(seats: int, most: int) -> None:
    table = round_1_table(seats).price("whisky", 2).give(0, money=99, merchants=7)
    table.put(0, "sheep", "2,3").put(1, "distillery", "3,3").put(1, "dairy", "1,4")
    table.play(0, "expand miner 2,4")
    assert table.legal(0, "nbuy whisky") == [f"nbuy whisky {n}" for n in range(1, most + 1)]
    money = table[0].money
    table.play(0, f"nbuy whisky {most}")
    assert table[0].money == money - 7 * most
    left = 7 - most
    assert table.legal(0, "nbuy cheese")[-1] == f"nbuy cheese {min(left, most)}"
    money = table[0].money
    table.play(0, "nbuy cheese 1")
    assert table[0].money == money - (10 - 3)


def test_6_robertsons_bakery_on_a_delta_of_cost_1() -> None:
    four = round_1_table(4, clans=("robertson", "campbell", "stewart", "buchanan"))
    assert cost(four, "bakery", "5,4") == 6
    assert cost(round_1_table(2, clans=("robertson", "campbell")), "bakery", "5,4") == 7


def test_7_campbells_bakeries_and_first_distillery() -> None:
    table = round_1_table(3, clans=("campbell", "robertson", "stewart"))
    paid = []
    for at in ("1,0", "1,1", "1,3", "2,3"):
        paid.append(cost(table, "bakery", at) - table.match.board.cost[SPACE_ID[at]])
        table.put(0, "bakery", at)
    assert paid == [5, 4, 4, 3]
    assert cost(table, "distillery", "3,3") - 2 == 7


def test_8_the_first_to_pass_gains_16_and_starts_the_next_round() -> None:
    table = round_1_table(3).give(1, money=0)
    table.play(0, "ship")
    table.play(1, "pass")
    assert table[1].money == 16
    table.all_pass()
    assert table.match.order[0] == 1
    assert table.match.turn == 1


def test_9_imports_of_a_seat() -> None:
    table = round_1_table(3)
    table.match.imports[:] = [5, 9, 3]
    cotton, tobacco, sugar = import_values(table.match)
    assert (tobacco, cotton, sugar) == (3, 4, 5)
    assert 3 * sugar + 2 * cotton + 6 * tobacco + 1 == 15 + 8 + 18 + 1


def test_10_ties_for_the_most_contracts() -> None:
    assert place_points([2, 2, 1], (12, 6, 0)) == [9, 9, 0]
    assert place_points([2, 2], (8, 0)) == [4, 4]


def test_11_import_coins() -> None:
    table = round_1_table(3).box(0, 7).give(0, bread=2, money=0)
    table.match.imports[0] = 4
    table.play(0, "fulfil 7")  # 2 cotton, £10
    assert table[0].money == 11
    table = round_1_table(3).box(0, 34).give(0, cheese=3, bread=1, money=0)
    table.match.imports[0] = 5
    table.play(0, "fulfil 34")  # 4 cotton
    assert (table[0].money, table.match.imports[0]) == (0, 9)


def test_12_four_clusters_of_which_three_are_linked() -> None:
    table = round_1_table(3)
    # Over one loch each: 1,1 - 1,3 - 3,2. Two lochs (6,0 and 7,0) part 4,1's shore from 8,0.
    table.put(0, "sheep", "1,1", "1,3", "3,2").put(0, "cow", "8,0")
    units = table[0].units
    assert largest_settlement_count(table.match.board, units, 2) == 3
    river = round_1_table(3).put(0, "sheep", "4,1", "5,0")
    assert largest_settlement_count(river.match.board, river[0].units, 0) == 1
    assert largest_settlement_count(river.match.board, river[0].units, 1) == 2


def test_13_solo_prices() -> None:
    assert solo_price_steps(1, -3) == solo_price_steps(1, 3) == 3
    assert solo_price_steps(8, 3) == solo_price_steps(8, -3) == -3
    assert solo_price_steps(4, -2) == -2


def test_14_reach_from_4_1_and_two_placements() -> None:
    here = board_of((1, 1, 1, 1), 4, True)
    steps = [
        {"3,2", "4,0"},
        {"5,0"},
        {"2,1", "3,0", "3,3"},
        {"1,3", "2,3", "3,4", "4,4", "6,-1", "7,-1"},
    ]
    expected: set[str] = set()
    for level, more in enumerate(steps):
        expected |= more
        mask = here.reach[level][SPACE_ID["4,1"]] & here.land
        assert {AT[space] for space in members(mask)} == expected
    assert cost(round_1_table(4), "miner", "6,-2") == 10 + 3
    assert cost(round_1_table(4), "woodcutter", "8,-2") == 6 + 2


def barrel_in_round_1() -> Table:
    table = round_1_table(2, clans=("mackenzie", "campbell"))
    table.put(0, "field", "3,3").put(0, "distillery", "2,3").give(0, grain=0, whisky=0)
    table.all_pass()
    table.play(0, "produce 0 0 1", "cellar yes")
    return table


def next_production(table: Table) -> None:
    table.all_pass()
    while table.match.phase == "production":
        seat = table.match.actors[0]
        table.play(seat, "produce 0 0 0")


def test_15_a_barrel_ages() -> None:
    table = barrel_in_round_1()
    assert (table.match.round, table[0].cellar) == (2, 0b001)
    next_production(table)
    assert (table.match.round, table[0].cellar) == (3, 0b010)
    money = table[0].money
    withdrawn = Table(table.match.copy())
    withdrawn.turn(0).play(0, "withdraw 1")
    assert withdrawn[0].money == money + 7
    next_production(table)
    assert (table.match.round, table[0].cellar) == (4, 0b100)
    withdrawn = Table(table.match.copy())
    money = table[0].money
    withdrawn.turn(0).play(0, "withdraw 2")
    assert withdrawn[0].money == money + 15
    whisky = table[0].goods[5]
    next_production(table)
    assert table[0].cellar == 0
    assert table[0].goods[5] == whisky + 1
    assert table[0].money == money + 15 + 16


def barrel_beside_tile_3(**more: object) -> Table:
    table = round_1_table(3, clans=("mackenzie", "campbell", "stewart"), ports=(3, 1, 2, 4), **more)
    return table.put(0, "sheep", "1,0").give(0, cheese=0, bread=0, whisky=0, cellar=0b001)


def test_16_a_barrel_and_a_port() -> None:
    table = barrel_beside_tile_3()
    table.play(0, "ship")
    assert table.legal(0) == ["withdraw 0", "end"]
    table.play(0, "withdraw 0")
    uses = table.legal(0, "port a whisky")
    assert len(uses) == 10
    assert table.legal(0) == [*uses, "end"]
    used = barrel_beside_tile_3().give(0, ports=0b0001)
    used.play(0, "ship")
    assert used.match.turn == 1


def test_16_by_version_1_the_turn_ends_by_itself() -> None:
    table = barrel_beside_tile_3(rules_version=1)
    table.play(0, "ship")
    assert table.match.turn == 1
