"""The score curve: the points of all seats by round, as a graph and as the table behind it.

`match_curves` shows other numbers of the seats along the same rounds.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from django.utils.translation import gettext as _

from .rating_graph import STEPS, grid_values

WIDTH, HEIGHT = 320, 150  # of the drawing, as for the result
PART_COUNT = 10  # parts of a match without rounds


class ScoredMove(Protocol):
    """A move, with the round that it begins (0: none) and its scores as (seat, points)."""

    number: int
    round: int
    scores: Sequence[tuple[int, int]]


class CurveStep(NamedTuple):
    """The points of all seats at the end of a round; `move` was its last one.

    `earned` has for each seat the last move of the round that changed its points; None: no move.
    """

    label: str
    move: int
    totals: tuple[float, ...]
    earned: tuple[int | None, ...] = ()


class GridLevel(NamedTuple):
    points: int
    y: int


class ScoreCurve(NamedTuple):
    """`lines` has the points of an SVG polyline for each seat."""

    steps: list[CurveStep]
    lines: list[str]
    levels: list[GridLevel]


def score_curve(moments: Sequence[ScoredMove], seats: int) -> ScoreCurve | None:
    """Return the curve of points from all moves of a match; None if nobody scored."""
    return build_curve(curve_steps(moments, seats))


def build_curve(steps: list[CurveStep]) -> ScoreCurve | None:
    """Return these numbers as a graph; None if all of them are zero."""
    heights = [total for step in steps for total in step.totals]
    if not any(heights):
        return None
    levels = grid_values(min(0, *heights), max(heights), (1, 2, 5, *STEPS, 2000, 5000))
    low, reach = levels[0], levels[-1] - levels[0]

    def height(points: float) -> int:
        return HEIGHT - int((points - low) * HEIGHT // reach)

    last, seats = max(1, steps[-1].move), range(len(steps[-1].totals))
    start = [] if steps[0].move == 0 else [(0, (0,) * len(seats))]
    points = start + [(step.move * WIDTH // last, step.totals) for step in steps]
    lines = [" ".join(f"{x},{height(all_of[seat])}" for x, all_of in points) for seat in seats]
    return ScoreCurve(steps, lines, [GridLevel(level, height(level)) for level in levels])


def curve_steps(moments: Sequence[ScoredMove], seats: int) -> list[CurveStep]:
    """Return the rounds of a match, or its tenths if it has no rounds.

    The move that begins a round counts, with its scores, as the last one of the round before.
    """
    rounds = [moment.round for moment in moments if moment.round]
    current = moments[0].round or min(rounds, default=1) - 1
    part = max(1, -(-moments[-1].number // PART_COUNT))
    found: list[CurveStep] = []
    totals = [0] * seats
    for moment in moments:
        earned: list[int | None] = [None] * seats
        for seat, points in moment.scores:
            totals[seat] += points
            earned[seat] = moment.number
        if rounds:
            label = _("Round %(n)s") % {"n": current} if current else _("Start")
            goes_on = bool(found) and found[-1].label == label
            current = max(current, moment.round)
        else:
            label = _("Move %(n)s") % {"n": moment.number}
            goes_on = bool(found) and (moment.number - 1) // part == (found[-1].move - 1) // part
        if goes_on:
            before = found.pop().earned
            earned = [was if now is None else now for now, was in zip(earned, before, strict=True)]
        found.append(CurveStep(label, moment.number, tuple(totals), tuple(earned)))
    return found
