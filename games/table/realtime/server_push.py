"""Renders a table's fragment in the process that has the page's socket, so pages need no request.

The page says which page chunks it has and which moves its person has seen. When its table changes,
this module answers like the page's own request: with the same view, for the user who is signed in
now, in their language. Middlewares are skipped: they only change headers and check untrusted input.
"""

from __future__ import annotations

import io
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import CsrfViewMiddleware

from accounts.middleware import activate_preferences
from accounts.sessions import SessionStore
from accounts.sockets import scope_user_id
from portal.http.compression import gzip_content
from portal.http.input_validation import InvalidInputError, parse_whole_number

from ...boards import page_chunks
from ..views import pages

FORWARDED_HEADERS = (b"host", b"cookie", b"accept-language")  # which depend on the person


@dataclass(frozen=True)
class PageState:
    """What an open page says about itself.

    Attributes:
        version: the version of the table that the page shows.
        since: how many moves its person has seen, as text; "" if unknown.
        words: whether the position in words is open.
        have: the hashes of its page chunks, as in the header `X-Have`.
    """

    version: int
    since: str
    words: bool
    have: str

    @classmethod
    def from_json(cls, given: Any) -> PageState | None:
        """Parse the message of a page; None if it is malformed."""
        if not isinstance(given, dict):
            return None
        version, since, words, have = map(given.get, ("version", "since", "words", "have"))
        if type(version) is not int or not isinstance(words, bool):
            return None
        if (
            not isinstance(since, str)
            or not isinstance(have, str)
            or not page_chunks.parse_hashes(have)
        ):
            return None
        try:
            if since:
                parse_whole_number(since, "since")
        except InvalidInputError:
            return None
        return cls(version, since, words, have)


def render_fragment(
    scope: Mapping[str, Any], key: str, page: PageState, version: int
) -> bytes | None:
    """Return the gzipped fragment of a table as the page of this socket may see it now.

    None means that it cannot be rendered here and the page requests it itself. That includes users
    whose session has ended, or has a new key that only the browser knows.

    Args:
        scope: the ASGI scope of the socket.
        key: the key of the table.
        page: what the page has.
        version: the version that the socket heard of last.
    """
    request = _build_request(scope)
    _csrf.process_request(request)
    request.session = SessionStore(request.COOKIES.get(settings.SESSION_COOKIE_NAME))
    request.user = get_user(request)
    if request.user.is_anonymous and scope_user_id(scope) is not None:
        return None
    with activate_preferences(request):
        asked = pages.FragmentRequest(page.since, page.words, page_chunks.parse_hashes(page.have))
        response = pages.updated_fragment(request, key, version, asked)
    return gzip_content(response.content) if response.status_code == 200 else None


def _build_request(scope: Mapping[str, Any]) -> HttpRequest:
    """Return a request like one of the page's script; only its user and language matter."""
    headers = [(name, value) for name, value in scope["headers"] if name in FORWARDED_HEADERS]
    return ASGIRequest(
        {
            "type": "http",
            "method": "GET",
            "scheme": "https" if settings.CSRF_COOKIE_SECURE else "http",
            "path": scope["path"],
            "query_string": b"",
            "headers": [*headers, (b"hx-request", b"true")],
        },
        io.BytesIO(),
    )


def _unreachable_view(request: HttpRequest) -> HttpResponse:
    raise NotImplementedError


_csrf = CsrfViewMiddleware(_unreachable_view)
