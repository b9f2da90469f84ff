"""The field of a form by which it is known for no forgery, in parts of a page that are made often.

Django's own draws each letter of the mask by itself, and has the browser's cookie sent anew with
whatever holds such a field. Here the mask is drawn at once, and the cookie is left to whole pages:
a part only goes to a page that was opened with it.
"""

from __future__ import annotations

import os

from django.http import HttpRequest
from django.middleware.csrf import CSRF_ALLOWED_CHARS, get_token

LETTER_POSITIONS = {letter: place for place, letter in enumerate(CSRF_ALLOWED_CHARS)}
LETTER_COUNT = len(CSRF_ALLOWED_CHARS)
UNBIASED_LIMIT = 256 // LETTER_COUNT * LETTER_COUNT  # bytes below it fall on every letter alike
NAME = "csrfmiddlewaretoken"
SHOWN = "CSRF_TOKEN_SHOWN"  # of a request's META


class CsrfField:
    """The field for whoever sends this request; it is made where it is shown."""

    __slots__ = ("_request",)

    def __init__(self, request: HttpRequest) -> None:
        self._request = request

    def __html__(self) -> str:
        return f'<input type="hidden" name="{NAME}" value="{csrf_token(self._request)}">'


def csrf_token(request: HttpRequest) -> str:
    """What the field holds, as Django reads it: one in an answer, another in the next."""
    shown: str | None = request.META.get(SHOWN)
    if shown is None:
        secret: str | None = request.META.get("CSRF_COOKIE")
        shown = request.META[SHOWN] = get_token(request) if secret is None else mask_secret(secret)
    return shown


def page_csrf_token(request: HttpRequest) -> str:
    """The same for a whole page: the browser's cookie is sent anew with it."""
    get_token(request)
    return csrf_token(request)


def mask_secret(secret: str) -> str:
    """A mask, and the secret under it (`django.middleware.csrf._unmask_cipher_token`)."""
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
