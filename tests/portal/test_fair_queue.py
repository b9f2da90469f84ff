"""Whose request is answered next while all threads are busy."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import pytest

from portal.http.fair_queue import (
    ESTIMATED_SECONDS,
    LONG_REQUEST_SECONDS,
    MAX_REMEMBERED,
    FairQueue,
    ServerPushCounter,
    requester_key,
)

pytestmark = pytest.mark.same_everywhere


class Site:
    """Threads of a clock of its own: who is answered is written down, in order."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, at_once: int = 1) -> None:
        self.turns = FairQueue(at_once)
        self.now = 0.0
        self.answered: list[str] = []
        monkeypatch.setattr(time, "monotonic", lambda: self.now)

    async def ask(self, asker: str, seconds: float) -> None:
        async with self.turns.of(asker):
            self.answered.append(asker)
            await asyncio.sleep(0)
            self.now += seconds

    async def request_all(self, *requests: tuple[str, float]) -> list[str]:
        """All these at once, in this order; who was answered, in order."""
        await asyncio.gather(*(self.ask(*request) for request in requests))
        return self.answered


@pytest.fixture
def site(monkeypatch: pytest.MonkeyPatch) -> Site:
    return Site(monkeypatch)


async def test_who_comes_anew_waits_for_the_one_who_is_answered_and_nobody_else(
    site: Site,
) -> None:
    order = await site.request_all(*[("busy", 0.02)] * 9, ("quiet", 0.02))
    assert order == ["busy", "quiet", *["busy"] * 8]


async def test_two_who_never_pause_are_answered_for_the_same_time(site: Site) -> None:
    order = await site.request_all(*[("slow", 0.04)] * 40, *[("quick", 0.01)] * 40)
    until_quick_is_done = order[: len(order) - order[::-1].index("quick")]
    slow = until_quick_is_done.count("slow")
    assert 9 <= slow <= 11, "forty quick answers take as long as ten slow ones"


async def test_what_was_served_before_a_pause_counts_no_more(site: Site) -> None:
    await site.request_all(*[("busy", 1.0)] * 3)
    del site.answered[:]
    order = await site.request_all(*[("new", 0.02), ("busy", 0.02)] * 4)
    assert order[:2] == ["new", "busy"]
    assert order[:4].count("new") == 2


async def test_time_in_which_one_did_not_ask_is_not_saved_up(site: Site) -> None:
    async def comes_later() -> None:
        while len(site.answered) < 5:
            await asyncio.sleep(0)
        await asyncio.gather(*(site.ask("later", 0.02) for _ in range(5)))

    await asyncio.gather(site.request_all(*[("busy", 0.02)] * 10), comes_later())
    assert site.answered[5:].index("later") <= 1
    assert site.answered[-1] == "busy" or site.answered[-2] == "busy", (
        "they take turns from then on"
    )


async def test_as_many_are_answered_at_once_as_there_are_threads(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    turns = FairQueue(2)
    inside: list[int] = []
    most = 0

    async def ask(n: int) -> None:
        nonlocal most
        async with turns.of(str(n)):
            inside.append(n)
            most = max(most, len(inside))
            await asyncio.sleep(0)
            inside.remove(n)

    await asyncio.gather(*(ask(n) for n in range(10)))
    assert most == 2


class Threads:
    """Three threads; a request holds one until it is let go."""

    def __init__(self) -> None:
        self.news = ServerPushCounter()
        self.turns = FairQueue(3, self.news)
        self.inside: list[str] = []
        self.done: dict[str, asyncio.Event] = {}
        self.asked: list[asyncio.Task[None]] = []

    async def ask(self, *names: str) -> list[str]:
        for name in names:
            self.done[name] = asyncio.Event()
            self.asked.append(asyncio.ensure_future(self._answer(name)))
        return await self.now()

    async def let_go(self, name: str) -> list[str]:
        self.done[name].set()
        return await self.now()

    async def now(self) -> list[str]:
        for _ in range(5):
            await asyncio.sleep(0)
        return self.inside[:]

    async def _answer(self, name: str) -> None:
        async with self.turns.of(name):
            self.inside.append(name)
            await self.done[name].wait()
            self.inside.remove(name)


async def test_while_news_are_drawn_requests_are_answered_one_at_a_time() -> None:
    threads = Threads()
    with threads.news.track():
        assert await threads.ask("a", "b", "c", "d") == ["a"]
        assert await threads.let_go("a") == ["b"]
        with threads.news.track():
            pass
        assert await threads.now() == ["b"], "others are being drawn still"
    assert await threads.now() == ["b", "c", "d"]


async def test_who_is_answered_when_news_come_is_answered_to_the_end() -> None:
    threads = Threads()
    assert await threads.ask("a", "b") == ["a", "b"]
    with threads.news.track():
        assert await threads.ask("c") == ["a", "b"]
        assert await threads.let_go("a") == ["b"]
        assert await threads.let_go("b") == ["c"]


async def test_a_long_answer_holds_up_nobody_while_news_are_drawn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = time.monotonic()
    monkeypatch.setattr(time, "monotonic", lambda: clock)
    threads = Threads()
    with threads.news.track():
        assert await threads.ask("long", "short") == ["long"]
        clock += 2 * LONG_REQUEST_SECONDS
        assert await threads.now() == ["long", "short"]
        assert await threads.ask("next") == ["long", "short"]


async def test_who_goes_away_while_waiting_or_when_called_keeps_no_thread(site: Site) -> None:
    let_go = asyncio.Event()

    async def hold(asker: str) -> None:
        async with site.turns.of(asker):
            site.answered.append(asker)
            await let_go.wait()

    first = asyncio.ensure_future(hold("first"))
    await asyncio.sleep(0)
    waiting, called, last = (asyncio.ensure_future(hold(name)) for name in ("w", "called", "last"))
    await asyncio.sleep(0)
    waiting.cancel()
    await asyncio.sleep(0)
    let_go.set()
    await first  # its end has called the next one, who goes away before it can come in
    called.cancel()
    await asyncio.wait_for(asyncio.gather(last, waiting, called, return_exceptions=True), 5)
    assert site.answered[0] == "first"
    assert site.answered[-1] == "last"
    assert "w" not in site.answered
    await asyncio.wait_for(site.ask("another", ESTIMATED_SECONDS), 5)


async def test_who_was_served_once_in_a_flood_is_forgotten_and_who_waits_is_not(
    site: Site,
) -> None:
    many = [f"new {n}" for n in range(3 * MAX_REMEMBERED)]
    holding, let_go = asyncio.Event(), asyncio.Event()

    async def hold() -> None:
        async with site.turns.of("holds"):
            holding.set()
            await let_go.wait()

    first = asyncio.ensure_future(hold())
    await holding.wait()
    asked = [asyncio.ensure_future(site.ask(one, 0.01)) for one in many]
    await asyncio.sleep(0)
    let_go.set()
    await asyncio.gather(first, *asked)
    assert sorted(site.answered) == sorted(many)
    assert site.turns._served == {}, "nobody is ahead of anybody when nobody waits"


async def test_a_flood_that_never_pauses_fills_no_memory(site: Site) -> None:
    site.turns = FairQueue(2)
    async with site.turns.of("holds a thread all the time"):
        for n in range(5 * MAX_REMEMBERED):
            await site.ask(str(n), 0.01)
        assert len(site.turns._served) <= MAX_REMEMBERED


def test_requester_key_distinguishes_sessions_tokens_and_addresses(settings: Any) -> None:
    settings.SESSION_COOKIE_NAME = "sessionid"
    here, there = {"REMOTE_ADDR": "192.0.2.1"}, {"REMOTE_ADDR": "192.0.2.2"}
    session = {"HTTP_COOKIE": "a=1; sessionid=192.0.2.1"}
    token = {"HTTP_AUTHORIZATION": "192.0.2.1"}
    askers = [requester_key(sent) for sent in (here, there, session, token)]
    assert len(set(askers)) == 4
    assert requester_key(session | there) == requester_key(session | here), "wherever they are"
    assert requester_key({"HTTP_COOKIE": "other=1"} | here) == requester_key(here)
    household = [{"REMOTE_ADDR": f"2001:db8::{n}"} for n in range(3)]
    assert len({requester_key(sent) for sent in household}) == 1
