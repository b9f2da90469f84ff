"""Set-up for 2 to 5 seats and both variants."""

from __future__ import annotations

import pytest

import games.rules as rules

from .positions import start

ROLES = ["mayor", "craftsman", "trader", "settler", "builder", "captain"]


@pytest.mark.parametrize(
    ("seats", "variant", "doubloons"),
    [
        (2, "classic", [3, 3]),
        (3, "classic", [2, 2, 2]),
        (4, "classic", [3, 3, 3, 3]),
        (5, "classic", [4, 4, 4, 4, 4]),
        (2, "balanced", [3, 2]),
        (3, "balanced", [2, 2, 1]),
        (4, "balanced", [3, 3, 2, 2]),
        (5, "balanced", [4, 4, 4, 3, 3]),
    ],
)
def test_doubloons_at_the_start(seats: int, variant: str, doubloons: list[int]) -> None:
    view = start(seats, variant).view(None)
    assert [seat["doubloons"] for seat in view["seats"]] == doubloons


@pytest.mark.parametrize(
    ("seats", "tiles"),
    [
        (2, ["indigo", "corn"]),
        (3, ["indigo", "indigo", "corn"]),
        (4, ["indigo", "indigo", "corn", "corn"]),
        (5, ["indigo", "indigo", "indigo", "corn", "corn"]),
    ],
)
def test_first_tiles_lie_without_a_worker(seats: int, tiles: list[str]) -> None:
    view = start(seats).view(None)
    assert [seat["tiles"] for seat in view["seats"]] == [
        {kind: {"n": 1, "occupied": 0}} for kind in tiles
    ]


@pytest.mark.parametrize(
    ("seats", "chips", "supply", "ship", "ships", "row", "stack", "quarries"),
    [
        (2, 65, 40, 2, ["4", "6"], 3, 30, 5),
        (3, 75, 55, 3, ["4", "5", "6"], 4, 43, 8),
        (4, 100, 75, 4, ["5", "6", "7"], 5, 41, 8),
        (5, 122, 95, 5, ["6", "7", "8"], 6, 39, 8),
    ],
)
def test_the_common_parts(
    seats: int,
    chips: int,
    supply: int,
    ship: int,
    ships: list[str],
    row: int,
    stack: int,
    quarries: int,
) -> None:
    view = rules.new_match("puerto_rico", seats, seed="x").view(None)
    assert view["chips_left"] == chips
    assert (view["worker_supply"], view["worker_ship"]) == (supply, ship)
    assert view["ships"] == {capacity: {"good": None, "n": 0} for capacity in ships}
    assert (len(view["row"]), view["stack"], view["quarries"]) == (row, stack, quarries)
    assert sum(view["discard"].values()) == 0
    assert view["house"] == []


@pytest.mark.parametrize(
    ("seats", "extra"),
    [(2, ["prospector"]), (3, []), (4, ["prospector"]), (5, ["prospector", "prospector_2"])],
)
def test_roles_by_number_of_seats_without_doubloons(seats: int, extra: list[str]) -> None:
    match = start(seats)
    assert match.legal_moves(0) == [f"pick {role}" for role in ROLES + extra]
    cards = match.view(None)["roles"]
    assert cards == {role: {"doubloons": 0, "taken_by": None} for role in ROLES + extra}


def test_nobody_has_workers_goods_or_chips() -> None:
    match = start(5)
    for board in match.boards:
        assert (board.crew, sum(board.goods), board.chips) == (0, 0, 0)


def test_round_1_starts_with_seat_0_as_governor_picking() -> None:
    match = start(3)
    view = match.view(None)
    assert (view["round"], view["governor"], view["step"]) == (1, 0, "pick")
    assert match.actors == (0,)


@pytest.mark.parametrize(("seats", "size"), [(2, 33), (3, 47), (4, 46), (5, 45)])
def test_the_shuffle_holds_all_plantations_but_the_first_tiles(seats: int, size: int) -> None:
    match = rules.new_match("puerto_rico", seats, seed="x")
    (outcome,) = match.record()["chance"]["plantations"]
    assert len(outcome) == size
    assert "quarry" not in outcome


def test_the_row_is_the_top_of_the_shuffled_stack_and_the_rest_follows_in_order() -> None:
    tiles = ["corn", "coffee", "sugar", "tobacco", "indigo", "sugar", "coffee"]
    match = start(3, row=tiles)
    assert match.view(None)["row"] == tiles[:4]
    match.play(0, "pick settler")
    for seat in range(3):
        match.play(seat, "pass")
    assert match.view(None)["row"][:3] == tiles[4:7]


def test_the_set_up_shuffle_counts_as_revealed_chance() -> None:
    assert start(4).reveals > 0
