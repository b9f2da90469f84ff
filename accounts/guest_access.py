"""What guests may ask (accounts/guests.py): what anybody may look at, and addresses on a list.

Whatever changes something, and whatever needs somebody signed in, is shut to guests unless its
address is on the list; so a new one is shut until somebody has thought of it. Who finds it shut is
told why, and led to the form by which a guest becomes an account, and from there back. Who is not
signed in is led to the sign-in, and from there to the page on which they pressed: most addresses
that a button sends to have no page of their own.
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

# By the names of addresses; the games add theirs (games/guest_permissions.py).
OPEN = {
    *("accounts:keep", "accounts:preferences", "accounts:keys"),
    *("accounts:language", "accounts:theme"),
    "accounts:passkey_options",
    *("account_logout", "account_confirm_email"),
}
# Where others come in; a guest is in already, and chooses what becomes of that.
SIGN_IN_URL_NAMES = {"account_login", "account_signup"}


class GuestAccessMiddleware:
    """Middleware: guests come to what is open to them; everybody else passes."""

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
    """Whether guests may send this request."""
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
    """Whether a view answers nobody who is not signed in."""
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
    """The page somebody is on: the one they ask for, or on which they have pressed a button."""
    if request.method in SAFE_METHODS:
        return request.get_full_path()
    came_from = request.headers.get("Referer", "")
    if not url_has_allowed_host_and_scheme(came_from, {request.get_host()}):
        return "/"
    return urlsplit(came_from)._replace(scheme="", netloc="").geturl()
