"""Seat offers: a player offers their seat to others, and plays until someone takes it over."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from portal.errors import Conflict

from ...models import Table
from ..session.transaction import commit, open_table
from ..vacancies import has_vacancies

if TYPE_CHECKING:
    from accounts.models import User


def offer_seat(key: str, user: User) -> Table:
    """Offer a person's seat to others; nothing changes if it is offered already.

    Raises:
        ActionError: the person does not play there, or seats of this table cannot be taken over.
    """
    with open_table(key) as session:
        seat = session.require_seat(user)
        if not has_vacancies(session.table):
            raise Conflict(_("Seats of this table cannot be taken over."), code="no_substitutes")
        if seat.offered_at is None:
            seat.offered_at = session.now
            session.note("offers_seat", seat)
            commit([session])
        return session.table


def withdraw_seat(key: str, user: User) -> Table:
    """Take a person's offer back; nothing changes if their seat is not offered.

    Raises:
        ActionError: the person does not play there any more, or the match is over.
    """
    with open_table(key) as session:
        seat = session.require_seat(user)
        if seat.offered_at is not None:
            seat.offered_at = None
            session.note("keeps_seat", seat)
            commit([session])
        return session.table
