"""Curves of a finished match by round: points, the game's own numbers, answer times and luck."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from django.core.cache import cache
from django.utils.translation import gettext as _

from portal.translation_cache import get_language

from ..archive import exporter, replay
from ..archive.record_format import Record, parse
from ..boards import Presenter, Scene, presenter
from ..boards.view_models import LuckMeasure
from ..models import Table
from . import score_curve
from .score_curve import CurveStep, ScoreCurve
from .viewer import ViewerState, VisibleMove

MAX_STEPS = 30  # rows of a table; a longer match shows every second round, or every third, …
KEPT = 24 * 3600  # seconds
NUMBER = re.compile(r"-?\d+")


class MatchCurve(NamedTuple):
    """A number of all seats along the match."""

    label: str
    story: ScoreCurve


def match_curves(look: ViewerState) -> list[MatchCurve]:
    """Return the curves of a finished match, without those that are always zero.

    Raises:
        RecordError: the installed rules cannot play the match.
    """
    name = f"along:{look.table.key}:{look.table.version}:{get_language()}"
    curves: list[tuple[str, list[CurveStep]]] | None = cache.get(name)
    if curves is None:
        curves = _measure(look)
        cache.set(name, curves, KEPT)
    drawn = [
        (label, score_curve.build_curve([CurveStep(*step) for step in steps]))
        for label, steps in curves
    ]
    return [MatchCurve(label, story) for label, story in drawn if story is not None]


def _measure(look: ViewerState) -> list[tuple[str, list[CurveStep]]]:
    moves = [VisibleMove(look, move) for move in look.table.moves.all()]
    steps = score_curve.curve_steps(moves, len(look.seats))
    every = -(-len(steps) // MAX_STEPS)
    steps = [*steps[every - 1 : -1 : every], steps[-1]]
    return [(_("Points"), steps), *_seat_numbers(look.table, steps), *_answer_times(moves, steps)]


def _seat_numbers(table: Table, steps: Sequence[CurveStep]) -> list[tuple[str, list[CurveStep]]]:
    """Return the numbers of the seat strip at these moments that ever change, and luck."""
    show = presenter(table.game)
    luck = _LuckTotals(show, table.seat_count)
    seats = range(table.seat_count)
    names = [str(seat) for seat in seats]
    wanted = {step.move for step in steps}
    labels: dict[str, str] = {}
    found: list[dict[tuple[str, int], int]] = []
    record = (
        parse(table.imported.text)
        if table.is_imported
        else exporter.build_record_without_hashes(table)
    )
    for step in replay.replay_steps(record):
        luck.take(step, record)
        if step.number not in wanted:
            continue
        scene = Scene.from_match(step.match, None, names, is_in_words=False)
        at: dict[tuple[str, int], int] = {}
        for seat in seats:
            for stat in show.stats(scene, seat):
                if number := NUMBER.match(stat.value):
                    labels.setdefault(stat.key, stat.label)
                    at[stat.key, seat] = int(number[0])
        found.append(at)
        luck.note(steps[len(found) - 1])
    curves = [
        (
            label,
            [
                CurveStep(step.label, step.move, tuple(at.get((key, seat), 0) for seat in seats))
                for step, at in zip(steps, found, strict=True)
            ],
        )
        for key, label in labels.items()
    ]
    curves.append((str(show.luck_title), luck.steps))
    return [one for one in curves if len({step.totals for step in one[1]}) > 1]


class _LuckTotals:
    """The luck of each seat so far: its gain from chance beyond the expected gain."""

    def __init__(self, show: Presenter, seats: int) -> None:
        self._show = show
        self._sums = [0.0] * seats
        self._weigh: LuckMeasure | None = None
        self.steps: list[CurveStep] = []

    def take(self, step: replay.ReplayStep, record: Record) -> None:
        if self._weigh is not None:
            more = self._weigh(step.events)
            self._sums = [one + by for one, by in zip(self._sums, more, strict=True)]
        self._weigh = None
        if self._show.luck_title and step.number < len(record.moves):
            self._weigh = self._show.luck(step.match, record.moves[step.number].move)

    def note(self, at: CurveStep) -> None:
        self.steps.append(at._replace(totals=tuple(round(one, 1) + 0.0 for one in self._sums)))


def _answer_times(
    moves: Sequence[VisibleMove], steps: Sequence[CurveStep]
) -> list[tuple[str, list[CurveStep]]]:
    """Return people's total answer times in whole minutes, or in hours above two days."""
    spent = [0] * len(steps[-1].totals)
    totals: list[tuple[int, ...]] = []
    left = iter(moves)
    for step in steps:
        for visible_move in left:
            if visible_move.move.seat is not None:
                spent[visible_move.move.seat] += visible_move.move.took or 0
            if visible_move.number == step.move:
                break
        totals.append(tuple(spent))
    in_hours = max(spent) > 48 * 3600
    label = _("Hours taken to answer") if in_hours else _("Minutes taken to answer")
    unit = 3600 if in_hours else 60
    times = [
        CurveStep(step.label, step.move, tuple(seconds // unit for seconds in all_of))
        for step, all_of in zip(steps, totals, strict=True)
    ]
    return [(label, times)]
