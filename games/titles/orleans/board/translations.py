"""The words of this title: its own catalogue (`locale/`) first, then the site's."""

from games.boards.translations import wording_of

_own = wording_of("orleans")
gettext, ngettext, pgettext = _own.gettext, _own.ngettext, _own.pgettext
gettext_lazy, pgettext_lazy, ngettext_lazy = (
    _own.gettext_lazy,
    _own.pgettext_lazy,
    _own.ngettext_lazy,
)
