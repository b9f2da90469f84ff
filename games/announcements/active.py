"""The line that a page shows: the newest announcement that its reader has not put away."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.utils import timezone

from portal.ttl_value import TtlValue

from ..models import Announcement

COOKIE = "put_away"
MOST = 20  # that are read, and that a browser remembers


def _load_active() -> list[Announcement]:
    return list(
        Announcement.objects.select_related("absence").filter(ends_at__gt=timezone.now())[:MOST]
    )


announcement_cache: TtlValue[list[Announcement]] = TtlValue(_load_active, list)


def announcement(request: HttpRequest) -> dict[str, Any]:
    """For every page."""
    now, away = timezone.now(), None
    for one in announcement_cache.get():
        if one.starts_at <= now < one.ends_at:
            away = dismissed_ids(request) if away is None else away
            if str(one.pk) not in away:
                return {"announcement": one}
    return {}


def dismissed_ids(request: HttpRequest) -> list[str]:
    """The numbers of those that this browser does not show any more, the latest first."""
    return request.COOKIES.get(COOKIE, "").split(".")[:MOST]
