"""The hidden field against forged requests, for parts of pages that are drawn often.

Django masks the secret anew on every page with a random letter at a time, each from the operating
system: thirty-two calls, at each of which a thread gives way to all others. Here it is one call.
"""

from __future__ import annotations

import secrets

from django.http import HttpRequest
from django.middleware import csrf
from django.utils.html import format_html
from django.utils.safestring import SafeString

LETTERS = csrf.CSRF_ALLOWED_CHARS
SPARE_BYTES = 16  # more random bytes than letters need: no letter is likelier than another


def field(request: HttpRequest) -> SafeString:
    """`<input type="hidden" …>` with a token that Django's middleware takes."""
    return format_html(
        '<input type="hidden" name="csrfmiddlewaretoken" value="{}">', token(request)
    )


def token(request: HttpRequest) -> str:
    """What `django.middleware.csrf.get_token` gives: a fresh mask, and the secret under it."""
    secret = request.META.get("CSRF_COOKIE")
    if not secret:
        return csrf.get_token(request)
    request.META["CSRF_COOKIE_NEEDS_UPDATE"] = True
    number = int.from_bytes(secrets.token_bytes(len(secret) + SPARE_BYTES), "big")
    mask, cipher = [], []
    for letter in secret:
        number, shift = divmod(number, len(LETTERS))
        mask.append(LETTERS[shift])
        cipher.append(LETTERS[(LETTERS.index(letter) + shift) % len(LETTERS)])
    return "".join(mask + cipher)
