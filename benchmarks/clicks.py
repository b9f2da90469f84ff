"""Clicks at tables, as a web process has them: what each costs in its CPU and on the wire.

A click is the request of the person who confirms a move, through the whole ASGI application, with
their own part in the answer; and the part of every other page, drawn for its socket. Pages do as
real ones: they say which pieces they have, keep what they get, and take gzip. What Redis and the
sockets themselves take is in neither.
"""

from __future__ import annotations

import asyncio
import gzip
import random
import statistics
import time
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any, NamedTuple

from benchmarks.in_process import Browser

GZIP = b"\x1f\x8b"


class Cost(NamedTuple):
    cpu: float  # seconds
    size: int  # bytes of the answer


class Click(NamedTuple):
    """A move: its number, its request, and the mean of what the other pages heard."""

    number: int
    request: Cost
    news: Cost

    @property
    def cpu(self) -> float:
        return self.request.cpu + self.news.cpu


class Page(Browser):
    """A table's page as its script keeps it."""

    html = ""
    have = ""  # what its script says of its pieces

    def open(self, user: Any, key: str, loop: asyncio.AbstractEventLoop) -> None:
        """Sign in and fetch the page's part."""
        from django.conf import settings
        from django.test import Client

        client = Client()
        client.force_login(user)
        name = settings.SESSION_COOKIE_NAME
        self.cookies[name] = client.cookies[name].value
        self.partial = True
        self.key = key
        self.take(loop.run_until_complete(self.get(f"/tables/{key}/live/")).body)

    def scope(self, path: str, **more: Any) -> dict[str, Any]:
        scope = super().scope(path, **more)
        scope["headers"] += [(b"accept-encoding", b"gzip"), (b"accept-language", b"en")]
        if self.have:
            scope["headers"].append((b"x-have", self.have.encode()))
        return scope

    def take(self, answer: bytes) -> None:
        from games.boards import page_chunks

        text = (gzip.decompress(answer) if answer[:2] == GZIP else answer).decode()
        self.html = page_chunks.fill_stubs(self.html, text) if self.have else text
        self.have = ",".join(hash_ for hash_, _start, _end in page_chunks.find_chunks(self.html))

    def send(self, version: int, loop: asyncio.AbstractEventLoop) -> Cost:
        """Confirm the draft of one move."""
        form = {"version": version, "step": 1, "since": 0}
        asking = self.post(f"/tables/{self.key}/confirm/", form)
        began = time.process_time()
        answer = loop.run_until_complete(asking)
        spent = time.process_time() - began
        assert answer.status == 200, answer.text[:300]
        self.take(answer.body)
        return Cost(spent, len(answer.body))

    def hear(self, version: int) -> Cost:
        """Take this page's own part as its socket brings it, with news of this version."""
        from games.table.realtime import server_push

        scope = self.scope(f"/ws/tables/{self.key}/")
        page = server_push.PageState(0, "0", False, self.have)
        began = time.process_time()
        part = server_push.render_fragment(scope, self.key, page, version)
        spent = time.process_time() - began
        assert part is not None
        self.take(part)
        return Cost(spent, len(part))


def clicks(game: str, seats: int, seed: str, most: int) -> Iterator[Click]:
    """Play random matches for ever, each up to a number of moves."""
    from accounts.models import User
    from games.lobby import match_start
    from games.lobby.setup import table_setup
    from games.lobby.table_settings import TableSettings
    from games.models import Table
    from games.table.session.loader import load_match
    from games.time_controls import PRESETS_BY_KEY
    from portal.asgi import application

    loop = asyncio.new_event_loop()
    rng = random.Random(seed)
    without_chance(match_start, rng)
    for number in range(1_000_000):
        names = [f"{game}{seats}-{number}-{n}" for n in range(seats)]
        users = [User.objects.create_user(name, f"{name}@example.org") for name in names]
        table = table_setup.open_table(
            users[0], game, TableSettings(seats, {}, PRESETS_BY_KEY["day"].clock)
        )
        for user in users[1:]:
            table_setup.join(table.key, user)
        pages: dict[int | None, Page] = {user.pk: Page(application) for user in users}
        for user in users:
            pages[user.pk].open(user, table.key, loop)
        while (table := Table.objects.get(pk=table.pk)).is_running and table.move_count < most:
            seat = table.seat_set.filter(waiting_since__isnull=False)[0]
            move = rng.choice(load_match(table).legal_moves(seat.number))
            type(seat).objects.filter(pk=seat.pk).update(draft=[move])
            request = pages[seat.user_id].send(table.version, loop)
            others = [
                page.hear(table.version + 1) for user, page in pages.items() if user != seat.user_id
            ]
            mean = Cost(
                statistics.fmean(one.cpu for one in others),
                round(statistics.fmean(one.size for one in others)),
            )
            yield Click(table.move_count + 1, request, mean)


def without_chance(starting: Any, rng: random.Random) -> None:
    """Seats and seeds of tables come from `rng`."""
    starting.secrets = SimpleNamespace(token_hex=lambda size: rng.randbytes(size).hex())
    starting.random_order = rng
