"""Tiles on the board, and the cells for the viewer's next tile, as values to draw."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, NamedTuple

from games.boards import Scene

from ..rules.board import Board
from ..rules.cells import CELLS, coordinates
from ..rules.components import KINDS
from . import preview, vocabulary
from .forecast import Forecast, TileForecast
from .rule_links import carcassonne_rules_url
from .scene_access import tiles_of, view_of
from .translations import gettext as _

SIZE = 100

#: Drafted things, each with its index in the draft; None if it cannot be undone there.
DraftPlaces = dict[Any, int | None]


class Tile(NamedTuple):
    """A tile on the board; `undo`: its index in the viewer's draft, if it can be undone there."""

    x: int
    y: int
    id: str
    rotation: int
    is_ghost: bool = False
    undo: int | None = None

    @property
    def left(self) -> int:
        return self.x * SIZE

    @property
    def top(self) -> int:
        return -self.y * SIZE

    @property
    def note(self) -> str:
        return carcassonne_rules_url(f"tile:{self.id}")

    @property
    def label(self) -> str:
        values = {
            "tile": vocabulary.tile(self.id, self.rotation),
            "cell": vocabulary.cell(self.x, self.y),
        }
        return _("Take back: %(tile)s, at %(cell)s") % values


class NewTile(NamedTuple):
    """A tile placed since the viewer's last look, and its seat."""

    x: int
    y: int
    seat: int

    @property
    def left(self) -> int:
        return self.x * SIZE

    @property
    def top(self) -> int:
        return -self.y * SIZE


class TilePlacement(NamedTuple):
    """A way to place a tile of the viewer at a cell, and its effect."""

    move: str
    tile: str
    turn: int
    forecast: TileForecast
    is_final: bool


class Cell(NamedTuple):
    """A cell for a tile of the viewer."""

    x: int
    y: int
    fits: tuple[TilePlacement, ...]
    me: int
    names: tuple[str, ...]

    @property
    def left(self) -> int:
        return self.x * SIZE

    @property
    def top(self) -> int:
        return -self.y * SIZE

    @property
    def label(self) -> str:
        return _("Place my tile at %(cell)s") % {"cell": vocabulary.cell(self.x, self.y)}

    @property
    def data(self) -> str:
        """Return JSON for the script: [move, tile, turn, total, preview, final] for each way."""
        return json.dumps(
            [
                [
                    fit.move,
                    fit.tile,
                    fit.turn,
                    preview.tile_total(fit.forecast, self.me),
                    preview.tile_text(fit.forecast, self.names),
                    int(fit.is_final),
                ]
                for fit in self.fits
            ],
            ensure_ascii=False,
            separators=(",", ":"),
        )


class Alternative(NamedTuple):
    """Another way to place the drafted tile; `keep`: how many drafted moves stay."""

    x: int
    y: int
    move: str
    turn: int
    keep: int
    is_turn: bool

    @property
    def left(self) -> int:
        return self.x * SIZE

    @property
    def top(self) -> int:
        return -self.y * SIZE

    @property
    def label(self) -> str:
        values = {"cell": vocabulary.cell(self.x, self.y), "turn": self.turn}
        if self.is_turn:
            return _("Turn it: %(turn)s°") % values
        return _("Place it at %(cell)s instead, turned %(turn)s°") % values


def cell_of(move: str) -> tuple[int, int]:
    x, y = coordinates(CELLS[move.split(" ", 2)[1]])
    return x, y


def draft_places(scene: Scene) -> tuple[DraftPlaces, DraftPlaces]:
    """Return the drafted tiles by cell, and pieces by (cell, segment), with their undo index."""
    laid: DraftPlaces = {}
    stood: DraftPlaces = {}
    where: tuple[int, int] | None = None
    for n, move in enumerate(scene.draft):
        undo = n if n in scene.removable else None
        verb, *rest = move.split(" ")
        if verb == "place":
            where = cell_of(move)
            laid[where] = undo
        elif where is not None:
            stood[where, rest[0]] = undo
    return laid, stood


def tiles(scene: Scene) -> list[Tile]:
    rows = tiles_of(view_of(scene))
    if not scene.draft:
        return [Tile(*row) for row in rows]
    drafted, _figures = draft_places(scene)
    return [
        Tile(x, y, id, rotation, is_ghost=(x, y) in drafted, undo=drafted.get((x, y)))
        for x, y, id, rotation in rows
    ]


def new_tiles(scene: Scene) -> list[NewTile]:
    """Return the tiles that others placed since the viewer's last look."""
    found = []
    for event in scene.news:
        if event.kind == "place" and event.seat is not None:
            x, y = event.data["cell"]
            found.append(NewTile(x, y, event.seat))
    return found


# Cells for the viewer's tile.


def cells(scene: Scene) -> list[Cell]:
    outlook = scene.compute_once(Forecast)
    by_cell: dict[int, list[TilePlacement]] = {}
    for move in scene.legal:
        cell, look = outlook.placement(move)
        brings, final = outlook.tile_forecast(move), scene.is_revealing(move)
        fit = TilePlacement(move, look.kind.id, look.rotation, brings, final)
        by_cell.setdefault(cell, []).append(fit)
    names = tuple(scene.names)
    ways = [(coordinates(cell), tuple(fits)) for cell, fits in by_cell.items()]
    ways.sort(key=lambda one: (-one[0][1], one[0][0]))
    return [Cell(x, y, fits, outlook.seat, names) for (x, y), fits in ways]


def alternatives(scene: Scene) -> list[Alternative]:
    """Return the other ways to place the drafted tile: one per cell, and its next rotation."""
    if not scene.draft or not scene.draft[-1].startswith("place"):
        return []
    keep = len(scene.draft) - 1
    _verb, here, lying, *named = scene.draft[-1].split(" ")
    by_cell: dict[str, list[tuple[int, str]]] = {}
    for move in scene.alternatives:
        _verb, where, rotation, *tile = move.split(" ")
        if tile == named:
            by_cell.setdefault(where, []).append((int(rotation), move))
    found = []
    for where, ways in by_cell.items():
        # clockwise from its present rotation
        turn, move = min(ways, key=lambda way: (way[0] - int(lying)) % 360)
        x, y = coordinates(CELLS[where])
        found.append(Alternative(x, y, move, turn, keep, is_turn=where == here))
    return found


def next_cells(scene: Scene, board: Board, hand: Sequence[str]) -> list[tuple[int, int]]:
    """Return where the viewer's tile would fit now, while others play, as drawing coordinates."""
    if scene.over or scene.seat in scene.actors:
        return []
    fits = set().union(*(KINDS[id].fits for id in hand))
    cells = [coordinates(cell) for cell, need in board.open.items() if need in fits]
    return [(x * SIZE, -y * SIZE) for x, y in cells]
