"""Recovery of a worker after its broker was away: a failed acknowledgement frees its slot.

kombu's Redis transport keeps a slot occupied when the acknowledgement fails. If Redis goes away
while every slot is busy, the worker has no free slot, stops listening on the connection, never
notices that it is broken, and waits for ever. With a freed slot it listens, sees the broken
connection and connects again. The message itself is delivered a second time after its visibility
timeout, which our tasks are made for.

Replaces: `kombu.transport.redis.QoS`, whose `ack` and `reject` leave the slot occupied.
Checked: `SUPPORTED_VERSIONS`; it relies on `Channel.QoS` and `QoS._quick_ack`.
Saves: a worker that never works again. With it the next task runs a few seconds after Redis is
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
    """Make all connections of this process to a Redis broker free their slots, unless off."""
    if is_enabled("broker_recovery"):
        Channel.QoS = SlotFreeingQoS
