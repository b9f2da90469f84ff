"""The mayor phase before the placement: privilege and dealing of workers (rules 5.4)."""

from __future__ import annotations

from games.rules.match import IllegalMove, malformed_move

from ..notation import PRIVILEGE_NONE, PRIVILEGE_WORKER
from ..state import State
from . import placement


def begin(match: State) -> None:
    match.step = "mayor_privilege"
    match.actors = (match.picker,)


def moves(match: State, seat: int) -> list[str]:
    return [PRIVILEGE_WORKER, PRIVILEGE_NONE] if match.worker_supply else [PRIVILEGE_NONE]


def play(match: State, seat: int, tokens: list[str]) -> None:
    if tokens[1] == "worker":
        match.worker_supply -= 1
        match.boards[seat].san_juan += 1
        match.emit_move("privilege", seat, {"role": "mayor", "worker": 1})
    else:
        match.emit_pass(seat)
    _deal_workers(match)
    placement.begin(match)


def _deal_workers(match: State) -> None:
    """Deal the workers of the ship one by one, starting with the mayor."""
    dealt = [0] * match.seats
    for seat, n in zip(
        match.seats_in_order(), worker_shares(match.worker_ship, match.seats), strict=True
    ):
        dealt[seat] = n
        match.boards[seat].san_juan += n
    match.worker_ship = 0
    match.emit("deal", match.picker, {"workers": dealt})


def worker_shares(workers: int, seats: int) -> list[int]:
    """How many of the workers each seat gets, the mayor first."""
    share, extra = divmod(workers, seats)
    return [share + (place < extra) for place in range(seats)]


def refusal(match: State, seat: int, tokens: list[str]) -> IllegalMove | None:
    if tokens[0] != "privilege":
        return None
    return malformed_move("5.4", tokens, PRIVILEGE_WORKER, PRIVILEGE_NONE)
