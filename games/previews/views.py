"""Pictures for programs such as chats and mail clients, which send no cookie.

Cached pictures are returned at once. Rendering is limited per visitor and in total, so that robots
that follow links cannot slow down the site for people.
"""

from __future__ import annotations

import contextlib
import hashlib
import logging
from collections.abc import Callable
from importlib.metadata import version

from django.core.cache import cache
from django.core.signing import BadSignature
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_safe

import games.rules as rules
from accounts.site.configuration import get_site
from portal.byte_lru import MIB, ByteLRUCache
from portal.http.client_identity import client_key

from . import (
    image_cache,
    image_urls,
    positions,
    rasterizer,
    social_cards,
)

# A picture that is opened by itself may do nothing. Pages of other sites may show it.
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; sandbox",
    "Cross-Origin-Resource-Policy": "cross-origin",
}
CONTENT_TYPES = {"png": "image/png", "svg": "image/svg+xml"}
MINUTE, HOUR, DAY = 60, 3600, 24 * 3600
MOST = 30  # pictures rendered for one visitor in a minute, each about 0.3 s of a core
MAX_TOTAL = 90
RASTERIZER_VERSION = version("resvg-py")  # other versions may render differently

logger = logging.getLogger(__name__)
# File names by subject and name of the site: they find a cached picture without drawing it.
FILE_NAMES: ByteLRUCache[tuple[str, ...], str] = ByteLRUCache(MIB // 8)
FILE_NAME_SIZE = 400


class TooManyImagesError(Exception):
    """The limit of rendered pictures is reached."""


@require_safe
def position_image(request: HttpRequest, token: str, suffix: str) -> HttpResponse:
    """The picture of a position; the game or the site if it may no longer be shown."""
    try:
        place = positions.find_position(image_urls.read_token(token))
        if cache.get(_failure_cache_key(token)):
            raise positions.PositionGoneError(place.game)
        return _image_response(request, token, lambda: _draw_position(token, place), suffix, DAY)
    except BadSignature as error:
        raise Http404 from error
    except positions.PositionGoneError as gone:
        return _cover_response(request, gone.game, suffix, MINUTE)


@require_safe
def cover_image(request: HttpRequest, name: str) -> HttpResponse:
    """The picture of a game, or of the site."""
    if name != image_urls.SITE and name not in rules.catalogue():
        raise Http404
    return _cover_response(request, name, "png", DAY)


def _draw_position(token: str, place: positions.Position) -> str:
    """The drawing of a position, as SVG.

    Raises:
        PositionGoneError: it cannot be drawn; that is cached for an hour.
    """
    try:
        if drawn := social_cards.draw_position(place.match):
            return drawn
    except positions.PositionGoneError:
        pass  # the log says why it cannot be loaded
    except Exception:
        logger.exception("cannot draw a position of %s", place.game)
    cache.set(_failure_cache_key(token), True, HOUR)
    raise positions.PositionGoneError(place.game)


def _failure_cache_key(token: str) -> str:
    return f"pictures:undrawn:{token}"


def _cover_response(request: HttpRequest, name: str, suffix: str, seconds: int) -> HttpResponse:
    known = name if name in rules.catalogue() else image_urls.SITE
    return _image_response(request, known, lambda: social_cards.draw_cover(known), suffix, seconds)


def _image_response(
    request: HttpRequest, subject: str, draw: Callable[[], str], suffix: str, seconds: int
) -> HttpResponse:
    """A response with a picture, or one that says when to retry."""
    try:
        name, picture = _get_image(request, subject, draw, suffix)
    except TooManyImagesError:
        return HttpResponse(status=429, headers={"Retry-After": str(MINUTE // 2)})
    etag = f'"{name}"'
    if request.headers.get("If-None-Match") == etag:
        answer: HttpResponse = HttpResponseNotModified()
    else:
        answer = HttpResponse(picture, content_type=CONTENT_TYPES[suffix])
    for header, value in {**HEADERS, "ETag": etag}.items():
        answer.headers[header] = value
    patch_cache_control(answer, public=True, max_age=seconds)
    return answer


def _get_image(
    request: HttpRequest, subject: str, draw: Callable[[], str], suffix: str
) -> tuple[str, bytes]:
    """A picture and its name, which is a hash of its content.

    Raises:
        TooManyImagesError: it must be rendered, and the limit is reached.
        PositionGoneError: there is nothing to draw.
    """
    cache_key = (subject, get_site().name, get_site().picture_name)
    name = FILE_NAMES.get(cache_key) if suffix == "png" else None
    picture = image_cache.get(name) if name else None
    if name is not None and picture is not None:
        return name, picture
    _count_image(request)
    svg = draw()
    name = f"{hashlib.sha256(f'{RASTERIZER_VERSION} {svg}'.encode()).hexdigest()[:32]}.{suffix}"
    if suffix == "svg":
        return name, svg.encode()
    picture = image_cache.get(name)
    if picture is None:
        try:
            picture = rasterizer.rasterize(svg)
        except (rasterizer.RasterizerBusyError, rasterizer.RasterizerError) as error:
            logger.warning("cannot render a picture: %r", error)
            raise TooManyImagesError from error
        try:
            image_cache.put(name, picture)
        except OSError as error:  # such as a full disk: the picture is still returned
            logger.warning("cannot store a picture: %r", error)
    FILE_NAMES.put(cache_key, name, FILE_NAME_SIZE)
    return name, picture


def _count_image(request: HttpRequest) -> None:
    """Count a rendered picture.

    Raises:
        TooManyImagesError: the limit of this minute is reached.
    """
    counters = {f"pictures:{client_key(request.META)}": MOST, "pictures": MAX_TOTAL}
    for counter, most in counters.items():
        cache.add(counter, 0, MINUTE)
        with contextlib.suppress(ValueError):  # the counter has just expired
            if cache.incr(counter) > most:
                raise TooManyImagesError
