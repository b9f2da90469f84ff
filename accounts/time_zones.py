"""Time zones: the names that users can choose, and the zone that a visitor's browser reports."""

from __future__ import annotations

import functools
import zoneinfo

from django.http import HttpRequest

from .site.configuration import get_site

COOKIE = "time_zone"
REGIONS = (
    "Africa",
    "America",
    "Antarctica",
    "Arctic",
    "Asia",
    "Atlantic",
    "Australia",
    "Europe",
    "Indian",
    "Pacific",
)


@functools.cache
def time_zone_names() -> frozenset[str]:
    """Return every zone that may be stored: "Region/Place" names, and UTC."""
    return frozenset(
        name for name in zoneinfo.available_timezones() if name.split("/")[0] in REGIONS
    ) | {"UTC"}


@functools.cache
def time_zone_choices() -> list[tuple[str, list[tuple[str, str]]]]:
    """Return grouped choices for a select: UTC first, then one group per region."""
    groups: dict[str, list[tuple[str, str]]] = {"UTC": [("UTC", "UTC")]}
    for name in sorted(time_zone_names() - {"UTC"}):
        region, _, place = name.partition("/")
        groups.setdefault(region, []).append((name, place.replace("_", " ")))
    return list(groups.items())


def visitor_zone(request: HttpRequest) -> str:
    """Return the zone in the browser's cookie, or the site's, which may be ""."""
    name = request.COOKIES.get(COOKIE, "")
    return name if name in time_zone_names() else get_site().time_zone
