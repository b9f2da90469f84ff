"""The owners of a site: superusers, who are also staff and change the site's settings.

The first owner is made by `manage.py createowner`, or by the key that `manage.py serve` prints
while there is none. If several people have the key, one of them becomes the owner, and the key
stops working.
"""

from __future__ import annotations

from collections.abc import Callable

from allauth.account.models import EmailAddress
from django.conf import settings
from django.db import transaction
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _

from portal.errors import NotFound
from portal.server import owner_key

from ..models import Site, User


def is_site_unowned() -> bool:
    """Whether nobody owns the site."""
    return not User.objects.filter(is_superuser=True, is_active=True).exists()


class LastOwnerError(Exception):
    """The only owner cannot delete their account."""


def is_last_owner(user: User) -> bool:
    """Whether the site would have no owner without this user."""
    others = User.objects.filter(is_superuser=True, is_active=True).exclude(pk=user.pk)
    return user.is_superuser and user.is_active and not others.exists()


def lock_ownership() -> None:
    """Lock the site's row, so that no other transaction changes the ownership before this ends."""
    Site.objects.get_or_create(pk=Site.ONLY)
    Site.objects.select_for_update().get(pk=Site.ONLY)


def check_not_last_owner(user: User) -> None:
    """Check that the site keeps an owner without this user; locks the ownership.

    Raises:
        LastOwnerError: the user is the only owner.
    """
    if user.is_superuser:
        lock_ownership()
        if is_last_owner(user):
            raise LastOwnerError(f"{user.username} is the only owner of the site")


def is_owner_key(given: str) -> bool:
    """Whether this is the key that the site printed."""
    key = owner_key.read(settings.DATA_DIR)
    return bool(key) and constant_time_compare(key, given.strip())


def sync_owner_key() -> None:
    """Create the owner key if the site has no owner; otherwise remove it."""
    if is_site_unowned():
        owner_key.read_or_create(settings.DATA_DIR)
    else:
        owner_key.remove(settings.DATA_DIR)


def is_email_of_another(email: str, but: User | None = None) -> bool:
    """Whether another user has confirmed this address."""
    confirmed = EmailAddress.objects.filter(verified=True, email__iexact=email)
    return confirmed.exclude(user=but).exists()


def confirm_email(user: User) -> None:
    """Confirm the address of a user who has no confirmed one, unless it is another user's."""
    has_one = EmailAddress.objects.filter(user=user).exists()
    if user.email and not has_one and not is_email_of_another(user.email):
        email = user.email.lower()
        EmailAddress.objects.create(user=user, email=email, verified=True, primary=True)


def claim_ownership(made: Callable[[], User]) -> User:
    """Make the holder of the owner key the first owner.

    Args:
        made: returns their account, or creates it.

    Raises:
        NotFound: somebody else became the owner first.
        IntegrityError: the name or the address was taken in the meantime.
    """
    with transaction.atomic():
        lock_ownership()
        if not is_site_unowned():
            raise NotFound(_("The site already has an owner."))
        user = made()
        make_owner(user)
        return user


def make_owner(user: User) -> None:
    """Make a user an owner and confirm their address, for which the caller vouches."""
    with transaction.atomic():
        User.objects.filter(pk=user.pk).update(is_superuser=True, is_staff=True)
        confirm_email(user)
        transaction.on_commit(lambda: owner_key.remove(settings.DATA_DIR))
