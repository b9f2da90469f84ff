"""A seat's placement of workers while it lasts (rules 5.5)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .boards import Board


class Draft:
    """A seat's placement while it lasts; the board itself changes when all seats are done.

    Attributes:
        at: workers by slot; pool: workers still to be placed.
        fixed: bit set of the slots that were set.
        done: the placement is complete; asked: the seat had a choice, so it may reopen.
    """

    __slots__ = ("asked", "at", "done", "fixed", "pool")

    def __init__(self, at: list[int], pool: int) -> None:
        self.at = at
        self.pool = pool
        self.fixed = 0
        self.done = False
        self.asked = False

    def copy(self) -> Draft:
        other = Draft(self.at[:], self.pool)
        other.fixed = self.fixed
        other.done = self.done
        other.asked = self.asked
        return other

    def dump(self) -> dict[str, Any]:
        return {
            "at": self.at[:],
            "pool": self.pool,
            "fixed": self.fixed,
            "done": self.done,
            "asked": self.asked,
        }

    @classmethod
    def load(cls, data: Mapping[str, Any]) -> Draft:
        draft = cls(list(data["at"]), data["pool"])
        draft.fixed = data["fixed"]
        draft.done = data["done"]
        draft.asked = data["asked"]
        return draft


def fresh(board: Board) -> Draft:
    """The draft a seat starts from; enough workers for every circle complete it at once."""
    surplus = board.crew - board.circles
    if surplus < 0:
        return Draft(board.workers[:], board.san_juan)
    draft = Draft(board.size[:], surplus)
    draft.done = True
    return draft
