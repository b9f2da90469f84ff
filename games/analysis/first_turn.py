"""The first turn of a line that its person makes: what becomes a draft or an order in the match."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple
from urllib.parse import urlencode

from .. import conditional_moves
from ..boards.cached_urls import url
from ..conditional_moves import ListMode
from ..models import Seat, Table, Variation
from ..table.session.loader import rules_guard
from .positions import position_of


class FirstTurnUse(StrEnum):
    """What can be done with the turn: it is my turn in the match, or it will be."""

    DRAFT = "draft"
    ORDER = "order"


class FirstTurn(NamedTuple):
    """The moves of a seat in a row, and behind how many of the line's they begin."""

    start: int
    moves: list[str]


def possible_use(table: Table, line: Variation, seats: list[Seat]) -> FirstTurnUse | None:
    """What the first turn of a line is good for; None while there is none, or nobody to play it."""
    turn = find_first_turn(line)
    if turn is None or line.seat is None or not table.is_running:
        return None
    seat = seats[line.seat]
    if seat.user_id != line.user_id or seat.bot:
        return None
    if seat.waiting_since is None:
        return FirstTurnUse.ORDER
    return None if turn.start else FirstTurnUse.DRAFT


def find_first_turn(line: Variation) -> FirstTurn | None:
    """The first moves in a row of the seat that the line looks from; None where there are none."""
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
    """The address at which the turn stands as the list of an order in the making."""
    kinds = conditional_moves.decision_kinds_of(table.game, table.options)
    with rules_guard(table):
        (match, _news), _done = position_of(table, line, turn.start)
        kind = kinds.kind_of(conditional_moves.decision_context(match, line.seat or 0))
    given = [("kind", kind.key if kind else ""), ("way", str(ListMode.EACH))]
    given += [("list", move) for move in turn.moves]
    return f"{url('games:conditional_moves', table.key)}?{urlencode(given)}"
