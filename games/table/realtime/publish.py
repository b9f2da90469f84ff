"""What is told to whom after a commit: the version of a table, never what changed.

Messages may be lost; every page asks again when it connects, sees a gap, or has heard nothing for
a while.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from typing import Any

import redis
from django.core.cache import cache
from django.db import transaction

from portal.performance.group_publish import publish_to_groups

logger = logging.getLogger(__name__)
LOOKING_SECONDS = 75
ACTIVE_SECONDS = 24 * 3600  # longer than any notice waits for it


def table_group(key: str) -> str:
    return f"table.{key}"


def person_group(user_id: int) -> str:
    return f"person.{user_id}"


def token_group(token: int) -> str:
    return f"token.{token}"


def run_after_commit(tell: Callable[[], None]) -> None:
    """Run when the transaction has committed; trouble with Redis never undoes a move."""

    def quietly() -> None:
        try:
            tell()
        except (redis.RedisError, OSError) as error:
            logger.warning("not told, the pages will ask by themselves: %s", error)

    transaction.on_commit(quietly, robust=True)


def publish_table(key: str, version: int, people: Iterable[int] = ()) -> None:
    """After the commit: tell the pages of a table its version, and its people to look again."""
    look: dict[str, Any] = {"type": "waiting.changed", "table": key}
    told = [(table_group(key), {"type": "table.changed", "version": version})]
    told += [(person_group(user), look) for user in sorted(set(people))]
    run_after_commit(lambda: publish_to_groups(*told))


def publish_tables(versions: Iterable[tuple[str, int]]) -> None:
    """After the commit: tell the pages of many tables their versions."""
    told = [
        (table_group(key), {"type": "table.changed", "version": version})
        for key, version in versions
    ]
    run_after_commit(lambda: publish_to_groups(*told))


def notify_users(key: str, people: Iterable[int]) -> None:
    """After the commit: these people have something new to read."""
    look: dict[str, Any] = {"type": "waiting.changed", "table": key}
    messages = [(person_group(user), look) for user in sorted(set(people))]
    if messages:
        run_after_commit(lambda: publish_to_groups(*messages))


def end_token_streams(token: int) -> None:
    """After the commit: the streams of a token are over."""
    run_after_commit(lambda: publish_to_groups((token_group(token), {"type": "token.gone"})))


def publish_session_end(user: int, **_more: Any) -> None:
    """Receiver: after the commit, the sockets and streams of a person look at their sessions."""
    run_after_commit(lambda: publish_to_groups((person_group(user), {"type": "session.changed"})))


def publish_chat(key: str) -> None:
    run_after_commit(lambda: publish_to_groups((table_group(key), {"type": "chat.changed"})))


def mark_looking(table_id: int, user_id: int, idle: float | None = None) -> None:
    """Somebody has the table's page before their eyes.

    Args:
        idle: the seconds since their last key, pointer or touch there; None where that is unknown.
    """
    cache.set(f"looking:{table_id}:{user_id}", 1, LOOKING_SECONDS)
    if idle is not None:
        cache.set(f"active:{table_id}:{user_id}", time.time() - idle, ACTIVE_SECONDS)


def mark_gone(table_id: int, user_id: int) -> None:
    cache.delete(f"looking:{table_id}:{user_id}")


def is_looking(table_id: int, user_id: int) -> bool:
    """Whether a page of the table is visible; nobody need be in front of it."""
    return cache.get(f"looking:{table_id}:{user_id}") is not None


def last_activity(table_id: int, user_id: int) -> datetime | None:
    """When the person last used the table's page, by key, pointer or touch, if that is known."""
    found = cache.get(f"active:{table_id}:{user_id}")
    return None if found is None else datetime.fromtimestamp(found, UTC)
