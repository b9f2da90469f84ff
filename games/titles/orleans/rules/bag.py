"""Draws from a seat's bag: items in canonical order, the result a list of tiles (rules 7)."""

from __future__ import annotations

from games.rules.primitives.bag import expand_counts

from .board import Board
from .components import NEUTRAL, TILE_ID, TILES
from .state import State


def draw_tiles(
    state: State, board: Board, name: str, number: int, *, neutral: bool = False
) -> list[int]:
    """Take random tiles from the bag; with `neutral`, only neutral ones."""
    bag = board.bag
    first = NEUTRAL if neutral else 0
    items = expand_counts(zip(TILES[first:], bag[first:], strict=True))
    drawn = [TILE_ID[word] for word in state.chance.draw(name, items, number)]
    for tile in drawn:
        bag[tile] -= 1
    return drawn
