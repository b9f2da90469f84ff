"""Habits: quick moves without search, which every seat is assumed to play to the end of a phase."""

from __future__ import annotations

from collections.abc import Callable

from ..rules.boards import Board
from ..rules.components import (
    CIRCLES,
    COLUMN,
    CORN,
    GOODS,
    LARGE,
    PRODUCERS,
    QUARRY,
    SLOT_OF,
    SPACES,
)
from ..rules.match import PuertoRico
from ..rules.notation import DONE, PASS, STAFF
from ..rules.phases import trader
from .worth import PRODUCER_OF, UNSTAFFED, Weights, land, large_bonus, quarries, service


def choose(match: PuertoRico, seat: int, listed: list[str], weights: Weights) -> str:
    """A sensible move in any step except `pick`."""
    return HABITS[match.step](match, seat, listed, weights)


def settle(match: PuertoRico, seat: int, listed: list[str], weights: Weights) -> str:
    board = match.boards[seat]
    best, most = PASS, 0.0
    for move in listed:
        if move == "draw":
            return move
        if move == PASS:
            continue
        tokens = move.split(" ")
        kind = SLOT_OF[tokens[1]]
        gain = tile_gain(board, kind, weights) + (weights.worker + 0.3) * (len(tokens) == 3)
        if gain > most:
            best, most = move, gain
    return best


def tile_gain(board: Board, kind: int, weights: Weights) -> float:
    """The value of one more tile of a kind."""
    before = quarries(board, weights) if kind == QUARRY else land(board, kind, weights)
    board.size[kind] += 1
    after = quarries(board, weights) if kind == QUARRY else land(board, kind, weights)
    board.size[kind] -= 1
    return after - before + 0.01


def privilege(match: PuertoRico, seat: int, listed: list[str], weights: Weights) -> str:
    if match.step == "mayor_privilege":
        return listed[0]
    return listed[-2]  # the most expensive good; `privilege none` comes last


def build(match: PuertoRico, seat: int, listed: list[str], weights: Weights) -> str:
    board = match.boards[seat]
    builder = seat == match.picker
    making = [board.capacity(good) for good in range(len(GOODS))]
    best, most = PASS, 0.0
    for move in listed:
        if move == PASS:
            continue
        tokens = move.split(" ")
        slot = SLOT_OF[tokens[1]]
        price = match.variant.price(slot, board.quarries, builder)
        gain = building_gain(board, slot, weights, making, len(tokens) == 3)
        gain -= price * weights.doubloon
        if gain > most:
            best, most = move, gain
    return best


def building_gain(
    board: Board, slot: int, weights: Weights, making: list[int], staffed: bool
) -> float:
    share = 1.0 if staffed else 0.6
    gain = float(COLUMN[slot])
    if slot in LARGE:
        gain += share * (large_bonus(board, slot, weights) + 1)
    elif slot in PRODUCER_OF:
        good = PRODUCER_OF[slot]
        before = land(board, good, weights)
        board.size[slot] = CIRCLES[slot]
        gain += land(board, good, weights) - before
        board.size[slot] = 0
    else:
        kinds = sum([n > 0 for n in making])
        gain += share * service(slot, weights, sum(making), kinds, making)
    if board.spaces + SPACES[slot] > 10 and slot not in LARGE:
        gain -= 2 * weights.left  # the last two spaces should stay free for a large building
    return gain


def trade(match: PuertoRico, seat: int, listed: list[str], weights: Weights) -> str:
    best, most = PASS, 0.0
    for move in listed[:-1]:
        good = SLOT_OF[move.split(" ")[1]]
        income = sum(trader.proceeds(match.boards[seat], good, seat == match.picker).values())
        gain = income * weights.doubloon - weights.barrel[good]
        if gain > most:
            best, most = move, gain
    return best


def load(match: PuertoRico, seat: int, listed: list[str], weights: Weights) -> str:
    goods, ships = match.boards[seat].goods, match.setup.ships
    best, most = listed[0], -9.0
    for move in listed:
        if move == PASS:
            gain = 0.0
        else:
            _, name, where = move.split(" ")
            good = SLOT_OF[name]
            n = goods[good]
            if where == "wharf":
                gain = n - 0.5
            else:
                ship = ships.index(int(where))
                n = min(n, ships[ship] - match.ship_loads[ship])
                gain = n - 0.1 * weights.barrel[good]
        if gain > most:
            best, most = move, gain
    return best


def store(match: PuertoRico, seat: int, listed: list[str], weights: Weights) -> str:
    goods = match.boards[seat].goods
    best, most = listed[0], -1.0
    for move in listed:
        verb, name = move.split(" ")
        good = SLOT_OF[name]
        gain = weights.barrel[good] * (goods[good] if verb == "store" else 1)
        if gain > most:
            best, most = move, gain
    return best


def place(match: PuertoRico, seat: int, listed: list[str], weights: Weights) -> str:
    """One step towards the target placement; slots that lose workers come first."""
    draft = match.draft(seat)
    wanted = target_workers(match, seat, weights)
    gaining = ""
    for slot, n in enumerate(wanted):
        now = draft.at[slot]
        if n < now:
            return STAFF[slot][n]
        if n > now and not gaining:
            gaining = STAFF[slot][n]
    return gaining or DONE


def target_workers(match: PuertoRico, seat: int, weights: Weights) -> list[int]:
    """The target workers by slot, the most valuable places first; fixed slots stay unchanged."""
    board, draft = match.boards[seat], match.draft(seat)
    fixed = draft.fixed
    size = board.size
    wanted = [draft.at[slot] if fixed >> slot & 1 else 0 for slot in range(len(size))]
    left = board.crew - sum(wanted)
    for _, slots in _jobs(board, weights):
        if len(slots) > left:
            continue
        places = [slot for slot in slots if not fixed >> slot & 1 and wanted[slot] < size[slot]]
        if len(places) == len(slots):
            for slot in places:
                wanted[slot] += 1
            left -= len(places)
    for slot in range(len(size) - 1, -1, -1):
        if left and size[slot] and not fixed >> slot & 1:
            n = min(left, size[slot] - wanted[slot])
            wanted[slot] += n
            left -= n
    return wanted


def _jobs(board: Board, weights: Weights) -> list[tuple[float, tuple[int, ...]]]:
    """The possible jobs of workers: (value per worker, slots that it needs), best first."""
    size = board.size
    jobs: list[tuple[float, tuple[int, ...]]] = []
    making = [0] * len(GOODS)
    for good in range(CORN + 1, len(GOODS)):
        tiles = size[good]
        if not tiles:
            continue
        circles = [slot for slot in PRODUCERS[good] for _ in range(size[slot])]
        making[good] = min(tiles, len(circles))
        for n, slot in enumerate(circles[:tiles]):
            worth = weights.pair[good] * (1.15 if n == 0 else 1.0) / 2
            jobs.append((worth, (good, slot)))
    making[CORN] = size[CORN]
    jobs += [(weights.pair[CORN] * 0.9, (CORN,))] * size[CORN]
    for n in range(size[QUARRY]):
        jobs.append((weights.quarry * (1.0 if n < 3 else 0.5), (QUARRY,)))
    barrels = min(sum(making), board.crew / 2)
    kinds = sum([n > 0 for n in making])
    for slot in range(QUARRY + 1, len(size)):
        if size[slot] and slot not in PRODUCER_OF:
            if slot in LARGE:
                worth = large_bonus(board, slot, weights) + 1
            else:
                worth = (1 - UNSTAFFED) * service(slot, weights, barrels, kinds, making)
            jobs.append((worth, (slot,)))
    jobs.sort(key=lambda job: -job[0])
    return jobs


HABITS: dict[str, Callable[[PuertoRico, int, list[str], Weights], str]] = {
    "settle": settle,
    "mayor_privilege": privilege,
    "placement": place,
    "craftsman_privilege": privilege,
    "trade": trade,
    "build": build,
    "load": load,
    "store": store,
}
