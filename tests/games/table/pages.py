"""A page of a table that stays open: patched by what it asks for, or by what its socket brings."""

from __future__ import annotations

import gzip
import json
import re
from dataclasses import asdict
from typing import Any

from django.test import Client

from accounts.models import User
from accounts.sockets import PERSON
from games.boards import page_chunks
from games.models import Table
from games.table.realtime import server_push

# What is new in every answer, and in no piece.
NEW = re.compile(r'name="(?:csrfmiddlewaretoken|idempotency_key)" value="[^"]*"|data-now="[^"]*"')
VERSION = re.compile(r'data-version="(\d+)"')


class OpenPage:
    """What a browser shows of a table, to this person or to nobody in particular."""

    def __init__(self, table: Table, user: User | None) -> None:
        self.table = table
        self.user = user
        self.client = Client(headers={"HX-Request": "true"})
        if user is not None:
            self.client.force_login(user)
        self.address = f"/tables/{table.key}/live/"
        self.language = "en"
        self.html = ""
        self.saved = 0

    @property
    def version(self) -> int:
        found = VERSION.search(self.html)
        return int(found[1]) if found else 0

    @property
    def have(self) -> str:
        return ",".join(hash_ for hash_, _start, _end in page_chunks.find_chunks(self.html))

    @property
    def page(self) -> server_push.PageState:
        """What it says of itself."""
        return server_push.PageState(self.version, self.since, bool(self.saved), self.have)

    def says(self) -> str:
        return json.dumps({"page": asdict(self.page)})

    @property
    def since(self) -> str:
        return "0" if self.saved else ""

    def scope(self) -> dict[str, Any]:
        """Of its socket, as far as it matters."""
        cookies = "; ".join(f"{name}={one.value}" for name, one in self.client.cookies.items())
        headers = [(b"host", b"testserver"), (b"cookie", cookies.encode())]
        return {
            "path": f"/ws/tables/{self.table.key}/",
            PERSON: None if self.user is None else self.user.pk,
            "headers": [*headers, (b"accept-language", self.language.encode())],
        }

    def look(self) -> None:
        """Take what changed, by the socket where the page has something; it is what is there."""
        query = {"since": self.since, "words": "1"} if self.saved else {}
        answer = self.fetch_push() if self.html else ""
        if not answer:
            answer = self.client.get(self.address, query, headers={"X-Have": self.have}).text
        whole = self.client.get(self.address, query).text
        self.take(answer)
        assert self.html == NEW.sub("", whole)

    def fetch_push(self) -> str:
        """What its socket would bring now; "" where nothing can be drawn there."""
        version = Table.objects.values_list("version", flat=True).get(pk=self.table.pk)
        part = server_push.render_fragment(self.scope(), self.table.key, self.page, version)
        return "" if part is None else gzip.decompress(part).decode()

    def take(self, answer: str) -> None:
        self.html = NEW.sub("", page_chunks.fill_stubs(self.html, answer))
        self.saved += len(self.html) - len(NEW.sub("", answer))
