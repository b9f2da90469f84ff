"""Who may sign up and how (`check_admission`), and checks against automated sign-ups.

The sign-up mode (`SIGN_UP`, or the owner's setting) is open, by approval of the staff, by
invitation of a member, or closed. Other apps add ways to be invited, such as the link of a club
(`INVITATION_HOOKS`). The checks use no outside service: a honeypot field, the time in
which a form comes back, and a list of disposable mail domains.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any

from disposable_email_domains import blocklist
from django.conf import settings
from django.core import signing
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone

from portal.errors import ActionError
from portal.http.client_identity import client_address, is_local_request

from .models import Site, User
from .site import configuration

OPEN, APPROVAL, INVITATION, CLOSED = Site.SignUp
INVITATION_SALT = "accounts.door.invited"
FORM_TIME_SALT = "accounts.door.begun"
INVITATION_LIFETIME = timedelta(days=7)
MOST_INVITED = 10  # people whom one user may invite in that time
FORM_LIFETIME = 24 * 3600  # seconds within which a form must come back
INVITATION_SESSION_KEY = "invited_by"


class SignupRefusal(StrEnum):
    """Why a person may not sign up; `account/signup_closed.html` explains each."""

    CLOSED = "closed"
    NETWORK = "network"
    NO_INVITATION = "no_invitation"
    OLD_INVITATION = "old_invitation"  # it has expired, or its inviter has used up the limit


@dataclass(frozen=True)
class GroupInvitation:
    """An invitation of another app, such as the link of a club.

    Attributes:
        inviter: the user who made it.
        can_admit: whether it admits a person to a site that requires an invitation.
        accept: gives the new user the place, in the transaction that creates the account. It raises
            an `ActionError` before it writes anything, if no place is left by now.
    """

    inviter: User
    can_admit: bool
    accept: Callable[[User], None]


# Packages above add functions that return the invitation by which a visitor wants to sign up.
INVITATION_HOOKS: list[Callable[[HttpRequest], GroupInvitation | None]] = []


@dataclass(frozen=True)
class Admission:
    """Whether a person may sign up, and how; used by the form, guests, passkeys and OpenID."""

    refusal: SignupRefusal | None = None
    is_approval_required: bool = False
    inviter: User | None = None
    group: GroupInvitation | None = None

    @property
    def is_allowed(self) -> bool:
        return self.refusal is None

    @property
    def can_play_as_guest(self) -> bool:
        """Whether the visitor may play as a guest, which needs no approval and no invitation."""
        return self.refusal not in (SignupRefusal.CLOSED, SignupRefusal.NETWORK)

    def mark(self, user: User, now: datetime) -> None:
        """Set on the row of a new account who invited it and whether it awaits approval."""
        user.is_pending_approval = self.is_approval_required
        user.invited_by = self.inviter
        # Invitations of a group have their own limit: without a time, they count for no inviter.
        user.invited_at = now if self.inviter and self.group is None else None

    def accept(self, user: User) -> None:
        """Use up the invitation, in the transaction that creates or changes the account.

        Raises:
            ActionError: it has ended by now, and the site requires one.
        """
        if self.group is None:
            return
        with contextlib.nullcontext() if self.inviter else contextlib.suppress(ActionError):
            self.group.accept(user)


def check_admission(request: HttpRequest) -> Admission:
    """Return whether the sender of this request may sign up now, and how."""
    mode = configuration.sign_up_mode()
    if mode == CLOSED:
        return Admission(SignupRefusal.CLOSED)
    if is_network_refused(request):
        return Admission(SignupRefusal.NETWORK)
    group = next(filter(None, (hook(request) for hook in INVITATION_HOOKS)), None)
    if mode != INVITATION:
        return Admission(is_approval_required=mode == APPROVAL, group=group)
    if group is not None and group.can_admit:
        return Admission(inviter=group.inviter, group=group)
    token = _read_invitation_token(request)
    if not token:
        return Admission(SignupRefusal.OLD_INVITATION if group else SignupRefusal.NO_INVITATION)
    found = _find_inviter(request, token)
    return Admission(inviter=found) if found else Admission(SignupRefusal.OLD_INVITATION)


def is_network_refused(request: HttpRequest) -> bool:
    """Whether a request comes from a network in `REFUSED_NETWORKS`."""
    address = client_address(request.META)
    return address is not None and any(address in network for network in settings.REFUSED_NETWORKS)


def is_disposable_email(email: str) -> bool:
    """Whether an address belongs to a disposable mail domain or a subdomain of one."""
    labels = email.rpartition("@")[2].lower().strip(".").split(".")
    return any(".".join(labels[at:]) in blocklist for at in range(len(labels) - 1))


# invitations


def signup_invitation_url(user: User) -> str:
    """Return the address at which people whom this user invites can sign up."""
    token = signing.dumps(user.pk, salt=INVITATION_SALT)
    return f"{settings.SITE_URL}{reverse('account_signup')}?invited={token}"


def can_invite_to_sign_up(user: Any) -> bool:
    """Whether this user may invite people by a link; only on sites that require an invitation."""
    return (
        isinstance(user, User) and not user.is_guest and configuration.sign_up_mode() == INVITATION
    )


def _read_invitation_token(request: HttpRequest) -> str:
    """Return the token of the link that the visitor opened in this session, or ""."""
    return str(request.GET.get("invited") or request.session.get(INVITATION_SESSION_KEY, ""))


def _find_inviter(request: HttpRequest, token: str) -> User | None:
    """Return the user who made this link, if it is valid, and store it in the session."""
    try:
        pk = signing.loads(token, salt=INVITATION_SALT, max_age=INVITATION_LIFETIME)
    except signing.BadSignature:
        return None
    user = User.objects.filter(pk=pk, is_active=True, guest_network="").first()
    if user is None or signup_invitations_left(user, but=request.user) <= 0:
        return None
    if request.session.get(INVITATION_SESSION_KEY) != token:
        request.session[INVITATION_SESSION_KEY] = token
    return user


def signup_invitations_left(user: User, but: Any = None) -> int:
    """Return how many more people this user may invite now.

    Args:
        user: the inviter.
        but: a person who is not counted, because they may send the form again.
    """
    since = timezone.now() - INVITATION_LIFETIME
    lately = user.brought.filter(invited_at__gt=since).exclude(pk=getattr(but, "pk", None) or 0)
    return MOST_INVITED - lately.count()


# automated sign-ups


def sign_form_time() -> str:
    """Return a signed mark of the time at which a form was rendered."""
    return signing.dumps(time.time(), salt=FORM_TIME_SALT)


def is_form_too_quick(request: HttpRequest, mark: str) -> bool:
    """Whether a form came back faster than people fill it in, or has no valid mark.

    Requests from the site's own machine may be as fast as they like, because programs test it.
    """
    if not settings.SIGN_UP_SECONDS or is_local_request(request.META):
        return False
    try:
        at = signing.loads(mark, salt=FORM_TIME_SALT, max_age=FORM_LIFETIME)
    except signing.BadSignature:
        return True
    return bool(time.time() - at < settings.SIGN_UP_SECONDS)
