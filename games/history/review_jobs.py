"""The review of a match that is over: made once on request, step by step, and kept.

`games/bots/turning_points.py` looks; here is what is asked, stored and told. A step takes a worker
a few seconds, so that nobody's bot waits for long. A step that fails, or whose call is lost, ends
the review; who asks again has it made anew.
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

from ..boards import presenter
from ..bots import turning_points
from ..bots.budget import SearchBudget
from ..bots.win_shares import WinShare, chance_shares, compute_win_shares
from ..models import Review, Seat, Table
from ..table import dispatch
from ..table.errors import ActionError, NotRunningError
from ..table.realtime import publish
from ..table.session import journal
from ..table.views.result import has_review
from ..table.views.scenes import build_scene
from . import game_statistics, openings

#: The rounds of a review by their steps, and what each of those may take.
ROUNDS = (
    (
        turning_points.SLICES,
        SearchBudget(turning_points.FIRST.seconds + turning_points.CHANCE_BUDGET.seconds),
    ),
    *zip(turning_points.SUSPECTS, turning_points.SECOND, strict=True),
    (turning_points.FINALISTS, turning_points.THIRD),
)
STEPS = sum(steps for steps, _budget in ROUNDS)
#: What all steps take, where nothing else is to be done.
MINUTES = math.ceil(sum(steps * budget.seconds for steps, budget in ROUNDS) / 60)
STALE_AFTER = timedelta(minutes=3)  # without a step
MOST_WAITING = 2  # bots that think, and hints, wait for a step of each
MOST, REQUEST_WINDOW = 6, 600  # reviews that one visitor may ask for, in so many seconds
MAX_CURVE_POINTS = 30  # of the curve, at most
MIN_SAMPLE = 20  # matches or seats, of which something is said
WIDTH, HEIGHT = 320, 150  # its drawing

logger = logging.getLogger(__name__)


class TooManyReviewsError(ActionError):
    status = 429
    code = "too_many_reviews"


def request_review(table: Table, who: object) -> None:
    """Have a match reviewed, unless it is or is about to be; `who` is a visitor.

    Raises:
        ActionError: there is no review of it, or too many were asked for.
    """
    if not has_review(table):
        raise NotRunningError(_("There is no review of this match."))
    row = _current_review(table)
    if row is not None and _state(row) in ("searching", "found"):
        return
    lately = timezone.now() - STALE_AFTER
    waiting = Review.objects.filter(is_done=False, has_failed=False, touched_at__gte=lately)
    if waiting.count() >= MOST_WAITING:
        raise TooManyReviewsError(_("Too many reviews are in progress. Try again later."))
    counter = f"reviews:{who}"
    cache.add(counter, 0, REQUEST_WINDOW)
    with contextlib.suppress(ValueError):  # its time has just passed
        if cache.incr(counter) > MOST:
            raise TooManyReviewsError(_("Too many reviews at once. Wait a few minutes."))
    anew = {"version": table.version, "step": 0, "found": {}, "touched_at": timezone.now()}
    row, _made = Review.objects.update_or_create(
        table=table, defaults={**anew, "is_done": False, "has_failed": False}
    )
    pk = row.pk
    publish.run_after_commit(lambda: dispatch.enqueue(dispatch.REVIEW_MATCH, pk))


def _current_review(table: Table) -> Review | None:
    """The review of a match as it ended last: not from before it was set back."""
    row = Review.objects.filter(table=table, version__gte=table.set_back_version).first()
    return None if row is None or _is_outdated(row) else row


def _is_outdated(row: Review) -> bool:
    """Whether an earlier version of the site made it: what that found cannot be read here."""
    return bool(row.found) and ("shares" if row.is_done else "moved") not in row.found


def _state(row: Review) -> str:
    if row.is_done:
        return "found"
    is_lost = row.touched_at < timezone.now() - STALE_AFTER
    return "failed" if row.has_failed or is_lost else "searching"


def run_next_step(pk: int) -> bool:
    """Make the next step of a review; whether there is more to do."""
    row = Review.objects.select_related("table").filter(pk=pk).first()
    if (
        row is None
        or row.is_done
        or row.has_failed
        or _is_outdated(row)
        or not has_review(row.table)
    ):
        return False
    unchanged = Review.objects.filter(pk=pk, version=row.version, step=row.step, is_done=False)
    try:
        found, is_done = _compute_step(row)
    except Exception:
        logger.exception("no review of table %s", row.table.key)
        unchanged.update(has_failed=True)
        return False
    changed = unchanged.update(
        found=found, is_done=is_done, step=row.step + 1, touched_at=timezone.now()
    )
    return bool(changed) and not is_done


def _compute_step(row: Review) -> tuple[dict[str, Any], bool]:
    """What is found with one more step, and whether that was the last one.

    At first the pieces of a match are looked at, then what looks costly, round by round and the
    worst first, and at last the few that still do.
    """
    again: list[list[Any]] = [[] for _round in turning_points.SUSPECTS]
    table = row.table
    found = {"seen": [], "moved": [], "again": again, "costly": [], **row.found}
    reviewing = turning_points.review_search(table.game)
    assert reviewing is not None
    seed = random.Random(table.key).getrandbits(40)
    if row.step < turning_points.SLICES:
        rows = table.moves.filter(number__gt=0, seat__isnull=False).order_by("number")
        moves = list(rows.values_list("number", "seat", "text"))
        piece = moves[turning_points.review_slice(row.step, len(moves))]
        decisions = [_decision(table, *move) for move in piece]
        found["seen"] += turning_points.scan_decisions(
            reviewing, decisions, turning_points.FIRST, seed
        )
        afters = [journal.position_after(table, number) for number, *_move in piece]
        moved = chance_shares(reviewing, decisions, afters, turning_points.CHANCE_BUDGET, seed)
        found["moved"].append(moved)
        return found, False
    seen = [turning_points.Suspect(*one) for one in found["seen"]]
    left, at = seen, row.step - turning_points.SLICES
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
    """What a move decided, as the review counts: by the moves before it."""
    return turning_points.Decision(
        number - 1, seat or 0, text, journal.position_after(table, number - 1)
    )


def _final_chances(table: Table) -> list[float]:
    """What became of the chances."""
    ranks = list(table.seat_set.order_by("number").values_list("rank", flat=True))
    return [(rank == 1) / max(1, ranks.count(1)) for rank in ranks]


def _curve(
    seen: Sequence[turning_points.Suspect], last: int, end: list[float]
) -> list[tuple[int, list[float]]]:
    """The chances of all seats along a match, each the mean of some decisions; then the end."""
    parts = min(MAX_CURVE_POINTS, len(seen))
    points = []
    for at in range(parts):
        part = seen[len(seen) * at // parts : len(seen) * (at + 1) // parts]
        sums = [sum(of_seat) for of_seat in zip(*(one.before for one in part), strict=True)]
        whole = sum(sums) or 1.0
        points.append((part[0].number, [round(one / whole, 3) for one in sums]))
    return [*points, (last, end)]


class ChanceCurve(NamedTuple):
    """The chances of a seat as an SVG polyline; `end` is where it ends."""

    seat: int
    name: str
    points: str
    end: float


class ChancePoint(NamedTuple):
    """The chances of all seats before a move, in per cent."""

    move: int
    chances: tuple[int, ...]


class TurningPointText(NamedTuple):
    """A decision that cost its seat much, in words.

    Attributes:
        move: its number.
        loss: of the chance to win, in per cent, give or take `within` (nineteen times in twenty).
        points: by which the seat would have been further ahead at the end; None where that
            cannot be told.
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
    """What luck or a seat's own decisions did to its chance to win, where that is clear.

    Attributes:
        change: in per cent, give or take `within` (nineteen times in twenty).
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
        """Where it is drawn from."""
        return min(0, self.change)

    @property
    def low(self) -> int:
        return max(-100, self.change - self.within)

    @property
    def high(self) -> int:
        return min(100, self.change + self.within)


class SeatComparison(NamedTuple):
    """How a seat opened and ended its match, beside how rated matches of the game went here.

    Attributes:
        opening: in words; "" where too few have opened like this here to say anything.
        won: of those who did, the part that won, and between what it is nineteen times in twenty,
            in per cent.
        average: points of a seat with as many players; None where too few have played.
    """

    seat: int
    name: str
    opening: str
    won: tuple[int, int, int] | None
    total: int | None
    average: float | None


class ReviewData(NamedTuple):
    """A review for its readers.

    `state` is "" where nobody has asked for it, "searching", "failed", or "found"; `share` of it is
    done, in per cent.
    """

    state: str
    share: int = 0
    curves: tuple[ChanceCurve, ...] = ()
    places: tuple[ChancePoint, ...] = ()
    turnings: tuple[TurningPointText, ...] = ()
    swings: tuple[ChanceSwing, ...] = ()
    sized: tuple[SeatComparison, ...] = ()


def review_data(table: Table, seats: Sequence[Seat]) -> ReviewData:
    """The review of a match as it stands."""
    row = _current_review(table)
    state = "" if row is None else _state(row)
    if row is None or state != "found":
        return ReviewData(state, 0 if row is None else 100 * row.step // STEPS)
    curve: list[tuple[int, list[float]]] = row.found["curve"]
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
        for one in sorted(row.found["costly"], key=lambda one: one[0])
    )
    swings = tuple(_chance_swings(row.found["shares"], names))
    return ReviewData(
        state, 100, tuple(curves), places, turnings, swings, tuple(_seat_comparisons(table, seats))
    )


def _chance_swings(
    found: list[list[list[float] | None]], names: list[str]
) -> Iterator[ChanceSwing]:
    """What is clear of luck and decisions, by seat."""
    for seat, of_seat in enumerate(found):
        for is_luck, measured in zip((True, False), of_seat, strict=True):
            share = WinShare(*measured) if measured else WinShare(0, 0)
            change = max(-100, min(100, round(100 * share.change)))
            if change and share.is_clear and (is_luck or change < 0):
                within = max(1, round(100 * share.within))
                yield ChanceSwing(seat, names[seat], is_luck, change, within)


def _seat_comparisons(table: Table, seats: Sequence[Seat]) -> list[SeatComparison]:
    """The seats beside what is usual here; none where too few matches say what that is."""
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
