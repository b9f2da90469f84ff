"""The prospector: one doubloon; nothing for the other seats (rules 5.10)."""

from __future__ import annotations

from ..state import State
from .rounds import end_phase


def begin(match: State) -> None:
    match.boards[match.picker].doubloons += 1
    match.emit("income", match.picker, {"doubloons": 1, "reason": "prospector"})
    end_phase(match)
