"""Unfinished requests are given up after a while; whatever else is slow is waited for."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
import uvicorn
from uvicorn.protocols.http import httptools_impl
from uvicorn.server import ServerState
from websockets.asyncio.client import connect

from portal.performance.request_timeouts import RequestLimits, TimeoutProtocol

pytestmark = pytest.mark.same_everywhere

SHORT = RequestLimits(head=0.1, head_bytes=2000, body=0.1, pace=1_000_000)
LONG = RequestLimits(head=30, body=30)
POST = b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n"
GET = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"

Connection = tuple[asyncio.StreamReader, asyncio.StreamWriter]


async def app(scope: Any, receive: Any, send: Any) -> None:
    """Answers with the length of the body; on a socket says "hello" when told to."""
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept"})
        while (await receive())["type"] == "websocket.receive":
            await send({"type": "websocket.send", "text": "hello"})
        return
    length = 0
    while (message := await receive())["type"] == "http.request":
        length += len(message["body"])
        if not message["more_body"]:
            break
    else:
        return
    text = str(length).encode()
    headers = [(b"content-length", str(len(text)).encode())]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": text})


class Site:
    def __init__(self, protocol: type[TimeoutProtocol], port: int) -> None:
        self.protocol = protocol
        self.port = port

    async def open(self) -> Connection:
        return await asyncio.open_connection("127.0.0.1", self.port)

    async def answer(self, *pieces: bytes) -> bytes:
        """Send the pieces, wait until the site closes the connection, return all it has said."""
        reader, writer = await self.open()
        for piece in pieces:
            writer.write(piece)
            await writer.drain()
        try:
            return await asyncio.wait_for(reader.read(), 10)
        finally:
            writer.close()


@asynccontextmanager
async def site(
    patience: RequestLimits, application: Callable[..., Awaitable[None]] = app
) -> AsyncIterator[Site]:
    class Protocol(TimeoutProtocol):
        connection_counts = Counter()

    Protocol.patience = patience
    config = uvicorn.Config(application, http=Protocol, lifespan="off", log_config=None)
    config.load()
    state = ServerState()
    loop = asyncio.get_running_loop()
    server = await loop.create_server(
        lambda: Protocol(config=config, server_state=state, app_state={}), "127.0.0.1", 0
    )
    async with server:
        yield Site(Protocol, server.sockets[0].getsockname()[1])


@pytest.mark.parametrize(
    "begun",
    [b"G", b"GET / HTTP/1.1\r\n", b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Long: ", b"\r\n\r\n"],
)
async def test_an_unfinished_head_is_given_up(begun: bytes) -> None:
    async with site(SHORT) as patient:
        assert (await patient.answer(begun)).startswith(b"HTTP/1.1 408 ")


async def test_a_connection_on_which_nothing_is_asked_is_closed_without_a_word() -> None:
    async with site(SHORT) as patient:
        assert await patient.answer() == b""


@pytest.mark.parametrize("begun", [b"", b"half"])
async def test_an_unfinished_body_is_given_up(begun: bytes) -> None:
    async with site(SHORT) as patient:
        assert (await patient.answer(POST, begun)).startswith(b"HTTP/1.1 408 ")


async def test_a_head_without_end_is_refused() -> None:
    async with site(LONG) as patient:
        endless = b"GET / HTTP/1.1\r\nX-Long: " + b"x" * 70_000
        assert (await patient.answer(endless)).startswith(b"HTTP/1.1 431 ")


async def test_the_second_request_of_a_connection_is_given_up_as_the_first_would_be() -> None:
    async with site(SHORT) as patient:
        found = await patient.answer(GET, b"GET")
    first, second = found.split(b"HTTP/1.1 ")[1:]
    assert first.startswith(b"200 ")
    assert second.startswith(b"408 ")


async def test_a_whole_request_is_answered_and_the_connection_kept() -> None:
    async with site(LONG) as patient:
        reader, writer = await patient.open()
        for _ in range(3):
            writer.write(POST + b"0123456789")
            head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 10)
            assert head.startswith(b"HTTP/1.1 200 ")
            assert await reader.readexactly(2) == b"10"
        writer.close()


async def test_an_answer_that_takes_long_is_waited_for() -> None:
    """Longer than a head and a body may take: the request itself has arrived."""
    gate = asyncio.Event()

    async def slow(scope: Any, receive: Any, send: Any) -> None:
        await gate.wait()
        await app(scope, receive, send)

    async with site(SHORT, slow) as patient:
        reader, writer = await patient.open()
        writer.write(GET)
        (other,) = await asyncio.gather(patient.answer(b"GET"))  # given up meanwhile
        assert other.startswith(b"HTTP/1.1 408 ")
        gate.set()
        head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 10)
        assert head.startswith(b"HTTP/1.1 200 ")
        writer.close()


async def test_a_body_that_keeps_pace_has_all_the_time_it_needs() -> None:
    protocol = TimeoutProtocol.__new__(TimeoutProtocol)
    protocol.patience = RequestLimits(body=30, pace=1000)
    protocol.loop = asyncio.get_running_loop()
    protocol._body_since = protocol.loop.time() - 60
    protocol._body_bytes = 29_000
    assert protocol._body_seconds_left() < 0
    protocol._body_bytes = 100_000
    assert 69 < protocol._body_seconds_left() <= 70


async def test_a_socket_stays_open() -> None:
    async with (
        site(SHORT) as patient,
        connect(f"ws://127.0.0.1:{patient.port}/", open_timeout=10) as socket,
    ):
        assert (await patient.answer(b"GET")).startswith(b"HTTP/1.1 408 ")  # as long as that
        await socket.send("?")
        assert await asyncio.wait_for(socket.recv(), 10) == "hello"
        assert not patient.protocol.connection_counts


async def test_one_address_has_so_many_connections_and_no_more() -> None:
    async with site(RequestLimits(max_connections=2)) as patient:
        opened = [await patient.open() for _ in range(2)]
        assert (await patient.answer()).startswith(b"HTTP/1.1 503 ")
        for _, writer in opened:
            writer.close()
            await writer.wait_closed()
        while patient.protocol.connection_counts:
            await asyncio.sleep(0)
        reader, writer = await patient.open()
        writer.write(GET)
        assert (await reader.readuntil(b"\r\n")).startswith(b"HTTP/1.1 200 ")
        writer.close()


async def test_connections_of_one_ipv6_network_are_counted_together(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    places = iter(["2001:db8::1", "2001:db8::2", "2001:db8::3", "2001:db8:0:1::1"])
    monkeypatch.setattr(httptools_impl, "get_remote_addr", lambda transport: (next(places), 1))
    async with site(RequestLimits(max_connections=2)) as patient:
        opened = [await patient.open() for _ in range(2)]
        assert (await patient.answer()).startswith(b"HTTP/1.1 503 ")
        reader, writer = await patient.open()
        writer.write(GET)
        assert (await reader.readuntil(b"\r\n")).startswith(b"HTTP/1.1 200 ")
        for _, other in [*opened, (reader, writer)]:
            other.close()


@pytest.mark.parametrize("trusted", ["127.0.0.1", "*", "127.0.0.0/8"])
def test_proxies_of_ours_have_as_many_as_they_need(
    trusted: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", f"192.0.2.1, {trusted}")
    monkeypatch.setenv("WEB_CONNECTIONS_PER_ADDRESS", "10")
    patience = RequestLimits.from_environment()
    assert not patience.has_too_many_connections("127.0.0.1", 5000)
    assert patience.has_too_many_connections("192.0.2.7", 11) == (trusted != "*")
    assert not patience.has_too_many_connections("192.0.2.7", 10)
