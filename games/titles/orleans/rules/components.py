"""The components: followers, goods, places, deeds, tracks and hourglass tiles (rules 2).

Inside the rules each of them is a small number: a tile is its index in `TILES`, a good in `GOODS`,
a place in `PLACES`, a slot type in `SLOT_TYPES`. Moves and events use the words.
"""

from __future__ import annotations

from typing import NamedTuple

ROUNDS = 18
LAST_SPACE = 30
START_COINS = 5
START_STATIONS = 10
MARKET_SIZE = 8
TOWER_SPACES = 2
HARVEST_FINE = 5

# followers (rules 2.1)

TYPES = ("farmer", "boatman", "craftsman", "trader", "knight", "scholar", "monk")
FARMER, BOATMAN, CRAFTSMAN, TRADER, KNIGHT, SCHOLAR, MONK = range(7)
OWN_TILES = ("own_farmer", "own_boatman", "own_craftsman", "own_trader")
NEUTRAL = len(OWN_TILES)  # the first neutral tile; NEUTRAL + type is the neutral tile of a type
TILES = OWN_TILES + TYPES
TILE_ID = {word: tile for tile, word in enumerate(TILES)}
TYPE_OF = (0, 1, 2, 3, 0, 1, 2, 3, 4, 5, 6)
MONK_TILE = NEUTRAL + MONK

FOLLOWER_SUPPLY = {
    2: (12, 6, 6, 6, 8, 8, 8),
    3: (14, 8, 8, 8, 11, 11, 11),
    4: (16, 10, 10, 10, 14, 14, 14),
    5: (18, 12, 12, 12, 17, 17, 17),
}
TECHNOLOGY_SUPPLY = {2: 16, 3: 16, 4: 16, 5: 20}

# goods (rules 2.2)

GOODS = ("grain", "cheese", "wine", "wool", "brocade")
GRAIN, CHEESE, WINE, WOOL, BROCADE = range(5)
BREAD = 5  # follows the goods in lists where moves may name bread as a good
GOOD_ID = {word: good for good, word in enumerate((*GOODS, "bread"))}
GOOD_WORDS = (*GOODS, "bread")
GOOD_COUNTS = (24, 21, 18, 15, 12)
GOOD_POINTS = (1, 2, 3, 4, 5)
FOOD = (GRAIN, CHEESE, WINE)
GOODS_REMOVED = {2: 12, 3: 6, 4: 0, 5: 0}

# places (rules 2.3 and 2.6)

SLOT_TYPES = (*TYPES, "any")
ANY = 7


class Place(NamedTuple):
    """A place of the board (level 0) or a place tile.

    `kind` is board, action, passive, event, tower or final. `set` is 0 for the base game.
    """

    key: str
    name: str
    slots: tuple[int, ...]
    level: int = 0
    number: int = 0
    set: int = 0
    kind: str = "board"


def _slots(words: str) -> tuple[int, ...]:
    return tuple(SLOT_TYPES.index(word) for word in words.split())


def _board(key: str, slots: str) -> Place:
    return Place(key, key.replace("_", " ").title(), _slots(slots))


def _tile(level: int, number: int, key: str, slots: str = "", kind: str = "", of: int = 0) -> Place:
    name = "Town House" if key == "townhouse" else key.replace("_", " ").title()
    chosen = kind or ("action" if slots else "passive")
    return Place(key, name, _slots(slots), level, number, of, chosen)


BOARD_PLACES = (
    _board("farm_house", "boatman craftsman"),
    _board("village", "farmer boatman craftsman"),
    _board("university", "farmer craftsman trader"),
    _board("castle", "farmer boatman trader"),
    _board("monastery", "trader scholar"),
    _board("ship", "farmer boatman knight"),
    _board("wagon", "farmer trader knight"),
    _board("guildhall", "farmer craftsman knight"),
    _board("scriptorium", "knight scholar"),
    _board("town_hall", "any any"),
)
PLACE_TILES = (
    _tile(1, 1, "sacristy", "monk", kind="event"),
    _tile(1, 2, "bathhouse", "craftsman"),
    _tile(1, 3, "wool_manufacturer", "boatman trader"),
    _tile(1, 4, "cheese_factory", "farmer farmer"),
    _tile(1, 5, "tailor_shop", "trader scholar"),
    _tile(1, 6, "shipping_line", "boatman"),
    _tile(1, 7, "hospital", "boatman scholar"),
    _tile(1, 8, "library", "knight scholar"),
    _tile(1, 9, "winery", "farmer trader"),
    _tile(1, 10, "herb_garden"),
    _tile(1, 11, "windmill", "craftsman craftsman"),
    _tile(1, 12, "brewery", "monk"),
    _tile(1, 13, "hayrick", "farmer"),
    _tile(1, 14, "barracks", of=2),
    _tile(1, 15, "harbor", kind="final", of=3),
    _tile(1, 16, "country_road", "craftsman trader", of=5),
    _tile(2, 1, "pharmacy", "any"),
    _tile(2, 2, "school"),
    _tile(2, 3, "office", "scholar scholar"),
    _tile(2, 4, "horse_wagon", "knight trader"),
    _tile(2, 5, "laboratory", "craftsman scholar"),
    _tile(2, 6, "cellar", "monk scholar"),
    _tile(2, 7, "gunpowder_tower", "any any", kind="tower"),
    _tile(2, 8, "bakery", "farmer craftsman", of=1),
    _tile(2, 9, "goldsmith", "craftsman trader", of=1),
    _tile(2, 10, "hideout", "boatman knight", of=1),
    _tile(2, 11, "courthouse", "knight", of=2),
    _tile(2, 12, "theater", " ".join(TYPES), of=2),
    _tile(2, 13, "quarry", "craftsman knight", of=3),
    _tile(2, 14, "workshop", "craftsman", of=3),
    _tile(2, 15, "townhouse", "monk monk", of=4),
    _tile(2, 16, "sluice", of=4),
    _tile(2, 17, "observatory", "scholar scholar trader", of=4),
    _tile(2, 18, "ballroom", "trader trader", of=5),
    _tile(2, 19, "church", "monk", of=5),
)
PLACES = BOARD_PLACES + PLACE_TILES
PLACE_KEYS = tuple(place.key for place in PLACES)
PLACE_ID = {place.key: number for number, place in enumerate(PLACES)}
BOARD_IDS = tuple(range(len(BOARD_PLACES)))

FARM_HOUSE, VILLAGE, UNIVERSITY, CASTLE, MONASTERY = range(5)
SHIP, WAGON, GUILDHALL, SCRIPTORIUM, TOWN_HALL = range(5, 10)
SACRISTY = PLACE_ID["sacristy"]
BATHHOUSE = PLACE_ID["bathhouse"]
HERB_GARDEN = PLACE_ID["herb_garden"]
BARRACKS = PLACE_ID["barracks"]
HARBOR = PLACE_ID["harbor"]
COUNTRY_ROAD = PLACE_ID["country_road"]
SCHOOL = PLACE_ID["school"]
TOWER = PLACE_ID["gunpowder_tower"]
BAKERY = PLACE_ID["bakery"]
THEATER = PLACE_ID["theater"]
SLUICE = PLACE_ID["sluice"]
CHURCH = PLACE_ID["church"]
ONE_TILE_PLACES = (TOWN_HALL, THEATER, TOWER)  # ready with one tile (rules 5.5.1), no technology
ROAD_STATIONS = 4  # spaces for stations on the country road

# What places give and cost (rules 5.5.4, 6)
PLACE_COINS = {"windmill": 2, "brewery": 2, "cellar": 4}
PLACE_DEVELOPMENT = {"scriptorium": 1, "shipping_line": 1, "library": 2, "windmill": 1}
COURTHOUSE_PRICE = WORKSHOP_PRICE = 1
CENSUS_COINS = 1

# deeds (rules 2.5)


class BeneficialDeed(NamedTuple):
    key: str
    name: str
    coins: int
    slots: tuple[int, ...]


DEEDS = (
    BeneficialDeed(
        "city_wall",
        "Building the City Wall",
        1,
        _slots("knight " * 3 + "trader " + "farmer " * 3 + "craftsman " * 3),
    ),
    BeneficialDeed("papal_conclave", "Papal Conclave", 3, _slots("knight monk monk")),
    BeneficialDeed(
        "defeating_plague",
        "Defeating the Plague",
        2,
        _slots("scholar scholar boatman farmer trader"),
    ),
    BeneficialDeed("astronomy", "Astronomy", 1, _slots("scholar scholar trader")),
    BeneficialDeed(
        "boatmen_guild",
        "Founding the Boatmen's Guild",
        1,
        _slots("boatman boatman boatman scholar"),
    ),
    BeneficialDeed(
        "cathedral",
        "Building the Cathedral",
        2,
        _slots("craftsman craftsman monk monk trader trader"),
    ),
    BeneficialDeed("peace_treaty", "Peace Treaty", 2, _slots("monk scholar knight knight")),
    BeneficialDeed(
        "canalisation",
        "Canalisation",
        1,
        _slots("boatman " * 3 + "trader " * 2 + "farmer " * 3 + "craftsman " * 2),
    ),
)
DEED_ID = {deed.key: number for number, deed in enumerate(DEEDS)}
CANALISATION = DEED_ID["canalisation"]

# tracks (rules 2.4): entry k - 1 is the bonus of position k

TRACKS = TYPES[:6]
TRACK_ID = {word: track for track, word in enumerate(TRACKS)}
TRACK_LAST = (8, 5, 5, 5, 5, 5)
FARMER_GOODS = (GRAIN, GRAIN, CHEESE, CHEESE, WINE, WINE, WOOL, BROCADE)
BOATMAN_COINS = (2, 3, 4, 5, 0)
BOATMAN_CITIZEN = 5
KNIGHT_DRAWS = (4, 5, 6, 7, 7, 8)
KNIGHT_CITIZEN = 4
SCHOLAR_DEVELOPMENT = (2, 3, 4, 5, 6)

DEVELOPMENT_COINS = {7: 3, 12: 4, 25: 5}
DEVELOPMENT_CITIZENS = (3, 18, 28)
LEVEL_FROM = ((0, 1), (4, 2), (9, 3), (15, 4), (22, 5), (30, 6))
LEVEL = tuple(
    max(level for space, level in LEVEL_FROM if space <= at) for at in range(LAST_SPACE + 1)
)

# Citizens: one bit each, set while nobody has taken the citizen (rules 2.5)

CITIZENS = (
    *(deed.key for deed in DEEDS),
    *(f"development:{space}" for space in DEVELOPMENT_CITIZENS),
    "knight",
    "boatman",
    "stations",
)
CITIZEN_BIT = {word: 1 << bit for bit, word in enumerate(CITIZENS)}
SPACE_CITIZEN = {space: CITIZEN_BIT[f"development:{space}"] for space in DEVELOPMENT_CITIZENS}
KNIGHT_CITIZEN_BIT = CITIZEN_BIT["knight"]
BOATMAN_CITIZEN_BIT = CITIZEN_BIT["boatman"]
STATIONS_CITIZEN_BIT = CITIZEN_BIT["stations"]
COIN_SPACE_BIT = {space: 1 << bit for bit, space in enumerate(DEVELOPMENT_COINS)}

# the hourglass (rules 2.8 and 5.6)

EVENTS = ("pilgrimage", "plague", "taxes", "trading_day", "income", "harvest")
PILGRIMAGE, PLAGUE, TAXES, TRADING_DAY, INCOME, HARVEST = EVENTS
FIRST_EVENT = PILGRIMAGE
PILES = {"a": EVENTS[1:], "b": EVENTS, "c": EVENTS}
EVENT_VALUES = {
    TAXES: {"a": 1, "b": 2, "c": 3},
    TRADING_DAY: {"a": 3, "b": 2, "c": 1},
    INCOME: {"a": 3, "b": 2, "c": 1},
    HARVEST: {"a": 1, "b": 2, "c": 3},
}
LETTERS = ("a",) * 6 + ("b",) * 6 + ("c",) * 6  # of rounds 1 to 18
PILE_ROUNDS = {"a": (1, 6), "b": (6, 12), "c": (12, 18)}  # slice of the deck that a pile fills


def event_value(event: str, round_: int) -> int:
    """Return the number printed on this round's tile; 0 if the event has none.

    >>> event_value("taxes", 7)
    2
    """
    return EVENT_VALUES.get(event, {}).get(LETTERS[round_ - 1], 0)
