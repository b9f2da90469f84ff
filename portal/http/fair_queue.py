"""Who is answered next while all threads are busy: whoever has been served least.

And what answers lead to goes first: while news are drawn for open pages, requests are answered one
at a time. Side by side they would take the news' time, whose pages then ask for them as well.

Start-time fair queueing (Goyal, Vin and Cheng, 1997) over the seconds that answers hold a thread.
Every request has a start: the moment of a clock that only service moves, or the end of what its
asker has been served until now, if that is later. The earliest start goes first. So somebody who
plays at two hundred tables shares the site with the others as one person, and somebody who presses
for the first time in a while waits for those who are being answered and for nobody else.
"""

from __future__ import annotations

import asyncio
import heapq
import time
from collections import deque
from collections.abc import AsyncIterator, Callable, Hashable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from operator import itemgetter

from django.conf import settings
from django.http import parse_cookie

from portal.http.client_identity import client_key

ESTIMATED_SECONDS = 0.01  # seconds that an answer counts before it is made
LONG_REQUEST_SECONDS = 0.1  # seconds; who is answered for longer holds up nobody who waits for news
MAX_REMEMBERED = 1000  # askers who have been served; those who wait are remembered as well


def requester_key(sent: Mapping[str, str]) -> int:
    """Whose turn a request takes: a session's, a token's, or that of everybody with a client key.

    What is sent is believed, for nothing hangs on it but the order: who makes up a session for
    every request comes in as early as somebody new. A digest, which takes no room and is another in
    every process, so that nobody finds one that stands for somebody else.
    """
    session = parse_cookie(sent.get("HTTP_COOKIE", "")).get(settings.SESSION_COOKIE_NAME)
    if session:
        return hash(("session", session))
    if token := sent.get("HTTP_AUTHORIZATION"):
        return hash(("token", token))
    return hash(("address", client_key(sent)))


class ServerPushCounter:
    """How many news are being drawn in this process; for one event loop."""

    def __init__(self) -> None:
        self.count = 0
        self.heard: list[Callable[[], None]] = []  # called when there are none any more

    @contextmanager
    def track(self) -> Iterator[None]:
        """While this lasts, requests come second."""
        self.count += 1
        try:
            yield
        finally:
            self.count -= 1
            if not self.count:
                for call in self.heard:
                    call()


SERVER_PUSHES = ServerPushCounter()


class FairQueue:
    """The turns of askers at so many threads; for one event loop, so it needs no lock."""

    def __init__(self, at_once: int, news: ServerPushCounter | None = None) -> None:
        self._threads = at_once
        self._news = news or ServerPushCounter()
        self._news.heard.append(self._dispatch)
        self._clock = 0.0  # the start of who came in last
        self._served: dict[
            Hashable, float
        ] = {}  # until when, by this clock: where the next one starts
        self._waiting: dict[Hashable, deque[asyncio.Future[None]]] = {}
        self._answered: dict[asyncio.Future[None], float] = {}  # since when
        self._later: asyncio.TimerHandle | None = None

    @asynccontextmanager
    async def of(self, asker: Hashable) -> AsyncIterator[None]:
        """Wait for a thread, and have it."""
        if len(self._served) >= MAX_REMEMBERED + len(self._waiting):
            self._evict()
        self._served[asker] = max(self._clock, self._served.get(asker, 0.0))
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(asker, deque()).append(turn)
        self._dispatch()
        try:
            await turn
        except asyncio.CancelledError:
            if turn in self._answered:  # it was called in the same moment
                self._add_service_time(asker, -ESTIMATED_SECONDS)
                self._release(turn)
            raise
        began = time.monotonic()
        try:
            yield
        finally:
            self._add_service_time(asker, time.monotonic() - began - ESTIMATED_SECONDS)
            self._release(turn)

    def _add_service_time(self, asker: Hashable, seconds: float) -> None:
        self._served[asker] = self._served.get(asker, self._clock) + seconds

    def _has_free_thread(self) -> bool:
        if len(self._answered) >= self._threads:
            return False
        if not self._news.count:
            return True
        now = time.monotonic()
        return all(now - since >= LONG_REQUEST_SECONDS for since in self._answered.values())

    def _dispatch(self) -> None:
        """While there is room: whoever waits and has been served least."""
        while self._waiting and self._has_free_thread():
            asker = min(self._waiting, key=self._served.__getitem__)
            turn = self._waiting[asker].popleft()
            if not self._waiting[asker]:
                del self._waiting[asker]
            if turn.done():
                continue
            self._clock = max(self._clock, self._served[asker])
            self._add_service_time(asker, ESTIMATED_SECONDS)
            self._answered[turn] = time.monotonic()
            turn.set_result(None)
        if self._waiting and self._news.count and self._later is None:
            self._later = asyncio.get_running_loop().call_later(
                LONG_REQUEST_SECONDS, self._dispatch_later
            )

    def _dispatch_later(self) -> None:
        """Somebody may have been answered for long by now."""
        self._later = None
        self._dispatch()

    def _release(self, turn: asyncio.Future[None]) -> None:
        del self._answered[turn]
        self._dispatch()
        if not self._answered and not self._waiting:  # nobody has anything ahead of anybody
            self._served.clear()

    def _evict(self) -> None:
        """Let go all but the half that has been served most, who would come in too early."""
        ahead = heapq.nlargest(MAX_REMEMBERED // 2, self._served.items(), key=itemgetter(1))
        self._served = dict(ahead) | {asker: self._served[asker] for asker in self._waiting}
