"""Who may sanction whom: owners all but owners, moderators all but staff.

Staff are owners, moderators and users with access to the admin. Nobody can sanction themselves.
"""

from __future__ import annotations

from django.db.models import Q

from .models import User

MODERATORS = Q(is_moderator=True) | Q(is_superuser=True)
STAFF_OR_MODERATORS = MODERATORS | Q(is_staff=True)


def moderatable_users(user: User) -> Q:
    """Return the condition for users whom this moderator or owner may sanction."""
    protected = Q(is_superuser=True) if user.is_superuser else STAFF_OR_MODERATORS
    return ~protected & ~Q(pk=user.pk)


def can_moderate_user(user: User, person: User) -> bool:
    """Whether this moderator or owner may sanction one person, whose row is loaded."""
    if user.pk == person.pk or person.is_superuser:
        return False
    return user.is_superuser or not person.is_on_staff
