"""A puzzle of a finished match, without the searches that check it."""

from __future__ import annotations

from games.models import Table
from games.puzzles.models import Puzzle
from games.table.session import journal


def make_puzzle(table: Table, first: int = 0) -> Puzzle:
    """Make an open puzzle of the first decision with a choice after the first moves.

    The move of the match counts as a mistake.
    """
    for move in table.moves.filter(number__gt=first, seat__isnull=False).order_by("number"):
        seat = move.seat or 0
        legal = journal.position_after(table, move.number - 1).legal_moves(seat)
        others = [text for text in legal if text != move.text]
        if len(others) > 1:
            return Puzzle.objects.create(
                table=table,
                game=table.game,
                version=table.version,
                after_move=move.number - 1,
                seat=seat,
                best=others[0],
                second=others[1],
                played=move.text,
                best_chance=0.75,
                loss=0.3,
                state=Puzzle.State.OPEN,
            )
    raise AssertionError("nobody had a choice")
