"""What every page knows of the games: how many tables wait for the person who looks."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from portal.quick.rows import Prepared

from ..models import Seat

AWAITED = Prepared(lambda user: Seat.objects.awaited(user).order_by().only("pk"))


def waiting(request: HttpRequest) -> dict[str, Any]:
    return {"waiting_count": SimpleLazyObject(lambda: count(getattr(request, "user", None)))}


def count(user: Any) -> int:
    """How many tables wait for this person."""
    known = user is not None and user.is_authenticated
    return AWAITED.count(user.pk) if known else 0
