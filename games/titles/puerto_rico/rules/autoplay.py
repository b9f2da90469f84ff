"""The moves for a seat whose time ran out (rules 12): safe, simple, and never a reveal."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from .components import (
    BUILDER,
    CAPTAIN,
    COLUMN,
    CORN,
    CRAFTSMAN,
    GOODS,
    LARGE,
    MAYOR,
    PRODUCERS,
    PROSPECTOR,
    PROSPECTOR_2,
    QUARRY,
    ROLE_OF,
    SETTLER,
    SLOT_OF,
    SLOTS,
    TRADER,
    VIOLET,
)
from .notation import DONE, PASS, PICK, PRIVILEGE_WORKER, STAFF
from .phases import builder, captain, trader
from .state import State

PREFERENCE = (
    CAPTAIN,
    CRAFTSMAN,
    BUILDER,
    SETTLER,
    MAYOR,
    TRADER,
    PROSPECTOR,
    PROSPECTOR_2,
)
SMALL_VIOLET = tuple(slot for slot in VIOLET if slot not in LARGE)


def auto_move(match: State, seat: int) -> str:
    """The move of the auto-play policy for an actor.

    Raises:
        ValueError: the seat does not have to decide now.
    """
    if seat not in match.actors:
        raise ValueError(f"seat {seat} has nothing to decide now")
    return POLICY[match.step](match, seat, match.legal_moves(seat))


def _auto_pick(match: State, seat: int, listed: list[str]) -> str:
    roles = [ROLE_OF[move.split(" ")[1]] for move in listed]
    most = max(match.card_doubloons[role] for role in roles)
    rich = [role for role in PREFERENCE if role in roles and match.card_doubloons[role] == most]
    useful = [role for role in rich if _is_useful(match, seat, role)]
    return PICK[(useful or rich)[0]]


def _is_useful(match: State, seat: int, role: int) -> bool:
    board = match.boards[seat]
    if role == CAPTAIN:
        return any(
            n and (captain.can_use_wharf(match, seat) or captain.own_ships_taking(match, good, n))
            for good, n in enumerate(board.goods)
        )
    if role == CRAFTSMAN:
        return any(board.capacity(good) and match.supply[good] for good in range(len(GOODS)))
    if role == BUILDER:
        purse = board.doubloons + match.card_doubloons[BUILDER]
        return bool(builder.buildable_with(match, seat, purse, True))
    return True


def _auto_settle(match: State, seat: int, listed: list[str]) -> str:
    takes = {
        SLOT_OF[move.split(" ")[1]]: move  # the variant with a worker comes later and wins
        for move in listed
        if move.startswith("take")
    }
    if not takes:
        return PASS
    size = match.boards[seat].size
    excess = {
        kind: sum(size[slot] for slot in PRODUCERS[kind]) - size[kind]
        for kind in takes
        if kind not in (CORN, QUARRY)
    }
    wanted = max(excess, key=lambda kind: excess[kind], default=CORN)
    if excess.get(wanted, 0) > 0:
        return takes[wanted]
    return takes.get(CORN) or next(iter(takes.values()))


def _auto_mayor(match: State, seat: int, listed: list[str]) -> str:
    return PRIVILEGE_WORKER


def _auto_place(match: State, seat: int, listed: list[str]) -> str:
    draft = match.draft(seat)
    at = draft.at[:]
    pool = draft.pool
    for slot in _slots_to_fill(match, seat, at):
        if not pool:
            break
        at[slot] += 1
        pool -= 1
    for slot, n in enumerate(at):
        if n != draft.at[slot]:
            return STAFF[slot][n]
    return DONE


def _slots_to_fill(match: State, seat: int, at: list[int]) -> Iterator[int]:
    """Slots for one worker each, the most wanted first; the caller updates `at` in between."""
    size, fixed = match.boards[seat].size, match.draft(seat).fixed

    def open_slot(slots: tuple[int, ...]) -> int | None:
        return next((s for s in slots if at[s] < size[s] and not fixed >> s & 1), None)

    def fill(slots: tuple[int, ...]) -> Iterator[int]:
        while (slot := open_slot(slots)) is not None:
            yield slot

    yield from fill(LARGE)
    yield from fill(SMALL_VIOLET)
    for good in range(len(GOODS) - 1, CORN, -1):
        makers = PRODUCERS[good]
        if not size[good] or not any(size[slot] for slot in makers):
            continue
        # Alternate tiles and buildings while each adds to the seat's output.
        while True:
            making = sum(at[slot] for slot in makers)
            slot = open_slot((good,)) if at[good] <= making else open_slot(makers)
            if slot is None:
                break
            yield slot
    yield from fill((CORN,))
    yield from fill((QUARRY,))
    yield from fill(tuple(range(len(SLOTS))))


def _dearest_good(match: State, seat: int, listed: list[str]) -> str:
    """The most expensive good; goods are listed cheapest first, refusing all comes last."""
    return max(listed, key=lambda move: SLOT_OF.get(move.split(" ")[1], -1))


def _auto_trade(match: State, seat: int, listed: list[str]) -> str:
    sales = {
        move: sum(
            trader.proceeds(
                match.boards[seat], SLOT_OF[move.split(" ")[1]], seat == match.picker
            ).values()
        )
        for move in listed
        if move != PASS
    }
    best = max(sales, key=lambda move: sales[move], default=PASS)
    return best if sales.get(best) else PASS


def _auto_build(match: State, seat: int, listed: list[str]) -> str:
    def worth(move: str) -> tuple[int, int, bool]:
        tokens = move.split(" ")
        if tokens[0] == PASS:
            return (-1, 0, False)
        slot = SLOT_OF[tokens[1]]
        return (COLUMN[slot], match.variant.costs[slot], len(tokens) == 3)

    return max(listed, key=worth)


def _auto_load(match: State, seat: int, listed: list[str]) -> str:
    goods, ships = match.boards[seat].goods, match.setup.ships

    def worth(move: str) -> tuple[bool, int, int]:
        _, name, where = move.split(" ")
        good = SLOT_OF[name]
        n = goods[good]
        if where != "wharf":
            ship = ships.index(int(where))
            n = min(n, ships[ship] - match.ship_loads[ship])
        return (where != "wharf", n, -good)

    return max([move for move in listed if move != PASS], key=worth)


POLICY: dict[str, Callable[[State, int, list[str]], str]] = {
    "pick": _auto_pick,
    "settle": _auto_settle,
    "mayor_privilege": _auto_mayor,
    "placement": _auto_place,
    "craftsman_privilege": _dearest_good,
    "trade": _auto_trade,
    "build": _auto_build,
    "load": _auto_load,
    "store": _dearest_good,
}
