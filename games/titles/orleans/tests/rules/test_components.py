"""What is in the box: counts and values of sections 2 and 3."""

from __future__ import annotations

from collections import Counter

import pytest

from ...rules import GAME, town_map
from ...rules import components as box


def slots(key: str) -> list[str]:
    return [box.SLOT_TYPES[slot] for slot in box.PLACES[box.PLACE_ID[key]].slots]


@pytest.mark.parametrize(("seats", "total"), [(2, 54), (3, 71), (4, 88), (5, 105)])
def test_neutral_followers_by_players(seats: int, total: int) -> None:
    assert sum(box.FOLLOWER_SUPPLY[seats]) == total


def test_five_players_have_125_followers_with_their_own() -> None:
    assert sum(box.FOLLOWER_SUPPLY[5]) + 5 * len(box.OWN_TILES) == 125


def test_each_player_less_takes_two_or_three_of_a_type_away() -> None:
    for seats, (common, rare) in {4: (2, 3), 3: (4, 6), 2: (6, 9)}.items():
        missing = [
            all_ - some
            for all_, some in zip(box.FOLLOWER_SUPPLY[5], box.FOLLOWER_SUPPLY[seats], strict=True)
        ]
        assert missing == [common] * 4 + [rare] * 3


def test_ninety_goods_with_their_points() -> None:
    assert dict(zip(box.GOODS, box.GOOD_COUNTS, strict=True)) == {
        "grain": 24,
        "cheese": 21,
        "wine": 18,
        "wool": 15,
        "brocade": 12,
    }
    assert sum(box.GOOD_COUNTS) == 90
    assert box.GOOD_POINTS == (1, 2, 3, 4, 5)
    assert [box.GOODS[good] for good in box.FOOD] == ["grain", "cheese", "wine"]


def test_board_places_and_their_slots() -> None:
    assert {place.key: slots(place.key) for place in box.BOARD_PLACES} == {
        "farm_house": ["boatman", "craftsman"],
        "village": ["farmer", "boatman", "craftsman"],
        "university": ["farmer", "craftsman", "trader"],
        "castle": ["farmer", "boatman", "trader"],
        "monastery": ["trader", "scholar"],
        "ship": ["farmer", "boatman", "knight"],
        "wagon": ["farmer", "trader", "knight"],
        "guildhall": ["farmer", "craftsman", "knight"],
        "scriptorium": ["knight", "scholar"],
        "town_hall": ["any", "any"],
    }


def test_thirty_five_place_tiles() -> None:
    assert len(box.PLACE_TILES) == 35
    assert Counter(tile.level for tile in box.PLACE_TILES) == {1: 16, 2: 19}
    base = [tile for tile in box.PLACE_TILES if not tile.set]
    assert Counter(tile.level for tile in base) == {1: 13, 2: 7}
    for level in (1, 2):
        numbers = [tile.number for tile in box.PLACE_TILES if tile.level == level]
        assert numbers == list(range(1, len(numbers) + 1))


def test_the_five_sets() -> None:
    sets = {
        number: {tile.key for tile in box.PLACE_TILES if tile.set == number}
        for number in range(1, 6)
    }
    assert sets == {
        1: {"bakery", "goldsmith", "hideout"},
        2: {"barracks", "courthouse", "theater"},
        3: {"harbor", "quarry", "workshop"},
        4: {"townhouse", "sluice", "observatory"},
        5: {"country_road", "ballroom", "church"},
    }


def test_slots_of_the_place_tiles() -> None:
    printed = {tile.key: " ".join(slots(tile.key)) for tile in box.PLACE_TILES}
    assert printed == {
        "sacristy": "monk",
        "bathhouse": "craftsman",
        "wool_manufacturer": "boatman trader",
        "cheese_factory": "farmer farmer",
        "tailor_shop": "trader scholar",
        "shipping_line": "boatman",
        "hospital": "boatman scholar",
        "library": "knight scholar",
        "winery": "farmer trader",
        "herb_garden": "",
        "windmill": "craftsman craftsman",
        "brewery": "monk",
        "hayrick": "farmer",
        "barracks": "",
        "harbor": "",
        "country_road": "craftsman trader",
        "pharmacy": "any",
        "school": "",
        "office": "scholar scholar",
        "horse_wagon": "knight trader",
        "laboratory": "craftsman scholar",
        "cellar": "monk scholar",
        "gunpowder_tower": "any any",
        "bakery": "farmer craftsman",
        "goldsmith": "craftsman trader",
        "hideout": "boatman knight",
        "courthouse": "knight",
        "theater": "farmer boatman craftsman trader knight scholar monk",
        "quarry": "craftsman knight",
        "workshop": "craftsman",
        "townhouse": "monk monk",
        "sluice": "",
        "observatory": "scholar scholar trader",
        "ballroom": "trader trader",
        "church": "monk",
    }


def test_kinds_of_place_tile() -> None:
    kinds = Counter(tile.kind for tile in box.PLACE_TILES)
    assert kinds == {"action": 28, "passive": 4, "event": 1, "tower": 1, "final": 1}


def test_tracks() -> None:
    assert dict(zip(box.TRACKS, box.TRACK_LAST, strict=True)) == {
        "farmer": 8,
        "boatman": 5,
        "craftsman": 5,
        "trader": 5,
        "knight": 5,
        "scholar": 5,
    }
    goods = [box.GOODS[good] for good in box.FARMER_GOODS]
    assert goods == ["grain", "grain", "cheese", "cheese", "wine", "wine", "wool", "brocade"]
    assert box.BOATMAN_COINS == (2, 3, 4, 5, 0)
    assert box.KNIGHT_DRAWS == (4, 5, 6, 7, 7, 8)
    assert box.SCHOLAR_DEVELOPMENT == (2, 3, 4, 5, 6)


def test_development_track() -> None:
    assert box.DEVELOPMENT_COINS == {7: 3, 12: 4, 25: 5}
    assert box.DEVELOPMENT_CITIZENS == (3, 18, 28)
    assert len(box.LEVEL) == 31
    changes = [at for at in range(1, 31) if box.LEVEL[at] != box.LEVEL[at - 1]]
    assert changes == [4, 9, 15, 22, 30]
    assert (box.LEVEL[0], box.LEVEL[29], box.LEVEL[30]) == (1, 5, 6)


def test_deeds() -> None:
    facts = {
        deed.key: (deed.coins, Counter(box.SLOT_TYPES[slot] for slot in deed.slots))
        for deed in box.DEEDS
    }
    assert facts == {
        "city_wall": (1, {"knight": 3, "trader": 1, "farmer": 3, "craftsman": 3}),
        "papal_conclave": (3, {"knight": 1, "monk": 2}),
        "defeating_plague": (2, {"scholar": 2, "boatman": 1, "farmer": 1, "trader": 1}),
        "astronomy": (1, {"scholar": 2, "trader": 1}),
        "boatmen_guild": (1, {"boatman": 3, "scholar": 1}),
        "cathedral": (2, {"craftsman": 2, "monk": 2, "trader": 2}),
        "peace_treaty": (2, {"monk": 1, "scholar": 1, "knight": 2}),
        "canalisation": (1, {"boatman": 3, "trader": 2, "farmer": 3, "craftsman": 2}),
    }


def test_fourteen_citizens() -> None:
    assert len(box.CITIZENS) == 14


def test_hourglass() -> None:
    assert [len(box.PILES[letter]) for letter in "abc"] == [5, 6, 6]
    events = Counter([box.FIRST_EVENT, *box.PILES["a"], *box.PILES["b"], *box.PILES["c"]])
    assert set(events.values()) == {3}
    assert len(events) == 6
    values = {event: [box.EVENT_VALUES[event][x] for x in "abc"] for event in box.EVENT_VALUES}
    assert values == {
        "taxes": [1, 2, 3],
        "trading_day": [3, 2, 1],
        "income": [3, 2, 1],
        "harvest": [1, 2, 3],
    }


def test_map_counts() -> None:
    assert len(town_map.TOWNS) == 23
    assert Counter(edge.kind for edge in town_map.EDGES) == {"road": 29, "waterway": 14}
    assert [edge.id for edge in town_map.EDGES] == [f"e{number:02}" for number in range(1, 44)]


@pytest.mark.parametrize(("seats", "spaces"), [(2, 43), (3, 48), (4, 52), (5, 52)])
def test_goods_spaces_by_players(seats: int, spaces: int) -> None:
    assert sum(mark <= seats for edge in town_map.EDGES for mark in edge.spaces) == spaces


def test_only_chinon_and_chatellerault_have_a_road_and_a_waterway() -> None:
    pairs = Counter(frozenset(edge.towns) for edge in town_map.EDGES)
    double = [pair for pair, count in pairs.items() if count > 1]
    both = frozenset((town_map.TOWN_ID["chinon"], town_map.TOWN_ID["chatellerault"]))
    assert double == [both]


def test_spaces_that_need_more_players() -> None:
    def pairs(mark: int) -> set[tuple[str, str]]:
        return {
            (town_map.TOWN_KEYS[edge.towns[0]], town_map.TOWN_KEYS[edge.towns[1]])
            for edge in town_map.EDGES
            if mark in edge.spaces
        }

    assert pairs(4) == {
        ("chartres", "le_mans"),
        ("etampes", "montargis"),
        ("chatellerault", "argenton"),
        ("saint_amand", "nevers"),
    }
    assert pairs(3) == {
        ("le_mans", "tours"),
        ("orleans", "vierzon"),
        ("orleans", "briare"),
        ("briare", "sancerre"),
        ("chinon", "le_blanc"),
    }


def test_every_town_is_reached() -> None:
    assert all(far < 20 for row in town_map.DISTANCE for far in row)
    orleans = town_map.DISTANCE[town_map.ORLEANS]
    assert orleans[town_map.TOWN_ID["orleans"]] == 0
    assert orleans[town_map.TOWN_ID["blois"]] == 1
    assert orleans[town_map.TOWN_ID["tours"]] == 2


def test_declared_options() -> None:
    assert list(GAME.seats) == [2, 3, 4, 5]
    declared = {option.key: (option.choices, option.default) for option in GAME.options}
    switch = ("on", "off")
    assert declared == {
        "simultaneous_followers": (switch, "on"),
        **{f"set_{number}": (switch, "off") for number in range(1, 6)},
        "places": (("basic", "all"), "basic"),
    }
