"""An annotated picture of a title's set-up: a thumbnail of the first position, with marks.

A title declares it in `board/rulebook.py`: a function returns the marks for a match of three seats
that has just begun. Things that the thumbnail does not show lie below it, as heaps of symbols.
Every mark has a name and a number. In the rules, a list follows `![…](picture:set-up)`; each item
begins with the number of its mark, `{{ mark("robber") }}`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from django.utils.safestring import SafeString

import games.rules as rules

from ..boards import presenter, rendering

PICTURE = "set-up"
SEED = "set-up"
SEATS = 3
SYMBOLS_ACROSS = 15  # symbols in a full line of heaps
GAP = 0.25  # of a symbol: the space around the symbols of a heap
BOX = re.compile(r'viewBox="([^"]*)"')


class Symbol(NamedTuple):
    """A symbol of the sprite on the thumbnail; x and y are its centre."""

    art: str
    x: float
    y: float
    size: float


class SetupPicture(NamedTuple):
    """The marks of a title, in the units of its thumbnail.

    `places` are the marks on the thumbnail, `heaps` the symbols of the marks below it. `wide` is
    the least width of the picture.
    """

    places: Mapping[str, tuple[float, float]]
    heaps: Mapping[str, Sequence[str]]
    symbols: Sequence[Symbol] = ()
    wide: float = 0

    @property
    def marks(self) -> list[str]:
        """The names of all marks, in the order of their numbers."""
        return [*self.places, *self.heaps]


class Heap(NamedTuple):
    mark: str
    arts: Sequence[str]
    x: float
    y: float
    width: float


def mark_number(made: SetupPicture, mark: str) -> str:
    """The number of a mark, as its list item begins: "3."."""
    return f"{made.marks.index(mark) + 1}."


def first_match(key: str, options: Mapping[str, str]) -> rules.Match:
    """The match of which the picture is made."""
    return rules.new_match(key, SEATS, options, seed=SEED)


def draw_setup(match: rules.Match, made: SetupPicture, sheet: str) -> SafeString:
    """The picture as SVG; `sheet` is the address of the sprite."""
    drawing = rendering.render_thumbnail(presenter(match.game.key), match)
    left, top, own_width, depth = view_box_of(drawing)
    width = max(own_width, made.wide)
    start = left - (width - own_width) / 2
    size = width / SYMBOLS_ACROSS
    heaps = list(place_heaps(made.heaps, start, top + depth + 2 * GAP * size, width))
    marks = [*made.places.values(), *((heap.x, heap.y) for heap in heaps)]
    box = (start - size / 2, top - size / 2, width + size, heaps[-1].y - top + 2.5 * size)
    shapes = [
        f"<svg {rect_attributes(left, top, own_width, depth)}>{drawing}</svg>",
        *(draw_symbol(sheet, one) for one in made.symbols),
        *(draw_heap(sheet, heap, size) for heap in heaps),
        *(draw_mark(number, *at, size / 26) for number, at in enumerate(marks, 1)),
    ]
    view = " ".join(f"{n:.5g}" for n in box)
    return SafeString(f'<svg class="setup-drawing" viewBox="{view}">{"".join(shapes)}</svg>')


def rect_attributes(x: float, y: float, width: float, height: float) -> str:
    return f'x="{x:.5g}" y="{y:.5g}" width="{width:.5g}" height="{height:.5g}"'


def draw_symbol(sheet: str, one: Symbol) -> str:
    place = rect_attributes(one.x - one.size / 2, one.y - one.size / 2, one.size, one.size)
    return f'<use href="{sheet}#{one.art}" {place}/>'


def draw_heap(sheet: str, heap: Heap, size: float) -> str:
    gap = size * GAP
    ground = rect_attributes(heap.x, heap.y, heap.width, size + 2 * gap)
    x, y = heap.x + gap + size / 2, heap.y + gap + size / 2
    arts = (Symbol(art, x + size * n, y, size) for n, art in enumerate(heap.arts))
    return f'<rect class="setup-heap" {ground} rx="{gap:.5g}"/>' + "".join(
        draw_symbol(sheet, one) for one in arts
    )


def draw_mark(number: int, x: float, y: float, scale: float) -> str:
    place = f"translate({x:.5g} {y:.5g}) scale({scale:.3g})"
    return (
        f'<g class="setup-mark" transform="{place}"><circle r="11"/>'
        f'<text y="4.5">{number}</text></g>'
    )


def view_box_of(svg: str) -> tuple[float, float, float, float]:
    """Left, top, width and height of a drawing's view box; zeros if it has none."""
    found = BOX.search(svg)
    left, top, width, depth = map(float, found[1].split()) if found else (0.0, 0.0, 0.0, 0.0)
    return left, top, width, depth


def place_heaps(
    heaps: Mapping[str, Sequence[str]], left: float, top: float, width: float
) -> Iterator[Heap]:
    """The heaps with their places, in lines from the left."""
    size = width / SYMBOLS_ACROSS
    gap = size * GAP
    x, y = left, top
    for mark, arts in heaps.items():
        wide = len(arts) * size + 2 * gap
        if x > left and x + wide > left + width:
            x, y = left, y + size + 4 * gap
        yield Heap(mark, arts, x, y, wide)
        x += wide + 2 * gap
