"""How puzzles are made: turning points of reviewed matches that two more searches confirm.

The first search looks for the best two moves from what the seat knew. The second one compares these
two in fresh worlds. A candidate stays only if the same move wins clearly in both.
Each search is a step of its own on the queue of slow tasks.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

import games.rules as rules
from portal import background

from ..bots import suggestions, turning_points
from ..history import review_jobs
from ..models import Review, Table
from ..table import tutorial
from ..table.errors import MatchLoadError, NotRunningError
from ..table.session import journal
from ..table.session.loader import rules_guard
from .models import Puzzle

CHECK = "games.puzzles.check"
EVERY = timedelta(days=1)
MOST_MATCHES = 2  # per title and day; each gives at most three candidates
MOST_REVIEWS = 50  # that are looked at for them
MOST_CHECKS = 20  # per call
BUDGET = turning_points.THIRD


def create_due(now: datetime) -> int:
    """Create candidates for each title that got none for a day, and check all that wait.

    Returns:
        The number of new candidates.
    """
    created = 0
    for game in rules.catalogue():
        public = Puzzle.objects.filter(game=game, table__visibility=Table.Visibility.PUBLIC)
        if turning_points.review_search(game) is None or (
            public.filter(created_at__gt=now - EVERY).exists()
        ):
            continue
        used = 0
        for review in _unused_reviews(game)[:MOST_REVIEWS]:
            if tutorial.tutorial_of(review.table) is not None:
                continue
            new = create_candidates(review.table)
            created, used = created + new, used + bool(new)
            if used == MOST_MATCHES:
                break
    waiting = Puzzle.objects.filter(state=Puzzle.State.CANDIDATE)
    _enqueue_checks(waiting.values_list("pk", flat=True)[:MOST_CHECKS])
    return created


def _unused_reviews(game: str) -> QuerySet[Review]:
    """Return the reviews of public matches that were played here and gave no puzzles yet."""
    return (
        Review.objects.filter(
            is_done=True,
            table__game=game,
            table__status=Table.Status.FINISHED,
            table__visibility=Table.Visibility.PUBLIC,
            table__is_imported=False,
            table__puzzles=None,
        )
        .exclude(results__costly=[])
        .select_related("table")
        .order_by("-updated_at")
    )


def create_candidates(table: Table) -> int:
    """Create candidates of the sure turning points of a match; return how many are new.

    A decision that is already a puzzle stays as it is.
    """
    created = 0
    for one in review_jobs.sure_turning_points(table):
        _puzzle, is_new = Puzzle.objects.get_or_create(
            table=table,
            after_move=one.number,
            defaults={
                "game": table.game,
                "version": table.version,
                "seat": one.seat,
                "best": one.better,
                "played": one.move,
                "loss": one.chance,
            },
        )
        created += is_new
    return created


def request_puzzles(table: Table) -> None:
    """Create the candidates of a match, for its players, and check them.

    Raises:
        NotRunningError: the review found no turning point that is sure, or there is no review.
    """
    if not review_jobs.sure_turning_points(table):
        raise NotRunningError(_("The review found no decision that is clear enough for a puzzle."))
    with transaction.atomic():
        create_candidates(table)
        waiting = list(
            Puzzle.objects.filter(table=table, state=Puzzle.State.CANDIDATE).values_list(
                "pk", flat=True
            )
        )
        background.run_after_commit(lambda: _enqueue_checks(waiting))


def _enqueue_checks(waiting: Iterable[int]) -> None:
    for pk in waiting:
        background.enqueue(CHECK, pk)


def check_candidate(pk: int) -> bool:
    """Run the next search for a candidate; return whether another one is needed.

    A candidate whose match cannot be loaded is rejected.
    """
    puzzle = Puzzle.objects.select_related("table").filter(pk=pk).first()
    if puzzle is None or puzzle.state != Puzzle.State.CANDIDATE:
        return False
    unchanged = Puzzle.objects.filter(pk=pk, state=puzzle.state, second=puzzle.second)
    try:
        with rules_guard(puzzle.table):
            found = _verify(puzzle) if puzzle.second else _find_second(puzzle)
    except MatchLoadError:
        found = None
    changed = unchanged.update(**(found or {"state": Puzzle.State.REJECTED}))
    return bool(changed) and found is not None and not puzzle.second


def _find_second(puzzle: Puzzle) -> dict[str, object] | None:
    """Return the second-best move and the chance of the best one; None if another one is best."""
    match = journal.position_after(puzzle.table, puzzle.after_move)
    found = suggestions.suggest(match, puzzle.seat, _seed(puzzle))
    if found.move != puzzle.best or found.is_close or found.best is None or found.second is None:
        return None
    return {"second": found.second.move, "best_chance": found.best.chance}


def _verify(puzzle: Puzzle) -> dict[str, object] | None:
    """Return what opens a puzzle whose best move wins clearly against the second; else None."""
    reviewing = turning_points.review_search(puzzle.game)
    if reviewing is None:
        return None
    match = journal.position_after(puzzle.table, puzzle.after_move)
    own = puzzle.after_move, puzzle.seat, puzzle.second
    found = turning_points.verify_suspect(
        reviewing,
        turning_points.Decision(*own, match),
        turning_points.Suspect(*own, puzzle.best, 0, 0, [], [], 0, [], []),
        BUDGET,
        _seed(puzzle),
    )
    return None if found is None else {"state": Puzzle.State.OPEN}


def _seed(puzzle: Puzzle) -> int:
    """The seed of the worlds of its searches, unrelated to those of the review."""
    return random.Random(puzzle.seed).getrandbits(40)
