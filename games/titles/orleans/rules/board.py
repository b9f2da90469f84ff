"""What one seat owns: its board with slots, market, bag, goods, tracks, stations and coins.

Each slot of all places has its own number; a board stores them in one flat bytearray. Equal slots
of a place (the two farmers of the cheese factory) form one *group*. Moves name groups.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Annotated, Any, NamedTuple, Self

from games.rules.fields import SHARED, UNSTORED, MatchPart, fields
from games.rules.reasons import gettext_noop as _

from .components import (
    ANY,
    BARRACKS,
    BOARD_IDS,
    BOATMAN,
    CRAFTSMAN,
    FARMER,
    HERB_GARDEN,
    KNIGHT,
    KNIGHT_DRAWS,
    MARKET_SIZE,
    MONK,
    NEUTRAL,
    PLACES,
    SCHOLAR,
    SCHOOL,
    SLOT_TYPES,
    START_COINS,
    START_STATIONS,
    THEATER,
    TILES,
    TOWER,
    TOWER_SPACES,
    TOWN_HALL,
    TRADER,
    TYPE_OF,
)
from .rule_reason import OptionalReason, RuleReason
from .town_map import ORLEANS

EMPTY = 0
TECHNOLOGY = len(TILES) + 1  # a slot contains EMPTY, a tile + 1, or this


class Group(NamedTuple):
    """The slots of one type on one place."""

    place: int
    type: int
    slots: tuple[int, ...]


def _number_slots() -> tuple[list[slice], list[Group], list[int]]:
    spans: list[slice] = []
    groups: list[Group] = []
    types: list[int] = []
    for place, printed in enumerate(PLACES):
        first = len(types)
        types.extend(printed.slots)
        spans.append(slice(first, len(types)))
        for kind in dict.fromkeys(printed.slots):
            slots = tuple(first + i for i, slot in enumerate(printed.slots) if slot == kind)
            groups.append(Group(place, kind, slots))
    return spans, groups, types


SPAN, GROUPS, SLOT_TYPE = _number_slots()
SLOT_COUNT = len(SLOT_TYPE)
BOARD_SLOTS = SPAN[len(BOARD_IDS)].start  # slots of the board come before those of place tiles
GROUP_OF = {
    (PLACES[group.place].key, SLOT_TYPES[group.type]): number for number, group in enumerate(GROUPS)
}
PLACE_GROUPS = tuple(
    tuple(number for number, group in enumerate(GROUPS) if group.place == place)
    for place in range(len(PLACES))
)

# Which tile fits which group (rules 5.4)

PASSIVE = {SCHOOL: 1, HERB_GARDEN: 2, BARRACKS: 4}
SUBSTITUTES = {
    SCHOOL: ((SCHOLAR,), (FARMER, BOATMAN, CRAFTSMAN, TRADER, KNIGHT)),
    HERB_GARDEN: ((BOATMAN,), (CRAFTSMAN, TRADER, FARMER)),
    BARRACKS: ((SCHOLAR, CRAFTSMAN, TRADER, FARMER, BOATMAN), (KNIGHT,)),
}
NEUTRAL_ONLY = (TOWN_HALL, TOWER)

TAKES_NEUTRAL = _("%(tile)s cannot go to %(place)s: it takes neutral followers only")
TAKES_MONKS = _("%(tile)s does not fit the %(slot)s slot of %(place)s: it takes monks only")
TAKES_ITS_TYPE = _(
    "%(tile)s does not fit the %(slot)s slot of %(place)s: it takes exactly a %(slot)s"
)
TAKES_SUBSTITUTES = _(
    "%(tile)s does not fit the %(slot)s slot of %(place)s: it takes a %(slot)s, a "
    "monk or an allowed substitute"
)


@functools.cache
def _misfit_reason(message: str, tile: int, group: int) -> RuleReason:
    place, slot, _slots = GROUPS[group]
    params = {"tile": TILES[tile], "place": PLACES[place].key, "slot": SLOT_TYPES[slot]}
    return RuleReason("5.4", "does_not_fit", message, **params)


def misfit_reason(tile: int, group: int, passive: int = 0) -> OptionalReason:
    """Return why a tile may not stand on a group's slots, or None if it may.

    Args:
        tile: The follower tile.
        group: The group of slots.
        passive: The bits (`PASSIVE`) of the owned place tiles that allow substitutes.
    """
    place, slot, _slots = GROUPS[group]
    kind = TYPE_OF[tile]
    if place in NEUTRAL_ONLY:
        return None if tile >= NEUTRAL else _misfit_reason(TAKES_NEUTRAL, tile, group)
    if slot in (ANY, kind):
        return None
    if slot == MONK:
        return _misfit_reason(TAKES_MONKS, tile, group)
    if place == THEATER:
        return _misfit_reason(TAKES_ITS_TYPE, tile, group)
    if kind == MONK or any(
        passive & bit and kind in SUBSTITUTES[owner][0] and slot in SUBSTITUTES[owner][1]
        for owner, bit in PASSIVE.items()
    ):
        return None
    return _misfit_reason(TAKES_SUBSTITUTES, tile, group)


def is_fitting(tile: int, group: int, passive: int = 0) -> bool:
    """Return whether a tile may stand on a group's slots."""
    return misfit_reason(tile, group, passive) is None


FITS = tuple(
    tuple(
        tuple(is_fitting(tile, group, passive) for group in range(len(GROUPS)))
        for tile in range(len(TILES))
    )
    for passive in range(8)
)  # passive bits -> tile -> group

VisibleState = tuple[bytes, bytes, int, int]  # market, slots, `held_first`, `held_later`


@fields
class Board(MatchPart):
    """What one seat owns.

    Lists and bytearrays hold counts by number (see `components`). Sets of towns, coin spaces and
    places are bits of an int.

    Attributes:
        places: own places: the ten of the board, then place tiles in order of acquisition.
        owned: the same places as bits.
        passive: those of them that allow substitutes, as bits (`PASSIVE`).
        rights: draws and recalls left in the followers phase.
        finished: whether the seat is done with the followers or planning phase.
        threatened: whether the seat owes `shield` or `suffer`.
        due: harvest items that the seat still owes; debt: coins that it must pay by torture.
        leveled: points of bread, stations, citizens and harbor as last published.
        seen: market, slots and held technology tiles as other seats see them during planning.
        codes: legal placements in the planning phase, if known.
        listed: the legal moves, if known.
    """

    coins: int
    bread: int
    development: int
    held_first: int
    held_later: int
    merchant: int
    stations: int
    road_stations: int
    stock: int
    citizens: int
    coin_spaces: int
    rights: int
    due: int
    debt: int
    passed: bool
    finished: bool
    threatened: bool
    goods: list[int]
    tracks: list[int]
    market: bytearray
    bag: bytearray
    slots: bytearray
    leveled: tuple[int, int, int, int]
    seen: Annotated[VisibleState | None, UNSTORED]
    codes: Annotated[list[int] | None, SHARED, UNSTORED]
    listed: Annotated[list[str] | None, SHARED, UNSTORED]
    places: Annotated[tuple[int, ...], UNSTORED]
    owned: Annotated[int, UNSTORED]
    passive: Annotated[int, UNSTORED]

    def __init__(self) -> None:
        self.coins = START_COINS
        self.bread = 0
        self.development = 0
        self.held_first = 0
        self.held_later = 0
        self.merchant = ORLEANS
        self.stations = 0
        self.road_stations = 0
        self.stock = START_STATIONS
        self.citizens = 0
        self.coin_spaces = 0
        self.rights = 0
        self.due = 0
        self.debt = 0
        self.passed = False
        self.finished = False
        self.threatened = False
        self.goods = [0] * 5
        self.tracks = [0] * 6
        self.market = bytearray(len(TILES))
        self.market[:NEUTRAL] = b"\1" * NEUTRAL
        self.bag = bytearray(len(TILES))
        self.slots = bytearray(SLOT_COUNT)
        self.leveled = (0, 0, 0, 0)
        self.seen = None
        self.codes = None
        self.listed = None
        self._set_places(BOARD_IDS)

    def _set_places(self, places: tuple[int, ...]) -> None:
        self.places = places
        self.owned = sum(1 << place for place in places)
        self.passive = sum(bit for place, bit in PASSIVE.items() if place in places)

    def add_place(self, place: int) -> None:
        self._set_places((*self.places, place))

    def drop_place(self, place: int) -> None:
        self._set_places(tuple(other for other in self.places if other != place))

    def owns(self, place: int) -> bool:
        return bool(self.owned >> place & 1)

    @property
    def tiles(self) -> tuple[int, ...]:
        """Own place tiles, in order of acquisition."""
        return self.places[len(BOARD_IDS) :]

    @property
    def station_count(self) -> int:
        """The number of stations on the map and on the country road."""
        return self.stations.bit_count() + self.road_stations

    @property
    def market_size(self) -> int:
        return MARKET_SIZE + TOWER_SPACES * (self.owned >> TOWER & 1)

    @property
    def overflow(self) -> int:
        """The number of tiles that may still go on the tower in this planning phase (rules 5.4).

        At most as many go there as the market held above its own spaces when the phase began.
        """
        if self.seen is None or not self.owns(TOWER):
            return 0
        return max(0, sum(self.seen[0]) - MARKET_SIZE - len(self.tiles_on(TOWER)))

    @property
    def room(self) -> int:
        """The number of free spaces of the market."""
        return max(0, self.market_size - sum(self.market))

    @property
    def draws(self) -> int:
        """The rights that the seat gets in a followers phase."""
        return KNIGHT_DRAWS[self.tracks[KNIGHT]]

    @property
    def food(self) -> int:
        return sum(self.goods[:3]) + self.bread

    def free_slot(self, group: int) -> int:
        """The first free slot of a group, or -1."""
        slots = self.slots
        for slot in GROUPS[group].slots:
            if not slots[slot]:
                return slot
        return -1

    @property
    def own_slots(self) -> bytearray:
        """The slots that can hold something: only those of the board if there are no tiles."""
        return self.slots if len(self.places) > len(BOARD_IDS) else self.slots[:BOARD_SLOTS]

    def tiles_on(self, place: int) -> list[int]:
        """The follower tiles on a place, in the order of its slots."""
        return [content - 1 for content in self.slots[SPAN[place]] if 0 < content < TECHNOLOGY]

    def has_technology(self, place: int) -> bool:
        return TECHNOLOGY in self.slots[SPAN[place]]

    @property
    def technologies(self) -> list[int]:
        """Own places that have a technology tile."""
        if TECHNOLOGY not in self.slots:
            return []
        return [place for place in self.places if self.has_technology(place)]

    def clear(self, place: int, to: bytearray) -> list[int]:
        """Move the follower tiles of a place to the bag or market `to`; technology stays."""
        span = SPAN[place]
        slots = self.slots
        moved = []
        for slot in range(span.start, span.stop):
            content = slots[slot]
            if 0 < content < TECHNOLOGY:
                slots[slot] = EMPTY
                to[content - 1] += 1
                moved.append(content - 1)
        return moved

    def dump(self) -> dict[str, Any]:
        data = self.dump_fields()
        data["tiles"] = list(self.tiles)
        if self.seen is not None:
            market, slots, first, later = self.seen
            data["seen"] = [list(market), list(slots), first, later]
        return data

    @classmethod
    def load(cls, data: Mapping[str, Any]) -> Self:
        board = cls()
        board.load_fields(data)
        board._set_places((*BOARD_IDS, *data["tiles"]))
        if "seen" in data:
            market, slots, first, later = data["seen"]
            board.seen = (bytes(market), bytes(slots), first, later)
        return board
