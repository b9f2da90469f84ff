"""Storing what is left at the end of the captain phase."""

from __future__ import annotations

import pytest

import games.rules as rules

from ...rules.match import PuertoRico
from .positions import events_of_kind, goods_of, pick, set_board, start


def storage_match(*boards: tuple[dict[str, int], list[str]], seats: int = 4) -> PuertoRico:
    """Nothing can be loaded; each seat in turn has these goods and warehouses."""
    match = start(seats)
    match.ship_goods = [1, 1, 1]
    match.ship_loads = list(match.setup.ships)  # full of indigo: no other good has a ship
    for seat, (goods, warehouses) in enumerate(boards):
        set_board(match, seat, goods=goods, city=dict.fromkeys(warehouses, 1))
    pick(match, 0, "captain")
    return match


THREE = {"corn": 1, "sugar": 2, "coffee": 3}
FIVE = {"corn": 2, "indigo": 2, "sugar": 2, "tobacco": 2, "coffee": 2}


def test_one_barrel_is_kept_without_a_warehouse() -> None:
    match = storage_match((THREE, []))
    assert match.step == "store"
    assert match.legal_moves(0) == ["keep corn", "keep sugar", "keep coffee"]
    match.play(0, "keep coffee")
    assert goods_of(match, 0) == {"coffee": 1}


def test_what_remains_goes_to_the_supply_at_once() -> None:
    match = storage_match((THREE, []), (THREE, []))
    before = match.supply[:]
    events = match.play(0, "keep coffee")
    assert [now - then for now, then in zip(match.supply, before, strict=True)] == [1, 0, 2, 0, 2]
    assert events_of_kind(events, "stored")[0].data == {
        "kept": {"coffee": 1},
        "returned": {"corn": 1, "sugar": 2, "coffee": 2},
    }


def test_one_kind_without_a_warehouse_keeps_one_barrel_automatically() -> None:
    match = storage_match(({"corn": 4}, []))
    assert match.step == "pick"
    assert goods_of(match, 0) == {"corn": 1}


def test_a_single_barrel_is_no_question() -> None:
    match = storage_match(({"corn": 1}, []))
    assert match.step == "pick"
    assert goods_of(match, 0) == {"corn": 1}


def test_small_warehouse_keeps_one_kind_whole_then_one_barrel() -> None:
    match = storage_match((THREE, ["small_warehouse"]))
    assert match.legal_moves(0) == ["store corn", "store sugar", "store coffee"]
    match.play(0, "store coffee")
    assert match.legal_moves(0) == ["keep corn", "keep sugar"]
    match.play(0, "keep sugar")
    assert goods_of(match, 0) == {"coffee": 3, "sugar": 1}


def test_after_storing_sugar_coffee_and_corn_are_left_to_keep() -> None:
    match = storage_match((THREE, ["small_warehouse"]))
    match.play(0, "store sugar")
    assert match.legal_moves(0) == ["keep corn", "keep coffee"]


def test_whole_kind_and_single_barrel_fit_a_small_warehouse_without_a_question() -> None:
    match = storage_match(({"coffee": 3, "corn": 1}, ["small_warehouse"]))
    assert match.step == "pick"
    assert goods_of(match, 0) == {"coffee": 3, "corn": 1}


def test_large_warehouse_keeps_two_kinds() -> None:
    match = storage_match((FIVE, ["large_warehouse"]))
    match.play(0, "store coffee")
    match.play(0, "store sugar")
    assert match.legal_moves(0) == ["keep corn", "keep indigo", "keep tobacco"]
    match.play(0, "keep tobacco")
    assert goods_of(match, 0) == {"coffee": 2, "sugar": 2, "tobacco": 1}


def test_both_warehouses_keep_three_kinds() -> None:
    match = storage_match((FIVE, ["small_warehouse", "large_warehouse"]))
    for good in ("coffee", "tobacco", "sugar"):
        match.play(0, f"store {good}")
    match.play(0, "keep indigo")
    assert goods_of(match, 0) == {"coffee": 2, "tobacco": 2, "sugar": 2, "indigo": 1}


def test_an_empty_warehouse_keeps_nothing() -> None:
    match = start(4)
    match.ship_goods, match.ship_loads = [1, 1, 1], list(match.setup.ships)
    set_board(match, 0, goods=THREE, city={"small_warehouse": 0, "large_warehouse": 0})
    pick(match, 0, "captain")
    assert match.legal_moves(0) == ["keep corn", "keep sugar", "keep coffee"]


def test_storing_less_than_allowed_is_not_possible() -> None:
    match = storage_match((THREE, ["small_warehouse"]))
    assert not [move for move in match.legal_moves(0) if move.startswith(("keep", "pass"))]
    with pytest.raises(rules.IllegalMove, match="fill the warehouses first; kinds still to store:"):
        match.play(0, "keep corn")


def test_a_kind_is_stored_once() -> None:
    match = storage_match((FIVE, ["large_warehouse"]))
    match.play(0, "store coffee")
    with pytest.raises(rules.IllegalMove, match="is already in a warehouse: name another good"):
        match.play(0, "store coffee")


def test_a_last_keep_without_alternative_is_made_by_the_rules() -> None:
    match = storage_match(({"coffee": 3, "sugar": 2}, ["small_warehouse"]))
    events = match.play(0, "store coffee")
    assert match.step == "pick"
    assert goods_of(match, 0) == {"coffee": 3, "sugar": 1}
    assert events_of_kind(events, "stored")[0].data["auto"] is True


def test_all_who_must_choose_store_at_once_in_any_order() -> None:
    match = storage_match((THREE, []), ({"corn": 1}, []), (FIVE, []), (THREE, []))
    assert match.actors == (0, 2, 3)
    match.play(3, "keep corn")
    assert match.actors == (0, 2)
    assert match.legal_moves(3) == []
    match.play(0, "keep corn")
    match.play(2, "keep corn")
    assert match.step == "pick"


def test_storing_is_open() -> None:
    match = storage_match((FIVE, ["large_warehouse"]), (THREE, []))
    match.play(0, "store coffee")
    assert match.view(1)["seats"][0]["stored"] == ["coffee"]
    assert match.view(None)["seats"][0]["shelves"] == 1


def test_unloading_waits_until_all_have_stored() -> None:
    match = storage_match((THREE, []), (THREE, []))
    match.play(0, "keep corn")
    assert sum(match.ship_loads) == 18
    match.play(1, "keep corn")
    assert sum(match.ship_loads) == 0


def test_goods_are_unlimited_outside_the_captain_phase() -> None:
    match = start(4)
    set_board(match, 0, tiles={"corn": (5, 5)}, goods={"corn": 3, "indigo": 5, "sugar": 4})
    pick(match, 0, "craftsman")
    match.play(0, "privilege none")
    assert goods_of(match, 0) == {"corn": 8, "indigo": 5, "sugar": 4}
