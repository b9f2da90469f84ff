"""Permanent redirects from old addresses of pages, which mails, calendars and bookmarks contain.

A redirect reveals nothing about its target; the new page checks who may see it.
"""

from __future__ import annotations

from django.http import HttpRequest, HttpResponsePermanentRedirect
from django.urls import URLPattern, get_script_prefix, path
from django.utils.encoding import escape_uri_path, iri_to_uri
from rest_framework.permissions import SAFE_METHODS

#: The beginning of an old address, and of the new one; the rest stays. The first match counts.
MOVED_PREFIXES = {
    "circles/<slug:key>/talk/": "clubs/<slug:key>/chat/",
    "circles/": "clubs/",
    "contests/<slug:key>/put-out/": "tournaments/<slug:key>/disqualify/",
    "contests/": "tournaments/",
    "notices/": "notifications/",
    "preferences/notices/": "preferences/notifications/",
    "preferences/time/": "preferences/availability/",
    "moderation/hints/": "moderation/signals/",
    "moderation/trail/": "moderation/audit-log/",
    "tables/<slug:key>/again/": "tables/<slug:key>/rematch/",
    "tables/<slug:key>/hint/": "tables/<slug:key>/suggestion/",
    "tables/<slug:key>/orders/ahead/": "tables/<slug:key>/conditional-moves/",
    "tables/<slug:key>/orders/change/": "tables/<slug:key>/conditional-moves/change/",
    "tables/<slug:key>/orders/": "tables/<slug:key>/auto-answers/",
    "tables/<slug:key>/try/": "tables/<slug:key>/analysis/",
    "table-sets/": "saved-settings/",
    "site/absences/": "site/downtimes/",
}


def moved_page(
    request: HttpRequest, prefix: str, rest: str = "", key: str = ""
) -> HttpResponsePermanentRedirect:
    """Redirect to the new address with the same query; a form is sent again unchanged (308)."""
    target = get_script_prefix() + prefix.replace("<slug:key>", key) + rest
    query = request.META.get("QUERY_STRING", "")
    return HttpResponsePermanentRedirect(
        escape_uri_path(target) + (f"?{iri_to_uri(query)}" if query else ""),
        preserve_request=request.method not in SAFE_METHODS,
    )


def _patterns(old: str, new: str) -> list[URLPattern]:
    return [
        path(old + rest, moved_page, {"prefix": new}, name="moved") for rest in ("", "<path:rest>")
    ]


urlpatterns = [one for old, new in MOVED_PREFIXES.items() for one in _patterns(old, new)]
