"""Beneficial deeds: followers sent from the town hall or the gunpowder tower (rules 5.5.3)."""

from __future__ import annotations

import functools

from games.rules.reasons import UserInput
from games.rules.reasons import gettext_noop as _

from .board import SPAN, Board
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
from .move_query import EVERY, MoveQuery, WordReader
from .move_syntax import DEED, TILE
from .rule_reason import RuleReason
from .scoring import change_coins
from .shared_reasons import LAST_DEVELOPMENT, no_follower_on_reason, slots_taken_reason
from .state import State
from .tracks import advance_development, take_citizen

SLOT_BITS = tuple(
    tuple(
        sum(1 << slot for slot, wanted in enumerate(deed.slots) if wanted == kind)
        for kind in range(len(TYPES))
    )
    for deed in DEEDS
)  # deed -> type -> its slots as a bit set
BITS = tuple(zip(*SLOT_BITS, strict=True))  # type -> deed -> its slots as a bit set
FULL = tuple((1 << len(deed.slots)) - 1 for deed in DEEDS)

PREFIX = {TOWN_HALL: "act town_hall", TOWER: "act gunpowder_tower"}
AGAIN = "deed"
TEXT = {
    prefix: tuple(tuple(f"{prefix} {tile} {deed.key}" for deed in DEEDS) for tile in TILES)
    for prefix in (*PREFIX.values(), AGAIN)
}


COIN, DEVELOPMENT = range(2)
REWARDS = ("coin", "development")


def no_reward_reason(given: UserInput) -> RuleReason:
    message = _("%(given)s is not a reward of a deed; choose from: %(known)s")
    return RuleReason("5.5.3", "no_such_reward", message, given=given, known=REWARDS)


REWARD = WordReader({word: number for number, word in enumerate(REWARDS)}, no_reward_reason)


def send_moves(
    state: State, seat: int, place: int, prefix: str, ask: MoveQuery = EVERY
) -> list[str]:
    """A move for each tile on the place and each deed with a free slot of exactly its type."""
    board = state.boards[seat]
    tiles = sorted({content - 1 for content in board.slots[SPAN[place]] if content > NEUTRAL})
    moves = []
    for tile in ask.word(TILE, tiles, functools.partial(not_sent_reason, board, place)):
        bits, texts = BITS[TYPE_OF[tile]], TEXT[prefix][tile]
        deeds = [deed for deed, filled in enumerate(state.deeds) if bits[deed] & ~filled]
        for deed in ask.word(DEED, deeds, functools.partial(no_deed_slot_reason, tile)):
            if deed != CANALISATION:
                moves.append(texts[deed])
                continue
            rewards = (COIN, DEVELOPMENT) if board.development < LAST_SPACE else (COIN,)
            for reward in ask.word(REWARD, rewards, lambda _reward: LAST_DEVELOPMENT):
                moves.append(f"{texts[deed]} {REWARDS[reward]}")
    return moves


def not_sent_reason(board: Board, place: int, tile: int) -> RuleReason:
    """Why a tile cannot be sent to any deed."""
    if tile in board.tiles_on(place):
        message = _("%(tile)s is one of your own four followers: they never go to deeds")
        return RuleReason("2.1", "own_follower", message, tile=TILES[tile])
    return no_follower_on_reason("5.5.3", board, place, tile)


def no_deed_slot_reason(tile: int, deed: int) -> RuleReason:
    """Why the deed has no free slot of exactly the tile's type."""
    kind, key = TYPE_OF[tile], DEEDS[deed].key
    slots = SLOT_BITS[deed][kind].bit_count()
    if slots:
        return slots_taken_reason("5.5.3", kind, key, slots)
    message = _("%(deed)s does not take %(tile)s")
    return RuleReason("5.5.3", "does_not_fit", message, deed=key, tile=TILES[tile])


def send_follower(state: State, seat: int, place: int, args: list[str]) -> None:
    """Remove one tile for good and pay the seat; the seat that fills a deed takes its citizen."""
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
        advance_development(state, seat, 1, printed.key)
    if state.deeds[deed] == FULL[deed]:
        take_citizen(state, seat, CITIZEN_BIT[printed.key])
