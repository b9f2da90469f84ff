"""Guests: users in one browser who have chosen a name and nothing else.

A guest is a `User` row without an e-mail address and password. An ordinary session of the browser
signs the guest in. `accounts/guest_access.py` lists what guests may do. One form makes the row an
account once its address is confirmed (`request_upgrade`, `complete_upgrade`), so everything that
refers to the row stays. A guest without a visit for 60 days is deleted like an account.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any, cast

from allauth.account.internal.flows import email_verification
from allauth.account.models import EmailAddress
from allauth.account.signals import email_confirmed
from django.conf import settings
from django.contrib.auth import login, update_session_auth_hash
from django.contrib.auth.hashers import make_password
from django.contrib.sessions.backends.base import SessionBase
from django.core.exceptions import ValidationError
from django.db import IntegrityError, connection, transaction
from django.db.models import Exists, OuterRef
from django.dispatch import receiver
from django.http import HttpRequest
from django.utils import timezone, translation
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from portal.errors import TooManyRequests
from portal.http.client_identity import client_key

from . import nicknames, passkeys, signup_policy
from .deletion import delete_account
from .friendly_names import generate_friendly_name
from .models import User
from .sign_ins import record_reauthentication
from .time_zones import visitor_zone

SALT = "accounts.guests"
# (period, most guests): limits for one IPv4 address or one IPv6 /64 network.
CREATION_LIMITS = ((timedelta(hours=1), 5), (timedelta(days=1), 20))
MAX_PER_NETWORK = 40  # guests of one network who exist at the same time
KEPT = timedelta(days=60)  # without a visit
# A guest cannot sign in again, so the session lasts as long as browsers keep a cookie.
SESSION_AGE = timedelta(days=400)
REMOVAL_BATCH_SIZE = 100
# Session keys:
PENDING_EMAIL_KEY = "guest_asked"  # the address that must be confirmed
LONG_SESSION_KEY = "guest"  # whether the session has the long expiry of a guest


@transaction.atomic
def create_guest(request: HttpRequest, name: str = "") -> User:
    """Create a guest with this name, a numbered variant if it is taken, or a random name.

    Raises:
        ValidationError: the name is not allowed.
        TooManyRequests: sign-up is closed, the network has too many guests, or no variant of the
            name is free.
    """
    if not signup_policy.check_admission(request).can_play_as_guest:
        raise TooManyRequests(
            _("This site does not accept new members at the moment."), code="too_many_guests"
        )
    if name:
        nicknames.check_name(nicknames.normalize_name(name))
    network = network_digest(request)
    _lock_network(network)
    _check_limits(network, timezone.now())
    guest = User(
        guest_network=network,
        language=translation.get_language() or "",
        time_zone=visitor_zone(request) or "UTC",
    )
    guest.set_unusable_password()
    for free in _candidate_names(nicknames.normalize_name(name)):
        try:
            with transaction.atomic():
                nicknames.assign_names(guest, nicknames.choose_names(free))
                guest.save()
                return guest
        except (ValidationError, IntegrityError):
            continue  # the name is taken, or was taken in between
    raise TooManyRequests(
        _("Too many people have this name. Choose another one."), code="too_many_guests"
    )


def sign_in_guest(request: HttpRequest, guest: User) -> None:
    """Sign the guest in, in this browser, with a session that lasts 400 days."""
    login(request, guest, backend=settings.AUTHENTICATION_BACKENDS[0])
    request.session.set_expiry(SESSION_AGE)
    request.session[LONG_SESSION_KEY] = True


def reset_session_expiry(session: SessionBase) -> None:
    """Give the session of a former guest the expiry of an account's session."""
    if session.pop(LONG_SESSION_KEY, False):
        session.set_expiry(None)


def _lock_network(network: str) -> None:
    """Serialize the guests of one network; SQLite has only one writer anyway."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", [network])


def network_digest(request: HttpRequest) -> str:
    """Return a digest of the client's network (24 hex digits), so that no address is stored."""
    return salted_hmac(SALT, client_key(request.META)).hexdigest()[:24]


def _check_limits(network: str, now: datetime) -> None:
    """Raise TooManyRequests if too many guests have come from this network."""
    of_it = User.objects.filter(guest_network__gt="", guest_network=network).order_by(
        "-date_joined"
    )
    made = list(of_it.values_list("date_joined", flat=True)[:MAX_PER_NETWORK])
    lately = any(sum(at > now - time for at in made) >= most for time, most in CREATION_LIMITS)
    if lately or len(made) >= MAX_PER_NETWORK:
        raise TooManyRequests(
            _(
                "Too many guests have come from your network. Try again in an hour, or sign "
                "up: it takes a minute."
            ),
            code="too_many_guests",
        )


def _candidate_names(name: str) -> Iterator[str]:
    """Yield names to try for a guest who wants this name, or random ones for ""."""
    if not name:
        yield from (generate_friendly_name() for _try in range(20))
        name = generate_friendly_name()
    yield name
    for number in (*range(2, 10), *(secrets.randbelow(900) + 100 for _try in range(20))):
        yield nicknames.append_number(name, number)


# becoming an account


def request_upgrade(
    request: HttpRequest,
    guest: User,
    form: dict[str, Any],
    admission: signup_policy.Admission,
    *,
    taken: bool,
) -> bool:
    """Store a guest's name and password or passkey, and mail the link that completes the upgrade.

    Until the address is confirmed (and the staff approve, if they must) the user stays a guest in
    the same session. If the address belongs to an account (`taken`), a mail tells its owner, and
    nothing on the page reveals it.

    Returns:
        False if the user is no longer a guest or is being removed.

    Raises:
        IntegrityError: somebody has taken the name in the meantime.
        ActionError: the invitation of a group, which the site requires, has been used up.
    """
    with transaction.atomic():
        row = User.objects.select_for_update(no_key=True).get(pk=guest.pk)
        if not row.is_guest or row.password != guest.password:
            return False
        nicknames.assign_names(row, nicknames.Names(form["username"], form["shown_name"]))
        row.password = make_password(form.get("password1") or None)
        admission.mark(row, timezone.now())
        row.save(
            update_fields=[
                *("username", "nickname", "nickname_skeleton", "password"),
                *("is_pending_approval", "invited_by", "invited_at"),
            ]
        )
        for passkey in passkeys.list_passkeys(row):
            passkey.delete()
        if form.get("credential"):
            passkeys.add_passkey(row, "", form["credential"])
        EmailAddress.objects.filter(user=row).delete()
        address = EmailAddress(user=None if taken else row, email=form["email"], primary=True)
        if not taken:
            address.save()
            admission.accept(row)
    update_session_auth_hash(request, row)
    request.user = row
    record_reauthentication(request, row, "sign_up")
    request.session[PENDING_EMAIL_KEY] = address.email
    email_verification.send_verification_email_to_address(request, address, signup=True)
    return True


def pending_upgrade_email(request: HttpRequest) -> str:
    """Return the address that this guest has yet to confirm, or ""."""
    return str(request.session.get(PENDING_EMAIL_KEY, ""))


def complete_upgrade(pk: int) -> bool:
    """Make this guest an account if the address is confirmed and no approval is pending.

    Returns:
        Whether the guest became an account.
    """
    confirmed = EmailAddress.objects.filter(user=OuterRef("pk"), verified=True)
    guest = User.objects.filter(Exists(confirmed), pk=pk, is_active=True, guest_network__gt="")
    return bool(guest.filter(is_pending_approval=False).update(guest_network=""))


def reject_upgrade(guest: User) -> None:
    """Reject the upgrade of a guest, who plays on as a guest."""
    with transaction.atomic():
        User.objects.filter(pk=guest.pk).update(
            is_pending_approval=False, email="", invited_by=None, invited_at=None
        )
        EmailAddress.objects.filter(user=guest).delete()


def has_confirmed_email(guest: User) -> bool:
    """Whether this guest has confirmed an address and waits only for the staff's approval."""
    return (
        guest.is_pending_approval
        and EmailAddress.objects.filter(user=guest, verified=True).exists()
    )


@receiver(email_confirmed)
def complete_confirmed_upgrade(
    sender: Any, request: HttpRequest | None, email_address: EmailAddress, **_more: Any
) -> None:
    """Complete the upgrade of a guest whose address is confirmed, unless approval is pending."""
    pk = email_address.user_id
    if pk and complete_upgrade(pk) and request is not None and request.user.pk == pk:
        record_reauthentication(request, cast(User, request.user), "email")


# leaving


def remove_stale_guests(now: datetime) -> int:
    """Delete up to `REMOVAL_BATCH_SIZE` guests without a visit for 60 days; return how many.

    A guest's session and pending address end before the guest leaves any table. So a guest who
    comes back at that moment is either in time or signed out.
    """
    long_ago = User.objects.filter(guest_network__gt="", last_seen_at__lt=now - KEPT).order_by(
        "last_seen_at"
    )
    removed = 0
    for pk in list(long_ago.values_list("pk", flat=True)[:REMOVAL_BATCH_SIZE]):
        with transaction.atomic():
            guest = long_ago.select_for_update(no_key=True).filter(pk=pk).first()
            if guest is None:
                continue
            guest.set_unusable_password()
            guest.save(update_fields=["password"])
            EmailAddress.objects.filter(user=guest).delete()
        delete_account(guest)
        removed += 1
    return removed
