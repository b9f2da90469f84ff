"""The evaluation of a position: points scored, and the expected value of features on the board.

It uses only the board and the multiset of the tiles still to come, because nobody knows their
order. A position is evaluated once; each placement from it is evaluated by its changes.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ..rules import Carcassonne
from ..rules.board import Board, Piece
from ..rules.cells import NEIGHBOUR_STEPS, STEPS
from ..rules.components import (
    ALL_GOODS,
    BUILDER,
    CITY,
    FARM,
    GOOD,
    GOODS,
    KINDS,
    LARGE_MEEPLE,
    MEEPLE,
    MONASTERY,
    OPEN_PORTS,
    PIG,
    TurnedTile,
    count_of,
)
from ..rules.scoring import (
    FARM_CITY_POINTS,
    GOODS_MAJORITY_POINTS,
    complete_points,
    incomplete_points,
    winners,
)

#: Per segment of a turned tile: differences to the neighbouring cells that it leads to.
EXITS: dict[TurnedTile, tuple[tuple[int, ...], ...]] = {
    look: tuple(
        tuple(side.step for side in look.sides if number in side.crossing)
        for number in range(len(look.names))
    )
    for kind in KINDS.values()
    for look in kind.looks
}
NEAR = frozenset(NEIGHBOUR_STEPS)
#: With fewer turns than this left, pieces kept for later lose value.
LOOKAHEAD_TILES = 8

Share = list[tuple[int, float]]  # (seat, expected points)


@dataclass(frozen=True)
class Weights:
    """Values of things that are not points yet.

    Attributes:
        road, city: chance to complete one with 1, 2, … open cells around it.
        rare: number of fitting tiles left at which a cell is filled with chance one half.
        hurry: turns that each open cell takes.
        monastery: chance that a free cell around one is filled.
        open_city: value of an open city beside a farm; a complete one counts 1.
        young_farm: factor for farms in the first third, when others can still join them.
        follower: points of the 1st, 2nd, … follower in supply.
        big, builder: points of the large follower in supply; of a builder on the board, per turn.
        extra: points of an extra part.
        token: points for each goods token of margin.
        rival: weight of the best other seat; the others' average has the rest.
    """

    road: tuple[float, ...] = (0.95, 0.85, 0.7, 0.55)
    city: tuple[float, ...] = (0.95, 0.8, 0.6, 0.45, 0.3)
    rare: float = 0.8
    hurry: float = 1.0
    monastery: float = 0.7
    open_city: float = 0.3
    young_farm: float = 0.4
    follower: tuple[float, ...] = (5.0, 3.5, 2.5, 1.5, 1.0, 0.7, 0.5)
    big: float = 1.5
    builder: float = 0.25
    extra: float = 3.5
    token: float = 2.0
    rival: float = 0.7


WEIGHTS = Weights()


class Evaluation:
    """Evaluates what can follow from one position of a match.

    Attributes:
        match: the position.
        turns: how many tiles each seat will still place, on average.
        leisure: 1 while many turns are left, falling to 0 at the end.
        worth: expected points of each seat in this position.
        shares: root of a feature -> its contribution to `worth`.
    """

    def __init__(self, match: Carcassonne, weights: Weights = WEIGHTS) -> None:
        self.match = match
        self.weights = weights
        board = match.board
        pool = Counter(match.pile[match.drawn :])
        for hand in match.hands:
            pool.update(hand)
        left = sum(pool.values())
        self.turns = left / match.seats
        self.leisure = min(1.0, self.turns / LOOKAHEAD_TILES)
        self.young = len(board.cells) < left / 2
        self.first_farms = match.options["farms"] == "first"
        self._pool = [(kind.fits, number) for kind, number in pool.items()]
        self._likely: dict[int, float] = {}
        self._cells = list(board.cells)
        self._firsts = [first for first, _ in board.cells.values()]
        self._watchers: dict[int, list[int]] = {}
        self._towns: dict[int, set[int]] = {}
        self.shares: dict[int, Share] = {}
        for root, pieces in board.held.items():
            if not _is_complete(board, root, pieces):
                self.shares[root] = self._share(board, root, pieces)
                if pieces[0].terrain == FARM:
                    self._towns[root] = board.towns(root)
                elif pieces[0].terrain != MONASTERY:
                    for cell in self._fringe(board, root):
                        self._watchers.setdefault(cell, []).append(root)
        self.worth = [float(sum(own)) for own in match.points]
        for seat, own in enumerate(match.supply):
            self.worth[seat] += (
                self.followers(own[MEEPLE]) + weights.big * own[LARGE_MEEPLE] * self.leisure
            )
        for share in self.shares.values():
            _add(self.worth, share)
        self._harvest = self._first_edition(board) if self.first_farms else []
        _add(self.worth, self._harvest)
        _add(self.worth, self._goods(match.goods))

    def after(self, board: Board, cell: int) -> list[float]:
        """Return the expected points of each seat after the newest tile, at `cell`, is scored.

        `board` is that of the position, or a copy with one more tile.
        """
        look = board.cells[cell][1]
        changed = set(roots_of(board, cell))
        for step in STEPS:
            changed.update(self._watchers.get(cell + step, ()))
        for abbey, node in board.abbeys.items():
            if cell - abbey in NEAR or cell == abbey:
                changed.add(node)
        joined = self._joined_cities(look, cell)
        if joined:
            changed.update(
                farm for farm, towns in self._towns.items() if not joined.isdisjoint(towns)
            )
        worth = self.worth[:]
        for root, share in self.shares.items():
            if root in changed or root not in board.held:
                _add(worth, share, -1)
        farms = bool(joined)
        for root, pieces in board.held.items():
            if root in self.shares and root not in changed:
                continue
            if _is_complete(board, root, pieces):
                self._add_complete(board, root, pieces, worth)
            else:
                farms = farms or pieces[0].terrain == FARM
                _add(worth, self._share(board, root, pieces))
        if self.first_farms and farms:
            _add(worth, self._harvest, -1)
            _add(worth, self._first_edition(board))
        return worth

    def _joined_cities(self, look: TurnedTile, cell: int) -> set[int]:
        """The cities of the position that a tile at `cell` extends."""
        board = self.match.board
        joined = set()
        for side, edge in zip(look.sides, look.edges, strict=True):
            if edge == CITY and cell + side.step in board.cells:
                first, neighbour = board.cells[cell + side.step]
                joined.add(board.find(first + neighbour.mirror[side.facing][0]))
        return joined

    def utility(self, worth: Sequence[float], seat: int) -> float:
        """Return how good expected points are for a seat, compared with the others."""
        others = [value for other, value in enumerate(worth) if other != seat]
        rival = self.weights.rival
        return worth[seat] - rival * max(others) - (1 - rival) * sum(others) / len(others)

    def followers(self, number: int) -> float:
        """Return the value of this number of followers in supply."""
        return sum(self.weights.follower[:number]) * self.leisure

    def builder(self) -> float:
        """Return the value of a builder on the board."""
        return self.weights.builder * self.turns * self.leisure

    def expected_points(self, board: Board, root: int, terrain: int, cell: int) -> float:
        """Return the expected points of an open road or city, or of a monastery at `cell`."""
        if terrain == MONASTERY:
            taken = board.around(cell)
            likely = self.weights.monastery * self.turns / (self.turns + 4)
            return 1 + taken + likely * (len(NEIGHBOUR_STEPS) - taken)
        chance = self._chance(board, root, terrain)
        value = complete_points(board, root, terrain, self.match.options)
        return chance * value + (1 - chance) * incomplete_points(board, root, terrain, cell)

    def farm(self, board: Board, root: int) -> float:
        """Return the expected number of complete cities beside a farm."""
        return sum(self._city(board, city) for city in board.towns(root))

    def _share(self, board: Board, root: int, pieces: tuple[Piece, ...]) -> Share:
        terrain = pieces[0].terrain
        if terrain == FARM:
            return [] if self.first_farms else self._farm_shares(pieces, self.farm(board, root))
        value = self.expected_points(board, root, terrain, pieces[0].cell)
        share = [(seat, value) for seat in winners(pieces)]
        share += [(piece.seat, self.builder()) for piece in pieces if piece.kind == BUILDER]
        return share

    def _add_complete(
        self, board: Board, root: int, pieces: tuple[Piece, ...], worth: list[float]
    ) -> None:
        """Add points, returning followers and goods of a completed feature to `worth`."""
        match = self.match
        value = float(complete_points(board, root, pieces[0].terrain, match.options))
        for seat in winners(pieces):
            worth[seat] += value
        home = Counter((piece.seat, piece.kind) for piece in pieces)
        for (seat, kind), number in home.items():
            if kind == MEEPLE:
                free = match.supply[seat][MEEPLE]
                worth[seat] += self.followers(free + number) - self.followers(free)
            elif kind == LARGE_MEEPLE:
                worth[seat] += self.weights.big * self.leisure
        if board.tally[root] & ALL_GOODS:
            goods = [own[:] for own in match.goods]
            for number, good in enumerate(GOODS):
                goods[match.turn][number] += count_of(board.tally[root], GOOD[good])
            _add(worth, self._goods(match.goods), -1)
            _add(worth, self._goods(goods))

    def _chance(self, board: Board, root: int, terrain: int) -> float:
        """The chance that an open road or city is completed."""
        fringe = self._fringe(board, root)
        table = self.weights.city if terrain == CITY else self.weights.road
        likely = table[min(len(fringe), len(table)) - 1]
        for cell in fringe:
            likely *= self._fill_chance(board.open[cell])
        return likely * self.turns / (self.turns + self.weights.hurry * len(fringe))

    def _fill_chance(self, need: int) -> float:
        """The chance that a tile comes that fits a cell with this need."""
        known = self._likely.get(need)
        if known is None:
            fitting = sum(number for fits, number in self._pool if need in fits)
            known = self._likely[need] = fitting / (fitting + self.weights.rare)
        return known

    def _fringe(self, board: Board, root: int) -> set[int]:
        """The open cells at the ports of a feature."""
        cells, firsts, ring = board.cells, self._firsts, board.ring
        newest, (beyond, _) = next(reversed(cells.items()))
        found = set()
        node = root
        while True:
            cell = newest if node >= beyond else self._cells[bisect_right(firsts, node) - 1]
            first, look = cells[cell]
            for step in EXITS[look][node - first]:
                if cell + step not in cells:
                    found.add(cell + step)
            node = ring[node]
            if node == root:
                return found

    def _city(self, board: Board, root: int) -> float:
        """The expected count of a city beside a farm."""
        counts = 1.0 if board.is_closed(root) else self.weights.open_city * self.leisure
        return counts * self.weights.young_farm if self.young else counts

    def _first_edition(self, board: Board) -> Share:
        """The shares of all farms with `farms=first`: each city pays once."""
        beside: dict[int, tuple[Piece, ...]] = {}
        for root, pieces in board.held.items():
            if pieces[0].terrain == FARM:
                for city in board.towns(root):
                    beside[city] = beside.get(city, ()) + pieces
        return [
            paid
            for city, pieces in beside.items()
            for paid in self._farm_shares(pieces, self._city(board, city))
        ]

    def _farm_shares(self, pieces: tuple[Piece, ...], cities: float) -> Share:
        pigs = {piece.seat for piece in pieces if piece.kind == PIG}
        return [(seat, cities * (FARM_CITY_POINTS + (seat in pigs))) for seat in winners(pieces)]

    def _goods(self, goods: Sequence[Sequence[int]]) -> Share:
        """The expected points for goods: a lead counts more the larger and the later it is."""
        share: Share = []
        for number in range(len(GOODS)):
            held = [own[number] for own in goods]
            most = max(held)
            for seat, own in enumerate(held):
                if not own:
                    continue
                lead = own - max(held[:seat] + held[seat + 1 :])
                hope = GOODS_MAJORITY_POINTS / 2 + self.weights.token * lead
                sure = GOODS_MAJORITY_POINTS if own == most else 0
                likely = max(0.0, min(float(GOODS_MAJORITY_POINTS), hope))
                share.append((seat, self.leisure * likely + (1 - self.leisure) * sure))
        return share


def roots_of(board: Board, cell: int) -> list[int]:
    """Return the roots of the features of the tile at a cell, one for each segment."""
    first, look = board.cells[cell]
    return [board.find(node) for node in range(first, first + len(look.names))]


def _is_complete(board: Board, root: int, pieces: tuple[Piece, ...]) -> bool:
    terrain = pieces[0].terrain
    if terrain == MONASTERY:
        return board.around(pieces[0].cell) == len(NEIGHBOUR_STEPS)
    return terrain != FARM and not board.tally[root] & OPEN_PORTS


def _add(worth: list[float], share: Iterable[tuple[int, float]], sign: int = 1) -> None:
    for seat, value in share:
        worth[seat] += sign * value
