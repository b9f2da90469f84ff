"""Time-outs for incoming requests, and a limit on connections per client.

Uvicorn itself waits for ever, so many unfinished requests could occupy every connection that the
process may have. Here the head must be complete after some seconds, and the body must arrive at a
minimal pace. Otherwise the server answers 408 and closes the connection. Open WebSockets are
exempt.

Replaces: `uvicorn.protocols.http.httptools_impl.HttpToolsProtocol`.
Checked: `SUPPORTED_VERSIONS`; it relies on that class' callbacks and on its `cycle`, `flow`,
    `transport`, `client` and `loop`.
Saves: the connections of unfinished requests: of 200 none is open after 16 s, without it all are.
Off: `QUICK_OFF=request_timeouts`; then a proxy in front must have the time-outs.
"""

from __future__ import annotations

import asyncio
import http
import ipaddress
import os
from collections import Counter
from dataclasses import dataclass
from typing import Any, ClassVar

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from portal.http.client_identity import address_key
from portal.performance import is_enabled

SUPPORTED_VERSIONS = {"uvicorn": "0.54"}


@dataclass(frozen=True)
class RequestLimits:
    """The limits on incoming requests.

    Attributes:
        head: seconds for the first line and the headers of a request.
        head_bytes: their greatest length.
        body: seconds for the body, besides the time that it takes at `pace` bytes per second.
        pace: bytes per second.
        max_connections: parallel connections of one client (IPv6: one /64), except trusted proxies.
        trusted: addresses and networks of trusted proxies, or "*".
    """

    head: float = 15
    head_bytes: int = 64 * 1024
    body: float = 30
    pace: float = 8 * 1024
    max_connections: int = 100
    trusted: frozenset[str] = frozenset()

    @classmethod
    def from_environment(cls) -> RequestLimits:
        """Return the limits from the environment (docs/operations/configure.md)."""
        trusted = os.environ.get("FORWARDED_ALLOW_IPS", "127.0.0.1").split(",")
        return cls(
            head=float(os.environ.get("WEB_HEAD_SECONDS", cls.head)),
            body=float(os.environ.get("WEB_BODY_SECONDS", cls.body)),
            max_connections=int(os.environ.get("WEB_CONNECTIONS_PER_ADDRESS", cls.max_connections)),
            trusted=frozenset(address.strip() for address in trusted),
        )

    def has_too_many_connections(self, address: str, connections: int) -> bool:
        return connections > self.max_connections and bool(address) and not self.is_trusted(address)

    def is_trusted(self, address: str) -> bool:
        """Whether this is a trusted proxy, through which everybody has one address."""
        if address in self.trusted or "*" in self.trusted:
            return True
        return any("/" in part and _is_in(address, part) for part in self.trusted)


def _is_in(address: str, network: str) -> bool:
    try:
        return ipaddress.ip_address(address) in ipaddress.ip_network(network, strict=False)
    except ValueError:
        return False


def http_protocol() -> type[HttpToolsProtocol]:
    """Return the HTTP protocol class for uvicorn."""
    return TimeoutProtocol if is_enabled("request_timeouts") else HttpToolsProtocol


class TimeoutProtocol(HttpToolsProtocol):
    """Uvicorn's HTTP protocol with limits on requests that have not arrived yet."""

    patience: ClassVar[RequestLimits] = RequestLimits.from_environment()
    connection_counts: ClassVar[Counter[str]] = Counter()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._address = self._key = ""
        self._timer: asyncio.TimerHandle | None = None
        self._in_head = True
        self._head_bytes = 0
        self._body_bytes = 0
        self._body_since = 0.0

    # connections

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._address = self.client[0] if self.client else ""
        self._key = address_key(self._address)
        self.connection_counts[self._key] += 1
        self._start_timer(self.patience.head)
        if self.patience.has_too_many_connections(self._address, self.connection_counts[self._key]):
            self._reject(
                http.HTTPStatus.SERVICE_UNAVAILABLE, "Too many connections from one place."
            )

    def connection_lost(self, exc: Exception | None) -> None:
        self._forget_connection()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self) -> None:
        self._forget_connection()
        super().handle_websocket_upgrade()

    def _forget_connection(self) -> None:
        """Stop counting this connection, which is closed or a WebSocket now."""
        self._cancel_timer()
        self.connection_counts[self._key] -= 1
        if self.connection_counts[self._key] <= 0:
            del self.connection_counts[self._key]

    # requests

    def data_received(self, data: bytes) -> None:
        if self._in_head and self._timer is None:  # the next request on a keep-alive connection
            self._start_timer(self.patience.head)
        self._head_bytes = self._head_bytes + len(data) if self._in_head else 0
        super().data_received(data)
        if self._in_head and self._head_bytes > self.patience.head_bytes:
            self._reject(
                http.HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, "The headers are too long."
            )

    def on_message_begin(self) -> None:
        if self._timer is None:  # it arrived together with the end of the previous request
            self._head_bytes = 1
            self._start_timer(self.patience.head)
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        self._in_head = False
        self._body_bytes = 0
        self._body_since = self.loop.time()
        self._start_timer(self.patience.body)
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        self._body_bytes += len(body)
        super().on_body(body)

    def on_message_complete(self) -> None:
        self._in_head = True
        self._head_bytes = 0
        self._cancel_timer()
        super().on_message_complete()

    # timers

    def _start_timer(self, seconds: float) -> None:
        self._cancel_timer()
        self._timer = self.loop.call_later(seconds, self._on_timeout)

    def _cancel_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _on_timeout(self) -> None:
        self._timer = None
        if self._is_server_busy():
            self._start_timer(self.patience.head)
        elif not self._in_head and (left := self._body_seconds_left()) > 0:
            self._start_timer(left)
        else:
            self._reject(http.HTTPStatus.REQUEST_TIMEOUT, "The request did not arrive in time.")

    def _is_server_busy(self) -> bool:
        """Whether nothing is read at the moment because the last part is still being processed."""
        busy = self.cycle is not None and not self.cycle.response_complete
        return self.flow.read_paused or (self._in_head and busy)

    def _body_seconds_left(self) -> float:
        granted = self.patience.body + self._body_bytes / self.patience.pace
        return self._body_since + granted - self.loop.time()

    def _reject(self, status: http.HTTPStatus, sentence: str) -> None:
        """Answer with an error, unless a response has begun or nothing was requested, and close."""
        self._cancel_timer()
        if self.transport.is_closing():
            return
        asked = self._head_bytes > 0 if self._in_head else not self.cycle.response_started
        if asked or status != http.HTTPStatus.REQUEST_TIMEOUT:
            text = f"{sentence}\n".encode()
            head = (
                b"content-type: text/plain; charset=utf-8\r\n"
                b"content-length: %d\r\nconnection: close\r\n\r\n" % len(text)
            )
            self.transport.write(STATUS_LINE[status] + head + text)
        self.transport.close()
