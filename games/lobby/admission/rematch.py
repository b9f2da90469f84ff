"""Rematches: a new table for the people of a finished match, with one button press for each.

The first press opens the table and reserves a seat for each of the others; a later press takes that
seat. Each press locks the row of the old table, and a table can have only one rematch.
"""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from django.db import transaction

from accounts.user_locks import lock_users
from portal.errors import ActionError

from ...models import Invitation, Seat, Table
from ...ratings.reliability.requirements import NO_REQUIREMENTS
from ...table.access import is_visible_to
from ...table.rematch_series import next_table
from ..eligibility import REMATCH, TableSeatRequest, find_eligibility
from ..setup import table_setup
from ..table_settings import TableSettings
from . import invitations

if TYPE_CHECKING:
    from accounts.models import User


def open_or_join_rematch(key: str, user: User) -> Table:
    """Join the rematch of a table, or open it if nobody has.

    Raises:
        Table.DoesNotExist: no table has this key, or the user may not know of it.
        Forbidden: the user has not played there.
        NotRunningError: the match is not over, or the rematch was closed at the same moment.
        Conflict: the rematch has started without them, or others have their seat.
        InvalidTableError: the game no longer allows such a table.
        Invalid: the user hosts too many unfinished tables.
    """
    old = Table.objects.defer("state").select_related("club").get(key=key)
    if not is_visible_to(old, user):
        raise Table.DoesNotExist
    seats = list(old.seat_set.select_related("user__availability", "user__notification_settings"))
    find_eligibility(TableSeatRequest(REMATCH, user, old, seats)).check()
    others = [
        seat.user
        for seat in seats
        if seat.user is not None and seat.user_id != user.pk and seat.user.is_active
    ]
    with transaction.atomic():
        lock_users(user, *others)
        Table.objects.select_for_update().get(pk=old.pk)
        following = next_table(old)
        if following is None:
            return _open_rematch(old, seats, user, others)
        asked = invitations.find_last_invitation(following, user)
        if asked is not None and asked.state == Invitation.State.PENDING:
            return invitations.accept(following.key, user)
        return table_setup.join(following.key, user)


def _open_rematch(old: Table, seats: Sequence[Seat], user: User, others: Sequence[User]) -> Table:
    """Open a table like the old one, with an invitation for each of the others.

    A person who cannot be invited (for example because of a daily limit) can take a free seat.
    """
    Table.objects.filter(rematch_of=old, status=Table.Status.CLOSED).update(rematch_of=None)
    # The players know each other's names by now.
    terms = replace(TableSettings.from_table(old, seats), has_hidden_names=False)
    # Only the old host keeps their requirements, and only those that they still meet themselves.
    asks = terms.asks.limited_to_host(user, old.game) if user.pk == old.host_id else NO_REQUIREMENTS
    table = table_setup.open_table(
        user, old.game, replace(terms, asks=asks), name=old.name, club=old.club, follows=old
    )
    for other in others:
        with contextlib.suppress(ActionError):
            invitations.invite(table.key, user, [other.username])
    return table
