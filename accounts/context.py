"""What every page knows of its reader: the theme to draw it in, and how much may move."""

from __future__ import annotations

from django.http import HttpRequest

from .models import User

THEME_COOKIE = "theme"


def appearance(request: HttpRequest) -> dict[str, str]:
    user = getattr(request, "user", None)
    if user is not None and user.is_authenticated:
        return {"theme": user.theme, "motion": user.motion}
    theme = request.COOKIES.get(THEME_COOKIE, "")
    return {"theme": theme if theme in User.Theme.values else User.Theme.AUTO.value}
