"""The components: resources, cards, costs, wagons, goods, event cards and their numbers.

Resources, cards and goods are small ints inside the rules and words outside (in moves, events,
views and chance outcomes).
"""

from __future__ import annotations

from typing import Final

# Rules 2.3: the order of all lists. Gold is no resource, but seats trade it like one.
BRICK, LUMBER, WOOL, GRAIN, ORE, GOLD = range(6)
RESOURCES: Final = ("brick", "lumber", "wool", "grain", "ore")
WARES: Final = (*RESOURCES, "gold")
WARE_INDEX: Final = {word: index for index, word in enumerate(WARES)}
BANK_EACH: Final = 19
GOLD_TOTAL: Final = 100
GOLD_START: Final = 5

# rules 2.3
TERRAIN_RESOURCE: Final = {
    "hills": BRICK,
    "forest": LUMBER,
    "pasture": WOOL,
    "fields": GRAIN,
    "mountains": ORE,
}
TERRAIN: Final = {
    "base": {"hills": 3, "forest": 4, "pasture": 4, "fields": 4, "mountains": 3, "desert": 1},
    "traders": {"hills": 3, "forest": 4, "pasture": 3, "fields": 3, "mountains": 3},
}
NUMBER_TOKENS: Final = (5, 2, 6, 3, 8, 10, 9, 12, 11, 4, 8, 10, 9, 4, 5, 6, 3, 11)
REROLLED_SUMS: Final = (2, 12)  # in traders these tokens are left out and these throws repeated
ANY: Final = 5  # a 3:1 harbour; the 2:1 harbours have the index of their resource
HARBOUR_TYPES: Final = ("any",) * 4 + RESOURCES
HARBOUR_INDEX: Final = {**{word: index for index, word in enumerate(RESOURCES)}, "any": ANY}

# rules 2.4
KNIGHT, ROAD_BUILDING, PLENTY, MONOPOLY, SWIFT = range(5)
CARDS: Final = (
    "knight",
    "road_building",
    "plenty",
    "monopoly",
    "swift",
    "vp",
    "toolmaking",
    "quarrying",
    "glassmaking",
)
CARD_INDEX: Final = {word: index for index, word in enumerate(CARDS)}
FIRST_POINT_CARD: Final = CARD_INDEX["vp"]
NO_CARDS: Final = (0,) * len(CARDS)
DEVELOPMENT: Final = {
    "base": {"knight": 14, "road_building": 2, "plenty": 2, "monopoly": 2, "vp": 5},
    "traders": {
        "knight": 16,
        "road_building": 3,
        "swift": 3,
        "toolmaking": 1,
        "quarrying": 1,
        "glassmaking": 1,
    },
}

# rules 2.5: (resource, how many)
Cost = tuple[tuple[int, int], ...]
ROAD_COST: Final[Cost] = ((BRICK, 1), (LUMBER, 1))
SETTLEMENT_COST: Final[Cost] = ((BRICK, 1), (LUMBER, 1), (WOOL, 1), (GRAIN, 1))
CITY_COST: Final[Cost] = ((GRAIN, 2), (ORE, 3))
CARD_COST: Final[Cost] = ((WOOL, 1), (GRAIN, 1), (ORE, 1))
ROADS_EACH: Final = 15
SETTLEMENTS_EACH: Final = 5
CITIES_EACH: Final = 4

# rules 2.6, by level (index 0 is not used)
MOVEMENT: Final = (0, 4, 5, 6, 7, 7)
DELIVERY_GOLD: Final = (0, 1, 2, 3, 4, 5)
DRIVE_OFF_FACES: Final[tuple[tuple[int, ...], ...]] = (
    (),
    (),
    (6,),
    (5, 6),
    (4, 5, 6),
    (3, 4, 5, 6),
)
UPGRADE_COST: Final[tuple[Cost, ...]] = (
    (),
    (),
    ((LUMBER, 1), (WOOL, 1), (ORE, 1)),
    ((LUMBER, 1), (WOOL, 1), (ORE, 1)),
    ((LUMBER, 2), (WOOL, 1), (ORE, 1)),
    ((LUMBER, 2), (WOOL, 1), (ORE, 1)),
)
TOP_LEVEL: Final = 5

# rules 2.7
GOALS: Final = ("castle", "quarry", "glassworks")
GOODS: Final = ("glass", "marble", "tools", "sand")
GOOD_INDEX: Final = {word: index for index, word in enumerate(GOODS)}
DESTINATION: Final = (0, 0, 1, 2)  # by good, the goal that accepts it
STACKS: Final = (
    {"tools": 6, "sand": 6},
    {"marble": 6, "sand": 6},
    {"glass": 6, "tools": 6},
)

# rules 2.8
EVENT_NUMBERS: Final = {
    "plentiful_year": (2,),
    "conflict": (3,),
    "robber_flees": (4, 4),
    "tournament": (5,),
    "trade_advantage": (5,),
    "epidemic": (6, 8),
    "earthquake": (6,),
    "good_neighbours": (6,),
    "robber_attacks": (7,) * 6,
    "calm_seas": (9, 12),
    "neighbourly_assistance": (10, 11),
    "prosperity": (3, 4, 5, 5, 6, 6, 8, 8, 8, 8, 9, 9, 9, 10, 10, 11),
}
EVENT_CARDS: Final = tuple(
    f"{event}:{number}" for event, numbers in EVENT_NUMBERS.items() for number in numbers
)
EVENTS_BEFORE_NEW_YEAR: Final = 31

# rules 5.12
NEUTRALS: Final = ("n1", "n2")
NEUTRAL_SITES: Final = ("0,-8", "0,8")
TOKENS_TOTAL: Final = 20
TOKENS_START: Final = 5

# rules 3, 5.1, 5.5, 5.6, 5.7, 5.11
TARGET: Final = {"base": 10, "traders": 13}
LAST_ROUND: Final = 100
ARMY_AT_LEAST: Final = 3
ROAD_AT_LEAST: Final = 5
HARBOUR_POINTS_AT_LEAST: Final = 3
SPECIAL_CARD_POINTS: Final = 2
SEVEN: Final = 7  # the number that moves the robber or a barbarian
HAND_LIMIT: Final = 7
PROTECTED_UP_TO: Final = {"base": 2, "traders": 3}  # points, by the friendly robber
RATES: Final = {"bank": 4, "any": 3, "kind": 2}  # cards for one: no harbour, 3:1, 2:1 harbour
FREE_ROADS: Final = 2  # of the card road_building
TOLL: Final = 1
OFFERS_PER_TURN: Final = 4
PURCHASES_PER_TURN: Final = 2
PURCHASE_PRICE: Final = 2


# Prebuilt values of `actors` for a single seat
SINGLE_SEATS: Final = ((0,), (1,), (2,), (3,))


def pips(number: int) -> int:
    """Return how many of 36 throws give a number: the dots on its token, which 7 has not.

    >>> pips(6), pips(11), pips(0)
    (5, 2, 0)
    """
    return 6 - abs(7 - number) if number else 0
