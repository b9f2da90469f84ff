"""Gains: followers, track steps with their bonuses, development and citizens (rules 2.4)."""

from __future__ import annotations

import functools

from games.rules.reasons import gettext_noop as _

from .components import (
    BOATMAN,
    BOATMAN_CITIZEN,
    BOATMAN_CITIZEN_BIT,
    BOATMAN_COINS,
    CITIZENS,
    COIN_SPACE_BIT,
    CRAFTSMAN,
    DEVELOPMENT_COINS,
    FARMER,
    FARMER_GOODS,
    GOODS,
    GRAIN,
    KNIGHT,
    KNIGHT_CITIZEN,
    KNIGHT_CITIZEN_BIT,
    LAST_SPACE,
    NEUTRAL,
    PLACE_KEYS,
    PLACES,
    SCHOLAR,
    SCHOLAR_DEVELOPMENT,
    SPACE_CITIZEN,
    TRACK_LAST,
    TRACKS,
    TRADER,
    TYPES,
)
from .move_query import EVERY, MoveQuery, Moves
from .move_syntax import PLACE_TILE_READER
from .rule_reason import OptionalReason, RuleReason
from .scoring import change_coins, change_goods, emit_level_changes
from .shared_reasons import no_good_left_reason, no_technology_left_reason
from .state import State

FIRST, LATER = "first", "later"  # the kinds of technology tile


def take_follower(state: State, seat: int, kind: int) -> None:
    """Move a neutral follower from the supply to the bag."""
    state.followers[kind] -= 1
    state.boards[seat].bag[NEUTRAL + kind] += 1
    state.emit("follower", seat, {"type": TYPES[kind]})


def take_good(state: State, seat: int, good: int, reason: str) -> None:
    """Take a good from the supply."""
    state.goods[good] -= 1
    state.emit("good", seat, {"good": GOODS[good], "from": "supply"})
    change_goods(state, seat, good, 1, reason)


def return_good(state: State, seat: int, good: int, reason: str) -> None:
    """Return a good to the supply; bread goes back as grain (rules 10.19)."""
    state.goods[good if good < len(GOODS) else GRAIN] += 1
    change_goods(state, seat, good, -1, reason)


def take_place(state: State, seat: int, place: int) -> None:
    """Take a place tile; passive ones work immediately (rules 10.31)."""
    state.available = tuple(other for other in state.available if other != place)
    state.boards[seat].add_place(place)
    state.emit("tile", seat, {"place": PLACE_KEYS[place]})
    emit_level_changes(state, seat, PLACE_KEYS[place])  # the harbor


def take_technology(state: State, seat: int, kind: str) -> None:
    """Take a technology tile and hold it until it is laid."""
    state.technology -= 1
    board = state.boards[seat]
    if kind == FIRST:
        board.held_first += 1
    else:
        board.held_later += 1
    state.emit("technology", seat, {"kind": kind})


def take_citizen(state: State, seat: int, bit: int) -> None:
    """Take a citizen if nobody has taken it yet."""
    if state.citizens & bit:
        state.citizens &= ~bit
        state.boards[seat].citizens += 1
        source = CITIZENS[bit.bit_length() - 1]
        state.emit("citizen", seat, {"from": source})
        emit_level_changes(state, seat, f"citizen:{source}")


def technology_kind(position: int) -> str:
    """The kind of technology tile that this craftsman position gives."""
    return FIRST if position == 1 else LATER


def levels_at(position: int) -> tuple[int, ...]:
    """The levels of place tiles that this trader position gives."""
    return (1,) if position == 1 else (1, 2)


def places_at(state: State, position: int) -> list[int]:
    """The available place tiles of the levels that this trader position gives."""
    levels = levels_at(position)
    return [place for place in state.available if PLACES[place].level in levels]


def not_offered_reason(state: State, place: int) -> RuleReason:
    """Why the seat cannot take this place tile."""
    tile = PLACE_KEYS[place]
    if place not in state.available:
        return RuleReason("2.6", "not_available", _("%(tile)s is not available"), tile=tile)
    message = _("%(tile)s is of level II: you can take only level I here")
    return RuleReason("2.4", "wrong_level", message, tile=tile)


def moves_with_tile(state: State, position: int, text: str, ask: MoveQuery = EVERY) -> Moves:
    """The moves that name a place tile which this trader position gives."""
    tiles = places_at(state, position)
    wanted = ask.word(PLACE_TILE_READER, tiles, functools.partial(not_offered_reason, state))
    return [f"{text} {PLACE_KEYS[place]}" for place in wanted]


def no_step_reason(state: State, seat: int, track: int) -> OptionalReason:
    """Why a marker cannot advance: last space, or no more of the next position's bonus.

    The trader track is not checked for its bonus, because the move names the place tile.
    """
    position = state.boards[seat].tracks[track]
    if position >= TRACK_LAST[track]:
        return TRACK_FULL[track]
    if track == FARMER:
        return no_good_left_reason(state, FARMER_GOODS[position])
    return no_technology_left_reason(state) if track == CRAFTSMAN else None


def _track_full_reason(track: str) -> RuleReason:
    message = _("your marker is on the last space of the %(track)s track")
    return RuleReason("5.5.1", "track_full", message, track=track)


TRACK_FULL = tuple(map(_track_full_reason, TRACKS))


def advance_track(state: State, seat: int, track: int, reason: str, place: int = -1) -> None:
    """Advance one position with its bonus; `place` is the tile chosen on the trader track."""
    board = state.boards[seat]
    board.tracks[track] += 1
    position = board.tracks[track]
    state.emit("track", seat, {"track": TRACKS[track], "to": position})
    if track == KNIGHT:
        if position == KNIGHT_CITIZEN:
            take_citizen(state, seat, KNIGHT_CITIZEN_BIT)
    elif track == BOATMAN and position == BOATMAN_CITIZEN:
        take_citizen(state, seat, BOATMAN_CITIZEN_BIT)
    else:
        grant_bonus(state, seat, track, position, reason, place)


def grant_bonus(
    state: State, seat: int, track: int, position: int, reason: str, place: int = -1
) -> None:
    """Give the printed bonus of a position, without citizens."""
    if track == FARMER:
        take_good(state, seat, FARMER_GOODS[position - 1], reason)
    elif track == BOATMAN:
        change_coins(state, seat, BOATMAN_COINS[position - 1], reason)
    elif track == CRAFTSMAN:
        take_technology(state, seat, technology_kind(position))
    elif track == TRADER:
        take_place(state, seat, place)
    elif track == SCHOLAR:
        advance_development(state, seat, SCHOLAR_DEVELOPMENT[position - 1], reason)


def advance_development(state: State, seat: int, spaces: int, reason: str) -> None:
    """Advance space by space, taking coins and citizens; space 30 is the last (rules 5.5.2)."""
    board = state.boards[seat]
    before = board.development
    after = min(LAST_SPACE, before + spaces)
    if after == before:
        return
    state.emit("develop", seat, {"from": before, "to": after})
    for space in range(before + 1, after + 1):
        board.development = space
        if space in DEVELOPMENT_COINS:
            bit = COIN_SPACE_BIT[space]
            if not board.coin_spaces & bit:  # once per game (rules 10.17)
                board.coin_spaces |= bit
                change_coins(state, seat, DEVELOPMENT_COINS[space], f"development:{space}")
        elif space in SPACE_CITIZEN:
            take_citizen(state, seat, SPACE_CITIZEN[space])
    emit_level_changes(state, seat, reason)
