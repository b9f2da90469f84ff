"""Sign-in with another provider's account: checks of its response, and an error page."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

from allauth.socialaccount.adapter import DefaultSocialAccountAdapter
from allauth.socialaccount.helpers import render_authentication_error
from allauth.socialaccount.models import SocialLogin
from allauth.socialaccount.providers.base import ProviderException
from django.core.exceptions import ImproperlyConfigured
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _
from requests import RequestException

# Exceptions from reading a response with missing or wrongly typed parts.
MALFORMED_RESPONSE_ERRORS = (
    *(AttributeError, LookupError, TypeError, ValueError, RecursionError),
    *(RequestException, ProviderException, ImproperlyConfigured),
)
PROVIDERS_MODULE = "allauth.socialaccount.providers."

logger = logging.getLogger(__name__)


class SocialAccountAdapter(DefaultSocialAccountAdapter):
    """The `SOCIALACCOUNT_ADAPTER`."""

    error_messages = DefaultSocialAccountAdapter.error_messages | {
        "email_taken": _(
            "An account has this e-mail address already. Sign in to it, then connect your account "
            "of %s in your preferences."
        ),
        "no_password": _("This is your only way to sign in. Set a password first."),
        "no_verified_email": _(
            "This is your only way to sign in. Confirm your e-mail address first."
        ),
    }

    def pre_social_login(self, request: HttpRequest, sociallogin: SocialLogin) -> None:
        """Refuse an account without a proper identifier, because several accounts could share it.

        Raises:
            ProviderException: the identifier is missing or neither a text nor a number.
        """
        account = sociallogin.account
        if not account.uid or _identifier(account.extra_data) != account.uid:
            raise ProviderException(f"{account.provider} sent no usable identifier")


def _identifier(answer: dict[str, Any]) -> str:
    """Return the identifier in a provider's response, or "".

    It is `sub` for OpenID Connect and `id` otherwise.
    """
    claims = answer.get("userinfo") or answer.get("id_token") or answer
    found = claims["sub"] if "sub" in claims else claims.get("id")
    return str(found) if type(found) in (str, int) else ""


class ProviderErrorMiddleware:
    """Middleware that shows an error page when a provider's response cannot be read."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        match = request.resolver_match
        is_providers = match is not None and match.func.__module__.startswith(PROVIDERS_MODULE)
        if not is_providers or not isinstance(error, MALFORMED_RESPONSE_ERRORS):
            return None
        logger.warning("a sign-in provider sent an unusable answer", exc_info=error)
        response: HttpResponse = render_authentication_error(request, None, exception=error)
        return response
