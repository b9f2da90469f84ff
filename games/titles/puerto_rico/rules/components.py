"""The contents of the box: goods, tiles, roles, buildings, and numbers that depend on the seats.

Goods, tiles and buildings are small integers in the rules. A *slot* is a place for workers: slots 0
to 5 are the kinds of tiles (the first five have the numbers of the goods), the others are the
buildings in the order of the display.
"""

from __future__ import annotations

from dataclasses import dataclass

GOODS = ("corn", "indigo", "sugar", "tobacco", "coffee")
TILES = (*GOODS, "quarry")
CORN, INDIGO, SUGAR, TOBACCO, COFFEE, QUARRY = range(6)
PRICES = (0, 1, 2, 3, 4)

ROLES = (
    "mayor",
    "craftsman",
    "trader",
    "settler",
    "builder",
    "captain",
    "prospector",
    "prospector_2",
)
MAYOR, CRAFTSMAN, TRADER, SETTLER, BUILDER, CAPTAIN, PROSPECTOR, PROSPECTOR_2 = range(8)

HOUSE_SPACES = 4
ISLAND_SPACES = 12
CITY_SPACES = 12
FACTORY_INCOME = (0, 0, 1, 2, 3, 5)
MARKET_INCOME = {"small_market": 1, "large_market": 2}  # extra doubloons for a sale
WAREHOUSE_KINDS = {"small_warehouse": 1, "large_warehouse": 2}  # kinds of goods stored whole
CUSTOMS_CHIPS = 4  # chips per point of the customs house
RESIDENCE_MIN_POINTS, RESIDENCE_FREE_TILES = (
    4,
    5,
)  # a point for each tile beyond the free ones, but at least the minimum
FORTRESS_WORKERS = 3  # workers per point of the fortress


@dataclass(frozen=True, slots=True)
class Building:
    """A kind of building: its printed cost, its copies with 3 to 5 seats."""

    key: str
    kind: str  # "production", "violet" or "large"
    cost: int
    column: int  # also the printed points, and the greatest discount by quarries
    circles: int = 1
    copies: int = 2
    good: str | None = None

    @property
    def spaces(self) -> int:
        return 2 if self.kind == "large" else 1


BUILDINGS = (
    Building("small_indigo_plant", "production", 1, 1, 1, 4, "indigo"),
    Building("small_sugar_mill", "production", 2, 1, 1, 4, "sugar"),
    Building("small_market", "violet", 1, 1),
    Building("hacienda", "violet", 2, 1),
    Building("construction_hut", "violet", 2, 1),
    Building("small_warehouse", "violet", 3, 1),
    Building("indigo_plant", "production", 3, 2, 3, 3, "indigo"),
    Building("sugar_mill", "production", 4, 2, 3, 3, "sugar"),
    Building("hospice", "violet", 4, 2),
    Building("office", "violet", 5, 2),
    Building("large_market", "violet", 5, 2),
    Building("large_warehouse", "violet", 6, 2),
    Building("tobacco_storage", "production", 5, 3, 3, 3, "tobacco"),
    Building("coffee_roaster", "production", 6, 3, 2, 3, "coffee"),
    Building("factory", "violet", 7, 3),
    Building("university", "violet", 8, 3),
    Building("harbor", "violet", 8, 3),
    Building("wharf", "violet", 9, 3),
    Building("guild_hall", "large", 10, 4, copies=1),
    Building("customs_house", "large", 10, 4, copies=1),
    Building("residence", "large", 10, 4, copies=1),
    Building("city_hall", "large", 10, 4, copies=1),
    Building("fortress", "large", 10, 4, copies=1),
)

SLOTS = (*TILES, *(building.key for building in BUILDINGS))
SLOT_OF = {key: slot for slot, key in enumerate(SLOTS)}
ROLE_OF = {key: role for role, key in enumerate(ROLES)}
FIRST_BUILDING = len(TILES)
BUILDING_SLOTS = range(FIRST_BUILDING, len(SLOTS))

SMALL_MARKET = SLOT_OF["small_market"]
HACIENDA = SLOT_OF["hacienda"]
CONSTRUCTION_HUT = SLOT_OF["construction_hut"]
SMALL_WAREHOUSE = SLOT_OF["small_warehouse"]
HOSPICE = SLOT_OF["hospice"]
OFFICE = SLOT_OF["office"]
LARGE_MARKET = SLOT_OF["large_market"]
LARGE_WAREHOUSE = SLOT_OF["large_warehouse"]
FACTORY = SLOT_OF["factory"]
UNIVERSITY = SLOT_OF["university"]
HARBOR = SLOT_OF["harbor"]
WHARF = SLOT_OF["wharf"]
GUILD_HALL = SLOT_OF["guild_hall"]
CUSTOMS_HOUSE = SLOT_OF["customs_house"]
RESIDENCE = SLOT_OF["residence"]
CITY_HALL = SLOT_OF["city_hall"]
FORTRESS = SLOT_OF["fortress"]

# facts about buildings by slot; 0 for tiles where the fact does not apply
CIRCLES = (*(1 for _ in TILES), *(building.circles for building in BUILDINGS))
COLUMN = (*(0 for _ in TILES), *(building.column for building in BUILDINGS))
SPACES = (*(0 for _ in TILES), *(building.spaces for building in BUILDINGS))

# good -> its production buildings (the small one first); corn needs none
PRODUCTION_BUILDINGS = {
    good: tuple(building.key for building in BUILDINGS if building.good == good) for good in GOODS
}
PRODUCERS = tuple(tuple(SLOT_OF[key] for key in keys) for keys in PRODUCTION_BUILDINGS.values())
LARGE = tuple(SLOT_OF[building.key] for building in BUILDINGS if building.kind == "large")
VIOLET = tuple(SLOT_OF[building.key] for building in BUILDINGS if building.kind != "production")
GUILD_POINTS = {
    SLOT_OF[building.key]: 1 if building.circles == 1 else 2
    for building in BUILDINGS
    if building.kind == "production"
}


@dataclass(frozen=True, slots=True)
class Setup:
    """The numbers for one number of seats (rules 4)."""

    doubloons: int
    first_tiles: tuple[int, ...]
    chips: int
    worker_supply: int
    worker_ship: int
    ships: tuple[int, ...]  # capacities, ascending
    roles: tuple[int, ...]
    picks: int  # per seat and round
    quarries: int
    goods: tuple[int, ...]
    tiles: tuple[int, ...]  # plantation tiles by good, including the starting tiles
    copies: tuple[int, ...]  # buildings by slot

    @property
    def row(self) -> int:
        """Number of face-up tiles in the row of plantations."""
        return len(self.first_tiles) + 1


ALL_COPIES = (*(0 for _ in TILES), *(building.copies for building in BUILDINGS))
PAIR_COPIES = (
    *(0 for _ in TILES),
    *(2 if building.kind == "production" else 1 for building in BUILDINGS),
)
BASE_ROLES = (MAYOR, CRAFTSMAN, TRADER, SETTLER, BUILDER, CAPTAIN)
BARRELS = (10, 11, 11, 9, 9)
PLANTATIONS = (10, 12, 11, 9, 8)

SETUPS = {
    2: Setup(
        doubloons=3,
        first_tiles=(INDIGO, CORN),
        chips=65,
        worker_supply=40,
        worker_ship=2,
        ships=(4, 6),
        roles=(*BASE_ROLES, PROSPECTOR),
        picks=3,
        quarries=5,
        goods=(8, 9, 9, 7, 7),
        tiles=(7, 9, 8, 6, 5),
        copies=PAIR_COPIES,
    ),
    3: Setup(
        doubloons=2,
        first_tiles=(INDIGO, INDIGO, CORN),
        chips=75,
        worker_supply=55,
        worker_ship=3,
        ships=(4, 5, 6),
        roles=BASE_ROLES,
        picks=1,
        quarries=8,
        goods=BARRELS,
        tiles=PLANTATIONS,
        copies=ALL_COPIES,
    ),
    4: Setup(
        doubloons=3,
        first_tiles=(INDIGO, INDIGO, CORN, CORN),
        chips=100,
        worker_supply=75,
        worker_ship=4,
        ships=(5, 6, 7),
        roles=(*BASE_ROLES, PROSPECTOR),
        picks=1,
        quarries=8,
        goods=BARRELS,
        tiles=PLANTATIONS,
        copies=ALL_COPIES,
    ),
    5: Setup(
        doubloons=4,
        first_tiles=(INDIGO, INDIGO, INDIGO, CORN, CORN),
        chips=122,
        worker_supply=95,
        worker_ship=5,
        ships=(6, 7, 8),
        roles=(*BASE_ROLES, PROSPECTOR, PROSPECTOR_2),
        picks=1,
        quarries=8,
        goods=BARRELS,
        tiles=PLANTATIONS,
        copies=ALL_COPIES,
    ),
}


@dataclass(frozen=True)
class Variant:
    """What the option `variant` changes (rules 3)."""

    corn_handicap: int  # doubloons less for a seat whose first tile is corn
    costs: tuple[int, ...]  # by slot

    def price(self, slot: int, quarries: int, builder: bool) -> int:
        """The price of a building in doubloons, with this many occupied quarries (rules 5.8).

        >>> VARIANTS["classic"].price(SLOT_OF["tobacco_storage"], quarries=4, builder=True)
        1
        """
        return max(0, self.costs[slot] - min(quarries, COLUMN[slot]) - builder)


def _costs(**changed: int) -> tuple[int, ...]:
    return (
        *(0 for _ in TILES),
        *(changed.get(building.key, building.cost) for building in BUILDINGS),
    )


VARIANTS = {
    "balanced": Variant(1, _costs(factory=8, university=7)),
    "classic": Variant(0, _costs()),
}
