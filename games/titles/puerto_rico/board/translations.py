"""Translations for this title: its own catalogue (`locale/`) first, then the site's."""

from games.boards.translations import translations_for

_translations = translations_for("puerto_rico")
gettext, ngettext, pgettext = _translations.gettext, _translations.ngettext, _translations.pgettext
gettext_lazy, pgettext_lazy, ngettext_lazy = (
    _translations.gettext_lazy,
    _translations.pgettext_lazy,
    _translations.ngettext_lazy,
)
