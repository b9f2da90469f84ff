"""Views for browsers and devices (manifest, icons, service worker), and the design pages."""

from __future__ import annotations

import hashlib
import re
from functools import cache

from csp.constants import HEADER as CONTENT_POLICY
from csp.constants import NONE, SELF
from csp.utils import build_policy
from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language, override
from django.views.decorators.http import require_safe

import games.rules as rules
from accounts.forms import PreferencesForm
from accounts.models import Site
from accounts.site.configuration import get_site, site_description
from games.boards.widget_examples import widget_examples

# As in static/css/tokens.css: the wood of the header, and the background of the page.
WOOD, BACKGROUND_COLOR = "#3d2719", "#f0e6d6"
ICON = "img/icon-192.png"
TOUCH_ICON = "img/icon-touch-180.png"  # opaque: iOS paints what is transparent black


@require_safe
def manifest(request: HttpRequest) -> HttpResponse:
    """Return the web app manifest, by which devices install the site, in the user's language."""

    def icon(name: str, sizes: str, kind: str, purpose: str = "any") -> dict[str, str]:
        return {"src": static(f"img/{name}"), "sizes": sizes, "type": kind, "purpose": purpose}

    site = get_site()
    icons = [
        icon("logo.svg", "any", "image/svg+xml"),
        icon("icon-192.png", "192x192", "image/png"),
        icon("icon-512.png", "512x512", "image/png"),
        icon("logo-maskable.svg", "any", "image/svg+xml", "maskable"),
        icon("icon-maskable-192.png", "192x192", "image/png", "maskable"),
        icon("icon-maskable-512.png", "512x512", "image/png", "maskable"),
    ]
    if site.picture_name:
        own = reverse("accounts:site_picture", args=[site.picture_name])
        side = site.picture_name.partition("-")[0]
        icons = [{"src": own, "sizes": f"{side}x{side}", "type": "image/png", "purpose": "any"}]
    described = {
        "id": "/",
        "name": site.name,
        "short_name": site.name,
        "description": site_description(),
        "lang": get_language(),
        "dir": "ltr",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "theme_color": WOOD,
        "background_color": BACKGROUND_COLOR,
        "categories": ["games"],
        "icons": icons,
    }
    return JsonResponse(described, content_type="application/manifest+json")


@require_safe
def favicon(request: HttpRequest) -> HttpResponse:
    """Return the site's icon, for programs that request it without reading a page."""
    return _icon_response(ICON)


@require_safe
def touch_icon(request: HttpRequest) -> HttpResponse:
    """Return the icon for home screens, which iOS requests where no page names one."""
    return _icon_response(TOUCH_ICON)


def _icon_response(default: str) -> HttpResponse:
    """Return the owner's picture, or else this static file."""
    found = Site.objects.filter(pk=Site.ONLY).exclude(picture_name="").first()
    icon = bytes(found.picture) if found else _read_icon(default)
    response = HttpResponse(icon, content_type="image/png")
    response.headers["Cache-Control"] = "public, max-age=86400"
    return response


@cache
def _read_icon(name: str) -> bytes:
    return (settings.BASE_DIR / "static" / name).read_bytes()


@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    """Return the page that devices show while offline: one for everybody, in every language."""
    response = HttpResponse(_render_offline(get_site().name))
    response.headers["Cache-Control"] = "public, max-age=3600"
    return response


@cache
def _render_offline(site_name: str) -> str:
    context = {"languages": dict(settings.LANGUAGES), "site_name": site_name}
    with override(settings.LANGUAGE_CODE):
        return render_to_string("offline.html", context)


@require_safe
def service_worker(request: HttpRequest) -> HttpResponse:
    """Return the service worker's script, which may control the whole site."""
    response = HttpResponse(
        _render_service_worker(get_site().name), content_type="text/javascript; charset=utf-8"
    )
    response.headers["Cache-Control"] = "no-cache"
    response.headers["Service-Worker-Allowed"] = "/"
    directives = {"default-src": [NONE], "connect-src": [SELF]}
    response.headers[CONTENT_POLICY] = build_policy(config=directives)
    return response


@cache
def _render_service_worker(site_name: str) -> str:
    """Return the script of this site; it changes when the offline page that it caches changes."""
    script = (settings.BASE_DIR / "static/js/service-worker.js").read_text()
    edition = hashlib.sha256(_render_offline(site_name).encode()).hexdigest()[:12]
    return script.replace("EDITION", edition).replace("/static/img/icon-192.png", static(ICON))


@require_safe
def design(request: HttpRequest) -> HttpResponse:
    """Show every component on one page, for developers (only with DEBUG)."""
    sprite = (settings.BASE_DIR / "static/img/icons.svg").read_text()
    return render(
        request,
        "design.html",
        {
            "seat_numbers": range(rules.MOST_SEATS),
            "icons": re.findall(r'symbol id="([^"]+)"', sprite),
            "form": PreferencesForm({"theme": "auto", "time_zone": "nowhere"}),
        },
    )


@require_safe
def style(request: HttpRequest) -> HttpResponse:
    """Show materials, states and every title's pieces, by day and by night (only with DEBUG)."""
    titles = settings.BASE_DIR / "games/titles"
    sprites = [
        (
            f"titles/{sprite.parts[-3]}/{sprite.name}",
            re.findall(r'<symbol id="([^"]+)"', sprite.read_text()),
        )
        for sprite in sorted(titles.glob("*/static/*.svg"))
    ]
    return render(
        request,
        "style.html",
        {
            "times": {time: widget_examples(time) for time in ("day", "night")},
            "seat_numbers": range(rules.MOST_SEATS),
            "materials": ("page", "surface", "surface-sunken", "surface-raised", "wood", "brass"),
            "sprites": [sprite for sprite in sprites if sprite[1]],
        },
    )
