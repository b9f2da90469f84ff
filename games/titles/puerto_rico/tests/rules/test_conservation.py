"""Components are conserved at every step of random matches."""

from __future__ import annotations

import json
import random

import pytest

import games.rules as rules

from ...rules.components import BUILDING_SLOTS, GOODS, SETUPS
from ...rules.match import PuertoRico


def everything(match: PuertoRico) -> dict[str, object]:
    """All components wherever they are, counted from the state."""
    boards, goods = match.boards, range(len(GOODS))
    barrels = [
        match.supply[good]
        + match.house.count(good)
        + sum(board.goods[good] for board in boards)
        + sum(n for kind, n in zip(match.ship_goods, match.ship_loads, strict=True) if kind == good)
        for good in goods
    ]
    tiles = [
        match.row.count(good)
        + match.stack.count(good)
        + match.discard[good]
        + sum(board.size[good] for board in boards)
        for good in goods
    ]
    return {
        "barrels": barrels,
        "tiles": tiles,
        "quarries": match.quarries + sum(board.size[5] for board in boards),
        "workers": match.worker_supply + match.worker_ship + sum(b.crew for b in boards),
        "buildings": [
            match.copies[slot] + sum(board.size[slot] > 0 for board in boards)
            for slot in BUILDING_SLOTS
        ],
    }


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_nothing_is_lost_and_nothing_appears(seats: int) -> None:
    setup = SETUPS[seats]
    rng = random.Random(seats)
    match = rules.new_match("puerto_rico", seats, seed="conserved")
    assert isinstance(match, PuertoRico)
    expected = {
        "barrels": list(setup.goods),
        "tiles": list(setup.tiles),
        "quarries": setup.quarries,
        "workers": setup.worker_supply + setup.worker_ship,
        "buildings": list(setup.copies[BUILDING_SLOTS.start :]),
    }
    while not match.over:
        assert everything(match) == expected
        chips = sum(board.chips for board in match.boards)
        assert match.chips_left == max(0, setup.chips - chips)
        for board in match.boards:
            assert board.tiles <= 12
            assert board.spaces <= 12
            assert all(0 <= n <= room for n, room in zip(board.workers, board.size, strict=True))
        seat = rng.choice(match.actors)
        match.play(seat, rng.choice(match.legal_moves(seat)))
    assert everything(match) == expected


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_the_stored_state_does_not_grow_with_the_match(seats: int) -> None:
    rng = random.Random(seats)
    match = rules.new_match("puerto_rico", seats, seed="size")
    sizes = []
    while not match.over:
        sizes.append(len(str(match.dump(history=False))))
        seat = rng.choice(match.actors)
        match.play(seat, rng.choice(match.legal_moves(seat)))
    assert max(sizes) < 1.5 * sizes[0] + 400 * seats


def test_a_stored_match_does_not_grow_as_it_goes_on() -> None:
    match = rules.new_match("puerto_rico", seats=2, seed="stored")
    rng = random.Random(1)
    sizes = {}
    for number in range(100):
        sizes[number] = len(json.dumps(match.dump(history=False)))
        seat = rng.choice(match.actors)
        match.play(seat, rng.choice(match.legal_moves(seat)))
    assert sizes[99] < sizes[15] * 1.5
