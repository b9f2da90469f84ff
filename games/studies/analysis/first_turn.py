"""The first turn of a variation that is its author's, to use as a draft or conditional move."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple
from urllib.parse import urlencode

from ... import conditional_moves
from ...boards.cached_urls import url
from ...conditional_moves import ListMode
from ...models import Seat, Table
from ...table.session.loader import rules_guard
from ..models import Variation
from .positions import position_of


class FirstTurnUse(StrEnum):
    """How the turn can be used: as a draft now, or as a conditional move for later."""

    DRAFT = "draft"
    CONDITIONAL_MOVE = "conditional move"


class FirstTurn(NamedTuple):
    """Moves of one seat in a row; `start` is the number of moves of the variation before them."""

    start: int
    moves: list[str]


def possible_use(table: Table, line: Variation, seats: list[Seat]) -> FirstTurnUse | None:
    """How the first turn of a variation can be used; None if it cannot be used."""
    turn = find_first_turn(line)
    if turn is None or line.seat is None or not table.is_running:
        return None
    seat = seats[line.seat]
    if seat.user_id != line.user_id or seat.bot:
        return None
    if seat.waiting_since is None:
        return FirstTurnUse.CONDITIONAL_MOVE
    return None if turn.start else FirstTurnUse.DRAFT


def find_first_turn(line: Variation) -> FirstTurn | None:
    """The first run of moves by the seat whose view the variation has; None if there is none."""
    start = next((n for n, (seat, _text) in enumerate(line.moves) if seat == line.seat), None)
    if start is None:
        return None
    moves = []
    for seat, text in line.moves[start:]:
        if seat != line.seat:
            break
        moves.append(text)
    return FirstTurn(start, moves)


def conditional_move_url(table: Table, line: Variation, turn: FirstTurn) -> str:
    """The address of the page of conditional moves, with the form filled with this turn."""
    kinds = conditional_moves.decision_kinds_of(table.game, table.options)
    with rules_guard(table):
        (match, _news), _done = position_of(table, line, turn.start)
        kind = kinds.kind_of(conditional_moves.decision_context(match, line.seat or 0))
    given = [("kind", kind.key if kind else ""), ("way", str(ListMode.EACH))]
    given += [("list", move) for move in turn.moves]
    return f"{url('games:conditional_moves', table.key)}?{urlencode(given)}"
