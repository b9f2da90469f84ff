"""Headers of every response but those of static files: policies, embedding and caching."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from csp.constants import HEADER as CONTENT_POLICY
from csp.utils import build_policy
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.decorators import sync_only_middleware
from whitenoise.middleware import WhiteNoiseFileResponse

from portal.http.static_headers import EMBEDDING

# A board game needs no sensors of a device.
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
DEFAULT_HEADERS = {"Permissions-Policy": PERMISSIONS, **EMBEDDING}
DEBUG_PAGE_STATUSES = (404, 500)  # of Django's own pages, which have inline styles and scripts

# The policy of all responses, which `CSPMiddleware` would build twice for each.
default_content_policy = cache(build_policy)


@sync_only_middleware
def add_security_headers(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware that adds security and cache headers, unless the response has them already."""

    def add(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if isinstance(response, WhiteNoiseFileResponse):
            return response  # portal/http/static_headers.py
        for name, value in DEFAULT_HEADERS.items():
            response.headers.setdefault(name, value)
        if not (settings.DEBUG and response.status_code in DEBUG_PAGE_STATUSES):
            response.headers.setdefault(CONTENT_POLICY, default_content_policy())
        if not response.has_header("Cache-Control"):
            keep = "private, no-store" if is_personal(request) else "private"
            response.headers["Cache-Control"] = keep
            if keep == "private":
                response.headers["X-Signed-In"] = "no"  # for the service worker
        return response

    return add


def is_personal(request: HttpRequest) -> bool:
    """Whether a response is for one user only, or a fragment that changes with every move."""
    user = getattr(request, "user", None)
    known = user is not None and user.is_authenticated
    return known or "authorization" in request.headers or "hx-request" in request.headers
