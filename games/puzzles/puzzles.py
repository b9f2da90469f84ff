"""Who may see which puzzle, which one is next, and what an attempt does."""

from __future__ import annotations

from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.db.models.functions import Abs
from django.http import Http404
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.user_locks import lock_users
from portal.errors import Invalid

from ..models import Seat, Table
from ..ratings import elo
from ..table.session import journal
from ..table.session.loader import rules_guard
from .models import Puzzle, PuzzleAttempt, PuzzleRating

MAX_MOVE_LENGTH = 1000
PEOPLE = 2  # in the formula of ratings: the person and the puzzle


class AttemptResult(NamedTuple):
    """What came of a move.

    Attributes:
        first: the stored first attempt; None for visitors and guests.
        is_first: whether this move was the first attempt.
    """

    move: str
    is_solved: bool
    first: PuzzleAttempt | None = None
    is_first: bool = False


def open_puzzles() -> QuerySet[Puzzle]:
    """Return the puzzles that people can solve, of matches that are still finished."""
    return Puzzle.objects.filter(
        state=Puzzle.State.OPEN, table__status=Table.Status.FINISHED
    ).select_related("table")


def has_public_puzzles(game: str) -> bool:
    return open_puzzles().filter(game=game, table__visibility=Table.Visibility.PUBLIC).exists()


def visible_puzzles(user: Any) -> QuerySet[Puzzle]:
    """Return the open puzzles of public matches, and those of the person's own matches."""
    public = Q(table__visibility=Table.Visibility.PUBLIC)
    if user is None or not user.is_authenticated:
        return open_puzzles().filter(public)
    return open_puzzles().filter(public | Exists(_own_seats(user)))


def get_puzzle(user: Any, pk: int) -> Puzzle:
    """Return a puzzle that the person may see.

    Raises:
        Http404: there is none, or its match was rolled back.
    """
    puzzle = visible_puzzles(user).filter(pk=pk).first()
    if puzzle is None or puzzle.version < puzzle.table.set_back_version:
        raise Http404(_("There is no such puzzle."))
    return puzzle


def next_puzzle(user: Any, game: str, after: int = 0) -> Puzzle | None:
    """Return a public puzzle that the person has not tried, the nearest to their rating.

    Visitors and guests get them one after the other: the next one after the puzzle `after`. Puzzles
    of a person's own matches are left out.
    """
    found = open_puzzles().filter(game=game, table__visibility=Table.Visibility.PUBLIC)
    if not stores_attempts(user):
        return found.filter(pk__gt=after).first() or found.first()
    mine = rating_of(user, game)
    found = found.exclude(first_attempts__user=user).exclude(Exists(_own_seats(user)))
    return found.order_by(Abs(F("rating") - mine.rating), "pk").first()


def _own_seats(user: User) -> QuerySet[Seat]:
    sat = Q(user=user) | Q(substitute=user)
    return Seat.objects.filter(sat, table=OuterRef("table")).order_by()


def stores_attempts(user: Any) -> bool:
    """Whether the person has an account that is not a guest's."""
    return isinstance(user, User) and not user.is_guest


def has_played(user: Any, table: Table) -> bool:
    """Whether a person had a seat in a match, so that its review is no news to them."""
    return bool(
        user is not None
        and user.is_authenticated
        and table.seat_set.filter(Q(user=user) | Q(substitute=user)).exists()
    )


def rating_of(user: User, game: str) -> PuzzleRating:
    """Return a person's rating in a game; a new one, unsaved, before the first attempt."""
    found = PuzzleRating.objects.filter(user=user, game=game).first()
    return found or PuzzleRating(user=user, game=game)


def first_attempt(user: Any, puzzle: Puzzle) -> PuzzleAttempt | None:
    if not stores_attempts(user):
        return None
    return PuzzleAttempt.objects.filter(user=user, puzzle=puzzle).first()


def legal_moves(puzzle: Puzzle) -> list[str]:
    """Return the moves that the seat of a puzzle can choose from.

    Raises:
        MatchLoadError: the match cannot be loaded.
    """
    with rules_guard(puzzle.table):
        match = journal.position_after(puzzle.table, puzzle.after_move)
        return match.legal_moves(puzzle.seat)


def legal_move(puzzle: Puzzle, move: str) -> str:
    """Return a move that is legal in the position of a puzzle.

    Raises:
        Invalid: it is not.
        MatchLoadError: the match cannot be loaded.
    """
    if move not in legal_moves(puzzle):
        raise Invalid(_("This move is not possible here."), code="illegal_move")
    return move


def submit_attempt(user: Any, pk: int, move: str) -> AttemptResult:
    """Check a move. The first one of a person is stored and rated, unless it is their own match.

    Raises:
        Http404: the person may not see such a puzzle.
        Invalid: the move is not legal in its position.
        MatchLoadError: the match cannot be loaded.
    """
    puzzle = get_puzzle(user, pk)
    is_solved = legal_move(puzzle, move) == puzzle.best
    if not stores_attempts(user):
        return AttemptResult(move, is_solved)
    with transaction.atomic():
        lock_users(user)
        first = PuzzleAttempt.objects.filter(user=user, puzzle=puzzle).first()
        if first is not None:
            return AttemptResult(move, is_solved, first)
        first = PuzzleAttempt(user=user, puzzle=puzzle, move=move, is_solved=is_solved)
        first.is_rated = not has_played(user, puzzle.table)
        if first.is_rated:
            first.change = _rate(user, puzzle.pk, is_solved=is_solved)
        first.save()
    return AttemptResult(move, is_solved, first, is_first=True)


def _rate(user: User, pk: int, *, is_solved: bool) -> int:
    """Change the ratings of a person and a puzzle; return the person's change in hundredths."""
    puzzle = Puzzle.objects.select_for_update().get(pk=pk)
    mine, _new = PuzzleRating.objects.select_for_update().get_or_create(user=user, game=puzzle.game)
    ratings, change = (puzzle.rating, mine.rating), 0
    for own, row, result in ((1, mine, is_solved), (0, puzzle, not is_solved)):
        met = elo.PairResult(1 - own, float(result))
        effect = elo.compute_change(ratings[own], row.attempts, [met], ratings, PEOPLE)
        row.rating, row.attempts = effect.after, row.attempts + 1
        row.solved += is_solved
        row.save(update_fields=["rating", "attempts", "solved"])
        change = effect.delta if row is mine else change
    return change


def delete_for(user: User) -> None:
    """Delete the attempts and ratings of an account that is being deleted."""
    PuzzleAttempt.objects.filter(user=user).delete()
    PuzzleRating.objects.filter(user=user).delete()


def exists_for(user: int) -> Exists:
    """Whether the user has tried any puzzle, as a subquery."""
    return Exists(PuzzleAttempt.objects.filter(user=user))
