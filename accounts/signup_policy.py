"""Who may sign up and how (`check_admission`); what stops accounts that no person has made.

The site's door (`SIGN_UP`, or as the owner says) is open, opened by the staff for each, open to
whoever is invited by somebody with an account, or closed. Nobody else is asked: what programs fill
in, how soon a form comes back and where mails are thrown away, the site sees by itself.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any

from disposable_email_domains import blocklist
from django.conf import settings
from django.core import signing
from django.db.models.functions import Coalesce
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone

from portal.http.client_identity import client_address, is_local_request

from .models import Site, User
from .site import configuration

OPEN, APPROVAL, INVITATION, CLOSED = Site.SignUp
INVITATION_SALT = "accounts.door.invited"
FORM_TIME_SALT = "accounts.door.begun"
INVITATION_LIFETIME = timedelta(days=7)  # an invitation
MOST_INVITED = 10  # by one person, in that time
FORM_LIFETIME = 24 * 3600  # for a form that somebody has begun
INVITATION_SESSION_KEY = "invited_by"


class SignupRefusal(StrEnum):
    """Why a person may not sign up; `account/signup_closed.html` explains each."""

    CLOSED = "closed"
    NETWORK = "network"
    NO_INVITATION = "no_invitation"
    OLD_INVITATION = "old_invitation"  # it has expired, or as many people as it may have used it


@dataclass(frozen=True)
class Admission:
    """Whether a person may sign up, and how: the form, guests, passkeys and OpenID all ask this."""

    refusal: SignupRefusal | None = None
    is_approval_required: bool = False
    inviter: User | None = None

    @property
    def is_allowed(self) -> bool:
        return self.refusal is None

    @property
    def can_play_as_guest(self) -> bool:
        """Whether the person may play as a guest: guests need no approval and no invitation."""
        return self.refusal not in (SignupRefusal.CLOSED, SignupRefusal.NETWORK)

    def mark(self, user: User, now: datetime) -> None:
        """Note on the row of a new account who invited it, and whether it awaits approval."""
        user.awaits_approval = self.is_approval_required
        user.invited_by = self.inviter
        user.invited_at = now if self.inviter else None


def check_admission(request: HttpRequest) -> Admission:
    """Whether the person who sends this request may sign up now, and how."""
    mode = configuration.sign_up_mode()
    if mode == CLOSED:
        return Admission(SignupRefusal.CLOSED)
    if is_network_refused(request):
        return Admission(SignupRefusal.NETWORK)
    if mode != INVITATION:
        return Admission(is_approval_required=mode == APPROVAL)
    token = _read_invitation_token(request)
    if not token:
        return Admission(SignupRefusal.NO_INVITATION)
    found = _find_inviter(request, token)
    return Admission(inviter=found) if found else Admission(SignupRefusal.OLD_INVITATION)


def is_network_refused(request: HttpRequest) -> bool:
    """Whether a request comes from a network from which nobody may come (`REFUSED_NETWORKS`)."""
    address = client_address(request.META)
    return address is not None and any(address in network for network in settings.REFUSED_NETWORKS)


def is_disposable_email(email: str) -> bool:
    """Whether an address is one of those that anybody has for ten minutes."""
    labels = email.rpartition("@")[2].lower().strip(".").split(".")
    return any(".".join(labels[at:]) in blocklist for at in range(len(labels) - 1))


# invitations


def signup_invitation_url(user: User) -> str:
    """Where somebody may sign up whom this person invites."""
    token = signing.dumps(user.pk, salt=INVITATION_SALT)
    return f"{settings.SITE_URL}{reverse('account_signup')}?invited={token}"


def can_invite_to_sign_up(user: Any) -> bool:
    """Whether this person may bring others in by a link: only where an invitation is needed."""
    return (
        isinstance(user, User) and not user.is_guest and configuration.sign_up_mode() == INVITATION
    )


def _read_invitation_token(request: HttpRequest) -> str:
    """The token of the link that the person followed, now or earlier in this session, or ""."""
    return str(request.GET.get("invited") or request.session.get(INVITATION_SESSION_KEY, ""))


def _find_inviter(request: HttpRequest, token: str) -> User | None:
    """Who gave the person this link, while it works; the session keeps the link."""
    try:
        pk = signing.loads(token, salt=INVITATION_SALT, max_age=INVITATION_LIFETIME)
    except signing.BadSignature:
        return None
    user = User.objects.filter(pk=pk, is_active=True, guest_of="").first()
    if user is None or signup_invitations_left(user, but=request.user) <= 0:
        return None
    if request.session.get(INVITATION_SESSION_KEY) != token:
        request.session[INVITATION_SESSION_KEY] = token
    return user


def signup_invitations_left(user: User, but: Any = None) -> int:
    """How many people this person may still bring in these days; `but` one who may send the form
    again."""
    since = timezone.now() - INVITATION_LIFETIME
    at = Coalesce("invited_at", "date_joined")  # a guest joined before the invitation
    lately = (
        user.brought.alias(at=at).filter(at__gt=since).exclude(pk=getattr(but, "pk", None) or 0)
    )
    return MOST_INVITED - lately.count()


# programs


def sign_form_time() -> str:
    """A mark of the moment at which a form was drawn."""
    return signing.dumps(time.time(), salt=FORM_TIME_SALT)


def is_form_too_quick(request: HttpRequest, mark: str) -> bool:
    """Whether a form came back sooner than a person fills it in, or was never drawn.

    Whoever sits at the site's own machine tries it out, by programs too.
    """
    if not settings.SIGN_UP_SECONDS or is_local_request(request.META):
        return False
    try:
        at = signing.loads(mark, salt=FORM_TIME_SALT, max_age=FORM_LIFETIME)
    except signing.BadSignature:
        return True
    return bool(time.time() - at < settings.SIGN_UP_SECONDS)
