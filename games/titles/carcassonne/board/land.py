"""The features on a board as a view shows it: extent, owners, and what they are worth.

The board is put together again from the view, so nothing hidden can get in; points come from the
rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ..rules.board import Board
from ..rules.cells import AROUND, cell_at, point
from ..rules.components import FARM, KINDS, MONASTERY, OPEN, PIECES, ROTATIONS, TERRAIN, count
from ..rules.scoring import CITY_FOR_A_FARM, finished, harvests, unfinished, winners
from ..rules.view import View
from .seen import pieces_of, tiles_of


@dataclass(frozen=True)
class Feature:
    """A road, city, monastery or farm.

    Attributes:
        places: (x, y, segment number) of every part.
        open: ports (cells around a monastery) still to be filled; None for farms.
        pieces: (seat, kind) of the pieces on it.
        leaders: the seats that would get points for it.
        now, then: points were the match over, and once complete. Of an empty feature, those of a
            lone follower.
        by_seat: seat → (now, then), where seats get different points.
        towns: of a farm, how many finished cities lie beside it, and how many in all.
    """

    kind: str
    places: tuple[tuple[int, int, int], ...]
    open: int | None
    pieces: tuple[tuple[int, str], ...]
    leaders: tuple[int, ...]
    now: int
    then: int
    by_seat: tuple[tuple[int, int, int], ...] = ()
    towns: tuple[int, int] = (0, 0)

    @property
    def id(self) -> str:
        """A name that stays while the feature grows: its first part's."""
        x, y, number = self.places[0]
        return f"f{x}_{y}_{number}"

    @property
    def tiles(self) -> int:
        return len({place[:2] for place in self.places})


def rebuilt(view: View) -> Board:
    """The board of a view."""
    board = Board()
    for x, y, id, rotation in tiles_of(view):
        board.place(cell_at(x, y), KINDS[id].looks[ROTATIONS.index(rotation)])
    for x, y, name, seat, word in pieces_of(view):
        cell = cell_at(x, y)
        board.put(seat, PIECES.index(word), cell, board.cells[cell][1].names.index(name))
    return board


def features(view: View, options: Mapping[str, str]) -> list[Feature]:
    """All features of the board, in the order of placing."""
    board = rebuilt(view)
    parts: dict[int, list[tuple[int, int, int]]] = {}
    terrain: dict[int, int] = {}
    cells: dict[int, int] = {}
    for cell, (first, look) in board.cells.items():
        x, y = point(cell)
        for number, kind in enumerate(look.kinds):
            root = board.find(first + number)
            parts.setdefault(root, []).append((x, y, number))
            terrain[root] = kind
            cells.setdefault(root, cell)
    now: dict[tuple[int, int], int] = {}
    then: dict[tuple[int, int], int] = {}
    for paid, if_closed in ((now, False), (then, True)):
        for harvest in harvests(board, options, if_closed=if_closed):
            for farm in harvest.farms:
                for seat, points in harvest.points.items():
                    paid[farm, seat] = paid.get((farm, seat), 0) + points
    found = []
    for root, places in parts.items():
        kind, held = terrain[root], board.held.get(root, ())
        leaders = winners(held) if held else []
        by_seat: tuple[tuple[int, int, int], ...] = ()
        towns = (0, 0)
        still_open: int | None = count(board.tally[root], OPEN)
        if kind == FARM:
            beside = board.towns(root)
            towns = (sum(board.closed(city) for city in beside), len(beside))
            still_open = None
            if held:
                seats = sorted({piece.seat for piece in held})
                by_seat = tuple(
                    (seat, now.get((root, seat), 0), then.get((root, seat), 0))
                    for seat in seats
                    if seat in leaders or (root, seat) in then
                )
                values = max(n for _, n, _t in by_seat), max(t for _, _n, t in by_seat)
            else:
                values = towns[0] * CITY_FOR_A_FARM, towns[1] * CITY_FOR_A_FARM
        else:
            if kind == MONASTERY:
                still_open = len(AROUND) - board.around(cells[root])
            values = (
                unfinished(board, root, kind, cells[root]),
                finished(board, root, kind, options),
            )
            if not still_open:
                values = values[1], values[1]
        found.append(
            Feature(
                kind=TERRAIN[kind],
                places=tuple(places),
                open=still_open,
                pieces=tuple((piece.seat, PIECES[piece.kind]) for piece in held),
                leaders=tuple(leaders),
                now=values[0],
                then=values[1],
                by_seat=by_seat,
                towns=towns,
            )
        )
    return found
