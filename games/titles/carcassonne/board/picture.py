"""Everything that the template draws, as values that stay equal while nothing changes."""

from __future__ import annotations

import functools
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.templatetags.static import static

from games.boards import Scene
from games.boards.translations import capitalize_first

from ..rules.board import Board
from ..rules.cells import cell_at, coordinates
from ..rules.components import FARM, KINDS, ROTATIONS
from ..rules.view import View
from . import vocabulary
from .features import Feature, features
from .piece_spots import (
    ClaimedSegment,
    PieceOnBoard,
    PieceSpot,
    PieceStock,
    alternative_spots,
    claimed_segments,
    figures,
    piece_spots,
    piece_stock,
)
from .rule_links import carcassonne_rules_url
from .scene_access import match_of, open_hand, view_of
from .tiles import (
    SIZE,
    Alternative,
    Cell,
    NewTile,
    Tile,
    alternatives,
    cells,
    new_tiles,
    next_cells,
    tiles,
)
from .translations import ngettext

SPRITE = "titles/carcassonne/tiles.svg"
ROW = 8  # tiles drawn together
NEAR = 3  # distance in tiles from the newest one that stays in view


@functools.cache
def sprite() -> str:
    return static(SPRITE)


@dataclass(frozen=True)
class HandTile:
    """A tile in the viewer's hand; `turns`: the quarter turns in which it looks different."""

    id: str
    turns: tuple[int, ...]
    place: int

    @property
    def words(self) -> str:
        return vocabulary.tile(self.id)

    @property
    def note(self) -> str:
        return carcassonne_rules_url(f"tile:{self.id}")


class UnseenTile(NamedTuple):
    """A kind of tile, and how many of it the viewer has not seen."""

    id: str
    n: int
    used: int

    @property
    def words(self) -> str:
        return vocabulary.tile(self.id)

    @property
    def note(self) -> str:
        return carcassonne_rules_url(f"tile:{self.id}")


@dataclass(frozen=True)
class Picture:
    sprite: str
    box: str
    focus: str
    tiles: list[Tile]
    news: list[NewTile]
    figures: list[PieceOnBoard]
    cells: list[Cell]
    others: list[Alternative]
    next: list[tuple[int, int]]
    spots: list[PieceSpot]
    taken: list[ClaimedSegment]
    stock: list[PieceStock]
    features: list[Feature]
    hand: tuple[HandTile, ...]
    left: list[UnseenTile]
    pile: int
    unseen: int
    discarded: tuple[UnseenTile, ...]
    asked: str
    me: int | None

    @property
    def pile_note(self) -> str:
        return carcassonne_rules_url("pile")

    @property
    def next_cells_text(self) -> str:
        """Return how many cells the viewer's next tile fits, while others play."""
        n = len(self.next)
        if not n:
            return ""
        return ngettext(
            "My next tile fits %(n)s cell (dotted).",
            "My next tile fits %(n)s cells (dotted).",
            n,
        ) % {"n": n}

    @property
    def rows(self) -> list[tuple[Tile, ...]]:
        """Return the placed tiles in groups; a new tile changes only the last group."""
        lying = [tile for tile in self.tiles if not tile.is_ghost]
        return [tuple(lying[n : n + ROW]) for n in range(0, len(lying), ROW)]

    @property
    def ghost_tiles(self) -> list[Tile]:
        return [tile for tile in self.tiles if tile.is_ghost]

    @property
    def kinds(self) -> str:
        """Return the names of the terrains as JSON, for the script."""
        terrain_names = {kind: capitalize_first(text) for kind, text in vocabulary.TERRAIN.items()}
        return json.dumps(terrain_names, ensure_ascii=False)


def picture(scene: Scene) -> Picture:
    """Return everything on the board that the viewer knows."""
    view = view_of(scene)
    board = match_of(scene).board
    me = scene.seat
    asked = view["phase"] if scene.legal else ""
    hand = open_hand(view, me) if me is not None else []
    return Picture(
        sprite=sprite(),
        box=_box(map(coordinates, board.cells), 1.3),
        focus=_focus(view, board) if asked == "piece" else "",
        tiles=tiles(scene),
        news=new_tiles(scene),
        figures=figures(scene, board),
        cells=cells(scene) if asked == "place" else [],
        others=alternatives(scene),
        next=next_cells(scene, board, hand),
        spots=[*(piece_spots(scene) if asked == "piece" else ()), *alternative_spots(scene, board)],
        taken=claimed_segments(scene, board) if asked == "piece" else [],
        stock=piece_stock(scene) if asked == "piece" else [],
        features=features(view, board, scene.names),
        hand=tuple(_hand_tiles(hand)),
        left=_unseen_tiles(view["unseen"], scene.options),
        pile=view["pile"],
        unseen=sum(view["unseen"].values()),
        discarded=tuple(UnseenTile(id, 0, 0) for id in view["discarded"]),
        asked=asked,
        me=me,
    )


def tiles_and_pieces(scene: Scene) -> tuple[str, tuple[Tile, ...], tuple[PieceOnBoard, ...]]:
    """Return a view box around everything, the tiles and the pieces."""
    board = match_of(scene).board
    box = _box(map(coordinates, board.cells), 0.1)
    return box, tuple(tiles(scene)), tuple(figures(scene, board))


def _box(corners: Iterable[Sequence[int]], margin: float) -> str:
    """A view box around cells, with a margin in tiles."""
    xs, ys = zip(*corners, strict=True)
    left, top = min(xs) - margin, -max(ys) - margin
    wide, tall = max(xs) - min(xs) + 1 + 2 * margin, max(ys) - min(ys) + 1 + 2 * margin
    return " ".join(f"{SIZE * value:g}" for value in (left, top, wide, tall))


def _focus(view: View, board: Board) -> str:
    """A view box around the newest tile and the nearby part of what it joins."""
    x, y = view["last"]
    first, look = board.cells[cell_at(x, y)]
    joined = {
        cell
        for number, terrain in enumerate(look.kinds)
        if terrain != FARM
        for cell in board.feature_cells(board.find(first + number))
    }
    near = [
        (a, b) for a, b in map(coordinates, joined) if abs(a - x) <= NEAR and abs(b - y) <= NEAR
    ]
    return _box([(x, y), *near], 0.25)


# Tiles outside the board.


def _hand_tiles(hand: Sequence[str]) -> list[HandTile]:
    return [
        HandTile(id, tuple(ROTATIONS[turn] for turn in KINDS[id].turns), place)
        for place, id in enumerate(hand, 1)
    ]


def _unseen_tiles(unseen: Mapping[str, int], options: Mapping[str, str]) -> list[UnseenTile]:
    """How many of each kind in play the viewer has not seen."""
    return [
        UnseenTile(kind.id, unseen.get(kind.id, 0), kind.count)
        for kind in KINDS.values()
        if kind.set == "base" or options[kind.set] != "off"
    ]
