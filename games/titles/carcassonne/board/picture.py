"""What the template draws: tiles and pieces at their places, hot spots, hands and supplies."""

from __future__ import annotations

import functools
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from django.templatetags.static import static
from django.utils.safestring import SafeString, mark_safe

from games.boards.base import Scene, paragraph
from portal.quick.kept import MIB, each, kept

from ..rules import GAME
from ..rules.components import GOODS, KINDS, PIECES, ROTATIONS
from ..rules.view import View
from . import words
from .land import Feature, features
from .seen import open_hand, pieces_of, tiles_of, view_of
from .wording import gettext as _

SIZE = 100
SPRITE = "titles/carcassonne/tiles.svg"
SPOTS: dict[str, list[list[float]]] = json.loads(
    Path(__file__).with_name("spots.json").read_text(encoding="utf-8")
)


@functools.cache
def note(anchor: str) -> str:
    """The address of what the rules say of a component."""
    return paragraph(GAME.key, anchor)


@dataclass(frozen=True)
class Cell:
    """A cell where my tile may go; `turns`: "p:0,90 v:180", by tile of my hand."""

    x: int
    y: int
    left: int
    top: int
    turns: str
    label: str


@dataclass(frozen=True)
class Fresh:
    """A tile to point out: `last` the newest one, `new` another since the last look."""

    x: int
    y: int
    left: int
    top: int
    kind: str


@dataclass(frozen=True)
class Place:
    """A spot for a piece of mine on the tile just placed."""

    move: str
    kind: str
    x: float
    y: float
    is_farm: bool
    label: str


@dataclass(frozen=True)
class Tile:
    """A tile outside the board."""

    id: str
    words: str
    n: int = 1
    used: int = 0

    @property
    def note(self) -> str:
        return note(f"tile:{self.id}")


@dataclass(frozen=True)
class Token:
    kind: str
    word: str
    n: int

    @property
    def note(self) -> str:
        return note(self.kind)


@dataclass(frozen=True)
class Side:
    """A seat beside the board."""

    seat: int
    name: str
    score: int
    is_me: bool
    acts: bool
    supply: tuple[Token, ...]
    goods: tuple[Token, ...]
    hand: tuple[Tile, ...]
    hidden: int

    @property
    def hidden_words(self) -> str:
        return words.tiles(self.hidden)


@dataclass(frozen=True)
class Told:
    """A feature in words, for the card on the board and the list below it."""

    feature: Feature
    title: str
    text: str
    places: str
    leaders: str

    @property
    def note(self) -> str:
        return note(self.feature.kind)


@dataclass(frozen=True)
class Picture:
    sprite: str
    box: str
    focus: str
    tiles: list[SafeString]
    news: list[Fresh]
    pieces: list[SafeString]
    cells: list[Cell]
    places: list[Place]
    kinds: list[Token]
    features: list[Told]
    sides: list[Side]
    hand: tuple[Tile, ...]
    left: list[Tile]
    pile: int
    unseen: int
    discarded: tuple[Tile, ...]
    phase: str
    me: int | None
    is_mine: bool
    extra: bool
    named: bool

    @property
    def pile_note(self) -> str:
        return note("pile")


def picture(scene: Scene) -> Picture:
    """Everything on the board, from the view alone."""
    view = view_of(scene)
    board = tiles_of(view)
    me = scene.seat
    is_mine = bool(scene.legal)
    hand = _tiles(open_hand(view, me)) if me is not None else ()
    news = _news(scene)
    corner = [(x, -y) for x, y, _id, _rotation in board]
    cells = _cells(scene) if view["phase"] == "place" else []
    places = _places(scene) if view["phase"] == "piece" else []
    return Picture(
        sprite=static(SPRITE),
        box=_box(corner, 1.3),
        focus=_box([(fresh.x, -fresh.y) for fresh in news], 0),
        tiles=[_tile(static(SPRITE), *tile) for tile in board],
        news=news,
        pieces=_pieces(view),
        cells=cells,
        places=places,
        kinds=[
            Token(kind, str(words.PIECES[kind]), view["supply"][me][kind])
            for kind in PIECES
            if me is not None and any(place.kind == kind for place in places)
        ],
        features=[told(feature, scene) for feature in features(view, scene.options)],
        sides=[_side(scene, seat) for seat in range(len(scene.names))],
        hand=hand,
        left=_left(view["unseen"], scene.options),
        pile=view["pile"],
        unseen=sum(view["unseen"].values()),
        discarded=_tiles(view["discarded"]),
        phase=view["phase"],
        me=me,
        is_mine=is_mine,
        extra=view["extra"],
        named=scene.options["hand"] == "3",
    )


def _box(corners: Sequence[tuple[int, int]], margin: float) -> str:
    """A view box around tiles, with a margin in tiles."""
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    left, top = min(xs) - margin, min(ys) - margin
    wide, tall = max(xs) - min(xs) + 1 + 2 * margin, max(ys) - min(ys) + 1 + 2 * margin
    return " ".join(f"{SIZE * value:g}" for value in (left, top, wide, tall))


@kept(3 * MIB, each(700))
def _tile(sprite: str, x: int, y: int, id: str, rotation: int) -> SafeString:
    """A placed tile: it never changes, so its markup is made once."""
    left, top = x * SIZE, -y * SIZE
    turn = f" rotate({rotation} 50 50)" if rotation else ""
    return mark_safe(  # noqa: S308 - numbers and tile ids
        f'<g id="t{x}_{y}" data-tile="{id}" data-turn="{rotation}" '
        f'data-note="{note(f"tile:{id}")}" transform="translate({left} {top}){turn}">'
        f'<use href="{sprite}#{id}"/></g>'
    )


def spot(id: str, rotation: int, number: int) -> tuple[float, float]:
    """Where a piece stands on a turned tile."""
    x, y = SPOTS[id][number]
    for _quarter in range(rotation // 90):
        x, y = SIZE - y, x
    return x, y


def _at(view: View, x: int, y: int) -> tuple[str, int]:
    return next((id, rotation) for a, b, id, rotation in tiles_of(view) if (a, b) == (x, y))


def _names(id: str, rotation: int) -> tuple[str, ...]:
    return KINDS[id].looks[ROTATIONS.index(rotation)].names


def _pieces(view: View) -> list[SafeString]:
    lying = {(x, y): (id, rotation) for x, y, id, rotation in tiles_of(view)}
    found = []
    for x, y, name, seat, kind in pieces_of(view):
        id, rotation = lying[x, y]
        number = _names(id, rotation).index(name)
        found.append(_piece(static(SPRITE), x, y, id, rotation, number, seat, kind))
    return found


@kept(3 * MIB, each(700))
def _piece(
    sprite: str, x: int, y: int, id: str, rotation: int, number: int, seat: int, kind: str
) -> SafeString:
    dx, dy = spot(id, rotation, number)
    is_farmer = KINDS[id].segments[number].kind == FARM_KIND and kind in ("meeple", "big")
    lie = " rotate(-90)" if is_farmer else ""
    where = f"translate({x * SIZE + dx:g} {-y * SIZE + dy:g}){lie} scale(1.12)"
    return mark_safe(  # noqa: S308 - numbers and notation words
        f'<g id="p{x}_{y}_{number}_{kind}" class="carc-piece" data-seat="{seat}" '
        f'data-note="{note(kind)}" transform="{where}">'
        f'<use href="{sprite}#{kind}-{seat}"/></g>'
    )


FARM_KIND = 3


def _cells(scene: Scene) -> list[Cell]:
    if scene.seat is None or not scene.legal:
        return []
    hand = open_hand(view_of(scene), scene.seat)
    by_cell: dict[tuple[int, int], dict[str, list[str]]] = {}
    for move in scene.legal:
        _verb, where, rotation, *named = move.split(" ")
        x, y = map(int, where.split(","))
        by_cell.setdefault((x, y), {}).setdefault((named or hand)[0], []).append(rotation)
    found = []
    for (x, y), tiles in sorted(by_cell.items(), key=lambda one: (-one[0][1], one[0][0])):
        turns = " ".join(f"{tile}:{','.join(turns)}" for tile, turns in tiles.items())
        label = _("Lay my tile at %(cell)s") % {"cell": words.cell(x, y)}
        found.append(Cell(x, y, x * SIZE, -y * SIZE, turns, label))
    return found


def _places(scene: Scene) -> list[Place]:
    if not scene.legal:
        return []
    view = view_of(scene)
    x, y = view["last"]
    id, rotation = _at(view, x, y)
    names = _names(id, rotation)
    found = []
    for move in scene.legal:
        kind, name = move.split(" ")
        if name == "none":
            continue
        number = names.index(name)
        dx, dy = spot(id, rotation, number)
        label = _("%(piece)s on the %(segment)s") % {
            "piece": words.first_upper(words.PIECES[kind]),
            "segment": words.segment(name),
        }
        is_farm = KINDS[id].segments[number].kind == FARM_KIND and kind in ("meeple", "big")
        found.append(Place(move, kind, x * SIZE + dx, -y * SIZE + dy, is_farm, label))
    return found


def _news(scene: Scene) -> list[Fresh]:
    """Cells of tiles placed since the last look, the newest tile at least."""
    cells = [tuple(event.data["cell"]) for event in scene.news if event.kind == "place"]
    last = tuple(view_of(scene)["last"])
    return [
        Fresh(x, y, x * SIZE, -y * SIZE, "last" if (x, y) == last else "new")
        for x, y in dict.fromkeys([*cells, last])
    ]


def _tiles(ids: list[str]) -> tuple[Tile, ...]:
    return tuple(Tile(id, words.tile(id)) for id in ids)


def _side(scene: Scene, seat: int) -> Side:
    view = view_of(scene)
    hand = view["hands"][seat]
    supply = view["supply"][seat]
    return Side(
        seat=seat,
        name=scene.names[seat],
        score=view["scores"][seat],
        is_me=seat == scene.seat,
        acts=seat in scene.actors,
        supply=tuple(
            Token(kind, str(words.PIECES[kind]), supply[kind])
            for kind in PIECES
            if kind == "meeple" or scene.options["inns" if kind == "big" else "traders"] == "all"
        ),
        goods=tuple(
            Token(good, str(words.GOODS[good]), view["goods"][seat][good])
            for good in GOODS
            if scene.options["traders"] != "off"
        ),
        hand=_tiles(open_hand(view, seat)),
        hidden=hand if isinstance(hand, int) else 0,
    )


def _left(unseen: dict[str, int], options: dict[str, str]) -> list[Tile]:
    """How many of each kind in play nobody here has seen yet; those that are gone come last."""
    in_play = [kind for kind in KINDS.values() if kind.set == "base" or options[kind.set] != "off"]
    found = [
        Tile(kind.id, words.tile(kind.id), unseen.get(kind.id, 0), kind.count) for kind in in_play
    ]
    return sorted(found, key=lambda tile: tile.n == 0)


def told(feature: Feature, scene: Scene) -> Told:
    """A feature in words: how large, how open, who leads, what it is worth."""
    kind = words.first_upper(words.TERRAIN[feature.kind])
    title = _("%(kind)s, %(tiles)s") % {"kind": kind, "tiles": words.tiles(feature.tiles)}
    parts = []
    if feature.kind == "monastery":
        title = kind
        parts.append(
            _("%(n)s cells around it are free") % {"n": feature.open}
            if feature.open
            else _("finished")
        )
    elif feature.open is not None:
        parts.append(_("open at %(n)s") % {"n": feature.open} if feature.open else _("finished"))
    else:
        parts.append(
            _("%(done)s of %(all)s cities beside it finished")
            % {"done": feature.towns[0], "all": feature.towns[1]}
        )
    if feature.pieces:
        leaders = words.listed([scene.names[seat] for seat in feature.leaders])
        others = sorted({seat for seat, _kind in feature.pieces} - set(feature.leaders))
        parts.append(
            _("%(names)s lead") % {"names": leaders}
            if len(feature.leaders) > 1
            else _("%(names)s leads") % {"names": leaders}
        )
        if others:
            parts.append(
                _("also there: %(names)s")
                % {"names": words.listed([scene.names[seat] for seat in others])}
            )
    else:
        parts.append(_("nobody stands there"))
    if len({pair[1:] for pair in feature.by_seat}) > 1:
        parts += [
            _("%(name)s: %(now)s now, %(then)s when finished")
            % {"name": scene.names[seat], "now": now, "then": then}
            for seat, now, then in feature.by_seat
        ]
    elif feature.open == 0:
        parts.append(words.points(feature.then))
    else:
        parts.append(
            _("%(now)s now, %(then)s when finished")
            % {"now": words.points(feature.now), "then": feature.then}
        )
    return Told(
        feature,
        title,
        words.lines(parts) + _("."),
        " ".join(f"{x},{y},{number}" for x, y, number in feature.places),
        " ".join(map(str, feature.leaders)),
    )
