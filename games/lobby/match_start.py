"""Starts matches: seats people, draws the secret seed, deals, and starts the clocks.

`begin_match` prepares all of it before anything is written. So a table that is full when it is
opened is written only once, as already started.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence, Set
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

import games.rules as rules
from accounts.user_locks import lock_users
from portal import repository
from portal.errors import Conflict

from .. import bots
from ..boards import translate_reason
from ..models import Invitation, Message, Move, Seat, Snapshot, Table
from ..notifications.outbox import Outbox
from ..ratings.rating_eligibility import can_be_rated
from ..table import rematch_series, tutorial
from ..table.session import clocks, hot_seat, seat_clock
from ..table.session.loader import dump_match
from ..table.session.table_session import TableSession, to_journal_events
from ..table.session.transaction import publish_and_dispatch
from ..table.views import tips
from .notifications import NotificationBatch
from .pending import (
    InvalidTableError,
    check_host,
    check_playable,
    load_seats,
    lock_open_table,
    resolve_invitations,
)
from .seat_colors import assign_colors

if TYPE_CHECKING:
    from accounts.models import User

random_order = secrets.SystemRandom()
STARTED_SEAT_FIELDS = (
    "number",
    "user",
    "bot",
    "has_tips",
    *seat_clock.WAIT_FIELDS,
    "waiting_version",
)


def check_player_count(table: Table, count: int) -> None:
    """Check that a match can start with this many people, even if the table has more seats.

    Raises:
        InvalidTableError: the game does not allow this number.
    """
    try:
        table.rules_game.check(count, table.options)
    except rules.OptionError as error:
        message = _("Too few people to start: %(reason)s")
        reason = translate_reason(error.why, table.game)
        raise InvalidTableError(message % {"reason": reason}, "seats", error.why) from error


def start(key: str, user: User) -> Table:
    """Start a table, for its host; free and reserved seats are dropped if the game allows fewer.

    Raises:
        Conflict: the table has a scheduled start and is not full; the table has started or was
            closed.
        InvalidTableError: too few people sit there.
        Forbidden: the user is not the host.
        MatchLoadError: the game is not installed any more.
    """
    with transaction.atomic():
        lock_users(user)
        table = lock_open_table(key)
        check_host(table, user)
        check_playable(table)
        seats = load_seats(table)
        taken = [seat for seat in seats if not seat.is_empty]
        if len(taken) < len(seats):
            if table.starts_at is not None:
                raise Conflict(
                    _("A table with a date starts earlier only when every seat is taken."),
                    code="too_early",
                )
            check_player_count(table, len(taken))
        start_with(table, seats, user)
        return table


def start_with(table: Table, seats: Sequence[Seat], by: User | None = None) -> None:
    """Start a match with those who sit there: for its host (`by`), or at its date (None).

    Unanswered invitations end.
    """
    batch = NotificationBatch(table, timezone.now())
    ended = Invitation.State.LAPSED if by is None else Invitation.State.WITHDRAWN
    why, name = ("date", "") if by is None else ("started", table.public_name(by))
    for invitation in resolve_invitations(seats, batch.now, ended):
        batch.add_for_invitation("removed", invitation.user, invitation, why=why, by=name)
    batch.put()
    _start(table, [seat for seat in seats if not seat.is_empty])


def start_if_full(table: Table, seats: Sequence[Seat]) -> None:
    """Start a table if every seat is taken and it waits for nothing else."""
    if is_ready(table, seats):
        _start(table, seats)


def is_ready(table: Table, seats: Sequence[Seat]) -> bool:
    return table.start_mode == Table.StartMode.FULL and not any(seat.is_empty for seat in seats)


def _start(table: Table, taken: Sequence[Seat]) -> None:
    """Start an open table with its taken seats; delete the others."""
    if len(taken) < table.seat_count:
        table.seat_set.exclude(pk__in=[seat.pk for seat in taken]).delete()
    table.seat_set.update(user=None)  # a person may have one seat only, also while seats change
    session = begin_match(table, taken)
    table.save()
    repository.update_rows(session.seats, STARTED_SEAT_FIELDS)
    write_match_start(session)


def prepare_matches(
    game: str, tables: Sequence[tuple[Table, Sequence[User]]], *, tells: bool = True
) -> list[TableSession]:
    """Prepare the matches of new tables of a game whose people and seats the caller has chosen.

    Nothing is written; see `write_prepared_matches`.

    Args:
        game: the game of all tables.
        tables: the unsaved tables, each with its people in the order of their seats.
        tells: whether to notify people that the match starts, if it is not their turn.
    """
    new = tips.beginners(game, {user for _table, users in tables for user in users})
    sessions = []
    for table, users in tables:
        seats = [Seat(table=table, number=n, user=user) for n, user in enumerate(users)]
        session = begin_match(table, seats, as_seated=True, new=new)
        if not tells:
            session.notification_events = [
                one
                for one in session.notification_events
                if one.event != "started" or one.seat is None
            ]
        sessions.append(session)
    return sessions


def write_prepared_matches(sessions: Sequence[TableSession], box: Outbox) -> None:
    """Write prepared tables, all in the same few statements; the caller sends the outbox."""
    repository.insert_rows([session.table for session in sessions])
    made = Table.objects.filter(key__in=[session.table.key for session in sessions])
    ids = dict(made.values_list("key", "pk"))
    for session in sessions:
        session.table.pk, session.table._state.adding = ids[session.table.key], False
        for seat in session.seats:
            seat.table = session.table  # the table has an id now
    repository.insert_rows([seat for session in sessions for seat in session.seats])
    _write_match_starts(sessions, box)


def begin_match(
    table: Table, taken: Sequence[Seat], *, as_seated: bool = False, new: Set[int] | None = None
) -> TableSession:
    """Seat everyone, draw the secret seed with its commitment, deal, and start the clocks.

    Nothing is written. Seats are drawn at random; in a rematch everyone moves forward by one. A
    guest who plays with bots sits first, so that they can try the game immediately. So does the
    person of a tutorial, whose table has its seed already. The device of a hot-seat table goes to a
    seat that must move first.

    Args:
        table: the table; it is changed to running.
        taken: its seats with people and bots.
        as_seated: whether everyone keeps their seat.
        new: ids of the people to whom the game is new; None to look them up.

    Returns:
        A session of the table with the opening position.

    Raises:
        InvalidTableError: the game has changed and no longer allows these settings.
    """
    people = {seat.user_id: seat.user for seat in taken}
    order = [(seat.user_id, seat.bot) for seat in taken]
    local = [seat.local_name for seat in taken if seat.local_name]
    if not as_seated:
        random_order.shuffle(order)
    if local:
        random_order.shuffle(local)
    if table.host.is_guest or table.seed:
        order.sort(key=lambda sits: sits[0] is None)
    if table.rematch_of is not None:
        order = rematch_series.rotate_seats(table.rematch_of, order)
    if new is None:
        new = tips.beginners(table.game, [user for user in people.values() if user is not None])
    for number, (seat, (user_id, bot)) in enumerate(zip(taken, order, strict=True)):
        seat.table, seat.number, seat.user, seat.bot = table, number, people[user_id], bot
        seat.bank, seat.has_tips = table.clock_bank, user_id in new
        seat.local_name = local.pop() if local and not bot else ""

    now = timezone.now()
    table.seat_count = len(taken)
    table.seat_colors = assign_colors(
        [seat.user.preferred_color if seat.user is not None else None for seat in taken]
    )
    table.seed = table.seed or secrets.token_hex(32)
    table.commitment = rules.commitment(table.seed)
    table.rated = (
        table.rated
        and len(taken) > 1
        and not any(bot for _user, bot in order)
        and can_be_rated(filter(None, people.values()), allowed=table.rates_bots)
    )
    table.status = Table.Status.RUNNING
    try:
        match = rules.new_match(table.game, table.seat_count, table.options, seed=table.seed)
    except rules.OptionError as error:  # the game has changed since the table was opened
        raise InvalidTableError(
            translate_reason(error.why, table.game), "options", error.why
        ) from error
    table.rules_version = match.rules_version
    table.started_at = table.changed_at = now
    table.state = dump_match(match)
    table.version += 1
    session = TableSession(table, list(taken), match, now)
    hot_seat.cover_first_seat(session)
    clocks.update_clocks(session, None, table.version)
    for seat in taken:
        session.add_event("started", seat)
    session.add_event("started")
    return session


def write_match_start(session: TableSession) -> None:
    """Write the start of one match: its set-up move, snapshot, log line and notifications."""
    box = Outbox()
    _write_match_starts([session], box)
    box.send()


def _write_match_starts(sessions: Sequence[TableSession], box: Outbox) -> None:
    repository.insert_rows([_deal_move(session) for session in sessions])
    repository.insert_rows(
        [
            Snapshot(table_id=session.table.pk, after=0, state=session.table.state)
            for session in sessions
        ]
    )
    Message.objects.bulk_create(
        [
            Message(table=session.table, log_code=_first_log_line(session), at=session.now)
            for session in sessions
        ]
    )
    box.add_table_events(sessions)
    for session in sessions:
        publish_and_dispatch(session.table, session.seats)


def _deal_move(session: TableSession) -> Move:
    table, match = session.table, session.match
    assert isinstance(match.chance, rules.FairChance)
    return Move(
        table_id=table.pk,
        number=0,
        text="",
        by=Move.Source.SETUP,
        version=table.version,
        at=session.now,
        events=to_journal_events(match.opening, match.rules_version),
        outcomes=match.chance.outcomes,
    )


def _first_log_line(session: TableSession) -> str:
    """Return the code of the first log line."""
    if tutorial.tutorial_of(session.table) is not None:
        return "started_guided"
    if any(seat.bot == bots.EASY for seat in session.seats):
        return "started_easy"
    return "started" if session.table.rematch_of_id is None else "started_again"
