"""Send notifications to a person's devices. `devices` removes dead devices and builds the payload.

A notification counts as sent when the push service of every device has accepted it. If one fails,
it is tried again, and the other devices do not get it twice.
"""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from django.conf import settings
from django.core.cache import cache
from django.utils import translation

from accounts.site import configuration

from .. import devices
from . import DeliveryError, NotificationContent

if TYPE_CHECKING:
    from accounts.models import User

DELIVERED_DEVICES_TTL = timedelta(days=2)  # longer than a notification is retried
#: Services that failed in this round, with the wait they asked for. They get no second request.
_failed_services: dict[str, timedelta | None] = {}


def is_reachable(user: User) -> bool:
    return (
        user.notification_settings.has_push_device
        and bool(settings.PUSH_KEY)
        and bool(devices.active_devices(user))
    )


def send(user: User, content: NotificationContent) -> None:
    """Send a notification to all devices of the person.

    Raises:
        DeliveryError: one of the devices did not get it, or there is no device any more.
    """
    name = f"told-devices:{content.data.get('notice')}"
    before = set(cache.get(name, ()))
    with translation.override(user.language or configuration.default_language()):
        results = devices.push_to_devices(user, content, before, _failed_services)
    failed = [one for one in results if one.problem and not one.is_gone]
    taken = before | {one.device.pk for one in results if not one.problem}
    if failed:
        if taken:
            cache.set(name, sorted(taken), DELIVERED_DEVICES_TTL.total_seconds())
        wait = max((one.wait for one in failed if one.wait), default=None)
        raise DeliveryError(f"{failed[0].device.name}: {failed[0].problem}", again=True, wait=wait)
    if not taken:
        raise DeliveryError("there is no device", again=True)


def finish_round() -> None:
    _failed_services.clear()
