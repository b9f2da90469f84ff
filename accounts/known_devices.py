"""Devices on which somebody has signed in before: strangers' wrong guesses do not lock them out.

A cookie, set at sign-in, remembers under which names and addresses; it opens nothing. Failures of a
known device are counted for that device alone. All others are counted for each address they come
from, and besides all together, so that a crowd of addresses guesses no faster than one.
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
MAX_LOGINS = 8  # names and addresses, the latest ones
SALT = "accounts.devices"


def find_known_device(request: HttpRequest, login: str) -> str:
    """The device on which this name or address has signed in before; "" for a stranger's."""
    device, *logins = _read_cookie(request)
    return device if _login_digest(login) in logins else ""


def device_digest(request: HttpRequest) -> str:
    """What stands for this device, where somebody has signed in there before; "" elsewhere."""
    device = _read_cookie(request)[0]
    return _login_digest(device) if device else ""


def remember_device(request: HttpRequest, response: HttpResponse, user: User) -> None:
    """Note on the person's device that they have signed in there."""
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
    """The device's own name, "" where it has none, and the marks of who has signed in there."""
    try:
        found: list[str] = signing.loads(request.COOKIES.get(COOKIE, ""), salt=SALT, max_age=YEAR)
    except signing.BadSignature:
        return [""]
    return found


def _login_digest(login: str) -> str:
    return salted_hmac(SALT, login.lower()).hexdigest()[:16]
