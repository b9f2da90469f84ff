"""The land of Clans of Caledonia as one drawing that stays the same for a whole match.

The drawing has its own URL, so that browsers cache it. The page itself holds only the signs, which
grow with the map, and the colours (`static/board.css`).

`art/` paints the parts of spaces ahead: `land.json`. Here they become the map of a match: one path
for each layer, to which every space adds its part at its place.
"""

from __future__ import annotations

import functools
import itertools
import operator
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from games.boards import cached_urls
from games.boards.hexes import Point
from games.rules.primitives.bitsets import members

from ..rules.components import CORNERS
from ..rules.maps import AT, MODULES, SHARING_EDGE, Board, axial, board_of
from .hexes import EDGE, HEIGHT, LAND, SIZE, centre
from .rule_links import KEY

WIDTH = round(20 * SIZE + 2 * EDGE)
DEPTH = round(9.5 * HEIGHT + 2 * EDGE)
BOX = f"0 0 {WIDTH} {DEPTH}"
PLAIN = ("rim", "loch", "g", "f", "m")  # layers without small details
COST = '<g class="cal-fit"><circle r="13"/><text y="7.4">{}</text></g>'
DELTA = '<g class="cal-fit"><text y="7.4">Δ</text></g>'
#: A worker of nobody, who stays for the whole match and closes its space.
NEUTRAL_WORKER = (
    '<circle r="25"/><path d="M0-15a7 7 0 1 1 0 14a7 7 0 0 1 0-14zM-14 16q0-15 14-15t14 15z"/>'
)


class Ground(NamedTuple):
    """Everything that determines the drawing of the land of a match."""

    modules: tuple[int, ...]
    seats: int
    ports: bool
    deltas: bool
    borders: bool

    @property
    def address(self) -> str:
        return _address(self._replace(deltas=False))

    @property
    def signs(self) -> str:
        return _signs(self)

    @property
    def plain(self) -> str:
        """Return land and water without small details."""
        return _svg_paths(self.board, PLAIN)

    @property
    def board(self) -> Board:
        return board_of(self.modules, self.seats, self.ports)


NAME = re.compile(r"([0-9]{4})-([1-4])([01])([01])")


def drawing_by_name(name: str) -> str | None:
    """Return the drawing with this name (see `_address`); None if no match has it."""
    found = NAME.fullmatch(name)
    if found is None:
        return None
    modules = tuple(map(int, found[1]))
    if any(
        side not in MODULES[corner].sides for corner, side in zip(CORNERS, modules, strict=True)
    ):
        return None
    seats, ports, borders = map(int, found.groups()[1:])
    return _drawing(Ground(modules, seats, bool(ports), False, bool(borders)))


@functools.lru_cache(256)
def _address(ground: Ground) -> str:
    sides = "".join(map(str, ground.modules))
    name = f"{sides}-{ground.seats}{ground.ports:d}{ground.borders:d}"
    return cached_urls.drawing_url(KEY, name, _drawing(ground))


@functools.lru_cache(64)
def _drawing(ground: Ground) -> str:
    layers = [layer for layer in LAND["layers"] if ground.borders or layer != "border"]
    paths = _svg_paths(ground.board, layers)
    return f'<svg xmlns="http://www.w3.org/2000/svg"><g id="land">{paths}</g></svg>'


@functools.lru_cache(64)
def _signs(ground: Ground) -> str:
    land, found = ground.board, []
    for space in members(land.land):
        found.append(_sign("cal-coin", space, COST.format(land.cost[space]), (-25.5, 22)))
        if ground.deltas and land.delta >> space & 1:
            found.append(_sign("cal-delta", space, DELTA, (27, -27)))
    found += [_sign("cal-neutral", space, NEUTRAL_WORKER) for space in members(land.closed)]
    return "".join(found)


def _svg_paths(land: Board, layers: Iterable[str]) -> str:
    shapes = _shapes(land)
    return "".join(
        f'<path {LAND["layers"][layer]} d="{"".join(shapes[layer])}"/>'
        for layer in layers
        if shapes[layer]
    )


def _shapes(land: Board) -> dict[str, list[str]]:
    """The shapes of each layer of a map."""
    found: dict[str, list[str]] = defaultdict(list)
    for space in members(land.land | land.water):
        at, pattern = LAND["spaces"][space].values()
        found["rim"].append(at + LAND["hex"])
        if land.lochs >> space & 1:
            found["loch"].append(at + LAND["hex"])
            found["wave"].append(at + LAND["waves"][pattern])
        letters = land.letters[space]
        for letter, part in zip(letters, LAND["parts"][len(letters)], strict=True):
            found[letter].append(at + part["shape"])
            for layer, motif in part[letter][pattern].items():
                found[layer].append(at + motif)
        if len(letters) == 2:
            found["divide"].append(at + LAND["divide"])
        if (land.border & land.land) >> space & 1:
            found["border"].append(at + LAND["border"])
    found["seam"] = _edges(_inner_edges(land, land.land))
    found["depth"] = _edges(_inner_edges(land, land.lochs))
    found["shore"] = _edges(_shores(land))
    found["bank"] = found["river"] = _edges(land.rivers)
    return found


def _edges(pairs: Iterable[tuple[int, int]]) -> list[str]:
    """Edges of spaces; those of each space start at its middle."""
    found = []
    for space, together in itertools.groupby(pairs, key=operator.itemgetter(0)):
        found.append(LAND["spaces"][space]["at"])
        (q, r), before = axial(space), ""
        for p, s in (axial(other) for _space, other in together):
            way = f"{p - q},{s - r}"
            found.append(LAND["edges"][before][way])
            before = way
    return found


def _inner_edges(land: Board, kind: int) -> Iterator[tuple[int, int]]:
    """The edges between two spaces of one kind."""
    for space in members(kind):
        for other in members(land.adjacent[space] & kind):
            if other > space:
                yield space, other


def _shores(land: Board) -> Iterator[tuple[int, int]]:
    """The edges between a loch and land, a port or the outside."""
    for space in members(land.lochs):
        for other in members(SHARING_EDGE[space] & ~land.lochs):
            yield space, other


def _sign(css: str, space: int, shapes: str, offset: Point = (0, 0)) -> str:
    x, y = centre(AT[space])
    place = f"{x + offset[0]:.1f} {y + offset[1]:.1f}"
    return f'<g class="{css}" transform="translate({place})">{shapes}</g>'
