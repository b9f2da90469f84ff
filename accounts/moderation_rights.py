"""Who decides about whom: owners about everybody but owners, moderators about everybody but staff.

Staff are owners, moderators and people who come to the administration. Nobody decides about
themself.
"""

from __future__ import annotations

from django.db.models import Q

from .models import User

MODERATORS = Q(is_moderator=True) | Q(is_superuser=True)
STAFF_OR_MODERATORS = MODERATORS | Q(is_staff=True)


def moderatable_users(user: User) -> Q:
    """The people about whom this moderator or owner decides."""
    protected = Q(is_superuser=True) if user.is_superuser else STAFF_OR_MODERATORS
    return ~protected & ~Q(pk=user.pk)


def can_moderate_user(user: User, person: User) -> bool:
    """The same for one person whose row is at hand."""
    if user.pk == person.pk or person.is_superuser:
        return False
    return user.is_superuser or not person.is_on_staff
