"""The map as a drawing: towns, roads and waterways with their goods, stations, merchants."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple

from django.utils.safestring import SafeString

from games.boards.base import Scene

from ..rules.land import EDGES, TOWN_ID, TOWNS, Edge, edge_between
from ..rules.view import View
from . import moves, seen, svg, words

WIDTH, HEIGHT = 400, 490
BEND = 9  # how far apart a road and a waterway between the same towns are
CHIP = 9.5
TRAVELS = {"ship": "waterway", "wagon": "road", "horse_wagon": "road"}

BELOW = (0, 20, "middle")
ABOVE = (0, -11, "middle")
RIGHT = (10, 4, "start")


class Spot(NamedTuple):
    """Where a town is drawn, and its name beside it: x, y, text-anchor."""

    x: int
    y: int
    name: tuple[int, int, str] = BELOW


SPOTS = {
    "orleans": Spot(228, 150, (8, -15, "middle")),
    "chartres": Spot(160, 40, ABOVE),
    "etampes": Spot(262, 34, ABOVE),
    "le_mans": Spot(40, 130, (-8, -11, "middle")),
    "chateaudun": Spot(150, 112, (-8, -6, "end")),
    "montargis": Spot(330, 122, (-4, -11, "start")),
    "vendome": Spot(112, 180, (10, 1, "start")),
    "blois": Spot(172, 212),
    "briare": Spot(345, 206, RIGHT),
    "tours": Spot(84, 262, (-10, 4, "end")),
    "chinon": Spot(34, 322, RIGHT),
    "montrichard": Spot(170, 268, ABOVE),
    "vierzon": Spot(258, 282, (-9, 18, "end")),
    "loches": Spot(118, 326),
    "bourges": Spot(300, 312, (2, 18, "middle")),
    "sancerre": Spot(352, 276, (-9, 1, "end")),
    "chatellerault": Spot(40, 412, (-30, 24, "start")),
    "le_blanc": Spot(118, 462),
    "chateauroux": Spot(212, 374, RIGHT),
    "nevers": Spot(372, 352, (4, 20, "middle")),
    "argenton": Spot(200, 452),
    "la_chatre": Spot(266, 440, (-8, 20, "start")),
    "saint_amand": Spot(318, 402, (-8, 20, "start")),
}


class Target(NamedTuple):
    """Where on the map a move happens: along an edge with a good, or in a town."""

    town: str
    edge: str = ""
    good: str = "none"


def drawing(scene: Scene) -> SafeString:
    view = seen.view(scene)
    chips, towns = hot_spots(scene)
    parts: list[SafeString] = []
    parts += [way(edge) for edge in EDGES]
    for edge in EDGES:
        parts += chips_on(edge, view["edges"][edge.id], chips, scene)
    for town in TOWNS:
        parts.append(town_spot(town.key, towns.get(town.key, ""), scene))
    return svg.picture(WIDTH, HEIGHT, "or-map", parts)


def at(town: str) -> tuple[float, float]:
    return SPOTS[town].x, SPOTS[town].y


# moves that belong to a spot


def hot_spots(scene: Scene) -> tuple[dict[tuple[str, str], str], dict[str, str]]:
    """(edge, good) → its only move, and town → its only move."""
    chips: dict[tuple[str, str], list[str]] = {}
    towns: dict[str, list[str]] = {}
    for move in scene.legal:
        target = target_of(move, seen.view(scene), scene.seat)
        if target is None:
            continue
        towns.setdefault(target.town, []).append(move)
        if target.good != "none":
            chips.setdefault((target.edge, target.good), []).append(move)
    return (
        {spot: found[0] for spot, found in chips.items() if len(found) == 1},
        {town: found[0] for town, found in towns.items() if len(found) == 1},
    )


def target_of(move: str, view: View, seat: int | None) -> Target | None:
    """Where a move happens, if on the map."""
    match move.split(" "):
        case ["act", "church", _host, *rest]:
            return target_of(" ".join(["act", *rest]), view, seat)
        case ["act", "ship" | "wagon" | "horse_wagon" as place, town, good]:
            return _journey(view, seat, TRAVELS[place], town, good)
        case ["act", "townhouse", "move", kind, town, good]:
            return _journey(view, seat, kind, town, good)
        case ["act", "courthouse", other, kind, town, good]:
            return _journey(view, int(other), kind, town, good)
        case ["act", "quarry", town]:
            return Target(town)
        case ["act", "guildhall"] if seat is not None:
            return Target(view["seats"][seat]["merchant"])
        case ["torture", "station", town] if town in TOWN_ID:
            return Target(town)
    return None


def _journey(view: View, seat: int | None, kind: str, town: str, good: str) -> Target:
    assert seat is not None
    start = TOWN_ID[view["seats"][seat]["merchant"]]
    return Target(town, EDGES[edge_between(kind, start, TOWN_ID[town])].id, good)


# roads, waterways, goods


def ends(edge: Edge) -> tuple[tuple[float, float], tuple[float, float]]:
    one, two = (at(TOWNS[town].key) for town in edge.towns)
    return one, two


def bend(edge: Edge) -> float:
    """Twins lie beside each other."""
    twins = [other.id for other in EDGES if set(other.towns) == set(edge.towns)]
    return BEND * (2 * twins.index(edge.id) - 1) if len(twins) == 2 else 0.0


def along(edge: Edge, part: float) -> tuple[float, float]:
    """A point of an edge; `part` from 0 to 1."""
    (x1, y1), (x2, y2) = ends(edge)
    length = math.hypot(x2 - x1, y2 - y1)
    aside = 4 * bend(edge) * part * (1 - part)
    return (
        x1 + (x2 - x1) * part - (y2 - y1) / length * aside,
        y1 + (y2 - y1) * part + (x2 - x1) / length * aside,
    )


def way(edge: Edge) -> SafeString:
    (x1, y1), (x2, y2) = ends(edge)
    length = math.hypot(x2 - x1, y2 - y1)
    aside = 2 * bend(edge)
    x = (x1 + x2) / 2 - (y2 - y1) / length * aside
    y = (y1 + y2) / 2 + (x2 - x1) / length * aside
    f = svg.flat
    return svg.path(f"M{f(x1)} {f(y1)}Q{f(x)} {f(y)} {f(x2)} {f(y2)}", f"or-way or-{edge.kind}")


def chips_on(
    edge: Edge, goods: list[str], hot: dict[tuple[str, str], str], scene: Scene
) -> Iterator[SafeString]:
    """The goods that lie on an edge; one of each kind may be hot."""
    (x1, y1), (x2, y2) = ends(edge)
    length = math.hypot(x2 - x1, y2 - y1)
    apart = min(0.34, (2 * CHIP + 2) / length)
    used: set[str] = set()
    for number, good in enumerate(goods):
        x, y = along(edge, 0.5 + apart * (number - (len(goods) - 1) / 2))
        parts = [
            svg.circle(x, y, CHIP, "or-chip"),
            svg.text(x, y + 3.6, "or-good", words.GOOD_LETTERS[good], "middle"),
        ]
        move = hot.get((edge.id, good), "") if good not in used else ""
        used.add(good)
        css = f"or-on or-{good}"
        if move:
            yield svg.hot(move, moves.label(move, scene), css, parts)
        else:
            yield svg.group(css, parts)


# towns


def town_spot(key: str, move: str, scene: Scene) -> SafeString:
    x, y, (dx, dy, anchor) = SPOTS[key]
    parts = [svg.circle(x, y, 6.5, "or-dot")]
    parts.append(svg.text(x + dx, y + dy, "or-town-name", words.TOWNS[key], anchor))
    seats = seen.view(scene)["seats"]
    owners = [number for number, seat in enumerate(seats) if key in seat["stations"]]
    merchants = [number for number, seat in enumerate(seats) if seat["merchant"] == key]
    for number, seat in enumerate(owners):
        parts.append(station(seat, x + 15 * (number - (len(owners) - 1) / 2), y))
    beside = 17 if dy < 0 else -15  # on the side that the name leaves free
    for number, seat in enumerate(merchants):
        parts.append(merchant(seat, x + 14 * (number - (len(merchants) - 1) / 2), y + beside))
    if move:
        return svg.hot(move, moves.label(move, scene), "or-town", parts)
    return svg.group("or-town", parts)


def station(seat: int, x: float, y: float) -> SafeString:
    """A house with the seat's mark."""
    walls = [(x - 7, y + 7), (x - 7, y - 3), (x, y - 9), (x + 7, y - 3), (x + 7, y + 7)]
    parts = [svg.polygon(walls, "or-house"), svg.mark(seat, x, y + 1, 3.8, "or-sign")]
    return svg.group(f"or-station seat-{seat}", parts)


def merchant(seat: int, x: float, y: float) -> SafeString:
    """The seat's mark on a stand."""
    stand = [(x - 5, y + 8), (x + 5, y + 8), (x + 2, y + 3), (x - 2, y + 3)]
    parts = [svg.polygon(stand, "or-stand"), svg.mark(seat, x, y - 1, 6.2, "or-figure")]
    return svg.group(f"or-merchant seat-{seat}", parts)
