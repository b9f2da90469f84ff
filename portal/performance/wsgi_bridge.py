"""A bridge from ASGI to WSGI: HTTP requests run in a WSGI application in a pool of threads.

The whole request is read before a thread is taken, so a slow sender occupies none. A response of
ordinary size is sent in one piece, so a slow reader occupies none either. Only longer responses are
sent in pieces, as fast as the reader takes them. While all threads are busy, the client that was
served least comes next (`portal/http/fair_queue.py`).

Replaces: `django.core.handlers.asgi.ASGIHandler`, which takes a new thread for every request, and
    with it a new connection to SQLite, and changes threads for each synchronous middleware.
Checked: `SUPPORTED_VERSIONS`; it relies on PEP 3333 and the ASGI specification, and on responses
    that say whether they are `streaming`.
Saves: 28 to 41 % of a move (`python -m benchmarks.performance bridge`).
Off: `QUICK_OFF=wsgi_bridge` answers with Django's ASGI handler (`portal/asgi.py`).
"""

from __future__ import annotations

import asyncio
import logging
import sys
import tempfile
import threading
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from typing import IO, Any

from portal.http.fair_queue import SERVER_PUSHES, FairQueue, requester_key

SUPPORTED_VERSIONS = {"django": "5.2"}

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Headers = list[tuple[bytes, bytes]]

IN_MEMORY_BYTES = 512 * 1024
CHUNK_BYTES = 256 * 1024

logger = logging.getLogger(__name__)


class BodyTooLargeError(Exception):
    """The request's body is longer than the site accepts."""


class ClientDisconnectedError(Exception):
    """The client has closed the connection."""


class WsgiBridge:
    """An ASGI application for HTTP that calls a WSGI application."""

    def __init__(self, wsgi: Callable[..., Iterable[bytes]], threads: int, max_body: int) -> None:
        self.wsgi = wsgi
        self.max_body = max_body
        self.pool = ThreadPoolExecutor(threads, thread_name_prefix="web")
        self.turns = FairQueue(threads, SERVER_PUSHES)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        with tempfile.SpooledTemporaryFile(max_size=IN_MEMORY_BYTES) as body:
            try:
                length = await self._read(scope, receive, body)
            except ClientDisconnectedError:
                return
            except BodyTooLargeError:
                await _send_too_large(send, self.max_body)
                return
            body.seek(0)
            environ = build_environ(scope, body, length)
            answer = _WsgiCall(self.wsgi, environ, send)
            gone = asyncio.ensure_future(_wait_for_disconnect(receive, answer.gone))
            try:
                loop = asyncio.get_running_loop()
                async with self.turns.of(requester_key(environ)):
                    await loop.run_in_executor(self.pool, answer.run, loop)
            except ClientDisconnectedError:
                return
            finally:
                gone.cancel()
            if answer.whole is not None:
                await _send_start(send, answer.status, answer.headers)
                await send({"type": "http.response.body", "body": answer.whole})

    async def _read(self, scope: Scope, receive: Receive, body: IO[bytes]) -> int:
        """Read the request's body into a file and return its length.

        Raises:
            BodyTooLargeError: it is longer than `max_body` bytes.
            ClientDisconnectedError: the client has closed the connection.
        """
        declared = dict(scope["headers"]).get(b"content-length", b"")
        if declared.isdigit() and int(declared[:18]) > self.max_body:  # int() limits its input
            raise BodyTooLargeError
        length = 0
        while True:
            message = await receive()
            if message["type"] == "http.disconnect":
                raise ClientDisconnectedError
            piece = message.get("body", b"")
            length += len(piece)
            if length > self.max_body:
                raise BodyTooLargeError
            body.write(piece)
            if not message.get("more_body"):
                return length


class _WsgiCall:
    """One run of the WSGI application, in a thread."""

    def __init__(
        self, wsgi: Callable[..., Iterable[bytes]], environ: dict[str, Any], send: Send
    ) -> None:
        self.wsgi = wsgi
        self.environ = environ
        self.send = send
        self.gone = threading.Event()
        self.status = 500
        self.headers: Headers = []
        self.whole: bytes | None = None

    def start_response(
        self, status: str, headers: list[tuple[str, str]], exc_info: Any = None
    ) -> Callable[[bytes], None]:
        self.status = int(status.split(" ", 1)[0])
        self.headers = [
            (name.lower().encode("latin-1"), value.strip().encode("latin-1"))
            for name, value in headers
        ]
        return _no_write

    def run(self, loop: asyncio.AbstractEventLoop) -> None:
        """Compute the response: store a short one in `whole`, send a long one in pieces."""
        pieces = self.wsgi(self.environ, self.start_response)
        try:
            if self.environ["REQUEST_METHOD"] == "HEAD":
                self.whole = b""
            else:
                self._collect(pieces, loop)
        finally:
            if close := getattr(pieces, "close", None):
                close()

    def _collect(self, pieces: Iterable[bytes], loop: asyncio.AbstractEventLoop) -> None:
        streaming = bool(getattr(pieces, "streaming", False))
        held: list[bytes] = []
        size = 0
        started = False
        for piece in pieces:
            held.append(piece)
            size += len(piece)
            if streaming and (size >= CHUNK_BYTES):
                if not started:
                    self._wait(_send_start(self.send, self.status, self.headers), loop)
                    started = True
                self._send_chunk(b"".join(held), loop, more=True)
                held, size = [], 0
        if started:
            self._send_chunk(b"".join(held), loop, more=False)
        else:
            self.whole = b"".join(held)

    def _send_chunk(self, piece: bytes, loop: asyncio.AbstractEventLoop, *, more: bool) -> None:
        if self.gone.is_set():
            raise ClientDisconnectedError
        message = {"type": "http.response.body", "body": piece, "more_body": more}
        self._wait(self.send(message), loop)

    @staticmethod
    def _wait(doing: Awaitable[None], loop: asyncio.AbstractEventLoop) -> None:
        async def do() -> None:
            await doing

        asyncio.run_coroutine_threadsafe(do(), loop).result()


def build_environ(scope: Scope, body: IO[bytes], length: int) -> dict[str, Any]:
    """Return the WSGI environment of an ASGI request whose body has been read."""
    server = scope.get("server") or ("localhost", 80)
    root = scope.get("root_path", "")
    environ: dict[str, Any] = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": root.encode().decode("latin-1"),
        "PATH_INFO": scope["path"].removeprefix(root).encode().decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_NAME": str(server[0]),
        "SERVER_PORT": str(server[1] or 80),
        "SERVER_PROTOCOL": f"HTTP/{scope.get('http_version', '1.1')}",
        "REMOTE_ADDR": scope["client"][0] if scope.get("client") else "",
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope.get("scheme", "http"),
        "wsgi.input": body,
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }
    for raw_name, raw_value in scope["headers"]:
        name, value = raw_name.decode("latin-1"), raw_value.decode("latin-1")
        if "_" in name:  # "x_forwarded_for" would pass for "x-forwarded-for"
            continue
        key = name.upper().replace("-", "_")
        if key not in ("CONTENT_TYPE", "CONTENT_LENGTH"):
            key = f"HTTP_{key}"
        if key in environ:
            value = environ[key] + ("; " if key == "HTTP_COOKIE" else ",") + value
        environ[key] = value
    environ.pop("HTTP_TRANSFER_ENCODING", None)
    environ["CONTENT_LENGTH"] = str(length)
    return environ


async def _wait_for_disconnect(receive: Receive, gone: threading.Event) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    gone.set()


async def _send_start(send: Send, status: int, headers: Headers) -> None:
    await send({"type": "http.response.start", "status": status, "headers": headers})


async def _send_too_large(send: Send, max_body: int) -> None:
    text = f"The request is too large: the site takes {max_body} bytes.\n".encode()
    headers = [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"content-length", str(len(text)).encode()),
        (b"connection", b"close"),
    ]
    await _send_start(send, 413, headers)
    await send({"type": "http.response.body", "body": text})


def _no_write(_: bytes) -> None:
    raise NotImplementedError("the write() callable of WSGI is not supported")
