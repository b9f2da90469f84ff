"""An idle socket in little memory hears and says what one of uvicorn's own would."""

from __future__ import annotations

import asyncio

import pytest

from portal.performance.slim_websocket import LazyEvent, MessageQueue

pytestmark = pytest.mark.same_everywhere


async def test_messages_come_out_in_their_order_and_are_waited_for() -> None:
    inbox = MessageQueue()
    reader = asyncio.ensure_future(inbox.get())
    await asyncio.sleep(0)
    inbox.put_nowait(1)
    inbox.put_nowait(2)
    assert await reader == 1
    assert not inbox.empty()
    assert await inbox.get() == 2
    assert inbox.empty()


async def test_who_stops_waiting_takes_no_message_along() -> None:
    inbox = MessageQueue()
    reader = asyncio.ensure_future(inbox.get())
    await asyncio.sleep(0)
    reader.cancel()
    inbox.put_nowait(1)
    with pytest.raises(asyncio.CancelledError):
        await reader
    assert await inbox.get() == 1


async def test_a_barrier_lets_nobody_through_until_it_is_opened_for_good() -> None:
    gate = LazyEvent()
    await gate.wait()
    gate.clear()
    waiting = asyncio.ensure_future(gate.wait())
    await asyncio.sleep(0)
    gate.set()
    gate.clear()  # before anybody could pass
    await asyncio.sleep(0.01)
    assert not waiting.done()
    gate.set()
    await asyncio.wait_for(waiting, 5)
