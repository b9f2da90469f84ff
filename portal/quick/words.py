"""What catalogues say, remembered; and whose language a page is drawn in, asked once.

Replaces: `django.utils.translation.gettext` and `pgettext` for boards, which merge and search the
    catalogues of a language at every call (`games/boards/wording.py` puts a title's own before
    them), and `get_language` while one page is drawn. What a catalogue says never changes while the
    site runs, and boards ask for hundreds of words a page.
Checked: `CHECKED`; it relies on nothing but these functions.
Saves: 8 to 27 % of a move, by the words of its board
    (`python -m benchmarks.quick words --game KEY`).
Off: `QUICK_OFF=words` asks the catalogues every time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from django.utils import translation

from portal.quick import is_on

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
