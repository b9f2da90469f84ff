"""Rounds: picking roles, passing the governor on, and the end of the match (rules 5.2, 5.11)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...match import IllegalMove
from ..components import ROLE_OF, ROLES
from ..notation import PICK
from ..scoring import bonuses, scores

if TYPE_CHECKING:
    from ..match import PuertoRico


def moves(match: PuertoRico, seat: int) -> list[str]:
    taken_by = match.taken_by
    return [PICK[role] for role in match.setup.roles if taken_by[role] < 0]


def play(match: PuertoRico, seat: int, tokens: list[str]) -> None:
    role = ROLE_OF[tokens[1]]
    doubloons = match.card_doubloons[role]
    match.card_doubloons[role] = 0
    match.taken_by[role] = seat
    match.boards[seat].doubloons += doubloons
    match.emit("role", seat, {"role": tokens[1], "doubloons": doubloons})
    match.picker = seat
    match.role = role
    match.begin_phase(role)


def end_phase(match: PuertoRico) -> None:
    """Hand over to the next seat to pick, or end the round after the last phase."""
    match.forget_phase()
    match.role = -1
    match.picks += 1
    if match.picks == match.setup.picks * match.seats:
        _end_round(match)
    if match.step != "over":
        match.step = "pick"
        match.actors = ((match.governor + match.picks) % match.seats,)


def reach_end(match: PuertoRico, condition: str) -> None:
    """Note that a condition for the end of the match is met: the round is played to its end."""
    if condition not in match.ending:
        match.ending = (*match.ending, condition)
        match.emit("ending", None, {"condition": condition})


def _end_round(match: PuertoRico) -> None:
    if match.ending:
        _end_match(match)
        return
    added = {}
    for role in match.setup.roles:
        if match.taken_by[role] < 0:
            match.card_doubloons[role] += 1
            added[ROLES[role]] = match.card_doubloons[role]
        match.taken_by[role] = -1
    match.governor = (match.governor + 1) % match.seats
    match.round += 1
    match.picks = 0
    match.emit(
        "round", None, {"round": match.round, "governor": match.governor, "doubloons": added}
    )


def _end_match(match: PuertoRico) -> None:
    match.step = "over"
    match.actors = ()
    match.chance.reveal("chips")
    match.emit("reveal", None, {"chips": [board.chips for board in match.boards]})
    for seat, board in enumerate(match.boards):
        for key, points in bonuses(board).items():
            match.emit_score(seat, points, key)
    final = scores(match)
    match.emit(
        "over",
        None,
        {
            "totals": [score.total for score in final],
            "ranks": [score.rank for score in final],
            "doubloons": [board.doubloons for board in match.boards],
            "goods": [sum(board.goods) for board in match.boards],
        },
    )


def refusal(match: PuertoRico, seat: int, tokens: list[str]) -> IllegalMove | None:
    if tokens[0] != "pick":
        return None
    free = ", ".join(ROLES[role] for role in match.setup.roles if match.taken_by[role] < 0)
    if len(tokens) != 2:
        return IllegalMove(f"'pick' names one role; free: {free}", "6")
    role = ROLE_OF.get(tokens[1])
    if role is None:
        return IllegalMove(f"{tokens[1]!r} is not a role; free: {free}", "6")
    if role not in match.setup.roles:
        return IllegalMove(f"there is no {tokens[1]} with {match.seats} seats; free: {free}", "4")
    return IllegalMove(
        f"{tokens[1]} was taken in this round by seat {match.taken_by[role]}; free: {free}", "5.2"
    )
