"""The CSRF field of forms, in a faster version for fragments that are rendered often.

Django draws each letter of the mask separately, and sends the CSRF cookie with every response that
has such a field. Here the mask is drawn in one call, and only whole pages send the cookie: a
fragment goes to a page that was opened with it.
"""

from __future__ import annotations

import os

from django.http import HttpRequest
from django.middleware.csrf import CSRF_ALLOWED_CHARS, get_token

LETTER_POSITIONS = {letter: place for place, letter in enumerate(CSRF_ALLOWED_CHARS)}
LETTER_COUNT = len(CSRF_ALLOWED_CHARS)
UNBIASED_LIMIT = 256 // LETTER_COUNT * LETTER_COUNT  # bytes below it give each letter equally often
NAME = "csrfmiddlewaretoken"
SHOWN = "CSRF_TOKEN_SHOWN"  # key of the token in a request's META


class CsrfField:
    """The field for the sender of this request; the token is made when it is rendered."""

    __slots__ = ("_request",)

    def __init__(self, request: HttpRequest) -> None:
        self._request = request

    def __html__(self) -> str:
        return f'<input type="hidden" name="{NAME}" value="{csrf_token(self._request)}">'


def csrf_token(request: HttpRequest) -> str:
    """Return the masked token, as Django reads it: the same within a response, then another."""
    shown: str | None = request.META.get(SHOWN)
    if shown is None:
        secret: str | None = request.META.get("CSRF_COOKIE")
        shown = request.META[SHOWN] = get_token(request) if secret is None else mask_secret(secret)
    return shown


def page_csrf_token(request: HttpRequest) -> str:
    """Return the masked token for a whole page, and send the CSRF cookie again."""
    get_token(request)
    return csrf_token(request)


def mask_secret(secret: str) -> str:
    """Return a random mask and the masked secret (as `_unmask_cipher_token` of Django reads it)."""
    size = len(secret)
    mask: list[int] = []
    while len(mask) < size:
        mask += [
            byte % LETTER_COUNT for byte in os.urandom(size + size // 4) if byte < UNBIASED_LIMIT
        ]
    del mask[size:]
    under = [
        CSRF_ALLOWED_CHARS[(LETTER_POSITIONS[letter] + one) % LETTER_COUNT]
        for letter, one in zip(secret, mask, strict=True)
    ]
    return "".join([*(CSRF_ALLOWED_CHARS[one] for one in mask), *under])
