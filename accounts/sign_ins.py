"""The page with a user's sign-ins, where they can sign out elsewhere, and new-device mails."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from datetime import datetime
from smtplib import SMTPException
from typing import Any, cast

from allauth.account.adapter import get_adapter
from allauth.account.internal.flows.login import record_authentication
from allauth.usersessions.models import UserSession
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.signals import user_logged_in
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from portal.http.input_validation import parse_number_or_none

from .models import User

ALL_OTHERS = "others"
# (mark in the user agent, common name); the first match counts.
BROWSERS = (
    *(("Edg", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser", "Samsung Internet")),
    *(("Firefox", "Firefox"), ("FxiOS", "Firefox"), ("CriOS", "Chrome")),
    *(("Chrome", "Chrome"), ("Safari", "Safari")),
)
SYSTEMS = (
    *(("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Windows", "Windows")),
    *(("Mac OS", "macOS"), ("CrOS", "ChromeOS"), ("Linux", "Linux")),
)

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class SignIn:
    pk: int
    device: str
    address: str
    since: datetime
    is_here: bool
    has_push_device: bool


def list_sign_ins(user: User, here: str | None) -> list[SignIn]:
    """Return the user's sign-ins: the current session first, then the latest."""
    with_notices = set(user.devices.values_list("session_key", flat=True))
    found = [
        SignIn(
            one.pk,
            device_name(one.user_agent),
            one.ip,
            one.created_at,
            one.session_key == here,
            one.session_key in with_notices,
        )
        for one in UserSession.objects.purge_and_list(user)
    ]
    return sorted(found, key=lambda one: (one.is_here, one.since), reverse=True)


def device_name(agent: str) -> str:
    """Return the common names of browser and system in a user agent, or "unknown device"."""
    named = [
        next((name for mark, name in known if mark in agent), "") for known in (BROWSERS, SYSTEMS)
    ]
    return ", ".join(filter(None, named)) or _("unknown device")


@never_cache
@login_required
def sign_ins(request: HttpRequest) -> HttpResponse:
    """List the sign-ins; a POST ends one of them, or all but the current one."""
    user, here = cast(User, request.user), request.session.session_key
    if request.method != "POST":
        return render(request, "accounts/sign_ins.html", {"found": list_sign_ins(user, here)})
    others = UserSession.objects.filter(user=user).exclude(session_key=here)
    if (which := request.POST.get("which", "")) != ALL_OTHERS:
        others = others.filter(pk=parse_number_or_none(which))
    for one in others:
        one.end()
    messages.success(request, _("Signed out on that device."))
    return redirect("usersessions_list")


@receiver(user_logged_in)
def record_sign_in(sender: Any, request: HttpRequest, user: User, **_more: Any) -> None:
    """Count every kind of sign-in as reauthentication, so no second proof is needed right after.

    allauth counts only a proof that its own page asked for.
    """
    record_reauthentication(request, user, "sign_in")


def record_reauthentication(request: HttpRequest, user: User, method: str) -> None:
    """Record in the session that the user has just authenticated."""
    record_authentication(request, user, method, reauthenticated=True)


def send_new_device_mail(request: HttpRequest, user: User) -> None:
    """Mail the owner of an account about a sign-in on a new device, which may be a stranger's.

    A failure of the mail server is logged and does not prevent the sign-in.
    """
    try:
        get_adapter(request).send_notification_mail("account/email/new_device", user)
    except (OSError, SMTPException):
        logger.exception("cannot send the mail about a new device of user %s", user.pk)
