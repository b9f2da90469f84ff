"""What every page knows of its reader: theme, motion, and by what they can come in."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from django.http import HttpRequest

from . import passkeys
from .models import User

THEME_COOKIE = "theme"


def doors(request: HttpRequest) -> dict[str, Callable[[], bool]]:
    """Whether passkeys open this site to the browser that asks, for the pages that want to know."""
    return {"has_passkeys": partial(passkeys.offered, request)}


def appearance(request: HttpRequest) -> dict[str, str]:
    user = getattr(request, "user", None)
    if user is not None and user.is_authenticated:
        return {"theme": user.theme, "motion": user.motion}
    theme = request.COOKIES.get(THEME_COOKIE, "")
    return {"theme": theme if theme in User.Theme.values else User.Theme.AUTO.value}
