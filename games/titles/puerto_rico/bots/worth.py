"""The value of a position for a seat, in points: features with weights that fade with the game."""

from __future__ import annotations

from ..rules.boards import Board
from ..rules.components import (
    BUILDING_SLOTS,
    CIRCLES,
    CITY_HALL,
    CONSTRUCTION_HUT,
    CUSTOMS_HOUSE,
    FACTORY,
    FACTORY_INCOME,
    FORTRESS,
    GOODS,
    GUILD_HALL,
    HACIENDA,
    HARBOR,
    HOSPICE,
    LARGE,
    LARGE_MARKET,
    LARGE_WAREHOUSE,
    OFFICE,
    PRICES,
    PRODUCERS,
    QUARRY,
    RESIDENCE,
    SLOTS,
    SMALL_MARKET,
    SMALL_WAREHOUSE,
    UNIVERSITY,
    WHARF,
)
from ..rules.match import PuertoRico
from ..rules.scoring import bonus

BARREL = (0.5, 0.6, 0.75, 0.9, 1.1)
# Shares of the full value, and rates, found by matches between variants.
UNSTAFFED = 0.4  # a building or a quarry without its worker
IDLE_PAIR = 0.5  # a tile and its building without workers
ODD = 0.05  # a tile without a building, or a circle without a tile
WORKER_PACE = 0.6  # how strongly an emptying worker supply predicts the end
EXTRAS = tuple(slot for slot in BUILDING_SLOTS if slot not in LARGE and CIRCLES[slot] == 1)
PRODUCER_OF = {slot: good for good in range(len(GOODS)) for slot in PRODUCERS[good]}


class Weights:
    """The weights at one moment of a match; `left` is the share of the game still to come."""

    __slots__ = ("barrel", "doubloon", "left", "pair", "quarry", "worker")

    def __init__(self, match: PuertoRico) -> None:
        setup = match.setup
        progress = max(
            1 - match.chips_left / setup.chips,
            WORKER_PACE * (1 - match.worker_supply / setup.worker_supply),
            max([board.spaces for board in match.boards]) / 12,
        )
        self.left = left = 0.0 if match.ending else 1 - progress
        self.doubloon = 0.25 + 0.9 * left
        self.barrel = [weight * (0.8 + 0.2 * left) for weight in BARREL]
        self.pair = [(2.2 + 0.4 * price) * left for price in PRICES]
        self.quarry = 1.2 * left
        self.worker = 0.35 * left


def value(match: PuertoRico, seat: int, weights: Weights) -> float:
    """The value of a seat's position, in points."""
    board = match.boards[seat]
    total = board.chips + board.points + board.doubloons * weights.doubloon
    total += board.san_juan * weights.worker
    for good, n in enumerate(board.goods):
        if n:
            total += n * weights.barrel[good]
    size, workers = board.size, board.workers
    making = [0] * len(GOODS)
    for good in range(len(GOODS)):
        if size[good] or any(size[slot] for slot in PRODUCERS[good]):
            making[good] = board.capacity(good)
            total += land(board, good, weights)
    total += quarries(board, weights)
    barrels = sum(making)
    kinds = sum([n > 0 for n in making])
    for slot in EXTRAS:
        if size[slot] and slot not in PRODUCER_OF:
            share = 1.0 if workers[slot] else UNSTAFFED
            total += share * service(slot, weights, barrels, kinds, making)
    for slot in LARGE:
        if size[slot]:
            total += (1.0 if workers[slot] else 0.6) * (large_bonus(board, slot, weights) + 1)
    return total


def land(board: Board, good: int, weights: Weights) -> float:
    """The value of producing one good: working pairs, pairs without workers, odd halves."""
    size, workers = board.size, board.workers
    weight = weights.pair[good]
    if not good:
        return weight * (workers[0] + IDLE_PAIR * (size[0] - workers[0]))
    room = staff = 0
    for slot in PRODUCERS[good]:
        room += size[slot]
        staff += workers[slot]
    tiles = size[good]
    working = min(workers[good], staff)
    pairs = min(tiles, room)
    odd = abs(tiles - room)
    return weight * (working + IDLE_PAIR * (pairs - working) + ODD * odd)


def quarries(board: Board, weights: Weights) -> float:
    owned, working = board.size[QUARRY], board.workers[QUARRY]
    if not owned:
        return 0.0
    first = min(working, 3) + 0.5 * max(0, working - 3)
    idle = UNSTAFFED * (owned - working) * (1.0 if owned <= 3 else 0.5)
    return weights.quarry * (first + idle)


def service(slot: int, weights: Weights, barrels: float, kinds: int, making: list[int]) -> float:
    """The value of a small violet building for a seat while it is occupied."""
    left = weights.left
    if slot == HARBOR:
        return 5 * left * min(barrels, 8) / 4
    if slot == WHARF:
        return 6 * left * min(barrels, 8) / 4
    if slot == FACTORY:
        return 2.2 * left * (FACTORY_INCOME[min(kinds + 1, 5)])
    if slot in (SMALL_MARKET, LARGE_MARKET, OFFICE):
        trading = 1.0 if any(making[1:]) else 0.4
        return {SMALL_MARKET: 1.2, LARGE_MARKET: 2.2, OFFICE: 1.5}[slot] * left * trading
    if slot in (SMALL_WAREHOUSE, LARGE_WAREHOUSE):
        return (1.0 if slot == SMALL_WAREHOUSE else 1.2) * left * (kinds > 1)
    return {HACIENDA: 1.5, CONSTRUCTION_HUT: 1.2, HOSPICE: 1.8, UNIVERSITY: 1.0}[slot] * left


def large_bonus(board: Board, slot: int, weights: Weights) -> float:
    """The bonus of a large building at the end, as far as it can be foreseen."""
    now = float(bonus(board, slot))
    if slot == CUSTOMS_HOUSE:
        return now + 3 * weights.left
    if slot == FORTRESS:
        return now + 2 * weights.left
    if slot in (GUILD_HALL, CITY_HALL, RESIDENCE):
        return now + weights.left
    raise ValueError(f"{SLOTS[slot]} has no bonus")


def relative_worth(match: PuertoRico, seat: int, envy: float) -> float:
    """The value of a seat's position compared with the others', among whom the best counts most."""
    if match.over:
        scores = match.scores()
        mine = scores[seat]
        best = max([s.total + s.tiebreak[0] / 100 for s in scores if s.seat != seat])
        lead = mine.total + mine.tiebreak[0] / 100 - best
        return lead + (100 if mine.rank == 1 else -100)
    weights = Weights(match)
    others = [value(match, other, weights) for other in range(match.seats) if other != seat]
    rival = (max(others) + sum(others) / len(others)) / 2
    return value(match, seat, weights) - envy * rival
