"""Template context of every page: the reader's theme and motion, sign-in options, the site."""

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
    """Return the context for sign-in: admission, passkeys, invitations, mail and providers."""
    return {
        "has_passkeys": partial(passkeys.is_available, request),
        "admission": partial(signup_policy.check_admission, request),
        "can_invite": partial(signup_policy.can_invite_to_sign_up, getattr(request, "user", None)),
        "sends_mail": can_send_mail(),
        "setup_warnings": setup_warnings,
        "elsewhere": bool(settings.SOCIALACCOUNT_PROVIDERS),
    }


def site_identity(request: HttpRequest) -> dict[str, Any]:
    """Return the name, picture, description and switches of the site for templates."""
    site = get_site()
    return {
        "site_name": site.name,
        "site_picture": site.picture_name,
        "site_about": site_description,
        "allows_private_messages": site.allows_private_messages,
        "translates_messages": bool(settings.TRANSLATION_URL),
    }


def language_choices() -> list[tuple[str, str]]:
    """Return the languages of the site as (code, name in that language)."""
    return [(code, get_language_info(code)["name_local"]) for code, _name in settings.LANGUAGES]


def appearance(request: HttpRequest) -> dict[str, str]:
    user = getattr(request, "user", None)
    if user is not None and user.is_authenticated:
        return {"theme": user.theme, "motion": user.motion}
    theme = request.COOKIES.get(THEME_COOKIE, "")
    return {"theme": theme if theme in User.Theme.values else User.Theme.AUTO.value}
