"""Beneficial deeds: sending followers from the town hall or the gunpowder tower (rules 5.5.3)."""

from __future__ import annotations

from .board import SPAN
from .components import (
    CANALISATION,
    CITIZEN_BIT,
    DEED_ID,
    DEEDS,
    LAST_SPACE,
    NEUTRAL,
    PLACE_KEYS,
    SLOT_TYPES,
    TILE_ID,
    TILES,
    TOWER,
    TOWN_HALL,
    TYPE_OF,
    TYPES,
)
from .scoring import change_coins
from .state import State
from .tracks import develop, take_citizen

SLOT_BITS = tuple(
    tuple(
        sum(1 << slot for slot, wanted in enumerate(deed.slots) if wanted == kind)
        for kind in range(len(TYPES))
    )
    for deed in DEEDS
)  # deed -> type -> its slots, a bit each
FULL = tuple((1 << len(deed.slots)) - 1 for deed in DEEDS)

PREFIX = {TOWN_HALL: "act town_hall", TOWER: "act gunpowder_tower"}
AGAIN = "deed"
TEXT = {
    prefix: tuple(tuple(f"{prefix} {tile} {deed.key}" for deed in DEEDS) for tile in TILES)
    for prefix in (*PREFIX.values(), AGAIN)
}


def sending_moves(state: State, seat: int, place: int, prefix: str) -> list[str]:
    """Every tile on the place with every deed that has a free slot of exactly its type."""
    board = state.boards[seat]
    moves = []
    for content in sorted({content for content in board.slots[SPAN[place]] if content}):
        tile = content - 1
        if tile < NEUTRAL:
            continue
        kind = TYPE_OF[tile]
        texts = TEXT[prefix][tile]
        for deed, filled in enumerate(state.deeds):
            if SLOT_BITS[deed][kind] & ~filled:
                if deed != CANALISATION:
                    moves.append(texts[deed])
                    continue
                moves.append(texts[deed] + " coin")
                if board.development < LAST_SPACE:
                    moves.append(texts[deed] + " development")
    return moves


def send(state: State, seat: int, place: int, args: list[str]) -> None:
    """One tile leaves for good; the seat is paid, and whoever fills the deed takes its citizen."""
    board = state.boards[seat]
    tile, deed = TILE_ID[args[0]], DEED_ID[args[1]]
    reward = args[2] if len(args) > 2 else "coin"
    span = SPAN[place]
    slot = board.slots.index(tile + 1, span.start, span.stop)
    board.slots[slot] = 0
    free = SLOT_BITS[deed][TYPE_OF[tile]] & ~state.deeds[deed]
    bit = free & -free
    state.deeds[deed] |= bit
    printed = DEEDS[deed]
    state.emit(
        "deed",
        seat,
        {
            "tile": args[0],
            "deed": args[1],
            "slot": bit.bit_length() - 1,
            "type": SLOT_TYPES[TYPE_OF[tile]],
            "place": PLACE_KEYS[place],
            "reward": reward if deed == CANALISATION else "coin",
            "full": state.deeds[deed] == FULL[deed],
        },
    )
    if reward == "coin":
        change_coins(state, seat, printed.coins, printed.key)
    else:
        develop(state, seat, 1, printed.key)
    if state.deeds[deed] == FULL[deed]:
        take_citizen(state, seat, CITIZEN_BIT[printed.key])
