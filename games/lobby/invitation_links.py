"""Invitations by link: at its address so many people may sit down at a table, until some moment."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ..models import InvitationLink, Table
from ..table.access import visible_to
from ..table.errors import Refused
from ..table.user_locks import hold
from .guest_tables import NeedsAccount
from .pending import (
    check_host,
    check_open,
    check_playable,
    hold_open,
    seats_before,
)
from .table_setup import take_a_seat

if TYPE_CHECKING:
    from accounts.models import User

MOST_USES = 20
MOST_HOURS = 14 * 24
MOST_LINKS = 5  # that work, of one table


class NoSuchLink(Refused):
    status = 404
    code = "no_such_link"


class BadLink(Refused):
    status = 422
    code = "bad_link"


class TooManyLinks(Refused):
    status = 429
    code = "too_many_links"


class LinkOver(Refused):
    """Nobody sits down by it any more: `code` says why, as in "link_used_up"."""

    status = 410

    def __init__(self, why: str) -> None:
        super().__init__(
            {
                "withdrawn": _("The host has withdrawn this link."),
                "expired": _("This link has expired."),
                "used_up": _("This link has been used up."),
            }[why]
        )
        self.code = f"link_{why}"


def make(key: str, host: User, uses: int, hours: int, guests: bool = False) -> InvitationLink:
    """A new link to a table of mine; it ends when the table closes or has its date, at the latest.

    `guests`: people without an account may use it, where the table is a friendly one.

    Raises:
        BadLink: so many uses or hours are not possible.
        TooManyLinks: enough links lead there.
        NotYourSeat, SeatTaken, NotRunning: this person cannot ask anybody to it.
    """
    if not (1 <= uses <= MOST_USES and 1 <= hours <= MOST_HOURS):
        raise BadLink(
            _("A link can be for 1 to %(uses)d people and last 1 to %(hours)d hours.")
            % {"uses": MOST_USES, "hours": MOST_HOURS}
        )
    with transaction.atomic():
        table = hold_open(key)
        check_host(table, host)
        now = timezone.now()
        if len(working(table)) >= MOST_LINKS:
            raise TooManyLinks(
                ngettext(
                    "This table already has %(n)d link. Withdraw it first.",
                    "This table already has %(n)d links. Withdraw one first.",
                    MOST_LINKS,
                )
                % {"n": MOST_LINKS}
            )
        end = now + timedelta(hours=hours)
        until = end if table.waits_until is None else min(end, table.waits_until)
        return InvitationLink.objects.create(
            table=table,
            uses=uses,
            until=until,
            for_guests=guests and not table.rated,
            created_at=now,
        )


def working(table: Table) -> list[InvitationLink]:
    """The links by which somebody may still sit down there."""
    now = timezone.now()
    return [link for link in table.invitation_links.all() if not link.over(now)]


def withdraw(key: str, host: User, pk: int) -> Table:
    """The host takes a link back; whoever sat down by it stays.

    Raises:
        NoSuchLink: this table has no such link.
        LinkOver: it works no more anyway.
    """
    with transaction.atomic():
        table = hold_open(key)
        check_host(table, host)
        link = table.invitation_links.filter(pk=pk).first()
        if link is None:
            raise NoSuchLink(_("There is no such link."))
        _check_works(link)
        link.withdrawn_at = timezone.now()
        link.save(update_fields=["withdrawn_at"])
        return table


def find(token: str, user: Any) -> InvitationLink:
    """The link of this address, whatever has become of it, for whoever may know of its table.

    Raises:
        NoSuchLink: there is none, or it leads to the table of a circle that is not theirs.
    """
    link = InvitationLink.objects.select_related("table__host").filter(token=token).first()
    if link is None or not visible_to(link.table, user):
        raise NoSuchLink(_("There is no such link."))
    return link


def problem(link: InvitationLink) -> str:
    """Why nobody can sit down by it now, as a sentence; "" where they can."""
    try:
        check_open(link.table)
        check_playable(link.table)
        _check_works(link)
    except Refused as refused:
        return refused.message
    return ""


def use(token: str, user: User) -> Table:
    """Sit down at the table that this link leads to.

    Who sits there already stays where they are, and whom a seat is held for takes that one: neither
    uses the link up.

    Raises:
        NoSuchLink, LinkOver: it leads nowhere, or does so no more.
        NeedsAccount, TooManyForGuest: it is not for guests, or not for this one.
        SeatTaken, WasRemoved, NotAskedFor, NotRunning, CannotLoad, AccountClosed: as for everybody.
    """
    found = find(token, user)
    with transaction.atomic():
        user = hold(user)[user.pk]
        table = Table.objects.select_for_update().get(pk=found.table_id)
        seats = seats_before(table)
        if any(seat.user_id == user.pk for seat in seats):
            return table
        check_open(table)
        link = table.invitation_links.get(pk=found.pk)
        _check_works(link)
        if user.is_guest and not link.for_guests:
            raise NeedsAccount(_("This link is for people who have an account."))
        check_playable(table)
        if not take_a_seat(table, seats, user):
            link.used += 1
            link.save(update_fields=["used"])
        return table


def _check_works(link: InvitationLink) -> None:
    if why := link.over(timezone.now()):
        raise LinkOver(why)
