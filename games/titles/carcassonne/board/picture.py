"""Everything that the templates draw, as values that stay equal while nothing changes."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from games.boards import Scene
from games.boards.spots import Spot

from ..rules.board import Board, Piece
from ..rules.cells import CELLS, cell_at, coordinates
from ..rules.components import FARM, KINDS, NO_PIECE, PIECES, VOTES, TurnedTile
from ..rules.scoring import claimed_roots
from ..rules.view import View
from . import preview, prompts
from .forecast import Forecast, TileForecast
from .scene_access import match_of, open_hand, supply, tiles_of, view_of

SIZE = 100
ROW = 8  # tiles drawn together
NEAR = 3  # distance in tiles from the newest one that stays in view

PIECE_POSITIONS: dict[str, list[list[float]]] = json.loads(
    Path(__file__).with_name("spots.json").read_text(encoding="utf-8")
)
#: The indices of drafted things in the draft; None if they cannot be undone there.
DraftPlaces = dict[Any, int | None]


class Tile(NamedTuple):
    """A tile on the board; `undo`: its index in the viewer's draft, if it can be undone there."""

    x: int
    y: int
    id: str
    rotation: int
    is_ghost: bool = False
    undo: int | None = None


class PieceOnBoard(NamedTuple):
    """A piece on segment `number` of the tile at x, y; `place` is an SVG transformation."""

    x: int
    y: int
    number: int
    seat: int
    kind: str
    place: str
    is_ghost: bool = False
    undo: int | None = None


class Cell(NamedTuple):
    """A cell for a tile of the viewer; `fits`: (move, tile, turn, forecast, is final)."""

    x: int
    y: int
    fits: tuple[tuple[str, str, int, TileForecast, bool], ...]
    me: int
    names: tuple[str, ...]

    @property
    def data(self) -> str:
        """Return JSON for the script: [move, tile, turn, total, preview, final] for each way."""
        rows = [
            [
                *(move, tile, turn, preview.tile_total(forecast, self.me)),
                *(preview.tile_text(forecast, self.names), int(is_final)),
            ]
            for move, tile, turn, forecast, is_final in self.fits
        ]
        return json.dumps(rows, ensure_ascii=False, separators=(",", ":"))


class PieceSpot(NamedTuple):
    """A spot for a piece of the viewer on the newest tile; `total`: its points."""

    spot: Spot
    kind: str
    segment: str
    x: float
    y: float
    is_lying: bool
    total: str
    me: int


class PieceStock(NamedTuple):
    """A kind of piece that the viewer can choose, or why the newest tile takes none of it."""

    kind: str
    n: int
    me: int
    is_first: bool
    why: str


class Feature(NamedTuple):
    """A road, city, monastery or farm with pieces.

    Attributes:
        place: (x, y, segment number) of its first part, which stays the same while it grows.
        open: ports (cells around a monastery) still to be filled; None for farms.
        leaders, others: seats that would get points for it; other seats with a piece on it.
        now, then: points if the match ended now, and when complete.
        by_seat: (seat, now, then), if seats get different points; else ().
        towns: for a farm, how many complete cities lie beside it, and how many in all.
        names: of all seats.
    """

    kind: str
    place: tuple[int, int, int]
    tiles: int
    open: int | None
    leaders: tuple[int, ...]
    others: tuple[int, ...]
    now: int
    then: int
    by_seat: tuple[tuple[int, int, int], ...]
    towns: tuple[int, int]
    names: tuple[str, ...]


def board(scene: Scene) -> dict[str, Any]:
    """Return everything on the board that the viewer knows."""
    view, land, me = view_of(scene), match_of(scene).board, scene.seat
    asked = view["phase"] if scene.legal else ""
    hand = open_hand(view, me) if me is not None else []
    laid, stood = draft_places(scene)
    all_tiles = tiles(view, laid)
    lying = tuple(tile for tile in all_tiles if not tile.is_ghost)
    return {
        "box": view_box(map(coordinates, land.cells), 1.3),
        "focus": _focus(view, land) if asked == "piece" else "",
        # a new tile changes only the last row
        "rows": [lying[n : n + ROW] for n in range(0, len(lying), ROW)],
        "ghosts": [tile for tile in all_tiles if tile.is_ghost],
        "figures": pieces(land, stood),
        "news": [  # tiles that others placed since the viewer's last look: x, y, seat
            (*event.data["cell"], event.seat)
            for event in scene.news
            if event.kind == "place" and event.seat is not None
        ],
        "cells": cells(scene) if asked == "place" else [],
        "others": alternatives(scene),
        "next": next_cells(scene, land, hand),
        "spots": piece_spots(scene, land, asked),
        "taken": claimed_segments(scene, land) if asked == "piece" else [],
        "stock": piece_stock(scene) if asked == "piece" else [],
        "features": features(view, land, scene.names),
        "hand": hand,
        "left": [  # kinds of tiles: how many the viewer has not seen, how many are in play
            (kind.id, view["unseen"].get(kind.id, 0), kind.count)
            for kind in KINDS.values()
            if kind.set == "base" or scene.options[kind.set] != "off"
        ],
        "pile": view["pile"],
        "unseen": sum(view["unseen"].values()),
        "discarded": view["discarded"],
        "asked": asked,
    }


def view_box(corners: Iterable[Sequence[int]], margin: float) -> str:
    """A view box around cells, with a margin in tiles."""
    xs, ys = zip(*corners, strict=True)
    left, top = min(xs) - margin, -max(ys) - margin
    wide, tall = max(xs) - min(xs) + 1 + 2 * margin, max(ys) - min(ys) + 1 + 2 * margin
    return " ".join(f"{SIZE * value:g}" for value in (left, top, wide, tall))


def _focus(view: View, land: Board) -> str:
    """A view box around the newest tile and the nearby part of what it joins."""
    x, y = view["last"]
    first, look = land.cells[cell_at(x, y)]
    joined = {
        cell
        for number, terrain in enumerate(look.kinds)
        if terrain != FARM
        for cell in land.feature_cells(land.find(first + number))
    }
    near = [
        (a, b) for a, b in map(coordinates, joined) if abs(a - x) <= NEAR and abs(b - y) <= NEAR
    ]
    return view_box([(x, y), *near], 0.25)


# Tiles, and cells for the viewer's tile.


def draft_places(scene: Scene) -> tuple[DraftPlaces, DraftPlaces]:
    """Return the drafted tiles by (x, y), and pieces by (cell, segment)."""
    laid: DraftPlaces = {}
    stood: DraftPlaces = {}
    for n, move in enumerate(scene.draft):
        undo = n if n in scene.removable else None
        verb, where, *_more = move.split(" ")
        if verb == "place":
            cell = CELLS[where]
            laid[tuple(coordinates(cell))] = undo
        elif laid:
            stood[cell, where] = undo
    return laid, stood


def tiles(view: View, laid: DraftPlaces) -> list[Tile]:
    if not laid:
        return [Tile(*row) for row in tiles_of(view)]
    return [
        Tile(x, y, id, rotation, is_ghost=(x, y) in laid, undo=laid.get((x, y)))
        for x, y, id, rotation in tiles_of(view)
    ]


def cells(scene: Scene) -> list[Cell]:
    outlook = scene.compute_once(Forecast)
    by_cell: dict[int, list[tuple[str, str, int, TileForecast, bool]]] = {}
    for move in scene.legal:
        cell, look = outlook.placement(move)
        fit = outlook.tile_forecast(move), scene.is_revealing(move)
        by_cell.setdefault(cell, []).append((move, look.kind.id, look.rotation, *fit))
    names = tuple(scene.names)
    ways = [(coordinates(cell), tuple(fits)) for cell, fits in by_cell.items()]
    ways.sort(key=lambda one: (-one[0][1], one[0][0]))
    return [Cell(x, y, fits, outlook.seat, names) for (x, y), fits in ways]


def alternatives(scene: Scene) -> list[tuple[int, int, str, int, int, bool]]:
    """Return the other ways to place the drafted tile: one per cell, and its next rotation.

    Each is (x, y, move, turn, how many drafted moves stay, whether only the turn differs).
    """
    if not scene.draft or not scene.draft[-1].startswith("place"):
        return []
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
        found.append((x, y, move, turn, len(scene.draft) - 1, where == here))
    return found


def next_cells(scene: Scene, land: Board, hand: Sequence[str]) -> list[list[int]]:
    """Return where the viewer's tile would fit now, while others play."""
    if scene.over or scene.seat in scene.actors:
        return []
    fits = set().union(*(KINDS[id].fits for id in hand))
    return [coordinates(cell) for cell, need in land.open.items() if need in fits]


# Pieces, and spots for the viewer's piece.


def pieces(land: Board, stood: DraftPlaces) -> list[PieceOnBoard]:
    """Return all pieces, in the order of their tiles."""
    held = [piece for pieces in land.held.values() for piece in pieces]
    return [piece_on_board(land, one, stood) for one in sorted(held, key=lambda one: one.node)]


def piece_on_board(land: Board, piece: Piece, stood: DraftPlaces | None = None) -> PieceOnBoard:
    first, look = land.cells[piece.cell]
    number = piece.node - first
    left, top = position_on_board(piece.cell, look, number)
    key, stood = (piece.cell, piece.segment), stood or {}
    lie = " rotate(-90)" if piece.terrain == FARM and VOTES[piece.kind] else ""
    x, y = coordinates(piece.cell)
    return PieceOnBoard(
        *(x, y, number, piece.seat, PIECES[piece.kind], f"translate({left:g} {top:g}){lie}"),
        is_ghost=key in stood,
        undo=stood.get(key),
    )


def position_on_board(cell: int, look: TurnedTile, number: int) -> tuple[float, float]:
    """Return the position of a piece on a segment of a tile of the board."""
    dx, dy = PIECE_POSITIONS[look.kind.id][number]
    for _quarter in range(look.turn):
        dx, dy = SIZE - dy, dx
    x, y = coordinates(cell)
    return x * SIZE + dx, -y * SIZE + dy


def piece_spots(scene: Scene, land: Board, asked: str) -> list[PieceSpot]:
    """Return the spots for the viewer's piece, or the other ones for a drafted piece."""
    cell = match_of(scene).last
    moves, keep, outlook = scene.legal, -1, None
    if asked == "piece":
        outlook = scene.compute_once(Forecast)
    elif scene.draft and not scene.draft[-1].startswith("place"):
        placed = [move for move in scene.draft if move.startswith("place")]
        if not placed:
            return []
        cell = CELLS[placed[-1].split(" ")[1]]
        moves, keep = scene.alternatives, len(scene.draft) - 1
    else:
        return []
    look = land.cells[cell][1]
    found = []
    for move in moves:
        kind, name = move.split(" ")
        if name == "none":
            continue
        label, total, text = prompts.move_label(move), "", ""
        if outlook:
            brings, left = outlook.piece_forecast(move), outlook.pieces_left(kind)
            total = preview.piece_total(brings)
            text = preview.piece_text(brings, left, kind, outlook.seat, scene.names)
            label = f"{label}: {total} · {text}"
        spot = Spot(move, label, text, keep < 0 and scene.is_revealing(move), keep)
        number = look.names.index(name)
        lies = look.kinds[number] == FARM and VOTES[PIECES.index(kind)] > 0
        at = position_on_board(cell, look, number)
        found.append(PieceSpot(spot, kind, name, *at, lies, total, scene.seat or 0))
    return found


def claimed_segments(scene: Scene, land: Board) -> list[tuple[str, float, float, tuple[str, ...]]]:
    """Return the segments of the newest tile that are taken: (segment, x, y, names)."""
    cell = match_of(scene).last
    first, look = land.cells[cell]
    free = {move.split(" ")[1] for move in scene.legal}
    found = []
    for number, name in enumerate(look.names):
        held = land.held.get(land.find(first + number))
        if held and name not in free:
            owners = tuple(scene.names[seat] for seat in sorted({piece.seat for piece in held}))
            found.append((name, *position_on_board(cell, look, number), owners))
    return found


def piece_stock(scene: Scene) -> list[PieceStock]:
    """Return the viewer's kinds of pieces, if there are several or one of them has no spot."""
    view, me = view_of(scene), scene.seat
    assert me is not None
    usable = {move.split(" ")[0] for move in scene.legal if move != NO_PIECE}
    found: list[PieceStock] = []
    for kind, n in supply(view, me, scene.options):
        no_spot = "no_free" if VOTES[PIECES.index(kind)] else "no_follower"
        why = "" if kind in usable else no_spot if n else "none_left"
        is_first = not why and all(one.why for one in found)
        found.append(PieceStock(kind, n, me, is_first, why))
    return found if len(found) > 1 or found[0].why else []


def features(view: View, land: Board, names: Sequence[str]) -> list[Feature]:
    """Return all features with pieces, in the order of placing; `land` is that of the view."""
    found = []
    for one, (root, held) in zip(view["features"], claimed_roots(land), strict=True):
        x, y, name = one["segments"][0]
        number = land.cells[cell_at(int(x), int(y))][1].names.index(str(name))
        is_farm = one["kind"] == "farm"
        towns = land.towns(root) if is_farm else ()
        by_seat = tuple((int(seat), now, then) for seat, (now, then) in one["by_seat"].items())
        differ = len({(now, then) for _seat, now, then in by_seat}) > 1
        found.append(
            Feature(
                kind=one["kind"],
                place=(int(x), int(y), number),
                tiles=len(one["cells"]),
                open=None if is_farm else one["open"],
                leaders=tuple(one["winners"]),
                others=tuple(sorted({piece.seat for piece in held} - set(one["winners"]))),
                now=one["points"],
                then=one["finished"],
                by_seat=by_seat if differ else (),
                towns=(sum(map(land.is_closed, towns)), len(towns)),
                names=tuple(names),
            )
        )
    return found
