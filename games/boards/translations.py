"""Translations on boards: a title's own catalogue first, then the site's; cached.

Titles have catalogues of their own (`games/titles/<key>/locale/`), so that two games may call one
thing by different names. A board takes its functions from its title's catalogue:

    _, ngettext = translations_for("<key>").gettext, translations_for("<key>").ngettext

Boards, panels, log lines, reasons and the templates of boards all use this. A page of a board has
hundreds of words, so `portal/translation_cache.py` caches each.
"""

from __future__ import annotations

import functools
import gettext as catalogues
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import cast, overload

from django.utils import translation
from django.utils.functional import Promise, lazy
from django.utils.text import slugify

from games import registry
from portal.translation_cache import cache_translations, get_language

from .view_models import Text

MAX_CACHED_NUMBER = 1000  # messages with smaller numbers are cached
PART_SEPARATOR = " · "  # between the parts of a line
CONTEXT_SEPARATOR = "\x04"  # between context and message, in every catalogue


class TitleTranslations:
    """gettext functions for one title, or for the site where `folder` is None."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder
        self._catalogues: dict[str | None, catalogues.NullTranslations | None] = {}
        self.gettext = cache_translations(self._gettext)
        self.pgettext = cache_translations(self._pgettext)
        self._cached_ngettext = cache_translations(self._ngettext)
        self._lazy_gettext = cast(Callable[[str], Promise], lazy(self.gettext, str))
        self.pgettext_lazy = cast(Callable[[str, str], Promise], lazy(self.pgettext, str))
        self._lazy_ngettext = cast(Callable[[str, str, int], Promise], lazy(self.ngettext, str))

    def gettext_lazy(self, message: str, /, **values: object) -> Promise:
        """The message in the language of its reader, with values for its placeholders.

        Values are lazy words, or numbers of the rules: those belong in components, not in prose.
        """
        text = self._lazy_gettext(message)
        vars(text)["message"] = message
        return lazy_format(text, **values) if values else text

    @overload
    def ngettext_lazy(self, singular: str, plural: str, /) -> Callable[[int], str]: ...
    @overload
    def ngettext_lazy(self, singular: str, plural: str, number: int, /) -> Promise: ...
    def ngettext_lazy(
        self, singular: str, plural: str, number: int | None = None, /
    ) -> Callable[[int], str] | Promise:
        """The message for a number `n` in the reader's language; without one, a function of it.

        `points = ngettext_lazy("%(n)s point", "%(n)s points")` makes `points(2)` "2 points".
        """
        if number is not None:
            return lazy_format(self._lazy_ngettext(singular, plural, number), n=number)
        return lambda n: self.ngettext(singular, plural, n) % {"n": n}

    def ngettext(self, singular: str, plural: str, number: int) -> str:
        """The form of the message for this number, in the reader's language."""
        say = self._cached_ngettext if 0 <= number < MAX_CACHED_NUMBER else self._ngettext
        return say(singular, plural, number)

    def _ngettext(self, singular: str, plural: str, number: int) -> str:
        own = self._catalogue()
        if own is not None and self._own_translation(singular, plural=True):
            return own.ngettext(singular, plural, number)
        return translation.ngettext(singular, plural, number)

    def _gettext(self, message: str) -> str:
        return self._own_translation(message) or translation.gettext(message)

    def _pgettext(self, context: str, message: str) -> str:
        own = self._own_translation(f"{context}{CONTEXT_SEPARATOR}{message}")
        return own or translation.pgettext(context, message)

    def _own_translation(self, message: str, *, plural: bool = False) -> str:
        """The translation in the title's own catalogue, or ""."""
        own = self._catalogue()
        if own is None:
            return ""
        known: Mapping[object, str] = own._catalog  # type: ignore[attr-defined]
        return known.get((message, 0) if plural else message, "")

    def _catalogue(self) -> catalogues.NullTranslations | None:
        language = get_language()
        if language not in self._catalogues:
            self._catalogues[language] = self._read(language)
        return self._catalogues[language]

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
def translations_for(key: str) -> TitleTranslations:
    """The translations of the title with this key; the site's if it has none of its own."""
    folder = registry.title_folders().get(key)
    return (
        TitleTranslations(folder)
        if folder is not None and (folder / "locale").is_dir()
        else SITE_TRANSLATIONS
    )


SITE_TRANSLATIONS = TitleTranslations()
gettext = SITE_TRANSLATIONS.gettext
ngettext = SITE_TRANSLATIONS.ngettext


def words(*names: Promise) -> dict[str, Text]:
    """Lazy names by notation word, which is the English name: "small market" → small_market."""
    return {slugify(vars(name)["message"]).replace("-", "_"): name for name in names}


def texts(names: Mapping[str, Text]) -> dict[str, str]:
    """The names in the reader's language, which must not change while they are used."""
    return {word: str(name) for word, name in names.items()}


def capital_texts(names: Mapping[str, Text]) -> dict[str, str]:
    """The names in the reader's language, each with a capital first letter."""
    return {word: capitalize_first(name) for word, name in names.items()}


def join_list(items: Iterable[object]) -> str:
    """Items in a row, separated as in the reader's language: "a, b"."""
    return SITE_TRANSLATIONS.gettext(", ").join(map(str, items))


def capitalize_first(text: object) -> str:
    """The text with a capital first letter: "year of plenty" → "Year of plenty"."""
    words = str(text)
    return words[:1].upper() + words[1:]


capitalize_first_lazy = cast(Callable[[Text], Promise], lazy(capitalize_first, str))


def join_parts(parts: Iterable[str]) -> str:
    """The non-empty parts as one line, with a capital first letter."""
    return capitalize_first(PART_SEPARATOR.join(filter(None, parts)))


def change_text(what: object, before: object, after: object) -> str:
    """The change of a number: "points 4 → 5"; "" if it does not change."""
    if before == after:
        return ""
    values = {"what": what, "before": before, "after": after}
    return SITE_TRANSLATIONS.gettext("%(what)s %(before)s → %(after)s") % values


def change_texts(
    names: Iterable[object], before: Iterable[object], after: Iterable[object]
) -> list[str]:
    """The changes of several numbers, each with its name."""
    return [change_text(*row) for row in zip(names, before, after, strict=True)]


def lazy_format(message: Text, /, **values: object) -> Promise:
    """A lazy message with values for its placeholders, like `gettext_lazy` with values."""
    return cast(Promise, _lazy_format(message, values))


def _format(message: Text, values: Mapping[str, object]) -> str:
    return str(message) % values


_lazy_format = lazy(_format, str)
