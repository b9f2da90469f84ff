"""The notation of moves, written once: legal moves are put together from these tuples (rules 6)."""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import combinations

from .components import (
    BASIC,
    CONTRACTS,
    CORNERS,
    GOODS,
    MERCHANTS,
    PORT_BASIC,
    PORT_GAIN,
    PORT_STEPS,
    PROCESSED,
    UNITS,
)
from .maps import AT, SPACES

Moves = tuple[str, ...]


def _counted(verb: str) -> tuple[tuple[Moves, ...], ...]:
    """Per good, per highest number: the moves `verb good 1` … `verb good n`."""
    return tuple(
        tuple(
            tuple(f"{verb} {good} {n}" for n in range(1, most + 1)) for most in range(MERCHANTS + 1)
        )
        for good in GOODS
    )


BUY = _counted("buy")
SELL = _counted("sell")
NBUY = _counted("nbuy")

NUMBERS = range(len(CONTRACTS) + 1)
TAKE = tuple(f"take {number}" for number in NUMBERS)
KEEP = tuple(f"keep {number}" for number in NUMBERS)
FULFIL = tuple(f"fulfil {number}" for number in NUMBERS)
TECH = ("tech woodcutter", "tech miner")
SLAUGHTER = tuple(f"slaughter {at}" for at in AT)
WITHDRAW = ("withdraw 0", "withdraw 1", "withdraw 2")
RECALL = tuple(f"recall:{good}" for good in GOODS)


class UnitMoves(dict[int, Moves]):
    """The moves `verb unit space` of one space, by the set of units: made when first asked for."""

    __slots__ = ("at", "verb")

    def __init__(self, verb: str, at: str) -> None:
        super().__init__()
        self.verb = verb
        self.at = at

    def __missing__(self, units: int) -> Moves:
        moves = tuple(
            f"{self.verb} {unit} {self.at}"
            for number, unit in enumerate(UNITS)
            if units >> number & 1
        )
        self[units] = moves
        return moves


EXPAND = tuple(UnitMoves("expand", AT[space]) for space in range(SPACES))
PLACE = tuple(UnitMoves("place", AT[space]) for space in range(SPACES))


@lru_cache(maxsize=256)
def pairs(verb: str, numbers: tuple[int, ...]) -> Moves:
    """The moves of Buchanan with two of these contracts, ascending in each pair."""
    return tuple(f"{verb} {one} {other}" for one, other in combinations(sorted(numbers), 2))


@cache
def swaps(space: int, units: int) -> Moves:
    """The moves that put one of these units in the place of the unit on a space."""
    return tuple(
        f"swap {AT[space]} {unit}" for number, unit in enumerate(UNITS) if units >> number & 1
    )


@cache
def productions(cheese: int, bread: int, whisky: int, grain: int) -> list[str]:
    """Every `produce` within these limits."""
    return [
        f"produce {c} {b} {w}"
        for c in range(cheese + 1)
        for b in range(min(bread, grain) + 1)
        for w in range(min(whisky, grain - b) + 1)
    ]


# What follows `port <corner>` or `port <corner> as <other corner>`.

PREFIXES = tuple(f"port {corner}" for corner in CORNERS)
COPIED = tuple(tuple(f"{prefix} as {other}" for other in CORNERS) for prefix in PREFIXES)

_GAINS = tuple(
    f"{one} {two} {PORT_GAIN - one - two}"
    for one in range(PORT_GAIN + 1)
    for two in range(PORT_GAIN + 1 - one)
)


@cache
def exchanges(prefix: str, tile: int, given: int) -> Moves:
    """Giving one good at port 2 or 3 for any three of its kind."""
    assert given in (BASIC if tile == PORT_BASIC else PROCESSED)
    return tuple(f"{prefix} {GOODS[given]} {gain}" for gain in _GAINS)


@cache
def price_steps(prefix: str, good: int) -> tuple[tuple[int, str], ...]:
    """The price moves of port 6 with their steps."""
    ups = [(n, f"{prefix} {GOODS[good]} up {n}") for n in range(1, PORT_STEPS + 1)]
    downs = [(-n, f"{prefix} {GOODS[good]} down {n}") for n in range(1, PORT_STEPS + 1)]
    return tuple(ups + downs)
