"""Translations of texts by the owner's LibreTranslate site, within limits and with a cache.

Nothing is sent unless `TRANSLATION_URL` is set. A site that fails again and again is left alone for
a minute, so that readers do not wait for it.
"""

from __future__ import annotations

import contextlib
import json
import logging
import threading
from hashlib import sha256

from django.conf import settings
from django.core.cache import cache
from django.utils.translation import gettext as _

from accounts.models import User
from portal.errors import Conflict, Invalid, NotFound, TooManyRequests
from portal.http import outgoing_requests

logger = logging.getLogger(__name__)

LONGEST_TEXT = 2000  # characters
LONGEST_TRANSLATION = 5 * LONGEST_TEXT
TIMEOUT = 5.0  # seconds
CACHE_SECONDS = 30 * 24 * 3600
HOUR_SECONDS = 3600
MAX_FAILURES = 3  # in a row
REST_SECONDS = 60  # after so many failures, nothing is sent for this time
# A request holds a thread of the web process, so others must stay free for pages.
_slots = threading.BoundedSemaphore(2)
_FAILURES, _REST = "translation:failures", "translation:rest"


def check_is_available() -> None:
    """Check that this site translates messages.

    Raises:
        NotFound: its owner has set no `TRANSLATION_URL`.
    """
    if not settings.TRANSLATION_URL:
        raise NotFound(_("This site does not translate messages."), code="no_translation")


def translate(user: User, text: str, language: str) -> str:
    """Return a text in a language; the same text is sent only once.

    Args:
        user: the person who reads it and whose limit counts.
        text: the text, in any language.
        language: the code of the language to read it in.

    Raises:
        Invalid: the text is too long.
        TooManyRequests: the limit of the person or of the site is reached.
        Conflict: the LibreTranslate site does not answer, or is resting or busy.
    """
    if len(text) > LONGEST_TEXT:
        raise Invalid(
            _("A text can have at most %(n)d characters to be translated.") % {"n": LONGEST_TEXT},
            code="too_long",
        )
    key = f"translation:{sha256(text.encode()).hexdigest()}:{language}"
    translation = cache.get(key)
    if translation is None:
        translation = _request_if_possible(user, text, language)
        cache.set(key, translation, CACHE_SECONDS)
    return str(translation)


def _request_if_possible(user: User, text: str, language: str) -> str:
    if cache.get(_REST) or not _slots.acquire(blocking=False):
        raise _unavailable()
    try:
        _count_request(user)
        translation = _request(text, language)
    finally:
        _slots.release()
    if translation is None:
        _count_failure()
        raise _unavailable()
    cache.delete(_FAILURES)
    return translation


def _unavailable() -> Conflict:
    return Conflict(
        _("Translation is not available now. Try again later."), code="translation_unavailable"
    )


def _count_request(user: User) -> None:
    if _count(f"translation:person:{user.pk}", HOUR_SECONDS) > settings.TRANSLATIONS_PER_PERSON:
        raise TooManyRequests(
            _("You can have %(n)d messages translated in an hour. Try again later.")
            % {"n": settings.TRANSLATIONS_PER_PERSON},
            code="too_many_translations",
        )
    if _count("translation:site", HOUR_SECONDS) > settings.TRANSLATIONS_PER_SITE:
        raise TooManyRequests(
            _("This site has translated as much as it can in an hour. Try again later."),
            code="too_many_translations",
        )


def _count_failure() -> None:
    if _count(_FAILURES, HOUR_SECONDS) >= MAX_FAILURES:
        cache.set(_REST, True, REST_SECONDS)


def _count(counter: str, seconds: int) -> int:
    """Add one to a counter that ends after so many seconds, and return it."""
    cache.add(counter, 0, seconds)
    with contextlib.suppress(ValueError):  # its time has just passed
        return int(cache.incr(counter))
    return 1


def _request(text: str, language: str) -> str | None:
    """Ask the LibreTranslate site for a translation; None if it gives none."""
    data = {"q": text, "source": "auto", "target": language, "format": "text"}
    if settings.TRANSLATION_KEY:
        data["api_key"] = settings.TRANSLATION_KEY
    try:
        response = outgoing_requests.post(
            f"{settings.TRANSLATION_URL}/translate",
            json.dumps(data).encode(),
            {"Content-Type": "application/json", "Accept": "application/json"},
            seconds=TIMEOUT,
            also=settings.TRANSLATION_NETWORKS,
        )
    except (
        outgoing_requests.ForbiddenAddressError,
        outgoing_requests.RequestFailedError,
    ) as error:
        logger.warning("TRANSLATION_URL does not answer: %s", error)
        return None
    translation = _parse_translation(response.body) if response.status == 200 else None
    if translation is None:
        logger.warning("TRANSLATION_URL answers %d without a translation", response.status)
    return translation


def _parse_translation(body: bytes) -> str | None:
    """Return the text in a response of LibreTranslate; None if there is none that can be shown."""
    try:
        translation = json.loads(body)["translatedText"].strip()
        translation.encode()  # half a character of UTF-16 cannot be sent
    except (ValueError, RecursionError, LookupError, TypeError, AttributeError):
        return None
    return translation if 0 < len(translation) <= LONGEST_TRANSLATION else None
