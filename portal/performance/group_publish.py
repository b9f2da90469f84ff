"""Messages to groups of channels, published to Redis in the channel layer's own format.

Replaces: `async_to_sync(channel_layer.group_send)`, which starts an event loop, a connection and a
    lock for each message that a thread sends.
Checked: `SUPPORTED_VERSIONS`; it relies on the name of a group's channel in Redis and on
    `serialize`, of `RedisPubSubChannelLayer` with one server and its default prefix.
Saves: 47 % of a move (`python -m benchmarks.performance publish`).
Off: `QUICK_OFF=group_publish` uses the layer of `channels_redis` itself and calls `group_send`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from channels_redis.pubsub import RedisPubSubChannelLayer

from portal.redis_client import get_client

SUPPORTED_VERSIONS = {"channels": "4.3", "channels_redis": "4.3", "redis": "8.1"}

PREFIX = "asgi"  # the layer's own default


class PublishingLayer(RedisPubSubChannelLayer):
    def publish_to_groups(self, messages: Iterable[tuple[str, dict[str, Any]]]) -> None:
        """Send messages, given as (group, message), to the members of their groups.

        Raises:
            RedisError, OSError: the server does not accept them; some may have been sent.
        """
        pipe = get_client().pipeline(transaction=False)
        for group, message in messages:
            pipe.publish(f"{PREFIX}__group__{group}", self.serialize(message))
        pipe.execute()
