"""The draft of a seat's placement of workers (rules 5.5)."""

from __future__ import annotations

from games.rules.fields import MatchPart, fields

from .boards import Board


@fields
class PlacementDraft(MatchPart):
    """A seat's placement while it lasts; the board itself changes when all seats are done.

    Attributes:
        at: workers by slot.
        pool: workers still to be placed.
        fixed: bit set of the slots that were set.
        done: whether the placement is complete.
        asked: whether the seat had a choice, so that it may reopen the placement.
    """

    at: list[int]
    pool: int
    fixed: int
    done: bool
    asked: bool

    def __init__(self, at: list[int], pool: int) -> None:
        self.at = at
        self.pool = pool
        self.fixed = 0
        self.done = False
        self.asked = False


def start_draft(board: Board) -> PlacementDraft:
    """The first draft of a seat; if it has a worker for every circle, the draft is complete."""
    surplus = board.crew - board.circles
    if surplus < 0:
        return PlacementDraft(board.workers[:], board.san_juan)
    draft = PlacementDraft(board.size[:], surplus)
    draft.done = True
    return draft
