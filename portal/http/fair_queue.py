"""A fair queue for requests while all threads are busy: the least served client comes first.

Server pushes come before requests: while updates for open pages are rendered, one request runs at a
time. In parallel, requests would delay the updates, and the pages would then request them as well.

Start-time fair queueing (Goyal, Vin and Cheng, 1997) over the seconds for which responses hold a
thread. Every request has a start time: the current value of a clock that only service advances, or
the end of what its client has been served, if that is later. The earliest start comes first. So a
person who plays at two hundred tables shares the site with the others like one person. A client
that has been idle waits only for the requests that are running.
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

ESTIMATED_SECONDS = 0.01  # what a response counts before its time is known
LONG_REQUEST_SECONDS = 0.1  # a request that runs longer does not block others during pushes
MAX_REMEMBERED = 1000  # clients with past service; waiting clients are remembered as well


def requester_key(sent: Mapping[str, str]) -> int:
    """Return the key of the client whose turn a request takes: its session, token or address.

    The request is trusted, because only the order depends on it: inventing a session for each
    request gives no more than the place of a newcomer. The key is a hash, which needs little memory
    and differs between processes, so nobody can construct another client's key.
    """
    session = parse_cookie(sent.get("HTTP_COOKIE", "")).get(settings.SESSION_COOKIE_NAME)
    if session:
        return hash(("session", session))
    if token := sent.get("HTTP_AUTHORIZATION"):
        return hash(("token", token))
    return hash(("address", client_key(sent)))


class ServerPushCounter:
    """The number of updates being rendered in this process; for one event loop."""

    def __init__(self) -> None:
        self.count = 0
        self.heard: list[Callable[[], None]] = []  # called when the number falls to zero

    @contextmanager
    def track(self) -> Iterator[None]:
        """Give priority over requests to an update while this context lasts."""
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
    """The queue of clients for a number of threads; for one event loop, so it needs no lock."""

    def __init__(self, at_once: int, news: ServerPushCounter | None = None) -> None:
        self._threads = at_once
        self._news = news or ServerPushCounter()
        self._news.heard.append(self._dispatch)
        self._clock = 0.0  # the start time of the latest request that got a thread
        self._served: dict[
            Hashable, float
        ] = {}  # the clock value until which each client was served, where its next request starts
        self._waiting: dict[Hashable, deque[asyncio.Future[None]]] = {}
        self._answered: dict[asyncio.Future[None], float] = {}  # running requests, since when
        self._later: asyncio.TimerHandle | None = None

    @asynccontextmanager
    async def of(self, asker: Hashable) -> AsyncIterator[None]:
        """Wait for a thread and hold it while this context lasts."""
        if len(self._served) >= MAX_REMEMBERED + len(self._waiting):
            self._evict()
        self._served[asker] = max(self._clock, self._served.get(asker, 0.0))
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(asker, deque()).append(turn)
        self._dispatch()
        try:
            await turn
        except asyncio.CancelledError:
            if turn in self._answered:  # it got its thread at the same moment
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
        """Give free threads to the waiting clients that were served least."""
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
        """Dispatch again, because a running request may be a long one by now."""
        self._later = None
        self._dispatch()

    def _release(self, turn: asyncio.Future[None]) -> None:
        del self._answered[turn]
        self._dispatch()
        if not self._answered and not self._waiting:  # idle: nobody is ahead of anybody
            self._served.clear()

    def _evict(self) -> None:
        """Forget all but the half that was served most, who would otherwise come in too early."""
        ahead = heapq.nlargest(MAX_REMEMBERED // 2, self._served.items(), key=itemgetter(1))
        self._served = dict(ahead) | {asker: self._served[asker] for asker in self._waiting}
