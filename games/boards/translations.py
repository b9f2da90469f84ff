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
from portal.performance.translation_cache import get_language, remembered

MANY = 1000  # messages with numbers below are remembered
BETWEEN = " · "  # the parts of a line
SEPARATOR = "\x04"  # between context and message, in every catalogue


class Wording:
    """gettext and its kin for one title (or, without a folder, for the site)."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder
        self._own: dict[str | None, catalogues.NullTranslations | None] = {}
        self.gettext = remembered(self._gettext)
        self.pgettext = remembered(self._pgettext)
        self._remembered = remembered(self._ngettext)
        self.gettext_lazy = cast(Callable[[str], Promise], lazy(self.gettext, str))
        self.pgettext_lazy = cast(Callable[[str, str], Promise], lazy(self.pgettext, str))
        self.ngettext_lazy = cast(Callable[[str, str, int], Promise], lazy(self.ngettext, str))

    def ngettext(self, singular: str, plural: str, number: int) -> str:
        """The form of the message that goes with the number, in the reader's language."""
        say = self._remembered if 0 <= number < MANY else self._ngettext
        return say(singular, plural, number)

    def _ngettext(self, singular: str, plural: str, number: int) -> str:
        own = self._catalogue()
        if own is not None and self._in_own(singular, plural=True):
            return own.ngettext(singular, plural, number)
        return translation.ngettext(singular, plural, number)

    def _gettext(self, message: str) -> str:
        return self._in_own(message) or translation.gettext(message)

    def _pgettext(self, context: str, message: str) -> str:
        own = self._in_own(f"{context}{SEPARATOR}{message}")
        return own or translation.pgettext(context, message)

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
    folder = registry.folders().get(key)
    return Wording(folder) if folder is not None and (folder / "locale").is_dir() else SITE


SITE = Wording()
gettext = SITE.gettext
ngettext = SITE.ngettext


def listed(items: Iterable[object]) -> str:
    """Things in a row, separated as the reader's language does: "a, b"."""
    return SITE.gettext(", ").join(map(str, items))


def first_upper(text: object) -> str:
    """A name at the start of a line: "year of plenty" → "Year of plenty"."""
    words = str(text)
    return words[:1].upper() + words[1:]


def line_of(parts: Iterable[str]) -> str:
    """The parts that say something, in a line."""
    return first_upper(BETWEEN.join(filter(None, parts)))


def change(what: object, before: object, after: object) -> str:
    """What becomes of a number: "points 4 → 5"; "" where nothing does."""
    if before == after:
        return ""
    told = {"what": what, "before": before, "after": after}
    return SITE.gettext("%(what)s %(before)s → %(after)s") % told


def changes(
    names: Iterable[object], before: Iterable[object], after: Iterable[object]
) -> list[str]:
    """What becomes of several numbers, each by its name."""
    return [change(*row) for row in zip(names, before, after, strict=True)]


def filled(message: str | Promise, /, **numbers: object) -> Promise:
    """A lazy message with numbers of the rules, which stand in their components, not in prose."""
    return cast(Promise, _filled(message, numbers))


def _fill(message: str | Promise, numbers: Mapping[str, object]) -> str:
    return str(message) % numbers


_filled = lazy(_fill, str)
