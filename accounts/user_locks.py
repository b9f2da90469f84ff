"""Locks rows of users while the caller writes rows that refer to them."""

from __future__ import annotations

from django.utils.translation import gettext as _

from portal import repository
from portal.errors import Forbidden

from .models import User
from .models.user_extension import REQUEST_ROWS


class AccountClosedError(Forbidden):
    code = "account_closed"


LOCKED_USERS = User.objects.select_for_update(no_key=True).order_by("pk")
LOCK_ONE = repository.PreparedQuery(lambda user: LOCKED_USERS.filter(pk=user))
LOCK_TWO = repository.PreparedQuery(lambda user, other: LOCKED_USERS.filter(pk__in=[user, other]))


def lock_users(*people: User) -> dict[int, User]:
    """Lock the rows of these users, in the order of their ids, and return them by id.

    Deleting an account locks its row too, so nothing can be written for it afterwards.

    Raises:
        AccountClosedError: one of the accounts was deleted or closed.
    """
    return lock_user_ids(*(user.pk for user in people))


def lock_users_with_rows(*people: User) -> dict[int, User]:
    """Do the same, and read what other tables hold of the users (`REQUEST_ROWS`) after the lock.

    The statement that waits for a lock would read the other tables as they were before.

    Raises:
        AccountClosedError: one of the accounts was deleted or closed.
    """
    found = User.objects.filter(pk__in=lock_users(*people)).select_related(*REQUEST_ROWS)
    return {user.pk: user for user in found}


def lock_user_ids(*people: int) -> dict[int, User]:
    """Do the same as `lock_users`, for ids.

    Raises:
        AccountClosedError: one of the accounts was deleted or closed.
    """
    wanted = set(people)
    prepared = {1: LOCK_ONE, 2: LOCK_TWO}.get(len(wanted))
    held = LOCKED_USERS.filter(pk__in=wanted) if prepared is None else prepared.all(*sorted(wanted))
    found = {user.pk: user for user in held}
    if found.keys() != wanted or not all(user.is_active for user in found.values()):
        raise AccountClosedError(_("This account is closed."))
    return found
