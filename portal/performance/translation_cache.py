"""A cache of translations, and of the reader's language while a page is rendered.

Replaces: `django.utils.translation.gettext` and `pgettext` for boards, which merge and search the
    catalogues of a language at every call (`games/boards/translations.py` puts a title's own before
    them), `get_language` while one page is rendered, and how `{% translate %}` renders a constant
    text. Catalogues never change while the site runs. Boards translate hundreds of texts per page,
    and the frame of every page almost a hundred.
Checked: `SUPPORTED_VERSIONS`; it relies on nothing but these functions, and on the attributes of
    `TranslateNode`.
Saves: 8 to 27 % of a move, by the words of its board
    (`python -m benchmarks.performance words --game KEY`); a quarter of a page that is mostly text.
Off: `QUICK_OFF=translation_cache` asks the catalogues every time.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, ParamSpec, TypeVar

from django.template import Context
from django.templatetags.i18n import TranslateNode
from django.utils import translation

from portal.performance import is_enabled

SUPPORTED_VERSIONS = {"django": "5.2"}

Given = ParamSpec("Given")
Value = TypeVar("Value")

_pinned_language: ContextVar[str | None] = ContextVar("reader", default=None)


@contextmanager
def pin_language() -> Iterator[None]:
    """Fix the reader's language while one page is rendered, so that it is looked up once."""
    if not is_enabled("translation_cache"):
        yield
        return
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
    if not is_enabled("translation_cache"):
        return say
    said: dict[tuple[object, ...], str] = {}

    def again(*message: str) -> str:
        key = (_pinned_language.get() or translation.get_language(), message)
        found = said.get(key)
        if found is None:
            found = said[key] = say(*message)
        return found

    return again


def cache_template_translations() -> None:
    """Make templates cache the translations of their constant texts by language."""
    if is_enabled("translation_cache"):
        TranslateNode.render = _render_cached  # type: ignore[assignment, method-assign]


def _render_cached(node: TranslateNode, context: Context) -> str:
    if "said" not in vars(node):
        vars(node)["said"] = {} if _is_constant(node) else None
    translations: dict[str | None, str] | None = vars(node)["said"]
    if translations is None:
        return render_uncached(node, context)
    language = get_language()
    if language not in translations:
        text = render_uncached(node, context)
        translations[language] = context[node.asvar] if node.asvar else text
    if node.asvar:
        context[node.asvar] = translations[language]
        return ""
    return translations[language]


def _is_constant(node: TranslateNode) -> bool:
    """Whether the text depends only on the language. (Texts in templates are safe.)"""
    words, meant = node.filter_expression, node.message_context
    if meant is not None and (meant.is_var or meant.filters):
        return False
    return words.var.literal is not None and not words.filters


render_uncached: Callable[[TranslateNode, Context], str] = TranslateNode.render
