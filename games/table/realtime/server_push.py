"""A table's part drawn where the socket of its page is, so that news need no request.

The page says what it has and what it has seen. When its table changes, the process that holds its
socket answers as it would answer the page's own request: by the same view, for whoever is signed in
now, in their language. What else the site does for a request only changes headers, and guards what
comes from outside.
"""

from __future__ import annotations

import io
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import CsrfViewMiddleware

from accounts import session_cache
from accounts.middleware import activate_preferences
from accounts.sessions import SessionStore
from accounts.sockets import scope_user_id
from portal.http.compression import gzip_content
from portal.http.input_validation import InvalidInputError, parse_whole_number

from ...boards import page_chunks
from ..views import pages

FORWARDED_HEADERS = (b"host", b"cookie", b"accept-language")  # what a browser says of its person


@dataclass(frozen=True)
class PageState:
    """What an open page says of itself.

    Attributes:
        version: of the table, as it shows it.
        since: how many moves its person had seen, or "".
        words: whether the position in words is being read.
        have: the hashes of its pieces, as in `X-Have`.
    """

    version: int
    since: str
    words: bool
    have: str

    @classmethod
    def from_json(cls, given: Any) -> PageState | None:
        """As a page says it; None where that cannot be read."""
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
    """The part of this table as the page of this socket may see it now, compressed as an answer is.

    `version` is the one that the socket has heard of last.

    None where it cannot be drawn here: the page then asks for it itself. So it does where the
    session of whoever holds the socket is over, or has a new key that only the browser knows.
    """
    request = _build_request(scope)
    _csrf.process_request(request)
    if session_cache.load_user(request) is None:
        if scope_user_id(scope) is not None:
            return None
        request.session, request.user = SessionStore(), AnonymousUser()
    with activate_preferences(request):
        asked = pages.FragmentRequest(page.since, page.words, page_chunks.parse_hashes(page.have))
        response = pages.updated_fragment(request, key, version, asked)
    return gzip_content(response.content) if response.status_code == 200 else None


def _build_request(scope: Mapping[str, Any]) -> HttpRequest:
    """A request of the page's script, of which only its person matters."""
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
