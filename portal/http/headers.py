"""Headers that every answer has: what its page may use, who may embed it, who may keep it."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils.decorators import sync_only_middleware

# A board game needs none of a device's senses.
PERMISSIONS = ", ".join(
    f"{feature}=()"
    for feature in (
        "accelerometer",
        "browsing-topics",
        "camera",
        "display-capture",
        "geolocation",
        "gyroscope",
        "hid",
        "magnetometer",
        "microphone",
        "midi",
        "payment",
        "serial",
        "usb",
    )
)
DEFAULT_HEADERS = {"Permissions-Policy": PERMISSIONS, "Cross-Origin-Resource-Policy": "same-origin"}


@sync_only_middleware
def add_security_headers(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware that adds them; what a view or the static files say themselves is left."""

    def add(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        for name, value in DEFAULT_HEADERS.items():
            response.headers.setdefault(name, value)
        if not response.has_header("Cache-Control"):
            keep = "private, no-store" if is_personal(request) else "private"
            response.headers["Cache-Control"] = keep
            if keep == "private":
                response.headers["X-Signed-In"] = "no"  # for the service worker
        return response

    return add


def is_personal(request: HttpRequest) -> bool:
    """Whether the answer is for one person only, or a part of a page that is new at every move."""
    user = getattr(request, "user", None)
    known = user is not None and user.is_authenticated
    return known or "authorization" in request.headers or "hx-request" in request.headers
