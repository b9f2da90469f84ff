"""What the template draws, as values that stay equal where nothing about them changed."""

from __future__ import annotations

import functools
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from django.templatetags.static import static

from games.boards import Scene

from ..rules.board import Board
from ..rules.cells import CELLS, cell_at, point
from ..rules.components import FARM, KINDS, ROTATIONS
from ..rules.view import View
from . import preview, words
from .land import Feature, features
from .notes import note
from .outlook import Outlook
from .seen import board_of, open_hand, pieces_of, supply, tiles_of, view_of
from .wording import gettext as _
from .wording import ngettext
from .worth import Laid, Stood

SIZE = 100
SPRITE = "titles/carcassonne/tiles.svg"
SPOTS: dict[str, list[list[float]]] = json.loads(
    Path(__file__).with_name("spots.json").read_text(encoding="utf-8")
)
#: Why no piece of a kind can stand on the newest tile.
NONE_LEFT, NO_FREE, NO_FOLLOWER = "none_left", "no_free", "no_follower"
WHY_NOT = {"meeple": NO_FREE, "big": NO_FREE, "builder": NO_FOLLOWER, "pig": NO_FOLLOWER}
ROW = 8  # tiles that are drawn together
NEAR = 3  # tiles from the newest one that are kept in sight with it


@functools.cache
def sprite() -> str:
    return static(SPRITE)


class Tile(NamedTuple):
    """A tile on the board; `undo`: its place in my draft, if I may take it back from there."""

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
        return note(f"tile:{self.id}")

    @property
    def label(self) -> str:
        told = {"tile": words.tile(self.id, self.rotation), "cell": words.cell(self.x, self.y)}
        return _("Take back: %(tile)s, at %(cell)s") % told


class Figure(NamedTuple):
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
        """Where it stands: a transformation."""
        x, y = at_spot(self.x, self.y, self.id, self.rotation, self.number)
        lie = " rotate(-90)" if lies(self.id, self.number, self.kind) else ""
        return f"translate({x:g} {y:g}){lie} scale(1.12)"

    @property
    def note(self) -> str:
        return note(self.kind)

    @property
    def label(self) -> str:
        return _("Take back: %(piece)s") % {"piece": words.PIECES[self.kind]}


class News(NamedTuple):
    """A tile that was placed since the last look, and by whom."""

    x: int
    y: int
    seat: int

    @property
    def left(self) -> int:
        return self.x * SIZE

    @property
    def top(self) -> int:
        return -self.y * SIZE


class Fit(NamedTuple):
    """A way to lay a tile of mine at a cell, and what it brings."""

    move: str
    tile: str
    turn: int
    laid: Laid
    is_final: bool


class Cell(NamedTuple):
    """A cell where a tile of mine may go."""

    x: int
    y: int
    fits: tuple[Fit, ...]
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
        return _("Lay my tile at %(cell)s") % {"cell": words.cell(self.x, self.y)}

    @property
    def data(self) -> str:
        """For the script: [move, tile, turn, total, preview, final] for each way."""
        return json.dumps(
            [
                [
                    fit.move,
                    fit.tile,
                    fit.turn,
                    preview.total_of_tile(fit.laid, self.me),
                    preview.of_tile(fit.laid, self.names),
                    int(fit.is_final),
                ]
                for fit in self.fits
            ],
            ensure_ascii=False,
            separators=(",", ":"),
        )


class Other(NamedTuple):
    """Another way to lay the tile that I have drafted; `keep`: how much of my draft stays."""

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
        told = {"cell": words.cell(self.x, self.y), "turn": self.turn}
        if self.is_turn:
            return _("Turn it: %(turn)s°") % told
        return _("Lay it at %(cell)s instead, turned %(turn)s°") % told


class Brought(NamedTuple):
    """What a piece of mine brings, and how many of its kind I have before it."""

    stood: Stood
    left: int


class Spot(NamedTuple):
    """A place for a piece of mine on the newest tile; `keep` where it replaces a drafted one."""

    move: str
    kind: str
    segment: str
    x: float
    y: float
    lies: bool
    brings: Brought | None
    is_final: bool
    keep: int | None
    me: int
    names: tuple[str, ...]

    @property
    def total(self) -> str:
        return preview.total_of_piece(self.brings.stood) if self.brings else ""

    @property
    def preview(self) -> str:
        if self.brings is None:
            return ""
        return preview.of_piece(*self.brings, self.kind, self.me, self.names)

    @property
    def label(self) -> str:
        what = _("%(piece)s on the %(segment)s") % {
            "piece": words.first_upper(words.PIECES[self.kind]),
            "segment": words.segment(self.segment),
        }
        return f"{what}: {self.total} · {self.preview}" if self.brings else what


@dataclass(frozen=True)
class Taken:
    """A segment of the newest tile whose feature holds somebody's follower already."""

    segment: str
    x: float
    y: float
    owners: tuple[str, ...]

    @property
    def reason(self) -> str:
        told = {
            "segment": words.first_upper(words.segment(self.segment)),
            "names": words.listed(list(self.owners)),
        }
        return _("%(segment)s: %(names)s stands there already") % told


@dataclass(frozen=True)
class Stock:
    """A kind of piece that I may choose, or why it can stand nowhere on the newest tile."""

    kind: str
    n: int
    me: int
    is_first: bool
    why: str

    @property
    def word(self) -> str:
        return str(words.PIECES[self.kind])

    @property
    def note(self) -> str:
        return note(self.kind)

    @property
    def reason(self) -> str:
        return {
            "": "",
            NONE_LEFT: _("none left"),
            NO_FREE: _("no free feature"),
            NO_FOLLOWER: _("needs a follower of mine there"),
        }[self.why]


@dataclass(frozen=True)
class Held:
    """A tile in my hand; `turns`: those in which it looks different."""

    id: str
    turns: tuple[int, ...]
    place: int

    @property
    def words(self) -> str:
        return words.tile(self.id)

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
        return words.tile(self.id)

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
    named: bool

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
        told = {kind: words.first_upper(text) for kind, text in words.TERRAIN.items()}
        return json.dumps(told, ensure_ascii=False)


def picture(scene: Scene) -> Picture:
    """Everything on the board, from the view alone."""
    view = view_of(scene)
    board = board_of(view)
    me = scene.seat
    asked = view["phase"] if scene.legal else ""
    hand = open_hand(view, me) if me is not None else []
    return Picture(
        sprite=sprite(),
        box=_box(map(point, board.cells), 1.3),
        focus=_focus(view, board) if asked == "piece" else "",
        tiles=_tiles(scene),
        news=_news(scene),
        figures=_figures(scene, board),
        cells=_cells(scene) if asked == "place" else [],
        others=_others(scene),
        next=_next(scene, board, hand),
        spots=[*(_spots(scene) if asked == "piece" else ()), *_other_spots(scene, board)],
        taken=_taken(scene, board) if asked == "piece" else [],
        stock=_stock(scene) if asked == "piece" else [],
        features=features(view, board, scene.names),
        hand=tuple(_held(hand)),
        left=_left(view["unseen"], scene.options),
        pile=view["pile"],
        unseen=sum(view["unseen"].values()),
        discarded=tuple(Left(id, 0, 0) for id in view["discarded"]),
        asked=asked,
        me=me,
        named=scene.options["hand"] == "3",
    )


def standing(scene: Scene) -> tuple[str, tuple[Tile, ...], tuple[Figure, ...]]:
    """A view box around everything, the tiles and the pieces."""
    board = board_of(view_of(scene))
    box = _box(map(point, board.cells), 0.1)
    return box, tuple(_tiles(scene)), tuple(_figures(scene, board))


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


# tiles and pieces


def at_spot(x: int, y: int, id: str, rotation: int, number: int) -> tuple[float, float]:
    """Where a piece stands on a tile of the board."""
    dx, dy = spot(id, rotation, number)
    return x * SIZE + dx, -y * SIZE + dy


def spot(id: str, rotation: int, number: int) -> tuple[float, float]:
    """Where a piece stands on a turned tile."""
    x, y = SPOTS[id][number]
    for _quarter in range(rotation // 90):
        x, y = SIZE - y, x
    return x, y


def lies(id: str, number: int, kind: str) -> bool:
    """Whether a piece lies down: a follower on a farm."""
    return KINDS[id].segments[number].kind == FARM and kind in ("meeple", "big")


def _cell_of(move: str) -> tuple[int, int]:
    x, y = point(CELLS[move.split(" ", 2)[1]])
    return x, y


def _drafted(scene: Scene) -> tuple[dict[tuple[int, int], int | None], dict[object, int | None]]:
    """My drafted tiles by cell and pieces by cell and segment, each with where to take it back."""
    tiles: dict[tuple[int, int], int | None] = {}
    figures: dict[object, int | None] = {}
    where: tuple[int, int] | None = None
    for n, move in enumerate(scene.drafted):
        undo = n if n in scene.removable else None
        verb, *rest = move.split(" ")
        if verb == "place":
            where = _cell_of(move)
            tiles[where] = undo
        elif where is not None:
            figures[where, rest[0]] = undo
    return tiles, figures


def _tiles(scene: Scene) -> list[Tile]:
    rows = tiles_of(view_of(scene))
    if not scene.drafted:
        return [Tile(*row) for row in rows]
    drafted, _figures = _drafted(scene)
    return [
        Tile(x, y, id, rotation, is_ghost=(x, y) in drafted, undo=drafted.get((x, y)))
        for x, y, id, rotation in rows
    ]


def _figures(scene: Scene, board: Board) -> list[Figure]:
    _tiles, drafted = _drafted(scene)
    found = []
    for x, y, name, seat, kind in pieces_of(view_of(scene)):
        look = board.cells[cell_at(x, y)][1]
        key = ((x, y), name)
        found.append(
            Figure(
                *(x, y, look.kind.id, look.rotation, look.names.index(name), seat, kind),
                is_ghost=key in drafted,
                undo=drafted.get(key),
            )
        )
    return found


def _news(scene: Scene) -> list[News]:
    """Cells of tiles that others placed since the last look."""
    found = []
    for event in scene.news:
        if event.kind == "place" and event.seat is not None:
            x, y = event.data["cell"]
            found.append(News(x, y, event.seat))
    return found


# where a tile of mine may go


def _cells(scene: Scene) -> list[Cell]:
    outlook = scene.once(Outlook)
    by_cell: dict[int, list[Fit]] = {}
    for move in scene.legal:
        cell, look = outlook.placement(move)
        brings, final = outlook.laid(move), scene.reveals(move)
        fit = Fit(move, look.kind.id, look.rotation, brings, final)
        by_cell.setdefault(cell, []).append(fit)
    names = tuple(scene.names)
    cells = [(point(cell), tuple(fits)) for cell, fits in by_cell.items()]
    cells.sort(key=lambda one: (-one[0][1], one[0][0]))
    return [Cell(x, y, fits, outlook.seat, names) for (x, y), fits in cells]


def _others(scene: Scene) -> list[Other]:
    """The other ways to lay the tile that I have drafted: one for a cell, and its next turn."""
    if not scene.drafted or not scene.drafted[-1].startswith("place"):
        return []
    keep = len(scene.drafted) - 1
    _verb, here, lying, *named = scene.drafted[-1].split(" ")
    by_cell: dict[str, list[tuple[int, str]]] = {}
    for move in scene.alternatives:
        _verb, where, rotation, *tile = move.split(" ")
        if tile == named:
            by_cell.setdefault(where, []).append((int(rotation), move))
    found = []
    for where, ways in by_cell.items():
        # clockwise from the way it lies
        turn, move = min(ways, key=lambda way: (way[0] - int(lying)) % 360)
        x, y = point(CELLS[where])
        found.append(Other(x, y, move, turn, keep, is_turn=where == here))
    return found


def _next(scene: Scene, board: Board, hand: Sequence[str]) -> list[tuple[int, int]]:
    """Where a tile of mine would fit now, while others play: its corner in the drawing."""
    if scene.over or scene.seat in scene.actors:
        return []
    fits = set().union(*(KINDS[id].fits for id in hand))
    cells = [point(cell) for cell, need in board.open.items() if need in fits]
    return [(x * SIZE, -y * SIZE) for x, y in cells]


# where a piece of mine may stand


def _spots(scene: Scene) -> list[Spot]:
    outlook = scene.once(Outlook)
    x, y = point(outlook.last)
    found = []
    for move in scene.legal:
        kind, name = move.split(" ")
        if name != "none":
            brings = Brought(outlook.stood(move), outlook.left(kind))
            found.append(
                _spot(scene, outlook.board, (x, y), move, brings, scene.reveals(move), None)
            )
    return found


def _other_spots(scene: Scene, board: Board) -> list[Spot]:
    """The other places for the piece that I have drafted."""
    placed = [move for move in scene.drafted if move.startswith("place")]
    if not placed or scene.drafted[-1].startswith("place"):
        return []
    at, keep = _cell_of(placed[-1]), len(scene.drafted) - 1
    return [
        _spot(scene, board, at, move, None, False, keep)
        for move in scene.alternatives
        if not move.endswith(" none")
    ]


def _spot(
    scene: Scene,
    board: Board,
    at: tuple[int, int],
    move: str,
    brings: Brought | None,
    final: bool,
    keep: int | None,
) -> Spot:
    kind, name = move.split(" ")
    look = board.cells[cell_at(*at)][1]
    number = look.names.index(name)
    x, y = at_spot(*at, look.kind.id, look.rotation, number)
    assert scene.seat is not None
    return Spot(
        move=move,
        kind=kind,
        segment=name,
        x=x,
        y=y,
        lies=lies(look.kind.id, number, kind),
        brings=brings,
        is_final=final,
        keep=keep,
        me=scene.seat,
        names=tuple(scene.names),
    )


def _taken(scene: Scene, board: Board) -> list[Taken]:
    x, y = view_of(scene)["last"]
    first, look = board.cells[cell_at(x, y)]
    free = {move.split(" ")[1] for move in scene.legal}
    found = []
    for number, name in enumerate(look.names):
        held = board.held.get(board.find(first + number))
        if held and name not in free:
            owners = sorted({piece.seat for piece in held})
            at = at_spot(x, y, look.kind.id, look.rotation, number)
            found.append(Taken(name, *at, tuple(scene.names[seat] for seat in owners)))
    return found


def _stock(scene: Scene) -> list[Stock]:
    """My kinds of pieces, where there are several or one of them can stand nowhere."""
    view, me = view_of(scene), scene.seat
    assert me is not None
    usable = {move.split(" ")[0] for move in scene.legal if not move.endswith(" none")}
    found: list[Stock] = []
    for kind, n in supply(view, me, scene.options):
        why = "" if kind in usable else NONE_LEFT if not n else WHY_NOT[kind]
        is_first = not why and all(one.why for one in found)
        found.append(Stock(kind, n, me, is_first, why))
    return found if len(found) > 1 or found[0].why else []


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
