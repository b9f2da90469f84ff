"""Export contracts (sections 5.4, 5.5, 6, rulings 10 to 13, 22, 27, 29)."""

from __future__ import annotations

from .positions import SPACE_ID, Table, round_1_table, table_at_round


def merchant(contract: int, clan: str = "cunningham", seats: int = 3, **chances: object) -> Table:
    """Seat 0 holds a contract; its goods are for the test to give."""
    clans = (clan, "robertson", "stewart", "campbell")
    return round_1_table(seats, clans=clans, **chances).box(0, contract).give(0, merchants=5)


# taking


def test_taking_moves_a_contract_from_the_display_to_the_box() -> None:
    table = round_1_table(2, contracts=(7, 16, 3, 20, 21, 22))
    table.play(0, "take 16")
    assert table[0].boxes == (16,)
    assert table.match.slots == (7, 0, 3, 20, 21, 22)


def test_taking_gains_5_in_round_1_and_costs_0_5_10_15_later() -> None:
    for number, cost in ((1, -5), (2, 0), (3, 5), (4, 10), (5, 15)):
        table = table_at_round(number, contracts=(7, 16)).give(0, money=40)
        table.play(0, "take 7")
        assert table[0].money == 40 - cost


def test_a_contract_that_cannot_be_paid_cannot_be_taken() -> None:
    table = table_at_round(4, contracts=(7, 16)).give(0, money=9)
    assert not table.legal(0, "take")
    assert table.give(0, money=10).legal(0, "take")


def test_a_full_box_takes_no_contract() -> None:
    assert not round_1_table(2, contracts=(7, 16)).box(0, 7).legal(0, "take")


def test_the_slot_stays_empty_until_the_next_preparation() -> None:
    table = round_1_table(2, contracts=(7, 16, 3, 4, 5, 6, 20, 21))
    table.play(0, "take 16")
    assert "take 20" not in table.legal(1)
    table.all_pass()
    assert table.match.slots == (7, 20, 3, 4, 5, 6)


def test_slots_are_refilled_in_slot_order_from_the_top() -> None:
    table = round_1_table(2, contracts=(7, 16, 3, 4, 5, 6, 20, 21))
    table.play(0, "take 5")
    table.play(1, "take 7")
    table.all_pass()
    assert table.match.slots == (20, 16, 3, 4, 21, 6)


def test_slots_stay_empty_when_the_pile_is_empty() -> None:
    """Ruling 35."""
    table = round_1_table(2, contracts=(7, 16, 3, 4, 5, 6))
    table.play(0, "take 5")
    table.match.pile = ()
    table.all_pass()
    assert table.match.slots == (7, 16, 3, 4, 0, 6)


def test_buchanan_takes_two_for_one_cost() -> None:
    table = table_at_round(5, clans=("buchanan", "campbell"), contracts=(41, 3, 17, 4, 5, 6))
    table.give(0, money=20)
    assert "take 3 41" in table.legal(0)
    assert "take 41 3" not in table.legal(0)
    assert len(table.legal(0, "take")) == 6 + 15
    table.play(0, "take 3 41")
    assert table[0].money == 5
    assert table[0].boxes == (3, 41)


def test_buchanan_gains_5_once_for_two_and_twice_in_two_turns() -> None:
    """Ruling 27."""
    table = round_1_table(2, clans=("buchanan", "campbell"), contracts=(41, 3, 17)).give(0, money=0)
    table.play(0, "take 3 41")
    assert table[0].money == 5
    table = round_1_table(2, clans=("buchanan", "campbell"), contracts=(41, 3, 17)).give(0, money=0)
    table.play(0, "take 41")
    table.play(1, "pass")
    table.play(0, "take 3")
    assert table[0].money == 10


def test_buchanan_with_one_empty_box_takes_one() -> None:
    table = round_1_table(2, clans=("buchanan", "campbell"), contracts=(41, 3, 17)).box(0, 20)
    assert all(len(move.split(" ")) == 2 for move in table.legal(0, "take"))


# fulfilling


def test_fulfilling_pays_the_goods_and_empties_the_box() -> None:
    table = merchant(44).give(0, wool=2, bread=1, whisky=3)
    table.play(0, "fulfil 44")
    assert table.goods(0)["wool"] == 1
    assert table.goods(0)["whisky"] == 2
    assert "bread" not in table.goods(0)
    assert table[0].boxes == ()
    assert table[0].fulfilled == (44,)


def test_a_contract_without_its_goods_cannot_be_fulfilled() -> None:
    table = merchant(44).give(0, wool=1, bread=1, whisky=0)
    assert not table.legal(0, "fulfil")


def test_a_contract_stays_in_the_box_until_fulfilled() -> None:
    """Ruling 39: it cannot be given back."""
    table = merchant(44)
    assert {move.split(" ")[0] for move in table.legal(0)}.isdisjoint({"return", "discard"})
    table.all_pass()
    assert table[0].boxes == (44,)


def test_money_and_import_coins_come_before_the_rewards() -> None:
    """Ruling 11: £10 of the contract may pay for its free expansion."""
    table = merchant(7).give(0, bread=2, money=0).put(0, "sheep", "2,3")
    table.match.imports[0] = 4
    table.play(0, "fulfil 7")
    assert table[0].money == 10 + 1
    assert "expand distillery 3,3" in table.legal(0)


def test_import_coins_come_at_every_multiple_of_5() -> None:
    for before, cottons, coins in ((0, 4, 0), (1, 4, 1), (4, 2, 1), (5, 4, 0), (9, 1, 1)):
        contract = {1: 14, 2: 1, 4: 34}[cottons]
        table = merchant(contract).give(0, money=0, wool=9, cheese=9, bread=9)
        table.put(0, "sheep", "2,3")
        kind = 1 if contract == 14 else 0
        table.match.imports[kind] = before
        events = table.play(0, f"fulfil {contract}")
        imports_event = next(event for event in events if event.kind == "imports")
        assert imports_event.data["coins"] == coins
        assert table.match.imports[kind] == before + cottons


def test_with_fixed_imports_there_are_no_coins() -> None:
    table = round_1_table(2, {"imports": "fixed"}).box(0, 2).give(0, wool=6, money=0)
    table.match.imports[1] = 4
    table.play(0, "fulfil 2")
    assert table[0].money == 0


def test_import_coins_hold_in_the_solo_game() -> None:
    """Ruling 36."""
    table = round_1_table(1).box(0, 2).give(0, wool=6, money=0)
    table.match.imports[1] = 4
    table.play(0, "fulfil 2")
    assert table[0].money == 1


# rewards


def test_the_upgrades_on_offer() -> None:
    table = merchant(6).give(0, wool=3, money=5)
    table[0].areas[1] = 2
    table[0].areas[5] = -1
    table.play(0, "fulfil 6")
    assert table.legal(0) == [
        "upgrade ship",
        "upgrade tech_woodcutter",
        "upgrade tech_miner",
        "upgrade hire",
        "upgrade recall:milk",
        "upgrade recall:whisky",
        "done",
    ]


def test_bonus_technology_costs_5_and_shipping_and_hiring_nothing() -> None:
    """Ruling 40."""
    for what, cost in (("tech_miner", 5), ("ship", 0), ("hire", 0)):
        table = merchant(6).give(0, wool=3, money=7)
        table.play(0, "fulfil 6", f"upgrade {what}")
        assert table[0].money == 7 - cost
    assert table[0].merchants == 6


def test_bonus_technology_needs_its_5_pounds() -> None:
    table = merchant(6).give(0, wool=3, money=4)
    table.play(0, "fulfil 6")
    assert not [move for move in table.legal(0) if "tech" in move]


def test_two_upgrades_may_be_the_same() -> None:
    table = merchant(10).give(0, cheese=4, money=0)
    table.play(0, "fulfil 10", "upgrade ship", "upgrade ship")
    assert table[0].shipping == 2
    assert table.match.turn == 1


def test_rewards_may_be_declined() -> None:
    table = merchant(10).give(0, cheese=4)
    table.play(0, "fulfil 10", "upgrade ship", "done")
    assert table[0].shipping == 1
    assert table.match.turn == 1


def test_rewards_may_be_taken_in_any_order() -> None:
    table = merchant(46).give(0, wool=2, money=60)
    table.put(0, "sheep", "2,3", "2,7").put(0, "cow", "3,3", "3,2")
    table.play(0, "fulfil 46", "slaughter 2,3", "slaughter 3,3")
    assert {move.split(" ")[0] for move in table.legal(0)} == {"upgrade", "done"}


def test_a_free_expansion_opens_its_bonus_and_returns_to_the_rewards() -> None:
    table = merchant(1).give(0, wool=4, money=50).put(0, "sheep", "2,3")
    table.put(1, "distillery", "3,3")
    table.play(0, "fulfil 1", "expand sheep 3,2")
    frames = table.match.view(None)["turn"]["frames"]
    assert [frame["frame"] for frame in frames] == ["rewards", "bonus"]
    table.play(0, "nbuy whisky 1")
    assert table.match.turn == 1


def test_a_free_expansion_needs_reach_and_terrain_like_any_other() -> None:
    table = merchant(1).give(0, wool=4, money=50).put(0, "sheep", "4,1")
    table.play(0, "fulfil 1")
    assert {move.split(" ")[2] for move in table.legal(0, "expand")} == {"3,2", "4,0"}


def test_a_building_bonus_inside_the_rewards_finds_the_box_empty() -> None:
    """Ruling 10."""
    table = merchant(1).give(0, wool=4, money=50).put(0, "bakery", "2,3", "3,3", "3,2")
    table.play(0, "fulfil 1", "expand bakery 4,1")
    assert table.legal(0) == ["draw", "done"]


def test_rewards_nobody_can_use_close_by_themselves() -> None:
    table = merchant(1).give(0, wool=4, money=0)
    events = table.play(0, "fulfil 1")
    assert events[-1].kind == "done"
    assert events[-1].data["auto"] is True
    assert table.match.turn == 1


# meat


def herd(contract: int, *, cows: int = 0, sheep: int = 0, **chances: object) -> Table:
    table = merchant(contract, **chances)
    table.put(0, "cow", *("2,3", "3,3", "3,2", "1,4")[:cows])
    table.put(0, "sheep", *("8,0", "8,1", "9,2", "10,2")[:sheep])
    return table


def test_slaughtered_animals_return_to_the_board_and_free_their_space() -> None:
    table = herd(16, cows=2).give(0, wool=1)
    table.play(0, "fulfil 16", "slaughter 3,3")
    assert table.units(0) == {"cow": ["2,3"]}
    assert table[0].supply[1] == 3
    assert not table.match.occupied >> SPACE_ID["3,3"] & 1


def test_one_chooses_which_animals_are_slaughtered() -> None:
    table = herd(3, cows=3)
    table.play(0, "fulfil 3")
    assert table.legal(0) == ["slaughter 2,3", "slaughter 3,2", "slaughter 3,3"]
    table.play(0, "slaughter 2,3")
    assert table.legal(0) == ["slaughter 3,2", "slaughter 3,3"]
    table.play(0, "slaughter 3,2")
    assert table[0].fulfilled == (3,)


def test_exactly_enough_animals_are_slaughtered_without_asking() -> None:
    table = herd(3, cows=2)
    events = table.play(0, "fulfil 3")
    killed = [event.data for event in events if event.kind == "slaughter"]
    assert [data["at"] for data in killed] == ["2,3", "3,3"]
    assert all(data["auto"] for data in killed)
    assert table[0].fulfilled == (3,)


def test_too_few_animals_cannot_fulfil() -> None:
    assert not herd(3, cows=1).legal(0, "fulfil")
    assert herd(3, cows=2).legal(0, "fulfil") == ["fulfil 3"]


def test_only_the_kind_that_is_needed_is_slaughtered() -> None:
    table = herd(5, cows=2, sheep=3)
    table.play(0, "fulfil 5")
    assert table.legal(0) == ["slaughter 8,0", "slaughter 8,1", "slaughter 9,2"]


def test_of_two_kinds_the_exact_one_goes_without_asking() -> None:
    table = herd(46, cows=1, sheep=2).give(0, wool=2)
    table.play(0, "fulfil 46")
    assert table.units(0) == {"sheep": ["8,0", "8,1"]}
    assert table.legal(0) == ["slaughter 8,0", "slaughter 8,1"]


def test_a_slaughtered_animals_space_may_take_the_free_expansion() -> None:
    """Ruling 13."""
    table = herd(14, cows=1, sheep=1).give(0, wool=1, money=50)
    table.put(0, "woodcutter", "9,-1")
    table.play(0, "fulfil 14")
    assert "expand bakery 8,0" in table.legal(0)


def test_reach_may_be_lost_by_slaughter() -> None:
    """Ruling 14."""
    table = herd(5, sheep=2).give(0, money=50)
    events = table.play(0, "fulfil 5")
    # No unit is left on the map: the free expansion has nowhere to go.
    assert table[0].units == 0
    assert events[-1].kind == "done"


def test_tile_1_spares_an_animal_while_meat_is_paid() -> None:
    table = herd(3, cows=3, ports=(1, 2, 4, 8)).put(0, "sheep", "1,0")
    table.play(0, "fulfil 3")
    assert "port a cow" in table.legal(0)
    assert "port a sheep" not in table.legal(0)
    table.play(0, "port a cow", "slaughter 2,3")
    assert table[0].fulfilled == (3,)
    assert len(table.units(0)["cow"]) == 2
    assert table[0].ports == 1


def test_tile_1_makes_a_contract_with_one_animal_too_few_possible() -> None:
    table = herd(3, cows=1, ports=(1, 2, 4, 8)).put(0, "sheep", "1,0")
    assert table.legal(0, "fulfil") == ["fulfil 3"]
    table.play(0, "fulfil 3")
    assert table.legal(0) == ["slaughter 2,3", "port a cow"]
    table.play(0, "slaughter 2,3")
    # One cow is still needed and none is left: the waiver plays itself.
    assert table[0].fulfilled == (3,)
    assert table[0].ports == 1


def test_a_waiver_that_leaves_the_rest_unpayable_is_not_legal() -> None:
    table = herd(46, cows=1, sheep=0, ports=(1, 2, 4, 8)).give(0, wool=2)
    table.put(0, "bakery", "1,0")
    table.play(0, "fulfil 46")
    assert table.legal(0) == ["slaughter 2,3", "port a sheep"]


def test_with_a_waiver_left_nothing_is_slaughtered_without_asking() -> None:
    table = herd(3, cows=2, ports=(1, 2, 4, 8)).put(0, "sheep", "1,0")
    table.play(0, "fulfil 3")
    assert table.legal(0) == ["slaughter 2,3", "slaughter 3,3", "port a cow"]


def test_once_the_waiver_is_used_the_exact_rest_goes_without_asking() -> None:
    table = herd(4, cows=2, ports=(1, 2, 4, 8)).put(0, "sheep", "1,0")
    table.play(0, "fulfil 4", "port a cow")
    assert table[0].fulfilled == (4,)
    assert "cow" not in table.units(0)


def test_the_waiver_stays_when_slaughter_takes_the_reach() -> None:
    table = merchant(5, ports=(1, 2, 4, 8)).put(0, "sheep", "1,0")
    table.play(0, "fulfil 5")
    # The only sheep opens the port; slaughtered it still counts, as it did when this began.
    assert table.legal(0) == ["slaughter 1,0", "port a sheep"]
    table.play(0, "slaughter 1,0")
    assert table[0].fulfilled == (5,)


def test_a_used_tile_1_spares_nothing() -> None:
    table = herd(3, cows=1, ports=(1, 2, 4, 8)).put(0, "sheep", "1,0").give(0, ports=1)
    assert not table.legal(0, "fulfil")


def test_tiles_1_and_9_together_spare_two_animals() -> None:
    """Ruling 22."""
    table = merchant(5, ports=(1, 9, 4, 8)).give(0, money=3)
    table.put(0, "dairy", "1,0").put(0, "dairy", "11,-5")
    assert table.legal(0, "fulfil") == ["fulfil 5"]
    events = table.play(0, "fulfil 5", "port b as a sheep")
    # The last needed animal has one waiver left: it plays itself.
    assert [e.data.get("auto") for e in events if e.kind == "port"] == [None, True]
    assert table[0].fulfilled == (5,)
    assert table[0].ports == 0b11
    assert table[0].money == 0


def test_tile_9_spares_nothing_without_3_pounds() -> None:
    table = merchant(16, ports=(1, 9, 4, 8)).give(0, money=2, wool=1)
    table.put(0, "dairy", "11,-5")
    assert not table.legal(0, "fulfil")
    assert table.give(0, money=3).legal(0, "fulfil") == ["fulfil 16"]


# Buchanan


def test_buchanan_may_fulfil_a_second_contract_right_after_the_first() -> None:
    table = merchant(44, "buchanan").box(0, 44, 48)
    table.give(0, wool=5, cheese=5, bread=5, whisky=5)
    table.play(0, "fulfil 44")
    assert table.legal(0) == ["fulfil 48", "done"]
    table.play(0, "fulfil 48")
    assert table[0].fulfilled == (44, 48)
    assert table.match.turn == 1


def test_the_second_fulfilment_may_be_declined() -> None:
    table = merchant(44, "buchanan").box(0, 44, 48)
    table.give(0, wool=5, cheese=5, bread=5, whisky=5)
    table.play(0, "fulfil 44", "done")
    assert table[0].fulfilled == (44,)
    assert table.match.turn == 1


def test_no_second_fulfilment_where_the_goods_are_missing() -> None:
    table = merchant(44, "buchanan").box(0, 44, 48).give(0, wool=2, bread=2, whisky=2, cheese=0)
    events = table.play(0, "fulfil 44")
    assert not [event for event in events if event.kind == "done"]
    assert table.match.turn == 1


def test_the_second_fulfilment_comes_before_any_port() -> None:
    """Ruling 27."""
    table = merchant(44, "buchanan", ports=(5, 2, 4, 8)).box(0, 44, 48)
    table.give(0, wool=5, cheese=5, bread=5, whisky=5).put(0, "sheep", "1,0")
    table.play(0, "fulfil 44")
    assert table.legal(0) == ["fulfil 48", "done"]
    table.play(0, "fulfil 48")
    assert table.legal(0) == ["port a", "end"]


def test_the_second_contract_comes_after_the_rewards_of_the_first() -> None:
    table = merchant(10, "buchanan").box(0, 10, 48)
    table.give(0, wool=5, cheese=5, bread=5)
    table.play(0, "fulfil 10")
    assert not table.legal(0, "fulfil")
    table.play(0, "upgrade ship", "upgrade hire")
    assert table.legal(0) == ["fulfil 48", "done"]


def test_buchanan_may_fulfil_a_contract_drawn_inside_the_rewards_of_the_first() -> None:
    table = merchant(1, "buchanan", contracts=(2, 3, 4, 5, 6, 7, 8, 48))
    table.box(0, 1).give(0, wool=5, cheese=1, bread=1, money=50)
    table.put(0, "bakery", "2,3", "3,3", "3,2")
    table.play(0, "fulfil 1", "expand bakery 4,1", "draw", "keep 48")
    assert table.legal(0) == ["fulfil 48", "done"]


def test_other_clans_fulfil_once_a_turn() -> None:
    table = merchant(44).give(0, wool=5, bread=5, whisky=5)
    table.play(0, "fulfil 44")
    assert table.match.turn == 1
