"""A browser that asks the site's ASGI application in this process, as a web server would."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

HOST = b"testserver"
SECRET = "0123456789abcdefghijABCDEFGHIJkl"  # of the form field against forged requests
FORM = b"application/x-www-form-urlencoded"


@dataclass(frozen=True)
class Answer:
    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode()

    @property
    def location(self) -> str:
        return dict(self.headers).get(b"location", b"").decode()


@dataclass
class Browser:
    """One person's cookies; `partial` asks as the table's script does."""

    application: Any
    partial: bool = False
    cookies: dict[str, str] = field(default_factory=lambda: {"csrftoken": SECRET})

    async def get(self, path: str) -> Answer:
        return await self._ask("GET", path, b"", [])

    async def post(self, path: str, form: dict[str, Any]) -> Answer:
        body = urlencode(
            {**form, "csrfmiddlewaretoken": self.cookies["csrftoken"]}, doseq=True
        ).encode()
        headers = [(b"content-type", FORM), (b"content-length", str(len(body)).encode())]
        return await self._ask("POST", path, body, headers)

    def scope(self, path: str, **more: Any) -> dict[str, Any]:
        """What a server says of a request for this path."""
        path, _, query = path.partition("?")
        kept = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        return {
            "path": path,
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "root_path": "",
            "headers": [(b"host", HOST), (b"cookie", kept.encode())],
            "client": ("192.0.2.7", 4711),
            "server": ("testserver", 80),
            **more,
        }

    async def _ask(
        self, method: str, path: str, body: bytes, headers: list[tuple[bytes, bytes]]
    ) -> Answer:
        scope = self.scope(path, type="http", method=method, scheme="http", http_version="1.1")
        scope["headers"] += headers + ([(b"hx-request", b"true")] if self.partial else [])
        asked = [{"type": "http.request", "body": body, "more_body": False}]
        sent: list[dict[str, Any]] = []

        async def receive() -> dict[str, Any]:
            if asked:
                return asked.pop()
            await asyncio.Event().wait()  # the browser stays
            raise AssertionError

        async def send(message: dict[str, Any]) -> None:
            sent.append(dict(message))

        await self.application(scope, receive, send)
        for name, value in sent[0]["headers"]:
            if name.lower() == b"set-cookie":
                key, _, text = value.decode().partition(";")[0].partition("=")
                self.cookies[key] = text
        given = [(name.lower(), value) for name, value in sent[0]["headers"]]
        whole = b"".join(message.get("body", b"") for message in sent[1:])
        return Answer(sent[0]["status"], given, whole)
