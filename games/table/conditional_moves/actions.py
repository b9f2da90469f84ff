"""Actions on the conditional moves of a seat: list, add, sort, arm and remove them.

Conditional moves are private. Pages, sockets and logs of other people do not show them, and the
version of the table does not change, until one of them plays. A conditional move that fits the
current decision plays immediately.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from django.utils.translation import gettext as _

from portal import repository
from portal.errors import Invalid

from ... import conditional_moves as engine
from ...boards import Presenter, presenter
from ...boards.translations import join_list
from ...conditional_moves import (
    ConditionalMove,
    ConditionalMoveError,
    DecisionKind,
    DecisionKinds,
    Duration,
    Fallback,
    ListMode,
)
from ...conditional_moves.conditional_move import assign_ids, check_count
from ...models import Move, Seat
from ..session.drafts import Pov, pov_of
from ..session.loader import rules_guard
from ..session.table_session import TableSession
from ..session.transaction import commit, open_table
from . import execution

if TYPE_CHECKING:
    from accounts.models import User


# changing


def add(key: str, user: User, given: object) -> Pov:
    """Add a conditional move to the end of a seat's list.

    Args:
        key: the key of the table.
        user: the person.
        given: data for `games.conditional_moves.parse`; `armed` arms it immediately.

    Raises:
        ActionError: the data is not valid, or the person plays no seat; nothing has changed.
    """
    with open_table(key) as session:
        seat = session.require_seat(user)
        found = execution.conditional_moves_of(seat)
        try:
            check_count(len(found) + 1)
            new = _parse([given], session, seat)
        except ConditionalMoveError as error:
            raise Invalid(str(error), code="bad_order") from error
        return _save(session, seat, assign_ids([*found, replace(new[0], id=0)]))


def give(key: str, user: User, given: object) -> Pov:
    """Replace all conditional moves of a seat.

    Args:
        key: the key of the table.
        user: the person.
        given: data for `games.conditional_moves.parse_all`.

    Raises:
        ActionError: the data is not valid, or the person plays no seat; nothing has changed.
    """
    with open_table(key) as session:
        seat = session.require_seat(user)
        try:
            return _save(session, seat, _parse(given, session, seat))
        except ConditionalMoveError as error:
            raise Invalid(str(error), code="bad_order") from error


def change(key: str, user: User, number: int, what: str) -> Pov:
    """Arm, disarm, remove, or move `up` or `down` one conditional move.

    Args:
        key: the key of the table.
        user: the person.
        number: the id of the conditional move.
        what: "arm", "disarm", "remove", "up" or "down".

    Raises:
        ActionError: the seat has no such conditional move, or `what` is unknown.
    """
    with open_table(key) as session:
        seat = session.require_seat(user)
        found = execution.conditional_moves_of(seat)
        place = next((n for n, one in enumerate(found) if one.id == number), None)
        if place is None:
            raise Invalid(
                _("You have no conditional move %(n)d at this table.") % {"n": number},
                code="bad_order",
            )
        if what == "arm":
            found[place] = found[place].arm(_current_round(session, seat))
        elif what == "disarm":
            found[place] = found[place].disarm()
        elif what == "remove":
            del found[place]
        elif what in ("up", "down"):
            to = min(max(0, place + (1 if what == "down" else -1)), len(found) - 1)
            found.insert(to, found.pop(place))
        else:
            known = join_list(("arm", "disarm", "remove", "up", "down"))
            raise Invalid(
                _("%(given)s is not an action for a conditional move. The actions are: %(known)s.")
                % {"given": what[:60], "known": known},
                code="bad_order",
            )
        return _save(session, seat, found)


def _parse(given: object, session: TableSession, seat: Seat) -> list[ConditionalMove]:
    """Parse conditional moves, and arm those with `armed`.

    Unchanged ones keep their state, for example how many of their moves have been played.
    """
    now = _current_round(session, seat)
    kinds = engine.decision_kinds_of(session.table.game, session.table.options)
    before = {one.id: one for one in execution.conditional_moves_of(seat)}
    found = []
    for conditional_move in engine.parse_all(given, kinds, has_rounds=now is not None):
        old = before.get(conditional_move.id)
        if old is not None and _without_state(old) == _without_state(conditional_move):
            found.append(old)
        else:
            found.append(conditional_move.arm(now) if conditional_move.armed else conditional_move)
    return found


def _without_state(conditional_move: ConditionalMove) -> ConditionalMove:
    """Return a conditional move without the state that the site stores with it."""
    return replace(conditional_move, round=None, played=0, stopped="")


def _current_round(session: TableSession, seat: Seat) -> int | None:
    return engine.decision_kinds_of(session.table.game, session.table.options).round_of(
        session.match.view(seat.number)
    )


def _save(session: TableSession, seat: Seat, found: Sequence[ConditionalMove]) -> Pov:
    """Store a seat's conditional moves; if one fits the current decision, play it immediately."""
    execution.save_conditional_moves(seat, found)
    if next(execution.answers(session, seat), None) is None:
        session.notification_events.clear()  # the person sees the outcome on this page
        repository.update_rows([seat], ("conditional_moves",))
    else:
        session.play_moves(seat, [], Move.Source.STANDING)
        commit([session])
    return pov_of(session.table, session.seats, session.match, seat)


# reading


class ConditionalMoveText(NamedTuple):
    """A conditional move in words, for its owner's page.

    Attributes:
        armed: whether it can play.
        stopped: why it has stopped, "" if it has not.
    """

    id: int
    kind: str
    moves: tuple[tuple[str, bool], ...]  # in words, and whether it has been played
    guards: tuple[str, ...]
    rest: str
    armed: bool
    stopped: str


def describe_conditional_moves(turn: Pov) -> tuple[ConditionalMoveText, ...] | None:
    """Return the viewer's conditional moves in words; None if they cannot have any here."""
    seat = turn.seat
    if seat is None or seat.bot or not turn.table.is_running:
        return None
    show = presenter(turn.table.game)
    kinds = engine.decision_kinds_of(turn.table.game, turn.table.options)
    return tuple(_describe(one, kinds, show) for one in execution.conditional_moves_of(seat))


def _describe(
    conditional_move: ConditionalMove, kinds: DecisionKinds, show: Presenter
) -> ConditionalMoveText:
    kind = kinds.kind(conditional_move.kind)
    guards = []
    for key, number in conditional_move.guards.items():
        guard = None if kind is None else kind.guard(key)
        if guard is not None:
            guards.append(f"{guard.label}: {number}" if guard.has_number else str(guard.label))
    return ConditionalMoveText(
        conditional_move.id,
        decision_kind_label(show.game.key, conditional_move.kind),
        tuple(
            (
                pattern_label(show, move),
                conditional_move.way == ListMode.EACH and place < conditional_move.played,
            )
            for place, move in enumerate(conditional_move.moves)
        ),
        tuple(guards),
        FALLBACK_TEXTS[conditional_move.otherwise]()
        + " "
        + DURATION_TEXTS[conditional_move.until](),
        conditional_move.armed,
        stop_reason_text(conditional_move.stopped),
    )


def decision_kind_label(game: str, key: str) -> str:
    """Return a kind of decision in words."""
    kind = engine.decision_kinds_of(game).kind(key)
    return key if kind is None else str(kind.label)


def pattern_label(show: Presenter, pattern: str) -> str:
    """Return a pattern in words; "any" stands for each part that it leaves open."""
    verb, *arguments = pattern.split(" ")
    if "*" not in pattern:
        try:
            return show.move_label(pattern)
        except Exception:  # for example a place that the board does not have
            return pattern
    words = [_("any") if one == "*" else show.word(one) for one in arguments]
    return " ".join([show.word(verb), *words])


LazyText = Callable[[], str]
FALLBACK_TEXTS: dict[str, LazyText] = {
    Fallback.ASK: lambda: _("If not possible: ask me."),
    Fallback.PASS: lambda: _("If not possible: pass."),
    Fallback.SITE: lambda: _("If not possible: let the site choose."),
}
DURATION_TEXTS: dict[str, LazyText] = {
    Duration.ONCE: lambda: _("Once."),
    Duration.ROUND: lambda: _("In this round."),
    Duration.STOP: lambda: _("Until I stop it."),
}
STOP_REASON_TEXTS: dict[str, LazyText] = {
    "": lambda: "",
    "done": lambda: _("It has been carried out."),
    "expired": lambda: _("The round it was for is over."),
    "none_fits": lambda: _("None of its moves was possible."),
    "no_pass": lambda: _("None of its moves was possible, nor was passing."),
    "too_long": lambda: _("It made too many moves in a row."),
    "unknown": lambda: _("This kind of decision no longer exists."),
    "failed": lambda: _("It could not be carried out."),
}


def stop_reason_text(code: str) -> str:
    return STOP_REASON_TEXTS.get(code, STOP_REASON_TEXTS["failed"])()


class AvailableKind(NamedTuple):
    """A kind of decision for which a seat can have conditional moves.

    Attributes:
        words: the words by name that replace the <names> in the kind's forms of moves.
        until: how long a conditional move for it may last.
    """

    kind: DecisionKind
    words: dict[str, Collection[str]]
    until: list[Duration]


def available_kinds(turn: Pov) -> list[AvailableKind]:
    """Return the kinds of decisions for which the viewer can have conditional moves."""
    assert turn.seat is not None
    kinds = engine.decision_kinds_of(turn.table.game, turn.table.options)
    with rules_guard(turn.table):
        view = turn.match.view(turn.seat.number)
    until = available_durations(kinds, view)
    return [
        AvailableKind(kind, _words_in_forms(kinds, kind.move_forms), until) for kind in kinds.kinds
    ]


def _words_in_forms(kinds: DecisionKinds, forms: Sequence[str]) -> dict[str, Collection[str]]:
    parts = {part[1:-1] for form in forms for part in form.split(" ") if part[:1] == "<"}
    return {name: kinds.words[name] for name in sorted(parts) if name in kinds.words}


def available_durations(kinds: DecisionKinds, view: Mapping[str, Any]) -> list[Duration]:
    """Return how long a conditional move may last in a match; `ROUND` only if it has rounds."""
    return [one for one in Duration if one != Duration.ROUND or kinds.round_of(view) is not None]
