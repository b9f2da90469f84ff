"""Drawings of pieces, kept: most of a board looks after a move as it did before it.

A *piece* is a hashable value that holds everything its template shows, words included. Equal
pieces look equal in one language, so their HTML is made once and used again, on every page.
In templates: `{{ draw("games/boards/….html", piece) }}`.
"""

from __future__ import annotations

from collections.abc import Hashable

from django.template.loader import get_template
from django.utils.safestring import SafeString

from portal.quick.kept import MIB, kept

from .base import Presenter, Scene


def board(show: Presenter, scene: Scene) -> SafeString:
    """The board of a game as HTML, from what one person may know (by either template engine)."""
    context = {"board": show.board(scene), "scene": scene, "presenter": show}
    return SafeString(get_template(show.template).render(context))


@kept(32 * MIB)
def kept_drawing(language: str | None, template: str, piece: Hashable) -> SafeString:
    """A piece as HTML in this language, which must be the reader's: templates' `draw`."""
    return SafeString(get_template(template).render({"piece": piece}))
