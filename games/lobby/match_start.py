"""The first moment of a match: when a table starts, who sits where, the secret seed, the clocks.

All of it is made before anything is written (`begin_match`), so a table that has all of its people
when it is opened is written as it starts.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence, Set
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

import games.rules as rules
from portal.performance import fast_orm

from .. import bots
from ..boards import translate_reason
from ..models import Invitation, Message, Move, Seat, Snapshot, Table
from ..notifications.outbox import writer
from ..notifications.outbox.table_notifications import build_table_notifications
from ..ratings.rating_eligibility import can_be_rated
from ..table import dispatch, rematch_series, tutorial
from ..table.actions import player_actions
from ..table.errors import ActionError
from ..table.session import hot_seat, seat_clock
from ..table.session.table_session import TableSession, to_journal_events
from ..table.session.transaction import publish_and_dispatch
from ..table.user_locks import lock_users
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

if TYPE_CHECKING:
    from accounts.models import User

random_order = secrets.SystemRandom()
STARTED_SEAT_FIELDS = ("number", "user", "bot", "hints", *seat_clock.WAIT_FIELDS, "waiting_version")


class StartTooEarlyError(ActionError):
    """A table with a date is not full before it."""

    code = "too_early"


def check_player_count(table: Table, count: int) -> None:
    """Whether a match of a table can begin with so many, be there more seats.

    Raises:
        InvalidTableError: the game does not allow it.
    """
    try:
        table.rules_game.check(count, table.options)
    except rules.OptionError as error:
        message = _("Too few people to start: %(reason)s")
        reason = translate_reason(error.why, table.game)
        raise InvalidTableError(message % {"reason": reason}, "seats", error.why) from error


def start(key: str, user: User) -> Table:
    """The host starts; seats still free or held are given up if the game allows fewer.

    A table with a date starts before it only when every seat is taken.
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
                raise StartTooEarlyError(
                    _("A table with a date starts earlier only when every seat is taken.")
                )
            check_player_count(table, len(taken))
        start_with(table, seats, user)
        return table


def start_with(table: Table, seats: Sequence[Seat], by: User | None = None) -> None:
    """The match begins with those who sit there: for its host (`by`), or as its date has come.

    Nothing is held for others any more.
    """
    telling = NotificationBatch(table, timezone.now())
    ended = Invitation.State.LAPSED if by is None else Invitation.State.WITHDRAWN
    about = {"why": "date", "by": ""} if by is None else {"why": "started", "by": by.display_name}
    for invitation in resolve_invitations(seats, telling.now, ended):
        telling.add_for_invitation("removed", invitation.user, invitation, **about)
    telling.put()
    _start(table, [seat for seat in seats if not seat.is_empty])


def start_if_full(table: Table, seats: Sequence[Seat]) -> None:
    """Start a table that waits for nothing else than that every seat is taken."""
    if is_ready(table, seats):
        _start(table, seats)


def is_ready(table: Table, seats: Sequence[Seat]) -> bool:
    return table.start_when == Table.StartMode.FULL and not any(seat.is_empty for seat in seats)


def _start(table: Table, taken: Sequence[Seat]) -> None:
    """Start a table that is open, with those of its seats that are taken."""
    if len(taken) < table.seat_count:
        table.seat_set.exclude(pk__in=[seat.pk for seat in taken]).delete()
    table.seat_set.update(user=None)  # nobody sits twice while they change places
    door = begin_match(table, taken)
    table.save()
    fast_orm.update_rows(door.seats, STARTED_SEAT_FIELDS)
    write_match_start(door)


def prepare_match(
    table: Table, seats: Sequence[Seat], new: Set[int], *, tells: bool = True
) -> TableSession:
    """A new table whose people somebody else has brought together, as it begins; nothing is
    written.

    Args:
        new: the people to whom the game is new (`hinting.beginners`).
        tells: whether they hear here that it starts, if it is not their turn.
    """
    door = begin_match(table, seats, as_seated=True, new=new)
    if not tells:
        started = [
            one
            for one in door.notification_events
            if one.event == "started" and one.seat is not None
        ]
        door.notification_events = [one for one in door.notification_events if one not in started]
    return door


def write_prepared_matches(doors: Sequence[TableSession]) -> None:
    """Write new tables that were prepared, all in the same few statements."""
    fast_orm.insert_rows([door.table for door in doors])
    made = Table.objects.filter(key__in=[door.table.key for door in doors])
    ids = dict(made.values_list("key", "pk"))
    for door in doors:
        door.table.pk, door.table._state.adding = ids[door.table.key], False
        for seat in door.seats:
            seat.table = door.table  # which has an id now
    fast_orm.insert_rows([seat for door in doors for seat in door.seats])
    write_match_starts(doors)


def begin_match(
    table: Table, taken: Sequence[Seat], *, as_seated: bool = False, new: Set[int] | None = None
) -> TableSession:
    """Seat everybody, draw the secret seed, show its commitment, start the clocks.

    Nothing is written. Seats are drawn at random, unless everybody stays `as_seated`; in a series
    everybody moves on by one. A guest with bots sits first: they are here to see what it is like.
    So does whoever is guided, at a table that has its seed from the guide. The device of a hot seat
    goes to who is to move first.
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
    if table.follows is not None:
        order = rematch_series.rotate_seats(table.follows, order)
    if new is None:
        new = tips.beginners(table.game, [user for user in people.values() if user is not None])
    for number, (seat, (user_id, bot)) in enumerate(zip(taken, order, strict=True)):
        seat.table, seat.number, seat.user, seat.bot = table, number, people[user_id], bot
        seat.bank, seat.hints = table.clock_bank, user_id in new
        seat.local_name = local.pop() if local and not bot else ""

    now = timezone.now()
    table.seat_count = len(taken)
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
    except rules.OptionError as error:  # declared otherwise since the table was opened
        raise InvalidTableError(
            translate_reason(error.why, table.game), "options", error.why
        ) from error
    table.rules_version = match.rules_version
    table.started_at = table.changed_at = now
    table.state = player_actions.dump_match(match)
    table.version += 1
    door = TableSession(table, list(taken), match, now)
    hot_seat.cover_first_seat(door)
    door.update_clocks(None, table.version)
    for seat in taken:
        door.tell("started", seat)
    door.tell("started")
    return door


def write_match_start(door: TableSession) -> None:
    """The journal of a match opens with what the deal has brought; see `write_match_starts`."""
    write_match_starts([door])


def write_match_starts(doors: Sequence[TableSession]) -> None:
    """Journals open with what the deal has brought; everybody is told, and bots are woken."""
    fast_orm.insert_rows([_deal_move(door) for door in doors])
    fast_orm.insert_rows(
        [Snapshot(table_id=door.table.pk, after=0, state=door.table.state) for door in doors]
    )
    Message.objects.bulk_create(
        [Message(table=door.table, notice=_first_log_line(door), at=door.now) for door in doors]
    )
    notices = [
        one
        for door in doors
        for one in build_table_notifications(door.table, door.notification_events, door.now)
    ]
    dispatch.enqueue_delivery(writer.store_notifications(notices))
    for door in doors:
        publish_and_dispatch(door.table, door.seats)


def _deal_move(door: TableSession) -> Move:
    table, match = door.table, door.match
    assert isinstance(match.chance, rules.FairChance)
    return Move(
        table_id=table.pk,
        number=0,
        text="",
        by=Move.Source.SETUP,
        version=table.version,
        at=door.now,
        events=to_journal_events(match.opening, match.rules_version),
        outcomes=match.chance.outcomes,
    )


def _first_log_line(door: TableSession) -> str:
    """What the log says first."""
    if tutorial.tutorial_of(door.table) is not None:
        return "started_guided"
    if any(seat.bot == bots.EASY for seat in door.seats):
        return "started_easy"
    return "started" if door.table.follows_id is None else "started_again"
