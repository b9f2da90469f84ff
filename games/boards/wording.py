"""gettext, remembered: what a catalogue says of a message never changes while the site runs.

Boards and their templates ask for hundreds of words a page, and Django looks through all its
catalogues for each. `from ..wording import gettext as _` is the same at a fraction of the cost,
the more so inside `reading`, where the language is asked for once.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import cast

from django.utils import translation
from django.utils.functional import Promise, lazy

KEPT = 16384
_reader: ContextVar[str | None] = ContextVar("reader", default=None)


@contextmanager
def reading() -> Iterator[None]:
    """While one page is drawn: its reader's language does not change."""
    token = _reader.set(translation.get_language())
    try:
        yield
    finally:
        _reader.reset(token)


def get_language() -> str | None:
    """The reader's language."""
    return _reader.get() or translation.get_language()


def gettext(message: str) -> str:
    """The message in the reader's language."""
    return _gettext(get_language(), message)


def ngettext(singular: str, plural: str, number: int) -> str:
    """The form of the message that goes with the number, in the reader's language."""
    return _ngettext(get_language(), singular, plural, number)


def filled(message: str | Promise, /, **numbers: object) -> Promise:
    """A lazy message with numbers of the rules, which stand in their components, not in prose."""
    return cast(Promise, _filled(message, numbers))


def _fill(message: str | Promise, numbers: Mapping[str, object]) -> str:
    return str(message) % numbers


_filled = lazy(_fill, str)


@functools.lru_cache(maxsize=KEPT)
def _gettext(language: str | None, message: str) -> str:
    return translation.gettext(message)


@functools.lru_cache(maxsize=KEPT)
def _ngettext(language: str | None, singular: str, plural: str, number: int) -> str:
    return translation.ngettext(singular, plural, number)
