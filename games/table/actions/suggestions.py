"""Suggestions on request, for a person who plays alone against bots at a friendly table.

A worker computes what a strong bot would play (`games/bots/suggestions.py`). The bot sees only what
the person knows of the position, including their draft. The log shows everyone that a suggestion
was requested; only the person sees what it says.
"""

from __future__ import annotations

import logging
import random
from datetime import timedelta
from typing import TYPE_CHECKING, NamedTuple

from portal import background
from portal.errors import Conflict, TooManyRequests

from ...boards import presenter
from ...boards.translations import gettext as _
from ...bot_levels import level_name
from ...bots.suggestions import MoveValue, suggest
from ...bots.suggestions import Suggestion as Found
from ...models import Message, Seat, Suggestion, Table
from .. import dispatch, tutorial
from ..errors import NotRunningError
from ..session.drafts import Pov, fit_draft, pov_of
from ..session.loader import load_match, seats_of
from ..session.transaction import commit, open_table
from ..views.scenes import build_scene

if TYPE_CHECKING:
    from collections.abc import Sequence

    from accounts.models import User

LOG_CODE = "hint"
MOST = 20  # suggestions for one person within `REQUEST_WINDOW`
REQUEST_WINDOW = timedelta(minutes=10)

logger = logging.getLogger(__name__)


class SuggestedMove(NamedTuple):
    """A move in words, with its expected result.

    Attributes:
        move: the move in the title's notation.
        words: the move in the reader's language.
        chance: the chance to win in per cent; None where the person plays alone.
        points: the expected points.
    """

    move: str
    words: str
    chance: int | None
    points: int


class SuggestionState(NamedTuple):
    """A suggestion as the person who requested it sees it.

    Attributes:
        state: "" if none was requested here, "searching", "found", or "none" if the search failed.
        level: the name of the bot level that made it.
        move: the suggested move in the title's notation.
        words: that move in the reader's language.
        best: the suggested move with its values; None if the values are unknown.
        second: the second best move with its values.
        is_close: whether the two are about equally good.
    """

    state: str
    level: str = ""
    move: str = ""
    words: str = ""
    best: SuggestedMove | None = None
    second: SuggestedMove | None = None
    is_close: bool = False


def request_suggestion(key: str, user: User) -> Pov:
    """Request a suggestion for the position that a person sees; the same position gives the same.

    Raises:
        ActionError: suggestions are not available to them here or now.
        TooManyRequests: they requested too many in the last minutes.
    """
    with open_table(key) as session:
        seat = session.require_seat(user)
        turn = pov_of(session.table, session.seats, session.match, seat)
        why = unavailable_reason(turn) or _unneeded_reason(turn)
        if why:
            raise Conflict(why)
        row = _find_request(turn)
        if row is None:
            lately = Suggestion.objects.filter(
                table__seat_set__user=user, requested_at__gte=session.now - REQUEST_WINDOW
            ).count()
            if lately >= MOST:
                raise TooManyRequests(
                    _("Too many suggestions at once. Wait a few minutes."), code="too_often"
                )
            row = Suggestion.objects.create(
                table=session.table,
                version=session.table.version,
                seat=seat.number,
                after_move=session.table.move_count,
                draft=turn.draft,
                requested_at=session.now,
            )
            session.note(LOG_CODE, seat)
            commit([session])
        if row.result is None:
            pk = row.pk
            background.run_after_commit(
                lambda: background.enqueue_once(dispatch.COMPUTE_SUGGESTION, pk)
            )
        return turn


def unavailable_reason(turn: Pov) -> str:
    """Return why suggestions are not available to this viewer, "" if they are."""
    table, seat = turn.table, turn.seat
    if seat is None or seat.bot:
        return _("You do not play at this table.")
    if table.rated:
        return _("Suggestions are only available at friendly tables.")
    if table.is_hot_seat or _has_others(turn.seats, seat):
        return _("Suggestions are only available when all other players are bots.")
    if tutorial.tutorial_of(table) is not None:
        return _("In this match, the tutorial tells you what to play.")
    return ""


def _has_others(seats: Sequence[Seat], seat: Seat) -> bool:
    """Return whether anyone else plays or played there: people who left have a result, too."""
    return any(other.user_id is not None for other in seats if other is not seat)


def _unneeded_reason(turn: Pov) -> str:
    """Return why the position needs no suggestion, "" if it does."""
    legal = turn.legal_moves()
    if turn.must_confirm:
        return _("Turn complete. Send it, or undo.")
    if not legal:
        return _("You have nothing to decide now.")
    if len(legal) == 1:
        return _("There is only one move that you can make now.")
    return ""


def _find_request(turn: Pov) -> Suggestion | None:
    """Return the request for this position, if there is one; none from before a rollback."""
    assert turn.seat is not None
    table = turn.table
    asked = Suggestion.objects.filter(
        table=table,
        version__gte=table.set_back_version,
        seat=turn.seat.number,
        after_move=table.move_count,
    )
    return next((row for row in asked if row.draft == turn.draft), None)


def compute_suggestion(pk: int) -> bool:
    """Compute a requested suggestion; return False if it exists already or is out of date.

    The search runs without the lock. A new version of the table publishes the result.

    Args:
        pk: the id of the `Suggestion`.
    """
    row = Suggestion.objects.select_related("table").filter(pk=pk, result__isnull=True).first()
    if row is None or not _is_current(row, row.table):
        return False
    found = _compute_result(row)
    try:
        with open_table(row.table.key) as session:
            if not _is_current(row, session.table):
                return False
            if not Suggestion.objects.filter(pk=pk, result__isnull=True).update(result=found):
                return False
            commit([session])
    except NotRunningError:
        return False
    return True


def _is_current(row: Suggestion, table: Table) -> bool:
    is_there = row.after_move == table.move_count and row.version >= table.set_back_version
    return table.is_running and is_there


def _compute_result(row: Suggestion) -> dict[str, object]:
    try:
        seat = seats_of(row.table)[row.seat]
        seat.draft = row.draft
        drafted = fit_draft(load_match(row.table), seat)
        seed = random.Random(f"{row.table.key} {row.after_move} {row.draft}").getrandbits(40)
        return suggest(drafted.after, row.seat, seed).to_json()
    except Exception:
        logger.exception("no suggestion for seat %s of table %s", row.seat, row.table.key)
        return {}


def suggestion_for(turn: Pov, log_messages: Sequence[Message]) -> SuggestionState | None:
    """Return the suggestion for the position that a person sees; None if not available to them.

    It needs a query only if `log_messages`, the last log lines, say that one was requested.
    """
    seat, table = turn.seat, turn.table
    if seat is None or not table.is_running or unavailable_reason(turn):
        return None
    asked = any(
        one.log_code == LOG_CODE and one.after_move == table.move_count for one in log_messages
    )
    row = _find_request(turn) if asked else None
    if row is None:
        return SuggestionState("")
    if row.result is None:
        return SuggestionState("searching")
    found = Found.of(row.result) if row.result else None
    if found is None:
        return SuggestionState("none")
    show, names, number = presenter(table.game), [one.name for one in turn.seats], seat.number

    def label(move: str) -> str:
        return show.move_label(move, build_scene(turn.position, number, names, legal=(move,)))

    def candidate(one: MoveValue | None) -> SuggestedMove | None:
        if one is None:
            return None
        chance = None if one.chance is None else round(100 * one.chance)
        return SuggestedMove(one.move, label(one.move), chance, round(one.points))

    return SuggestionState(
        "found",
        level_name(found.level),
        found.move,
        label(found.move),
        candidate(found.best),
        candidate(found.second),
        found.is_close,
    )
