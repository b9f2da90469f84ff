"""The actions of the ten places of the board (the forms of rules 6).

For each place one function lists its moves, as if the place were ready, and one carries a move
out. `purse` is what the seat may spend.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from .components import (
    BOATMAN,
    CASTLE,
    CRAFTSMAN,
    FARM_HOUSE,
    FARMER,
    GUILDHALL,
    KNIGHT,
    LAST_SPACE,
    MONASTERY,
    MONK,
    PILGRIMAGE,
    PLACE_DEVELOPMENT,
    PLACE_ID,
    PLACE_KEYS,
    SCHOLAR,
    SCRIPTORIUM,
    SHIP,
    SLUICE,
    TOWN_HALL,
    TRACK_ID,
    TRACK_LAST,
    TRACKS,
    TRADER,
    TYPES,
    UNIVERSITY,
    VILLAGE,
    WAGON,
)
from .deeds import PREFIX, send, sending_moves
from .land import Journeys, journeys
from .state import State
from .tracks import advance, can_advance, develop, places_at, take_follower
from .travel import build, journey_moves, may_build, travel

Moves = Sequence[str]
Lister = Callable[[State, int, int], Moves]
Effect = Callable[[State, int, list[str], int], None]

NONE: Moves = ()
BY_PLACE = {
    key: (f"act {key}",)
    for key in ("farm_house", "university", "castle", "monastery", "guildhall", "scriptorium")
}
VILLAGE_TRADER = tuple(f"act village trader {place}" for place in PLACE_KEYS)
SLUICE_TRACK = tuple(f"act village boatman {track}" for track in TRACKS)
SLUICE_TRADER = tuple(f"act village boatman trader {place}" for place in PLACE_KEYS)
SLUICE_TRACKS = (FARMER, CRAFTSMAN, TRADER, KNIGHT, SCHOLAR)


def recruiting(key: str, kind: int) -> tuple[Lister, Effect]:
    """A place that takes a follower and advances the track of its type."""
    moves = (f"act {key}",)

    def listed(state: State, seat: int, purse: int) -> Moves:
        return moves if state.followers[kind] and can_advance(state, seat, kind) else NONE

    def effect(state: State, seat: int, args: list[str], owner: int) -> None:
        take_follower(state, seat, kind)
        advance(state, seat, kind, key)

    return listed, effect


def village_moves(state: State, seat: int, purse: int) -> Moves:
    board = state.boards[seat]
    moves = []
    if state.followers[BOATMAN]:
        if board.tracks[BOATMAN] < TRACK_LAST[BOATMAN]:
            moves.append("act village boatman")
        if board.owns(SLUICE):
            moves.extend(sluice_moves(state, seat))
    if state.followers[CRAFTSMAN] and can_advance(state, seat, CRAFTSMAN):
        moves.append("act village craftsman")
    position = board.tracks[TRADER]
    if state.followers[TRADER] and position < TRACK_LAST[TRADER]:
        moves.extend([VILLAGE_TRADER[place] for place in places_at(state, position + 1)])
    return moves


def sluice_moves(state: State, seat: int) -> Moves:
    """A boatman whose step is made on another track (rules 10.27)."""
    board = state.boards[seat]
    moves = []
    for track in SLUICE_TRACKS:
        if not can_advance(state, seat, track):
            continue
        if track == TRADER:
            position = board.tracks[TRADER] + 1
            moves.extend([SLUICE_TRADER[place] for place in places_at(state, position)])
        else:
            moves.append(SLUICE_TRACK[track])
    if board.development < LAST_SPACE:
        moves.append("act village boatman development")
    return moves


def village(state: State, seat: int, args: list[str], owner: int) -> None:
    kind = TYPES.index(args[0])
    take_follower(state, seat, kind)
    if kind == BOATMAN and len(args) > 1:
        if args[1] == "development":
            develop(state, seat, 1, "village")
            return
        track = TRACK_ID[args[1]]
        place = PLACE_ID[args[2]] if track == TRADER else -1
    else:
        track = kind
        place = PLACE_ID[args[1]] if kind == TRADER else -1
    advance(state, seat, track, "village", place)


def monastery_moves(state: State, seat: int, purse: int) -> Moves:
    open_ = state.followers[MONK] and state.event != PILGRIMAGE
    return BY_PLACE["monastery"] if open_ else NONE


def monastery(state: State, seat: int, args: list[str], owner: int) -> None:
    take_follower(state, seat, MONK)


def travelling(key: str, kind: str) -> tuple[Lister, Effect]:
    """A place that moves the merchant along a road or a waterway."""
    table: Journeys = journeys(f"act {key}", kind)

    def listed(state: State, seat: int, purse: int) -> Moves:
        return journey_moves(state, state.boards[seat].merchant, table)

    def effect(state: State, seat: int, args: list[str], owner: int) -> None:
        travel(state, seat, seat, kind, args[0], args[1], key)

    return listed, effect


def guildhall_moves(state: State, seat: int, purse: int) -> Moves:
    board = state.boards[seat]
    open_ = board.stock and may_build(state, board, board.merchant)
    return BY_PLACE["guildhall"] if open_ else NONE


def guildhall(state: State, seat: int, args: list[str], owner: int) -> None:
    build(state, seat, state.boards[seat].merchant, "guildhall")


def developing(key: str, spaces: int) -> tuple[Lister, Effect]:
    """A place that only advances on the development track."""
    moves = (f"act {key}",)

    def listed(state: State, seat: int, purse: int) -> Moves:
        return moves if state.boards[seat].development < LAST_SPACE else NONE

    def effect(state: State, seat: int, args: list[str], owner: int) -> None:
        develop(state, seat, spaces, key)

    return listed, effect


def sending(place: int) -> tuple[Lister, Effect]:
    """Town hall and gunpowder tower."""

    def listed(state: State, seat: int, purse: int) -> Moves:
        return sending_moves(state, seat, place, PREFIX[place])

    def effect(state: State, seat: int, args: list[str], owner: int) -> None:
        send(state, seat, place, args)

    return listed, effect


BOARD_ACTS: dict[int, tuple[Lister, Effect]] = {
    FARM_HOUSE: recruiting("farm_house", FARMER),
    VILLAGE: (village_moves, village),
    UNIVERSITY: recruiting("university", SCHOLAR),
    CASTLE: recruiting("castle", KNIGHT),
    MONASTERY: (monastery_moves, monastery),
    SHIP: travelling("ship", "waterway"),
    WAGON: travelling("wagon", "road"),
    GUILDHALL: (guildhall_moves, guildhall),
    SCRIPTORIUM: developing("scriptorium", PLACE_DEVELOPMENT["scriptorium"]),
    TOWN_HALL: sending(TOWN_HALL),
}
