"""What the owner has set, as this process knows it. What the environment sets goes before it."""

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
    """The site's row, without its picture."""
    return site_cache.get()


def site_description() -> str:
    """What the site is, in a sentence."""
    said = _("%(site_name)s: rich board games, played over days with your friends.")
    return said % {"site_name": get_site().name}


def sign_up_mode() -> str:
    """Who may sign up (accounts/signup_policy.py)."""
    return str(settings.SIGN_UP or get_site().sign_up)


def default_language() -> str:
    """Of whoever has not chosen one, and whose browser knows none of ours."""
    return get_site().language or settings.LANGUAGE_CODE


def webhook_networks() -> tuple[IPv4Network | IPv6Network, ...]:
    """Networks to which webhooks go although they are not public."""
    if settings.WEBHOOK_NETWORKS or not get_site().local_webhooks:
        return tuple(settings.WEBHOOK_NETWORKS)
    return LOCAL_NETWORKS
