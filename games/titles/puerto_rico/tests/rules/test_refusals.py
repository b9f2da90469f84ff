"""Moves that are not listed are refused with what is wrong, in numbers, and change nothing."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

import games.rules as rules

from ...rules.components import ROLES, SLOTS
from ...rules.match import PuertoRico
from .positions import load_ships, mayor, pick, set_board, start


def pick_phase() -> PuertoRico:
    match = start(4)
    pick(match, 0, "prospector")
    return match


def settler_phase() -> PuertoRico:
    match = start(4, row=["corn", "corn", "sugar", "sugar", "coffee"])
    set_board(match, 1, city={"hacienda": 1})
    pick(match, 0, "settler")
    match.play(0, "pass")
    return match


def full_island() -> PuertoRico:
    match = start(4)
    set_board(match, 0, tiles={"corn": (11, 0)}, city={"hacienda": 1, "hospice": 1})
    match.worker_supply = match.worker_ship = 0
    pick(match, 0, "settler")
    return match


def craftsman_phase() -> PuertoRico:
    match = start(4)
    set_board(match, 0, tiles={"corn": (1, 1), "indigo": (1, 1)}, city={"indigo_plant": 1})
    match.supply[1] = 1
    pick(match, 0, "craftsman")
    return match


def trader_phase() -> PuertoRico:
    match = start(4)
    match.house = [0]
    set_board(match, 0, goods={"corn": 1, "sugar": 1})
    pick(match, 0, "trader")
    return match


def builder_phase() -> PuertoRico:
    match = start(4)
    set_board(match, 0, doubloons=6, city={"office": 1})
    set_board(match, 2, city={"hospice": 1})
    set_board(match, 3, city={"hospice": 1})
    pick(match, 0, "builder")
    return match


def crowded_city() -> PuertoRico:
    match = builder_phase()
    city = ["small_market", "hacienda", "construction_hut", "small_warehouse", "large_market"]
    city += ["large_warehouse", "factory", "harbor", "wharf", "coffee_roaster", "university"]
    set_board(match, 0, doubloons=20, city=dict.fromkeys(city, 1))
    match.worker_supply = match.worker_ship = 0
    return match


def captain_phase() -> PuertoRico:
    match = start(4)
    load_ships(match, ship5=("corn", 5), ship6=("sugar", 2))
    set_board(match, 0, goods={"corn": 1, "sugar": 1, "indigo": 2}, city={"wharf": 1})
    pick(match, 0, "captain")
    return match


def empty_ships() -> PuertoRico:
    match = start(4)
    set_board(match, 0, goods={"corn": 6, "coffee": 1})
    pick(match, 0, "captain")
    return match


def placement_phase() -> PuertoRico:
    match = start(4)
    tiles = {"corn": (2, 2), "sugar": (2, 0)}
    set_board(match, 0, tiles=tiles, city={"indigo_plant": 0})
    mayor(match, 0)
    match.play(0, "staff corn 1")
    return match


def placement_done() -> PuertoRico:
    match = start(4)
    for seat in (0, 1):
        set_board(match, seat, tiles={"corn": (1, 0), "sugar": (1, 0)})
    mayor(match, 0)
    match.play(0, "staff corn 1")
    return match


def short_of_workers() -> PuertoRico:
    match = start(4)
    set_board(match, 0, tiles={"corn": (2, 2), "indigo": (2, 0)})
    mayor(match, 0)
    return match


def storage_phase() -> PuertoRico:
    match = start(4)
    match.ship_goods, match.ship_loads = [3, 3, 3], list(match.setup.ships)
    city = {"small_warehouse": 1}
    set_board(match, 0, goods={"corn": 2, "sugar": 2, "coffee": 2}, city=city)
    pick(match, 0, "captain")
    return match


def storage_begun() -> PuertoRico:
    match = storage_phase()
    match.play(0, "store corn")
    return match


REFUSED: list[tuple[Callable[[], PuertoRico], int, str, str]] = [
    (pick_phase, 1, "pick", "valid forms: 'pick role'"),
    (pick_phase, 1, "pick king", "'king' is not a role"),
    (pick_phase, 1, "pick prospector", "seat 0 already took prospector in this round"),
    (pick_phase, 1, "pick prospector_2", "no prospector_2 with 4 seats"),
    (pick_phase, 0, "pick mayor", "to move: seat 1"),
    (pick_phase, 1, "pass", "this is pick: pass is not part of it; possible: pick"),
    (settler_phase, 1, "take", "valid forms: 'take tile', 'take tile worker'"),
    (settler_phase, 1, "take gold", "'gold' is not a kind of tile"),
    (settler_phase, 1, "take office", "'office' is not a kind of tile"),
    (settler_phase, 1, "take indigo", "there is no indigo in the row; it holds corn, corn, sugar"),
    (settler_phase, 1, "take quarry", "settler or an occupied construction hut"),
    (settler_phase, 1, "take corn worker", "with an occupied hospice"),
    (settler_phase, 1, "take corn twice", "valid forms: 'take corn', 'take corn worker'"),
    (full_island, 0, "take tobacco now worker", "valid forms: 'take tile'"),
    (full_island, 0, "take corn worker", "supply and the worker ship are empty"),
    (craftsman_phase, 0, "privilege", "valid forms: 'privilege good', 'privilege none'"),
    (craftsman_phase, 0, "privilege worker", "'worker' is not a good"),
    (craftsman_phase, 0, "privilege coffee", "you produced no coffee"),
    (craftsman_phase, 0, "privilege indigo", "the supply has no indigo"),
    (trader_phase, 0, "sell", "valid forms: 'sell good'"),
    (trader_phase, 0, "sell moon", "'moon' is not a good"),
    (trader_phase, 0, "sell coffee", "you have no coffee"),
    (trader_phase, 0, "sell corn", r"is already in the trading house \(corn\)"),
    (builder_phase, 0, "build", "valid forms: 'build building'"),
    (builder_phase, 0, "build corn", "'corn' is not a building"),
    (
        builder_phase,
        0,
        "build castle",
        "'castle' is not a building; you can build: small_indigo_plant,",
    ),
    (
        builder_phase,
        0,
        "pick mayor",
        "this is build: pick is not part of it; possible: build, pass",
    ),
    (builder_phase, 0, "pass 1", "'pass 1' is not a valid form of this move; valid forms: 'pass'"),
    (builder_phase, 0, "build office", "is already in your city: one of each per player"),
    (builder_phase, 0, "build hospice", "no hospice is left"),
    (builder_phase, 0, "build harbor", "harbor costs you 7, you have 6"),
    (builder_phase, 0, "build hacienda worker", "with an occupied university"),
    (builder_phase, 0, "build hacienda quickly", "'build hacienda', 'build hacienda worker'"),
    (crowded_city, 0, "build fortress", "takes 2 city spaces; free: 1"),
    (crowded_city, 0, "build indigo_plant worker", "supply and the worker ship are empty"),
    (captain_phase, 0, "load corn", "'load good ship', 'load good wharf'"),
    (captain_phase, 0, "load gold 6", "'gold' is not a good"),
    (captain_phase, 0, "load corn 4", "no ship '4'; ships: 5, 6, 7, wharf"),
    (captain_phase, 0, "load coffee 7", "you have no coffee"),
    (captain_phase, 0, "load corn 5", "ship 5 is full: it carries 5 corn"),
    (
        captain_phase,
        0,
        "load sugar 7",
        "ship 6 already carries sugar \\(2\\), so no other ship can",
    ),
    (captain_phase, 0, "load indigo 6", "ship 6 carries sugar"),
    (captain_phase, 0, "pass", "you must load"),
    (empty_ships, 0, "load corn 5", "most of your 6 corn can take them: 6, 7"),
    (empty_ships, 0, "load corn wharf", "wharf of your own with a worker"),
    (placement_phase, 0, "staff corn", "valid forms: 'staff place number'"),
    (
        placement_phase,
        0,
        "staff moon 1",
        "'moon' is not a place for workers; yours: corn, sugar, indigo_plant",
    ),
    (placement_phase, 0, "staff office 1", "you have no office; your places for workers: corn"),
    (placement_phase, 0, "staff corn 2", "in this placement: set each place once"),
    (placement_phase, 0, "staff sugar 3", "from 0 to 2 can work there, not '3'"),
    (placement_phase, 0, "staff sugar -1", "from 0 to 2 can work there, not '-1'"),
    (placement_phase, 0, "staff sugar 01", "from 0 to 2 can work there, not '01'"),
    (placement_phase, 0, "staff sugar 0", "already has 0"),
    (placement_phase, 0, "staff indigo_plant 3", "needs 3 more, and San Juan has 2"),
    (placement_phase, 0, "done", "you must still place 2 workers from San Juan"),
    (placement_phase, 0, "reopen", "nothing to reopen"),
    (placement_done, 0, "staff corn 0", "to change it: reopen"),
    (
        short_of_workers,
        0,
        "staff corn 0",
        "3 would be left in San Juan; free circles on places not yet set: 2",
    ),
    (storage_phase, 0, "store", "valid forms: 'store good'"),
    (storage_phase, 0, "store moon", "'moon' is not a good"),
    (storage_phase, 0, "store indigo", "you have no indigo"),
    (storage_phase, 0, "keep corn", "fill the warehouses first; kinds still to store:"),
    (storage_begun, 0, "keep corn", "is already in a warehouse: name another good"),
    (storage_begun, 0, "store sugar", "no warehouse space is left"),
]


@pytest.mark.parametrize(
    ("position", "seat", "move", "reason"),
    REFUSED,
    ids=[f"{position.__name__}-{move}" for position, _, move, _ in REFUSED],
)
def test_refusal(position: Callable[[], PuertoRico], seat: int, move: str, reason: str) -> None:
    match = position()
    before = match.dump()
    with pytest.raises(rules.IllegalMove, match=reason):
        match.play(seat, move)
    assert match.dump() == before


def test_draw_is_refused_for_each_of_its_reasons() -> None:
    match = settler_phase()
    match.play(1, "draw")
    with pytest.raises(rules.IllegalMove, match="you can draw one tile per turn and already have"):
        match.play(1, "draw")
    match.play(1, "pass")
    with pytest.raises(rules.IllegalMove, match="needs an occupied hacienda"):
        match.play(2, "draw")


def test_the_mayor_has_only_a_worker_as_privilege() -> None:
    match = start(4)
    pick(match, 0, "mayor")
    with pytest.raises(rules.IllegalMove, match="'privilege worker', 'privilege none'"):
        match.play(0, "privilege corn")


def test_no_quarry_is_left() -> None:
    match = start(4)
    match.quarries = 0
    pick(match, 0, "settler")
    with pytest.raises(rules.IllegalMove, match="no quarry is left"):
        match.play(0, "take quarry")


def test_a_wharf_that_has_sailed_does_not_sail_again() -> None:
    match = start(4)
    set_board(match, 0, goods={"corn": 1, "sugar": 1, "indigo": 2}, city={"wharf": 1})
    pick(match, 0, "captain")
    match.play(0, "load indigo wharf")
    with pytest.raises(
        rules.IllegalMove, match="your wharf has already shipped in this phase: once per phase"
    ):
        match.play(0, "load corn wharf")


def test_any_words_are_either_listed_or_refused_with_a_reason() -> None:
    rng = random.Random(11)
    verbs = [*(move.partition(" ")[0] for _, _, move, _ in REFUSED), "draw", "fly"]
    things = [*SLOTS, *ROLES, "worker", "none", "wharf", "gold", "", "é", "٣"]
    numbers = ["0", "1", "2", "3", "5", "6", "7", "-1", "1.5", "99", "worker", "wharf"]
    match = start(3, seed="words")
    refused = 0
    while not match.over:
        for _ in range(8):
            move = " ".join(
                [rng.choice(verbs), rng.choice(things), rng.choice(numbers)][: rng.randint(1, 3)]
            )
            seat = rng.randrange(3)
            if move not in match.legal_moves(seat):
                with pytest.raises(rules.IllegalMove) as error:
                    match.play(seat, move)
                assert len(error.value.reason) > 10
                refused += 1
        seat = rng.choice(match.actors)
        match.play(seat, rng.choice(match.legal_moves(seat)))
    assert refused > 1000
