"""Known devices, so that failed logins by strangers do not lock a user out.

A cookie, set at sign-in, holds digests of the names and addresses used there; it grants no access.
Failures on a known device count for that device alone. All other failures count for each client
address, and also all together, so that many addresses guess no faster than one.
"""

from __future__ import annotations

import secrets

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import salted_hmac

from .models import User

COOKIE = "device"
YEAR = 365 * 24 * 3600
MAX_LOGINS = 8  # the latest names and addresses
SALT = "accounts.devices"


def find_known_device(request: HttpRequest, login: str) -> str:
    """Return the id of the device if this name or address has signed in there before, or ""."""
    device, *logins = _read_cookie(request)
    return device if _login_digest(login) in logins else ""


def device_digest(request: HttpRequest) -> str:
    """Return a digest of this device's id if anybody has signed in there before, or ""."""
    device = _read_cookie(request)[0]
    return _login_digest(device) if device else ""


def remember_device(request: HttpRequest, response: HttpResponse, user: User) -> None:
    """Set a cookie that says that this user has signed in on this device."""
    device, *logins = _read_cookie(request)
    mine = [_login_digest(user.username), _login_digest(user.email)]
    kept = [mark for mark in logins if mark not in mine] + mine
    response.set_cookie(
        COOKIE,
        signing.dumps([device or secrets.token_hex(8), *kept[-MAX_LOGINS:]], salt=SALT),
        max_age=YEAR,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def _read_cookie(request: HttpRequest) -> list[str]:
    """Return the device id ("" if it has none) and digests of the logins used there."""
    try:
        found: list[str] = signing.loads(request.COOKIES.get(COOKIE, ""), salt=SALT, max_age=YEAR)
    except signing.BadSignature:
        return [""]
    return found


def _login_digest(login: str) -> str:
    return salted_hmac(SALT, login.lower()).hexdigest()[:16]
