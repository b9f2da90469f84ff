"""Words on boards: a title's own catalogue first, then the site's; remembered.

Titles have catalogues of their own (`games/titles/<key>/locale/`), so that one word may be called
one thing in one game and another in the next. A board takes its functions from its title's:

    _, ngettext = wording_of("<key>").gettext, wording_of("<key>").ngettext

Every board, panel, log line and reason asks here, and so do the templates of boards. Boards ask for
hundreds of words a page: `portal/performance/translation_cache.py` remembers each.
"""

from __future__ import annotations

import functools
import gettext as catalogues
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import cast

from django.utils import translation
from django.utils.functional import Promise, lazy

from games import registry
from portal.performance.translation_cache import cache_translations, get_language

MAX_CACHED_NUMBER = 1000  # messages with numbers below are remembered
PART_SEPARATOR = " · "  # the parts of a line
CONTEXT_SEPARATOR = "\x04"  # between context and message, in every catalogue


class TitleTranslations:
    """gettext and its kin for one title (or, without a folder, for the site)."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder
        self._catalogues: dict[str | None, catalogues.NullTranslations | None] = {}
        self.gettext = cache_translations(self._gettext)
        self.pgettext = cache_translations(self._pgettext)
        self._cached_ngettext = cache_translations(self._ngettext)
        self.gettext_lazy = cast(Callable[[str], Promise], lazy(self.gettext, str))
        self.pgettext_lazy = cast(Callable[[str, str], Promise], lazy(self.pgettext, str))
        self.ngettext_lazy = cast(Callable[[str, str, int], Promise], lazy(self.ngettext, str))

    def ngettext(self, singular: str, plural: str, number: int) -> str:
        """The form of the message that goes with the number, in the reader's language."""
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
        """What the title's own catalogue says, or ""."""
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
    """The words of the title of this key; the site's where it has none of its own."""
    folder = registry.title_folders().get(key)
    return (
        TitleTranslations(folder)
        if folder is not None and (folder / "locale").is_dir()
        else SITE_TRANSLATIONS
    )


SITE_TRANSLATIONS = TitleTranslations()
gettext = SITE_TRANSLATIONS.gettext
ngettext = SITE_TRANSLATIONS.ngettext


def join_list(items: Iterable[object]) -> str:
    """Things in a row, separated as the reader's language does: "a, b"."""
    return SITE_TRANSLATIONS.gettext(", ").join(map(str, items))


def capitalize_first(text: object) -> str:
    """A name at the start of a line: "year of plenty" → "Year of plenty"."""
    words = str(text)
    return words[:1].upper() + words[1:]


def join_parts(parts: Iterable[str]) -> str:
    """The parts that say something, in a line."""
    return capitalize_first(PART_SEPARATOR.join(filter(None, parts)))


def change_text(what: object, before: object, after: object) -> str:
    """What becomes of a number: "points 4 → 5"; "" where nothing does."""
    if before == after:
        return ""
    told = {"what": what, "before": before, "after": after}
    return SITE_TRANSLATIONS.gettext("%(what)s %(before)s → %(after)s") % told


def change_texts(
    names: Iterable[object], before: Iterable[object], after: Iterable[object]
) -> list[str]:
    """What becomes of several numbers, each by its name."""
    return [change_text(*row) for row in zip(names, before, after, strict=True)]


def lazy_format(message: str | Promise, /, **numbers: object) -> Promise:
    """A lazy message with numbers of the rules, which stand in their components, not in prose."""
    return cast(Promise, _lazy_format(message, numbers))


def _format(message: str | Promise, numbers: Mapping[str, object]) -> str:
    return str(message) % numbers


_lazy_format = lazy(_format, str)
