"""The box: counts of goods, tiles, buildings, workers and chips."""

from __future__ import annotations

import pytest

import games.rules as rules

from ...rules.components import (
    BUILDING_SLOTS,
    BUILDINGS,
    CIRCLES,
    COLUMN,
    FACTORY_INCOME,
    GUILD_POINTS,
    PRODUCERS,
    SETUPS,
    SLOT_OF,
    SLOTS,
    VARIANTS,
    VIOLET,
)
from .positions import start

# key: classic cost, column, circles, copies with 3-5 seats, copies with 2
DISPLAY = {
    "small_indigo_plant": (1, 1, 1, 4, 2),
    "small_sugar_mill": (2, 1, 1, 4, 2),
    "small_market": (1, 1, 1, 2, 1),
    "hacienda": (2, 1, 1, 2, 1),
    "construction_hut": (2, 1, 1, 2, 1),
    "small_warehouse": (3, 1, 1, 2, 1),
    "indigo_plant": (3, 2, 3, 3, 2),
    "sugar_mill": (4, 2, 3, 3, 2),
    "hospice": (4, 2, 1, 2, 1),
    "office": (5, 2, 1, 2, 1),
    "large_market": (5, 2, 1, 2, 1),
    "large_warehouse": (6, 2, 1, 2, 1),
    "tobacco_storage": (5, 3, 3, 3, 2),
    "coffee_roaster": (6, 3, 2, 3, 2),
    "factory": (7, 3, 1, 2, 1),
    "university": (8, 3, 1, 2, 1),
    "harbor": (8, 3, 1, 2, 1),
    "wharf": (9, 3, 1, 2, 1),
    "guild_hall": (10, 4, 1, 1, 1),
    "customs_house": (10, 4, 1, 1, 1),
    "residence": (10, 4, 1, 1, 1),
    "city_hall": (10, 4, 1, 1, 1),
    "fortress": (10, 4, 1, 1, 1),
}


def test_every_building_of_the_display_with_its_numbers() -> None:
    found = {
        building.key: (
            VARIANTS["classic"].costs[SLOT_OF[building.key]],
            COLUMN[SLOT_OF[building.key]],
            CIRCLES[SLOT_OF[building.key]],
            SETUPS[4].copies[SLOT_OF[building.key]],
            SETUPS[2].copies[SLOT_OF[building.key]],
        )
        for building in BUILDINGS
    }
    assert found == DISPLAY
    assert list(found) == list(DISPLAY)


def test_49_building_tiles_and_29_with_two_seats() -> None:
    assert [sum(SETUPS[seats].copies) for seats in (2, 3, 4, 5)] == [29, 49, 49, 49]


def test_large_buildings_take_two_spaces_the_others_one() -> None:
    two = {building.key for building in BUILDINGS if building.spaces == 2}
    assert two == {"guild_hall", "customs_house", "residence", "city_hall", "fortress"}
    assert all(building.spaces in (1, 2) for building in BUILDINGS)


def test_production_buildings_by_good() -> None:
    assert [[SLOTS[slot] for slot in slots] for slots in PRODUCERS] == [
        [],
        ["small_indigo_plant", "indigo_plant"],
        ["small_sugar_mill", "sugar_mill"],
        ["tobacco_storage"],
        ["coffee_roaster"],
    ]


def test_every_building_but_production_is_violet() -> None:
    assert {*VIOLET, *GUILD_POINTS} == set(BUILDING_SLOTS)
    assert len(VIOLET) == 17


@pytest.mark.parametrize(
    ("seats", "goods", "tiles", "quarries"),
    [
        (2, (8, 9, 9, 7, 7), (7, 9, 8, 6, 5), 5),
        (3, (10, 11, 11, 9, 9), (10, 12, 11, 9, 8), 8),
        (4, (10, 11, 11, 9, 9), (10, 12, 11, 9, 8), 8),
        (5, (10, 11, 11, 9, 9), (10, 12, 11, 9, 8), 8),
    ],
)
def test_barrels_tiles_and_quarries(
    seats: int, goods: tuple[int, ...], tiles: tuple[int, ...], quarries: int
) -> None:
    setup = SETUPS[seats]
    assert (setup.goods, setup.tiles, setup.quarries) == (goods, tiles, quarries)


def test_factory_pays_for_the_number_of_kinds() -> None:
    assert FACTORY_INCOME == (0, 0, 1, 2, 3, 5)


def test_balanced_changes_the_cost_of_factory_and_university_only() -> None:
    balanced, classic = VARIANTS["balanced"].costs, VARIANTS["classic"].costs
    changed = {
        SLOTS[slot]: (classic[slot], balanced[slot])
        for slot in BUILDING_SLOTS
        if balanced[slot] != classic[slot]
    }
    assert changed == {"factory": (7, 8), "university": (8, 7)}


def test_the_default_variant_is_balanced() -> None:
    assert rules.new_match("puerto_rico", 3, seed="x").options == {"variant": "balanced"}


@pytest.mark.parametrize("options", [{"variant": "old"}, {"Variant": "classic"}])
def test_an_unknown_option_or_choice_is_refused(options: dict[str, str]) -> None:
    with pytest.raises(rules.OptionError):
        rules.new_match("puerto_rico", 3, options)


@pytest.mark.parametrize("seats", [1, 6])
def test_other_numbers_of_seats_are_refused(seats: int) -> None:
    with pytest.raises(rules.OptionError):
        rules.new_match("puerto_rico", seats)


def test_seats_get_the_numbers_of_the_view() -> None:
    match = start(4)
    view = match.view(None)
    assert view["display"] == {key: numbers[3] for key, numbers in DISPLAY.items()}
    assert view["costs"]["factory"] == 8
