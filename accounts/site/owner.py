"""The owner of a site: a superuser, who is staff, too, and sets what the site is.

The first one comes by `manage.py createowner`, or by the key that `manage.py serve` prints while
there is none. Of several who have the key, one becomes the owner; then it opens nothing any more.
"""

from __future__ import annotations

from collections.abc import Callable

from allauth.account.models import EmailAddress
from django.conf import settings
from django.db import transaction
from django.utils.crypto import constant_time_compare

from portal.server import owner_key

from ..models import Site, User


class AlreadyOwnedError(Exception):
    """Somebody owns the site already."""


def is_site_unowned() -> bool:
    """Whether nobody owns the site."""
    return not User.objects.filter(is_superuser=True, is_active=True).exists()


class LastOwnerError(Exception):
    """The only owner of the site cannot leave it."""


def is_last_owner(user: User) -> bool:
    """Whether nobody would own the site without this person."""
    others = User.objects.filter(is_superuser=True, is_active=True).exclude(pk=user.pk)
    return user.is_superuser and user.is_active and not others.exists()


def lock_ownership() -> None:
    """Let no other transaction change who owns the site before this one ends."""
    Site.objects.get_or_create(pk=Site.ONLY)
    Site.objects.select_for_update().get(pk=Site.ONLY)


def check_not_last_owner(user: User) -> None:
    """Refuse to let the only owner go, in a transaction that holds who owns the site.

    Raises:
        LastOwnerError
    """
    if user.is_superuser:
        lock_ownership()
        if is_last_owner(user):
            raise LastOwnerError(f"{user.username} is the only owner of the site")


def is_owner_key(given: str) -> bool:
    """Whether this is the key that was printed."""
    key = owner_key.read(settings.DATA_DIR)
    return bool(key) and constant_time_compare(key, given.strip())


def sync_owner_key() -> None:
    """Have a key while nobody owns the site, and none afterwards."""
    if is_site_unowned():
        owner_key.read_or_create(settings.DATA_DIR)
    else:
        owner_key.remove(settings.DATA_DIR)


def is_email_of_another(email: str, but: User | None = None) -> bool:
    """Whether somebody else has confirmed that this address is theirs."""
    confirmed = EmailAddress.objects.filter(verified=True, email__iexact=email)
    return confirmed.exclude(user=but).exists()


def confirm_email(user: User) -> None:
    """Confirm the address of somebody who has none yet, unless it is another's."""
    has_one = EmailAddress.objects.filter(user=user).exists()
    if user.email and not has_one and not is_email_of_another(user.email):
        email = user.email.lower()
        EmailAddress.objects.create(user=user, email=email, verified=True, primary=True)


def claim_ownership(made: Callable[[], User]) -> User:
    """Make somebody, who has the key, the first owner; `made` finds their account, or makes it.

    Raises:
        Taken: somebody else was sooner.
        IntegrityError: somebody has taken the name, or confirmed the address, meanwhile.
    """
    with transaction.atomic():
        lock_ownership()
        if not is_site_unowned():
            raise AlreadyOwnedError
        user = made()
        make_owner(user)
        return user


def make_owner(user: User) -> None:
    """Make somebody an owner; whoever may do that vouches for the e-mail address."""
    with transaction.atomic():
        User.objects.filter(pk=user.pk).update(is_superuser=True, is_staff=True)
        confirm_email(user)
        transaction.on_commit(lambda: owner_key.remove(settings.DATA_DIR))
