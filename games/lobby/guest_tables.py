"""Which tables guests may use: friendly ones, by a link for guests or an invitation, or with bots.

Callers have locked the row of the guest (`user_locks.lock_users`), so that two requests at the same
time cannot exceed a limit. People with accounts pass all these checks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from portal.errors import Forbidden, TooManyRequests

from ..models import Seat, Table

if TYPE_CHECKING:
    from accounts.models import User

MAX_GUEST_TABLES = 3  # unfinished tables of one guest


def check_guest_can_sit(user: User, *, rated: bool) -> None:
    """Check that a guest may take one more seat.

    Raises:
        Forbidden: the table is rated.
        TooManyRequests: the guest already has `MAX_GUEST_TABLES` unfinished tables.
    """
    if not user.is_guest:
        return
    if rated:
        raise Forbidden(
            _("This table is rated. Guests can only play friendly matches."), code="needs_account"
        )
    unfinished = (Table.Status.OPEN, Table.Status.RUNNING)
    if Seat.objects.filter(user=user, table__status__in=unfinished).count() >= MAX_GUEST_TABLES:
        raise TooManyRequests(
            _("A guest can play at %(n)d tables at once. Finish one first, or create an account.")
            % {"n": MAX_GUEST_TABLES},
            code="too_many_tables",
        )


def check_guest_can_open(user: User, *, with_people: bool, visibility: str) -> None:
    """Check that a guest may open this table.

    Raises:
        Forbidden: the table has seats for other people, or is not by link only.
    """
    if user.is_guest and (with_people or visibility != Table.Visibility.LINK):
        raise Forbidden(
            _("Guests can only open tables with bots. You need an account to play with others."),
            code="needs_account",
        )


def check_guest_can_join(user: User) -> None:
    """Check that a person may join without a link or an invitation.

    Raises:
        Forbidden: they are a guest.
    """
    if user.is_guest:
        raise Forbidden(
            _(
                "You need an account to join this table. Guests can only join with a link from the "
                "host."
            ),
            code="needs_account",
        )


def check_guest_can_host(user: User) -> None:
    """Check that a person may become the host of a table with other people.

    Raises:
        Forbidden: they are a guest.
    """
    if user.is_guest:
        raise Forbidden(
            _("%(name)s is a guest: only an account can host.") % {"name": user.display_name},
            code="needs_account",
        )
