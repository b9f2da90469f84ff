"""A worker that outlives its broker: an acknowledgement that cannot be sent still frees its slot.

kombu's Redis transport keeps a slot taken when the acknowledgement fails. Once Redis has gone away
while every slot was busy, the worker has none left, stops listening on the connection, so never
notices that it is broken, and waits for ever. With the slot freed it listens, sees the broken
connection and connects again. The message itself is delivered a second time when its time runs
out, which our tasks are made for.
"""

from __future__ import annotations

from kombu.transport.redis import Channel, QoS
from redis import RedisError


class FreeingQoS(QoS):
    def ack(self, delivery_tag: str) -> None:
        try:
            super().ack(delivery_tag)
        except (RedisError, OSError):
            self._quick_ack(delivery_tag)  # type: ignore[attr-defined]
            raise

    def reject(self, delivery_tag: str, requeue: bool = False) -> None:
        try:
            super().reject(delivery_tag, requeue=requeue)
        except (RedisError, OSError):
            self._quick_ack(delivery_tag)  # type: ignore[attr-defined]
            raise


def free_slots() -> None:
    """Make every connection of this process to a Redis broker do so."""
    Channel.QoS = FreeingQoS
