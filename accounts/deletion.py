"""Leaving for good: the person goes, the other people's matches and ratings stay as they were."""

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

from portal.performance.fast_orm import PreparedQuery

from .models import User
from .site.owner import check_not_last_owner
from .usernames import DELETED_PREFIX

MAX_ROUNDS = 100
PREFERENCE_FIELDS = (
    *("language", "time_zone", "theme", "motion", "confirm_turn", "warn_reveal", "keys"),
    *("hints", "hinted", "is_bot", "bot_rules"),
    *("country", "may_be_followed", "may_be_invited", "shows_presence"),
    *("told", "stopped", "has_webhook", "has_device", "turn_delay"),
    *("quiet_from", "quiet_until", "digest_daily", "digest_hour", "notices_a_day", "bell_sound"),
)

RESTRICTION_FIELDS = ("muted_until", "unrated_until", "private_until", "suspended_until")

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class DeletionHook:
    """What else a person has part in, which must be left first: who knows of it, says how.

    `leave` works in transactions of its own; `holds` is how the database says of a person, by the
    number of the row, whether there is anything to leave. `is_awaited_by_others`: other people wait
    for it, so an account that is closed leaves it, too; the rest is the person's own and may come
    back.
    """

    leave: Callable[[User], None]
    holds: Callable[[int], Exists | Q]
    is_awaited_by_others: bool = False


DELETION_HOOKS: list[DeletionHook] = []


def delete_account(user: User) -> None:
    """Leave every table, then empty the row: what stays says nothing about the person.

    The unusable password ends every session of the account: their authentication hash no longer
    fits. Leaving the tables (`DELETION_HOOKS`) comes first and in its own transactions, through the
    door of each table; should it fail, nothing is deleted. While the row is emptied it is held, and
    whoever sits down holds it too: so nothing that was joined or started meanwhile is overlooked.

    Raises:
        LastOwnerError: nobody else owns the site; nothing was left.
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
    """Withdraw all of a person that others wait for: seats, entries, invitations, requests, roles.

    For every way an account goes: deleted, closed, or a guest's that has expired. What begins or
    ends at the same moment is looked at again.

    Returns:
        The ties that are left, for which nobody waits.
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
    """The same for every account that is closed: whatever was closed while a process died.

    One that cannot be withdrawn is logged, and the others are.
    """
    for user in User.objects.filter(is_active=False, deleted_at=None).order_by("pk"):
        try:
            withdraw_everything(user)
        except Exception:
            logger.exception("closed account %s cannot be withdrawn", user.pk)


def _hook_conditions(user: int) -> QuerySet[User, Any]:
    conditions: list[Any] = [tie.holds(user) for tie in DELETION_HOOKS]
    return User.objects.filter(pk=user).values_list(*conditions)


_pending_hook_query = PreparedQuery(_hook_conditions)


def _pending_hooks(user: User) -> list[DeletionHook]:
    """Those that there are, by one statement about all."""
    (held,) = _pending_hook_query.values(user.pk)
    return [tie for tie, holds in zip(DELETION_HOOKS, held, strict=True) if holds]


def _try_anonymize(user: User) -> bool:
    """Empty the row of a person who is at no table; False where they are at one again."""
    with transaction.atomic():
        check_not_last_owner(user)
        row = User.objects.select_for_update(no_key=True).get(pk=user.pk)
        if _pending_hooks(row):
            return False
        EmailAddress.objects.filter(user=row).delete()
        Authenticator.objects.filter(user=row).delete()
        row.api_tokens.all().delete()
        row.devices.all().delete()
        row.notices.all().delete()
        row.tallies.all().delete()
        row.former_names.all().delete()
        SocialAccount.objects.filter(user=row).delete()
        UserSession.objects.filter(user=row).delete()
        row.groups.clear()
        row.user_permissions.clear()
        fresh = User()
        for field in PREFERENCE_FIELDS:
            setattr(row, field, getattr(fresh, field))
        row.username = f"{DELETED_PREFIX}{row.pk}"
        row.email = row.guest_of = row.shown_name = row.shown_likeness = ""
        row.shown_name_at = None
        row.is_active = row.is_staff = row.is_superuser = False
        row.is_moderator = row.awaits_approval = False
        row.invited_by = row.invited_at = row.last_login = None
        for field in RESTRICTION_FIELDS:
            setattr(row, field, None)
        row.date_joined = row.deleted_at = timezone.now()
        row.set_unusable_password()
        row.save()
    return True
