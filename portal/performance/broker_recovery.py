"""A worker that outlives its broker: an acknowledgement that cannot be sent still frees its slot.

kombu's Redis transport keeps a slot taken when the acknowledgement fails. Once Redis has gone away
while every slot was busy, the worker has none left, stops listening on the connection, so never
notices that it is broken, and waits for ever. With the slot freed it listens, sees the broken
connection and connects again. The message itself is delivered a second time when its time runs
out, which our tasks are made for.

Replaces: `kombu.transport.redis.QoS`, whose `ack` and `reject` leave the slot taken.
Checked: `SUPPORTED_VERSIONS`; it relies on `Channel.QoS` and `QoS._quick_ack`.
Saves: a worker that never works again. With it the next task is done a few seconds after Redis is
    back, without it not within a minute (`tests/real/test_broker_loss.py`, with and without).
Off: `QUICK_OFF=broker_recovery`; then restart workers after a loss of Redis.
"""

from __future__ import annotations

from kombu.transport.redis import Channel, QoS
from redis import RedisError

from portal.performance import is_enabled

SUPPORTED_VERSIONS = {"celery": "5.7", "kombu": "5.7", "redis": "8.1"}


class SlotFreeingQoS(QoS):
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


def install_slot_freeing() -> None:
    """Make every connection of this process to a Redis broker do so."""
    if is_enabled("broker_recovery"):
        Channel.QoS = SlotFreeingQoS
