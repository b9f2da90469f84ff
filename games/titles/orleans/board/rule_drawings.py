"""The drawings of the rules text, which need no match and no stylesheet."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.utils.html import format_html
from django.utils.safestring import SafeString

from ..rules import components as parts
from ..rules.town_map import EDGES, TOWNS
from . import component_data, geography, svg, vocabulary

INK = "currentColor"
COLOURS = {
    "farmer": "#4f7519",
    "boatman": "#1e6a9b",
    "craftsman": "#a04a1a",
    "trader": "#86620f",
    "knight": "#a5283a",
    "scholar": "#69489a",
    "monk": "#5c5560",
}
ROAD, WATER, COIN, CITIZEN = "#8a7a68", "#5b9bc8", "#d9a520", "#a5283a"
ON_COIN = "#2a1c13"
WIDTH = 320  # of drawings with a few slots, so that all slots have the same size
R = 16
STEP = 42
IN_A_ROW = 11  # spaces of the development track in one row


def label(
    x: float, y: float, text: object, size: int = 13, anchor: str = "middle", ink: str = INK
) -> SafeString:
    return format_html(
        '<text x="{}" y="{}" font-size="{}" text-anchor="{}" fill="{}">{}</text>',
        geography.fmt(x),
        geography.fmt(y),
        size,
        anchor,
        ink,
        text,
    )


def disc(x: float, y: float, kind: str, *, is_free: bool = False) -> SafeString:
    """A follower, or a free slot for one."""
    dashes = "4 3" if is_free else "none"
    return format_html(
        '<circle cx="{}" cy="{}" r="{}" fill="{}" stroke="{}" stroke-width="2"'
        ' stroke-dasharray="{}"/>'
        '<text x="{}" y="{}" font-size="14" text-anchor="middle" fill="{}">{}</text>',
        geography.fmt(x),
        geography.fmt(y),
        R,
        "none" if is_free else COLOURS[kind],
        COLOURS[kind],
        dashes,
        geography.fmt(x),
        geography.fmt(y + 5),
        INK if is_free else "#fff",
        vocabulary.LETTERS[kind],
    )


def wheel(x: float, y: float) -> SafeString:
    """A technology tile."""
    gear = format_html('<g fill="{}">{}</g>', INK, svg.gear_shape(x, y, R, "or-gear"))
    return svg.join_html([gear, dot(x, y, 0.3 * R, COIN)])


def place(key: str, contents: Sequence[str]) -> SafeString:
    """A place with the content of each slot: a follower, "technology" or ""."""
    drawn = [label(8, 24, vocabulary.PLACES[key], 15, "start")]
    for number, (kind, tile) in enumerate(zip(component_data.SLOTS[key], contents, strict=True)):
        x = 150 + STEP * number
        if tile == "technology":
            drawn.append(wheel(x, 22))
        else:
            drawn.append(disc(x, 22, tile or kind, is_free=not tile))
    return svg.svg_picture(WIDTH, 44, "rules-art", drawn)


def ready() -> SafeString:
    return place("farm_house", ["boatman", "craftsman"])


def technology() -> SafeString:
    return place("castle", ["technology", "boatman", ""])


def deed() -> SafeString:
    """A deed with its first slot filled."""
    kinds = component_data.DEED_SLOTS["peace_treaty"]
    drawn = [label(8, 24, vocabulary.DEEDS["peace_treaty"], 15, "start")]
    drawn += [
        disc(150 + STEP * number, 22, kind, is_free=number > 0) for number, kind in enumerate(kinds)
    ]
    return svg.svg_picture(WIDTH, 44, "rules-art", drawn)


# the development track


def development() -> SafeString:
    """The development track: levels above each space, coins and citizens below."""
    levels = dict(parts.LEVEL_FROM)
    drawn: list[SafeString] = []
    for space in range(parts.LAST_SPACE + 1):
        x, y = 16 + 32 * (space % IN_A_ROW), 34 + 74 * (space // IN_A_ROW)
        drawn.append(box(x - 14, y - 12, 28, 24))
        drawn.append(label(x, y + 5, space))
        if space in levels:
            drawn.append(label(x, y - 18, f"★{levels[space]}", 12))
        if space in parts.DEVELOPMENT_COINS:
            drawn.append(dot(x, y + 23, 9, COIN))
            drawn.append(label(x, y + 27, parts.DEVELOPMENT_COINS[space], 11, ink=ON_COIN))
        if space in parts.DEVELOPMENT_CITIZENS:
            drawn.append(dot(x, y + 23, 6, CITIZEN))
    return svg.svg_picture(16 + 32 * IN_A_ROW, 224, "rules-art", drawn)


def box(x: float, y: float, width: float, height: float) -> SafeString:
    return format_html(
        '<rect x="{}" y="{}" width="{}" height="{}" rx="4" fill="none" stroke="{}"/>',
        *map(geography.fmt, (x, y, width, height)),
        INK,
    )


def dot(x: float, y: float, r: float, colour: str) -> SafeString:
    return format_html(
        '<circle cx="{}" cy="{}" r="{}" fill="{}"/>', *map(geography.fmt, (x, y, r)), colour
    )


# the map


def land() -> SafeString:
    """The towns with roads (dashed) and waterways (wide)."""
    drawn = [way(number) for number in range(len(EDGES))]
    for town in TOWNS:
        x, y, (dx, dy, anchor) = geography.TOWN_POSITIONS[town.key]
        drawn.append(dot(x, y, 6, INK))
        drawn.append(label(x + dx, y + dy, vocabulary.TOWNS[town.key], 12, anchor))
    return svg.svg_picture(geography.WIDTH, geography.HEIGHT, "rules-art", drawn)


def way(number: int) -> SafeString:
    edge = EDGES[number]
    points: Iterable[tuple[float, float]] = [
        geography.point_along(edge, part / 8) for part in range(9)
    ]
    is_road = edge.kind == "road"
    return format_html(
        '<polyline points="{}" fill="none" stroke="{}" stroke-width="{}" stroke-dasharray="{}"/>',
        " ".join(f"{geography.fmt(x)},{geography.fmt(y)}" for x, y in points),
        ROAD if is_road else WATER,
        "2.5" if is_road else "6",
        "6 5" if is_road else "none",
    )
