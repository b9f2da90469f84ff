"""The map: 23 towns, 29 roads and 14 waterways with their goods spaces (rules 2.7)."""

from __future__ import annotations

from typing import NamedTuple


class Town(NamedTuple):
    """A town; x and y (0 to 100) are for drawing."""

    key: str
    name: str
    x: int
    y: int


class Edge(NamedTuple):
    """A road or waterway; `spaces` has for each goods space the fewest players that use it."""

    id: str
    kind: str
    towns: tuple[int, int]
    spaces: tuple[int, ...]


TOWNS = (
    Town("orleans", "Orléans", 57, 31),
    Town("chartres", "Chartres", 44, 5),
    Town("etampes", "Étampes", 65, 6),
    Town("le_mans", "Le Mans", 5, 27),
    Town("chateaudun", "Châteaudun", 39, 23),
    Town("montargis", "Montargis", 82, 27),
    Town("vendome", "Vendôme", 31, 37),
    Town("blois", "Blois", 39, 46),
    Town("briare", "Briare", 82, 44),
    Town("tours", "Tours", 20, 56),
    Town("chinon", "Chinon", 6, 67),
    Town("montrichard", "Montrichard", 35, 58),
    Town("vierzon", "Vierzon", 62, 64),
    Town("loches", "Loches", 29, 69),
    Town("bourges", "Bourges", 72, 71),
    Town("sancerre", "Sancerre", 85, 59),
    Town("chatellerault", "Châtellerault", 16, 83),
    Town("le_blanc", "Le Blanc", 31, 93),
    Town("chateauroux", "Châteauroux", 50, 84),
    Town("nevers", "Nevers", 95, 75),
    Town("argenton", "Argenton-sur-Creuse", 45, 95),
    Town("la_chatre", "La Châtre", 59, 95),
    Town("saint_amand", "Saint-Amand-Montrond", 75, 88),
)
TOWN_KEYS = tuple(town.key for town in TOWNS)
TOWN_ID = {key: number for number, key in enumerate(TOWN_KEYS)}
ORLEANS = TOWN_ID["orleans"]

KINDS = ("road", "waterway")
ROADS = """
chartres etampes 2
chartres le_mans 2 4
chartres chateaudun 2
chartres orleans 2
etampes montargis 2 4
le_mans chateaudun 2
le_mans vendome 2
le_mans tours 2 3
chateaudun vendome 2
chateaudun orleans 2
orleans montargis 2
orleans vierzon 2 3
montargis briare 2
vendome blois 2
blois vierzon 2
chinon chatellerault 2
chatellerault argenton 2 4
montrichard loches 2
loches chateauroux 2
le_blanc chateauroux 2
argenton chateauroux 2
argenton la_chatre 2
la_chatre chateauroux 2
la_chatre saint_amand 2
vierzon chateauroux 2
bourges saint_amand 2
bourges nevers 2
bourges sancerre 2
saint_amand nevers 2 4
"""
WATERWAYS = """
orleans blois 2
orleans briare 2 3
briare sancerre 2 3
sancerre nevers 2
blois tours 2
tours montrichard 2
tours loches 2
tours chinon 2
montrichard vierzon 2
vierzon bourges 2
vierzon saint_amand 2
chinon chatellerault 2
chinon le_blanc 2 3
le_blanc argenton 2
"""


def _edges() -> tuple[Edge, ...]:
    rows = [
        (kind, row.split())
        for kind, table in zip(KINDS, (ROADS, WATERWAYS), strict=True)
        for row in table.strip().splitlines()
    ]
    return tuple(
        Edge(f"e{number:02}", kind, (TOWN_ID[one], TOWN_ID[two]), tuple(map(int, spaces)))
        for number, (kind, (one, two, *spaces)) in enumerate(rows, 1)
    )


EDGES = _edges()
EDGE_ID = {edge.id: number for number, edge in enumerate(EDGES)}

Step = tuple[int, int]  # (edge, town at its other end)


def _steps(kind: str) -> tuple[tuple[Step, ...], ...]:
    found: list[list[Step]] = [[] for _ in TOWNS]
    for number, edge in enumerate(EDGES):
        if edge.kind == kind:
            one, two = edge.towns
            found[one].append((number, two))
            found[two].append((number, one))
    return tuple(map(tuple, found))


STEPS = {kind: _steps(kind) for kind in KINDS}  # kind -> town -> its steps
NEAR = {
    kind: tuple({town: edge for edge, town in steps} for steps in towns)
    for kind, towns in STEPS.items()
}  # kind -> town -> neighbouring town -> the edge to it


def edge_between(kind: str, one: int, two: int) -> int:
    """Return the edge of this kind between two neighbouring towns."""
    return NEAR[kind][one][two]


def _distances(origin: int) -> tuple[int, ...]:
    far = {origin: 0}
    queue = [origin]
    for town in queue:
        for kind in KINDS:
            for _, other in STEPS[kind][town]:
                if other not in far:
                    far[other] = far[town] + 1
                    queue.append(other)
    return tuple(far[town] for town in range(len(TOWNS)))


DISTANCE = tuple(map(_distances, range(len(TOWNS))))  # the least number of edges of any kind

RIVER_NEIGHBOURS = tuple(
    sum(1 << other for _, other in STEPS["waterway"][town]) for town in range(len(TOWNS))
)


def largest_waterway_group(stations: int) -> int:
    """Return the largest group of these towns joined by waterways, as a bit set (rules 8).

    Args:
        stations: The towns as a bit set.

    >>> towns = ["orleans", "blois", "tours", "chartres"]
    >>> largest_waterway_group(sum(1 << TOWN_ID[town] for town in towns)).bit_count()
    3
    """
    best = 0
    while stations:
        group = stations & -stations
        frontier = group
        while frontier:
            town = frontier.bit_length() - 1
            frontier &= ~(1 << town)
            fresh = RIVER_NEIGHBOURS[town] & stations & ~group
            group |= fresh
            frontier |= fresh
        best = max(best, group, key=int.bit_count)
        stations &= ~group
    return best
