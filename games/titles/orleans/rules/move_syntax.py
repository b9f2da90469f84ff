"""The words of moves: their values, and the refusals of unknown words.

Of places and slots, only those of the seat are known.
"""

from __future__ import annotations

from collections.abc import Collection

from games.rules.reasons import UserInput
from games.rules.reasons import gettext_noop as _

from .board import GROUP_OF, GROUPS
from .components import (
    DEED_ID,
    GOOD_ID,
    GOOD_WORDS,
    GOODS,
    PLACE_ID,
    PLACE_KEYS,
    PLACES,
    SLOT_TYPES,
    TILE_ID,
    TILES,
)
from .move_query import AttemptedMove, WordReader
from .rule_reason import OptionalReason, RuleReason
from .shared_reasons import list_or_nothing, not_owned_reason
from .town_map import KINDS, TOWN_ID, TOWN_KEYS

# A tile on slots of a group has the code: tile × number of groups + group
WIDTH = len(GROUPS)
SLOT_TEXTS = tuple(f"{PLACE_KEYS[group.place]} {SLOT_TYPES[group.type]}" for group in GROUPS)
TILE_ON_SLOT_TEXTS = tuple(f"{tile} {spot}" for tile in TILES for spot in SLOT_TEXTS)


def no_tile_reason(given: UserInput) -> RuleReason:
    message = _("there is no follower %(given)s; followers: %(known)s")
    return RuleReason("2.1", "no_such_follower", message, given=given, known=TILES)


def no_town_reason(given: UserInput) -> RuleReason:
    message = _("there is no town %(given)s; towns: %(known)s")
    return RuleReason("2.7", "no_such_town", message, given=given, known=TOWN_KEYS)


def no_good_reason(given: UserInput, known: tuple[str, ...] = GOODS) -> RuleReason:
    message = _("there is no good %(given)s; goods: %(known)s")
    return RuleReason("2.2", "no_such_good", message, given=given, known=known)


def no_good_or_bread_reason(given: UserInput) -> RuleReason:
    return no_good_reason(given, GOOD_WORDS)


def no_deed_reason(given: UserInput) -> RuleReason:
    message = _("there is no deed %(given)s; deeds: %(known)s")
    return RuleReason("2.5", "no_such_deed", message, given=given, known=tuple(DEED_ID))


def no_way_kind_reason(given: UserInput) -> RuleReason:
    message = _("%(given)s is neither a road nor a waterway")
    return RuleReason("2.7", "no_such_way", message, given=given)


NO_GOOD = len(GOODS)  # the value of "none", after the goods

TILE = WordReader(TILE_ID, no_tile_reason)
TOWN = WordReader(TOWN_ID, no_town_reason)
GOOD = WordReader({good: GOOD_ID[good] for good in GOODS}, no_good_reason)
LYING_GOOD_WORDS = (*GOODS, "none")
LYING_GOOD_READER = WordReader(
    {word: good for good, word in enumerate(LYING_GOOD_WORDS)}, no_good_reason
)
OWN_GOOD = WordReader({word: good for good, word in enumerate(GOOD_WORDS)}, no_good_or_bread_reason)
DEED = WordReader(DEED_ID, no_deed_reason)
WAY_KIND = WordReader({kind: number for number, kind in enumerate(KINDS)}, no_way_kind_reason)


def other_seat_reader(seats: int) -> WordReader:
    def no_such_seat(given: UserInput) -> RuleReason:
        message = _("there is no seat %(given)s: seats are 0 to %(last)s")
        return RuleReason("2.6", "no_such_seat", message, given=given, last=seats - 1)

    return WordReader({str(seat): seat for seat in range(seats)}, no_such_seat)


class PlaceTileReader:
    """Reads a place tile; the refusal of an unknown name lists the possible ones."""

    def read(self, tried: AttemptedMove, options: Collection[int]) -> int | OptionalReason:
        word = tried.take()
        if word is None:
            return None
        if word in PLACE_ID and PLACES[PLACE_ID[word]].level:
            return PLACE_ID[word]
        message = _("there is no place tile %(given)s here; place tiles: %(known)s")
        known = list_or_nothing(PLACE_KEYS[place] for place in options)
        return RuleReason("2.6", "no_such_tile", message, given=UserInput(word), known=known)


class OwnPlaceReader:
    """Reads a place that the seat owns."""

    def read(self, tried: AttemptedMove, options: Collection[int]) -> int | OptionalReason:
        word = tried.take()
        if word is None:
            return None
        if word not in PLACE_ID:
            message = _("there is no place %(given)s; yours: %(known)s")
            known = tuple(PLACE_KEYS[place] for place in tried.board.places)
            return RuleReason("2.3", "no_such_place", message, given=UserInput(word), known=known)
        return not_owned_reason(tried.board, PLACE_ID[word]) or PLACE_ID[word]


class SlotReader(OwnPlaceReader):
    """Reads a place of the seat and a type of slot on it; returns the group of these slots."""

    def read(self, tried: AttemptedMove, options: Collection[int]) -> int | OptionalReason:
        place = super().read(tried, options)
        if not isinstance(place, int):
            return place
        key, slots = PLACE_KEYS[place], PLACES[place].slots
        if not slots:
            message = _("%(place)s has no slots: it works without followers")
            return RuleReason("2.6", "no_slots", message, place=key)
        word = tried.take()
        if word is None or (key, word) in GROUP_OF:
            return None if word is None else GROUP_OF[key, word]
        message = _("%(place)s has no slot %(given)s; its slots: %(slots)s")
        found = tuple(SLOT_TYPES[slot] for slot in slots)
        section = "2.6" if PLACES[place].level else "2.3"
        return RuleReason(
            section, "no_such_slot", message, place=key, given=UserInput(word), slots=found
        )


class PlacedFollowerReader(SlotReader):
    """Reads a follower and a slot for it; returns their code (see `WIDTH`)."""

    def read(self, tried: AttemptedMove, options: Collection[int]) -> int | OptionalReason:
        tile = TILE.read(tried, options)
        if not isinstance(tile, int):
            return tile
        group = super().read(tried, options)
        return tile * WIDTH + group if isinstance(group, int) else group


PLACE_TILE_READER, OWN_PLACE_READER, SLOT_READER, STANDING_READER = (
    PlaceTileReader(),
    OwnPlaceReader(),
    SlotReader(),
    PlacedFollowerReader(),
)
