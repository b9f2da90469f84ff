"""The client of a request: its address, and the key under which its requests are counted.

Uvicorn determines the address behind the proxies that `FORWARDED_ALLOW_IPS` trusts, so this module
trusts no header. No other module reads `REMOTE_ADDR` or `X-Forwarded-For`.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import Any

# A household or a server has one network of this prefix length and can use any address in it.
IPV6_PREFIX = 64


@functools.lru_cache(maxsize=1024)
def parse_address(text: str) -> IPv4Address | IPv6Address | None:
    """Parse an address, or return None; an IPv4-mapped IPv6 address becomes an IPv4 address."""
    try:
        address = ip_address(text.strip().partition("%")[0])
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


def address_key(text: str) -> str:
    """Return the key of a client: its IPv4 address, or the /64 network of its IPv6 address.

    Without an address, for example on a Unix socket, all clients share the key "".
    """
    address = parse_address(text)
    if isinstance(address, IPv6Address):
        return str(IPv6Network((int(address), IPV6_PREFIX), strict=False).network_address)
    return str(address or "")


def client_address(meta: Mapping[str, Any]) -> IPv4Address | IPv6Address | None:
    """Return the address that a request comes from, given its `META`, or None."""
    return parse_address(meta.get("REMOTE_ADDR", ""))


def client_key(meta: Mapping[str, Any]) -> str:
    """Return the key under which a client is counted, given a request's `META`."""
    return address_key(meta.get("REMOTE_ADDR", ""))


def is_local_request(meta: Mapping[str, Any]) -> bool:
    """Whether a request comes from this machine, and not through a proxy."""
    address = client_address(meta)
    return "HTTP_X_FORWARDED_FOR" not in meta and address is not None and address.is_loopback
