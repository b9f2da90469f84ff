"""Scoring tiles during the game, and the final scoring (rules 2.7, 8)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from .components import (
    BASIC,
    BASIC_POINTS,
    BORDER_TILE,
    COMMON_ON_TIES,
    DEAR_TILE,
    EXPORT_PLACES,
    FARM_TILE,
    FIELD,
    FIELD_COUNTS,
    FIXED_IMPORT_VALUE,
    IMPORT_VALUES,
    IMPORTS,
    MERCHANTS,
    MERCHANTS_AT_START,
    POUNDS_PER_POINT,
    PROCESSED,
    PROCESSED_POINTS,
    SETTLEMENT_PLACES,
    SOLO_EXPORTS,
    SOLO_GRADES,
    SOLO_SETTLEMENTS,
    TILE_GLORY,
    WOODCUTTER,
    WORKER_TILE,
    WORKERS,
)
from .maps import Board
from .player import Player
from .state import State

AT_THE_END = (
    "basic",
    "processed",
    "money",
    "hops",
    "cotton",
    "tobacco",
    "sugar",
    "exports",
    "settlements",
)


def tile_glory(match: State, p: Player, tile: int) -> int:
    """Return the glory that a scoring tile would give a seat now."""
    return TILE_GLORY[tile] * _TILES[tile](match, p, tile)


def unit_glory(tile: int, unit: int) -> int:
    """Return the glory of a scoring tile for one unit of a type, on any space."""
    return TILE_GLORY[tile] * dict(_UNITS.get(tile, ())).get(unit, 0) if tile else 0


def space_glory(match: State, tile: int, space: int) -> int:
    """Return the glory of a scoring tile for any unit on this space."""
    return TILE_GLORY[tile] if tile in _SPACES and _SPACES[tile](match.board) >> space & 1 else 0


# How often tiles count a unit of a type, and the spaces on which they count any unit.
_UNITS = {
    FARM_TILE: [(unit, FIELD_COUNTS if unit == FIELD else 1) for unit in range(WOODCUTTER)],
    WORKER_TILE: [(unit, 1) for unit in WORKERS],
}
_SPACES: dict[int, Callable[[Board], int]] = {
    BORDER_TILE: lambda board: board.border,
    DEAR_TILE: lambda board: board.dear,
}


def _type_count(match: State, p: Player, tile: int) -> int:
    by_unit = p.by_unit
    return sum([times * by_unit[unit].bit_count() for unit, times in _UNITS[tile]])


def _space_count(match: State, p: Player, tile: int) -> int:
    return (p.units & _SPACES[tile](match.board)).bit_count()


def _basic_count(match: State, p: Player, tile: int) -> int:
    return sum(p.goods[good] for good in BASIC)


def _processed_count(match: State, p: Player, tile: int) -> int:
    barrels = p.cellar.bit_count()
    return (sum(p.goods[good] for good in PROCESSED) + barrels) // 2


def _import_count(match: State, p: Player, tile: int) -> int:
    return sum(p.imports)


def _meat_count(match: State, p: Player, tile: int) -> int:
    return p.meat


def upgrades(p: Player) -> int:
    """Return the upgrades: flipped technologies plus shipping level plus merchants hired."""
    hired = MERCHANTS - MERCHANTS_AT_START - p.hirable
    return p.techs.bit_count() + p.shipping + hired


def _upgrade_count(match: State, p: Player, tile: int) -> int:
    return upgrades(p)


_TILES: dict[int, Callable[[State, Player, int], int]] = {
    1: _basic_count,
    2: _processed_count,
    FARM_TILE: _type_count,
    WORKER_TILE: _type_count,
    BORDER_TILE: _space_count,
    6: _import_count,
    7: _meat_count,
    8: _upgrade_count,
    DEAR_TILE: _space_count,
}


def import_values(match: State) -> tuple[int, ...]:
    """Return the value of each cotton, tobacco and sugar by the current counters (ruling 33)."""
    if match.options["imports"] == "fixed":
        return (FIXED_IMPORT_VALUE,) * len(IMPORTS)
    common = sorted(COMMON_ON_TIES, key=lambda kind: -match.imports[kind])
    values = [0] * len(IMPORTS)
    for kind, value in zip(common, IMPORT_VALUES, strict=True):
        values[kind] = value
    return tuple(values)


def largest_settlement_count(board: Board, units: int, shipping: int) -> int:
    """Return the most settlements of these units that shipping links (rules 8).

    Settlements are maximal groups of neighbouring units. Two are linked if a unit of one is in
    reach of a unit of the other.
    """
    neighbours, reach = board.neighbours, board.reach[shipping]
    left = units
    groups: list[tuple[int, int]] = []  # its units, what they reach
    while left:
        group = sight = 0
        edge = left & -left
        while edge:
            group |= edge
            around = 0
            while edge:
                low = edge & -edge
                edge ^= low
                space = low.bit_length() - 1
                around |= neighbours[space]
                sight |= reach[space]
            edge = around & units & ~group
        left &= ~group
        groups.append((group, sight))
    most = 0
    while groups:
        group, sight = groups.pop()
        linked = 1
        grown = True
        while grown:
            grown = False
            apart = []
            for entry in groups:
                if entry[0] & sight:
                    sight |= entry[1]
                    linked += 1
                    grown = True
                else:
                    apart.append(entry)
            groups = apart
        most = max(most, linked)
    return most


def place_points(counts: Sequence[int], places: Sequence[int]) -> list[int]:
    """Return the points of a ranking by seat; tied seats share their places, rounded down.

    >>> place_points([4, 4, 1], (12, 6, 0))
    [9, 9, 0]
    """
    points = []
    for count in counts:
        better = sum(other > count for other in counts)
        tied = counts.count(count)
        points.append(sum(places[better : better + tied]) // tied)
    return points


def step_points(count: int, steps: Sequence[tuple[int, int]]) -> int:
    """Return the solo points for a count: those of the first step it reaches."""
    return next((points for least, points in steps if count >= least), 0)


def solo_grade(total: int) -> str:
    """Return the grade of a solo result, for display only.

    >>> solo_grade(130)
    'Rookie'
    """
    return next((name for least, name in SOLO_GRADES if total >= least), SOLO_GRADES[-1][1])


def breakdowns(match: State) -> list[dict[str, int]]:
    """Return every seat's points by key; before the end only glory and auction."""
    if match.phase == "over":
        return final_breakdowns(match)
    empty = dict.fromkeys(AT_THE_END, 0)
    return [{"glory": p.glory, "auction": -p.bid, **empty} for p in match.players]


def final_breakdowns(match: State) -> list[dict[str, int]]:
    """Return every seat's points by key if the match ended now (rules 8)."""
    points = [{"glory": p.glory, "auction": -p.bid} for p in match.players]
    values = import_values(match)
    exports = [len(p.fulfilled) for p in match.players]
    linked = [largest_settlement_count(match.board, p.units, p.shipping) for p in match.players]
    if match.seats == 1:
        for_exports = [step_points(exports[0], SOLO_EXPORTS)]
        for_settlements = [step_points(linked[0], SOLO_SETTLEMENTS)]
    else:
        for_exports = place_points(exports, EXPORT_PLACES[match.seats])
        for_settlements = place_points(linked, SETTLEMENT_PLACES[match.seats])
    for seat, (p, entry) in enumerate(zip(match.players, points, strict=True)):
        entry["basic"] = BASIC_POINTS * sum(p.goods[good] for good in BASIC)
        entry["processed"] = PROCESSED_POINTS * sum(p.goods[good] for good in PROCESSED)
        entry["money"] = p.money // POUNDS_PER_POINT
        entry["hops"] = p.hops
        for kind, key in enumerate(IMPORTS):
            entry[key] = p.imports[kind] * values[kind]
        entry["exports"] = for_exports[seat]
        entry["settlements"] = for_settlements[seat]
    return points


def tiebreak(p: Player) -> tuple[int, ...]:
    """Return the tie-break of a seat: the money left over from `money` points."""
    return (p.money % POUNDS_PER_POINT,)
