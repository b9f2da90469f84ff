"""The components as tables: goods, units, market, contracts, tiles, clans.

Inside the engine, goods, imports and units are small integers. Their words below appear in the
move notation, in events, views and dumps. `maps.py` has the hexes.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

# Goods and units (rules 2.1). Each of the first six units makes the good with its number.
GOODS = ("wool", "milk", "grain", "cheese", "bread", "whisky")
WOOL, MILK, GRAIN, CHEESE, BREAD, WHISKY = range(6)
BASIC = (WOOL, MILK, GRAIN)
PROCESSED = (CHEESE, BREAD, WHISKY)
GOOD_ID = {good: number for number, good in enumerate(GOODS)}

UNITS = (
    "sheep",
    "cow",
    "field",
    "dairy",
    "bakery",
    "distillery",
    "woodcutter",
    "miner",
    "worker",
)
SHEEP, COW, FIELD, DAIRY, BAKERY, DISTILLERY, WOODCUTTER, MINER, WORKER = range(9)
UNIT_ID = {unit: number for number, unit in enumerate(UNITS)}
BUILDINGS = (DAIRY, BAKERY, DISTILLERY)
WORKERS = (WOODCUTTER, MINER, WORKER)
UNIT_COST = (8, 9, 18, 12, 8, 10, 6, 10, 6)
UNIT_COUNT = (4, 4, 4, 4, 4, 4, 4, 4, 0)
MACDONALD_COUNT = (4, 4, 4, 4, 4, 4, 0, 0, 8)
TERRAIN = {"g": "grassland", "f": "forest", "m": "mountain"}
UNIT_LAND = ("g", "g", "g", "g", "g", "g", "f", "m", "fm")
YIELD = (1, 1, 2)  # basic goods per sheep, cow and field

# The market (rules 2.2).
TRACKS = (
    (3, 3, 4, 4, 5, 5, 6, 6, 7, 8),
    (3, 4, 5, 5, 6, 6, 7, 7, 8, 8),
    (3, 3, 4, 5, 6, 6, 7, 7, 8, 8),
    (7, 8, 9, 10, 11, 12, 13, 14, 14, 15),
    (7, 8, 9, 10, 11, 11, 12, 13, 14, 15),
    (8, 9, 10, 11, 12, 13, 13, 14, 15, 16),
)
TOP = 9
START_POSITION = 3
LOW, HIGH = 2, 7  # positions up to LOW are low, from HIGH on high (solo)
NEIGHBOUR_DISCOUNT = (2, 2, 2, 3, 3, 3)
NEIGHBOUR_LIMIT = {1: 3, 2: 4, 3: 3, 4: 3}

# What actions cost and give.
ROUNDS = 5
MERCHANTS = 7
MERCHANTS_AT_START = 2
HIRE_COST = 4
SHIP_COST = 4
MAX_SHIPPING = 5
SHIPPING = ("none", "river", "1 loch", "2 lochs", "3 lochs", "4 lochs")
TECH_COST = 10
BONUS_TECH_COST = 5
TECHS = ("woodcutter", "miner")
INCOME = (4, 6)  # per woodcutter and miner
TECH_EXTRA = 2
WORKER_INCOME = 4
CONTRACT_COST = (-5, 0, 5, 10, 15)
PASS_MONEY = (16, 14, 12, 10)
SMALL_MAP_SEATS = 2  # up to this number of seats the small map is used
SLOTS = {1: 6, 2: 6, 3: 7, 4: 8}
CONTRACTS_AT_START = {1: 5, 2: 6, 3: 7, 4: 8}
DRAWN = 3

# Imports (rules 5.5, 8).
IMPORTS = ("cotton", "tobacco", "sugar")
COTTON, TOBACCO, SUGAR = range(3)
COIN_EVERY = 5
IMPORT_VALUES = (3, 4, 5)
FIXED_IMPORT_VALUE = 4
COMMON_ON_TIES = (SUGAR, TOBACCO, COTTON)  # the more common first


@dataclass(frozen=True, slots=True)
class Contract:
    """An export contract: its price in goods and meat, and its rewards."""

    id: int
    goods: tuple[int, ...]
    beef: int
    mutton: int
    imports: tuple[int, ...]
    hops: int
    money: int
    expand: int
    upgrade: int


def _read_contracts() -> tuple[Contract | None, ...]:
    rows = json.loads((Path(__file__).parent / "contracts.json").read_text(encoding="utf-8"))
    contracts: list[Contract | None] = [None] * (len(rows) + 1)
    for row in rows:
        pay, brings = row["pay"], row.get("import", {})
        contracts[row["id"]] = Contract(
            id=row["id"],
            goods=tuple(pay.get(good, 0) for good in GOODS),
            beef=pay.get("beef", 0),
            mutton=pay.get("mutton", 0),
            imports=tuple(brings.get(kind, 0) for kind in IMPORTS),
            hops=brings.get("hops", 0),
            money=row.get("money", 0),
            expand=row.get("expand", 0),
            upgrade=row.get("upgrade", 0),
        )
    return tuple(contracts)


CONTRACTS: tuple[Contract, ...] = tuple(c for c in _read_contracts() if c is not None)


def contract(number: int) -> Contract:
    """Return the contract tile of a number, 1 to 50.

    >>> contract(17).goods, contract(17).beef
    ((0, 0, 0, 2, 0, 0), 2)
    """
    return CONTRACTS[number - 1]


# Port tiles (rules 2.6) by number; they lie at the CORNERS.
CORNERS = ("a", "b", "c", "d")
PORT_ANIMAL, PORT_BASIC, PORT_PROCESSED, PORT_UPGRADE = 1, 2, 3, 4
PORT_MONEY, PORT_PRICE, PORT_SWAP, PORT_BUILDING, PORT_OTHER = 5, 6, 7, 8, 9
PORTS = {
    1: "one animal less is slaughtered for a contract",
    2: "1 basic good for any 3 basic goods",
    3: "1 processed good for any 3 processed goods",
    4: "a bonus upgrade and 3 glory",
    5: "£10",
    6: "before a trade: its price 1 to 3 steps up or down",
    7: "exchange up to two units on the map, fields excepted",
    8: "£5 and a building bonus",
    9: "£3 for the effect of another port",
}
PORT_GAIN = 3  # the printed rules give only 2 processed goods (ruling 1)
PORT_GLORY = 3
PORT_POUNDS = 10
PORT_STEPS = 3
PORT_SWAPS = 2
PORT_BUILDING_POUNDS = 5
PORT_OTHER_COST = 3

# Scoring tiles (rules 2.7) by number; `scoring.tile_glory` counts them.
SCORING = {
    1: "1 per basic good in stock",
    2: "3 per two processed goods in stock and cellar",
    3: "1 per animal and building, 2 per field",
    4: "2 per worker",
    5: "3 per unit on a border space",
    6: "1 per cotton, tobacco and sugar on fulfilled contracts",
    7: "1 per meat on fulfilled contracts",
    8: "1 per upgrade",
    9: "2 per unit on land of cost 5 or 6",
}

FARM_TILE, WORKER_TILE, BORDER_TILE, DEAR_TILE = 3, 4, 5, 9
TILE_GLORY = {1: 1, 2: 3, 3: 1, 4: 2, 5: 3, 6: 1, 7: 1, 8: 1, 9: 2}  # glory per counted item
FIELD_COUNTS = 2  # how often tile 3 counts a field
DEAR = 5  # tile 9 counts units on land of at least this cost

# Clans (rules 2.8), in the order in which the chance call lists them.
CLANS = (
    "buchanan",
    "campbell",
    "cunningham",
    "fergusson",
    "macdonald",
    "mackenzie",
    "robertson",
    "stewart",
    "macewen",
)
KICKSTARTER_CLAN = "macewen"
ABILITIES = {
    "buchanan": "two export boxes; takes and keeps two contracts for one cost, fulfils two a turn",
    "campbell": "buildings cost £3, £4, £4, £5 less (1st to 4th of a type)",
    "cunningham": "after production: milk for £8 each",
    "fergusson": "three starting workers on border spaces; shipping from the start",
    "macdonald": "eight workers for £6 on forest, mountain, loch and port; fishermen may row",
    "mackenzie": "£3 per whisky produced; a cellar where whisky ages to £7 and £15",
    "robertson": "units on delta spaces cost less",
    "stewart": "five merchants and shipping from the start; £1 before every trade",
    "macewen": "beer from hops: £9 per grain when a contract is fulfilled",
}
CAMPBELL_DISCOUNT = (3, 4, 4, 5)
ROBERTSON_DISCOUNT = {True: 2, False: 3}  # by whether the map is small
FERGUSSON_SHIPPING = {True: 2, False: 3}
MACDONALD_SHIPPING = {True: 1, False: 0}
STEWART_MERCHANTS = 5
STEWART_SHIPPING = 1
STEWART_POUND = 1
MILK_POUNDS = 8
WHISKY_POUNDS = 3
CELLAR = (0, 7, 15)
BEER_POUNDS = 9
MAX_BEER = 3
BUCHANAN_DRAWN = 6


@dataclass(frozen=True, slots=True)
class StartingTile:
    """Money and goods that a seat starts with (rules 2.9)."""

    money: int
    goods: tuple[int, ...]


def _tile(money: int, **goods: int) -> StartingTile:
    return StartingTile(money, tuple(goods.get(good, 0) for good in GOODS))


STARTING_TILES = {
    1: _tile(55, cheese=1),
    2: _tile(55, bread=1),
    3: _tile(55, whisky=1),
    4: _tile(55, grain=2),
    5: _tile(55, milk=2),
    6: _tile(55, wool=3),
    7: _tile(57, wool=1, milk=1),
    8: _tile(56, wool=1, grain=1),
    9: _tile(60, grain=1),
}
NO_CLAN_MONEY = (0, 2, 4, 6)
MAX_BID = 30

# Final scoring (rules 8).
BASIC_POINTS, PROCESSED_POINTS = 1, 2  # for each good in stock
POUNDS_PER_POINT = 10
EXPORT_PLACES = {2: (8, 0), 3: (12, 6, 0), 4: (12, 6, 0, 0)}
SETTLEMENT_PLACES = {2: (12, 0), 3: (18, 12, 6), 4: (18, 12, 6, 0)}
SOLO_EXPORTS = ((7, 12), (6, 8), (5, 4))
SOLO_SETTLEMENTS = ((14, 18), (11, 12), (8, 6))
PRICE_DIE = (-3, -2, -1, 1, 2, 3)
SOLO_GRADES = ((161, "Genius"), (146, "Expert"), (131, "Average"), (116, "Rookie"), (0, "Newbie"))
