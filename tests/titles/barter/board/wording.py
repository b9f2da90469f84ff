"""The words of Barter."""

from games.boards.wording import wording_of

_own = wording_of("barter")
gettext, gettext_lazy = _own.gettext, _own.gettext_lazy
