"""HTTP handed to a WSGI application in a pool of threads."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pytest

from portal.performance.wsgi_bridge import CHUNK_BYTES, WsgiBridge

pytestmark = pytest.mark.same_everywhere

App = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]


class Client:
    """The server's side of one request: what it sends, what it is sent."""

    def __init__(self, *pieces: bytes, method: str = "POST", **scope: Any) -> None:
        self.scope = {
            "type": "http",
            "method": method,
            "path": "/",
            "query_string": b"",
            "headers": [],
            "client": ("192.0.2.7", 4711),
            "server": ("127.0.0.1", 8000),
            "scheme": "https",
            "http_version": "1.1",
            **scope,
        }
        self.requests: list[dict[str, Any]] = [
            {"type": "http.request", "body": piece, "more_body": n + 1 < len(pieces)}
            for n, piece in enumerate(pieces or (b"",))
        ]
        self.sent: list[dict[str, Any]] = []
        self.gone = asyncio.Event()

    async def receive(self) -> dict[str, Any]:
        if self.requests:
            return self.requests.pop(0)
        await self.gone.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: Any) -> None:
        self.sent.append(dict(message))

    async def ask(self, app: App, max_body: int = 1000) -> None:
        await asyncio.wait_for(WsgiBridge(app, 2, max_body)(self.scope, self.receive, self.send), 5)

    @property
    def status(self) -> int:
        return int(self.sent[0]["status"])

    @property
    def body(self) -> bytes:
        return b"".join(message["body"] for message in self.sent[1:])


class Stream:
    """An answer in pieces, as Django's StreamingHttpResponse is."""

    streaming = True

    def __init__(self, pieces: Iterator[bytes]) -> None:
        self.pieces = pieces
        self.closed = threading.Event()

    def __iter__(self) -> Iterator[bytes]:
        return self.pieces

    def close(self) -> None:
        self.closed.set()


def echo(environ: dict[str, Any], start_response: Callable[..., Any]) -> list[bytes]:
    start_response("201 Created", [("X-Length", environ["CONTENT_LENGTH"])])
    return [environ["wsgi.input"].read()]


async def test_a_body_in_pieces_arrives_whole() -> None:
    client = Client(b"one ", b"two ", b"three")
    await client.ask(echo)
    assert client.status == 201
    assert client.body == b"one two three"
    assert client.sent[0]["headers"] == [(b"x-length", b"13")]


async def test_the_application_runs_in_a_thread_of_the_pool() -> None:
    names = []

    def app(environ: dict[str, Any], start_response: Callable[..., Any]) -> list[bytes]:
        names.append(threading.current_thread().name)
        start_response("200 OK", [])
        return []

    await Client().ask(app)
    assert names[0].startswith("web")


async def test_a_longer_body_than_allowed_is_refused_although_no_length_was_announced() -> None:
    client = Client(b"x" * 600, b"x" * 600)
    await client.ask(echo)
    assert client.status == 413
    assert b"1000 bytes" in client.body


async def test_an_announced_length_is_refused_before_the_body_is_read() -> None:
    client = Client(b"x", headers=[(b"content-length", b"1001")])
    await client.ask(echo)
    assert client.status == 413
    assert client.requests  # nothing was taken


async def test_head_has_headers_and_no_body_and_the_answer_is_closed() -> None:
    stream = Stream(iter([b"never sent"]))

    def app(environ: dict[str, Any], start_response: Callable[..., Any]) -> Stream:
        start_response("200 OK", [("Content-Length", "10")])
        return stream

    client = Client(method="HEAD")
    await client.ask(app)
    assert client.sent[0]["headers"] == [(b"content-length", b"10")]
    assert client.body == b""
    assert stream.closed.is_set()


async def test_a_long_stream_is_passed_on_in_pieces() -> None:
    stream = Stream(iter([b"x" * CHUNK_BYTES, b"y" * CHUNK_BYTES, b"end"]))

    def app(environ: dict[str, Any], start_response: Callable[..., Any]) -> Stream:
        start_response("200 OK", [])
        return stream

    client = Client()
    await client.ask(app)
    bodies = client.sent[1:]
    assert [len(message["body"]) for message in bodies] == [CHUNK_BYTES, CHUNK_BYTES, 3]
    assert [message["more_body"] for message in bodies] == [True, True, False]
    assert stream.closed.is_set()


async def test_a_stream_ends_when_the_client_goes_away() -> None:
    client = Client()
    loop = asyncio.get_running_loop()

    def endless() -> Iterator[bytes]:
        yield b"x" * CHUNK_BYTES
        loop.call_soon_threadsafe(client.gone.set)
        while True:
            yield b"x" * CHUNK_BYTES

    stream = Stream(endless())

    def app(environ: dict[str, Any], start_response: Callable[..., Any]) -> Stream:
        start_response("200 OK", [])
        return stream

    await client.ask(app)
    assert stream.closed.is_set()
    assert all(message.get("more_body", True) for message in client.sent)


async def test_nothing_runs_for_a_client_that_left_while_sending() -> None:
    called = []

    def app(environ: dict[str, Any], start_response: Callable[..., Any]) -> list[bytes]:
        called.append(1)
        return []

    client = Client()
    client.requests = [
        {"type": "http.request", "body": b"half", "more_body": True},
        {"type": "http.disconnect"},
    ]
    await client.ask(app)
    assert called == []
    assert client.sent == []


async def test_a_slow_sender_takes_no_thread() -> None:
    client = Client()
    client.requests = [{"type": "http.request", "body": b"half", "more_body": True}]
    bridge = WsgiBridge(echo, 1, 1000)
    waiting = asyncio.ensure_future(bridge(client.scope, client.receive, client.send))
    other = Client(b"quick")
    await asyncio.wait_for(bridge(other.scope, other.receive, other.send), 5)
    assert other.body == b"quick"
    client.gone.set()
    await asyncio.wait_for(waiting, 5)


async def test_the_environment_says_what_was_asked() -> None:
    seen: dict[str, Any] = {}

    def app(environ: dict[str, Any], start_response: Callable[..., Any]) -> list[bytes]:
        seen.update(environ)
        start_response("200 OK", [])
        return []

    headers = [
        (b"host", b"example.org"),
        (b"cookie", b"a=1"),
        (b"cookie", b"b=2"),
        (b"accept", b"text/html"),
        (b"accept", b"text/plain"),
        (b"x_forwarded_for", b"forged"),
        (b"content-type", b"text/plain"),
    ]
    await Client(path="/卓/", query_string=b"a=%20", headers=headers).ask(app)
    assert seen["PATH_INFO"].encode("latin-1").decode() == "/卓/"
    assert seen["QUERY_STRING"] == "a=%20"
    assert seen["HTTP_COOKIE"] == "a=1; b=2"
    assert seen["HTTP_ACCEPT"] == "text/html,text/plain"
    assert seen["CONTENT_TYPE"] == "text/plain"
    assert "HTTP_X_FORWARDED_FOR" not in seen
    assert (seen["REMOTE_ADDR"], seen["wsgi.url_scheme"]) == ("192.0.2.7", "https")
