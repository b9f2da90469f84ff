"""What the owner has set, as this process knows it. What the environment sets goes before it."""

from __future__ import annotations

from ipaddress import IPv4Network, IPv6Network, ip_network

from django.conf import settings
from django.utils.translation import gettext as _

from portal.ttl_value import Fresh

from ..models import Site

LOCAL = tuple(map(ip_network, ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7")))


def _read() -> Site:
    return Site.objects.defer("picture").filter(pk=Site.ONLY).first() or Site()


kept: Fresh[Site] = Fresh(_read, Site)


def current() -> Site:
    """The site's row, without its picture."""
    return kept.get()


def about() -> str:
    """What the site is, in a sentence."""
    said = _("%(site_name)s: rich board games, played over days with your own people.")
    return said % {"site_name": current().name}


def sign_up() -> str:
    """Who may sign up (accounts/signup_policy.py)."""
    return str(settings.SIGN_UP or current().sign_up)


def language() -> str:
    """Of whoever has not chosen one, and whose browser knows none of ours."""
    return current().language or settings.LANGUAGE_CODE


def webhook_networks() -> tuple[IPv4Network | IPv6Network, ...]:
    """Networks to which webhooks go although they are not public."""
    if settings.WEBHOOK_NETWORKS or not current().local_webhooks:
        return tuple(settings.WEBHOOK_NETWORKS)
    return LOCAL
