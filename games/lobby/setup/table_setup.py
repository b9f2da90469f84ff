"""Tables before the start: open, rename, join, leave and close them, with all limits."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

import games.rules as rules
from accounts.user_locks import lock_users_with_rows
from portal.errors import ActionError, Forbidden

from ...availability import start_dates, validation
from ...models import Club, Invitation, Seat, Table
from ...notifications.outbox import Outbox
from ...table.access import is_visible_to
from ...table.actions import resignation
from ...table.realtime import publish
from ...time_controls import DAY, HOUR, TimeControl
from ..eligibility import COMPANY, JOIN, OPEN, NewTableRequest, TableSeatRequest, find_eligibility
from ..match_start import (
    begin_match,
    check_player_count,
    is_ready,
    start_if_full,
    write_match_start,
)
from ..notifications import NotificationBatch
from ..pending import (
    LOCKED,
    InvalidTableError,
    check_host,
    load_seats,
    lock_open_table,
    publish_change,
    resolve_invitations,
)
from ..table_settings import TableSettings
from .settings_validation import (
    check_requirements,
    clean_local_names,
    clean_table_name,
    validate_settings,
)

if TYPE_CHECKING:
    from accounts.models import User


def open_duration(clock: TimeControl) -> timedelta:
    """Return how long a table with this clock waits for people before it closes automatically."""
    return timedelta(seconds=2 * HOUR if clock.is_live else 14 * DAY)


def open_table(
    host: User,
    game: str,
    settings: TableSettings,
    *,
    name: str = "",
    club: Club | None = None,
    date: start_dates.StartDate | None = None,
    follows: Table | None = None,
    company: Sequence[User] = (),
    local_names: Sequence[str] = (),
    seed: str = "",
) -> Table:
    """Open a table, seat the host, and give bots their seats; a full table starts immediately.

    Args:
        settings: the settings. A table with bots, one seat or no time limit is never rated. Its
            requirements apply to people who join uninvited; the host must meet them too.
        club: the club whose members alone can find the table, whatever its visibility.
        date: the scheduled start, at which it starts or closes; it replaces `start_when`.
        follows: the match of which this is the rematch; everyone moves one seat forward.
        company: people who sit down together with the host; the caller has their consent.
        local_names: the players on the host's device; see `TableSettings.for_hot_seat`. Nobody
            else can join.
        seed: the seed of a tutorial; all other matches draw a secret one.

    Raises:
        InvalidTableError: a setting is not valid, or not possible for this host.
        Invalid: the host has too many unfinished tables.
        Forbidden: bot accounts and people sit at a rated table that does not allow it; a moderator
            has barred one of the people from new seats for a time.
        Forbidden, TooManyRequests: one of the people is a guest and may not.
        AccountClosedError: one of their accounts is closed.
    """
    settings = validate_settings(game, settings, has_date=date is not None)
    name = clean_table_name(name)
    if local_names:
        local_names = clean_local_names(local_names, host, settings.seats_for_people - 1)
        settings, date = settings.for_hot_seat(), None
    with transaction.atomic():
        people = lock_users_with_rows(host, *company)
        host, company = people[host.pk], [people[one.pk] for one in company]
        with_people = 1 + len(local_names) < settings.seats_for_people
        for way, one in ((OPEN, host), *((COMPANY, one) for one in company)):
            request = NewTableRequest(way, one, settings, club, (host, *company), with_people)
            find_eligibility(request).check()
        check_requirements(settings.asks, host, game)
        now = timezone.now()
        table = Table(
            name=name,
            game=game,
            host=host,
            club=club,
            rematch_of=follows,
            series_number=1 if follows is None else follows.series_number + 1,
            seed=seed,
            is_hot_seat=bool(local_names),
            created_at=now,
            closes_at=now + open_duration(settings.clock),
            rules_version=rules.get(game).version,
            **settings.to_table_fields(),
        )
        if club is not None:
            table.visibility = Table.Visibility.CIRCLE
        if date is not None:
            set_start_date(table, date, now)
        new = _build_seats(table, (host, *company), settings.bots)
        if local_names:
            for seat, local in zip(new, (host.own_name, *local_names), strict=False):
                seat.local_name = local
        _write_new_table(table, new, len(company))
    return table


def _build_seats(table: Table, people: Sequence[User], levels: Sequence[str]) -> list[Seat]:
    """Return new seats: first the host's, then their company's, free seats, and bots last."""
    free = table.seat_count - len(people) - len(levels)
    sit = [*((one, "") for one in people), *([(None, "")] * free), *((None, bot) for bot in levels)]
    return [Seat(table=table, number=n, user=user, bot=bot) for n, (user, bot) in enumerate(sit)]


def _write_new_table(table: Table, seats: Sequence[Seat], came: int) -> None:
    """Write a new table, which starts if it is full; `came` people sit down with the host."""
    session = begin_match(table, seats) if is_ready(table, seats) else None
    if session is None:
        table.version, table.changed_at = 1, table.created_at
    table.save()
    Seat.objects.bulk_create(seats)
    box = Outbox(table.created_at)
    box.add_for_club(table.club, "opened", table=table)
    box.send()
    if session is not None:
        write_match_start(session)
        return
    publish.publish_table(
        table.key, table.version, [seat.user_id for seat in seats if seat.user_id]
    )
    if came:
        batch = NotificationBatch(table, table.created_at)
        batch.add_seats_taken(seats, came)
        batch.put()


def set_start_date(table: Table, date: start_dates.StartDate, now: datetime) -> None:
    """Set or change the scheduled start of a pending table; does not save it.

    Raises:
        InvalidTableError: the table cannot start then, or not with so few people.
    """
    try:
        start_dates.check_start_time(date.at, now)
    except validation.InvalidCalendarError as error:
        raise InvalidTableError(error.message, error.field) from error
    if date.least > table.seat_count:
        message = _("There are only %(n)d seats.")
        raise InvalidTableError(message % {"n": table.seat_count}, "least")
    check_player_count(table, date.least)
    table.start_mode = Table.StartMode.DATE
    table.starts_at, table.starts_zone, table.min_players_at_start = date.at, date.zone, date.least
    table.next_action_at = start_dates.next_action_at(date.at, now)
    table.closes_at = date.at + start_dates.MISSED_START_GRACE


def rename(key: str, user: User, name: str) -> Table:
    """Rename a pending table, for its host; without a name, pages show two words instead.

    Raises:
        InvalidTableError: the name is not valid.
        Forbidden: the user is not the host.
        Conflict: the table has started or was closed.
    """
    name = clean_table_name(name)
    with transaction.atomic():
        table = lock_open_table(key)
        check_host(table, user)
        table.name = name
        table.save(update_fields=["name"])
        publish_change(table)
        return table


def join(key: str, user: User) -> Table:
    """Take a free seat or the one reserved for this person, unless they already sit there.

    Raises:
        Table.DoesNotExist: no table has this key, or the user may not know of it.
        Conflict: no seat is free, the table has started or was closed.
        Forbidden: the host has removed this person; they do not meet the host's requirements; the
            user is a guest, who can join only by a link or an invitation; a moderator has forbidden
            it for a time.
        MatchLoadError: the game is not installed any more.
    """
    with transaction.atomic():
        user = lock_users_with_rows(user)[user.pk]
        table = LOCKED.get(key)
        if not is_visible_to(table, user):
            raise Table.DoesNotExist
        seats = load_seats(table)
        if any(seat.user_id == user.pk for seat in seats):
            return table
        request = TableSeatRequest(JOIN, user, table, seats)
        find_eligibility(request).check()
        seat_player(request)
        return table


def seat_player(request: TableSeatRequest, message: str = "") -> None:
    """Put an eligible person on their seat, notify the host, and start the table if it is full.

    Args:
        request: who asks for which table, and how; the caller has locked both rows.
        message: what the person writes with their answer to the invitation.
    """
    table, seat, user = request.table, request.seat, request.person
    assert seat is not None
    now, by = timezone.now(), table.public_name(user)
    invitation = seat.invitation
    if invitation is not None:
        invitation.settle(Invitation.State.ACCEPTED, now, message)
    seat.invitation, seat.user = None, user
    seat.save(update_fields=["user", "invitation"])
    publish_change(table)
    batch = NotificationBatch(table, now)
    if invitation is None:
        batch.add("joined", table.host, by=by)
    else:
        answer = {"answer": invitation.state, "word": message, "by": by}
        batch.add_for_invitation("answered", table.host, invitation, **answer)
    batch.add_seats_taken(request.seats)
    batch.put()
    start_if_full(table, request.seats)


def leave(key: str, user: User) -> Table:
    """Give up a seat before the start; a host who leaves closes the table."""
    with transaction.atomic():
        table = lock_open_table(key)
        if table.host_id == user.pk:
            close_table(table, user)
            return table
        seat = table.seat_set.filter(user=user).first()
        if seat is None:
            raise Forbidden(_("You have no seat at this table."), code="not_your_seat")
        seat.user = None
        seat.save(update_fields=["user"])
        publish_change(table, user)
        return table


def close(key: str, user: User) -> Table:
    """Close a pending table, for its host."""
    with transaction.atomic():
        table = lock_open_table(key)
        check_host(table, user)
        close_table(table, user)
        return table


def close_if_expired(key: str, now: datetime | None = None) -> bool:
    """Close a table that nobody started in time; return whether it was closed."""
    with transaction.atomic():
        table = LOCKED.get(key)
        if table.status != Table.Status.OPEN or (table.closes_at or timezone.now()) > (
            now or timezone.now()
        ):
            return False
        close_table(table, why="missed" if table.starts_at else "")
    return True


def tables_to_leave(user: User | int) -> QuerySet[Table]:
    """Return pending tables that this person hosts or sits at, and running ones where they play.

    Running tables where a bot replaced them because of a time-out count: they may come back.
    """
    mine = Seat.objects.filter(user=user)
    playing = mine.filter(Q(bot="") | Q(leave_reason=Seat.LeaveReason.TIMED_OUT))
    return Table.objects.filter(
        Q(status=Table.Status.OPEN, host=user)
        | Q(status=Table.Status.OPEN, pk__in=mine.values("table"))
        | Q(status=Table.Status.RUNNING, pk__in=playing.values("table"))
    ).order_by("pk")


def leave_all_tables(user: User) -> None:
    """Leave all pending tables and resign from all running ones, when an account is deleted.

    Each has its own transaction. Callers check again: tables that start or end now are skipped.
    """
    for key, status in list(tables_to_leave(user).values_list("key", "status")):
        with contextlib.suppress(ActionError):
            if status == Table.Status.OPEN:
                leave(key, user)
            else:
                resignation.resign_for_deletion(key, user)


def leave_club_tables(user: User, club: Club) -> None:
    """Leave the pending tables of a club that the person has left."""
    of_it = Table.objects.filter(club=club, status=Table.Status.OPEN)
    mine = of_it.filter(Q(host=user) | Q(pk__in=Seat.objects.filter(user=user).values("table")))
    for key in list(mine.order_by("pk").values_list("key", flat=True)):
        with contextlib.suppress(ActionError):  # it starts or closes at the same moment
            leave(key, user)


def close_table(table: Table, by: User | None = None, **why: object) -> None:
    """Close a pending table for its host (`by`) or because its time is over; notify all others."""
    seats = load_seats(table)
    pending = resolve_invitations(seats, timezone.now(), Invitation.State.WITHDRAWN)
    table.status = Table.Status.CLOSED
    table.ended_at = timezone.now()
    table.save(update_fields=["status", "ended_at"])
    people = [*(seat.user for seat in seats), *(one.user for one in pending)]
    others = [person for person in people if person is not None and person != by]
    publish_change(table, *others)
    batch = NotificationBatch(table, table.ended_at)
    for person in others:
        batch.add("closed", person, by="" if by is None else table.public_name(by), **why)
    batch.put()
