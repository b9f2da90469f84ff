"""What a seat or a spectator may see, and nothing more (rules 9).

Two things are hidden: the order of future hourglass tiles, and what other seats place and lay
during the planning phase. Their market, places and held technology tiles are shown as they were
when the phase began.
"""

from __future__ import annotations

import functools
import itertools
from typing import TypedDict

from games.rules.primitives.bag import expand_counts
from games.rules.primitives.bitsets import members

from .board import BOARD_SLOTS, SPAN, Board
from .components import (
    BOARD_IDS,
    BOATMAN_CITIZEN_BIT,
    CITIZEN_BIT,
    DEEDS,
    EVENTS,
    GOODS,
    KNIGHT_CITIZEN_BIT,
    LETTERS,
    LEVEL,
    PILE_ROUNDS,
    PLACE_KEYS,
    PLACES,
    ROUNDS,
    SLOT_TYPES,
    SPACE_CITIZEN,
    STATIONS_CITIZEN_BIT,
    TILES,
    TRACKS,
    TYPES,
    event_value,
)
from .scoring import points_by_key
from .state import SETTLE_STEP, State
from .town_map import EDGES, TOWN_KEYS
from .tracks import FIRST, LATER

#: The contents of a slot in words: nothing, a tile, or technology (`board.TECHNOLOGY`).
CONTENTS = (None, *TILES, "technology")

EDGE_IDS = tuple(edge.id for edge in EDGES)
#: The goods on an edge in words, by their numbers.
EDGE_GOODS = {
    goods: tuple(GOODS[good] for good in goods)
    for count in range(1 + max(len(edge.spaces) for edge in EDGES))
    for goods in itertools.product(range(len(GOODS)), repeat=count)
}
DEED_KEYS = tuple(deed.key for deed in DEEDS)
PLACE_LEVELS = tuple(place.level for place in PLACES)
DEED_CITIZENS = tuple((key, CITIZEN_BIT[key]) for key in DEED_KEYS)
SPACE_CITIZENS = tuple(SPACE_CITIZEN.items())


class Hourglass(TypedDict):
    """An hourglass tile of this round or an earlier one."""

    name: str
    letter: str
    value: int | None  # the number on it; None if it has none


class Supply(TypedDict):
    """The common supply."""

    followers: dict[str, int]  # by type
    goods: dict[str, int]
    technology: int


class Citizens(TypedDict):
    """The citizens that nobody has taken."""

    deeds: list[str]
    development: list[int]  # spaces
    knight: bool
    boatman: bool
    stations: bool  # for the most stations, at the end


class Seat(TypedDict):
    """What a seat owns; during planning, others see market, places and held as before it."""

    coins: int
    goods: dict[str, int]  # without bread
    bread: int
    tracks: dict[str, int]
    development: int
    level: int
    market: list[str]  # tiles
    market_size: int
    places: dict[str, list[str | None]]  # for each slot: a tile, "technology" or nothing
    held: list[str]  # technology tiles not laid yet: "first" (for farmer slots) or "later"
    bag: dict[str, int]  # number by tile
    draws: int  # rights in a followers phase
    merchant: str  # its town
    stations: list[str]  # towns
    road_stations: int  # on the country road
    stock: int  # stations not yet built
    citizens: int
    passed: bool
    worth: dict[str, int]  # points now, with the keys of the breakdown of the scores


class OpenDecisions(TypedDict, total=False):
    """What only the viewing seat may see; spectators get none of these keys."""

    rights: int  # draws and recalls left
    room: int  # free spaces of the market
    tower: int  # tiles that may still go on the tower in this planning; missing in version 1
    drawn: list[str]  # tiles drawn in the bathhouse
    threatened: bool  # by an event from which the sacristy can protect
    due: int  # harvest items still to pay
    debt: int  # coins to be paid by torture


class View(OpenDecisions):
    """The whole match. Keys of dicts are words of moves, except the levels "1" and "2"."""

    round: int
    rounds: int
    phase: str
    step: str  # the unfinished step of an action or a pass, or ""
    start: int
    turn: int | None  # only in the action phase
    actors: list[int]
    event: Hourglass
    past: list[Hourglass]
    coming: dict[str, list[str]]  # for each letter the events left, sorted
    edges: dict[str, list[str]]  # goods on each edge
    deeds: dict[str, list[str | None]]  # for each slot: the type that fills it, or nothing
    supply: Supply
    available: dict[str, list[str]]  # place tiles, by level
    citizens: Citizens
    using: str | None  # the place whose action is unfinished
    seats: list[Seat]
    seat: int | None  # the viewing seat


def view(state: State, seat: int | None) -> View:
    """Return everything that a seat or a spectator (None) may see, as JSON-ready data."""
    data: View = {
        "round": state.round,
        "rounds": ROUNDS,
        "phase": state.phase,
        "step": state.step,
        "start": state.start,
        "turn": state.turn if state.phase == "actions" else None,
        "actors": list(state.actors),
        "event": hourglass(state, state.round),
        "past": [hourglass(state, number) for number in range(1, state.round)],
        "coming": coming_events(state),
        "edges": {
            edge: [*EDGE_GOODS[goods]] for edge, goods in zip(EDGE_IDS, state.edges, strict=True)
        },
        "deeds": {
            key: list(deed_slots(deed, filled))
            for deed, (key, filled) in enumerate(zip(DEED_KEYS, state.deeds, strict=True))
        },
        "supply": {
            "followers": dict(zip(TYPES, state.followers, strict=True)),
            "goods": dict(zip(GOODS, state.goods, strict=True)),
            "technology": state.technology,
        },
        "available": {
            str(level): [
                PLACE_KEYS[place] for place in state.available if PLACE_LEVELS[place] == level
            ]
            for level in (1, 2)
        },
        "citizens": citizens_left(state),
        "using": PLACE_KEYS[state.using] if state.using >= 0 else None,
        "seats": [
            seat_view(board, hidden=number != seat) for number, board in enumerate(state.boards)
        ],
        "seat": seat,
    }
    return data if seat is None else {**data, **open_decisions(state, seat)}


def hourglass(state: State, number: int) -> Hourglass:
    """The hourglass tile of a round, which must not be a future one."""
    return HOURGLASSES[state.deck[number - 1]][number - 1].copy()


def _printed_hourglass(name: str, number: int) -> Hourglass:
    value = event_value(name, number) or None
    return {"name": name, "letter": LETTERS[number - 1], "value": value}


#: All tiles as the view shows them, by event and round.
HOURGLASSES = {
    name: tuple(_printed_hourglass(name, number) for number in range(1, ROUNDS + 1))
    for name in EVENTS
}


@functools.cache
def deed_slots(deed: int, filled: int) -> tuple[str | None, ...]:
    """For each slot the type that fills it, or None."""
    slots = DEEDS[deed].slots
    return tuple(SLOT_TYPES[slot] if filled >> i & 1 else None for i, slot in enumerate(slots))


def coming_events(state: State) -> dict[str, list[str]]:
    """For each letter the future events; they are sorted because their order is hidden."""
    return {
        letter: sorted(state.deck[max(first, state.round) : end])
        for letter, (first, end) in PILE_ROUNDS.items()
    }


def citizens_left(state: State) -> Citizens:
    left = state.citizens
    return {
        "deeds": [key for key, bit in DEED_CITIZENS if left & bit],
        "development": [space for space, bit in SPACE_CITIZENS if left & bit],
        "knight": bool(left & KNIGHT_CITIZEN_BIT),
        "boatman": bool(left & BOATMAN_CITIZEN_BIT),
        "stations": bool(left & STATIONS_CITIZEN_BIT),
    }


def seat_view(board: Board, *, hidden: bool) -> Seat:
    """Return what a viewer may see of a seat; with `hidden`, without its current plans."""
    market, slots, first, later = (
        board.seen
        if hidden and board.seen is not None
        else (board.market, board.slots, board.held_first, board.held_later)
    )
    # Without place tiles, nothing can lie beyond the slots of the board.
    laid = slots if len(board.places) > len(BOARD_IDS) else slots[:BOARD_SLOTS]
    contents = [CONTENTS[content] for content in laid]
    return {
        "coins": board.coins,
        "goods": dict(zip(GOODS, board.goods, strict=True)),
        "bread": board.bread,
        "tracks": dict(zip(TRACKS, board.tracks, strict=True)),
        "development": board.development,
        "level": LEVEL[board.development],
        "market": expand_counts(zip(TILES, market, strict=True)),
        "market_size": board.market_size,
        "places": {PLACE_KEYS[place]: contents[SPAN[place]] for place in board.places},
        "held": [FIRST] * first + [LATER] * later,
        "bag": dict(zip(TILES, board.bag, strict=True)),
        "draws": board.draws,
        "merchant": TOWN_KEYS[board.merchant],
        "stations": [TOWN_KEYS[town] for town in members(board.stations)],
        "road_stations": board.road_stations,
        "stock": board.stock,
        "citizens": board.citizens,
        "passed": board.passed,
        "worth": points_by_key(board),
    }


def open_decisions(state: State, seat: int) -> OpenDecisions:
    board = state.boards[seat]
    drawn = state.drawn if state.step == SETTLE_STEP and state.turn == seat else ()
    decisions: OpenDecisions = {
        "rights": board.rights,
        "room": board.room,
        "drawn": [TILES[tile] for tile in drawn],
        "threatened": board.threatened,
        "due": board.due,
        "debt": board.debt,
    }
    if state.tower_takes_overflow:
        decisions["tower"] = board.overflow
    return decisions


def text_summary(state: State) -> str:
    """Describe the match in a few lines, without hidden information."""
    event = hourglass(state, state.round)
    value = f" {event['value']}" if event["value"] else ""
    lines = [
        f"Orléans, round {state.round} of {ROUNDS}, {state.phase}: "
        f"{event['name']} {event['letter']}{value}"
    ]
    for number, board in enumerate(state.boards):
        shown = seat_view(board, hidden=True)
        tracks = " ".join(f"{track} {at}" for track, at in shown["tracks"].items())
        goods = " ".join(f"{n} {good}" for good, n in shown["goods"].items() if n)
        bag = " ".join(f"{n} {tile}" for tile, n in shown["bag"].items() if n)
        mark = "*" if number in state.actors else " "
        lines.append(
            f"{mark}seat {number}: {sum(shown['worth'].values())} points, {shown['coins']} coins, "
            f"development {shown['development']} (level {shown['level']}); {tracks}"
        )
        lines.append(f"   goods: {goods or '-'}; bag: {bag or '-'}")
        lines.append(f"   market: {' '.join(shown['market']) or '-'}")
        for key, filled in shown["places"].items():
            if any(filled):
                lines.append(f"   {key}: {', '.join(tile or '.' for tile in filled)}")
    return "\n".join(lines)
