"""Refusals that several rules share: not owned, nothing left, no room, too expensive."""

from __future__ import annotations

import functools
from collections.abc import Iterable

from games.rules.reasons import Reason
from games.rules.reasons import gettext_noop as _

from .board import GROUPS, Board
from .components import (
    BREAD,
    GOOD_WORDS,
    GOODS,
    LAST_SPACE,
    PLACE_KEYS,
    PLACES,
    SLOT_TYPES,
    TILES,
    TYPES,
)
from .rule_reason import OptionalReason, RuleReason
from .state import State

NOTHING = Reason("nothing", _("nothing"))


def list_or_nothing(words: Iterable[str]) -> tuple[str, ...] | Reason:
    """The words, or the reason "nothing" if there are none."""
    return tuple(words) or NOTHING


# What a seat owns


def not_owned_reason(board: Board, place: int) -> OptionalReason:
    if board.owns(place):
        return None
    tiles = list_or_nothing(PLACE_KEYS[tile] for tile in board.tiles)
    message = _("you do not own %(place)s; your place tiles: %(tiles)s")
    return RuleReason("2.6", "not_owned", message, place=PLACE_KEYS[place], tiles=tiles)


def owned_goods(board: Board) -> list[int]:
    """The kinds of good that a seat has; bread is last."""
    found = [good for good, count in enumerate(board.goods) if count]
    return [*found, BREAD] if board.bread else found


def not_own_good_reason(section: str, board: Board, good: int) -> RuleReason:
    stock = zip(GOOD_WORDS, (*board.goods, board.bread), strict=True)
    owned = list_or_nothing(word for word, count in stock if count)
    message = _("you have no %(good)s; what you have: %(owned)s")
    return RuleReason(section, "no_good", message, good=GOOD_WORDS[good], owned=owned)


def no_follower_on_reason(section: str, board: Board, place: int, tile: int) -> RuleReason:
    lying = list_or_nothing(TILES[other] for other in board.tiles_on(place))
    message = _("there is no %(tile)s on %(place)s; there: %(lying)s")
    key = PLACE_KEYS[place]
    return RuleReason(section, "no_follower", message, tile=TILES[tile], place=key, lying=lying)


NO_STATION_LEFT = RuleReason("5.5.1", "no_station", _("no station is left in your supply"))
NO_STATION_BUILT = RuleReason("2.6", "no_station", _("you have built no station"))
BAG_EMPTY = RuleReason("5.3", "bag_empty", _("your bag is empty"))
NO_BATH = RuleReason("5.5.4", "bag_empty", BAG_EMPTY.message)
LAST_DEVELOPMENT = RuleReason(
    "5.5.1",
    "track_full",
    _("your development marker is on the last space, %(last)s"),
    last=LAST_SPACE,
)


def no_station_left_reason(state: State, seat: int) -> OptionalReason:
    return None if state.boards[seat].stock else NO_STATION_LEFT


def no_station_built_reason(state: State, seat: int) -> OptionalReason:
    return None if state.boards[seat].station_count else NO_STATION_BUILT


def no_space_reason(state: State, seat: int) -> OptionalReason:
    """Why development cannot advance: its marker is on the last space."""
    return None if state.boards[seat].development < LAST_SPACE else LAST_DEVELOPMENT


def no_draw_reason(state: State, seat: int) -> OptionalReason:
    return None if any(state.boards[seat].bag) else NO_BATH


def too_dear_reason(section: str, purse: int, price: int, what: str | Reason) -> OptionalReason:
    return None if purse >= price else dear_reason(section, purse, price, what)


@functools.lru_cache(maxsize=256)
def dear_reason(section: str, purse: int, price: int, what: str | Reason) -> RuleReason:
    message = _("not enough coins for %(what)s: it costs %(price)s, you have %(money)s")
    return RuleReason(section, "too_dear", message, what=what, price=price, money=purse)


# The supply and the slots


def _used_up_reason(what: str) -> RuleReason:
    return RuleReason("5.5.1", "used_up", _("no %(what)s is left in the supply"), what=what)


FOLLOWER_USED_UP = tuple(map(_used_up_reason, TYPES))
GOOD_USED_UP = tuple(map(_used_up_reason, GOODS))
TECHNOLOGY_USED_UP = RuleReason("5.5.1", "used_up", _("no technology tile is left in the supply"))


def no_follower_reason(state: State, kind: int) -> OptionalReason:
    return None if state.followers[kind] else FOLLOWER_USED_UP[kind]


def no_good_left_reason(state: State, good: int) -> OptionalReason:
    return None if state.goods[good] else GOOD_USED_UP[good]


def no_technology_left_reason(state: State) -> OptionalReason:
    return None if state.technology else TECHNOLOGY_USED_UP


def slots_taken_reason(section: str, slot: int, where: str, count: int) -> RuleReason:
    message = _("no free %(slot)s slot on %(where)s: %(count)s of %(count)s taken")
    return RuleReason(
        section, "slot_taken", message, slot=SLOT_TYPES[slot], where=where, count=count
    )


@functools.cache
def all_taken_reason(section: str, group: int) -> RuleReason:
    """Why a tile cannot go to this group: none of its slots is free."""
    place, slot, slots = GROUPS[group]
    return slots_taken_reason(section, slot, PLACES[place].key, len(slots))
