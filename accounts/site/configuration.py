"""The owner's settings, cached in each process. Environment variables override them."""

from __future__ import annotations

from ipaddress import IPv4Network, IPv6Network, ip_network

from django.conf import settings
from django.utils.translation import gettext as _

from portal.ttl_value import TtlValue

from ..models import Site

LOCAL_NETWORKS = tuple(
    map(ip_network, ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7"))
)


def _load_site() -> Site:
    return Site.objects.defer("picture").filter(pk=Site.ONLY).first() or Site()


site_cache: TtlValue[Site] = TtlValue(_load_site, Site)


def get_site() -> Site:
    """Return the site's row, without its picture."""
    return site_cache.get()


def site_description() -> str:
    """Return one sentence about the site, with its name."""
    said = _("%(site_name)s: rich board games, played over days with your friends.")
    return said % {"site_name": get_site().name}


def sign_up_mode() -> str:
    """Return who may sign up, a value of `Site.SignUp` (accounts/signup_policy.py)."""
    return str(settings.SIGN_UP or get_site().sign_up)


def default_language() -> str:
    """Return the language for readers who chose none and whose browser accepts none of ours."""
    return get_site().language or settings.LANGUAGE_CODE


def webhook_networks() -> tuple[IPv4Network | IPv6Network, ...]:
    """Return the networks that are not public and to which webhooks may send anyway."""
    if settings.WEBHOOK_NETWORKS or not get_site().allows_local_webhooks:
        return tuple(settings.WEBHOOK_NETWORKS)
    return LOCAL_NETWORKS
