"""Who may sign up and how (`admission_of`); what stops accounts that no person has made.

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

from portal.http.client_identity import client_address, is_this_machine

from .models import Site, User
from .site import configuration

OPEN, APPROVAL, INVITATION, CLOSED = Site.SignUp
INVITED = "accounts.door.invited"
BEGUN = "accounts.door.begun"
LASTS = timedelta(days=7)  # an invitation
MOST_INVITED = 10  # by one person, in that time
PATIENCE = 24 * 3600  # for a form that somebody has begun
IN_SESSION = "invited_by"


class Refusal(StrEnum):
    """Why a person may not sign up; `account/signup_closed.html` explains each."""

    CLOSED = "closed"
    NETWORK = "network"
    NO_INVITATION = "no_invitation"
    OLD_INVITATION = "old_invitation"  # it has expired, or as many people as it may have used it


@dataclass(frozen=True)
class Admission:
    """Whether a person may sign up, and how: the form, guests, passkeys and OpenID all ask this."""

    refusal: Refusal | None = None
    needs_approval: bool = False
    inviter: User | None = None

    @property
    def is_allowed(self) -> bool:
        return self.refusal is None

    @property
    def admits_guests(self) -> bool:
        """Whether the person may play as a guest: guests need no approval and no invitation."""
        return self.refusal not in (Refusal.CLOSED, Refusal.NETWORK)

    def mark(self, user: User, now: datetime) -> None:
        """Note on the row of a new account who invited it, and whether it awaits approval."""
        user.awaits_approval = self.needs_approval
        user.invited_by = self.inviter
        user.invited_at = now if self.inviter else None


def admission_of(request: HttpRequest) -> Admission:
    """Whether the person who sends this request may sign up now, and how."""
    mode = configuration.sign_up()
    if mode == CLOSED:
        return Admission(Refusal.CLOSED)
    if is_refused(request):
        return Admission(Refusal.NETWORK)
    if mode != INVITATION:
        return Admission(needs_approval=mode == APPROVAL)
    token = _invitation_in(request)
    if not token:
        return Admission(Refusal.NO_INVITATION)
    found = _inviter(request, token)
    return Admission(inviter=found) if found else Admission(Refusal.OLD_INVITATION)


def is_refused(request: HttpRequest) -> bool:
    """Whether a request comes from a network from which nobody may come (`REFUSED_NETWORKS`)."""
    address = client_address(request.META)
    return address is not None and any(address in network for network in settings.REFUSED_NETWORKS)


def is_thrown_away(email: str) -> bool:
    """Whether an address is one of those that anybody has for ten minutes."""
    labels = email.rpartition("@")[2].lower().strip(".").split(".")
    return any(".".join(labels[at:]) in blocklist for at in range(len(labels) - 1))


# invitations


def invitation_of(user: User) -> str:
    """Where somebody may sign up whom this person invites."""
    token = signing.dumps(user.pk, salt=INVITED)
    return f"{settings.SITE_URL}{reverse('account_signup')}?invited={token}"


def can_invite(user: Any) -> bool:
    """Whether this person may bring others in by a link: only where an invitation is needed."""
    return isinstance(user, User) and not user.is_guest and configuration.sign_up() == INVITATION


def _invitation_in(request: HttpRequest) -> str:
    """The token of the link that the person followed, now or earlier in this session, or ""."""
    return str(request.GET.get("invited") or request.session.get(IN_SESSION, ""))


def _inviter(request: HttpRequest, token: str) -> User | None:
    """Who gave the person this link, while it works; the session keeps the link."""
    try:
        pk = signing.loads(token, salt=INVITED, max_age=LASTS)
    except signing.BadSignature:
        return None
    user = User.objects.filter(pk=pk, is_active=True, guest_of="").first()
    if user is None or left_of(user, but=request.user) <= 0:
        return None
    if request.session.get(IN_SESSION) != token:
        request.session[IN_SESSION] = token
    return user


def left_of(user: User, but: Any = None) -> int:
    """How many people this person may still bring in these days; `but` one who may send the form
    again."""
    since = timezone.now() - LASTS
    at = Coalesce("invited_at", "date_joined")  # a guest joined before the invitation
    lately = (
        user.brought.alias(at=at).filter(at__gt=since).exclude(pk=getattr(but, "pk", None) or 0)
    )
    return MOST_INVITED - lately.count()


# programs


def begun() -> str:
    """A mark of the moment at which a form was drawn."""
    return signing.dumps(time.time(), salt=BEGUN)


def was_too_quick(request: HttpRequest, mark: str) -> bool:
    """Whether a form came back sooner than a person fills it in, or was never drawn.

    Whoever sits at the site's own machine tries it out, by programs too.
    """
    if not settings.SIGN_UP_SECONDS or is_this_machine(request.META):
        return False
    try:
        at = signing.loads(mark, salt=BEGUN, max_age=PATIENCE)
    except signing.BadSignature:
        return True
    return bool(time.time() - at < settings.SIGN_UP_SECONDS)
