"""Translations of this title: its own catalogue (`locale/`) first, then that of the site."""

from games.boards.translations import translations_for

_translations = translations_for("orleans")
gettext, ngettext, pgettext = _translations.gettext, _translations.ngettext, _translations.pgettext
gettext_lazy, pgettext_lazy, ngettext_lazy = (
    _translations.gettext_lazy,
    _translations.pgettext_lazy,
    _translations.ngettext_lazy,
)
