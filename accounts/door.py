"""Who may sign up, and what stands in the way of crowds of accounts that no person has made.

The site's door (`SIGN_UP`, or as the owner says) is open, opened by the staff for each, open to
whoever is invited by somebody with an account, or closed. Nobody else is asked: what programs fill
in, how soon a form comes back and where mails are thrown away, the site sees by itself.
"""

from __future__ import annotations

import time
from datetime import timedelta

from disposable_email_domains import blocklist
from django.conf import settings
from django.core import signing
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone

from portal.http.client import client_address, is_this_machine

from .models import Site, User
from .site import current

OPEN, APPROVAL, INVITATION, CLOSED = Site.SignUp
INVITED = "accounts.door.invited"
BEGUN = "accounts.door.begun"
LASTS = timedelta(days=7)  # an invitation
MOST_INVITED = 10  # by one person, in that time
PATIENCE = 24 * 3600  # for a form that somebody has begun
IN_SESSION = "invited_by"


def is_open(request: HttpRequest) -> bool:
    """Whether whoever asks may sign up here and now."""
    mode = current.sign_up()
    if mode == CLOSED or is_refused(request):
        return False
    return mode != INVITATION or inviter(request) is not None


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


def inviter(request: HttpRequest) -> User | None:
    """By whose link somebody came, while it works; the session remembers the link."""
    token = request.GET.get("invited") or request.session.get(IN_SESSION, "")
    try:
        pk = signing.loads(token, salt=INVITED, max_age=LASTS)
    except signing.BadSignature:
        return None
    user = User.objects.filter(pk=pk, is_active=True, guest_of="").first()
    if user is None or left_of(user) <= 0:
        return None
    if request.session.get(IN_SESSION) != token:
        request.session[IN_SESSION] = token
    return user


def left_of(user: User) -> int:
    """How many people this person may still bring in these days."""
    lately = user.brought.filter(date_joined__gt=timezone.now() - LASTS)
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
