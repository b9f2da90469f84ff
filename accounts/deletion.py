"""Account deletion: the person's data goes, and other people's matches and ratings stay."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from allauth.usersessions.models import UserSession
from django.db import transaction
from django.db.models import Exists, Q, QuerySet
from django.utils import timezone

from portal.repository import PreparedQuery

from .models import User
from .models.user_extension import UserExtension
from .site.owner import check_not_last_owner
from .usernames import DELETED_PREFIX

MAX_ROUNDS = 100
# What a deleted account's row does not get the default of; the rest of it is emptied.
KEPT_FIELDS = frozenset({"id", "username", "password", "is_active", "date_joined", "deleted_at"})

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class DeletionHook:
    """Something that ties a person to other parts of the site and must be undone before deletion.

    Attributes:
        leave: undoes it, in transactions of its own.
        holds: returns the database condition under which the user with this id has such a tie.
        is_awaited_by_others: whether other people wait for it. A closed account leaves these
            ties, too. The other ties are the person's own and survive until the account returns.
    """

    leave: Callable[[User], None]
    holds: Callable[[int], Exists | Q]
    is_awaited_by_others: bool = False


DELETION_HOOKS: list[DeletionHook] = []


def register(
    leave: Callable[[User], None],
    holds: Callable[[int], Exists | Q],
    *,
    is_awaited_by_others: bool = False,
) -> None:
    """Add a `DeletionHook`; apps call this when they are ready, in the order of INSTALLED_APPS."""
    DELETION_HOOKS.append(DeletionHook(leave, holds, is_awaited_by_others))


def delete_account(user: User) -> None:
    """Leave every table, then empty the user's row, so that nothing identifies the person.

    The unusable password ends every session, because the authentication hash changes. The
    `DELETION_HOOKS` run first, in their own transactions and table sessions. If one fails, nothing
    is deleted. The row is locked while it is emptied. Sitting down locks it, too, so no table that
    was joined or started in between is missed.

    Raises:
        LastOwnerError: nobody else owns the site; nothing was changed.
        RuntimeError: new ties appeared in each of `MAX_ROUNDS` rounds.
    """
    if user.is_superuser:
        with transaction.atomic():
            check_not_last_owner(user)
    for _round in range(MAX_ROUNDS):
        for tie in withdraw_everything(user):
            tie.leave(user)
        if _try_anonymize(user):
            return
    raise RuntimeError(f"person {user.pk} sits down faster than they can leave")


def withdraw_everything(user: User) -> list[DeletionHook]:
    """Withdraw a user from all that others wait for: seats, entries, invitations, requests, roles.

    Every way to lose an account uses it: deletion, closure and the expiry of a guest. The check
    repeats until nothing is left, because tables can begin or end in between.

    Returns:
        The remaining ties, for which nobody waits.

    Raises:
        RuntimeError: new ties appeared in each of `MAX_ROUNDS` rounds.
    """
    for _round in range(MAX_ROUNDS):
        ties = _pending_hooks(user)
        waiting = [tie for tie in ties if tie.is_awaited_by_others]
        if not waiting:
            return ties
        for tie in waiting:
            tie.leave(user)
    raise RuntimeError(f"person {user.pk} sits down faster than they can leave")


def withdraw_closed_accounts() -> None:
    """Withdraw every closed account, for closures that a dying process did not finish.

    A failure is logged and does not stop the others.
    """
    for user in User.objects.filter(is_active=False, deleted_at=None).order_by("pk"):
        try:
            withdraw_everything(user)
        except Exception:
            logger.exception("cannot remove closed account %s from its tables", user.pk)


def _hook_conditions(user: int) -> QuerySet[User, Any]:
    conditions: list[Any] = [tie.holds(user) for tie in DELETION_HOOKS]
    return User.objects.filter(pk=user).values_list(*conditions)


_pending_hook_query = PreparedQuery(_hook_conditions)


def _pending_hooks(user: User) -> list[DeletionHook]:
    """Return the hooks that apply to this user, with one statement for all."""
    (held,) = _pending_hook_query.values(user.pk)
    return [tie for tie, holds in zip(DELETION_HOOKS, held, strict=True) if holds]


def _try_anonymize(user: User) -> bool:
    """Empty the row of a user without ties; return False if new ties have appeared."""
    with transaction.atomic():
        check_not_last_owner(user)
        row = User.objects.select_for_update(no_key=True).get(pk=user.pk)
        if _pending_hooks(row):
            return False
        EmailAddress.objects.filter(user=row).delete()
        Authenticator.objects.filter(user=row).delete()
        row.api_tokens.all().delete()
        row.devices.all().delete()
        row.notifications.all().delete()
        row.tallies.all().delete()
        row.former_names.all().delete()
        SocialAccount.objects.filter(user=row).delete()
        UserSession.objects.filter(user=row).delete()
        row.groups.clear()
        row.user_permissions.clear()
        fresh = User()
        for field in User._meta.concrete_fields:
            if field.name not in KEPT_FIELDS:
                setattr(row, field.attname, getattr(fresh, field.attname))
        row.username = f"{DELETED_PREFIX}{row.pk}"
        row.is_active = False
        for model in UserExtension.__subclasses__():
            model.reset(row)
        row.date_joined = row.deleted_at = timezone.now()
        row.set_unusable_password()
        row.save()
    return True
