"""At which tables guests sit: friendly ones, by a link that is for them, or with bots alone.

Their row is held when this is asked (`holding.hold`), so nobody passes a limit by pressing
twice at once. Everybody else passes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from ..models import Seat, Table
from ..table.errors import ActionError

if TYPE_CHECKING:
    from accounts.models import User

MAX_GUEST_TABLES = 3  # not finished, at once


class AccountRequiredError(ActionError):
    """Not for guests; they may become accounts."""

    status = 403
    code = "needs_account"


class GuestTableLimitError(ActionError):
    status = 429
    code = "too_many_tables"


def check_guest_can_sit(user: User, *, rated: bool) -> None:
    """Refuse a seat at a rated table to a guest, and a fourth one.

    Raises:
        AccountRequiredError, GuestTableLimitError
    """
    if not user.is_guest:
        return
    if rated:
        raise AccountRequiredError(_("This table is rated. Guests can only play friendly matches."))
    unfinished = (Table.Status.OPEN, Table.Status.RUNNING)
    if Seat.objects.filter(user=user, table__status__in=unfinished).count() >= MAX_GUEST_TABLES:
        raise GuestTableLimitError(
            _("A guest can play at %(n)d tables at once. Finish one first, or create an account.")
            % {"n": MAX_GUEST_TABLES}
        )


def check_guest_can_open(user: User, *, with_people: bool, visibility: str) -> None:
    """Refuse to a guest a table that is for anybody but bots.

    Raises:
        AccountRequiredError
    """
    if user.is_guest and (with_people or visibility != Table.Visibility.LINK):
        raise AccountRequiredError(
            _("Guests can only open tables with bots. You need an account to play with others.")
        )


def check_guest_can_join(user: User) -> None:
    """Refuse to a guest a seat to which no link and no invitation leads.

    Raises:
        AccountRequiredError
    """
    if user.is_guest:
        raise AccountRequiredError(
            _(
                "You need an account to join this table. Guests can only join with a link from the "
                "host."
            )
        )


def check_guest_can_host(user: User) -> None:
    """Refuse to make a guest the host of others.

    Raises:
        AccountRequiredError
    """
    if user.is_guest:
        raise AccountRequiredError(
            _("%(name)s is a guest: only an account can host.") % {"name": user.display_name}
        )
