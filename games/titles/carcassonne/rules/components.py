"""The tiles: their kinds, the segments of each kind, and its four rotations.

`tiles.json` has one line for each kind: the count, then the segments in the order in which pieces
are offered. A segment is written `kind ports + marks > end | cities`: the ports at rotation 0, its
printed marks, what closes the inner end of a road, and the city segments that a farm touches, as
indices of segments of the same tile, counted from 0.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from games.rules.fields import Constant

from .cells import STEPS

#: The twelve places where a segment can cross the edge of a tile, clockwise; `n` is PORTS[1].
PORTS = ("nnw", "n", "nne", "ene", "e", "ese", "sse", "s", "ssw", "wsw", "w", "wnw")
#: Sides by number; the ports of side i are 3i, 3i + 1 and 3i + 2.
SIDES = ("north", "east", "south", "west")
ROTATIONS = (0, 90, 180, 270)
START = "d"

#: Kinds of terrain by number. An edge is a city, a road or a farm; 0 also means "edge unknown".
MONASTERY, CITY, ROAD, FARM = range(4)
TERRAIN = ("monastery", "city", "road", "farm")

GOODS = ("wine", "grain", "cloth")
#: Kinds of pieces by number, with their votes (rules 2.2).
MEEPLE, LARGE_MEEPLE, BUILDER, PIG = range(4)
PIECES = ("meeple", "big", "builder", "pig")
VOTES = (1, 2, 0, 0)
NO_PIECE = "meeple none"

# A tally packs all sums over a feature into one int, so that joining features is one addition.
# The size in segments has the highest bits, so that comparing tallies compares sizes.
OPEN = 1
OPEN_PORTS = (1 << 10) - 1
PENNANT = 1 << 10
INN = 1 << 16
CATHEDRAL = 1 << 20
GOOD = {"wine": 1 << 24, "grain": 1 << 28, "cloth": 1 << 32}
SIZE = 1 << 36
PENNANTS = INN - PENNANT
INNS = CATHEDRAL - INN
CATHEDRALS = GOOD["wine"] - CATHEDRAL
ALL_GOODS = SIZE - GOOD["wine"]
MASKS = {
    OPEN: OPEN_PORTS,
    PENNANT: PENNANTS,
    INN: INNS,
    CATHEDRAL: CATHEDRALS,
    **{unit: 15 * unit for unit in GOOD.values()},
}


def count_of(tally: int, unit: int) -> int:
    """Return how many of a unit (PENNANT, a GOOD, …) a tally holds.

    >>> count_of(5 * OPEN + 2 * PENNANT + GOOD["wine"], PENNANT)
    2
    """
    return (tally & MASKS[unit]) // unit


@dataclass(frozen=True, slots=True)
class Segment:
    """One piece of terrain on a tile, at rotation 0.

    Attributes:
        kind: MONASTERY, CITY, ROAD or FARM.
        ports: indices into PORTS; empty for monasteries and inner meadows.
        marks: printed marks: pennant, wine, grain, cloth, cathedral, inn.
        end: what closes the inner end of a road with one port, else "".
        cities: for a farm, the indices of the city segments of the tile that it touches.
    """

    kind: int
    ports: tuple[int, ...]
    marks: tuple[str, ...]
    end: str
    cities: tuple[int, ...]

    @classmethod
    def parse(cls, text: str) -> Segment:
        """Return the segment that a text of the data file describes.

        >>> Segment.parse("road e + inn > crossing").marks
        ('inn',)
        """
        text, _, cities = text.partition("|")
        text, _, end = text.partition(">")
        text, _, marks = text.partition("+")
        kind, *ports = text.split()
        return cls(
            TERRAIN.index(kind),
            tuple(PORTS.index(port) for port in ports),
            tuple(marks.split()),
            end.strip(),
            tuple(int(city) for city in cities.split()),
        )


class Side(NamedTuple):
    """One side of a turned tile, with what is needed to join it to a neighbour.

    Attributes:
        step: difference from the cell to the neighbour's cell.
        facing: number of the neighbour's side that meets this one.
        crossing: segments that cross here, clockwise (a road has a farm on either bank).
        need: what the neighbour's cell needs on that side, as part of a key of `TileKind.fits`.
    """

    step: int
    facing: int
    crossing: tuple[int, ...]
    need: int


class TurnedTile(Constant):
    """A kind of tile in one of its rotations; all boards share one object for each.

    Attributes:
        kind: kind of tile.
        turn: quarter turns clockwise.
        names: per segment, its name: `city:n`, `farm:c`, `monastery`.
        kinds: per segment, MONASTERY, CITY, ROAD or FARM.
        edges: per side, CITY, ROAD or FARM.
        sides: the four sides, for placing.
        mirror: per side, the crossing segments anticlockwise, as a neighbour meets them.
        tallies: per segment, its tally.
        touches: per farm, the bitset of city segments that it touches; -1 for other segments.
        moves: per kind of piece and segment, the text of the move.
    """

    __slots__ = (
        "edges",
        "kind",
        "kinds",
        "mirror",
        "moves",
        "names",
        "sides",
        "tallies",
        "touches",
        "turn",
    )

    def __init__(self, kind: TileKind, turn: int) -> None:
        self.kind = kind
        self.turn = turn
        segments = kind.segments
        at = {
            (port + 3 * turn) % 12: number
            for number, segment in enumerate(segments)
            for port in segment.ports
        }
        self.names: tuple[str, ...] = tuple(_name(segment, turn) for segment in segments)
        self.kinds = tuple(segment.kind for segment in segments)
        self.edges = tuple(
            segments[at[3 * side + 1]].kind if 3 * side + 1 in at else FARM for side in range(4)
        )
        crossings = [_crossing(at, side, self.edges[side]) for side in range(4)]
        self.mirror = tuple(crossing[::-1] for crossing in crossings)
        self.sides: tuple[Side, ...] = tuple(
            Side(
                STEPS[side],
                (side + 2) % 4,
                crossings[side],
                self.edges[side] << 2 * ((side + 2) % 4),
            )
            for side in range(4)
        )
        crossed = [number for crossing in crossings for number in crossing]
        self.tallies = tuple(
            SIZE + crossed.count(number) * OPEN + sum(_unit(mark) for mark in segment.marks)
            for number, segment in enumerate(segments)
        )
        self.touches = tuple(
            sum(1 << city for city in segment.cities) if segment.kind == FARM else -1
            for segment in segments
        )
        self.moves = tuple(tuple(f"{piece} {name}" for name in self.names) for piece in PIECES)

    @property
    def rotation(self) -> int:
        """Return the rotation in degrees, clockwise."""
        return ROTATIONS[self.turn]


class TileKind(Constant):
    """A kind of tile.

    Attributes:
        id: name in moves and records.
        set: `base`, `inns` or `traders`.
        count: number of tiles of this kind.
        segments: in the order in which pieces are offered.
        looks: one turned tile for each of the four rotations.
        turns: offered quarter turns; of rotations that look the same, only the smallest.
        fits: key of an open cell -> the offered turns that fit it; see `Board.open`.
    """

    __slots__ = ("count", "fits", "id", "looks", "segments", "set", "turns")

    def __init__(self, id: str, set: str, count: int, segments: tuple[Segment, ...]) -> None:
        self.id = id
        self.set = set
        self.count = count
        self.segments = segments
        self.looks = tuple(TurnedTile(self, turn) for turn in range(4))
        appearances = [_appearance(segments, turn) for turn in range(4)]
        self.turns = tuple(
            turn for turn in range(4) if appearances.index(appearances[turn]) == turn
        )
        self.fits: dict[int, tuple[int, ...]] = {}
        for turn in self.turns:
            edges = self.looks[turn].edges
            for known in range(1, 16):
                key = sum(edges[side] << 2 * side for side in range(4) if known >> side & 1)
                self.fits[key] = (*self.fits.get(key, ()), turn)

    def __lt__(self, other: TileKind) -> bool:
        return self.id < other.id

    @property
    def title(self) -> str:
        """Return the segments in words, for people who cannot see the picture.

        >>> KINDS["p"].title
        'city n w; road e s'
        """
        words = []
        for segment in self.segments:
            if segment.kind == FARM:
                continue
            parts = [TERRAIN[segment.kind], *(PORTS[port] for port in segment.ports)]
            if segment.marks:
                parts.append(f"with {' and '.join(segment.marks)}")
            words.append(" ".join(parts))
        return "; ".join(words) or "meadow"

    def __repr__(self) -> str:
        return f"<tile {self.id}>"


def _name(segment: Segment, turn: int) -> str:
    if segment.kind == MONASTERY:
        return "monastery"
    first = min(((port + 3 * turn) % 12 for port in segment.ports), default=None)
    return f"{TERRAIN[segment.kind]}:{'c' if first is None else PORTS[first]}"


def _crossing(at: dict[int, int], side: int, edge: int) -> tuple[int, ...]:
    left, middle, right = 3 * side, 3 * side + 1, 3 * side + 2
    if edge == ROAD:
        return at[left], at[middle], at[right]
    return (at[middle] if edge == CITY else at[left],)


def _unit(mark: str) -> int:
    return {"pennant": PENNANT, "inn": INN, "cathedral": CATHEDRAL, **GOOD}[mark]


def _appearance(segments: tuple[Segment, ...], turn: int) -> frozenset[object]:
    """The look of a turned tile, without road ends: they change nothing (R27)."""

    def rotated_ports(number: int) -> frozenset[int]:
        return frozenset((port + 3 * turn) % 12 for port in segments[number].ports)

    return frozenset(
        (
            segment.kind,
            rotated_ports(number),
            segment.marks,
            frozenset(rotated_ports(city) for city in segment.cities),
        )
        for number, segment in enumerate(segments)
    )


def _read_kinds() -> dict[str, TileKind]:
    sets = json.loads(Path(__file__).with_name("tiles.json").read_text(encoding="utf-8"))
    return {
        id: TileKind(id, set_name, how_many, tuple(Segment.parse(text) for text in segments))
        for set_name, tiles in sets.items()
        for id, (how_many, *segments) in tiles.items()
    }


#: All kinds of tiles by id, in the order of the rules: base game, then the expansions.
KINDS = _read_kinds()
