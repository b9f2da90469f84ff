"""The requests that guests may send (accounts/guests.py): public pages and a list of URL names.

A view that changes something or requires a login is closed to guests unless it is on the list. So a
new view is closed until its author adds it. A guest who is refused reads why and is sent to the
form by which a guest becomes an account, and then back. A visitor is sent to the sign-in and then
back to the page on which they pressed the button, because most POST addresses have no page.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme, urlencode
from django.utils.translation import gettext as _
from rest_framework.permissions import SAFE_METHODS, IsAuthenticated

from .guests import reset_session_expiry

# URL names; `games/guest_permissions.py` adds those of the games.
OPEN = {
    *("accounts:keep", "accounts:preferences", "accounts:keys"),
    *("accounts:language", "accounts:theme"),
    "accounts:passkey_options",
    *("account_logout", "account_confirm_email"),
}
# Sign-in pages: a guest is signed in already, and is sent to the upgrade form instead.
SIGN_IN_URL_NAMES = {"account_login", "account_signup"}


class GuestAccessMiddleware:
    """Middleware that lets guests send only the requests that are open to them."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Callable[..., Any], _args: Any, _words: Any
    ) -> HttpResponse | None:
        user = request.user
        if not user.is_authenticated:
            pressed = request.method not in SAFE_METHODS and _has_login_required(view)
            return redirect_to_login(_current_page(request)) if pressed else None
        if not user.is_guest:
            reset_session_expiry(request.session)
            return None
        return None if is_open_to_guests(request, view) else _refuse_guest(request)


def is_open_to_guests(request: HttpRequest, view: Callable[..., Any]) -> bool:
    """Whether guests may send this request to this view."""
    name = _url_name(request)
    if name in OPEN:
        return True
    return (
        request.method in SAFE_METHODS
        and name not in SIGN_IN_URL_NAMES
        and not _requires_sign_in(view)
    )


def _url_name(request: HttpRequest) -> str:
    match = request.resolver_match
    return "" if match is None else match.view_name


def _requires_sign_in(view: Callable[..., Any]) -> bool:
    """Whether a view requires a login."""
    of_api = getattr(view, "cls", None)
    if of_api is not None:
        return IsAuthenticated in of_api.permission_classes
    return _has_login_required(view)


def _has_login_required(view: Callable[..., Any]) -> bool:
    return hasattr(view, "redirect_field_name")  # `login_required` leaves it there


def _refuse_guest(request: HttpRequest) -> HttpResponse:
    if _url_name(request) in SIGN_IN_URL_NAMES:
        return _redirect_to_upgrade(request.GET.get("next", ""))
    why = _(
        "You need an account for this. Creating one takes a minute, and you keep everything you "
        "have."
    )
    if request.path.startswith("/api/"):
        return JsonResponse({"error": "needs_account", "message": why}, status=403)
    messages.info(request, why)
    return _redirect_to_upgrade(_current_page(request))


def _redirect_to_upgrade(then: str) -> HttpResponse:
    return redirect(f"{reverse('accounts:keep')}?{urlencode({'next': then})}")


def _current_page(request: HttpRequest) -> str:
    """The page the user is on: the requested one, or the one on which they pressed a button."""
    if request.method in SAFE_METHODS:
        return request.get_full_path()
    came_from = request.headers.get("Referer", "")
    if not url_has_allowed_host_and_scheme(came_from, {request.get_host()}):
        return "/"
    return urlsplit(came_from)._replace(scheme="", netloc="").geturl()
