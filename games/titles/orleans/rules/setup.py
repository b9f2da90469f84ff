"""The setup: piles, goods, place tiles and boards, in the order of rules 4."""

from __future__ import annotations

from games.rules.primitives.bag import expand_counts

from .board import Board
from .components import (
    CITIZENS,
    DEEDS,
    FIRST_EVENT,
    FOLLOWER_SUPPLY,
    GOOD_COUNTS,
    GOOD_ID,
    GOODS,
    GOODS_REMOVED,
    PILES,
    PLACE_ID,
    PLACE_TILES,
    START_COINS,
    TECHNOLOGY_SUPPLY,
)
from .state import State
from .town_map import EDGES

BASIC_TILES = 13  # tiles of each level with the option places=basic


def set_up(state: State) -> None:
    """Set up everything before round 1."""
    state.boards = [Board() for _ in range(state.seats)]
    for seat in range(state.seats):
        state.emit_score(seat, START_COINS, "setup", key="coins")
    state.deck = [FIRST_EVENT]
    for letter, pile in PILES.items():
        state.deck += state.chance.shuffle(f"hourglass:{letter}", pile)
    deal_goods(state)
    state.available = (*available_tiles(state, 1), *available_tiles(state, 2))
    state.followers = list(FOLLOWER_SUPPLY[state.seats])
    state.technology = TECHNOLOGY_SUPPLY[state.seats]
    state.deeds = [0] * len(DEEDS)
    state.citizens = (1 << len(CITIZENS)) - 1
    state.round = 0
    state.phase = state.step = ""
    state.start = state.turn = 0
    state.using = -1
    state.drawn = ()
    state.asking = (0, 0)


def deal_goods(state: State) -> None:
    """Remove some goods from the game, put some on the map; the rest is the supply."""
    box = expand_counts(zip(GOODS, GOOD_COUNTS, strict=True))
    shuffled = iter([GOOD_ID[word] for word in state.chance.shuffle("goods", box)])
    for _ in range(GOODS_REMOVED[state.seats]):
        next(shuffled)
    state.edges = [
        tuple(next(shuffled) for mark in edge.spaces if mark <= state.seats) for edge in EDGES
    ]
    rest = list(shuffled)
    state.goods = [rest.count(good) for good in range(len(GOODS))]


def available_tiles(state: State, level: int) -> list[int]:
    """The place tiles of a level that are in this match, in number order."""
    keys = [
        tile.key
        for tile in PLACE_TILES
        if tile.level == level and (not tile.set or state.options[f"set_{tile.set}"] == "on")
    ]
    if state.options["places"] == "basic" and len(keys) > BASIC_TILES:
        keys = state.chance.shuffle(f"places:{level}", keys)[:BASIC_TILES]
    return sorted(PLACE_ID[key] for key in keys)
