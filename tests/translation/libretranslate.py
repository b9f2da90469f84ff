"""A LibreTranslate site that answers with the language and the text, or with what a test sets."""

from __future__ import annotations

import json
import socket
from typing import Any

from tests.hook_server import HookServer


class LibreTranslate:
    """`answer` is the body instead of a translation; `status` the status of each response."""

    def __init__(self) -> None:
        self.server = HookServer(behave=self._behave)
        self.answer: bytes | None = None
        self.status = 200

    def stop(self) -> None:
        self.server.stop()

    @property
    def requests(self) -> list[Any]:
        """The data of all requests."""
        return [one.data for one in self.server.taken]

    def _behave(self, server: HookServer, connection: socket.socket) -> None:
        data = server.taken[-1].data
        body = self.answer
        if body is None:
            body = json.dumps({"translatedText": f"[{data['target']}] {data['q']}"}).encode()
        head = b"HTTP/1.1 %d Said\r\nContent-Length: %d\r\n\r\n" % (self.status, len(body))
        server.say(connection, head + body)
