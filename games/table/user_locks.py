"""People whose rows are held, while something is written that names them."""

from __future__ import annotations

from django.utils.translation import gettext as _

from accounts.models import User
from portal.performance import fast_orm

from .errors import AccountClosedError

LOCKED_USERS = User.objects.select_for_update(no_key=True).order_by("pk")
LOCK_ONE = fast_orm.PreparedQuery(lambda user: LOCKED_USERS.filter(pk=user))
LOCK_TWO = fast_orm.PreparedQuery(lambda user, other: LOCKED_USERS.filter(pk__in=[user, other]))


def lock_users(*people: User) -> dict[int, User]:
    """The rows of these people as they are now, held in the order of their ids.

    An account that is being deleted holds its row too: nothing is written of it afterwards.

    Raises:
        AccountClosedError: one of the accounts was deleted or closed meanwhile.
    """
    return lock_user_ids(*(user.pk for user in people))


def lock_user_ids(*people: int) -> dict[int, User]:
    """The same of people of whom no more is known than who they are."""
    wanted = set(people)
    prepared = {1: LOCK_ONE, 2: LOCK_TWO}.get(len(wanted))
    held = LOCKED_USERS.filter(pk__in=wanted) if prepared is None else prepared.all(*sorted(wanted))
    found = {user.pk: user for user in held}
    if found.keys() != wanted or not all(user.is_active for user in found.values()):
        raise AccountClosedError(_("This account is closed."))
    return found
