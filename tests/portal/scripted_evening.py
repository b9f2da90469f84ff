"""One evening at the site, request by request: what two people, a visitor and a program are told.

`python -m tests.portal.scripted_evening` plays it in a process of its own, on the empty database of
DATABASE_URL, and writes each answer as a line of JSON: (what was asked, what came back). Chance and
clock are fixed, so two runs differ only where the site does.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import re
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

from asgiref.testing import ApplicationCommunicator

from benchmarks.in_process import Browser
from benchmarks.own_site import own_redis
from tests.sample_titles import usual

# Against forged requests and second presses: new on every page.
TOKEN = re.compile(r"\b[A-Za-z0-9]{64}\b|\b[0-9a-f]{8}-[0-9a-f-]{27}\b")
COMPARED_HEADERS = ("location", "content-type", "cache-control", "vary", "content-security-policy")
PASSWORD = "a-quiet-evening-7"
MOVES = 6
FRAGMENTS = ("/moves/", "/undo/", "/confirm/", "/chat/")
Answers = AsyncIterator[tuple[str, Any]]
PATIENCE = 20  # seconds for a socket


class Clock:
    """A second passes with every request, and no other time."""

    def __init__(self) -> None:
        self.now = datetime(2030, 1, 5, 12, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def tick(self) -> None:
        self.now += timedelta(seconds=1)


def fix_clock(clock: Clock) -> None:
    """Before models are loaded: their defaults keep what `now` is then."""
    from django.utils import timezone

    timezone.now = clock  # type: ignore[assignment]


def fix_chance() -> None:
    from games.lobby import match_start
    from games.models import tables

    rng = random.Random(5)
    match_start.secrets = SimpleNamespace(  # type: ignore[assignment]
        token_hex=lambda size: rng.randbytes(size).hex()
    )
    match_start.random_order = rng  # type: ignore[assignment]
    tables.secrets = SimpleNamespace(choice=rng.choice)  # type: ignore[assignment]


def comparable_answer(answer: Any) -> dict[str, Any]:
    """What of an answer the asker can tell."""
    headers = {name.decode(): value.decode() for name, value in answer.headers}
    return {
        "status": answer.status,
        "headers": {name: headers[name] for name in COMPARED_HEADERS if name in headers},
        "body": TOKEN.sub("…", answer.text),
    }


class Evening:
    """Two people, "ann" and "bob", and a visitor. Each part yields (what was asked, the answer)."""

    def __init__(self, clock: Clock, application: Any) -> None:
        self.clock = clock
        self.application = application
        self.people = {name: Browser(application) for name in ("ann", "bob", "visitor")}
        self.table = ""
        self.sockets: list[ApplicationCommunicator] = []

    async def ask(self, who: str, path: str, **form: Any) -> dict[str, Any]:
        self.clock.tick()
        browser = self.people[who]
        browser.partial = "/live/" in path or path.endswith(FRAGMENTS)
        return comparable_answer(await (browser.post(path, form) if form else browser.get(path)))

    async def request_paths(self, who: str, *paths: str) -> Answers:
        for path in paths:
            yield path, await self.ask(who, path)

    async def data(self, who: str, path: str = "") -> dict[str, Any]:
        """What the API says of the table."""
        return dict(json.loads((await self.ask(who, f"/api{self.table}{path}"))["body"]))

    async def hear(self, *sockets: ApplicationCommunicator) -> Answers:
        for socket in sockets:
            yield "heard", await socket.receive_output(PATIENCE)

    async def arrive(self) -> Answers:
        pages = ("/", "/tables/", "/accounts/login/", "/nothing/", "/healthz/web", "/my-tables/")
        async for one in self.request_paths("visitor", *pages):
            yield one
        for who in ("ann", "bob"):
            form = {"login": who, "password": PASSWORD}
            yield "sign in", await self.ask(who, "/accounts/login/", **form)

    async def sit_down(self) -> Answers:
        from games import rules

        form = {"seats": 2, "clock": "day", "visibility": "public", "start_when": "full"}
        game = usual()
        options = {f"option_{option.key}": option.default for option in rules.get(game).options}
        opened = await self.ask("ann", f"/tables/new/{game}/", **form, **options)
        yield "open", opened
        self.table = opened["headers"]["location"]
        yield "unstarted", await self.ask("visitor", self.table)
        for who, path in (("ann", f"/ws{self.table}"), ("bob", "/ws/me/")):
            scope = self.people[who].scope(path, type="websocket", subprotocols=[])
            scope["headers"].append((b"origin", b"http://testserver"))
            self.sockets.append(ApplicationCommunicator(self.application, scope))
            await self.sockets[-1].send_input({"type": "websocket.connect"})
            async for one in self.hear(self.sockets[-1], self.sockets[-1]):
                yield one
        yield "join", await self.ask("bob", f"{self.table}join/", now=1)
        async for one in self.hear(*self.sockets, *self.sockets):  # joined, started
            yield one

    async def play(self, number: int) -> Answers:
        async for one in self.request_paths(
            "ann", self.table, f"{self.table}live/?since=1&words=1"
        ):
            yield one
        async for one in self.request_paths("bob", f"{self.table}live/", "/my-tables/"):
            yield one
        state = await self.data("visitor")
        who = next(seat["user"] for seat in state["seats"] if seat["number"] in state["actors"])
        legal = (await self.data(who, "legal-moves/"))["legal_moves"]
        move = legal[number % len(legal)]
        for path, form in (
            ("moves/", {"step": 0, "move": "nonsense"}),
            ("moves/", {"step": 0, "move": move}),
            ("undo/", {"step": 1}),
            ("moves/", {"step": 0, "move": move, "sure": 1}),
            ("confirm/", {"step": 1}),
            ("confirm/", {"step": 1}),  # the same again
        ):
            form["version"] = state["version"]
            yield path, await self.ask(who, self.table + path, **form)
        changes = (await self.data("visitor"))["version"] - state["version"]
        assert changes
        async for one in self.hear(*self.sockets * changes):
            yield one
        said = {"text": f"<b>{move}</b>", "audience": "public"}
        yield "chat", await self.ask(who, f"{self.table}chat/", **said)
        async for one in self.hear(self.sockets[0]):
            yield one

    async def look_back(self) -> Answers:
        for path in ("", "log/", "clocks/"):
            yield path, await self.ask("visitor", f"/api{self.table}{path}")
        pages = ("", "chat/", "replay/?move=3")
        paths = (*(self.table + page for page in pages), "/tables/", "/people/ann/")
        async for one in self.request_paths("visitor", *paths):
            yield one
        for socket in self.sockets:
            await socket.send_input({"type": "websocket.disconnect", "code": 1000})
            await socket.wait(PATIENCE)

    async def whole(self) -> Answers:
        parts = [self.arrive(), self.sit_down(), *(self.play(number) for number in range(MOVES))]
        for part in (*parts[:-2], self.in_japanese(), *parts[-2:], self.look_back()):
            async for one in part:
                yield one

    async def in_japanese(self) -> Answers:
        yield "language", await self.ask("bob", "/language/", language="ja", next="/")


def main() -> None:
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    clock = Clock()
    fix_clock(clock)
    import django

    django.setup()
    from django.conf import settings

    settings.ALLOWED_HOSTS = ["testserver"]
    fix_chance()
    from allauth.account.models import EmailAddress

    from accounts.models import User

    for name in ("ann", "bob"):
        user = User.objects.create_user(name, f"{name}@example.org", PASSWORD)
        EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)

    async def play() -> None:
        from portal.asgi import application

        async for asked, answer in Evening(clock, application).whole():
            print(json.dumps([asked, answer], ensure_ascii=False))

    with own_redis():
        asyncio.run(play())


if __name__ == "__main__":
    main()
