"""Placing workers: all seats at the same time, each on a private draft of its board (rules 5.5)."""

from __future__ import annotations

from itertools import compress

from games.rules.match import IllegalMove, illegal_move, malformed_move
from games.rules.reasons import Notation, Place, UserInput
from games.rules.reasons import gettext_noop as _

from ..boards import Board
from ..components import SLOT_OF, SLOTS
from ..notation import DONE, REOPEN, STAFF
from ..placement_drafts import start_draft
from ..state import State
from .rounds import end_phase, reach_end

ALL_SLOTS = range(len(SLOTS))


def begin(match: State) -> None:
    drafts = [start_draft(board) for board in match.boards]
    match.drafts = [*drafts]
    match.step = "placement"
    match.actors = tuple(seat for seat, draft in enumerate(drafts) if not draft.done)
    for seat in match.seats_in_order():
        if drafts[seat].done:
            match.emit("done", seat, {"auto": True})
    if not match.actors:
        _finish(match)


def moves(match: State, seat: int) -> list[str]:
    draft = match.draft(seat)
    if draft.done:
        return [REOPEN] if draft.asked else []
    size, at, pool, fixed = match.boards[seat].size, draft.at, draft.pool, draft.fixed
    slots = [slot for slot in compress(ALL_SLOTS, size) if not fixed >> slot & 1]
    # The rest of the pool must fit into the other slots that are not fixed.
    excess = pool
    for slot in slots:
        excess -= size[slot] - at[slot]
    listed: list[str] = []
    for slot in slots:
        room, now = size[slot], at[slot]
        least = room + excess if room + excess > 0 else 0
        most = now + pool if now + pool < room else room
        words = STAFF[slot]
        if least < now:
            listed += words[least:now]
        if now < most:
            listed += words[now + 1 if least <= now else least : most + 1]
    if not pool:
        listed.append(DONE)
    return listed


def play(match: State, seat: int, tokens: list[str]) -> None:
    draft = match.draft(seat)
    if tokens[0] == "staff":
        slot, n = SLOT_OF[tokens[1]], int(tokens[2])
        draft.pool += draft.at[slot] - n
        draft.at[slot] = n
        draft.fixed |= 1 << slot
        match.emit_move("staff", seat, {"slot": tokens[1], "n": n, "pool": draft.pool}, seat)
    elif tokens[0] == DONE:
        draft.done = True
        match.actors = tuple([actor for actor in match.actors if actor != seat])
        match.emit_move("done", seat, {})
        if not match.actors:
            _finish(match)
    else:
        again = match.drafts[seat] = start_draft(match.boards[seat])
        again.asked = True
        match.actors = tuple(sorted((*match.actors, seat)))
        match.emit_move("reopen", seat, {})


def _finish(match: State) -> None:
    any_choice = False
    for seat in match.seats_in_order():
        board, draft = match.boards[seat], match.draft(seat)
        board.workers = draft.at
        board.san_juan = draft.pool
        any_choice = any_choice or draft.asked
        slots = {SLOTS[slot]: n for slot, n in enumerate(draft.at) if n}
        match.emit("placed", seat, {"slots": slots, "san_juan": draft.pool})
    match.drafts = [None] * match.seats
    if any_choice:
        match.chance.reveal("placement")
    _refill(match)
    end_phase(match)


def workers_needed(match: State) -> int:
    """Workers that the ship would take from the supply now (rules 5.4)."""
    return max(match.seats, sum([board.vacancies for board in match.boards]))


def _refill(match: State) -> None:
    need = workers_needed(match)
    got = min(need, match.worker_supply)
    match.worker_supply -= got
    match.worker_ship = got
    match.emit("refill", None, {"need": need, "got": got, "supply": match.worker_supply})
    if got < need:
        reach_end(match, "workers")


def refusal(match: State, seat: int, tokens: list[str]) -> IllegalMove | None:
    draft = match.draft(seat)
    if draft.done:
        message = _("your placement is finished; to change it: %(reopen)s")
        return illegal_move("placement_done", message, "5.5", reopen=Notation(REOPEN))
    if tokens[0] == REOPEN:
        return illegal_move(
            "placement_open", _("your placement is not finished: there is nothing to reopen"), "5.5"
        )
    if tokens == [DONE]:
        one = _("you must still place 1 worker from San Juan")
        message = one if draft.pool == 1 else _("you must still place %(n)s workers from San Juan")
        return illegal_move("workers_left", message, "5.5", n=draft.pool)
    if tokens[0] != "staff":
        return None
    if len(tokens) != 3:
        return malformed_move("5.5", tokens, "staff place number")
    return _no_such_place(match.boards[seat], tokens) or _staff_refusal(match, seat, tokens)


def _no_such_place(board: Board, tokens: list[str]) -> IllegalMove | None:
    _verb, key, n = tokens
    slot = SLOT_OF.get(key)
    mine = tuple(Place(SLOTS[s]) for s, room in enumerate(board.size) if room)
    if slot is None:
        message = _("%(given)s is not a place for workers; yours: %(places)s")
        return illegal_move("no_such_place", message, "5.5", given=UserInput(key), places=mine)
    room = board.size[slot]
    if not room:
        message = _("you have no %(place)s; your places for workers: %(places)s")
        return illegal_move("not_on_your_board", message, "5.5", place=Place(key), places=mine)
    if n not in {str(number) for number in range(room + 1)}:
        message = _("%(place)s: from 0 to %(room)s can work there, not %(given)s")
        return illegal_move(
            "too_little_room", message, "5.5", place=Place(key), room=room, given=UserInput(n)
        )
    return None


def _staff_refusal(match: State, seat: int, tokens: list[str]) -> IllegalMove:
    board, draft, place = match.boards[seat], match.draft(seat), Place(tokens[1])
    slot, n = SLOT_OF[tokens[1]], int(tokens[2])
    if draft.fixed >> slot & 1:
        message = _("you have already set %(place)s in this placement: set each place once")
        return illegal_move("set_already", message, "5.5", place=place)
    now = draft.at[slot]
    if n == now:
        message = _("%(place)s already has %(n)s: leave it as it is")
        return illegal_move("no_change", message, "5.5", place=place, n=n)
    if n - now > draft.pool:
        return illegal_move(
            "too_few_workers",
            _(
                "%(place)s needs %(n)s more, and San Juan has %(have)s: take workers "
                "off another place first"
            ),
            "5.5",
            place=place,
            n=n - now,
            have=draft.pool,
        )
    free = sum(
        board.size[other] - draft.at[other]
        for other in range(len(SLOTS))
        if other != slot and not draft.fixed >> other & 1
    )
    return illegal_move(
        "workers_would_be_left",
        _("%(n)s would be left in San Juan; free circles on places not yet set: %(free)s"),
        "5.5",
        n=draft.pool + now - n,
        free=free,
    )
