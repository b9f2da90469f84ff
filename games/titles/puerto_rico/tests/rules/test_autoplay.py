"""What is played for a seat whose time ran out."""

from __future__ import annotations

import pytest

from ...rules.components import ROLE_OF
from ...rules.match import PuertoRico
from .positions import load_ships, mayor, pick, set_board, start, workers_of


def auto(match: PuertoRico, seat: int = 0) -> str:
    move = match.auto_move(seat)
    assert move in match.legal_moves(seat)
    return move


def test_pick_takes_the_card_with_most_doubloons() -> None:
    match = start(4)
    match.card_doubloons[ROLE_OF["trader"]] = 2
    match.card_doubloons[ROLE_OF["mayor"]] = 1
    assert auto(match) == "pick trader"


def test_pick_prefers_captain_with_a_load_then_craftsman_then_builder_then_settler() -> None:
    match = start(4)
    set_board(match, 0, goods={"corn": 1}, tiles={"corn": (1, 1)}, doubloons=3)
    assert auto(match) == "pick captain"
    set_board(match, 0, goods={})
    assert auto(match) == "pick craftsman"
    set_board(match, 0, tiles={"corn": (1, 0)})
    assert auto(match) == "pick builder"
    set_board(match, 0, city={"small_market": 1, "small_indigo_plant": 1}, doubloons=0)
    assert auto(match) == "pick settler"


def test_pick_sees_that_no_ship_takes_the_goods_but_a_wharf_does() -> None:
    match = start(4)
    load_ships(match, ship5=("corn", 5))
    set_board(match, 0, goods={"corn": 2})
    assert auto(match) == "pick builder"
    set_board(match, 0, city={"wharf": 1})
    assert auto(match) == "pick captain"


def test_a_useless_card_with_most_doubloons_is_picked_all_the_same() -> None:
    match = start(4)
    match.card_doubloons[ROLE_OF["captain"]] = 1
    assert auto(match) == "pick captain"


@pytest.mark.parametrize(
    ("row", "city", "move"),
    [
        (["corn", "sugar", "coffee"], {"sugar_mill": 0, "coffee_roaster": 0}, "take sugar"),
        (["corn", "sugar", "coffee"], {"tobacco_storage": 0}, "take corn"),
        (["sugar", "coffee", "coffee", "coffee", "coffee"], {}, "take sugar"),
        (["corn", "sugar", "coffee"], {"hospice": 1}, "take corn worker"),
        (["corn", "sugar", "coffee"], {"hacienda": 1}, "take corn"),
    ],
)
def test_settle_takes_what_the_buildings_lack(
    row: list[str], city: dict[str, int], move: str
) -> None:
    match = start(4, row=[*row, *row][:5])
    set_board(match, 0, city=city)
    pick(match, 0, "settler")
    assert auto(match) == move


def test_settle_never_draws_and_passes_if_no_tile_is_left() -> None:
    match = start(4)
    match.row = []
    set_board(match, 1, city={"hacienda": 1})
    pick(match, 0, "settler")
    match.play(0, "take quarry")
    assert match.legal_moves(1) == ["draw", "pass"]
    assert auto(match, 1) == "pass"


def test_mayor_takes_the_worker() -> None:
    match = start(4)
    pick(match, 0, "mayor")
    assert auto(match) == "privilege worker"


def play_on(match: PuertoRico, seat: int = 0) -> list[str]:
    moves = []
    while match.step == "placement" and seat in match.actors:
        moves.append(auto(match, seat))
        match.play(seat, moves[-1])
    return moves


def test_placement_fills_large_then_violet_then_pairs_of_the_dearest_good() -> None:
    match = start(4)
    set_board(
        match,
        0,
        tiles={"corn": (2, 0), "coffee": (2, 0), "indigo": (1, 0), "quarry": (1, 0)},
        city={"fortress": 0, "office": 0, "coffee_roaster": 0, "indigo_plant": 0},
        san_juan=5,
    )
    mayor(match, 0)
    play_on(match)
    assert workers_of(match, 0) == {"coffee": 2, "office": 1, "coffee_roaster": 2, "fortress": 1}


def test_placement_goes_on_with_corn_then_quarries_then_the_rest() -> None:
    match = start(4)
    set_board(
        match,
        0,
        tiles={"corn": (1, 0), "sugar": (2, 0), "quarry": (1, 0)},
        san_juan=2,
    )
    mayor(match, 0)
    play_on(match)
    assert workers_of(match, 0) == {"corn": 1, "quarry": 1, "sugar": 1}


def test_placement_never_takes_workers_away_and_uses_one_staff_per_slot() -> None:
    match = start(4)
    set_board(match, 0, tiles={"sugar": (3, 2), "corn": (2, 0)}, city={"office": 0})
    mayor(match, 0)
    assert play_on(match) == ["staff office 1", "done"]
    assert workers_of(match, 0) == {"sugar": 2, "office": 1}


def test_placement_leaves_alone_what_the_seat_has_set() -> None:
    match = start(4)
    set_board(match, 0, tiles={"sugar": (3, 2), "corn": (2, 0)}, city={"office": 1})
    mayor(match, 0)
    match.play(0, "staff office 0")
    play_on(match)
    assert workers_of(match, 0) == {"sugar": 2, "corn": 2}


def test_craftsman_takes_the_dearest_good() -> None:
    match = start(4)
    set_board(match, 0, tiles={"corn": (1, 1), "indigo": (1, 1)}, city={"indigo_plant": 1})
    pick(match, 0, "craftsman")
    assert auto(match) == "privilege indigo"


def test_trade_makes_the_best_sale_but_none_for_nothing() -> None:
    match = start(4)
    set_board(match, 1, goods={"corn": 1, "sugar": 1, "tobacco": 1})
    set_board(match, 2, goods={"corn": 1})
    pick(match, 0, "trader")
    assert auto(match, 1) == "sell tobacco"
    match.play(1, "pass")
    assert auto(match, 2) == "pass"


def test_build_takes_most_points_then_the_higher_cost_with_a_worker() -> None:
    match = start(4)
    set_board(match, 0, doubloons=5)
    pick(match, 0, "builder")
    assert auto(match) == "build coffee_roaster"
    set_board(match, 0, doubloons=4, city={"university": 1})
    assert auto(match) == "build tobacco_storage worker"


def test_load_takes_most_barrels_then_the_cheapest_good_on_a_cargo_ship() -> None:
    match = start(4)
    load_ships(match, ship5=("coffee", 4))
    set_board(match, 0, goods={"coffee": 5, "sugar": 3, "corn": 3}, city={"wharf": 0})
    pick(match, 0, "captain")
    assert auto(match) == "load corn 6"
    set_board(match, 0, city={"wharf": 1}, goods={"coffee": 5, "corn": 3})
    assert auto(match) == "load corn 6"


def test_load_uses_the_wharf_when_it_is_the_only_way() -> None:
    match = start(4)
    load_ships(match, ship5=("corn", 5))
    set_board(match, 0, goods={"corn": 2}, city={"wharf": 1})
    pick(match, 0, "captain")
    assert match.legal_moves(0) == ["load corn wharf", "pass"]
    assert auto(match) == "load corn wharf"


def test_store_and_keep_take_the_dearest() -> None:
    match = start(4)
    match.ship_goods, match.ship_loads = [1, 1, 1], list(match.setup.ships)
    goods = {"corn": 5, "sugar": 2, "coffee": 3}
    set_board(match, 0, goods=goods, city={"small_warehouse": 1})
    pick(match, 0, "captain")
    assert auto(match) == "store coffee"
    match.play(0, "store coffee")
    assert auto(match) == "keep sugar"


def test_a_seat_that_owes_nothing_has_no_auto_move() -> None:
    with pytest.raises(ValueError, match="nothing to decide"):
        start(4).auto_move(1)
