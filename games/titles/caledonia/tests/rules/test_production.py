"""Production (section 5.3, 6, rulings 28, 30, 32)."""

from __future__ import annotations

import pytest

from .positions import Table, round_1_table


def farm(clan: str = "cunningham", seats: int = 2) -> Table:
    table = round_1_table(seats, clans=(clan, "campbell", "robertson"))
    for seat in range(seats):
        table.give(seat, money=0, wool=0, milk=0, grain=0, cheese=0, bread=0, whisky=0)
    return table


def produce(table: Table) -> None:
    """All pass; pass money does not matter here."""
    table.all_pass()


def test_sheep_cows_and_fields_make_basic_goods() -> None:
    table = farm("stewart").put(0, "sheep", "2,3", "3,3").put(0, "cow", "3,2")
    table.put(0, "field", "1,1")
    produce(table)
    assert table.goods(0) == {"wool": 2, "milk": 1, "grain": 2}


@pytest.mark.parametrize(("techs", "money"), [(0, 14), (1, 18), (2, 16), (3, 20)])
def test_workers_bring_4_or_6_and_6_or_8_pounds(techs: int, money: int) -> None:
    table = farm().put(0, "woodcutter", "3,4", "2,6").put(0, "miner", "2,4").give(0, techs=techs)
    produce(table)
    assert table[0].money == 16 + money


def test_macdonalds_workers_bring_4_pounds_each_fishermen_too() -> None:
    table = farm("macdonald").put(0, "worker", "3,4", "2,4", "5,1")
    produce(table)
    assert table[0].money == 16 + 12


def test_buildings_may_turn_goods_made_in_the_same_phase() -> None:
    """Ruling 32."""
    table = farm().put(0, "cow", "3,2").put(0, "dairy", "2,3")
    produce(table)
    assert table.match.actors == (0,)
    assert table.legal(0) == ["produce 0 0 0", "produce 1 0 0"]
    table.play(0, "produce 1 0 0")
    assert table.goods(0) == {"cheese": 1}


def test_bread_and_whisky_share_the_grain() -> None:
    table = farm().put(0, "field", "3,2").put(0, "bakery", "2,3", "3,3").put(0, "distillery", "1,1")
    produce(table)
    assert table.legal(0) == [
        "produce 0 0 0",
        "produce 0 0 1",
        "produce 0 1 0",
        "produce 0 1 1",
        "produce 0 2 0",
    ]


def test_production_is_limited_by_buildings_and_goods() -> None:
    table = farm("stewart").put(0, "dairy", "2,3", "3,3").give(0, milk=1)
    produce(table)
    assert table.legal(0)[-1] == "produce 1 0 0"


def test_nothing_to_process_skips_the_step() -> None:
    table = farm("stewart").put(0, "dairy", "2,3").put(0, "field", "3,3")
    produce(table)
    assert table.match.round == 2
    assert table.match.phase == "action"


def test_seats_decide_at_the_same_time_and_independently() -> None:
    table = farm("stewart", 3)
    for seat, at in enumerate(("2,3", "3,3", "3,2")):
        table.put(seat, "dairy", at).give(seat, milk=1)
    produce(table)
    assert table.match.actors == (0, 1, 2)
    table.play(1, "produce 0 0 0")
    assert table.match.actors == (0, 2)
    assert table.legal(1) == []
    table.play(0, "produce 1 0 0")
    table.play(2, "produce 1 0 0")
    assert table.match.round == 2


# MacKenzie


def test_mackenzie_gains_3_pounds_per_whisky_also_for_the_barrel() -> None:
    table = farm("mackenzie").put(0, "field", "3,2").put(0, "distillery", "2,3", "3,3")
    produce(table)
    table.play(0, "produce 0 0 2")
    assert table[0].money == 16 + 6
    assert table.legal(0) == ["cellar yes", "cellar no"]
    table.play(0, "cellar yes")
    assert table[0].money == 16 + 6
    assert table.goods(0) == {"whisky": 1}
    assert table[0].cellar == 1


def test_without_new_whisky_nothing_goes_to_the_cellar() -> None:
    table = farm("mackenzie").put(0, "field", "3,2").put(0, "distillery", "2,3").give(0, whisky=3)
    produce(table)
    table.play(0, "produce 0 0 0")
    assert table.match.round == 2


def test_the_cellar_may_be_declined() -> None:
    table = farm("mackenzie").put(0, "field", "3,2").put(0, "distillery", "2,3")
    produce(table)
    table.play(0, "produce 0 0 1", "cellar no")
    assert table[0].cellar == 0
    assert table.goods(0)["whisky"] == 1


def test_barrels_age_first_and_the_oldest_comes_back_with_15_pounds() -> None:
    table = farm("mackenzie").give(0, cellar=0b111)
    produce(table)
    assert table[0].cellar == 0b110
    assert table[0].money == 16 + 15
    assert table.goods(0) == {"whisky": 1}


# Cunningham


def test_cunningham_makes_butter_after_processing_at_8_pounds() -> None:
    table = farm().put(0, "cow", "3,2", "3,3").put(0, "dairy", "2,3")
    produce(table)
    table.play(0, "produce 1 0 0")
    assert table.legal(0) == ["butter 0", "butter 1"]
    table.play(0, "butter 1")
    assert table[0].money == 16 + 8
    assert table.goods(0) == {"cheese": 1}


def test_butter_touches_neither_merchants_nor_the_price() -> None:
    """Ruling 30."""
    table = farm().give(0, milk=4)
    produce(table)
    table.play(0, "butter 4")
    assert table.match.market[1] == 3
    assert table[0].merchants == 2


def test_without_milk_there_is_no_butter() -> None:
    table = farm().put(0, "cow", "3,2").put(0, "dairy", "2,3")
    produce(table)
    table.play(0, "produce 1 0 0")
    assert table.match.round == 2


def test_all_milk_may_be_kept() -> None:
    table = farm().give(0, milk=2)
    produce(table)
    table.play(0, "butter 0")
    assert table.goods(0) == {"milk": 2}
