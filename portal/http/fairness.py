"""Who is answered next while all threads are busy: whoever has been served least.

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
from collections.abc import AsyncIterator, Hashable, Mapping
from contextlib import asynccontextmanager
from operator import itemgetter

from django.conf import settings
from django.http import parse_cookie

SUPPOSED = 0.01  # seconds that an answer counts before it is made
REMEMBERED = 1000  # askers who have been served; those who wait are remembered as well


def asker_of(sent: Mapping[str, str]) -> int:
    """Whose turn a request takes: a session's, a token's, or that of everybody at an address.

    What is sent is believed, for nothing hangs on it but the order: who makes up a session for
    every request comes in as early as somebody new. A digest, which takes no room and is another in
    every process, so that nobody finds one that stands for somebody else.
    """
    session = parse_cookie(sent.get("HTTP_COOKIE", "")).get(settings.SESSION_COOKIE_NAME)
    if session:
        return hash(("session", session))
    if token := sent.get("HTTP_AUTHORIZATION"):
        return hash(("token", token))
    return hash(("address", sent.get("REMOTE_ADDR", "")))


class Turns:
    """The turns of askers at so many threads; for one event loop, so it needs no lock."""

    def __init__(self, at_once: int) -> None:
        self._free = self._threads = at_once
        self._clock = 0.0  # the start of who came in last
        self._served: dict[
            Hashable, float
        ] = {}  # until when, by this clock: where the next one starts
        self._waiting: dict[Hashable, deque[asyncio.Future[None]]] = {}

    @asynccontextmanager
    async def of(self, asker: Hashable) -> AsyncIterator[None]:
        """Wait for a thread, and have it."""
        if len(self._served) >= REMEMBERED + len(self._waiting):
            self._forget()
        self._served[asker] = max(self._clock, self._served.get(asker, 0.0))
        if self._free:
            self._free -= 1
            self._start(asker)
        else:
            await self._wait(asker)
        began = time.monotonic()
        try:
            yield
        finally:
            self._count(asker, time.monotonic() - began - SUPPOSED)
            self._next()

    def _start(self, asker: Hashable) -> None:
        self._clock = max(self._clock, self._served[asker])
        self._count(asker, SUPPOSED)

    def _count(self, asker: Hashable, seconds: float) -> None:
        self._served[asker] = self._served.get(asker, self._clock) + seconds

    async def _wait(self, asker: Hashable) -> None:
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(asker, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if not turn.cancelled():  # it was called in the same moment
                self._count(asker, -SUPPOSED)
                self._next()
            raise

    def _next(self) -> None:
        """A thread is free: for whoever waits and has been served least."""
        while self._waiting:
            asker = min(self._waiting, key=self._served.__getitem__)
            turn = self._waiting[asker].popleft()
            if not self._waiting[asker]:
                del self._waiting[asker]
            if not turn.done():
                self._start(asker)
                turn.set_result(None)
                return
        self._free += 1
        if self._free == self._threads:  # nobody has anything ahead of anybody
            self._served.clear()

    def _forget(self) -> None:
        """Let go all but the half that has been served most, who would come in too early."""
        ahead = heapq.nlargest(REMEMBERED // 2, self._served.items(), key=itemgetter(1))
        self._served = dict(ahead) | {asker: self._served[asker] for asker in self._waiting}
