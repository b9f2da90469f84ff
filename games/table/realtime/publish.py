"""Publishes changes to channel groups after a commit: only the version of a table, never content.

Messages may be lost. A page asks again when it connects, when it sees a gap between versions, or
when it has heard nothing for a while. This module also stores in the cache who looks at a table.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.core.cache import cache

from portal import background

logger = logging.getLogger(__name__)
LOOKING_SECONDS = 75
ACTIVE_SECONDS = 24 * 3600  # longer than any notification is delayed because of activity


def table_group(key: str) -> str:
    return f"table.{key}"


def person_group(user_id: int) -> str:
    return f"person.{user_id}"


def token_group(token: int) -> str:
    return f"token.{token}"


def publish_to_groups(*messages: tuple[str, dict[str, Any]]) -> None:
    """Send messages, given as (group, message), to the members of their groups.

    Raises:
        RedisError, OSError: the channel layer does not accept them; some may have been sent.
    """
    layer: Any = get_channel_layer()
    if hasattr(type(layer), "publish_to_groups"):  # portal/performance/group_publish.py
        layer.publish_to_groups(messages)
        return
    for group, message in messages:
        async_to_sync(layer.group_send)(group, message)


def publish_table(key: str, version: int, people: Iterable[int] = ()) -> None:
    """After the commit, publish a table's version to its pages, and let its people update counts.

    `people` are ids of users.
    """
    count_message: dict[str, Any] = {"type": "waiting.changed", "table": key}
    messages = [(table_group(key), {"type": "table.changed", "version": version})]
    messages += [(person_group(user), count_message) for user in sorted(set(people))]
    background.run_after_commit(lambda: publish_to_groups(*messages))


def publish_tables(versions: Iterable[tuple[str, int]]) -> None:
    """After the commit, publish the versions of many tables to their pages."""
    messages = [
        (table_group(key), {"type": "table.changed", "version": version})
        for key, version in versions
    ]
    background.run_after_commit(lambda: publish_to_groups(*messages))


def notify_users(people: Mapping[int, str]) -> None:
    """After the commit, let the pages of people update their counts.

    `people` has the key of the table that it is about, or "", by the id of the user.
    """
    messages: list[tuple[str, dict[str, Any]]] = [
        (person_group(user), {"type": "waiting.changed", "table": key})
        for user, key in sorted(people.items())
    ]
    if messages:
        background.run_after_commit(lambda: publish_to_groups(*messages))


def end_token_streams(token: int) -> None:
    """After the commit, end the event streams of an API token."""
    background.run_after_commit(
        lambda: publish_to_groups((token_group(token), {"type": "token.gone"}))
    )


def publish_session_end(user: int, **_more: Any) -> None:
    """Signal receiver: after the commit, let a user's sockets and streams check their sessions."""
    background.run_after_commit(
        lambda: publish_to_groups((person_group(user), {"type": "session.changed"}))
    )


def publish_chat(key: str) -> None:
    background.run_after_commit(
        lambda: publish_to_groups((table_group(key), {"type": "chat.changed"}))
    )


def mark_looking(table_id: int, user_id: int, idle: float | None = None) -> None:
    """Record that the table's page is visible to a user, for `LOOKING_SECONDS`.

    Args:
        table_id: the id of the table.
        user_id: the id of the user.
        idle: the seconds since their last key, pointer or touch there; None if unknown.
    """
    cache.set(f"looking:{table_id}:{user_id}", 1, LOOKING_SECONDS)
    if idle is not None:
        cache.set(f"active:{table_id}:{user_id}", time.time() - idle, ACTIVE_SECONDS)


def mark_gone(table_id: int, user_id: int) -> None:
    cache.delete(f"looking:{table_id}:{user_id}")


def is_looking(table_id: int, user_id: int) -> bool:
    """Return whether the user has a visible page of the table, possibly without looking at it."""
    return cache.get(f"looking:{table_id}:{user_id}") is not None


def last_activity(table_id: int, user_id: int) -> datetime | None:
    """Return when the user last used the table's page by key, pointer or touch, if known."""
    found = cache.get(f"active:{table_id}:{user_id}")
    return None if found is None else datetime.fromtimestamp(found, UTC)
