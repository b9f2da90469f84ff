"""The review of a finished match: made once on request, step by step, and stored.

`games/bots/turning_points.py` analyses; this module requests, stores and presents. A step takes a
worker a few seconds, so that no bot's turn waits long. A step that fails, or whose task is lost,
ends the review. The next request starts it again.
"""

from __future__ import annotations

import contextlib
import logging
import math
import random
from collections.abc import Iterator, Sequence
from datetime import timedelta
from typing import Any, NamedTuple

from django.core.cache import cache
from django.utils import timezone
from django.utils.translation import gettext as _

from portal import background
from portal.errors import TooManyRequests

from ..boards import presenter
from ..bots import turning_points
from ..bots.budget import SearchBudget
from ..bots.win_shares import WinShare, chance_shares, compute_win_shares
from ..models import Review, Seat, Table
from ..table import dispatch
from ..table.errors import NotRunningError
from ..table.session import journal
from ..table.views.result import has_review
from ..table.views.scenes import build_scene
from . import game_statistics, openings

#: The rounds of a review: the number of their steps, and the budget of each step.
ROUNDS = (
    (
        turning_points.SLICES,
        SearchBudget(turning_points.FIRST.seconds + turning_points.CHANCE_BUDGET.seconds),
    ),
    *zip(turning_points.SUSPECTS, turning_points.SECOND, strict=True),
    (turning_points.FINALISTS, turning_points.THIRD),
)
STEPS = sum(steps for steps, _budget in ROUNDS)
#: The time of all steps on an idle worker.
MINUTES = math.ceil(sum(steps * budget.seconds for steps, budget in ROUNDS) / 60)
STALE_AFTER = timedelta(minutes=3)  # without a step
MOST_WAITING = 2  # reviews in progress; bots and suggestions wait for a step of each
MOST, REQUEST_WINDOW = 6, 600  # requests of one visitor in so many seconds
MAX_CURVE_POINTS = 30
MIN_SAMPLE = 20  # matches or seats that a comparison needs
WIDTH, HEIGHT = 320, 150  # of the chart

logger = logging.getLogger(__name__)


def request_review(table: Table, who: object) -> None:
    """Start the review of a match, unless it exists or is in progress.

    Args:
        table: the table of the match.
        who: identifies the visitor.

    Raises:
        NotRunningError: matches of this kind have no review.
        TooManyRequests: too many reviews are in progress, or the visitor requested too many.
    """
    if not has_review(table):
        raise NotRunningError(_("There is no review of this match."))
    row = _current_review(table)
    if row is not None and _state(row) in ("searching", "found"):
        return
    lately = timezone.now() - STALE_AFTER
    waiting = Review.objects.filter(is_done=False, has_failed=False, updated_at__gte=lately)
    if waiting.count() >= MOST_WAITING:
        raise TooManyRequests(
            _("Too many reviews are in progress. Try again later."), code="too_many_reviews"
        )
    counter = f"reviews:{who}"
    cache.add(counter, 0, REQUEST_WINDOW)
    with contextlib.suppress(ValueError):  # the window has just ended
        if cache.incr(counter) > MOST:
            raise TooManyRequests(
                _("Too many reviews at once. Wait a few minutes."), code="too_many_reviews"
            )
    anew = {"version": table.version, "steps_done": 0, "results": {}, "updated_at": timezone.now()}
    row, _made = Review.objects.update_or_create(
        table=table, defaults={**anew, "is_done": False, "has_failed": False}
    )
    pk = row.pk
    background.run_after_commit(lambda: background.enqueue(dispatch.REVIEW_MATCH, pk))


def sure_turning_points(table: Table) -> list[turning_points.TurningPoint]:
    """Return the turning points of a match that are certain; none before its review is done."""
    row = _current_review(table)
    if row is None or not row.is_done:
        return []
    found = (turning_points.TurningPoint(*one) for one in row.results["costly"])
    return [one for one in found if one.is_sure]


def _current_review(table: Table) -> Review | None:
    """Return the review of a match as it last ended, not one from before a rollback."""
    row = Review.objects.filter(table=table, version__gte=table.set_back_version).first()
    return None if row is None or _is_outdated(row) else row


def _is_outdated(row: Review) -> bool:
    """Whether an earlier version of the site made it, whose data cannot be read here."""
    return bool(row.results) and ("shares" if row.is_done else "moved") not in row.results


def _state(row: Review) -> str:
    if row.is_done:
        return "found"
    is_lost = row.updated_at < timezone.now() - STALE_AFTER
    return "failed" if row.has_failed or is_lost else "searching"


def run_next_step(pk: int) -> bool:
    """Run the next step of a review; return whether there is more to do."""
    row = Review.objects.select_related("table").filter(pk=pk).first()
    if (
        row is None
        or row.is_done
        or row.has_failed
        or _is_outdated(row)
        or not has_review(row.table)
    ):
        return False
    unchanged = Review.objects.filter(
        pk=pk, version=row.version, steps_done=row.steps_done, is_done=False
    )
    try:
        found, is_done = _compute_step(row)
    except Exception:
        logger.exception("the review of table %s failed", row.table.key)
        unchanged.update(has_failed=True)
        return False
    changed = unchanged.update(
        results=found, is_done=is_done, steps_done=row.steps_done + 1, updated_at=timezone.now()
    )
    return bool(changed) and not is_done


def _compute_step(row: Review) -> tuple[dict[str, Any], bool]:
    """Return the findings after one more step, and whether it was the last one.

    First it scans slices of the match. Then it examines suspects, round by round and the worst
    first. At last it verifies the few that remain.
    """
    again: list[list[Any]] = [[] for _round in turning_points.SUSPECTS]
    table = row.table
    found = {"seen": [], "moved": [], "again": again, "costly": [], **row.results}
    reviewing = turning_points.review_search(table.game)
    assert reviewing is not None
    seed = random.Random(table.key).getrandbits(40)
    if row.steps_done < turning_points.SLICES:
        rows = table.moves.filter(number__gt=0, seat__isnull=False).order_by("number")
        moves = list(rows.values_list("number", "seat", "text"))
        piece = moves[turning_points.review_slice(row.steps_done, len(moves))]
        decisions = [_decision(table, *move) for move in piece]
        found["seen"] += turning_points.scan_decisions(
            reviewing, decisions, turning_points.FIRST, seed
        )
        afters = [journal.position_after(table, number) for number, *_move in piece]
        moved = chance_shares(reviewing, decisions, afters, turning_points.CHANCE_BUDGET, seed)
        found["moved"].append(moved)
        return found, False
    seen = [turning_points.Suspect(*one) for one in found["seen"]]
    left, at = seen, row.steps_done - turning_points.SLICES
    for number, most in enumerate(turning_points.SUSPECTS):
        suspects = turning_points.most_suspect(left, most)
        if at < len(suspects):
            one = suspects[at]
            decision = _decision(table, one.number + 1, one.seat, one.move)
            looked = turning_points.examine_suspect(reviewing, decision, one, number, seed)
            found["again"][number].append(looked)
            return found, False
        left, at = (
            [turning_points.Suspect(*one) for one in found["again"][number]],
            at - len(suspects),
        )
    finalists = turning_points.most_suspect(left, turning_points.FINALISTS)
    if at < len(finalists):
        one = finalists[at]
        decision = _decision(table, one.number + 1, one.seat, one.move)
        sure = turning_points.verify_suspect(reviewing, decision, one, turning_points.THIRD, seed)
        found["costly"] += [sure] if sure else []
    if at + 1 < len(finalists):
        return found, False
    costly = turning_points.sort_turning_points(
        turning_points.TurningPoint(*one) for one in found["costly"]
    )
    shares = compute_win_shares(
        found["moved"], [(one.seat, one.costs) for one in seen], table.seat_count
    )
    curve = _curve(seen, table.move_count, _final_chances(table))
    return {"curve": curve, "costly": costly, "shares": shares}, True


def _decision(table: Table, number: int, seat: int | None, text: str) -> turning_points.Decision:
    """Return the decision of a move, numbered by the moves before it as in the review."""
    return turning_points.Decision(
        number - 1, seat or 0, text, journal.position_after(table, number - 1)
    )


def _final_chances(table: Table) -> list[float]:
    """Return the chances at the end: 1 for the winner, shared by equal winners, else 0."""
    ranks = list(table.seat_set.order_by("number").values_list("rank", flat=True))
    return [(rank == 1) / max(1, ranks.count(1)) for rank in ranks]


def _curve(
    seen: Sequence[turning_points.Suspect], last: int, end: list[float]
) -> list[tuple[int, list[float]]]:
    """Return the chances of all seats along a match, averaged over some decisions, then the end."""
    parts = min(MAX_CURVE_POINTS, len(seen))
    points = []
    for at in range(parts):
        part = seen[len(seen) * at // parts : len(seen) * (at + 1) // parts]
        sums = [sum(of_seat) for of_seat in zip(*(one.before for one in part), strict=True)]
        whole = sum(sums) or 1.0
        points.append((part[0].number, [round(one / whole, 3) for one in sums]))
    return [*points, (last, end)]


class ChanceCurve(NamedTuple):
    """The chances of a seat as an SVG polyline; `end` is its last height."""

    seat: int
    name: str
    points: str
    end: float


class ChancePoint(NamedTuple):
    """The chances of all seats before a move, in per cent."""

    move: int
    chances: tuple[int, ...]


class TurningPointText(NamedTuple):
    """A turning point in words.

    Attributes:
        move: its number.
        loss, within: the loss of winning chance in per cent, and its 95% margin of error.
        points, points_within: by how many more points the seat would have been ahead at the end,
            and the margin of error. `points` is None if that is not clear.
    """

    move: int
    seat: int
    name: str
    played: str
    better: str
    loss: int
    within: int
    points: int | None
    points_within: int
    is_sure: bool


class ChanceSwing(NamedTuple):
    """The effect of luck or of a seat's own decisions on its chance to win, if it is clear.

    Attributes:
        change, within: in per cent, and its 95% margin of error.
    """

    seat: int
    name: str
    is_luck: bool
    change: int
    within: int

    @property
    def size(self) -> int:
        return abs(self.change)

    @property
    def bar(self) -> int:
        """Where the bar begins."""
        return min(0, self.change)

    @property
    def low(self) -> int:
        return max(-100, self.change - self.within)

    @property
    def high(self) -> int:
        return min(100, self.change + self.within)


class SeatComparison(NamedTuple):
    """The opening and result of a seat, next to rated matches of the game on this site.

    Attributes:
        opening: in words; "" if too few seats opened like this here.
        won: of those, the percentage that won, and its 95% confidence interval.
        average: average points of a seat with as many players; None if too few have played.
    """

    seat: int
    name: str
    opening: str
    won: tuple[int, int, int] | None
    total: int | None
    average: float | None


class ReviewData(NamedTuple):
    """A review for its readers.

    `state` is "" if nobody requested it, else "searching", "failed" or "found"; `share` is its
    progress in per cent.
    """

    state: str
    share: int = 0
    curves: tuple[ChanceCurve, ...] = ()
    places: tuple[ChancePoint, ...] = ()
    turnings: tuple[TurningPointText, ...] = ()
    swings: tuple[ChanceSwing, ...] = ()
    sized: tuple[SeatComparison, ...] = ()


def review_data(table: Table, seats: Sequence[Seat]) -> ReviewData:
    """Return the review of a match in its current state."""
    row = _current_review(table)
    state = "" if row is None else _state(row)
    if row is None or state != "found":
        return ReviewData(state, 0 if row is None else 100 * row.steps_done // STEPS)
    curve: list[tuple[int, list[float]]] = row.results["curve"]
    names, last = [seat.name for seat in seats], max(1, table.move_count)
    curves = []
    for seat, name in enumerate(names):
        ys = [round(HEIGHT * (1 - chances[seat]), 1) for _move, chances in curve]
        xs = [WIDTH * move // last for move, _chances in curve]
        points = " ".join(f"{x},{y}" for x, y in zip(xs, ys, strict=True))
        curves.append(ChanceCurve(seat, name, points, ys[-1]))
    places = tuple(
        ChancePoint(move, tuple(round(100 * chance) for chance in chances))
        for move, chances in curve
    )
    turnings = tuple(
        _turning_point(table, names, turning_points.TurningPoint(*one))
        for one in sorted(row.results["costly"], key=lambda one: one[0])
    )
    swings = tuple(_chance_swings(row.results["shares"], names))
    return ReviewData(
        state, 100, tuple(curves), places, turnings, swings, tuple(_seat_comparisons(table, seats))
    )


def _chance_swings(
    found: list[list[list[float] | None]], names: list[str]
) -> Iterator[ChanceSwing]:
    """Yield the clear effects of luck and decisions, by seat."""
    for seat, of_seat in enumerate(found):
        for is_luck, measured in zip((True, False), of_seat, strict=True):
            share = WinShare(*measured) if measured else WinShare(0, 0)
            change = max(-100, min(100, round(100 * share.change)))
            if change and share.is_clear and (is_luck or change < 0):
                within = max(1, round(100 * share.within))
                yield ChanceSwing(seat, names[seat], is_luck, change, within)


def _seat_comparisons(table: Table, seats: Sequence[Seat]) -> list[SeatComparison]:
    """Compare the seats with what is usual here; empty if there are too few matches."""
    counted, show = game_statistics.game_statistics(table.game), presenter(table.game)
    average = next(
        (
            one.average
            for one in counted.shares
            if one.seats == table.seat_count and not one.option and one.matches >= MIN_SAMPLE
        ),
        None,
    )
    known = {one.opening: one for one in counted.openings if one.seats >= MIN_SAMPLE}
    opened = openings.find_openings(show, [table.pk]) if known else {}
    found = []
    for seat in seats:
        opening = known.get(opened.get((table.pk, seat.number), ""))
        label, won = "", None
        if opening is not None:
            label = str(show.opening_label(opening.opening))
            part = opening.won / opening.seats
            won = round(100 * part), round(100 * opening.low), round(100 * opening.high)
        found.append(SeatComparison(seat.number, seat.name, label, won, seat.total, average))
    return found if average is not None or any(one.opening for one in found) else []


def _turning_point(
    table: Table, names: list[str], costly: turning_points.TurningPoint
) -> TurningPointText:
    match, show = journal.position_after(table, costly.number), presenter(table.game)
    seat, points_within = costly.seat, round(2 * costly.points_error)

    def label(move: str) -> str:
        return show.move_label(move, build_scene(match, seat, names, legal=(move,)))

    return TurningPointText(
        costly.number + 1,
        seat,
        names[seat],
        label(costly.move),
        label(costly.better),
        round(100 * costly.chance),
        max(1, round(200 * costly.error)),
        round(costly.points) if costly.points > points_within else None,
        max(1, points_within),
        costly.is_sure,
    )
