"""Requests to addresses that people type: nothing private is asked, nobody holds us up."""

from __future__ import annotations

import ipaddress
import os
import socket
import ssl
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

from portal.http import outgoing_requests
from portal.http.outgoing_requests import ForbiddenAddressError, RequestFailedError
from tests import hook_server
from tests.hook_server import HookServer
from tests.requirements import program

pytestmark = pytest.mark.same_everywhere

SHORT_TIMEOUT = 0.6  # seconds that hostile servers are given here
HOSTILE = (
    hook_server.hang,
    hook_server.drip_headers,
    hook_server.drip_body,
    hook_server.hang_up,
    hook_server.nonsense,
    hook_server.endless_continues,
)
ENDLESS = (hook_server.endless_body, hook_server.endless_headers)


@pytest.fixture
def local(settings: Any) -> None:
    settings.WEBHOOKS_MAY_BE_LOCAL = True


@pytest.fixture
def serve() -> Iterator[Callable[..., HookServer]]:
    servers = []

    def start(**how: Any) -> HookServer:
        servers.append(HookServer(**how))
        return servers[-1]

    yield start
    for server in servers:
        server.stop()


def post(url: str, seconds: float = SHORT_TIMEOUT) -> outgoing_requests.OutgoingResponse:
    return outgoing_requests.post(url, b"{}", {"Content-Type": "application/json"}, seconds)


def resolves_to(monkeypatch: pytest.MonkeyPatch, *answers: list[str]) -> list[str]:
    """Names resolve to these addresses, one list for each time one is asked; returns who asked."""
    asked: list[str] = []

    def getaddrinfo(host: str, port: int, *args: Any, **kwargs: Any) -> list[Any]:
        found = answers[min(len(asked), len(answers) - 1)]
        asked.append(host)
        return [
            (socket.AF_INET6, socket.SOCK_STREAM, 6, "", (one, port, 0, 0))
            if ":" in one
            else (socket.AF_INET, socket.SOCK_STREAM, 6, "", (one, port))
            for one in found
        ]

    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)
    return asked


@pytest.fixture
def never_connects(monkeypatch: pytest.MonkeyPatch) -> None:
    def connect(self: socket.socket, address: Any) -> None:
        pytest.fail(f"connects to {address}")

    monkeypatch.setattr(socket.socket, "connect", connect)


# addresses


@pytest.mark.parametrize(
    "url",
    [
        "",
        "example.org",
        "http://example.org/",
        "ftp://example.org/",
        "file:///etc/passwd",
        "gopher://example.org/",
        "https://",
        "https:///path",
        "https://me@example.org/",
        "https://me:secret@example.org/",
        "https://example.org:22/",
        "https://example.org:25/",
        "https://example.org:0/",
        "https://example.org:99999/",
        "https://example.org:x/",
        "https://example.org/a b",
        "https://example.org/\r\nHost: other",
        "https://example.org/\x00",
        "https://exa\tmple.org/",
        "https://example.org\\@127.0.0.1/",
        "https://[::1%25eth0]/",
        "https://[::1/",
        "https://exämple.org/",
        "https://.example.org/",
        "https://a..b/",
        "https://-/",
        "https://example.org/" + "a" * 500,
    ],
)
def test_what_is_no_address_or_not_encrypted_is_refused(url: str) -> None:
    with pytest.raises(ForbiddenAddressError):
        outgoing_requests.parse_target(url)


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("https://example.org", (True, "example.org", 443, "/")),
        ("https://Example.ORG:443/a?b=c#d", (True, "example.org", 443, "/a?b=c")),
        ("https://example.org:8443/x", (True, "example.org", 8443, "/x")),
        ("https://[2606:4700::1111]:3000/", (True, "2606:4700::1111", 3000, "/")),
    ],
)
def test_an_address_is_taken_apart(url: str, expected: tuple[Any, ...]) -> None:
    assert outgoing_requests.parse_target(url) == expected


PRIVATE = [
    *("0.0.0.0", "10.0.0.1", "100.64.0.1", "127.0.0.1", "127.9.9.9", "169.254.169.254"),  # noqa: S104
    *("172.16.0.1", "192.168.1.1", "192.0.2.1", "198.18.0.1", "224.0.0.1", "240.0.0.1"),
    *("255.255.255.255", "::", "::1", "::127.0.0.1", "fe80::1", "fec0::1", "fc00::1", "fd12::1"),
    *("ff02::1", "ff0e::1", "2001:db8::1", "100::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1"),
    *("2002:7f00:1::1", "2002:a00:1::", "2002:c0a8:101::1"),  # 6to4
    *("64:ff9b::7f00:1", "64:ff9b::a9fe:a9fe", "64:ff9b:1::1"),  # NAT64
    "2001:0:4136:e378:8000:63bf:3fff:fdd2",  # Teredo
]
PUBLIC = [
    *("1.1.1.1", "93.184.216.34", "2606:4700:4700::1111", "::ffff:1.1.1.1"),
    *("2002:101:101::1", "64:ff9b::101:101"),
]


@pytest.mark.parametrize("address", PRIVATE)
def test_what_is_not_public_is_known(address: str) -> None:
    assert not outgoing_requests.is_public_address(ipaddress.ip_address(address))


@pytest.mark.parametrize("address", PUBLIC)
def test_what_is_public_is_known(address: str) -> None:
    assert outgoing_requests.is_public_address(ipaddress.ip_address(address))


@pytest.mark.parametrize("address", PRIVATE)
def test_a_name_that_resolves_to_what_is_not_public_is_not_asked(
    address: str, monkeypatch: pytest.MonkeyPatch, never_connects: None
) -> None:
    resolves_to(monkeypatch, [address])
    with pytest.raises(ForbiddenAddressError):
        post("https://hooks.example.org/")


def test_one_address_that_is_not_public_spoils_the_name(
    monkeypatch: pytest.MonkeyPatch, never_connects: None
) -> None:
    resolves_to(monkeypatch, ["1.1.1.1", "10.0.0.1"])
    with pytest.raises(ForbiddenAddressError):
        post("https://hooks.example.org/")


@pytest.mark.parametrize(
    "host",
    [
        *("127.0.0.1", "[::1]", "[::ffff:127.0.0.1]", "localhost", "localhost."),
        *("2130706433", "0x7f000001", "0x7f.1", "0177.0.0.1", "127.1", "0"),
    ],
)
def test_the_loopback_is_not_asked_however_it_is_written(host: str, never_connects: None) -> None:
    with pytest.raises((ForbiddenAddressError, RequestFailedError)):
        post(f"https://{host}/")


@pytest.mark.parametrize(
    "host",
    [
        *("10.0.0.1", "192.168.1.20", "[fd12::1]", "[::ffff:10.0.0.1]", "169.254.169.254"),
        *("127.1", "0x7f000001", "2130706433", "localhost", "hooks.localhost"),
    ],
)
def test_an_address_that_can_never_be_asked_is_refused_when_it_is_typed(host: str) -> None:
    with pytest.raises(ForbiddenAddressError, match="not public"):
        outgoing_requests.parse_target(f"https://{host}/")


HOME = (ipaddress.ip_network("192.168.1.0/24"), ipaddress.ip_network("fd12::/16"))


@pytest.mark.parametrize("host", ["192.168.1.20", "[fd12::1]", "[::ffff:192.168.1.20]"])
def test_a_network_that_is_named_may_be_asked_without_encryption_too(host: str) -> None:
    for scheme in ("http", "https"):
        outgoing_requests.parse_target(f"{scheme}://{host}:8123/", also=HOME)


def test_what_lies_beside_a_named_network_may_not(
    monkeypatch: pytest.MonkeyPatch, never_connects: None
) -> None:
    for url in ("http://192.168.2.1/", "https://127.0.0.1/", "http://1.1.1.1/"):
        with pytest.raises(ForbiddenAddressError):
            outgoing_requests.parse_target(url, also=HOME)
    for address in ("192.168.2.1", "1.1.1.1"):
        resolves_to(monkeypatch, [address])
        with pytest.raises(ForbiddenAddressError):
            outgoing_requests.post("http://hooks.example.org/", b"", {}, SHORT_TIMEOUT, also=HOME)


def test_a_name_in_a_named_network_is_asked(
    serve: Callable[..., HookServer], monkeypatch: pytest.MonkeyPatch
) -> None:
    server = serve()
    resolves_to(monkeypatch, ["127.0.0.1"])
    here = (ipaddress.ip_network("127.0.0.0/8"),)
    url = server.url(host="hooks.example.org")
    assert outgoing_requests.post(url, b"", {}, SHORT_TIMEOUT, also=here).status == 204
    with pytest.raises(ForbiddenAddressError):
        outgoing_requests.post(url, b"", {}, SHORT_TIMEOUT)


def test_the_connection_goes_to_what_was_looked_at_whatever_the_name_says_later(
    local: None, serve: Callable[..., HookServer], monkeypatch: pytest.MonkeyPatch
) -> None:
    server = serve()
    asked = resolves_to(monkeypatch, ["127.0.0.1"], ["10.0.0.1"], ["169.254.169.254"])
    assert post(server.url(host="hooks.example.org")).status == 204
    assert asked == ["hooks.example.org"]
    assert server.taken[0].headers["Host"] == f"hooks.example.org:{server.port}"


def test_a_name_that_turns_private_before_the_next_request_is_refused_then(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    resolves_to(monkeypatch, ["1.1.1.1"], ["127.0.0.1"])
    connected = []

    def connect(self: socket.socket, address: Any) -> None:
        connected.append(address[0])
        raise ConnectionRefusedError

    monkeypatch.setattr(socket.socket, "connect", connect)
    with pytest.raises(RequestFailedError):
        post("https://hooks.example.org/")
    with pytest.raises(ForbiddenAddressError):
        post("https://hooks.example.org/")
    assert connected == ["1.1.1.1"]


def test_in_tests_the_loopback_may_be_asked_and_nothing_else_that_is_not_public(
    local: None, monkeypatch: pytest.MonkeyPatch, never_connects: None
) -> None:
    for address in ("10.0.0.1", "169.254.169.254", "192.168.1.1", "::ffff:10.0.0.1"):
        resolves_to(monkeypatch, [address])
        with pytest.raises(ForbiddenAddressError):
            post("http://hooks.example.org/")


def test_no_environment_opens_the_loopback() -> None:
    script = "from portal import settings; print(settings.WEBHOOKS_MAY_BE_LOCAL)"
    env = {**os.environ, "WEBHOOKS_MAY_BE_LOCAL": "True", "DEBUG": "True"}
    found = subprocess.run(
        [sys.executable, "-c", script],
        env=env,
        cwd=settings.BASE_DIR,
        capture_output=True,
        text=True,
    )
    assert found.stdout == "False\n", found.stderr


def test_proxies_of_the_environment_are_not_asked(
    local: None, serve: Callable[..., HookServer], monkeypatch: pytest.MonkeyPatch
) -> None:
    proxy, server = serve(), serve()
    for name in ("http_proxy", "https_proxy", "all_proxy", "HTTP_PROXY", "ALL_PROXY"):
        monkeypatch.setenv(name, proxy.url())
    assert post(server.url()).status == 204
    assert proxy.connections == 0


# hostile servers


@pytest.mark.parametrize("behave", HOSTILE, ids=lambda behave: behave.__name__)
def test_a_hostile_server_takes_no_longer_than_its_time(
    behave: Any, local: None, serve: Callable[..., HookServer]
) -> None:
    server = serve(behave=behave)
    begin = time.monotonic()
    with pytest.raises(RequestFailedError):
        post(server.url())
    assert time.monotonic() - begin < SHORT_TIMEOUT + 1


@pytest.mark.parametrize("behave", ENDLESS, ids=lambda behave: behave.__name__)
def test_of_an_endless_answer_little_is_read(
    behave: Any, local: None, serve: Callable[..., HookServer]
) -> None:
    server = serve(behave=behave)
    answer = post(server.url(), seconds=5)
    assert answer.status == 200
    assert len(answer.body) <= outgoing_requests.MAX_RESPONSE_BYTES
    assert server.sent < hook_server.ENDLESS // 5


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_no_redirect_is_followed(
    status: int, local: None, serve: Callable[..., HookServer]
) -> None:
    away = serve()
    for location in (away.url(), "http://169.254.169.254/latest/", "https://10.0.0.1/"):
        answer = f"HTTP/1.1 {status} Moved\r\nLocation: {location}\r\nContent-Length: 0\r\n\r\n"
        server = serve(answer=answer.encode())
        assert post(server.url()).status == status
    assert away.connections == 0


def test_an_error_of_the_server_is_an_answer(local: None, serve: Callable[..., HookServer]) -> None:
    server = serve(answer=b"HTTP/1.1 500 Oops\r\nContent-Length: 3\r\n\r\nno!")
    assert post(server.url()) == (500, b"no!", None)


@pytest.mark.parametrize(
    ("said", "least", "most"),
    [
        (b"120", 120, 120),
        (b"Wed, 21 Oct 2015 07:28:00 GMT", 0, 0),
        (b"Wed, 21 Oct 2115 07:28:00 GMT", 86_400, 86_400),
        (b"9" * 5000, 86_400, 86_400),
    ],
)
def test_how_long_a_server_asks_to_be_left_alone_is_read(
    said: bytes, least: int, most: int, local: None, serve: Callable[..., HookServer]
) -> None:
    server = serve(answer=b"HTTP/1.1 429 Later\r\nRetry-After: %s\r\n\r\n" % said)
    wait = post(server.url()).wait
    assert wait is not None
    assert least <= wait.total_seconds() <= most


def test_nonsense_about_waiting_is_none(local: None, serve: Callable[..., HookServer]) -> None:
    for said in (b"-1", b"soon", b"Wed, 99 Oct 2015 07:28:00 GMT", b"\xe2\x82\xac"):
        server = serve(answer=b"HTTP/1.1 503 Later\r\nRetry-After: %s\r\n\r\n" % said)
        assert post(server.url()).wait is None


def test_where_nobody_listens_it_fails(local: None, serve: Callable[..., HookServer]) -> None:
    server = serve()
    server.stop()
    with pytest.raises(RequestFailedError):
        post(server.url())


def test_a_resolver_that_hangs_takes_no_longer_than_its_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(socket, "getaddrinfo", lambda *args, **kwargs: time.sleep(3))
    begin = time.monotonic()
    with pytest.raises(RequestFailedError):
        post("https://hooks.example.org/", 0.2)
    assert time.monotonic() - begin < 2


def test_a_name_that_is_none_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    resolves_to(monkeypatch, [])
    with pytest.raises(RequestFailedError):
        post("https://hooks.example.org/")


# certificates


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A certificate for hooks.example.org with its key, signed by itself."""
    folder = tmp_path_factory.mktemp("certificate")
    made = folder / "both.pem"
    subprocess.run(
        [
            *(program("openssl"), "req", "-x509", "-newkey", "ec", "-nodes", "-days", "2"),
            *("-pkeyopt", "ec_paramgen_curve:prime256v1", "-subj", "/CN=hooks.example.org"),
            *("-addext", "subjectAltName=DNS:hooks.example.org"),
            *("-keyout", folder / "key.pem", "-out", folder / "cert.pem"),
        ],
        check=True,
        capture_output=True,
    )
    made.write_text((folder / "key.pem").read_text() + (folder / "cert.pem").read_text())
    return made


@pytest.fixture
def secure(certificate: Path, serve: Callable[..., HookServer]) -> HookServer:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    return serve(tls=context)


def test_a_certificate_that_nobody_knows_is_refused(
    local: None, secure: HookServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    resolves_to(monkeypatch, ["127.0.0.1"])
    with pytest.raises(RequestFailedError, match="certificate"):
        post(secure.url(host="hooks.example.org"))
    assert secure.taken == []


@pytest.mark.parametrize(
    ("host", "is_taken"), [("hooks.example.org", True), ("other.example.org", False)]
)
def test_the_certificate_must_be_for_the_name_that_was_typed(
    host: str,
    is_taken: bool,
    local: None,
    secure: HookServer,
    certificate: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    context = ssl.create_default_context(cafile=str(certificate))
    monkeypatch.setattr(outgoing_requests, "tls_context", lambda: context)
    resolves_to(monkeypatch, ["127.0.0.1"])
    if is_taken:
        assert post(secure.url(host=host), 5).status == 204
        return
    with pytest.raises(RequestFailedError, match="certificate"):
        post(secure.url(host=host), 5)
    assert secure.taken == []
