"""The board: tiles, open cells, and features that grow as tiles join them.

Every segment of every tile is a *node*. The nodes of one feature form a tree in `parent` (union by
size), and sums over the feature are stored at its root. Placing a tile touches only the features
that it joins. All state is flat lists and dicts of shared immutable values, so copying a full board
takes a few microseconds.
"""

from __future__ import annotations

from bisect import bisect_right
from typing import NamedTuple

from games.rules.fields import Copyable, fields

from .cells import NEIGHBOUR_STEPS, coordinates
from .components import MONASTERY, OPEN, OPEN_PORTS, PIECES, TurnedTile


class Piece(NamedTuple):
    """A piece on the board: its seat, its kind (MEEPLE …), and the segment that it stands on."""

    seat: int
    kind: int
    terrain: int
    node: int
    cell: int
    segment: str

    def to_json(self) -> list[int | str]:
        """Return `[x, y, segment, seat, kind]`, the form of views and events."""
        return [*coordinates(self.cell), self.segment, self.seat, PIECES[self.kind]]


@fields
class Board(Copyable):
    """Placed tiles with their features.

    Attributes:
        cells: taken cell -> (first node of the tile, turned tile), in the order of placing.
        open: empty cell beside a tile -> the edges it needs, two bits per side from the north: 0
            (no tile there yet), CITY, ROAD or FARM.
        parent: node -> the next node on the way to the feature's root.
        ring: node -> another node of the feature; following it visits all nodes in a cycle.
        tally: root -> sums over the feature (see `components`).
        reach: root -> a bitset: for roads, cities and monasteries, the tiles by order of placing;
            for farms, the nodes of the city segments that they touch.
        held: root -> the pieces on the feature, for features with pieces.
        abbeys: cell of a monastery with a follower -> its node.
    """

    cells: dict[int, tuple[int, TurnedTile]]
    open: dict[int, int]
    parent: list[int]
    ring: list[int]
    tally: list[int]
    reach: list[int]
    held: dict[int, tuple[Piece, ...]]
    abbeys: dict[int, int]

    def __init__(self) -> None:
        self.cells = {}
        self.open = {0: 0}
        self.parent = []
        self.ring = []
        self.tally = []
        self.reach = []
        self.held = {}
        self.abbeys = {}

    def place(self, cell: int, look: TurnedTile) -> None:
        """Put a tile on an open cell that it fits, and join the features along its edges."""
        cells, open_cells = self.cells, self.open
        parent, ring, tally, reach = self.parent, self.ring, self.tally, self.reach
        first = len(parent)
        nodes = range(first, first + len(look.names))
        parent += nodes
        ring += nodes
        tally += look.tallies
        bit = 1 << len(cells)
        reach += [bit if cities < 0 else cities << first for cities in look.touches]
        cells[cell] = (first, look)
        del open_cells[cell]
        for step, facing, crossing, need in look.sides:
            there = cells.get(cell + step)
            if there is None:
                open_cells[cell + step] = open_cells.get(cell + step, 0) | need
                continue
            base, neighbour = there
            for mine, theirs in zip(crossing, neighbour.mirror[facing], strict=True):
                a, b = first + mine, base + theirs
                while a != parent[a]:
                    a = parent[a]
                while b != parent[b]:
                    b = parent[b]
                if a == b:
                    tally[a] -= 2 * OPEN
                    continue
                if tally[a] < tally[b]:
                    a, b = b, a
                parent[b] = a
                ring[a], ring[b] = ring[b], ring[a]
                tally[a] += tally[b] - 2 * OPEN
                reach[a] |= reach[b]
                if b in self.held:
                    self.held[a] = self.held.get(a, ()) + self.held.pop(b)

    def put(self, seat: int, kind: int, cell: int, segment: int) -> None:
        """Put a piece on a segment of the tile at `cell`."""
        first, look = self.cells[cell]
        node = first + segment
        root = self.find(node)
        terrain = look.kinds[segment]
        piece = Piece(seat, kind, terrain, node, cell, look.names[segment])
        self.held[root] = (*self.held.get(root, ()), piece)
        if terrain == MONASTERY:
            self.abbeys[cell] = node

    def clear(self, root: int) -> tuple[Piece, ...]:
        """Remove all pieces from a feature and return them."""
        pieces = self.held.pop(root)
        if pieces[0].terrain == MONASTERY:
            del self.abbeys[pieces[0].cell]
        return pieces

    def find(self, node: int) -> int:
        """Return the root of the feature that a node belongs to."""
        parent = self.parent
        while node != parent[node]:
            node = parent[node]
        return node

    def is_closed(self, root: int) -> bool:
        """Return whether a road or city has no open port."""
        return not self.tally[root] & OPEN_PORTS

    def around(self, cell: int) -> int:
        """Return how many of the eight cells around a cell are taken."""
        cells = self.cells
        return sum(cell + step in cells for step in NEIGHBOUR_STEPS)

    def tiles(self, root: int) -> int:
        """Return the number of tiles of a road or city; each tile counts once (R8)."""
        return self.reach[root].bit_count()

    def towns(self, root: int) -> set[int]:
        """Return the roots of the city features that a farm touches."""
        touched = self.reach[root]
        found = set()
        while touched:
            last = touched & -touched
            found.add(self.find(last.bit_length() - 1))
            touched ^= last
        return found

    def nodes(self, root: int) -> list[int]:
        """Return all nodes of a feature, in the order of placing."""
        ring, node = self.ring, self.ring[root]
        found = [root]
        while node != root:
            found.append(node)
            node = ring[node]
        return sorted(found)

    def segments(self, nodes: list[int]) -> list[tuple[int, str]]:
        """Return the cell and name of each of these nodes."""
        cells = list(self.cells)
        firsts = [first for first, _ in self.cells.values()]
        found = []
        for node in nodes:
            cell = cells[bisect_right(firsts, node) - 1]
            first, look = self.cells[cell]
            found.append((cell, look.names[node - first]))
        return found

    def feature_cells(self, root: int) -> list[int]:
        """Return the cells of a feature, each once, in the order of placing."""
        return list(dict.fromkeys(cell for cell, _ in self.segments(self.nodes(root))))
