"""The settler phase: in turn, each seat may take a tile from the row (rules 5.3)."""

from __future__ import annotations

from games.rules.match import IllegalMove, illegal_move, malformed_move
from games.rules.primitives.bag import expand_counts
from games.rules.reasons import UserInput
from games.rules.reasons import gettext_noop as _

from ..components import (
    CONSTRUCTION_HUT,
    GOODS,
    HACIENDA,
    HOSPICE,
    ISLAND_SPACES,
    QUARRY,
    SLOT_OF,
    TILES,
)
from ..notation import DRAW, PASS, TAKE, TAKE_WORKER, WORKER
from ..state import State
from .rounds import end_phase


def begin(match: State) -> None:
    match.step = "settle"
    match.drawn = False
    match.actors = (match.picker,)


def moves(match: State, seat: int) -> list[str]:
    board = match.boards[seat]
    if board.tiles >= ISLAND_SPACES:
        return [PASS]
    workers = board.workers
    kinds = sorted(set(match.row))
    if _can_take_quarry(match, seat):
        kinds.append(QUARRY)
    if workers[HOSPICE] and (match.worker_supply or match.worker_ship):
        listed = [move for kind in kinds for move in (TAKE[kind], TAKE_WORKER[kind])]
    else:
        listed = [TAKE[kind] for kind in kinds]
    if workers[HACIENDA] and not match.drawn and (match.stack or any(match.discard)):
        listed.insert(0, DRAW)
    listed.append(PASS)
    return listed


def play(match: State, seat: int, tokens: list[str]) -> None:
    if tokens[0] == DRAW:
        _draw(match, seat)
        return
    if tokens[0] == PASS:
        match.emit_pass(seat)
    else:
        _take(match, seat, SLOT_OF[tokens[1]], len(tokens) == 3)
    match.drawn = False
    if not match.start_next_turn():
        _renew_row(match)
        end_phase(match)


def _can_take_quarry(match: State, seat: int) -> bool:
    return match.quarries > 0 and (
        seat == match.picker or match.boards[seat].workers[CONSTRUCTION_HUT] > 0
    )


def _draw(match: State, seat: int) -> None:
    kind = _turn_up(match)
    match.boards[seat].add_tile(kind)
    match.drawn = True
    match.chance.reveal("stack")
    match.emit_move("tile", seat, {"kind": TILES[kind], "from": "stack", "worker": None})


def _take(match: State, seat: int, kind: int, with_worker: bool) -> None:
    board = match.boards[seat]
    if kind == QUARRY:
        match.quarries -= 1
    else:
        match.row.remove(kind)
    board.add_tile(kind)
    origin = match.take_worker() if with_worker else None
    if origin:
        board.workers[kind] += 1
    source = "quarry" if kind == QUARRY else "row"
    match.emit_move("tile", seat, {"kind": TILES[kind], "from": source, "worker": origin})


def _turn_up(match: State) -> int:
    """The next face-down tile; the discards are shuffled only when needed (rules 7)."""
    if not match.stack:
        bag = expand_counts(zip(GOODS, match.discard, strict=True))
        order = match.chance.shuffle("reshuffle", bag)
        match.stack = [SLOT_OF[kind] for kind in reversed(order)]
        match.discard = [0] * len(GOODS)
        match.emit("reshuffle", None, {"tiles": len(order)})
    return match.stack.pop()


def _renew_row(match: State) -> None:
    left = match.row
    for kind in left:
        match.discard[kind] += 1
    match.row = []
    while len(match.row) < match.setup.row and (match.stack or any(match.discard)):
        match.row.append(_turn_up(match))
    if match.row:
        match.chance.reveal("row")
    match.emit(
        "row",
        None,
        {
            "row": [TILES[kind] for kind in match.row],
            "discarded": [TILES[kind] for kind in left],
        },
    )


def refusal(match: State, seat: int, tokens: list[str]) -> IllegalMove | None:
    if tokens == [DRAW]:
        return _draw_refusal(match, seat)
    if tokens[0] != "take":
        return None
    if len(tokens) not in (2, 3):
        return malformed_move("5.3", tokens, "take tile", "take tile worker")
    key = tokens[1]
    kind = SLOT_OF.get(key, len(TILES))
    if kind > QUARRY:
        message = _("%(given)s is not a kind of tile; kinds: %(kinds)s")
        return illegal_move("no_such_tile", message, "2.1", given=UserInput(key), kinds=TILES)
    if len(tokens) == 3 and tokens[2] != WORKER:
        return malformed_move("5.3", tokens, TAKE[kind], TAKE_WORKER[kind])
    board = match.boards[seat]
    if board.tiles >= ISLAND_SPACES:
        return _island_full()
    if kind == QUARRY and not match.quarries:
        return illegal_move("none_left", _("no quarry is left"), "5.3")
    if kind == QUARRY and not _can_take_quarry(match, seat):
        message = _("only the settler or an occupied construction hut can take a quarry")
        return illegal_move("needs_construction_hut", message, "5.3")
    if kind != QUARRY and kind not in match.row:
        row = tuple(TILES[tile] for tile in match.row)
        if not row:
            return illegal_move("not_in_row", _("there is no tile in the row"), "5.3")
        message = _("there is no %(tile)s in the row; it holds %(row)s")
        return illegal_move("not_in_row", message, "5.3", tile=key, row=row)
    if not board.workers[HOSPICE]:
        message = _("a tile comes with a worker only with an occupied hospice")
        return illegal_move("needs_hospice", message, "5.3")
    return illegal_move(
        "no_workers_left", _("the worker supply and the worker ship are empty"), "5.3"
    )


def _draw_refusal(match: State, seat: int) -> IllegalMove:
    board = match.boards[seat]
    if not board.workers[HACIENDA]:
        return illegal_move("needs_hacienda", _("drawing a tile needs an occupied hacienda"), "5.3")
    if match.drawn:
        message = _("you can draw one tile per turn and already have")
        return illegal_move("drawn_already", message, "5.3")
    if board.tiles >= ISLAND_SPACES:
        return _island_full()
    message = _("there is no face-down tile and nothing to reshuffle")
    return illegal_move("none_left", message, "5.3")


def _island_full() -> IllegalMove:
    message = _("the island is full: %(spaces)s tiles")
    return illegal_move("island_full", message, "5.3", spaces=ISLAND_SPACES)
