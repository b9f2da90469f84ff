"""A cache of translations, and of the reader's language while a page is rendered.

Django's `gettext` and `pgettext` merge and search the catalogues of a language at every call, and
catalogues never change while the site runs. Boards translate hundreds of texts per page
(`games/boards/translations.py` puts a title's own before them).
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, ParamSpec, TypeVar

from django.utils import translation

Given = ParamSpec("Given")
Value = TypeVar("Value")

_pinned_language: ContextVar[str | None] = ContextVar("reader", default=None)


@contextmanager
def pin_language() -> Iterator[None]:
    """Fix the reader's language while one page is rendered, so that it is looked up once."""
    token = _pinned_language.set(translation.get_language())
    try:
        yield
    finally:
        _pinned_language.reset(token)


@contextmanager
def override_language(language: str) -> Iterator[None]:
    """Render in this language, whatever the language of the current reader is."""
    with translation.override(language), pin_language():
        yield


def get_language() -> str | None:
    """Return the reader's language."""
    return _pinned_language.get() or translation.get_language()


def cache_per_language(
    cache: Callable[[Any], Any] = functools.cache,
) -> Callable[[Callable[Given, Value]], Callable[Given, Value]]:
    """Make a function cache its results by the reader's language and its arguments.

    Args:
        cache: the decorator that caches, for example `byte_lru_cache(MIB)`. By default there is no
            limit, for functions with few possible arguments.
    """

    def decorate(function: Callable[Given, Value]) -> Callable[Given, Value]:
        @cache
        def by_language(_language: str | None, *arguments: Any, **named: Any) -> Value:
            return function(*arguments, **named)

        @functools.wraps(function)
        def wrapper(*arguments: Given.args, **named: Given.kwargs) -> Value:
            found: Value = by_language(get_language(), *arguments, **named)
            return found

        return wrapper

    return decorate


def cache_translations(say: Callable[..., str]) -> Callable[..., str]:
    """Return a translation function that caches its results by language."""
    said: dict[tuple[object, ...], str] = {}

    def again(*message: str) -> str:
        key = (_pinned_language.get() or translation.get_language(), message)
        found = said.get(key)
        if found is None:
            found = said[key] = say(*message)
        return found

    return again
