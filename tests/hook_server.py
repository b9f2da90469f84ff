"""A web server on the loopback that takes what is posted, or is as hostile as it is told to be."""

from __future__ import annotations

import json
import socket
import ssl
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from tests.requirements import free_port

OK = b"HTTP/1.1 204 No Content\r\n\r\n"
ENDLESS = 100 * 1024 * 1024  # bytes


@dataclass
class ReceivedRequest:
    """A request as it came over the wire."""

    line: str
    headers: dict[str, str]
    body: bytes

    @property
    def data(self) -> Any:
        return json.loads(self.body)


@dataclass
class HookServer:
    """Answers with `answer`, or has `behave` do what it likes with the connection.

    `sent` counts the bytes of answers; `over` is set when the server stops.
    """

    answer: bytes = OK
    behave: Callable[[HookServer, socket.socket], None] | None = None
    tls: ssl.SSLContext | None = None
    taken: list[ReceivedRequest] = field(default_factory=list)
    sent: int = 0
    connections: int = 0
    port: int = field(default_factory=free_port)

    def __post_init__(self) -> None:
        self.over = threading.Event()
        self._listening = socket.create_server(("127.0.0.1", self.port))
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def url(self, path: str = "/hook/secret-path", host: str = "127.0.0.1") -> str:
        return f"http{'s' if self.tls else ''}://{host}:{self.port}{path}"

    def stop(self) -> None:
        self.over.set()
        with socket.socket() as knock:
            knock.connect_ex(("127.0.0.1", self.port))
        self._thread.join(10)
        self._listening.close()

    def _serve(self) -> None:
        while True:
            connection, _address = self._listening.accept()
            if self.over.is_set():
                connection.close()
                return
            self.connections += 1
            threading.Thread(target=self._talk, args=(connection,), daemon=True).start()

    def _talk(self, connection: socket.socket) -> None:
        try:
            if self.tls is not None:
                connection = self.tls.wrap_socket(connection, server_side=True)
            with connection:
                connection.settimeout(20)
                self.taken.append(read(connection))
                if self.behave is not None:
                    self.behave(self, connection)
                else:
                    self.say(connection, self.answer)
        except OSError:
            pass  # whoever asked has hung up

    def say(self, connection: socket.socket, data: bytes) -> None:
        connection.sendall(data)
        self.sent += len(data)


def read(connection: socket.socket) -> ReceivedRequest:
    data = b""
    while b"\r\n\r\n" not in data:
        data += _more(connection)
    head, _, body = data.partition(b"\r\n\r\n")
    line, *lines = head.decode("ascii").split("\r\n")
    headers = dict(one.split(": ", 1) for one in lines)
    while len(body) < int(headers.get("Content-Length", "0")):
        body += _more(connection)
    return ReceivedRequest(line, headers, body)


def _more(connection: socket.socket) -> bytes:
    data = connection.recv(65536)
    if not data:
        raise ConnectionError
    return data


# what hostile servers do


def hang(server: HookServer, connection: socket.socket) -> None:
    server.over.wait(20)


def drip_headers(server: HookServer, connection: socket.socket) -> None:
    server.say(connection, b"HTTP/1.1 200 OK\r\nX: ")
    drip(server, connection)


def drip_body(server: HookServer, connection: socket.socket) -> None:
    server.say(connection, b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n")
    drip(server, connection)


def drip(server: HookServer, connection: socket.socket) -> None:
    while not server.over.wait(0.05):
        server.say(connection, b".")


def endless_body(server: HookServer, connection: socket.socket) -> None:
    server.say(connection, b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % ENDLESS)
    pour(server, connection)


def endless_headers(server: HookServer, connection: socket.socket) -> None:
    server.say(connection, b"HTTP/1.1 200 OK\r\n")
    pour(server, connection)


def endless_continues(server: HookServer, connection: socket.socket) -> None:
    while server.sent < ENDLESS:
        server.say(connection, b"HTTP/1.1 100 Continue\r\n\r\n" * 1000)


def pour(server: HookServer, connection: socket.socket) -> None:
    while server.sent < ENDLESS:
        server.say(connection, b"X-More: " + b"x" * 60_000 + b"\r\n")


def nonsense(server: HookServer, connection: socket.socket) -> None:
    server.say(connection, b"\x00\x01 this is no HTTP\r\n\r\n")


def hang_up(server: HookServer, connection: socket.socket) -> None:
    connection.close()
