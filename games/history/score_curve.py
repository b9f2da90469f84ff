"""The score story: the points of all seats by round, as a graph and as the table that it draws.

Other numbers of the seats are told along the same rounds (`along`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from django.utils.translation import gettext as _

from .rating_graph import STEPS, grid

WIDE, TALL = 320, 150  # the drawing, as that of the result
PARTS = 10  # of a match without rounds


class Moment(Protocol):
    """A move: the round that it begins (0: none), and what it scored, as (seat, points)."""

    number: int
    round: int
    scored: Sequence[tuple[int, int]]


class Step(NamedTuple):
    """The points of all seats at the end of a round; `move` was its last one.

    `earned` is for each seat the last move of the round that changed its points; None: no move.
    """

    label: str
    move: int
    totals: tuple[float, ...]
    earned: tuple[int | None, ...] = ()


class Level(NamedTuple):
    points: int
    y: int


class Story(NamedTuple):
    """`lines` are the points of an SVG polyline for each seat."""

    steps: list[Step]
    lines: list[str]
    levels: list[Level]


def story(moments: Sequence[Moment], seats: int) -> Story | None:
    """How the points came, from all moves of a match; None where nobody got any."""
    return drawn(steps(moments, seats))


def drawn(steps: list[Step]) -> Story | None:
    """These numbers as a graph; None where they are all nothing."""
    heights = [total for step in steps for total in step.totals]
    if not any(heights):
        return None
    levels = grid(min(0, *heights), max(heights), (1, 2, 5, *STEPS, 2000, 5000))
    low, reach = levels[0], levels[-1] - levels[0]

    def height(points: float) -> int:
        return TALL - int((points - low) * TALL // reach)

    last, seats = max(1, steps[-1].move), range(len(steps[-1].totals))
    start = [] if steps[0].move == 0 else [(0, (0,) * len(seats))]
    points = start + [(step.move * WIDE // last, step.totals) for step in steps]
    lines = [" ".join(f"{x},{height(all_of[seat])}" for x, all_of in points) for seat in seats]
    return Story(steps, lines, [Level(level, height(level)) for level in levels])


def steps(moments: Sequence[Moment], seats: int) -> list[Step]:
    """The rounds of a match; where it has none, its tenths.

    The move that begins a round is the last one of the round before, and so is what it scores.
    """
    rounds = [moment.round for moment in moments if moment.round]
    current = moments[0].round or min(rounds, default=1) - 1
    part = max(1, -(-moments[-1].number // PARTS))
    found: list[Step] = []
    totals = [0] * seats
    for moment in moments:
        earned: list[int | None] = [None] * seats
        for seat, points in moment.scored:
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
        found.append(Step(label, moment.number, tuple(totals), tuple(earned)))
    return found
