"""The prospector: one doubloon, and nothing for anybody else (rules 5.10)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .rounds import end_phase

if TYPE_CHECKING:
    from ..match import PuertoRico


def begin(match: PuertoRico) -> None:
    match.boards[match.picker].doubloons += 1
    match.emit("income", match.picker, {"doubloons": 1, "reason": "prospector"})
    end_phase(match)
