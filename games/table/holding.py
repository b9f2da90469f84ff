"""People whose rows are held, while something is written that names them."""

from __future__ import annotations

from django.contrib.auth import get_user_model
from django.utils.translation import gettext as _

from accounts.models import User

from .refusals import AccountClosed


def hold(*people: User) -> dict[int, User]:
    """The rows of these people as they are now, held in the order of their ids.

    An account that is being deleted holds its row too: nothing is written of it afterwards.

    Raises:
        AccountClosed: one of the accounts was deleted or closed meanwhile.
    """
    wanted = {user.pk for user in people}
    held = get_user_model().objects.select_for_update(no_key=True).filter(pk__in=wanted)
    found = {user.pk: user for user in held.order_by("pk")}
    if found.keys() != wanted or not all(user.is_active for user in found.values()):
        raise AccountClosed(_("This account is closed."))
    return found
