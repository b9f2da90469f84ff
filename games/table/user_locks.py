"""People whose rows are held, while something is written that names them."""

from __future__ import annotations

from django.utils.translation import gettext as _

from accounts.models import User
from portal.performance import fast_orm

from .errors import AccountClosed

HELD = User.objects.select_for_update(no_key=True).order_by("pk")
ONE = fast_orm.Prepared(lambda user: HELD.filter(pk=user))
TWO = fast_orm.Prepared(lambda user, other: HELD.filter(pk__in=[user, other]))


def hold(*people: User) -> dict[int, User]:
    """The rows of these people as they are now, held in the order of their ids.

    An account that is being deleted holds its row too: nothing is written of it afterwards.

    Raises:
        AccountClosed: one of the accounts was deleted or closed meanwhile.
    """
    return hold_ids(*(user.pk for user in people))


def hold_ids(*people: int) -> dict[int, User]:
    """The same of people of whom no more is known than who they are."""
    wanted = set(people)
    prepared = {1: ONE, 2: TWO}.get(len(wanted))
    held = HELD.filter(pk__in=wanted) if prepared is None else prepared.all(*sorted(wanted))
    found = {user.pk: user for user in held}
    if found.keys() != wanted or not all(user.is_active for user in found.values()):
        raise AccountClosed(_("This account is closed."))
    return found
