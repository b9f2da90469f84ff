"""One key counts a client everywhere: an IPv4 address, or the /64 network of an IPv6 address."""

from __future__ import annotations

from collections.abc import Callable
from ipaddress import ip_network
from typing import Any

import pytest
from allauth.core.internal import ratelimit
from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.http import HttpRequest
from django.test import Client, RequestFactory
from rest_framework.request import Request
from rest_framework.throttling import AnonRateThrottle

from accounts import guests, signup_policy
from games.api.throttles import AnonymousThrottle, PersonThrottle
from portal.http.client_identity import address_key, client_key, is_local_request
from portal.http.fair_queue import requester_key
from portal.http.work_limit import limit_work

pytestmark = pytest.mark.same_everywhere

KEYS = {
    "192.0.2.7": "192.0.2.7",
    "::ffff:192.0.2.7": "192.0.2.7",
    "2001:db8:1:1::1": "2001:db8:1:1::",
    "2001:db8:1:1:ffff:ffff:ffff:ffff": "2001:db8:1:1::",
    "2001:db8:1:2::1": "2001:db8:1:2::",
    "fe80::1%eth0": "fe80::",
    "": "",
    "unix:": "",
}
ONE_CLIENT = ("2001:db8:1:1::1", "2001:db8:1:1::2")


def request_from(address: str) -> HttpRequest:
    request = RequestFactory(REMOTE_ADDR=address).get("/")
    request.user = AnonymousUser()
    return request


@pytest.mark.parametrize(("address", "key"), KEYS.items())
def test_client_key_of_an_address(address: str, key: str) -> None:
    assert address_key(address) == key
    assert client_key({"REMOTE_ADDR": address}) == key


COUNTERS: dict[str, Callable[[HttpRequest], Any]] = {
    "guests": guests.network_digest,
    "sign-in": ratelimit.get_ip,
    "anonymous API": lambda request: AnonymousThrottle().get_ident(Request(request)),
    "API": lambda request: PersonThrottle().get_ident(Request(request)),
    "fairness": lambda request: requester_key(request.META),
}


@pytest.mark.parametrize("counter", COUNTERS)
def test_every_counter_uses_the_client_key(counter: str) -> None:
    for address, key in KEYS.items():
        if key:
            own, other = (COUNTERS[counter](request_from(text)) for text in (address, key))
            assert own == other, address
    here, there = (COUNTERS[counter](request_from(text)) for text in ("192.0.2.7", "2001:db8::1"))
    assert here != there


def test_anonymous_api_requests_of_one_ipv6_network_share_a_limit(
    db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(AnonRateThrottle, "THROTTLE_RATES", {"anon": "3/min"})
    statuses = [
        Client(REMOTE_ADDR=f"2001:db8:1:1::{n:x}").get("/api/openapi.yaml").status_code
        for n in range(4)
    ]
    assert statuses == [200, 200, 200, 429]
    other = Client(REMOTE_ADDR="2001:db8:1:2::1")
    assert other.get("/api/openapi.yaml").status_code == 200


def test_work_of_one_ipv6_network_is_counted_together() -> None:
    first, second = map(request_from, ONE_CLIENT)
    with limit_work(first, "test", 1, 9):
        pass
    cache.incr("test:2001:db8:1:1::", 2000)
    with limit_work(second, "test", 1, 9) as has_time:
        assert not has_time


def test_refused_networks_know_an_ipv4_address_inside_ipv6(settings: Any) -> None:
    settings.REFUSED_NETWORKS = (ip_network("192.0.2.0/24"),)
    assert signup_policy.is_network_refused(request_from("::ffff:192.0.2.7"))
    assert not signup_policy.is_network_refused(request_from("::ffff:198.51.100.7"))
    assert not signup_policy.is_network_refused(request_from(""))


def test_this_machine_is_known_unless_a_proxy_speaks_for_somebody() -> None:
    assert is_local_request({"REMOTE_ADDR": "::1"})
    assert is_local_request({"REMOTE_ADDR": "::ffff:127.0.0.1"})
    assert not is_local_request({"REMOTE_ADDR": "127.0.0.1", "HTTP_X_FORWARDED_FOR": "127.0.0.1"})
    assert not is_local_request({"REMOTE_ADDR": "192.0.2.7"})
