"""What a tile or a piece would bring: what it joins, and what that scores now and once complete.

The values come from the rules' own functions, on the board as it is after the move.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from ..rules.board import Board, Piece
from ..rules.cells import AROUND
from ..rules.components import (
    CITY,
    FARM,
    GOOD,
    GOODS,
    MONASTERY,
    PIECES,
    PIG,
    ROAD,
    TERRAIN,
    Look,
    count,
)
from ..rules.scoring import (
    CITY_FOR_A_FARM,
    MONASTERY_POINTS,
    finished,
    gains,
    harvests,
    unfinished,
    winners,
)

Gains = tuple[tuple[int, int], ...]  # (seat, points)
Tokens = tuple[tuple[str, int], ...]  # (good, how many)


class Joined(NamedTuple):
    """A road, city, monastery or farm with pieces, as it would be with one tile more.

    Attributes:
        leaders: the seats that would get points for it.
        before: what each of the features that become this one is worth now.
        now, then: what it would be worth were the match over, and once complete.
        is_complete: whether the tile completes it: it pays `then` at once.
        goods: what whoever completes it takes.
    """

    kind: str
    leaders: tuple[int, ...]
    before: tuple[int, ...]
    now: int
    then: int
    is_complete: bool
    goods: Tokens


class Laid(NamedTuple):
    """What a placement brings: the points it scores at once, by seat, and what it joins.

    `free` is what it completes without anybody standing there: (kind, points for a piece on it).
    """

    gains: Gains
    joined: tuple[Joined, ...]
    free: tuple[tuple[str, int], ...]
    takes_a_piece: bool


class Stood(NamedTuple):
    """What a piece of mine on the newest tile brings.

    Attributes:
        now, then: what the feature would pay me were the match over, and once it is complete.
        is_complete: whether it is complete already: it pays `then` at once.
        towns: of a farm, how many finished cities lie beside it, and how many in all.
        gains: the points of all seats at the end of this part, by seat.
    """

    kind: str
    now: int
    then: int
    is_complete: bool
    towns: tuple[int, int]
    goods: Tokens
    gains: Gains


def laid(
    board: Board,
    cell: int,
    look: Look,
    lies: Board | None,
    value: Callable[[int], int],
    options: Mapping[str, str],
) -> Laid:
    """What a tile on an open cell brings.

    Args:
        lies: the board with it, where a piece may be put on it next.
        value: what a feature with pieces is worth before it, by its root.
    """
    takes_a_piece = lies is not None
    if lies is None:
        lies = board.copy()
        lies.place(cell, look)
    first = lies.cells[cell][0]
    touched = {lies.find(first + number): terrain for number, terrain in enumerate(look.kinds)}
    joined = [
        _joined(lies, root, _before(board, lies.held[root], value), options)
        for root in touched
        if root in lies.held
    ]
    free = [
        (TERRAIN[terrain], finished(lies, root, terrain, options))
        for root, terrain in touched.items()
        if terrain in (CITY, ROAD) and root not in lies.held and lies.closed(root)
    ]
    abbeys = [lies.abbeys[cell + step] for step in AROUND if cell + step in lies.abbeys]
    return Laid(
        tuple(gains(lies, cell, options).items()),
        (*filter(None, joined), *(_grown(lies, root) for root in abbeys)),
        tuple(free),
        takes_a_piece,
    )


def _before(board: Board, pieces: Sequence[Piece], value: Callable[[int], int]) -> tuple[int, ...]:
    """What the features of these pieces were worth, each for itself, on the board before."""
    return tuple(value(root) for root in dict.fromkeys(board.find(piece.node) for piece in pieces))


def value(board: Board, root: int) -> int:
    """What a feature with pieces is worth now."""
    first = board.held[root][0]
    if first.terrain == FARM:
        return _farm(board, root)[0]
    return unfinished(board, root, first.terrain, first.cell)


def _joined(
    trial: Board, root: int, before: tuple[int, ...], options: Mapping[str, str]
) -> Joined | None:
    held = trial.held[root]
    terrain, cell = held[0].terrain, held[0].cell
    leaders = tuple(winners(held))
    if terrain == FARM:
        return _joined_farm(trial, root, before, options)
    complete = trial.closed(root)
    return Joined(
        TERRAIN[terrain],
        leaders,
        before,
        unfinished(trial, root, terrain, cell),
        finished(trial, root, terrain, options),
        complete,
        _goods(trial, root) if complete else (),
    )


def _joined_farm(
    trial: Board, root: int, before: tuple[int, ...], options: Mapping[str, str]
) -> Joined | None:
    """A farm that changes hands or value; of the first edition's, only who would lead it."""
    leaders = tuple(winners(trial.held[root]))
    if options["farms"] == "first":
        if len(before) == 1:
            return None
        return Joined("farm", leaders, (), 0, 0, is_complete=False, goods=())
    now, then = _farm(trial, root)
    if before == (now,):
        return None
    return Joined("farm", leaders, before, now, then, is_complete=False, goods=())


def _farm(board: Board, root: int) -> tuple[int, int]:
    """What a farm pays its leader who gets most, now and once the cities beside it are complete."""
    held = board.held[root]
    pigs = {piece.seat for piece in held if piece.kind == PIG}
    city = CITY_FOR_A_FARM + any(seat in pigs for seat in winners(held))
    done, every = _towns(board, root)
    return done * city, every * city


def _towns(board: Board, root: int) -> tuple[int, int]:
    towns = board.towns(root)
    return sum(map(board.closed, towns)), len(towns)


def _grown(board: Board, root: int) -> Joined:
    """A monastery with one more tile around it."""
    piece = board.held[root][0]
    now = unfinished(board, root, MONASTERY, piece.cell)
    complete = board.around(piece.cell) == len(AROUND)
    return Joined("monastery", (piece.seat,), (now - 1,), now, MONASTERY_POINTS, complete, ())


def stood(
    board: Board,
    cell: int,
    number: int,
    seat: int,
    kind: str,
    paid: Gains,
    options: Mapping[str, str],
) -> Stood:
    """What a piece on a segment of the newest tile brings; `paid`: at the end of the part."""
    trial = board.copy()
    trial.put(seat, PIECES.index(kind), cell, number)
    first, look = trial.cells[cell]
    root, terrain = trial.find(first + number), look.kinds[number]
    held = trial.held[root]
    now = then = 0
    complete = False
    towns = (0, 0)
    if terrain == FARM:
        towns = _towns(trial, root)
        now, then = _farm_for(trial, root, seat, options)
    elif seat in winners(held):
        now = unfinished(trial, root, terrain, cell)
        then = finished(trial, root, terrain, options)
    if terrain in (CITY, ROAD):
        complete = trial.closed(root)
    elif terrain == MONASTERY:
        complete = trial.around(cell) == len(AROUND)
    return Stood(
        TERRAIN[terrain],
        now,
        then,
        complete,
        towns,
        _goods(trial, root) if complete else (),
        paid,
    )


def _farm_for(board: Board, root: int, seat: int, options: Mapping[str, str]) -> tuple[int, int]:
    """What a farm would pay a seat now, and once the cities beside it are complete."""
    if options["farms"] != "first":
        board.held = {root: board.held[root]}  # farms are paid apart; the board is a trial
    now, then = (
        sum(
            harvest.points.get(seat, 0)
            for harvest in harvests(board, options, if_closed=if_closed)
            if root in harvest.farms
        )
        for if_closed in (False, True)
    )
    return now, then


def _goods(board: Board, root: int) -> Tokens:
    tally = board.tally[root]
    found = ((good, count(tally, GOOD[good])) for good in GOODS)
    return tuple((good, number) for good, number in found if number)
