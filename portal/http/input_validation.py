"""Strict parsing of external input: numbers, texts, JSON, and whole requests.

Each kind is parsed in one place before anything is done with it. Invalid input is refused with 400
and a sentence that says what was wrong and what would be right. Nothing has changed then.
"""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Callable, Iterable
from typing import Any
from urllib.parse import unquote_to_bytes

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

MOST = 999_999_999  # fits into an integer column of every database
MAX_DEPTH = 60  # nested lists and objects; our own bodies and records have fewer than ten levels
API = "/api/"
DECIMAL = re.compile(r"[0-9]{1,9}", re.ASCII)
FORM_CONTENT_TYPE = "application/x-www-form-urlencoded"


class InvalidInputError(ValueError):
    """External input is invalid; the message is a sentence for users."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


def parse_whole_number(text: str, name: str, least: int = 0, most: int = MOST) -> int:
    """Return the number in `text`, which must consist of the digits 0 to 9.

    >>> parse_whole_number("12", "move")
    12

    Raises:
        InvalidInputError: it is no such number, or not between `least` and `most`.
    """
    if DECIMAL.fullmatch(text) and least <= int(text) <= most:
        return int(text)
    raise InvalidInputError(
        _("%(name)s must be a whole number from %(least)d to %(most)d.")
        % {"name": name, "least": least, "most": most}
    )


def parse_number_or_none(text: str) -> int | None:
    """Return the number in `text`, or None; for input on which nothing depends."""
    return int(text) if DECIMAL.fullmatch(text) else None


def validate_text(text: str, name: str, longest: int) -> str:
    """Return a text that every database can store.

    Raises:
        InvalidInputError: it is too long, or contains a character that cannot be stored.
    """
    if len(text) > longest:
        raise InvalidInputError(
            _("%(name)s can have at most %(longest)d characters.")
            % {"name": name, "longest": longest}
        )
    if not is_storable(text):
        raise InvalidInputError(
            _("%(name)s contains a character that is not text.") % {"name": name}
        )
    return text


def is_storable(text: str) -> bool:
    """Whether a text has no NUL, which PostgreSQL refuses, and no half of a surrogate pair.

    >>> is_storable("卓"), is_storable("a\\0"), is_storable("\\ud800")
    (True, False, False)
    """
    if "\0" in text:
        return False
    return text.isascii() or not any("\ud800" <= letter <= "\udfff" for letter in text)


def parse_json(raw: bytes) -> Any:
    """Return the value of a JSON text in UTF-8 with storable strings and limited nesting.

    >>> parse_json(b'{"moves": ["pass"]}')
    {'moves': ['pass']}

    Raises:
        InvalidInputError: the text is no such JSON.
    """
    try:
        value = JSON_DECODER.decode(raw.decode())
    except UnicodeDecodeError as error:
        raise InvalidInputError(_("JSON must be encoded in UTF-8.")) from error
    except RecursionError as error:
        raise InvalidInputError(_too_deep_message()) from error
    except ValueError as error:
        raise InvalidInputError(_("This is not JSON: %(error)s") % {"error": error}) from error
    if b"\\u" not in raw and raw.count(b"[") + raw.count(b"{") <= MAX_DEPTH:
        return value  # too few brackets for deep nesting, and no escapes that UTF-8 cannot write
    level = [value]
    for _depth in range(MAX_DEPTH):
        level = [inner for outer in level for inner in _children(outer)]
        if not level:
            return value
    raise InvalidInputError(_too_deep_message())


def _children(value: Any) -> Iterable[Any]:
    """Return the values inside a list or object; raise for strings that cannot be stored."""
    if isinstance(value, dict):
        return [*value, *value.values()]
    if isinstance(value, list):
        return value
    if isinstance(value, str) and not is_storable(value):
        raise InvalidInputError(_("JSON must not contain NUL (\\u0000) or half a surrogate pair."))
    return ()


def _reject_constant(name: str) -> None:
    raise ValueError(f"{name} is not a JSON number")


JSON_DECODER = json.JSONDecoder(parse_constant=_reject_constant)


def _too_deep_message() -> str:
    return _("JSON can be nested at most %(n)d levels deep.") % {"n": MAX_DEPTH}


class StrictContentTypeMixin:
    """For Django's requests: treat a charset that raises in the lookup as an unknown one."""

    content_type: str | None
    content_params: dict[str, str] | None

    def _set_content_type_params(self, meta: dict[str, Any]) -> None:
        try:
            super()._set_content_type_params(meta)  # type: ignore[misc]
        except ValueError:  # a NUL in it
            self.content_type, self.content_params = "", {"charset": "unknown"}


class StrictRequestMiddleware:
    """Middleware that refuses requests with NUL, foreign charsets or broken UTF-8.

    It comes after the choice of the language, so that the response is in the reader's language. No
    middleware before it queries the database with values from an address or a form.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        try:
            check_head(request)
        except InvalidInputError as error:
            return bad_request_response(request, error)
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Callable[..., Any], args: Any, kwargs: Any
    ) -> HttpResponse | None:
        if request.method != "POST" or request.path.startswith(API):
            return None  # the API's own parser reads its bodies
        try:
            check_form(request)
        except InvalidInputError as error:
            return bad_request_response(request, error)
        return None


def bad_request_response(request: HttpRequest, error: InvalidInputError) -> HttpResponse:
    if request.path.startswith(API):
        return JsonResponse({"error": "bad_request", "message": error.message}, status=400)
    return render(request, "400.html", {"problem": error.message}, status=400)


def check_head(request: HttpRequest) -> None:
    """Check the address, cookies and declared charset of a request.

    Raises:
        InvalidInputError: one of them is invalid.
    """
    charset = (request.content_params or {}).get("charset", "utf-8")
    if not _is_utf8(charset):
        raise InvalidInputError(_("Requests must be encoded in UTF-8, not in another charset."))
    _check_bytes(unquote_to_bytes(request.META.get("QUERY_STRING", "")))
    for text in (request.path, *request.COOKIES.values()):
        if not is_storable(text):
            raise InvalidInputError(_not_text_message())


def check_form(request: HttpRequest) -> None:
    """Check every name and value of a form.

    Raises:
        InvalidInputError: one of them is invalid.
    """
    if request.content_type == FORM_CONTENT_TYPE:
        _check_bytes(unquote_to_bytes(request.body))
    for name, values in request.POST.lists():
        if not all(map(is_storable, (name, *values))):
            raise InvalidInputError(_not_text_message())


def _is_utf8(charset: str) -> bool:
    try:
        return codecs.lookup(charset).name == "utf-8"
    except (LookupError, ValueError):
        return False


def _check_bytes(raw: bytes) -> None:
    try:
        raw.decode()
    except UnicodeDecodeError as error:
        raise InvalidInputError(_("The request must be encoded in UTF-8.")) from error
    if b"\0" in raw:
        raise InvalidInputError(_not_text_message())


def _not_text_message() -> str:
    return _("The request contains a character that is not text (NUL).")
