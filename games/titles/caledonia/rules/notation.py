"""The notation of moves (rules 6); legal moves are picked from these precomputed tuples."""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import combinations

from .components import (
    CELLAR,
    CONTRACTS,
    CORNERS,
    GOODS,
    MERCHANTS,
    PORT_GAIN,
    PORT_STEPS,
    UNITS,
)
from .maps import AT, Board

Moves = tuple[str, ...]


def _counted_moves(verb: str) -> tuple[tuple[Moves, ...], ...]:
    """Per good and highest number n: the moves `verb good 1` to `verb good n`."""
    return tuple(
        tuple(
            tuple(f"{verb} {good} {n}" for n in range(1, most + 1)) for most in range(MERCHANTS + 1)
        )
        for good in GOODS
    )


BUY = _counted_moves("buy")
SELL = _counted_moves("sell")
NBUY = _counted_moves("nbuy")
# Per good, by the highest number that can be bought and by that which can be sold.
TRADES = tuple(
    tuple(tuple(buying + selling for selling in SELL[good]) for buying in BUY[good])
    for good in range(len(GOODS))
)

NUMBERS = range(len(CONTRACTS) + 1)
TAKE = tuple(f"take {number}" for number in NUMBERS)
KEEP = tuple(f"keep {number}" for number in NUMBERS)
FULFIL = tuple(f"fulfil {number}" for number in NUMBERS)
SLAUGHTER = tuple(f"slaughter {at}" for at in AT)
# By the set of cellar places with a barrel.
BARRELS = tuple(
    tuple(f"withdraw {place}" for place in range(len(CELLAR)) if cellar >> place & 1)
    for cellar in range(1 << len(CELLAR))
)
RECALL = tuple(f"recall:{good}" for good in GOODS)


class UnitMoves(dict[int, Moves]):
    """The moves `verb unit space` of one space, by bitset of units; made on first use."""

    __slots__ = ("at", "fits", "verb")

    def __init__(self, verb: str, at: str, fits: int) -> None:
        super().__init__()
        self.verb = verb
        self.at = at
        self.fits = fits

    def __missing__(self, units: int) -> Moves:
        moves = tuple(
            f"{self.verb} {unit} {self.at}"
            for number, unit in enumerate(UNITS)
            if units & self.fits & 1 << number
        )
        self[units] = moves
        return moves


@cache
def unit_moves(verb: str, board: Board) -> tuple[UnitMoves, ...]:
    """Return the moves `verb unit space` of every space of a board."""
    return tuple(UnitMoves(verb, AT[space], fits) for space, fits in enumerate(board.fits))


@lru_cache(maxsize=256)
def pair_moves(verb: str, numbers: tuple[int, ...]) -> Moves:
    """Return Buchanan's moves with two of these contracts, ascending; 0 is an empty slot."""
    there = sorted(filter(None, numbers))
    return tuple(f"{verb} {one} {other}" for one, other in combinations(there, 2))


@cache
def swap_moves(space: int, units: int) -> Moves:
    """Return the `swap` moves that replace the unit on a space by one of these units."""
    return tuple(
        f"swap {AT[space]} {unit}" for number, unit in enumerate(UNITS) if units >> number & 1
    )


@cache
def production_moves(cheese: int, bread: int, whisky: int, grain: int) -> list[str]:
    """Return every `produce` within these limits."""
    return [
        f"produce {c} {b} {w}"
        for c in range(cheese + 1)
        for b in range(min(bread, grain) + 1)
        for w in range(min(whisky, grain - b) + 1)
    ]


# The beginnings of port moves; their arguments follow.

PREFIXES = tuple(f"port {corner}" for corner in CORNERS)
COPY_PREFIXES = tuple(tuple(f"{prefix} as {other}" for other in CORNERS) for prefix in PREFIXES)

_GAINS = tuple(
    f"{one} {two} {PORT_GAIN - one - two}"
    for one in range(PORT_GAIN + 1)
    for two in range(PORT_GAIN + 1 - one)
)


@cache
def exchange_moves(prefix: str, given: int) -> Moves:
    """Return the moves that give one good at port 2 or 3 for any three of its kind."""
    return tuple(f"{prefix} {GOODS[given]} {gain}" for gain in _GAINS)


@cache
def price_step_moves(prefix: str, good: int) -> tuple[tuple[int, str], ...]:
    """Return the moves of port 6 for a good, each with its signed number of steps."""
    ups = [(n, f"{prefix} {GOODS[good]} up {n}") for n in range(1, PORT_STEPS + 1)]
    downs = [(-n, f"{prefix} {GOODS[good]} down {n}") for n in range(1, PORT_STEPS + 1)]
    return tuple(ups + downs)
