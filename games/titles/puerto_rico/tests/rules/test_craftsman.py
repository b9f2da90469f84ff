"""The craftsman phase: capacities, the supply, the factory, the privilege."""

from __future__ import annotations

from .positions import events_of_kind, goods_of, pick, set_board, start

LAND = {"corn": (1, 1), "indigo": (1, 1), "sugar": (1, 1), "tobacco": (2, 1)}
TOWN = {"indigo_plant": 1, "sugar_mill": 1, "tobacco_storage": 2}


def test_production_is_the_smaller_of_workers_on_tiles_and_in_buildings() -> None:
    match = start(4)
    set_board(match, 0, tiles=LAND, city=TOWN)
    pick(match, 0, "craftsman")
    assert goods_of(match, 0) == {"corn": 1, "indigo": 1, "sugar": 1, "tobacco": 1}


def test_small_and_large_production_buildings_add_up() -> None:
    match = start(4)
    city = {"small_indigo_plant": 1, "indigo_plant": 2}
    set_board(match, 0, tiles={"indigo": (5, 5)}, city=city)
    pick(match, 0, "craftsman")
    assert goods_of(match, 0) == {"indigo": 3}


def test_corn_needs_no_building_but_a_worker() -> None:
    match = start(4)
    set_board(match, 0, tiles={"corn": (3, 2)})
    pick(match, 0, "craftsman")
    assert goods_of(match, 0) == {"corn": 2}


def test_a_tile_without_a_working_building_produces_nothing() -> None:
    match = start(4)
    set_board(match, 0, tiles={"coffee": (2, 2)}, city={"coffee_roaster": 0})
    pick(match, 0, "craftsman")
    assert goods_of(match, 0) == {}


def test_an_occupied_factory_pays_by_kinds() -> None:
    match = start(4)
    set_board(match, 0, tiles=LAND, city={**TOWN, "factory": 1}, doubloons=0)
    events = pick(match, 0, "craftsman")
    assert match.boards[0].doubloons == 3
    assert events_of_kind(events, "income")[0].data == {"doubloons": 3, "reason": "factory"}


def test_an_empty_factory_pays_nothing() -> None:
    match = start(4)
    set_board(match, 0, tiles=LAND, city={**TOWN, "factory": 0}, doubloons=0)
    pick(match, 0, "craftsman")
    assert match.boards[0].doubloons == 0


def test_the_factory_counts_only_kinds_really_received() -> None:
    match = start(4)
    match.supply[1] = 0
    set_board(
        match,
        0,
        tiles={"corn": (1, 1), "indigo": (1, 1), "sugar": (1, 1)},
        city={"indigo_plant": 1, "sugar_mill": 1, "factory": 1},
        doubloons=0,
    )
    pick(match, 0, "craftsman")
    assert match.boards[0].doubloons == 1


def test_the_privilege_barrel_adds_no_kind_to_the_factory() -> None:
    match = start(4)
    set_board(match, 0, tiles={"corn": (1, 1)}, city={"factory": 1}, doubloons=0)
    pick(match, 0, "craftsman")
    match.play(0, "privilege corn")
    assert match.boards[0].doubloons == 0


def test_seats_produce_in_order_from_the_craftsman_until_the_supply_is_empty() -> None:
    match = start(3)
    match.supply[0] = 4
    for seat in range(3):
        set_board(match, seat, tiles={"corn": (3, 3)})
    pick(match, 1, "craftsman")
    assert [goods_of(match, seat) for seat in range(3)] == [{}, {"corn": 3}, {"corn": 1}]


def test_one_corn_left_goes_to_the_craftsman_who_then_has_no_privilege() -> None:
    match = start(3)
    match.supply[0] = 1
    set_board(match, 0, tiles={"corn": (1, 1)})
    set_board(match, 1, tiles={"corn": (2, 2)})
    events = pick(match, 0, "craftsman")
    assert (goods_of(match, 0), goods_of(match, 1)) == ({"corn": 1}, {})
    assert match.step == "pick"
    assert events_of_kind(events, "skip")[0].data["step"] == "craftsman_privilege"


def test_the_privilege_is_one_more_barrel_of_a_kind_just_produced() -> None:
    match = start(4)
    set_board(match, 0, goods={"coffee": 1}, tiles=LAND, city=TOWN)
    pick(match, 0, "craftsman")
    assert match.legal_moves(0) == [
        "privilege corn",
        "privilege indigo",
        "privilege sugar",
        "privilege tobacco",
        "privilege none",
    ]
    match.play(0, "privilege tobacco")
    assert goods_of(match, 0)["tobacco"] == 2
    assert match.actors == (1,)


def test_the_privilege_may_be_declined() -> None:
    match = start(4)
    set_board(match, 0, tiles={"corn": (1, 1)})
    pick(match, 0, "craftsman")
    match.play(0, "privilege none")
    assert goods_of(match, 0) == {"corn": 1}
    assert match.step == "pick"


def test_the_privilege_needs_a_barrel_in_the_supply_after_everybody_produced() -> None:
    match = start(3)
    match.supply[0] = 3
    set_board(match, 0, tiles={"corn": (1, 1), "indigo": (1, 1)}, city={"indigo_plant": 1})
    set_board(match, 1, tiles={"corn": (2, 2)})
    pick(match, 0, "craftsman")
    assert match.legal_moves(0) == ["privilege indigo", "privilege none"]


def test_a_craftsman_who_produced_nothing_has_no_privilege() -> None:
    match = start(3)
    set_board(match, 1, tiles={"corn": (1, 1)})
    pick(match, 0, "craftsman")
    assert goods_of(match, 1) == {"corn": 1}
    assert match.step == "pick"


def test_the_goods_supply_pays_for_what_is_produced() -> None:
    match = start(4)
    set_board(match, 0, tiles={"corn": (1, 1)})
    set_board(match, 1, tiles={"corn": (2, 2)})
    pick(match, 0, "craftsman")
    assert match.view(None)["goods"]["corn"] == 7


def test_every_seat_has_a_produce_event() -> None:
    match = start(3)
    set_board(match, 2, tiles={"corn": (2, 2)})
    events = events_of_kind(pick(match, 1, "craftsman"), "produce")
    assert [(event.seat, event.data["goods"]) for event in events] == [
        (1, {}),
        (2, {"corn": 2}),
        (0, {}),
    ]
