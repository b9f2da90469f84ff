"""The table session: plays moves, replaces people with bots, and ends matches.

A `TableSession` is the unit of work on one locked table. It collects the changes of the table and
the events that people must be notified of. `transaction.commit` writes all of it. Permissions are
checked by the callers, mostly in `games.table.actions.player_actions`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import games.rules as rules
from portal import repository
from portal.errors import Conflict

from ... import bots
from ...models import SNAPSHOT_EVERY, Move, Seat, Snapshot, Table
from ...notifications.outbox.events import TURN_EVENTS
from ...ratings import absence_tracking, elo, participation, rating_changes
from .. import vacations
from ..conditional_moves import execution
from ..errors import IllegalMoveError, StaleVersionError
from . import clocks, decision_limits, hot_seat, substitutes
from .loader import SEAT_FIELDS, dump_match
from .pending_change import PendingChange

MAX_TURN_LENGTH = 400

WAITING_SINCE, BOT = SEAT_FIELDS.index("waiting_since"), SEAT_FIELDS.index("bot")


class TableSession(PendingChange):
    """A locked table and the operations on it. Nothing is written before `transaction.commit`."""

    def illegal_move_error(self, error: rules.IllegalMove, number: int) -> IllegalMoveError:
        return IllegalMoveError(error, number, self.table, self.names)

    def check_version(self, version: int, seat: Seat) -> None:
        """Check that a request made at `version` still fits the decision of this seat.

        An older version is accepted if the seat has owed the same decision since then and nothing
        was revealed. Simultaneous decisions of other seats do not matter: the list of legal moves
        decides whether the move is still possible.

        Raises:
            StaleVersionError: the request is too old, or its version is in the future.
        """
        if version == self.table.version:
            return
        since = seat.waiting_version if seat.number in self.match.actors else None
        if since is None or not (
            max(since, self.table.revealed_version) <= version < self.table.version
        ):
            raise StaleVersionError(version, self.table.version)

    def play_moves(self, seat: Seat, texts: Iterable[str], by: str) -> None:
        """Play moves of one seat and the conditional moves that follow; update clocks and results.

        Args:
            seat: the seat that moves.
            texts: the moves in the title's notation. A generator may look at the match before it
                yields the next move.
            by: the source of the moves, a `Move.Source`.

        Raises:
            IllegalMoveError: the rules refuse a move.
            Conflict: a person has made too many moves in one decision.
        """
        table, match = self.table, self.match
        before, reveals = table.move_count, match.reveals
        self.seats_with_same_decision = set()
        if by in (Move.Source.PERSON, Move.Source.STANDING):
            self._play_decision(seat, texts, by)
        else:
            self._play_all(seat, texts, by)
            self._play_answers()
        table.state = dump_match(match)
        if match.reveals > reveals:
            table.revealed_version = table.version + 1
        if table.move_count // SNAPSHOT_EVERY > before // SNAPSHOT_EVERY:
            self.snapshots.append(Snapshot(table=table, after=table.move_count, state=table.state))
        if by == Move.Source.PERSON:
            vacations.end_after_commit(seat)
            seat.timeouts = 0
            seat.seen_move = table.move_count
        clocks.update_clocks(self, seat, table.version + 1)
        self._record_think_time(seat, by)
        if match.over:
            self._finish()

    def _record_think_time(self, seat: Seat, by: str) -> None:
        """Store the think time of a person's answer with its last move, once it is complete.

        An answer has no think time if `Seat.answer_seconds` is None, for example because the clock
        or a bot took part in it.
        """
        if by == Move.Source.PERSON and seat.waiting_since is not None:
            return
        if by == Move.Source.PERSON and seat.answer_seconds is not None:
            own = (m for m in reversed(self.moves) if m.seat == seat.number and m.by == by)
            next(own).took = max(0, round(seat.answer_seconds))
        seat.answer_seconds = None

    def _play_decision(self, seat: Seat, texts: Iterable[str], by: str) -> None:
        """Play moves and conditional moves; record whether the seat still owes the same decision.

        Moves by bots and by the clock do not need this: a clock that has run out restarts
        whatever decision follows.
        """
        match, reopened = self.match, seat.decision_reopened
        before = match.copy()

        def stays() -> bool:
            return match.reveals == before.reveals and decision_limits.is_same_decision(
                before, match, seat.number
            )

        self._play_all(seat, texts, by)
        is_same = stays()
        if by == Move.Source.PERSON:
            why = decision_limits.excess_reason(
                seat, stays=is_same, reopened=seat.decision_reopened > reopened
            )
            if why:
                raise Conflict(why, code="decision_too_long")
        answered = self._play_answers()
        if is_same and (not answered or (answered == {seat.number} and stays())):
            self.seats_with_same_decision.add(seat.number)

    def _play_all(self, seat: Seat, texts: Iterable[str], by: str) -> None:
        for number, text in enumerate(texts, 1):
            try:
                self._play(seat, text, by)
            except rules.IllegalMove as error:
                raise self.illegal_move_error(error, number) from error
        seat.draft = []  # conditional moves do not answer for a seat that has a draft

    def _play_answers(self) -> set[int]:
        """Play due conditional moves; return the numbers of the seats they answered for."""
        answered = set()
        for other, text in execution.answers(self):
            self._play(other, text, Move.Source.STANDING)
            answered.add(other.number)
        self.answered_seats |= answered
        return answered

    def _play(self, seat: Seat, text: str, by: str) -> None:
        """Play one move and add it to the journal."""
        decision_limits.count_move(seat, reopens=seat.number not in self.match.actors)
        chance = self.match.chance
        assert isinstance(chance, rules.FairChance)
        events = self.match.play(seat.number, text)
        outcomes, chance.outcomes = chance.outcomes, {}
        self.table.move_count += 1
        self.moves.append(
            Move(  # without the table object: caches keep journals longer than states
                table_id=self.table.pk,
                number=self.table.move_count,
                seat=seat.number,
                text=text,
                by=by,
                version=self.table.version + 1,
                at=self.now,
                events=to_journal_events(events, self.match.rules_version),
                outcomes=outcomes,
            )
        )

    def replace_with_bot(self, seat: Seat, why: Seat.LeaveReason, log_reason: str = "") -> None:
        """Let a bot play on for a person.

        `why` is stored on the seat. `log_reason` is the reason in the log, if that differs from
        `why`.
        """
        seat.bot = bots.STEADY
        seat.leave_reason = why
        seat.offered_at = None
        seat.draft = []
        if seat.waiting_since is not None:
            seat.due_at = self.now
        self.note("bot_took_over", seat, why=log_reason or str(why.value))
        if why == Seat.LeaveReason.TIMED_OUT:
            self.add_event("replaced", seat)

    def resign(self, seat: Seat) -> None:
        """Let a person leave for good. A bot plays on; if nobody else is left, the match ends.

        The last person has stayed longest and loses to nobody: everyone who left earlier has lost
        to them. An unrated match has no rating changes, so it is called off. A match that cannot
        be loaded is called off too, because it has no points.
        """
        if self.is_readable:
            seat.points_at_leaving = [score.total for score in self.match.scores()]
        if any(other.has_person for other in self.seats if other is not seat):
            self.replace_with_bot(seat, Seat.LeaveReason.RESIGNED)
        elif self.table.rated and self.is_readable:
            self._end_by_last_player(seat)
        else:
            self.call_off()

    def _finish(self) -> None:
        """Finish a match that was played to its end: store results and ratings."""
        table = self.table
        table.status = Table.Status.FINISHED
        table.ended_at = self.now
        for seat, score in zip(self.seats, self.match.scores(), strict=True):
            seat.rank, seat.total = score.rank, score.total
            seat.breakdown, seat.tiebreak = dict(score.breakdown), list(score.tiebreak)
        self._book_results()

    def _end_by_last_player(self, last: Seat) -> None:
        """End a rated match early because its last person leaves."""
        table = self.table
        table.status = Table.Status.FINISHED
        table.ended_at = self.now
        clocks.stop_clocks(self)
        for seat, score in zip(self.seats, self.match.scores(), strict=True):
            seat.rank = 1 if seat is last else 2
            seat.total, seat.breakdown = score.total, dict(score.breakdown)
        self.note("ended_by_last", last)
        self._book_results()

    def end_by_agreement(self) -> None:
        """End a match early because everyone agreed; the points of this moment decide."""
        table = self.table
        table.status = Table.Status.FINISHED
        table.ended_at, table.ended_by_agreement = self.now, True
        clocks.stop_clocks(self)
        for seat, score in zip(self.seats, self.match.scores(), strict=True):
            seat.rank, seat.total, seat.breakdown = score.rank, score.total, dict(score.breakdown)
        self.note("ended_by_agreement", None)
        self._book_results()

    def _book_results(self) -> None:
        """Rate a finished match, and add events that notify everyone of their result."""
        hot_seat.release_device(self.seats)
        substituted = substitutes.return_seats(self)
        self.table.rating_rules = elo.RULES_VERSION
        own, least = (
            participation.count_own_moves(self.table, self.moves),
            participation.required_moves(self.table),
        )
        for seat in self.seats:
            seat.idle = seat.user_id is not None and own[seat.number] < least
        substitutes.mark_idle_players(self, least)
        changes = {
            change.user_id: change for change in rating_changes.rate_match(self.table, self.seats)
        }
        for seat in (*self.seats, *substituted):
            change = changes.get(seat.user_id or 0)
            rated = {} if change is None else {"delta": str(change.delta), "to": str(change.after)}
            self.add_event(
                "over", seat, rank=seat.rank, total=seat.total, of=len(self.seats), **rated
            )
        self.add_event("over")

    def call_off(self) -> None:
        """Call the match off: it ends without a result."""
        self.table.status = Table.Status.CALLED_OFF
        self.table.ended_at = self.now
        self.table.on_hold_since, self.table.hold_reason = None, ""
        clocks.stop_clocks(self)
        absence_tracking.release_seats(self.seats)
        self.note("called_off", None)
        hot_seat.release_device(self.seats)
        for seat in self.seats:
            if seat.has_person:
                self.add_event("over", seat, called_off=True)
        self.add_event("over")

    def rest(self) -> None:
        """If nobody plays any more, put the table to sleep; call it off if nobody may return."""
        table = self.table
        if not table.is_running or any(seat.is_played_by_person for seat in self.seats):
            return
        if not any(seat.may_come_back for seat in self.seats):
            self.call_off()
        elif table.asleep_since is None:
            table.asleep_since = self.now
            clocks.stop_clocks(self)
            self.notification_events = [
                one for one in self.notification_events if one.event != "replaced"
            ]
            for seat in self.seats:
                if seat.may_come_back:
                    self.add_event("asleep", seat)
            self.note("fell_asleep", None)

    def mark_for_statistics(self) -> None:
        """Mark the table for the worker that counts answers and matches.

        Only tables with a new think time, or whose match ends now, are marked.
        """
        table = self.table
        ends = table.is_over and table.ended_at == self.now
        has_news = ends or any(move.took is not None for move in self.moves)
        if has_news and table.uncounted_after is None:
            table.uncounted_after = table.move_count - len(self.moves)

    def seats_of_ended_waits(self) -> list[Seat]:
        """Return the seats whose person waits no more, or has a new turn with this change.

        A person who moves and goes on in the same turn still has that turn.
        """
        asked = {
            one.seat.number
            for one in self.notification_events
            if one.event in TURN_EVENTS and one.seat
        }
        return [
            seat
            for seat in self.seats
            if seat.loaded[WAITING_SINCE] is not None
            and not seat.loaded[BOT]
            and (seat.waiting_since is None or seat.bot or seat.number in asked)
        ]

    def save_draft(self, seat: Seat, texts: list[str]) -> None:
        """Write the draft of a seat. Drafts are private, so the table's version stays."""
        seat.draft = texts
        repository.update_rows([seat], ("draft",))


def to_journal_events(events: list[rules.Event], rules_version: int) -> list[list[Any]]:
    """Return events in the form that the journal stores; `rules.StoredEvent.of` reads it."""
    return [[*event, rules_version] for event in events]
