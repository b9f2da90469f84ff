"""What catalogues say, remembered; and whose language a page is drawn in, asked once.

Replaces: `django.utils.translation.gettext` and `pgettext` for boards, which merge and search the
    catalogues of a language at every call (`games/boards/translations.py` puts a title's own before
    them), `get_language` while one page is drawn, and how `{% translate %}` is rendered where its
    words are a constant. What a catalogue says never changes while the site runs; boards ask for
    hundreds of words a page, and what stands around every page for almost a hundred.
Checked: `CHECKED`; it relies on nothing but these functions, and on what `TranslateNode` keeps.
Saves: 8 to 27 % of a move, by the words of its board
    (`python -m benchmarks.performance words --game KEY`); a quarter of a page that is mostly
    text.
Off: `QUICK_OFF=words` asks the catalogues every time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from django.template import Context
from django.templatetags.i18n import TranslateNode
from django.utils import translation

from portal.performance import is_on

CHECKED = {"django": "5.2"}

_reader: ContextVar[str | None] = ContextVar("reader", default=None)


@contextmanager
def reading() -> Iterator[None]:
    """While one page is drawn: its reader's language does not change."""
    if not is_on("words"):
        yield
        return
    token = _reader.set(translation.get_language())
    try:
        yield
    finally:
        _reader.reset(token)


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """While something is drawn in this language, whoever reads the page for which it is."""
    with translation.override(language), reading():
        yield


def get_language() -> str | None:
    """The reader's language."""
    return _reader.get() or translation.get_language()


def remembered(say: Callable[..., str]) -> Callable[..., str]:
    """A function of messages that looks each up once in each language."""
    if not is_on("words"):
        return say
    said: dict[tuple[object, ...], str] = {}

    def again(*message: str) -> str:
        key = (_reader.get() or translation.get_language(), message)
        found = said.get(key)
        if found is None:
            found = said[key] = say(*message)
        return found

    return again


def remember_templates() -> None:
    """Have templates look up each constant of theirs once in each language."""
    if is_on("words"):
        TranslateNode.render = _translated  # type: ignore[assignment, method-assign]


def _translated(node: TranslateNode, context: Context) -> str:
    if "said" not in vars(node):
        vars(node)["said"] = {} if _is_constant(node) else None
    said: dict[str | None, str] | None = vars(node)["said"]
    if said is None:
        return looked_up(node, context)
    language = get_language()
    if language not in said:
        told = looked_up(node, context)
        said[language] = context[node.asvar] if node.asvar else told
    if node.asvar:
        context[node.asvar] = said[language]
        return ""
    return said[language]


def _is_constant(node: TranslateNode) -> bool:
    """Whether what is said hangs on the language alone. (What a template says itself is safe.)"""
    words, meant = node.filter_expression, node.message_context
    if meant is not None and (meant.is_var or meant.filters):
        return False
    return words.var.literal is not None and not words.filters


looked_up: Callable[[TranslateNode, Context], str] = TranslateNode.render
