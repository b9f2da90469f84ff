"""Words on boards: a title's own catalogue first, then the site's; remembered.

Titles have catalogues of their own (`games/titles/<key>/locale/`), so that one word may be called
one thing in one game and another in the next. A board takes its functions from its title's:

    _, ngettext = wording_of("<key>").gettext, wording_of("<key>").ngettext

What a catalogue says of a message never changes while the site runs. Boards ask for hundreds of
words a page, and Django looks through all its catalogues for each: here each is asked for once.
"""

from __future__ import annotations

import functools
import gettext as catalogues
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import cast

from django.utils import translation
from django.utils.functional import Promise, lazy

from games import titles

SEPARATOR = "\x04"  # between context and message, in every catalogue
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


class Wording:
    """gettext and its kin for one title (or, without a folder, for the site)."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder
        self._own: dict[str | None, catalogues.NullTranslations | None] = {}
        self._said: dict[tuple[object, ...], str] = {}
        self.gettext_lazy = cast(Callable[[str], Promise], lazy(self.gettext, str))
        self.pgettext_lazy = cast(Callable[[str, str], Promise], lazy(self.pgettext, str))
        self.ngettext_lazy = cast(Callable[[str, str, int], Promise], lazy(self.ngettext, str))

    def gettext(self, message: str) -> str:
        """The message in the reader's language."""
        key = (get_language(), message)
        said = self._said.get(key)
        if said is None:
            said = self._said[key] = self._gettext(message)
        return said

    def pgettext(self, context: str, message: str) -> str:
        """The message of this context in the reader's language."""
        key = (get_language(), context, message)
        said = self._said.get(key)
        if said is None:
            own = self._in_own(f"{context}{SEPARATOR}{message}")
            said = self._said[key] = own or translation.pgettext(context, message)
        return said

    def ngettext(self, singular: str, plural: str, number: int) -> str:
        """The form of the message that goes with the number, in the reader's language."""
        own = self._catalogue()
        if own is not None and self._in_own(singular, plural=True):
            return own.ngettext(singular, plural, number)
        return translation.ngettext(singular, plural, number)

    def _gettext(self, message: str) -> str:
        return self._in_own(message) or translation.gettext(message)

    def _in_own(self, message: str, *, plural: bool = False) -> str:
        """What the title's own catalogue says, or ""."""
        own = self._catalogue()
        if own is None:
            return ""
        known: Mapping[object, str] = own._catalog  # type: ignore[attr-defined]
        return known.get((message, 0) if plural else message, "")

    def _catalogue(self) -> catalogues.NullTranslations | None:
        language = get_language()
        if language not in self._own:
            self._own[language] = self._read(language)
        return self._own[language]

    def _read(self, language: str | None) -> catalogues.NullTranslations | None:
        if self._folder is None or language is None:
            return None
        try:
            return catalogues.translation(
                "django", str(self._folder / "locale"), [translation.to_locale(language)]
            )
        except FileNotFoundError:
            return None


@functools.cache
def wording_of(key: str) -> Wording:
    """The words of the title of this key; the site's where it has none of its own."""
    folder = titles.folders().get(key)
    return Wording(folder) if folder is not None and (folder / "locale").is_dir() else SITE


SITE = Wording()
gettext = SITE.gettext
ngettext = SITE.ngettext


def filled(message: str | Promise, /, **numbers: object) -> Promise:
    """A lazy message with numbers of the rules, which stand in their components, not in prose."""
    return cast(Promise, _filled(message, numbers))


def _fill(message: str | Promise, numbers: Mapping[str, object]) -> str:
    return str(message) % numbers


_filled = lazy(_fill, str)
