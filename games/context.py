"""What every page knows of the games: how many tables wait for the person who looks."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject


def waiting(request: HttpRequest) -> dict[str, Any]:
    def count() -> int:
        from .models import Seat

        user = getattr(request, "user", None)
        if user is None or not user.is_authenticated:
            return 0
        return Seat.objects.awaited(user).count()

    return {"waiting_count": SimpleLazyObject(count)}
