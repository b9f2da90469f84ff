"""Blocking: keeping a person away, who does not learn of it.

`table/blocking.py` says what a block prevents at tables.
"""

from __future__ import annotations

import contextlib
from typing import Any

from django.db import transaction
from django.db.models import Exists, Q, QuerySet
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.user_locks import lock_users
from portal.errors import ActionError, Forbidden

from ..lobby.admission import invitations
from ..models import Block, Follow, Invitation, PendingMember

MAX_BLOCKED = 1000


def block(user: User, other: User) -> None:
    """Block a user: they no longer follow the blocker, and their invitations are declined.

    Raises:
        Forbidden: it is oneself, or the list is full.
        AccountClosedError: one of the two accounts was closed in the meantime.
    """
    if user.pk == other.pk:
        raise Forbidden(_("You cannot block yourself."), code="cannot_block")
    with transaction.atomic():
        lock_users(user, other)
        if user.blocks.exclude(blocked=other).count() >= MAX_BLOCKED:
            raise Forbidden(
                _("You already block %(n)d people, the maximum.") % {"n": MAX_BLOCKED},
                code="cannot_block",
            )
        Block.objects.get_or_create(blocker=user, blocked=other)
        Follow.objects.filter(follower=other, followed=user).delete()
        PendingMember.objects.filter(user=user, invited_by=other).delete()
    asked = Invitation.objects.pending().filter(user=user, inviter=other)
    for key in list(asked.values_list("table__key", flat=True)):
        with contextlib.suppress(ActionError):  # it has just been withdrawn or has expired
            invitations.decline(key, user)


def unblock(user: User, other: User) -> None:
    """Remove a block; the follow that it ended does not come back."""
    Block.objects.filter(blocker=user, blocked=other).delete()


def blocks_of(user: Any) -> QuerySet[Block]:
    """Return the blocks by this user, the latest first."""
    return Block.objects.filter(blocker=user).select_related("blocked").order_by("-since", "-pk")


def delete_for(user: User) -> None:
    """Delete the blocks of an account that is being deleted, in both directions."""
    Block.objects.filter(blocker=user).delete()
    Block.objects.filter(blocked=user).delete()


def exists_for(user: int) -> Exists:
    """Return the database condition that this user blocks somebody or is blocked."""
    return Exists(Block.objects.filter(Q(blocker=user) | Q(blocked=user)))
