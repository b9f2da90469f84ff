"""The announcement that a page shows: the newest one that the reader has not dismissed."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.utils import timezone

from portal.ttl_value import TtlValue

from .models import Announcement

COOKIE = "put_away"
MOST = 20  # announcements that are loaded, and that a browser remembers as dismissed


def _load_active() -> list[Announcement]:
    return list(
        Announcement.objects.select_related("downtime").filter(ends_at__gt=timezone.now())[:MOST]
    )


announcement_cache: TtlValue[list[Announcement]] = TtlValue(_load_active, list)


def announcement(request: HttpRequest) -> dict[str, Any]:
    """Context processor: the current announcement, if there is one for this reader."""
    now, away = timezone.now(), None
    for one in announcement_cache.get():
        if one.starts_at <= now < one.ends_at:
            away = dismissed_ids(request) if away is None else away
            if str(one.pk) not in away:
                return {"announcement": one}
    return {}


def dismissed_ids(request: HttpRequest) -> list[str]:
    """Return the ids of announcements that this browser has dismissed, the latest first."""
    return request.COOKIES.get(COOKIE, "").split(".")[:MOST]
