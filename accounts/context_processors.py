"""What every page knows of its reader (theme, motion, ways to come in) and of the site."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import get_language_info

from . import passkeys, signup_policy
from .models import User
from .site.configuration import get_site, site_description
from .site.setup_checks import can_send_mail, setup_warnings

THEME_COOKIE = "theme"


def sign_in_options(request: HttpRequest) -> dict[str, Any]:
    """Who may sign up, whether passkeys open this site to the browser that asks, and whether mail
    reaches anybody."""
    return {
        "has_passkeys": partial(passkeys.is_available, request),
        "admission": partial(signup_policy.check_admission, request),
        "can_invite": partial(signup_policy.can_invite_to_sign_up, getattr(request, "user", None)),
        "sends_mail": can_send_mail(),
        "setup_warnings": setup_warnings,
        "elsewhere": bool(settings.SOCIALACCOUNT_PROVIDERS),
    }


def site_identity(request: HttpRequest) -> dict[str, Any]:
    """What the site is called, and is, and which picture is its mark."""
    named = {"site_name": get_site().name, "site_picture": get_site().picture_name}
    return {**named, "site_about": site_description}


def language_choices() -> list[tuple[str, str]]:
    """The site's languages, each by its own name."""
    return [(code, get_language_info(code)["name_local"]) for code, _name in settings.LANGUAGES]


def appearance(request: HttpRequest) -> dict[str, str]:
    user = getattr(request, "user", None)
    if user is not None and user.is_authenticated:
        return {"theme": user.theme, "motion": user.motion}
    theme = request.COOKIES.get(THEME_COOKIE, "")
    return {"theme": theme if theme in User.Theme.values else User.Theme.AUTO.value}
