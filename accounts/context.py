"""What every page knows of its reader (theme, motion, ways to come in) and of the site."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.conf import settings
from django.http import HttpRequest

from . import passkeys
from .models import User
from .site.current import current, sign_up

THEME_COOKIE = "theme"


def doors(request: HttpRequest) -> dict[str, Any]:
    """Who may sign up, and whether passkeys open this site to the browser that asks."""
    return {
        "has_passkeys": partial(passkeys.offered, request),
        "sign_up": sign_up(),
        "elsewhere": bool(settings.SOCIALACCOUNT_PROVIDERS),
    }


def site(request: HttpRequest) -> dict[str, str]:
    """What the site is called, and which picture is its mark."""
    return {"site_name": current().name, "site_picture": current().picture_name}


def appearance(request: HttpRequest) -> dict[str, str]:
    user = getattr(request, "user", None)
    if user is not None and user.is_authenticated:
        return {"theme": user.theme, "motion": user.motion}
    theme = request.COOKIES.get(THEME_COOKIE, "")
    return {"theme": theme if theme in User.Theme.values else User.Theme.AUTO.value}
