"""Pieces on the board, and the spots for the viewer's next piece, as values to draw."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from games.boards import Scene
from games.boards.translations import capitalize_first

from ..rules.board import Board
from ..rules.cells import cell_at, coordinates
from ..rules.components import FARM, KINDS
from . import preview, vocabulary
from .forecast import FeatureForecast, Forecast
from .rule_links import carcassonne_rules_url
from .scene_access import pieces_of, supply, view_of
from .tiles import SIZE, cell_of, draft_places
from .translations import gettext as _

PIECE_POSITIONS: dict[str, list[list[float]]] = json.loads(
    Path(__file__).with_name("spots.json").read_text(encoding="utf-8")
)
#: Reasons why no piece of a kind can stand on the newest tile.
NONE_LEFT, NO_FREE, NO_FOLLOWER = "none_left", "no_free", "no_follower"
NO_SPOT_REASONS = {"meeple": NO_FREE, "big": NO_FREE, "builder": NO_FOLLOWER, "pig": NO_FOLLOWER}


class PieceOnBoard(NamedTuple):
    """A piece on the board."""

    x: int
    y: int
    id: str
    rotation: int
    number: int
    seat: int
    kind: str
    is_ghost: bool = False
    undo: int | None = None

    @property
    def place(self) -> str:
        """Return its position as an SVG transformation."""
        x, y = piece_position_on_board(self.x, self.y, self.id, self.rotation, self.number)
        lie = " rotate(-90)" if is_lying(self.id, self.number, self.kind) else ""
        return f"translate({x:g} {y:g}){lie} scale(1.12)"

    @property
    def note(self) -> str:
        return carcassonne_rules_url(self.kind)

    @property
    def label(self) -> str:
        return _("Take back: %(piece)s") % {"piece": vocabulary.PIECES[self.kind]}


class PieceOutcome(NamedTuple):
    """The forecast for a piece of the viewer, and how many of its kind are left before it."""

    stood: FeatureForecast
    left: int


class PieceSpot(NamedTuple):
    """A spot for a piece of the viewer on the newest tile.

    `keep`: how many drafted moves stay if it replaces a drafted piece; else None.
    """

    move: str
    kind: str
    segment: str
    x: float
    y: float
    is_lying: bool
    brings: PieceOutcome | None
    is_final: bool
    keep: int | None
    me: int
    names: tuple[str, ...]

    @property
    def total(self) -> str:
        return preview.piece_total(self.brings.stood) if self.brings else ""

    @property
    def preview(self) -> str:
        if self.brings is None:
            return ""
        return preview.piece_text(*self.brings, self.kind, self.me, self.names)

    @property
    def label(self) -> str:
        what = _("%(piece)s on the %(segment)s") % {
            "piece": capitalize_first(vocabulary.PIECES[self.kind]),
            "segment": vocabulary.segment(self.segment),
        }
        return f"{what}: {self.total} · {self.preview}" if self.brings else what


@dataclass(frozen=True)
class ClaimedSegment:
    """A segment of the newest tile whose feature already holds a follower."""

    segment: str
    x: float
    y: float
    owners: tuple[str, ...]

    @property
    def reason(self) -> str:
        values = {
            "segment": capitalize_first(vocabulary.segment(self.segment)),
            "names": vocabulary.join_with_and(list(self.owners)),
        }
        return _("%(segment)s: already taken by %(names)s") % values


@dataclass(frozen=True)
class PieceStock:
    """A kind of piece that the viewer can choose, or why the newest tile takes none of it."""

    kind: str
    n: int
    me: int
    is_first: bool
    why: str

    @property
    def word(self) -> str:
        return str(vocabulary.PIECES[self.kind])

    @property
    def note(self) -> str:
        return carcassonne_rules_url(self.kind)

    @property
    def reason(self) -> str:
        return {
            "": "",
            NONE_LEFT: _("none left"),
            NO_FREE: _("no free feature"),
            NO_FOLLOWER: _("needs one of my followers there"),
        }[self.why]


def piece_position_on_board(
    x: int, y: int, id: str, rotation: int, number: int
) -> tuple[float, float]:
    """Return the position of a piece on a tile of the board."""
    dx, dy = piece_position(id, rotation, number)
    return x * SIZE + dx, -y * SIZE + dy


def piece_position(id: str, rotation: int, number: int) -> tuple[float, float]:
    """Return the position of a piece on a turned tile."""
    x, y = PIECE_POSITIONS[id][number]
    for _quarter in range(rotation // 90):
        x, y = SIZE - y, x
    return x, y


def is_lying(id: str, number: int, kind: str) -> bool:
    """Return whether a piece lies down: a follower on a farm."""
    return KINDS[id].segments[number].kind == FARM and kind in ("meeple", "big")


def figures(scene: Scene, board: Board) -> list[PieceOnBoard]:
    _tiles, drafted = draft_places(scene)
    found = []
    for x, y, name, seat, kind in pieces_of(view_of(scene)):
        look = board.cells[cell_at(x, y)][1]
        key = ((x, y), name)
        found.append(
            PieceOnBoard(
                *(x, y, look.kind.id, look.rotation, look.names.index(name), seat, kind),
                is_ghost=key in drafted,
                undo=drafted.get(key),
            )
        )
    return found


# Spots for the viewer's piece.


def piece_spots(scene: Scene) -> list[PieceSpot]:
    outlook = scene.compute_once(Forecast)
    x, y = coordinates(outlook.last)
    found = []
    for move in scene.legal:
        kind, name = move.split(" ")
        if name != "none":
            brings = PieceOutcome(outlook.piece_forecast(move), outlook.pieces_left(kind))
            found.append(
                _piece_spot(
                    scene, outlook.board, (x, y), move, brings, scene.is_revealing(move), None
                )
            )
    return found


def alternative_spots(scene: Scene, board: Board) -> list[PieceSpot]:
    """Return the other spots for the piece that the viewer has drafted."""
    placed = [move for move in scene.draft if move.startswith("place")]
    if not placed or scene.draft[-1].startswith("place"):
        return []
    at, keep = cell_of(placed[-1]), len(scene.draft) - 1
    return [
        _piece_spot(scene, board, at, move, None, False, keep)
        for move in scene.alternatives
        if not move.endswith(" none")
    ]


def _piece_spot(
    scene: Scene,
    board: Board,
    at: tuple[int, int],
    move: str,
    brings: PieceOutcome | None,
    final: bool,
    keep: int | None,
) -> PieceSpot:
    kind, name = move.split(" ")
    look = board.cells[cell_at(*at)][1]
    number = look.names.index(name)
    x, y = piece_position_on_board(*at, look.kind.id, look.rotation, number)
    assert scene.seat is not None
    return PieceSpot(
        move=move,
        kind=kind,
        segment=name,
        x=x,
        y=y,
        is_lying=is_lying(look.kind.id, number, kind),
        brings=brings,
        is_final=final,
        keep=keep,
        me=scene.seat,
        names=tuple(scene.names),
    )


def claimed_segments(scene: Scene, board: Board) -> list[ClaimedSegment]:
    x, y = view_of(scene)["last"]
    first, look = board.cells[cell_at(x, y)]
    free = {move.split(" ")[1] for move in scene.legal}
    found = []
    for number, name in enumerate(look.names):
        held = board.held.get(board.find(first + number))
        if held and name not in free:
            owners = sorted({piece.seat for piece in held})
            at = piece_position_on_board(x, y, look.kind.id, look.rotation, number)
            found.append(ClaimedSegment(name, *at, tuple(scene.names[seat] for seat in owners)))
    return found


def piece_stock(scene: Scene) -> list[PieceStock]:
    """Return the viewer's kinds of pieces, if there are several or one of them has no spot."""
    view, me = view_of(scene), scene.seat
    assert me is not None
    usable = {move.split(" ")[0] for move in scene.legal if not move.endswith(" none")}
    found: list[PieceStock] = []
    for kind, n in supply(view, me, scene.options):
        why = "" if kind in usable else NONE_LEFT if not n else NO_SPOT_REASONS[kind]
        is_first = not why and all(one.why for one in found)
        found.append(PieceStock(kind, n, me, is_first, why))
    return found if len(found) > 1 or found[0].why else []
