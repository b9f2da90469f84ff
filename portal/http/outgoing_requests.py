"""POST requests to addresses that users typed: to the public Internet, or to allowed networks.

A name is resolved once. All its addresses must be public, and the connection goes to one of these,
whatever the name resolves to a moment later. Redirects are not followed, and proxies of the
environment are not used. A server that hangs or never ends cannot take more than the time limit.
"""

from __future__ import annotations

import contextlib
import functools
import http.client
import io
import ipaddress
import re
import socket
import ssl
import threading
import time
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from django.conf import settings
from django.utils.translation import gettext as _

CONNECT_SECONDS = 5.0  # for the resolver, the connection and TLS
TOTAL_SECONDS = 10.0
MAX_RESPONSE_BYTES = 64 * 1024  # with headers
MAX_URL_LENGTH = 500
ALLOWED_LOW_PORTS = (80, 443, 8443)  # besides all from 1024 on, which are no mail or shell servers
MAX_RETRY_AFTER = timedelta(days=1)
MAX_RESOLVER_THREADS = 16  # parallel lookups; a resolver that hangs blocks one thread each
NAT64 = ipaddress.IPv6Network("64:ff9b::/96")
HOST = re.compile(r"[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*\.?")

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
Network = ipaddress.IPv4Network | ipaddress.IPv6Network
_resolver_slots = threading.BoundedSemaphore(MAX_RESOLVER_THREADS)


class ForbiddenAddressError(Exception):
    """The site does not send to this address; the message explains it to the user."""


class RequestFailedError(Exception):
    """There was no response; the message explains it to the user."""


class Target(NamedTuple):
    """A parsed address; `path` includes the query, `host` is ASCII."""

    is_secure: bool
    host: str
    port: int
    path: str

    @property
    def host_header(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == (443 if self.is_secure else 80) else f"{host}:{self.port}"


GONE_STATUSES = (404, 410)  # the address does not exist (any more)


class OutgoingResponse(NamedTuple):
    """A response: status, body and the wait that the server asked for.

    Attributes:
        status: the HTTP status.
        body: the start of the body; with the headers at most `MAX_RESPONSE_BYTES` bytes.
        wait: the time after which the server wants the next request, if it says so.
    """

    status: int
    body: bytes
    wait: timedelta | None = None


def parse_target(url: str, longest: int = MAX_URL_LENGTH, also: Sequence[Network] = ()) -> Target:
    """Parse and check an address, without resolving its name.

    Args:
        url: the address.
        longest: the greatest length in characters.
        also: allowed networks that are not public; requests to them may be unencrypted.

    Raises:
        ForbiddenAddressError: the site never sends to such an address.
    """
    if len(url) > longest:
        raise ForbiddenAddressError(_("The address is too long."))
    if not url.isprintable() or not url.isascii() or " " in url or "\\" in url:
        raise ForbiddenAddressError(_("The address contains characters that are not allowed."))
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise ForbiddenAddressError(_("This is not a web address.")) from None
    is_plain = parts.scheme == "http" and (also or _can_be_local())
    if parts.scheme != "https" and not is_plain:
        raise ForbiddenAddressError(_("The address must begin with https://."))
    if parts.username is not None or parts.password is not None:
        raise ForbiddenAddressError(_("The address must not contain a user name or password."))
    host = (parts.hostname or "").lower()
    literal = _parse_literal(host)
    if not (HOST.fullmatch(host) or literal):
        raise ForbiddenAddressError(_("This is not a web address."))
    if literal is not None:
        _check_address(literal, also, is_secure=not is_plain)
    is_secure = parts.scheme == "https"
    port = (443 if is_secure else 80) if port is None else port
    if port not in ALLOWED_LOW_PORTS and port < 1024:
        raise ForbiddenAddressError(_("We do not send anything to this port."))
    query = f"?{parts.query}" if parts.query else ""
    return Target(is_secure, host, port, (parts.path or "/") + query)


def _can_be_local() -> bool:
    """Whether tests run, which have their servers on the loopback."""
    return bool(getattr(settings, "WEBHOOKS_MAY_BE_LOCAL", False))


def _parse_literal(host: str) -> Address | None:
    """Return the address that a host spells in any notation, or None for a name."""
    if host == "localhost" or host.endswith(".localhost"):
        return ipaddress.IPv4Address("127.0.0.1")
    with contextlib.suppress(ValueError):
        return None if "%" in host else ipaddress.ip_address(host)
    with contextlib.suppress(OSError):  # resolvers read 127.1 and 0x7f000001 as addresses
        return ipaddress.IPv4Address(socket.inet_aton(host))
    return None


def is_public_address(address: Address) -> bool:
    """Whether an address is on the public Internet; an embedded IPv4 address decides."""
    if isinstance(address, ipaddress.IPv6Address):
        inner = address.ipv4_mapped or address.sixtofour
        if inner is None and address in NAT64:
            inner = ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
        if inner is not None:
            return is_public_address(inner)
        if address.is_site_local or address.teredo is not None:
            return False
    return address.is_global and not (address.is_multicast or address.is_reserved)


def _check_address(address: Address, also: Sequence[Network], *, is_secure: bool) -> None:
    """Check that the site may send to an address.

    Raises:
        ForbiddenAddressError: it may not.
    """
    inner = getattr(address, "ipv4_mapped", None) or address
    is_named = any(inner in network for network in also) or (
        _can_be_local() and address.is_loopback
    )
    if not (is_named or is_public_address(address)):
        raise ForbiddenAddressError(_("We do not send to addresses that are not public."))
    if not (is_named or is_secure):
        raise ForbiddenAddressError(_("The address must begin with https://."))


def resolve_target(
    target: Target, until: float, also: Sequence[Network] = ()
) -> list[tuple[Any, ...]]:
    """Resolve a host to (family, socket address) pairs.

    Args:
        target: the parsed address.
        until: the deadline on the clock of `time.monotonic`.
        also: allowed networks that are not public.

    Raises:
        ForbiddenAddressError: an address is neither public nor in a network of `also`.
        RequestFailedError: the host has no address, or the resolver took too long.
    """
    found = []
    for family, _kind, _proto, _name, place in _query_resolver(target, until):
        if family not in (socket.AF_INET, socket.AF_INET6):
            continue
        address = ipaddress.ip_address(str(place[0]).partition("%")[0])
        _check_address(address, also, is_secure=target.is_secure)
        found.append((family, place))
    if not found:
        raise RequestFailedError(_("This host was not found."))
    return found


def _query_resolver(target: Target, until: float) -> list[Any]:
    """Return the resolver's results; a resolver that hangs is left alone in its thread."""
    said: list[Any] = []

    def ask() -> None:
        try:
            with contextlib.suppress(OSError, UnicodeError):
                said.extend(socket.getaddrinfo(target.host, target.port, type=socket.SOCK_STREAM))
        finally:
            _resolver_slots.release()

    if not _resolver_slots.acquire(timeout=max(until - time.monotonic(), 0)):
        raise RequestFailedError(_("Looking up the host took too long."))
    thread = threading.Thread(target=ask, name="resolving", daemon=True)
    thread.start()
    thread.join(max(until - time.monotonic(), 0))
    if thread.is_alive():
        raise RequestFailedError(_("Looking up the host took too long."))
    return said


def post(
    url: str,
    body: bytes,
    headers: Mapping[str, str],
    seconds: float = TOTAL_SECONDS,
    longest: int = MAX_URL_LENGTH,
    also: Sequence[Network] = (),
) -> OutgoingResponse:
    """Post a body to an address that a user typed; a redirect counts as a response.

    Args:
        url: the address.
        body: the body.
        headers: additional headers.
        seconds: the time limit for everything.
        longest: the greatest length of the address in characters.
        also: allowed networks that are not public.

    Raises:
        ForbiddenAddressError: the site does not send to this address.
        RequestFailedError: there was no response.
    """
    target = parse_target(url, longest, also)
    begin = time.monotonic()
    until = begin + seconds
    try:
        with _connect(target, min(begin + CONNECT_SECONDS, until), also) as sock:
            _send(sock, _build_request(target, body, headers), until)
            return _read_response(sock, until)
    except TimeoutError as error:
        raise RequestFailedError(_("The answer took too long.")) from error
    except ssl.SSLError as error:
        reason = getattr(error, "verify_message", "") or error.reason or type(error).__name__
        raise RequestFailedError(
            _("No secure connection: %(reason)s") % {"reason": reason}
        ) from error
    except (OSError, http.client.HTTPException) as error:
        reason = getattr(error, "strerror", "") or type(error).__name__
        raise RequestFailedError(_("No answer: %(reason)s") % {"reason": reason}) from error


def _seconds_left(until: float) -> float:
    """Return the seconds until the deadline.

    Raises:
        TimeoutError: it has passed.
    """
    left = until - time.monotonic()
    if left <= 0:
        raise TimeoutError
    return left


def _connect(target: Target, until: float, also: Sequence[Network]) -> socket.socket:
    """Connect to one of the checked addresses, with TLS for the name of the host."""
    problem: OSError = TimeoutError()
    for family, place in resolve_target(target, until, also):
        sock = socket.socket(family, socket.SOCK_STREAM)
        try:
            sock.settimeout(_seconds_left(until))
            sock.connect(place)
            if target.is_secure:
                sock.settimeout(_seconds_left(until))
                return tls_context().wrap_socket(sock, server_hostname=target.host)
        except OSError as error:
            sock.close()
            problem = error
            continue
        return sock
    raise problem


@functools.cache
def tls_context() -> ssl.SSLContext:
    return ssl.create_default_context()


def _build_request(target: Target, body: bytes, headers: Mapping[str, str]) -> bytes:
    """Return the request's bytes; `parse_target` has checked the address."""
    lines = {
        "Host": target.host_header,
        "Connection": "close",
        "Accept-Encoding": "identity",
        "User-Agent": "Longtable",
        "Content-Length": str(len(body)),
        **headers,
    }
    head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
    return f"POST {target.path} HTTP/1.1\r\n{head}\r\n".encode("ascii") + body


def _send(sock: socket.socket, data: bytes, until: float) -> None:
    view = memoryview(data)
    while view:
        sock.settimeout(_seconds_left(until))
        view = view[sock.send(view) :]


def _read_response(sock: socket.socket, until: float) -> OutgoingResponse:
    reader = http.client.HTTPResponse(_BoundedReader(sock, until), method="POST")  # type: ignore[arg-type]
    with contextlib.closing(reader):
        reader.begin()
        try:
            body = reader.read(MAX_RESPONSE_BYTES)
        except http.client.IncompleteRead as cut:
            body = cut.partial
        return OutgoingResponse(
            reader.status, body, parse_retry_after(reader.getheader("Retry-After") or "")
        )


def parse_retry_after(text: str) -> timedelta | None:
    """Parse a Retry-After header (seconds or a date); None if it is missing or invalid.

    >>> parse_retry_after("120")
    datetime.timedelta(seconds=120)
    >>> parse_retry_after("soon")
    """
    if text.isascii() and text.isdigit():
        return min(timedelta(seconds=int(text[:9])), MAX_RETRY_AFTER)
    try:
        until = parsedate_to_datetime(text)
    except ValueError:
        return None
    until = until if until.tzinfo else until.replace(tzinfo=UTC)
    return min(max(until - datetime.now(UTC), timedelta()), MAX_RETRY_AFTER)


class _BoundedReader(io.RawIOBase):
    """A reader of a socket with a deadline and a limit of bytes."""

    def __init__(self, sock: socket.socket, until: float) -> None:
        self._sock = sock
        self._until = until
        self._rest = MAX_RESPONSE_BYTES

    def makefile(self, mode: str) -> io.BufferedReader:
        return io.BufferedReader(self)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        wanted = memoryview(buffer)[: self._rest]
        if not wanted:
            return 0
        self._sock.settimeout(_seconds_left(self._until))
        got = self._sock.recv_into(wanted)
        self._rest -= got
        return got
