"""Races: many times by the same few threads, whose connections stay open."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import pytest
from django.db import connection

from games.table.realtime import publish
from portal.errors import ActionError

#: On SQLite one writes at a time, whoever begins: what differs is who came first, and a few rounds
#: have both. On PostgreSQL transactions meet at every statement: without any row lock, nearly every
#: race that depends on one fails in its first five rounds.
ROUNDS = 6 if connection.vendor == "sqlite" else 16
Race = Callable[..., list[str]]


@pytest.fixture
def race() -> Iterator[Race]:
    """Does these at the same moment, each in a thread of its own: "" or the code of its refusal."""
    with race_runner(3) as run:
        yield run


@contextmanager
def race_runner(most: int) -> Iterator[Race]:
    """The same of so many at once."""

    def run(*acts: Callable[[], object]) -> list[str]:
        gate = threading.Barrier(len(acts))

        def one(act: Callable[[], object]) -> str:
            gate.wait(10)
            try:
                act()
            except ActionError as refused:
                return refused.code
            return ""

        return [done.result(60) for done in [threads.submit(one, act) for act in acts]]

    with ThreadPoolExecutor(most) as threads, pytest.MonkeyPatch.context() as patch:
        # nobody listens, and a layer in memory would begin a loop for each message
        patch.setattr(publish, "publish_to_groups", lambda *messages: None)
        yield run
        closing = threading.Barrier(most)

        def close() -> None:
            closing.wait(10)
            connection.close()

        for done in [threads.submit(close) for _ in range(most)]:
            done.result(60)
