"""Drawings of pieces, kept: most of a board looks after a move as it did before it.

A *piece* is a hashable value that holds everything its template shows, words included. Equal
pieces look equal in one language, so their HTML is made once and used again, on every page.
In templates: `{{ draw("games/boards/….html", piece) }}`.

While the part of a table's page is drawn (`sending`), those that no other piece holds are marked,
so that only what a browser has not got yet is sent (`patches.py`).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from sys import getsizeof
from typing import Any, NamedTuple

from django.template.loader import get_template
from django.utils.safestring import SafeString

from portal.quick.kept import MIB, kept

from . import patches
from .base import Presenter, Scene


class Board:
    """A position of a game drawn from what one person may know, in the parts that a page needs."""

    def __init__(self, show: Presenter, scene: Scene) -> None:
        self._show = show
        with _apart():  # a presenter may keep what it draws by itself
            board = show.board(scene)
        self._context: dict[str, Any] = {"board": board, "scene": scene, "presenter": show}

    @property
    def html(self) -> SafeString:
        """The board itself."""
        return self._drawn(self._show.template, self._context)

    @property
    def dock(self) -> SafeString | str:
        """What lies ready in my hand, for the dock."""
        return self._drawn(self._show.dock, self._context) if self._show.dock else ""

    def seat(self, number: int) -> SafeString | str:
        """The whole board of a seat, for its card; "" where the page shows it already."""
        piece = self._context["board"].get("seats", {}).get(number)
        if not piece:
            return ""
        return self._drawn(self._show.seat, {**self._context, "piece": piece})

    @staticmethod
    def _drawn(template: str, context: dict[str, Any]) -> SafeString:
        return SafeString(get_template(template).render(context))


# What the page has that is being drawn; None where pieces are not marked.
_have: ContextVar[frozenset[str] | None] = ContextVar("have", default=None)


def sending(have: frozenset[str]) -> AbstractContextManager[None]:
    """While the part of a table's page is drawn, for a page that has pieces with these hashes."""
    return _page(have)


def _apart() -> AbstractContextManager[None]:
    """While something is drawn that is kept: no page has it or lacks it."""
    return _page(None)


@contextmanager
def _page(have: frozenset[str] | None) -> Iterator[None]:
    token = _have.set(have)
    try:
        yield
    finally:
        _have.reset(token)


class Drawing(NamedTuple):
    """A piece as HTML; `marked` where it is to be found again on a page, and is one element."""

    html: SafeString
    marked: patches.Piece | None = None


def _size(drawing: Drawing) -> int:
    """The bytes of a drawing and of the piece that it shows, which is about twice as long."""
    texts = 4 if drawing.marked else 3
    return texts * getsizeof(drawing.html)


def drawn(language: str | None, template: str, piece: Hashable) -> SafeString:
    """A piece as HTML in this language, which must be the reader's: templates' `draw`."""
    have = _have.get()
    drawing = kept_drawing(language, template, piece, have is not None)
    if have is None or drawing.marked is None:
        return drawing.html
    return SafeString(drawing.marked.html(have))


@kept(32 * MIB, _size)
def kept_drawing(
    language: str | None, template: str, piece: Hashable, is_marked: bool, /
) -> Drawing:
    """What is kept of a piece: marked if no other piece holds it."""
    with _apart():
        html = SafeString(get_template(template).render({"piece": piece}))
    return Drawing(html, patches.piece(html) if is_marked else None)
