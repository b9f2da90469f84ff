"""Guests: people of one browser, who have chosen a name and nothing else.

A guest is a person's row as everybody's is, without an address and without a password, signed in by
an ordinary session of this browser. What guests may ask is the list in `accounts/guest_access.py`.
One form turns the row into an account once its address is confirmed (`request_upgrade`, `kept`), so
everything that names it stays; a guest who is not heard of for 60 days is removed as an account
that leaves.
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

from portal.http.client_identity import client_key

from . import nicknames, passkeys, signup_policy
from .deletion import delete_account
from .friendly_names import generate_friendly_name
from .models import User
from .sign_ins import record_reauthentication
from .time_zones import visitor_zone

SALT = "accounts.guests"
# Guests who come from one address (of IPv6: from one network of a household), in a time.
CREATION_LIMITS = ((timedelta(hours=1), 5), (timedelta(days=1), 20))
MAX_PER_NETWORK = 40  # at all, until they are kept or removed
KEPT = timedelta(days=60)  # without a visit
# A session has no second way in, so it lasts as long as browsers keep a cookie; the row ends it.
SESSION_AGE = timedelta(days=400)
REMOVAL_BATCH_SIZE = 100
# In the session:
PENDING_EMAIL_KEY = "guest_asked"  # to which address a mail went
LONG_SESSION_KEY = "guest"  # that it lasts as a guest's does


class GuestLimitError(Exception):
    """Nobody becomes a guest from there now; the text says when, to whoever asks."""


@transaction.atomic
def create_guest(request: HttpRequest, name: str = "") -> User:
    """A guest of this name, or of one like it where it is taken; without one, a friendly one.

    Raises:
        ValidationError: nobody may be called so.
        GuestLimitError: enough of them have come from there.
    """
    if not signup_policy.check_admission(request).can_play_as_guest:
        raise GuestLimitError(_("This site does not accept new members at the moment."))
    if name:
        nicknames.check_name(nicknames.normalize_name(name))
    network = network_digest(request)
    _lock_network(network)
    _check_limits(network, timezone.now())
    guest = User(
        guest_of=network,
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
            continue  # somebody has it, or has taken it meanwhile
    raise GuestLimitError(_("Too many people have this name. Choose another one."))


def sign_in_guest(request: HttpRequest, guest: User) -> None:
    """This browser is the guest's from now on."""
    login(request, guest, backend=settings.AUTHENTICATION_BACKENDS[0])
    request.session.set_expiry(SESSION_AGE)
    request.session[LONG_SESSION_KEY] = True


def reset_session_expiry(session: SessionBase) -> None:
    """What was a guest's session is an account's by now: it lasts as long as those do."""
    if session.pop(LONG_SESSION_KEY, False):
        session.set_expiry(None)


def _lock_network(network: str) -> None:
    """Guests of one network come one after the other; SQLite has one writer in any case."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", [network])


def network_digest(request: HttpRequest) -> str:
    """From where a request comes, as a digest: no address is kept."""
    return salted_hmac(SALT, client_key(request.META)).hexdigest()[:24]


def _check_limits(network: str, now: datetime) -> None:
    """Raises GuestLimitError where too many have come from this network."""
    of_it = User.objects.filter(guest_of__gt="", guest_of=network).order_by("-date_joined")
    made = list(of_it.values_list("date_joined", flat=True)[:MAX_PER_NETWORK])
    lately = any(sum(at > now - time for at in made) >= most for time, most in CREATION_LIMITS)
    if lately or len(made) >= MAX_PER_NETWORK:
        raise GuestLimitError(
            _(
                "Too many guests have come from your network. Try again in an hour, or sign "
                "up: it takes a minute."
            )
        )


def _candidate_names(name: str) -> Iterator[str]:
    """What somebody is called who wants this name, one after the other."""
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
    """Give a guest name and password, or a passkey, and mail a link: confirmed, it is an account.

    Until then, and until the staff approve where they must, they go on as a guest, in the same
    session. Where the address has an account already
    (`taken`), its owner is told so by mail, and nothing shows it here. False: this is no guest any
    more, or is just being removed.
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
                *("username", "shown_name", "shown_likeness", "password"),
                *("awaits_approval", "invited_by", "invited_at"),
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
    update_session_auth_hash(request, row)
    request.user = row
    record_reauthentication(request, row, "sign_up")
    request.session[PENDING_EMAIL_KEY] = address.email
    email_verification.send_verification_email_to_address(request, address, signup=True)
    return True


def pending_upgrade_email(request: HttpRequest) -> str:
    """The address from which this guest's answer is awaited; "" where they have named none."""
    return str(request.session.get(PENDING_EMAIL_KEY, ""))


def complete_upgrade(pk: int) -> bool:
    """Make this guest an account if the address is confirmed and the staff need not approve it."""
    confirmed = EmailAddress.objects.filter(user=OuterRef("pk"), verified=True)
    guest = User.objects.filter(Exists(confirmed), pk=pk, is_active=True, guest_of__gt="")
    return bool(guest.filter(awaits_approval=False).update(guest_of=""))


def reject_upgrade(guest: User) -> None:
    """The staff do not approve this guest's account: they play on as a guest."""
    with transaction.atomic():
        User.objects.filter(pk=guest.pk).update(
            awaits_approval=False, email="", invited_by=None, invited_at=None
        )
        EmailAddress.objects.filter(user=guest).delete()


def has_confirmed_email(guest: User) -> bool:
    """Whether this guest has confirmed an address, and waits for the staff alone."""
    return guest.awaits_approval and EmailAddress.objects.filter(user=guest, verified=True).exists()


@receiver(email_confirmed)
def complete_confirmed_upgrade(
    sender: Any, request: HttpRequest | None, email_address: EmailAddress, **_more: Any
) -> None:
    """Whose address is confirmed has an account, unless the staff have to approve it first."""
    pk = email_address.user_id
    if pk and complete_upgrade(pk) and request is not None and request.user.pk == pk:
        record_reauthentication(request, cast(User, request.user), "email")


# leaving


def remove_stale_guests(now: datetime) -> int:
    """Remove guests who have not been heard of for long, and how many they were.

    Before one leaves their tables, their session ends and no address can be confirmed any more:
    who comes back in this moment was in time, or is nobody.
    """
    long_ago = User.objects.filter(guest_of__gt="", heard_at__lt=now - KEPT).order_by("heard_at")
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
