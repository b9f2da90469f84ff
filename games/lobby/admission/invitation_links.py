"""Invitation links: addresses by which a limited number of people can join a table for a time."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.user_locks import lock_users_with_rows
from portal.errors import ActionError, Invalid, NotFound, TooManyRequests

from ...limited_links import check_link
from ...models import Table
from ...table.access import is_visible_to
from ..eligibility import LINK, TableSeatRequest, find_eligibility
from ..models import InvitationLink
from ..pending import check_host, check_open, check_playable, load_seats, lock_open_table
from ..setup.table_setup import seat_player

if TYPE_CHECKING:
    from accounts.models import User

MAX_LINK_USES = 20
MAX_LINK_HOURS = 14 * 24
MAX_ACTIVE_LINKS = 5  # valid links of one table


def create_link(
    key: str, host: User, uses: int, hours: int, guests: bool = False
) -> InvitationLink:
    """Create a link to a table, for its host.

    It ends at the latest when the table closes or reaches its scheduled start.

    Args:
        key: the key of the table.
        host: the host.
        uses: how many people may join by it, up to `MAX_LINK_USES`.
        hours: how long it is valid, up to `MAX_LINK_HOURS`.
        guests: whether people without an account may use it; ignored at rated tables.

    Raises:
        Invalid: `uses` or `hours` is out of range.
        TooManyRequests: the table already has `MAX_ACTIVE_LINKS` valid links.
        Forbidden: the user is not the host.
        Conflict: the table has started or was closed.
    """
    if not (1 <= uses <= MAX_LINK_USES and 1 <= hours <= MAX_LINK_HOURS):
        raise Invalid(
            _("A link can be for 1 to %(uses)d people and last 1 to %(hours)d hours.")
            % {"uses": MAX_LINK_USES, "hours": MAX_LINK_HOURS},
            code="bad_link",
        )
    with transaction.atomic():
        table = lock_open_table(key)
        check_host(table, host)
        now = timezone.now()
        if len(active_links(table)) >= MAX_ACTIVE_LINKS:
            raise TooManyRequests(
                ngettext(
                    "This table already has %(n)d link. Withdraw it first.",
                    "This table already has %(n)d links. Withdraw one first.",
                    MAX_ACTIVE_LINKS,
                )
                % {"n": MAX_ACTIVE_LINKS},
                code="too_many_links",
            )
        end = now + timedelta(hours=hours)
        until = end if table.waits_until is None else min(end, table.waits_until)
        return InvitationLink.objects.create(
            table=table,
            max_uses=uses,
            expires_at=until,
            for_guests=guests and not table.rated,
            created_at=now,
        )


def active_links(table: Table) -> list[InvitationLink]:
    """Return the valid links of a table."""
    now = timezone.now()
    return [link for link in table.invitation_links.all() if not link.over(now)]


def withdraw_link(key: str, host: User, pk: int) -> Table:
    """Withdraw a link, for the host; people who joined by it stay.

    Raises:
        NotFound: this table has no such link.
        LinkClosedError: the link is no longer valid.
        Forbidden: the user is not the host.
        Conflict: the table has started or was closed.
    """
    with transaction.atomic():
        table = lock_open_table(key)
        check_host(table, host)
        link = table.invitation_links.filter(pk=pk).first()
        if link is None:
            raise NotFound(_("There is no such link."), code="no_such_link")
        check_link(link)
        link.withdrawn_at = timezone.now()
        link.save(update_fields=["withdrawn_at"])
        return table


def get_link(token: str, user: Any) -> InvitationLink:
    """Return the link with this token, valid or not, if the user may know of its table.

    Raises:
        NotFound: there is no such link, or its table belongs to a club of others.
    """
    link = InvitationLink.objects.select_related("table__host").filter(token=token).first()
    if link is None or not is_visible_to(link.table, user):
        raise NotFound(_("There is no such link."), code="no_such_link")
    return link


def problem_text(link: InvitationLink) -> str:
    """Return a sentence that says why nobody can join by this link now, "" if people can."""
    try:
        check_open(link.table)
        check_playable(link.table)
        check_link(link)
    except ActionError as refused:
        return refused.message
    return ""


def use_link(token: str, user: User) -> Table:
    """Join the table of this link.

    People who already sit there keep their seat, and invited people take the reserved seat. Neither
    counts as a use of the link.

    Raises:
        NotFound: there is no such link for this user.
        LinkClosedError: the link is no longer valid.
        Forbidden, TooManyRequests: the link is not for guests, or this guest has too many tables.
            Conflict, Forbidden, Forbidden, NotRunningError, MatchLoadError, AccountClosedError: as
            in `table_setup.join`.
    """
    found = get_link(token, user)
    with transaction.atomic():
        user = lock_users_with_rows(user)[user.pk]
        table = Table.objects.select_for_update().get(pk=found.table_id)
        seats = load_seats(table)
        if any(seat.user_id == user.pk for seat in seats):
            return table
        link = table.invitation_links.get(pk=found.pk)
        request = TableSeatRequest(LINK, user, table, seats, link=link)
        find_eligibility(request).check()
        is_invited = request.reserved_seat is not None
        seat_player(request)
        if not is_invited:
            link.use_count += 1
            link.save(update_fields=["use_count"])
        return table
