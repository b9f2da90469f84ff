"""Whether a move reveals something, as far as its seat can know before it plays it.

A part of a turn ends with drawing a tile. With an empty pile something is revealed only where the
next seat has no choice, or where nobody can know whether it has one (rules 9, 11).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..rules import pieces, placing
from ..rules.board import Board
from ..rules.components import KINDS, Kind
from ..rules.view import View


def ends_open(
    view: View,
    board: Board,
    seat: int,
    cell: int,
    left: Sequence[str],
    options: Mapping[str, str],
) -> bool:
    """Whether the end of this part reveals something; the tile lies at `cell`, its piece not yet.

    Args:
        view: of the seat, at its placement or after it.
        left: the tiles that the seat still holds.
    """
    if view["pile"]:
        return True
    others = [hand for other, hand in enumerate(view["hands"]) if other != seat]
    hidden = sum(1 for hand in others if isinstance(hand, int) and hand)
    again = bool(left) and _earns_again(view, board, seat, cell, options)
    if not again and hidden > 1:
        return True
    # of one hidden hand and no pile, the hand is what was not seen
    unseen = [id for id, n in view["unseen"].items() for _ in range(n)]
    hands = [_kinds(unseen if isinstance(hand, int) else hand) for hand in view["hands"]]
    hands[seat] = _kinds(left)
    return _goes_on_by_itself(board, hands, seat, again=again, named=options["hand"] == "3")


def _earns_again(
    view: View, board: Board, seat: int, cell: int, options: Mapping[str, str]
) -> bool:
    """Whether the seat's builder brings a second part."""
    return (
        options["traders"] == "all"
        and not view["extra"]
        and not view["supply"][seat]["builder"]
        and pieces.builder_works(board, cell, seat)
    )


def _kinds(ids: Sequence[str]) -> tuple[Kind, ...]:
    return tuple(KINDS[id] for id in ids)


def _goes_on_by_itself(
    board: Board, hands: Sequence[tuple[Kind, ...]], seat: int, *, again: bool, named: bool
) -> bool:
    """Whether the next seat with a tile has one way to place it, or throws away hidden ones."""
    seats = len(hands)
    for step in range(not again, seats + 1):
        who = (seat + step) % seats
        if not hands[who]:
            continue
        choices = placing.listed(board, hands[who], named)
        if choices:
            return len(choices) == 1
        if named:
            return True
    return False
