"""The result of a match: ranked rows with bars, deciding tie-breaks, and the curve of points."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import NamedTuple

from django.core.cache import cache
from django.utils.translation import gettext as _

import games.rules as rules

from ...boards import Presenter
from ...boards.translations import join_list
from ...bots import turning_points
from ...models import Seat, Snapshot, Table
from ..session import journal
from .scenes import build_scene
from .seat_strip import points_url
from .substitute_texts import part_texts

BAR_WIDTH = 1000  # width of the longest bar, in units of its drawing
BAR_COLORS = 12  # colours of the parts of a bar (static/css/table.css)
CURVE_WIDTH, CURVE_HEIGHT = 320, 150  # the drawing of the curve, in its units
LEVELS = 4
CURVE_TTL_SECONDS = 30 * 24 * 3600
MAX_TURNING_POINTS = 3

logger = logging.getLogger(__name__)


class BarPart(NamedTuple):
    """A part of a bar: the points of one breakdown key; `x` and `width` in units of the drawing."""

    key: int
    x: int
    width: int


class FigureRow(NamedTuple):
    """One number for all seats, in the order of the rows; `links` lead to the moves for it."""

    label: str
    values: tuple[int, ...]
    links: tuple[str, ...] = ()


@dataclass(frozen=True)
class ResultRow:
    seat: int
    name: str
    kind: str
    is_me: bool
    left: str
    rank: int
    total: int | None
    parts: tuple[BarPart, ...]
    said: str
    verdict: str
    part: str = ""


class CurveLevel(NamedTuple):
    points: int
    y: int


class CurveLine(NamedTuple):
    """The points of a seat during the match as an SVG polyline; `end` is its last y."""

    seat: int
    points: str
    end: int


class TurningPoint(NamedTuple):
    """A change of the lead or a large gain, in words, with the number of the move."""

    move: int
    text: str


@dataclass(frozen=True)
class Curve:
    lines: tuple[CurveLine, ...]
    levels: tuple[CurveLevel, ...]
    turns: tuple[TurningPoint, ...]
    said: str


@dataclass(frozen=True)
class Result:
    """The result of a match; `decided` are the tie-breaks that decided between equal totals."""

    rows: tuple[ResultRow, ...]
    lines: tuple[FigureRow, ...]
    decided: tuple[FigureRow, ...] = ()
    curve: Curve | None = field(default=None)


def build_result(
    show: Presenter,
    table: Table,
    seats: Sequence[Seat],
    match: rules.Match | None,
    me: int | None,
) -> Result | None:
    """Return the result of a finished match; None if it is running or was called off.

    If the match cannot be loaded (`match` is None) or people ended it early, the stored results are
    shown, without verdicts, tie-breaks and curve: points alone need not have decided.
    """
    if table.status != Table.Status.FINISHED:
        return None
    is_whole = match is not None and match.over
    scores = match.scores() if match is not None and is_whole else list(_stored_scores(seats))
    ranks = {score.seat: seats[score.seat].rank or score.rank for score in scores}
    order = sorted(scores, key=lambda score: (ranks[score.seat], score.seat))
    names = [seat.name for seat in seats]
    keys = [
        key
        for key in order[0].breakdown
        if show.can_score(key, table.options, len(seats))
        or any(score.breakdown.get(key) for score in order)
    ]
    most = max(sum(n for n in one.breakdown.values() if n > 0) for one in order) or 1
    parts_played = part_texts(table, me)
    rows = tuple(
        ResultRow(
            seat=score.seat,
            name=names[score.seat],
            kind=seats[score.seat].kind_text,
            is_me=score.seat == me,
            left=seats[score.seat].get_leave_reason_display()
            if seats[score.seat].leave_reason and seats[score.seat].substitute_id is None
            else "",
            part=parts_played.get(score.seat, ""),
            rank=ranks[score.seat],
            total=score.total if keys else None,
            parts=tuple(_bar_parts(keys, score, most)),
            said=_breakdown_text(show, score),
            verdict=show.verdict(score, order, names) if keys and is_whole else "",
        )
        for score in order
    )
    lines = tuple(
        FigureRow(
            show.breakdown_label(key),
            tuple(score.breakdown.get(key, 0) for score in order),
            tuple(points_url(table.key, score.seat, key) for score in order),
        )
        for key in keys
    )
    if not is_whole:
        return Result(rows, lines)
    return Result(
        rows, lines, tuple(_deciding_tiebreaks(show, order)), build_curve(show, table, names)
    )


def has_review(table: Table) -> bool:
    """Return whether a match can be reviewed: finished, several seats, a game that bots search."""
    is_played = table.status == Table.Status.FINISHED and table.move_count > 0
    return (
        is_played and table.seat_count > 1 and turning_points.review_search(table.game) is not None
    )


def _stored_scores(seats: Sequence[Seat]) -> Iterator[rules.Score]:
    """Yield the scores that the database has: the points and ranks at the end."""
    for seat in seats:
        yield rules.Score(seat.number, seat.total or 0, seat.breakdown or {}, (), seat.rank or 0)


def _bar_parts(keys: Sequence[str], score: rules.Score, most: int) -> Iterator[BarPart]:
    """Yield the positive numbers of a seat as parts of its bar, from left to right."""
    widths = [max(0, score.breakdown.get(key, 0)) * BAR_WIDTH // most for key in keys]
    starts = accumulate(widths, initial=0)
    for number, (x, width) in enumerate(zip(starts, widths, strict=False)):
        if width:
            yield BarPart(number % BAR_COLORS, x, width)


def _breakdown_text(show: Presenter, score: rules.Score) -> str:
    return join_list(
        f"{show.breakdown_label(key)} {value}" for key, value in score.breakdown.items() if value
    )


def _deciding_tiebreaks(show: Presenter, order: Sequence[rules.Score]) -> Iterator[FigureRow]:
    """Yield the tie-breaks up to the deciding one, if seats have equal totals."""
    totals = [score.total for score in order]
    tied = [score for score in order if totals.count(score.total) > 1]
    for place, label in enumerate(show.tiebreak_labels):
        if not tied:
            return
        yield FigureRow(str(label), tuple(score.tiebreak[place] for score in order))
        figures = [(score.total, *score.tiebreak[: place + 1]) for score in tied]
        tied = [one for one, figure in zip(tied, figures, strict=True) if figures.count(figure) > 1]


# the curve of points


class CurvePoint(NamedTuple):
    """The points of all seats after a move; None if even the seat itself cannot know them."""

    move: int
    totals: tuple[int | None, ...]


def build_curve(show: Presenter, table: Table, names: Sequence[str]) -> Curve | None:
    """Return the points during a finished match, from its snapshots; None if too few are known."""
    points = [point for point in points_by_move(show, table, names) if None not in point.totals]
    if len(points) < 2:
        return None
    totals = [[total or 0 for total in point.totals] for point in points]
    low, high = min(map(min, totals)), max(map(max, totals))
    reach = max(1, high - low)
    last = max(1, points[-1].move)

    def height(total: int) -> int:
        return CURVE_HEIGHT - (total - low) * CURVE_HEIGHT // reach

    lines = []
    for seat in range(len(names)):
        places = [
            f"{point.move * CURVE_WIDTH // last},{height(all_of[seat])}"
            for point, all_of in zip(points, totals, strict=True)
        ]
        lines.append(CurveLine(seat, " ".join(places), height(totals[-1][seat])))
    levels = {low + reach * step // LEVELS for step in range(LEVELS + 1)}
    said = join_list(f"{name} {total}" for name, total in zip(names, totals[-1], strict=True))
    return Curve(
        tuple(lines),
        tuple(CurveLevel(level, height(level)) for level in sorted(levels)),
        tuple(_turning_points(points, totals, names)),
        said,
    )


def _turning_points(
    points: Sequence[CurvePoint], totals: Sequence[Sequence[int]], names: Sequence[str]
) -> Iterator[TurningPoint]:
    """Yield the last changes of the lead, and the largest gain of any seat."""
    found = []
    leader: int | None = None
    for point, all_of in zip(points, totals, strict=True):
        ahead = [seat for seat, total in enumerate(all_of) if total == max(all_of)]
        if len(ahead) == 1 and ahead[0] != leader:
            if leader is not None:
                text = _("%(name)s takes the lead (about move %(n)s)")
                found.append(
                    TurningPoint(point.move, text % {"name": names[ahead[0]], "n": point.move})
                )
            leader = ahead[0]
    yield from found[-(MAX_TURNING_POINTS - 1) :]
    gains = [
        (is_now[seat] - was[seat], point.move, seat)
        for was, is_now, point in zip(totals, totals[1:], points[1:], strict=False)
        for seat in range(len(names))
    ]
    gain, move, seat = max(gains, key=lambda one: (one[0], -one[1]))
    if gain > 0:
        text = _("%(name)s gains %(points)s points within a few moves (up to move %(n)s)")
        yield TurningPoint(move, text % {"name": names[seat], "points": gain, "n": move})


def points_by_move(show: Presenter, table: Table, names: Sequence[str]) -> list[CurvePoint]:
    """Return the points after each snapshot, as each seat itself knew its own; cached."""
    kept = f"course:{table.key}:{table.version}"
    rows = cache.get(kept)
    if rows is None:
        rows = list(_compute_points_by_move(show, table, names))
        cache.set(kept, rows, CURVE_TTL_SECONDS)
    return [CurvePoint(move, tuple(totals)) for move, totals in rows]


def _compute_points_by_move(
    show: Presenter, table: Table, names: Sequence[str]
) -> Iterator[CurvePoint]:
    try:
        for snapshot in Snapshot.objects.filter(table=table).order_by("after"):
            match = journal.parse_match(table, snapshot.state)
            yield CurvePoint(snapshot.after, _totals(show, match, names))
        match = journal.parse_match(table, table.state)
        yield CurvePoint(table.move_count, _totals(show, match, names))
    except Exception:
        logger.exception("cannot compute the points chart of table %s", table.key)


def _totals(show: Presenter, match: rules.Match, names: Sequence[str]) -> tuple[int | None, ...]:
    if match.over:
        return tuple(score.total for score in match.scores())
    return tuple(
        show.points(build_scene(match, seat, names))[seat].total for seat in range(len(names))
    )
