"""The hexes of Clans of Caledonia's map as drawings, kept: most look alike after a move.

A `Hex` holds everything its drawing shows, words included, so equal ones are drawn once.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from portal.quick.kept import MIB, kept

from .wording import gettext as _
from .wording import ngettext

SIZE = 50.0  # from a hex's centre to its corners
HEIGHT = SIZE * math.sqrt(3)
EDGE = 8.0

TERRAIN_SIGNS = {
    "g": "M-7 8Q-6 0-10-6M0 8V-9M7 8Q6 0 10-6",
    "f": "M0-11 8 1H4L10 9H2V12H-2V9H-10L-4 1H-8Z",
    "m": "M-13 9-4-9 1 0 5-5 13 9Z",
}
SEAT_SIGNS = (
    mark_safe('<circle class="cal-on-seat" r="7"/>'),
    mark_safe('<rect class="cal-on-seat" x="-6.5" y="-6.5" width="13" height="13" rx="1.5"/>'),
    mark_safe('<path class="cal-on-seat" d="M0-8 8 7H-8Z"/>'),
    mark_safe('<path class="cal-on-seat" d="M0-9 8 0 0 9-8 0Z"/>'),
)


@dataclass(frozen=True)
class Token:
    """A unit on a space: whose, its letters, and whether it is new to whoever looks."""

    seat: int
    letters: str
    is_new: bool


@dataclass(frozen=True)
class Port:
    """A port tile: its two lines, the seats that used it, whether the looker may use it."""

    corner: str
    lines: tuple[str, str]
    used: tuple[int, ...]
    usable: bool


@dataclass(frozen=True)
class Hex:
    """A space of the map; `choices` are the moves that belong to it, with their words."""

    at: str
    kind: str
    title: str
    name: str
    terrain: str = ""
    cost: str = ""
    border: bool = False
    closed: bool = False
    port: Port | None = None
    token: Token | None = None
    choices: tuple[tuple[str, str], ...] = ()


def centre(at: str) -> tuple[float, float]:
    """Where the centre of a space lies in the drawing."""
    q, r = map(int, at.split(","))
    return EDGE + SIZE + 1.5 * SIZE * q, EDGE + HEIGHT / 2 + HEIGHT * (r + q / 2)


def corner(number: int, size: float = SIZE) -> tuple[float, float]:
    """A hex's corner, clockwise from the right."""
    angle = math.pi / 3 * number
    return size * math.cos(angle), size * math.sin(angle)


def _points(spots: Iterable[tuple[float, float]]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in spots)


def _hexagon(size: float) -> str:
    return _points(corner(number, size) for number in range(6))


OUTLINE, RING, INNER = _hexagon(SIZE), _hexagon(SIZE - 4), _hexagon(SIZE - 7)
# how far apart the terrain signs stand and how large they are, by their number
SIGN_SIZES = {1: (0.0, 1.0), 2: (26.0, 1.0), 3: (20.0, 0.8)}
# how a hex is shared among its terrains: corners, None being the centre
SHARES: dict[int, list[tuple[int | None, ...]]] = {
    1: [(0, 1, 2, 3, 4, 5)],
    2: [(1, 2, 3, 4), (4, 5, 0, 1)],
    3: [(None, 3, 4, 5), (None, 5, 0, 1), (None, 1, 2, 3)],
}


def joined(parts: Iterable[SafeString]) -> SafeString:
    return format_html_join("", "{}", ((part,) for part in parts))


@kept(8 * MIB)
def drawn(language: str | None, piece: Hex) -> SafeString:
    """A space in the reader's language."""
    x, y = centre(piece.at)
    inside = [_ground(piece)]
    if piece.border:
        inside.append(format_html('<polygon class="cal-border" points="{}"/>', INNER))
    inside.append(SIGNS[piece.kind](piece))
    if piece.token:
        inside.append(_token(piece.token))
    if piece.choices:
        inside.append(format_html('<polygon class="cal-ring" points="{}"/>', RING))
    return format_html(
        '<g class="cal-space" transform="translate({} {})"{}><title>{}</title>{}</g>',
        f"{x:.1f}",
        f"{y:.1f}",
        _button(piece),
        _spoken(piece),
        joined(inside),
    )


@functools.cache
def mist(at: str) -> SafeString:
    x, y = centre(at)
    return format_html(
        '<polygon class="cal-mist" points="{}" transform="translate({} {})"/>',
        OUTLINE,
        f"{x:.1f}",
        f"{y:.1f}",
    )


@functools.cache
def river(one: str, other: str) -> SafeString:
    """A river along the edge that two spaces share."""
    (ax, ay), (bx, by) = centre(one), centre(other)
    mx, my = (ax + bx) / 2, (ay + by) / 2
    length = math.hypot(bx - ax, by - ay)
    dx, dy = (by - ay) / length * SIZE / 2, (ax - bx) / length * SIZE / 2
    return format_html(
        '<path class="cal-river" d="M{} {}L{} {}"/>',
        *(f"{n:.1f}" for n in (mx - dx, my - dy, mx + dx, my + dy)),
    )


@functools.cache
def signs() -> SafeString:
    """The terrain signs, defined once in the drawing."""
    rows = ((letter, letter, path) for letter, path in TERRAIN_SIGNS.items())
    found = format_html_join("", '<path id="cal-{}" class="cal-sign-{}" d="{}"/>', rows)
    return format_html("<defs>{}</defs>", found)


def _spoken(piece: Hex) -> str:
    """The tooltip of a space, and its name as a button: the signs inside say it too shortly."""
    if not piece.choices:
        return piece.title
    if len(piece.choices) == 1:
        return _("%(move)s. %(space)s") % {"move": piece.choices[0][1], "space": piece.title}
    n = len(piece.choices)
    count = ngettext("%(n)s move", "%(n)s moves", n) % {"n": n}
    return _("%(space)s; %(moves)s") % {"space": piece.title, "moves": count}


def _button(piece: Hex) -> SafeString:
    """What makes a space a button: nothing where no move belongs to it."""
    if not piece.choices:
        return SafeString("")
    if len(piece.choices) == 1:
        return format_html(' role="button" tabindex="0" data-move="{}"', piece.choices[0][0])
    return format_html(
        ' role="button" tabindex="0" aria-haspopup="dialog" data-space="{}" data-title="{}"'
        ' data-choices="{}"',
        piece.at,
        piece.title,
        "\n".join(f"{move}\t{label}" for move, label in piece.choices),
    )


def _ground(piece: Hex) -> SafeString:
    """The hex in the colours of its terrains."""
    if piece.kind != "land":
        return format_html('<polygon class="cal-{}" points="{}"/>', piece.kind, OUTLINE)
    letters = piece.terrain
    shares = format_html_join(
        "",
        '<polygon class="cal-{}" points="{}"/>',
        (
            (letter, _points((0.0, 0.0) if n is None else corner(n) for n in share))
            for letter, share in zip(letters, SHARES[len(letters)], strict=True)
        ),
    )
    return format_html('{}<polygon class="cal-edge" points="{}"/>', shares, OUTLINE)


def _land(piece: Hex) -> SafeString:
    """Signs of the terrains and the cost: in a row above where a unit stands."""
    count = len(piece.terrain)
    if piece.token:
        step, scale, y = 15.0, 0.62, -27
        first = -step * (count - 1) / 2 - 12
        cost = ("cal-cost is-small", f"{first + step * count + 2:.1f}", -21)
    else:
        step, scale = SIGN_SIZES[count]
        first, y = -step * (count - 1) / 2, -23
        cost = ("cal-cost", "0", 14)
    terrains = format_html_join(
        "",
        '<use href="#cal-{}" transform="translate({} {}) scale({})"/>',
        (
            (letter, f"{first + step * number:.1f}", y, scale)
            for number, letter in enumerate(piece.terrain)
        ),
    )
    neutral = mark_safe('<path class="cal-neutral" d="M-24-24 24 24M24-24-24 24"/>')
    return format_html(
        '{}<text class="{}" x="{}" y="{}">{}</text><text class="cal-at" y="33">{}</text>{}',
        terrains,
        *cost,
        piece.cost,
        piece.name,
        neutral if piece.closed else "",
    )


def _loch(piece: Hex) -> SafeString:
    return format_html(
        '<path class="cal-wave" d="M-26-8q6.5-9 13 0t13 0 13 0 13 0M-18 10q6-8 12 0t12 0 12 0"/>'
        '<text class="cal-at" y="33">{}</text>',
        piece.name,
    )


def _port(piece: Hex) -> SafeString:
    port = piece.port
    assert port is not None
    used = port.used
    marks = format_html_join(
        "",
        '<g data-seat="{}" transform="translate({} 31)"><circle class="cal-used" r="10"/>'
        '<g transform="scale(.75)">{}</g></g>',
        (
            (seat, f"{(number - (len(used) - 1) / 2) * 19:.1f}", SEAT_SIGNS[seat])
            for number, seat in enumerate(used)
        ),
    )
    upper, lower = port.lines
    return format_html(
        '{}<text class="cal-corner" y="-22">{}</text><text class="cal-port-sign" y="-3">{}</text>'
        '<text class="cal-port-sign" y="13">{}</text>{}',
        format_html('<polygon class="cal-usable" points="{}"/>', INNER) if port.usable else "",
        port.corner,
        upper,
        "" if piece.token else lower,
        marks,
    )


SIGNS = {"land": _land, "loch": _loch, "port": _port}


def _token(token: Token) -> SafeString:
    """A unit in its seat's colour, with the seat's mark and the unit's letters."""
    return format_html(
        '<g class="cal-token{}" data-seat="{}"><rect class="cal-body" x="-35" y="-17" width="70" '
        'height="38" rx="9"/><g transform="translate(-20 2)">{}</g>'
        '<text class="cal-letters" x="9" y="11">{}</text></g>',
        " is-new" if token.is_new else "",
        token.seat,
        SEAT_SIGNS[token.seat],
        token.letters,
    )
