"""What the template draws, as values that stay equal where nothing about them changed."""

from __future__ import annotations

import functools
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.templatetags.static import static

from games.boards import Scene
from games.boards.translations import first_upper

from ..rules.board import Board
from ..rules.cells import cell_at, point
from ..rules.components import FARM, KINDS, ROTATIONS
from ..rules.view import View
from . import vocabulary
from .features import Feature, features
from .piece_spots import (
    Figure,
    Spot,
    Stock,
    Taken,
    figures,
    other_spots,
    spots,
    stock,
    taken,
)
from .rule_links import note
from .scene_access import match_of, open_hand, view_of
from .tiles import SIZE, Cell, News, Other, Tile, cells, news, next_cells, others, tiles
from .translations import ngettext

SPRITE = "titles/carcassonne/tiles.svg"
ROW = 8  # tiles that are drawn together
NEAR = 3  # tiles from the newest one that are kept in sight with it


@functools.cache
def sprite() -> str:
    return static(SPRITE)


@dataclass(frozen=True)
class Held:
    """A tile in my hand; `turns`: those in which it looks different."""

    id: str
    turns: tuple[int, ...]
    place: int

    @property
    def words(self) -> str:
        return vocabulary.tile(self.id)

    @property
    def note(self) -> str:
        return note(f"tile:{self.id}")


class Left(NamedTuple):
    """A kind of tile, and how many of it nobody here has seen yet."""

    id: str
    n: int
    used: int

    @property
    def words(self) -> str:
        return vocabulary.tile(self.id)

    @property
    def note(self) -> str:
        return note(f"tile:{self.id}")


@dataclass(frozen=True)
class Picture:
    sprite: str
    box: str
    focus: str
    tiles: list[Tile]
    news: list[News]
    figures: list[Figure]
    cells: list[Cell]
    others: list[Other]
    next: list[tuple[int, int]]
    spots: list[Spot]
    taken: list[Taken]
    stock: list[Stock]
    features: list[Feature]
    hand: tuple[Held, ...]
    left: list[Left]
    pile: int
    unseen: int
    discarded: tuple[Left, ...]
    asked: str
    me: int | None

    @property
    def pile_note(self) -> str:
        return note("pile")

    @property
    def next_words(self) -> str:
        """Where my next tile would fit, while others play."""
        n = len(self.next)
        if not n:
            return ""
        return ngettext(
            "My next tile fits on %(n)s cell now: it is dotted.",
            "My next tile fits on %(n)s cells now: they are dotted.",
            n,
        ) % {"n": n}

    @property
    def rows(self) -> list[tuple[Tile, ...]]:
        """The tiles that lie, some together: of many such drawings the last one alone changes."""
        lying = [tile for tile in self.tiles if not tile.is_ghost]
        return [tuple(lying[n : n + ROW]) for n in range(0, len(lying), ROW)]

    @property
    def drafted(self) -> list[Tile]:
        return [tile for tile in self.tiles if tile.is_ghost]

    @property
    def kinds(self) -> str:
        """What the terrains are called, for the script."""
        told = {kind: first_upper(text) for kind, text in vocabulary.TERRAIN.items()}
        return json.dumps(told, ensure_ascii=False)


def picture(scene: Scene) -> Picture:
    """Everything on the board, from what who looks knows."""
    view = view_of(scene)
    board = match_of(scene).board
    me = scene.seat
    asked = view["phase"] if scene.legal else ""
    hand = open_hand(view, me) if me is not None else []
    return Picture(
        sprite=sprite(),
        box=_box(map(point, board.cells), 1.3),
        focus=_focus(view, board) if asked == "piece" else "",
        tiles=tiles(scene),
        news=news(scene),
        figures=figures(scene, board),
        cells=cells(scene) if asked == "place" else [],
        others=others(scene),
        next=next_cells(scene, board, hand),
        spots=[*(spots(scene) if asked == "piece" else ()), *other_spots(scene, board)],
        taken=taken(scene, board) if asked == "piece" else [],
        stock=stock(scene) if asked == "piece" else [],
        features=features(view, board, scene.names),
        hand=tuple(_held(hand)),
        left=_left(view["unseen"], scene.options),
        pile=view["pile"],
        unseen=sum(view["unseen"].values()),
        discarded=tuple(Left(id, 0, 0) for id in view["discarded"]),
        asked=asked,
        me=me,
    )


def standing(scene: Scene) -> tuple[str, tuple[Tile, ...], tuple[Figure, ...]]:
    """A view box around everything, the tiles and the pieces."""
    board = match_of(scene).board
    box = _box(map(point, board.cells), 0.1)
    return box, tuple(tiles(scene)), tuple(figures(scene, board))


def _box(corners: Iterable[Sequence[int]], margin: float) -> str:
    """A view box around cells, with a margin in tiles."""
    xs, ys = zip(*corners, strict=True)
    left, top = min(xs) - margin, -max(ys) - margin
    wide, tall = max(xs) - min(xs) + 1 + 2 * margin, max(ys) - min(ys) + 1 + 2 * margin
    return " ".join(f"{SIZE * value:g}" for value in (left, top, wide, tall))


def _focus(view: View, board: Board) -> str:
    """A view box around the newest tile and what it joins, as far as that is not too far away."""
    x, y = view["last"]
    first, look = board.cells[cell_at(x, y)]
    joined = {
        cell
        for number, terrain in enumerate(look.kinds)
        if terrain != FARM
        for cell in board.extent(board.find(first + number))
    }
    near = [(a, b) for a, b in map(point, joined) if abs(a - x) <= NEAR and abs(b - y) <= NEAR]
    return _box([(x, y), *near], 0.25)


# tiles outside the board


def _held(hand: Sequence[str]) -> list[Held]:
    return [
        Held(id, tuple(ROTATIONS[turn] for turn in KINDS[id].turns), place)
        for place, id in enumerate(hand, 1)
    ]


def _left(unseen: Mapping[str, int], options: Mapping[str, str]) -> list[Left]:
    """How many of each kind in play nobody here has seen yet."""
    return [
        Left(kind.id, unseen.get(kind.id, 0), kind.count)
        for kind in KINDS.values()
        if kind.set == "base" or options[kind.set] != "off"
    ]
