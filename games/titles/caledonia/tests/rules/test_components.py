"""The tables against the rules sheet (sections 2.1, 2.2, 2.5 to 2.9)."""

from __future__ import annotations

import random

import pytest

import games.rules as rules

from ...rules import components as parts
from .positions import fresh_table, unit_totals


def test_there_are_fifty_contracts_numbered_from_one() -> None:
    assert [tile.id for tile in parts.CONTRACTS] == list(range(1, 51))


def test_contracts_ask_for_the_totals_of_the_sheet() -> None:
    goods = {
        good: sum(tile.goods[number] for tile in parts.CONTRACTS)
        for number, good in enumerate(parts.GOODS)
    }
    assert goods == {"wool": 40, "milk": 0, "grain": 0, "cheese": 33, "bread": 35, "whisky": 34}
    assert sum(tile.beef for tile in parts.CONTRACTS) == 18
    assert sum(tile.mutton for tile in parts.CONTRACTS) == 18


def test_contracts_bring_the_totals_of_the_sheet() -> None:
    imports = [sum(tile.imports[kind] for tile in parts.CONTRACTS) for kind in range(3)]
    assert imports == [53, 49, 45]
    assert sum(tile.hops for tile in parts.CONTRACTS) == 111
    assert sum(tile.money for tile in parts.CONTRACTS) == 174
    assert sum(tile.expand for tile in parts.CONTRACTS) == 13
    assert sum(tile.upgrade for tile in parts.CONTRACTS) == 12


@pytest.mark.parametrize(
    ("unit", "count", "cost", "land"),
    [
        ("sheep", 4, 8, "g"),
        ("cow", 4, 9, "g"),
        ("field", 4, 18, "g"),
        ("dairy", 4, 12, "g"),
        ("bakery", 4, 8, "g"),
        ("distillery", 4, 10, "g"),
        ("woodcutter", 4, 6, "f"),
        ("miner", 4, 10, "m"),
    ],
)
def test_units_have_their_number_cost_and_terrain(
    unit: str, count: int, cost: int, land: str
) -> None:
    number = parts.UNIT_ID[unit]
    assert parts.UNIT_COUNT[number] == count
    assert parts.UNIT_COST[number] == cost
    assert parts.UNIT_LAND[number] == land


def test_macdonald_has_eight_workers_for_6_in_place_of_woodcutters_and_miners() -> None:
    counts = dict(zip(parts.UNITS, parts.MACDONALD_COUNT, strict=True))
    assert (counts["worker"], counts["woodcutter"], counts["miner"]) == (8, 0, 0)
    assert parts.UNIT_COST[parts.WORKER] == 6
    assert parts.WORKER_INCOME == 4


@pytest.mark.parametrize(
    ("good", "track"),
    [
        ("wool", [3, 3, 4, 4, 5, 5, 6, 6, 7, 8]),
        ("milk", [3, 4, 5, 5, 6, 6, 7, 7, 8, 8]),
        ("grain", [3, 3, 4, 5, 6, 6, 7, 7, 8, 8]),
        ("cheese", [7, 8, 9, 10, 11, 12, 13, 14, 14, 15]),
        ("bread", [7, 8, 9, 10, 11, 11, 12, 13, 14, 15]),
        ("whisky", [8, 9, 10, 11, 12, 13, 13, 14, 15, 16]),
    ],
)
def test_price_tracks_are_those_of_the_sheet(good: str, track: list[int]) -> None:
    assert list(parts.TRACKS[parts.GOOD_ID[good]]) == track


def test_start_prices_are_4_5_5_10_10_11() -> None:
    assert [track[parts.START_POSITION] for track in parts.TRACKS] == [4, 5, 5, 10, 10, 11]


def test_starting_tiles_hold_55_to_60_pounds_and_their_goods() -> None:
    expected = {
        1: (55, {"cheese": 1}),
        2: (55, {"bread": 1}),
        3: (55, {"whisky": 1}),
        4: (55, {"grain": 2}),
        5: (55, {"milk": 2}),
        6: (55, {"wool": 3}),
        7: (57, {"wool": 1, "milk": 1}),
        8: (56, {"wool": 1, "grain": 1}),
        9: (60, {"grain": 1}),
    }
    for number, (money, goods) in expected.items():
        tile = parts.STARTING_TILES[number]
        assert tile.money == money
        stock = zip(parts.GOODS, tile.goods, strict=True)
        assert {good: count for good, count in stock if count} == goods


def test_there_are_nine_clans_ports_and_scoring_tiles() -> None:
    assert len(parts.CLANS) == len(parts.PORTS) == len(parts.SCORING) == 9
    assert parts.CLANS[-1] == parts.KICKSTARTER_CLAN == "macewen"
    assert set(parts.ABILITIES) == set(parts.CLANS)


@pytest.mark.parametrize(("seats", "slots", "shown"), [(1, 6, 5), (2, 6, 6), (3, 7, 7), (4, 8, 8)])
def test_contracts_on_display_by_player_count(seats: int, slots: int, shown: int) -> None:
    table = fresh_table(seats)
    assert len(table.match.slots) == slots
    assert sum(map(bool, table.match.slots)) == shown
    assert len(table.match.pile) == 50 - shown


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_units_merchants_and_contracts_are_conserved(seats: int) -> None:
    """Random play that likes contracts, so that animals, boxes and the pile are all used."""
    rng = random.Random(seats)
    for game in range(6):
        match = rules.new_match("caledonia", seats, {"kickstarter": "on"}, seed=f"kept {game}")
        removed = 0
        while match.actors:
            seat = rng.choice(match.actors)
            listed = match.legal_moves(seat)
            liked = [m for m in listed if m.split(" ")[0] in ("fulfil", "take", "draw", "keep")]
            events = match.play(seat, rng.choice(liked or listed))
            removed += sum(event.kind == "removed" for event in events)
            assert_conserved(match, removed)


def assert_conserved(match: rules.Match, removed: int) -> None:
    numbers = [number for number in match.slots if number]  # type: ignore[attr-defined]
    numbers += match.pile  # type: ignore[attr-defined]
    for player, units in zip(match.players, unit_totals(match), strict=True):  # type: ignore
        numbers += player.boxes
        numbers += player.fulfilled
        on_market = sum(map(abs, player.areas))
        assert player.merchants + player.hirable + on_market == parts.MERCHANTS
        assert player.money >= 0
        assert min(player.goods) >= 0
        workers = (8, 0, 0) if player.clan == "macdonald" else (0, 4, 4)
        assert (units["worker"], units["woodcutter"], units["miner"]) == workers
        assert all(units[unit] == 4 for unit in parts.UNITS[:6])
        masks = [mask for mask in player.by_unit if mask]
        assert sum(masks) == player.units
    for frame in match.frames:  # type: ignore[attr-defined]
        if hasattr(frame, "tiles"):
            numbers += frame.tiles
        elif hasattr(frame, "beef"):
            numbers.append(frame.contract)
    assert len(set(numbers)) == len(numbers) == 50 - removed
    spaces = [player.units for player in match.players]  # type: ignore[attr-defined]
    assert sum(spaces) == match.occupied  # type: ignore[attr-defined]
