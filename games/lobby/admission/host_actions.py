"""What a host does before the start: remove players, transfer the table, add and remove bots."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.user_locks import lock_users
from portal.errors import Conflict, Forbidden

from ...models import Invitation, Seat, Table
from ...ratings.reliability.requirements import Requirements
from ..eligibility import HOST, SeatRequest, find_eligibility
from ..match_start import start_if_full
from ..notifications import NotificationBatch
from ..pending import (
    InvalidTableError,
    check_host,
    check_playable,
    load_seats,
    lock_open_table,
    publish_change,
)
from ..setup.settings_validation import check_bot_level, check_bot_speed
from .invitations import find_people

if TYPE_CHECKING:
    from accounts.models import User


def remove_player(key: str, host: User, player: str | int) -> Table:
    """Remove a player from their seat; they can come back only if they are invited.

    Args:
        key: the key of the table.
        host: who asks.
        player: the user name; at a table with hidden names the number of the seat.

    Raises:
        Forbidden: the user is not the host, or no other player has this name.
        Conflict: the table has started or was closed.
    """
    with transaction.atomic():
        table = lock_open_table(key)
        check_host(table, host)
        seat = _seat_of_player(table, load_seats(table), host, player)
        guest, now = seat.user, timezone.now()
        assert guest is not None
        seat.user = None
        seat.save(update_fields=["user"])
        ended = Invitation.State.REMOVED
        Invitation.objects.create(
            table=table, user=guest, inviter=host, state=ended, expires_at=now, answered_at=now
        )
        publish_change(table, guest)
        batch = NotificationBatch(table, now)
        batch.add("removed", guest, why="removed", by=table.public_name(host))
        batch.put()
        return table


def transfer_host(key: str, host: User, player: str | int) -> Table:
    """Make another player the host; the old host keeps their seat.

    Requirements with numbers stay. "Only people I follow" is dropped, because it would reveal whom
    the new host follows.

    Args:
        key: the key of the table.
        host: who asks.
        player: as in `remove_player`.

    Raises:
        Forbidden: the user is not the host, or no other player has this name; the new host is a
            guest.
        Invalid: nobody has this name; the new host has too many unfinished tables.
        Conflict: the table has started or was closed.
        AccountClosedError: one of the two accounts is closed.
    """
    guest = _find_player(key, player)
    with transaction.atomic():
        lock_users(host, guest)
        table = lock_open_table(key)
        check_host(table, host)
        seats = load_seats(table)
        if _seat_of_player(table, seats, host, player).user != guest:
            raise _nobody_error()
        find_eligibility(SeatRequest(HOST, guest)).check()
        table.host = guest
        table.requirements = replace(Requirements.of(table.requirements), followed=False).to_json()
        table.save(update_fields=["host", "requirements"])
        publish_change(table)
        batch = NotificationBatch(table, timezone.now())
        names = {"by": table.public_name(host), "to": table.public_name(guest)}
        for seat in seats:
            if seat.user is not None and seat.user != host:
                batch.add("handed_on", seat.user, **names, mine=seat.user == guest)
        batch.put()
        return table


def _find_player(key: str, player: str | int) -> User:
    if isinstance(player, str):
        return find_people([player])[0]
    table = Table.objects.only("pk").get(key=key)
    seat = table.seat_set.select_related("user").filter(number=player).first()
    if seat is None or seat.user is None:
        raise _nobody_error()
    return seat.user


def _seat_of_player(table: Table, seats: Iterable[Seat], host: User, player: str | int) -> Seat:
    """Return the seat of this player, who is not the host.

    Raises:
        Forbidden: there is no such other player, or a name is given where names are hidden.
    """
    for seat in seats:
        guest = seat.user
        if guest is None or guest == host:
            continue
        if player == seat.number or (
            isinstance(player, str)
            and not table.has_hidden_names
            and guest.username.lower() == player.lower()
        ):
            return seat
    raise _nobody_error()


def _nobody_error() -> Forbidden:
    return Forbidden(_("There is no such other player at this table."), code="not_your_seat")


def fill_with_bots(key: str, host: User, numbers: Collection[int], level: str) -> Table:
    """Give free or reserved seats to bots; the table becomes friendly for good.

    Invitations for those seats are withdrawn. A full table starts.

    Raises:
        InvalidTableError: the game has no such bot, the bot is too slow, or there is no such seat.
        Conflict: someone sits there, or the table has started.
        Forbidden: the user is not the host.
        NotRunningError: the table was closed.
        MatchLoadError: the game is not installed any more.
    """
    with transaction.atomic():
        table = lock_open_table(key)
        check_host(table, host)
        check_playable(table)
        check_bot_level(table.game, level, "level")
        check_bot_speed(table.clock, [level])
        seats = {seat.number: seat for seat in load_seats(table)}
        chosen = [seats[number] for number in sorted(set(numbers)) if number in seats]
        if not chosen or len(chosen) < len(set(numbers)):
            raise InvalidTableError(_("Choose the free or held seats to fill."), "seats")
        if any(not seat.is_empty for seat in chosen):
            raise Conflict(_("That seat is already taken."), code="seat_taken")
        now = timezone.now()
        pending = [seat.invitation for seat in chosen if seat.invitation is not None]
        for invitation in pending:
            invitation.settle(Invitation.State.WITHDRAWN, now)
        for seat in chosen:
            seat.invitation, seat.bot = None, level
            seat.save(update_fields=["invitation", "bot"])
        table.rated = False
        table.save(update_fields=["rated"])
        publish_change(table, *(one.user for one in pending))
        batch = NotificationBatch(table, now)
        about = {"why": "withdrawn", "by": host.display_name}
        for invitation in pending:
            batch.add_for_invitation("removed", invitation.user, invitation, **about)
        batch.put()
        start_if_full(table, list(seats.values()))
        return table


def remove_bots(key: str, host: User, numbers: Collection[int]) -> Table:
    """Free seats that bots have; a table that became friendly because of bots stays friendly.

    Raises:
        InvalidTableError: one of the seats has no bot.
        Forbidden: the user is not the host.
        Conflict: the table has started or was closed.
    """
    with transaction.atomic():
        table = lock_open_table(key)
        check_host(table, host)
        seats = [seat for seat in load_seats(table) if seat.bot and seat.number in numbers]
        if not seats or len(seats) < len(set(numbers)):
            raise InvalidTableError(_("There is no bot in that seat."), "seats")
        for seat in seats:
            seat.bot = ""
            seat.save(update_fields=["bot"])
        publish_change(table)
        return table
