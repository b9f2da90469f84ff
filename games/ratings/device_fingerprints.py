"""Device fingerprints: digests of device and network, kept 30 days for fair-play signals only."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db.models import Exists
from django.http import HttpRequest

from accounts.guests import network_digest
from accounts.known_devices import device_digest
from accounts.models import User

from .models import DeviceFingerprint

KEPT = timedelta(days=30)


def record_fingerprint(request: HttpRequest, user: User, now: datetime) -> None:
    """Store the fingerprint of an account's browser; programs have none, guests are left out."""
    device = device_digest(request)
    if not device or user.is_guest:
        return
    seen = DeviceFingerprint(
        user=user, device=device, network=network_digest(request), first_at=now, last_at=now
    )
    DeviceFingerprint.objects.bulk_create(
        [seen],
        update_conflicts=True,
        update_fields=["last_at"],
        unique_fields=["user", "device", "network"],
    )


def delete_expired(now: datetime) -> int:
    return DeviceFingerprint.objects.filter(last_at__lt=now - KEPT).delete()[0]


def delete_for(user: User) -> None:
    DeviceFingerprint.objects.filter(user=user).delete()


def exists_for(user: int) -> Exists:
    """Return the database condition that there is a fingerprint of this user."""
    return Exists(DeviceFingerprint.objects.filter(user=user))
