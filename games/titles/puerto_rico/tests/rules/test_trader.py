"""The trader phase: prices, markets, office, and the trading house."""

from __future__ import annotations

import pytest

from ...rules.components import SLOT_OF
from .positions import event_kinds, events_of_kind, goods_of, pick, set_board, start

ALL_GOODS = {"corn": 1, "indigo": 1, "sugar": 1, "tobacco": 1, "coffee": 1}


def house(*goods: str) -> list[int]:
    return [SLOT_OF[good] for good in goods]


@pytest.mark.parametrize(
    ("good", "price"), [("corn", 0), ("indigo", 1), ("sugar", 2), ("tobacco", 3), ("coffee", 4)]
)
def test_prices_of_a_sale(good: str, price: int) -> None:
    match = start(4)
    set_board(match, 0, goods=ALL_GOODS)
    set_board(match, 1, goods=ALL_GOODS, doubloons=0)
    pick(match, 0, "trader")
    match.play(0, "pass")
    match.play(1, f"sell {good}")
    assert match.boards[1].doubloons == price


def test_the_trader_gets_one_more_so_corn_brings_1() -> None:
    match = start(4)
    set_board(match, 0, goods={"corn": 1}, doubloons=0)
    pick(match, 0, "trader")
    match.play(0, "sell corn")
    assert match.boards[0].doubloons == 1


@pytest.mark.parametrize(
    ("city", "extra"),
    [
        ({"small_market": 1}, 1),
        ({"large_market": 1}, 2),
        ({"small_market": 1, "large_market": 1}, 3),
        ({"small_market": 0, "large_market": 0}, 0),
    ],
)
def test_occupied_markets_add_to_each_sale(city: dict[str, int], extra: int) -> None:
    match = start(4)
    set_board(match, 0, goods={"corn": 1}, city=city, doubloons=0)
    pick(match, 3, "trader")
    match.play(0, "sell corn")
    assert match.boards[0].doubloons == extra


def test_coffee_as_trader_with_both_markets_brings_8_and_fills_the_house() -> None:
    match = start(4)
    match.house = house("corn", "indigo", "tobacco")
    set_board(match, 0, goods=ALL_GOODS, city={"small_market": 1, "large_market": 1}, doubloons=0)
    set_board(match, 1, goods=ALL_GOODS)
    pick(match, 0, "trader")
    assert match.legal_moves(0) == ["sell sugar", "sell coffee", "pass"]
    before = match.supply[:]
    events = match.play(0, "sell coffee")
    assert match.boards[0].doubloons == 8
    assert events_of_kind(events, "sale")[0].data["parts"] == {
        "price": 4,
        "trader": 1,
        "small_market": 1,
        "large_market": 2,
    }
    assert match.house == []
    assert [now - then for now, then in zip(match.supply, before, strict=True)] == [1, 1, 0, 1, 1]
    assert match.step == "pick"


def test_an_occupied_office_sells_a_kind_that_is_in_the_house() -> None:
    match = start(4)
    match.house = house("corn", "indigo", "tobacco")
    set_board(match, 0, goods=ALL_GOODS, city={"office": 1})
    pick(match, 0, "trader")
    assert match.legal_moves(0) == [*(f"sell {good}" for good in ALL_GOODS), "pass"]


def test_an_empty_office_does_not() -> None:
    match = start(4)
    match.house = house("corn")
    set_board(match, 0, goods={"corn": 1, "sugar": 1}, city={"office": 0})
    pick(match, 0, "trader")
    assert match.legal_moves(0) == ["sell sugar", "pass"]


def test_one_sale_per_seat_in_order_from_the_trader() -> None:
    match = start(3)
    goods = [{"corn": 2, "indigo": 1}, {"indigo": 2, "sugar": 1}, {"sugar": 1, "coffee": 1}]
    for seat in range(3):
        set_board(match, seat, goods=goods[seat])
    pick(match, 1, "trader")
    match.play(1, "sell indigo")
    assert match.actors == (2,)
    match.play(2, "sell sugar")
    match.play(0, "sell corn")
    assert match.step == "pick"
    assert goods_of(match, 0) == {"corn": 1, "indigo": 1}


def test_a_house_that_is_not_full_keeps_its_barrels() -> None:
    match = start(3)
    set_board(match, 0, goods={"corn": 1})
    pick(match, 0, "trader")
    match.play(0, "sell corn")
    assert match.step == "pick"
    assert match.view(None)["house"] == ["corn"]


def test_the_fourth_barrel_ends_the_phase_for_the_seats_not_yet_asked() -> None:
    match = start(4)
    match.house = house("corn", "indigo", "tobacco")
    set_board(match, 0, goods={"sugar": 1})
    set_board(match, 1, goods={"coffee": 1}, city={"office": 1})
    pick(match, 0, "trader")
    events = match.play(0, "sell sugar")
    assert "house_emptied" in event_kinds(events)
    assert match.step == "pick"
    assert goods_of(match, 1) == {"coffee": 1}


def test_a_sale_may_be_declined() -> None:
    match = start(3)
    set_board(match, 0, goods={"coffee": 1})
    pick(match, 0, "trader")
    match.play(0, "pass")
    assert goods_of(match, 0) == {"coffee": 1}


def test_a_trader_who_sells_nothing_gets_nothing() -> None:
    match = start(3)
    set_board(match, 0, goods={"coffee": 1}, doubloons=3)
    pick(match, 0, "trader")
    match.play(0, "pass")
    assert match.boards[0].doubloons == 3


def test_seats_that_can_only_pass_are_skipped() -> None:
    match = start(4)
    set_board(match, 3, goods={"sugar": 1})
    events = pick(match, 0, "trader")
    assert [event.seat for event in events_of_kind(events, "skip")] == [0, 1, 2]
    assert match.actors == (3,)
