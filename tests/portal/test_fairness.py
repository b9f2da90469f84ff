"""Whose request is answered next while all threads are busy."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import pytest

from portal.http.fairness import REMEMBERED, SUPPOSED, Turns, asker_of

pytestmark = pytest.mark.same_everywhere


class Site:
    """Threads of a clock of its own: who is answered is written down, in order."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, at_once: int = 1) -> None:
        self.turns = Turns(at_once)
        self.now = 0.0
        self.answered: list[str] = []
        monkeypatch.setattr(time, "monotonic", lambda: self.now)

    async def ask(self, asker: str, seconds: float) -> None:
        async with self.turns.of(asker):
            self.answered.append(asker)
            await asyncio.sleep(0)
            self.now += seconds

    async def asked(self, *requests: tuple[str, float]) -> list[str]:
        """All these at once, in this order; who was answered, in order."""
        await asyncio.gather(*(self.ask(*request) for request in requests))
        return self.answered


@pytest.fixture
def site(monkeypatch: pytest.MonkeyPatch) -> Site:
    return Site(monkeypatch)


async def test_who_comes_anew_waits_for_the_one_who_is_answered_and_nobody_else(
    site: Site,
) -> None:
    order = await site.asked(*[("busy", 0.02)] * 9, ("quiet", 0.02))
    assert order == ["busy", "quiet", *["busy"] * 8]


async def test_two_who_never_pause_are_answered_for_the_same_time(site: Site) -> None:
    order = await site.asked(*[("slow", 0.04)] * 40, *[("quick", 0.01)] * 40)
    until_quick_is_done = order[: len(order) - order[::-1].index("quick")]
    slow = until_quick_is_done.count("slow")
    assert 9 <= slow <= 11, "forty quick answers take as long as ten slow ones"


async def test_time_in_which_nobody_asked_is_not_saved_up(site: Site) -> None:
    await site.asked(*[("busy", 1.0)] * 3)
    del site.answered[:]
    order = await site.asked(*[("new", 0.02), ("busy", 0.02)] * 4)
    assert order[:2] == ["new", "new"], "busy is ahead by what the last answer took"
    del site.answered[:]
    order = await site.asked(*[("new", 1.0)] * 4, *[("third", 1.0)] * 4)
    assert order.index("third") == 1
    assert order[-1] in ("new", "third")


async def test_as_many_are_answered_at_once_as_there_are_threads(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    turns = Turns(2)
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
    await asyncio.wait_for(site.ask("another", SUPPOSED), 5)


async def test_those_who_have_been_quiet_are_forgotten(site: Site) -> None:
    for n in range(2 * REMEMBERED):
        await site.ask(str(n), 0.0)
    assert len(site.turns._served) <= REMEMBERED + 1


@pytest.mark.parametrize(
    ("sent", "asker"),
    [
        ({"HTTP_COOKIE": "a=1; sessionid=abc", "REMOTE_ADDR": "192.0.2.1"}, "abc"),
        ({"HTTP_AUTHORIZATION": "Bearer x", "REMOTE_ADDR": "192.0.2.1"}, "Bearer x"),
        ({"HTTP_COOKIE": "other=1", "REMOTE_ADDR": "192.0.2.1"}, "192.0.2.1"),
        ({}, ""),
    ],
)
def test_who_asks(sent: dict[str, Any], asker: str, settings: Any) -> None:
    settings.SESSION_COOKIE_NAME = "sessionid"
    assert asker_of(sent) == asker
