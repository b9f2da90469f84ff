"""What the owner has set, as this process knows it.

No request asks the database for it: a process reads the row anew once it is `FRESH` seconds old,
and at once where it was changed by itself. What the environment sets goes before it.
"""

from __future__ import annotations

import contextlib
import math
import time
from ipaddress import IPv4Network, IPv6Network, ip_network

from django.conf import settings
from django.db import DatabaseError, transaction

from ..models import Site

FRESH = 10.0  # seconds
LOCAL = tuple(map(ip_network, ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7")))


class _Kept:
    site = Site()
    until = -math.inf


def current() -> Site:
    """The site's row, without its picture; while the database is away, the last that was read."""
    now = time.monotonic()
    if now >= _Kept.until:
        with contextlib.suppress(DatabaseError):
            _Kept.site = Site.objects.defer("picture").filter(pk=Site.ONLY).first() or Site()
        _Kept.until = now + FRESH
    return _Kept.site


def renew() -> None:
    """Read it anew at the next look, after the transaction that changes it."""
    transaction.on_commit(forget)


def forget() -> None:
    _Kept.until = -math.inf


def keep(site: Site) -> None:
    """For tests: nothing is read, whatever the database says."""
    _Kept.site, _Kept.until = site, math.inf


def sign_up() -> str:
    """Who may sign up (accounts/door.py)."""
    return str(settings.SIGN_UP or current().sign_up)


def language() -> str:
    """Of whoever has not chosen one, and whose browser knows none of ours."""
    return current().language or settings.LANGUAGE_CODE


def webhook_networks() -> tuple[IPv4Network | IPv6Network, ...]:
    """Networks to which webhooks go although they are not public."""
    if settings.WEBHOOK_NETWORKS or not current().local_webhooks:
        return tuple(settings.WEBHOOK_NETWORKS)
    return LOCAL
