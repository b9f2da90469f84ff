"""The island drawn as a map: land, numbers, harbours, pieces, and the places to choose.

Colours come from the stylesheet; the drawing has classes only. One hex is `R` high from its
middle to its top, so a grid point is `R`·√3/4 wide and `R`/4 high (rules 2.1).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from portal.quick.kept import MIB, kept
from portal.quick.words import get_language

from ..rules.grid import CORNERS
from . import moves, words
from .places import COLUMNS, ROWS, Land, point
from .wording import gettext as _

R = 40.0
WIDE = R * math.sqrt(3) / 4
HIGH = R / 4
LEFT, TOP, WIDTH, HEIGHT = -222, -206, 434, 402
OUT = 21  # how far a harbour's sign lies off the coast

# the ground's picture, around the point 0,0
SIGNS = {
    "hills": "M-9 4h8v4h-8zM1 4h8v4h-8zM-5 -1h8v4h-8z",
    "forest": "M-6 8v-3h-4l5 -10l5 10h-4v3zM6 8v-3h-4l4 -8l4 8h-3v3z",
    "pasture": "M-8 3a4 4 0 0 1 3 -6a5 5 0 0 1 9 0a4 4 0 0 1 3 6v4h-2v-3h-9v3h-2z",
    "fields": "M-7 8v-11l-2 -3h4l-2 3M0 8v-12l-2 -3h4l-2 3M7 8v-11l-2 -3h4l-2 3",
    "mountains": "M-11 8l7 -13l4 6l3 -4l8 11z",
    "desert": "M-10 6q5 -6 10 0q5 -6 10 0z",
    "castle": "M-9 8v-14h4v3h3v-3h4v3h3v-3h4v14h-6v-5h-4v5z",
    "quarry": "M-10 8v-6h7v-6h6v4h7v8z",
    "glassworks": "M-3 -7h6v5l5 8q1 2 -1 2h-14q-2 0 -1 -2l5 -8z",
}
# where sign and word stand on land without a number: off the lanes, and beside the robber
SIGN_AT = {"castle": (-19, -8), "quarry": (12, -25), "glassworks": (12, 13), "desert": (3, -9)}
WORD_AT = {"castle": (-19, 11), "quarry": (20, -9), "glassworks": (10, 32), "desert": (0, 27)}
HOUSE = "M-7 6v-8l7 -6l7 6v8z"
TOWN = "M-10 7v-9h8v-5l5 -5l6 5v14z"
# the marks of the seats (see --mark-0 … in the tokens), then those of the neutrals
MARKS = {
    0: '<circle r="3"/>',
    1: '<path d="M-2.7 -2.7h5.4v5.4h-5.4z"/>',
    2: '<path d="M0 -3.3l3.5 6h-7z"/>',
    3: '<path d="M0 -3.8l3.4 3.8l-3.4 3.8l-3.4 -3.8z"/>',
    "n1": '<path d="M-.8 -3.5h1.6v7h-1.6z"/>',
    "n2": '<path d="M-2.6 -3.5h1.6v7h-1.6zM1 -3.5h1.6v7h-1.6z"/>',
}


def drawing(land: Land) -> SafeString:
    """The map of a scene."""
    view = land.view
    ground = tuple((one["at"], one["terrain"], one["number"] or 0) for one in land.hexes)
    ports = tuple((port["path"], port["type"], *_two(port["spots"])) for port in view["harbours"])
    parts = [
        f'<svg class="ct-map" viewBox="{LEFT} {TOP} {WIDTH} {HEIGHT}">',
        _land(get_language(), ground, ports),
        *_lanes(land),
        *_roads(land),
        *_buildings(land),
        *_visitors(land),
        *_wagons(land),
        *_hot_spots(land),
        "</svg>",
    ]
    return mark_safe("".join(parts))  # noqa: S308 - made here; names are escaped


def _two(spots: Sequence[str]) -> tuple[str, str]:
    one, other = spots
    return one, other


def pixel(place: str) -> tuple[float, float]:
    x, y = point(place)
    return round(x * WIDE, 1), round(y * HIGH, 1)


def _at(place: str, dx: float = 0, dy: float = 0) -> str:
    x, y = pixel(place)
    return f'transform="translate({x + dx:.5g} {y + dy:.5g})"'


def _name(owner: int | str) -> str:
    return f"ct-seat-{owner}"


# the land, which never changes in a match


@kept(4 * MIB)
def _land(
    language: str | None,
    ground: tuple[tuple[str, str, int], ...],
    ports: tuple[tuple[str, str, str, str], ...],
) -> str:
    """Sea, hexes with their numbers, harbours, and the letters and numbers at the edges."""
    parts = [
        f'<rect class="ct-sea" x="{LEFT}" y="{TOP}" width="{WIDTH}" height="{HEIGHT}" rx="14"/>'
    ]
    parts += _edges()
    parts += [part for port in ports for part in _port(*port)]
    parts += [part for one in ground for part in _hex(*one)]
    return "".join(parts)


def _edges() -> Iterable[str]:
    for number, letter in enumerate(COLUMNS):
        yield f'<text class="ct-edge" x="{(number - 10) * WIDE:.5g}" y="{TOP + 11}">{letter}</text>'
    for row in range(1, ROWS + 1, 2):
        y = (row - 17) * HIGH + 3
        yield f'<text class="ct-edge" x="{LEFT + 10}" y="{y:.5g}">{row}</text>'


def _hex(place: str, terrain: str, number: int) -> Iterable[str]:
    corners = " ".join(f"{x * WIDE:.4g},{y * HIGH:.4g}" for x, y in CORNERS)
    yield f'<g {_at(place)} class="ct-hex ct-{terrain}"><polygon points="{corners}"/>'
    x, y = SIGN_AT.get(terrain, (0, -19))
    yield f'<path class="ct-sign" transform="translate({x} {y})" d="{SIGNS[terrain]}"/>'
    if terrain not in words.PRODUCES:
        x, y = WORD_AT[terrain]
        word = escape(str(words.GROUNDS[terrain]))
        yield f'<text class="ct-word" x="{x}" y="{y}">{word}</text>'
    if number:
        pips = 6 - abs(7 - number)
        often = " ct-often" if number in (6, 8) else ""
        yield f'<g class="ct-number{often}"><circle r="12.5" cy="5"/><text y="8.5">{number}</text>'
        for pip in range(pips):
            pip_x = (pip - (pips - 1) / 2) * 3.2
            yield f'<circle class="ct-pip" r="1.1" cx="{pip_x:.3g}" cy="12.8"/>'
        yield "</g>"
    yield "</g>"


def _port(path: str, kind: str, one: str, other: str) -> Iterable[str]:
    """A sign off the coast, with a pier to both its intersections."""
    x, y = pixel(path)
    (x1, y1), (x2, y2) = pixel(one), pixel(other)
    dx, dy = y1 - y2, x2 - x1
    length = math.hypot(dx, dy) * (1 if dx * x + dy * y > 0 else -1)
    sign_x, sign_y = x + dx / length * OUT, y + dy / length * OUT
    for end_x, end_y in ((x1, y1), (x2, y2)):
        yield f'<path class="ct-pier" d="M{end_x:.5g} {end_y:.5g}L{sign_x:.5g} {sign_y:.5g}"/>'
    yield f'<g class="ct-port ct-port-{kind}" transform="translate({sign_x:.5g} {sign_y:.5g})">'
    yield '<circle r="13"/>'
    if kind == "any":
        yield '<text y="3.5">3:1</text></g>'
        return
    ground = next(key for key, ware in words.PRODUCES.items() if ware == kind)
    yield f'<path class="ct-sign" transform="translate(0 -3) scale(.62)" d="{SIGNS[ground]}"/>'
    yield '<text y="9.5">2:1</text></g>'


# what stands on it


def _lanes(land: Land) -> Iterable[str]:
    """The lanes of the goal hexes and their plazas (only with wagons)."""
    board = land.board
    for path in range(len(board.paths)):
        if board.inner >> path & 1:
            yield f'<path class="ct-lane" d="{_line(land, board.paths[path], 0)}"/>'
    for goal in land.view["goals"].values():
        yield f'<circle class="ct-plaza" r="7" {_at(goal["plaza"])}/>'


def _line(land: Land, path: str, gap: float) -> str:
    """A path as a line, shortened by `gap` at both ends."""
    one, other = land.board.ends[land.board.path_index[path]]
    x1, y1 = pixel(land.board.spots[one])
    x2, y2 = pixel(land.board.spots[other])
    cut = gap / math.hypot(x2 - x1, y2 - y1)
    dx, dy = (x2 - x1) * cut, (y2 - y1) * cut
    return f"M{x1 + dx:.5g} {y1 + dy:.5g}L{x2 - dx:.5g} {y2 - dy:.5g}"


def _roads(land: Land) -> Iterable[str]:
    for road in land.view["roads"]:
        line = _line(land, road["at"], 7)
        damaged = " ct-damaged" if road["damaged"] else ""
        yield f'<g class="ct-road {_name(road["owner"])}{damaged}">'
        yield f'<path class="ct-under" d="{line}"/><path class="ct-over" d="{line}"/>'
        yield f'<g class="ct-mark" {_at(road["at"])}>{MARKS[road["owner"]]}</g></g>'


def _buildings(land: Land) -> Iterable[str]:
    for building in land.view["buildings"]:
        city = building["piece"] == "city"
        shape, dx, dy = (TOWN, 2, 1) if city else (HOUSE, 0, 1.5)
        yield f'<g class="ct-building {_name(building["owner"])}" {_at(building["at"])}>'
        yield f'<path d="{shape}"/><g class="ct-mark" transform="translate({dx} {dy})">'
        yield f"{MARKS[building['owner']]}</g></g>"


def _visitors(land: Land) -> Iterable[str]:
    """The robber, or the barbarians."""
    robber = "M0 -12a4 4 0 0 1 3 6.6q5 2 5 11.4h-16q0 -9.4 5 -11.4a4 4 0 0 1 3 -6.6z"
    if land.view["robber"]:
        yield f'<path class="ct-robber" d="{robber}" {_at(land.view["robber"], -20, 8)}/>'
    for path in land.view["barbarians"]:
        yield f'<g class="ct-barbarian" {_at(path)}>'
        yield '<path d="M-7 6l7 -13l7 13z"/><path d="M0 -2v5"/></g>'


def _wagons(land: Land) -> Iterable[str]:
    """Wagons; those on the same spot side by side."""
    standing: dict[str, list[int]] = {}
    for player in land.view["players"]:
        if "wagon" in player and player["wagon"]["at"]:
            standing.setdefault(player["wagon"]["at"], []).append(player["seat"])
    for place, seats in standing.items():
        for number, seat in enumerate(seats):
            shift = (number - (len(seats) - 1) / 2) * 19
            yield f'<g class="ct-wagon {_name(seat)}" {_at(place, shift, -13)}>'
            yield '<path d="M-9 3v-8q9 -5 18 0v8z"/>'
            yield '<circle class="ct-wheel" r="2.6" cx="-5" cy="4"/>'
            yield '<circle class="ct-wheel" r="2.6" cx="5" cy="4"/>'
            yield f'<g class="ct-mark" transform="translate(0 -2)">{MARKS[seat]}</g></g>'


# places to choose


def _hot_spots(land: Land) -> Iterable[str]:
    """The legal moves that belong to one place, as buttons on the map."""
    by_place: dict[str, list[str]] = {}
    for move in land.scene.legal:
        place = place_of(move)
        if place:
            by_place.setdefault(place, []).append(move)
    for place, found in by_place.items():
        for number, move in enumerate(found):
            shift = (number - (len(found) - 1) / 2) * 15
            yield _hot(land, place, move, shift)
    yield from _barbarian_spots(land)


def place_of(move: str) -> str:
    """The place that a move is about, where it is about one."""
    verb, *arguments = move.split(" ")
    if verb in ("settlement", "city", "road", "robber", "repair", "go", "drive", "banish", "quake"):
        return arguments[0]
    return arguments[1] if verb == "neutral" else ""


def _hot(land: Land, place: str, move: str, shift: float) -> str:
    verb = move.split(" ")[0]
    label = escape(moves.label(move, None, land))
    radius = 16 if verb in ("robber", "go") else 9
    dy = 5 if verb == "robber" else 0
    owner = f" {_name(move.split(' ')[1])}" if verb == "neutral" else ""
    return (
        f'<g class="ct-hot ct-hot-{verb}{owner}" data-move="{escape(move)}" role="button" '
        f'tabindex="0" aria-label="{label}" {_at(place, shift, dy)}>'
        f'<title>{label}</title><circle class="ct-reach" r="{max(radius, 13)}"/>'
        f'<circle class="ct-ring" r="{radius}"/></g>'
    )


def _barbarian_spots(land: Land) -> Iterable[str]:
    """First a barbarian, then its new path: the script puts the two together."""
    from_to: dict[str, list[str]] = {}
    paid = ""
    for move in land.scene.legal:
        verb, *arguments = move.split(" ")
        if verb == "token" and arguments[0] == "barbarian":
            paid, arguments = "token ", arguments[1:]
        elif verb != "barbarian":
            continue
        from_to.setdefault(arguments[0], []).append(arguments[1])
    for place in from_to:
        label = escape(_("Choose the barbarian at %(place)s") % {"place": land.path(place)})
        yield (
            f'<g class="ct-hot ct-chooser" data-chooses="{place}" role="button" tabindex="0" '
            f'aria-pressed="false" aria-label="{label}" {_at(place)}><title>{label}</title>'
            f'<circle class="ct-reach" r="14"/><circle class="ct-ring" r="12"/></g>'
        )
    targets: Sequence[str] = next(iter(from_to.values()), ())
    for place in targets:
        label = escape(_("To %(place)s") % {"place": land.path_with_road(place)})
        yield (
            f'<g class="ct-hot ct-target" data-verb="{paid}barbarian" data-target="{place}" '
            f'role="button" tabindex="0" aria-label="{label}" {_at(place)}><title>{label}</title>'
            f'<circle class="ct-reach" r="13"/><circle class="ct-ring" r="8"/></g>'
        )
