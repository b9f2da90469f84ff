"""Rounds: picking roles, passing on the governor, the end of the match (rules 5.2, 5.11)."""

from __future__ import annotations

from games.rules.match import IllegalMove, illegal_move, malformed_move
from games.rules.reasons import SeatNumber, UserInput
from games.rules.reasons import gettext_noop as _

from ..components import GOODS, ROLE_OF, ROLES
from ..notation import PICK
from ..scoring import bonuses, scores
from ..state import State


def moves(match: State, seat: int) -> list[str]:
    taken_by = match.taken_by
    return [PICK[role] for role in match.setup.roles if taken_by[role] < 0]


def pick(match: State, seat: int, tokens: list[str]) -> None:
    """Take a role card, without beginning its phase."""
    role = ROLE_OF[tokens[1]]
    doubloons = match.card_doubloons[role]
    match.card_doubloons[role] = 0
    match.taken_by[role] = seat
    match.boards[seat].doubloons += doubloons
    match.emit("role", seat, {"role": tokens[1], "doubloons": doubloons})
    match.picker = seat
    match.role = role


def end_phase(match: State) -> None:
    """Let the next seat pick, or end the round after the last phase."""
    match.forget_phase()
    match.role = -1
    match.picks += 1
    if match.picks == match.setup.picks * match.seats:
        _end_round(match)
    if match.step != "over":
        match.step = "pick"
        match.actors = ((match.governor + match.picks) % match.seats,)


def reach_end(match: State, condition: str) -> None:
    """Record that a condition for the end of the match is met; the round is played to its end."""
    if condition not in match.ending:
        match.ending = (*match.ending, condition)
        match.emit("ending", None, {"condition": condition})


def _end_round(match: State) -> None:
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


def _end_match(match: State) -> None:
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


def refusal(match: State, seat: int, tokens: list[str]) -> IllegalMove | None:
    if tokens[0] != "pick":
        return None
    if len(tokens) != 2:
        return malformed_move("5.2", tokens, "pick role")
    free = tuple(ROLES[role] for role in match.setup.roles if match.taken_by[role] < 0)
    role = ROLE_OF.get(tokens[1])
    if role is None:
        message = _("%(given)s is not a role; free: %(free)s")
        return illegal_move("no_such_role", message, "2.4", given=UserInput(tokens[1]), free=free)
    params = {"role": tokens[1], "free": free}
    if role not in match.setup.roles:
        message = _("there is no %(role)s with %(seats)s seats; free: %(free)s")
        return illegal_move("role_not_in_this_match", message, "2.4", seats=match.seats, **params)
    message = _("%(seat)s already took %(role)s in this round; free: %(free)s")
    return illegal_move(
        "role_taken", message, "5.2", seat=SeatNumber(match.taken_by[role]), **params
    )


def no_such_good(given: str) -> IllegalMove:
    """The refusal of a word in the place of a good that is not one."""
    message = _("%(given)s is not a good; goods: %(goods)s")
    return illegal_move("no_such_good", message, "2.1", given=UserInput(given), goods=GOODS)
