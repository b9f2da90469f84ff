"""Drawings of pieces, kept: most of a board looks after a move as it did before it.

A *piece* is a hashable value that holds everything its template shows, words included. Equal
pieces look equal in one language, so their HTML is made once and used again, on every page.
In templates: `{{ draw("games/boards/….html", piece) }}`.

While the part of a table's page is drawn (`sending`), those that no other piece holds are marked,
so that only what a browser has not got yet is sent (`patches.py`).

A *part* is a value like a piece, but what its template draws are pieces and parts in their turn:
`{{ part("games/….html", market) }}`. It is kept as what it is put together from, so that a part in
which nothing changed costs one look, and of one in which something did, only that is sent.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from sys import getsizeof
from typing import Any, NamedTuple, cast

import jinja2
from django.conf import settings
from django.template.backends.jinja2 import Template
from django.template.loader import get_template
from django.utils.safestring import SafeString

import games.rules as rules
from portal.performance.byte_lru import MIB, kept
from portal.performance.translation_cache import get_language

from . import page_chunks
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
        """The whole board of a seat, for its card; "" where the page shows it already.

        It is folded away: it comes when somebody opens a fold, as the position in words does.
        """
        piece = self._context["board"].get("seats", {}).get(number)
        if not piece:
            return ""
        if not self._context["scene"].in_words:
            fold = f"seat-{number}"
            return kept_drawing(get_language(), "games/table/seat_unread.html", fold, False).html
        return self._drawn(self._show.seat, {**self._context, "piece": piece})

    @staticmethod
    def _drawn(template: str, context: dict[str, Any]) -> SafeString:
        return rendered(get_language(), template, context)


def glimpse(show: Presenter, match: rules.Match) -> SafeString:
    """A position at one look, as everybody may see it; empty where its title draws none."""
    if not show.glimpse:
        return SafeString("")
    scene = Scene.of(match, None, [str(seat) for seat in range(match.seats)], in_words=False)
    with _apart():
        return drawn(get_language(), show.glimpse, show.glimpse_of(scene))


_compiled: dict[tuple[str | None, str], jinja2.Template] = {}


def rendered(language: str | None, template: str, context: dict[str, Any]) -> SafeString:
    """What a template shows in the reader's language, which is this one; it asks no request."""
    found = _compiled.get((language, template))
    if found is None:
        found = cast(Template, get_template(template)).template
        if not settings.DEBUG:  # there it may be written anew at any moment
            _compiled[language, template] = found
    return SafeString(found.render(context))


# What the page has that is being drawn, or the pieces of a part that is being made; None where
# pieces are not marked.
_page: ContextVar[frozenset[str] | list[page_chunks.Piece] | None] = ContextVar(
    "page", default=None
)

GAP = re.compile("\x00([0-9]+)\x00")  # a piece within a part that is being made; no text holds it


def sending(have: frozenset[str]) -> AbstractContextManager[None]:
    """While the part of a table's page is drawn, for a page that has pieces with these hashes."""
    return _onto(have)


def _apart() -> AbstractContextManager[None]:
    """While something is drawn that is kept: no page has it or lacks it."""
    return _onto(None)


@contextmanager
def _onto(page: frozenset[str] | list[page_chunks.Piece] | None) -> Iterator[None]:
    token = _page.set(page)
    try:
        yield
    finally:
        _page.reset(token)


class Drawing(NamedTuple):
    """A piece as HTML; `marked` where it is to be found again on a page, and is one element."""

    html: SafeString
    marked: page_chunks.Piece | None = None


def _size(drawing: Drawing) -> int:
    """The bytes of a drawing and of the piece that it shows, which is about twice as long."""
    texts = 5 if drawing.marked else 3
    return texts * getsizeof(drawing.html)


def drawn(language: str | None, template: str, piece: Hashable) -> SafeString:
    """A piece as HTML in this language, which must be the reader's: templates' `draw`."""
    page = _page.get()
    drawing = kept_drawing(language, template, piece, page is not None)
    if page is None or drawing.marked is None:
        return drawing.html
    if isinstance(page, list):
        return SafeString(_gap(drawing.marked, page))
    return SafeString(drawing.marked.html(page))


def _gap(piece: page_chunks.Piece, part: list[page_chunks.Piece]) -> str:
    """What stands for a piece in the part that is being made."""
    part.append(piece)
    return f"\0{len(part) - 1}\0"


@kept(23 * MIB, _size)
def kept_drawing(
    language: str | None, template: str, piece: Hashable, is_marked: bool, /
) -> Drawing:
    """What is kept of a piece: marked if no other piece holds it."""
    with _apart():
        html = rendered(language, template, {"piece": piece})
    return Drawing(html, page_chunks.piece(html) if is_marked else None)


def part(language: str | None, template: str, value: Hashable) -> SafeString:
    """A part as HTML in this language, which must be the reader's: templates' `part`."""
    page = _page.get()
    if page is None:
        return kept_drawing(language, template, value, False).html
    found = kept_part(language, template, value)
    if isinstance(page, list):
        return SafeString(
            "".join([one if isinstance(one, str) else _gap(one, page) for one in found])
        )
    return SafeString("".join([one if isinstance(one, str) else one.html(page) for one in found]))


def _weight(segments: Sequence[str | page_chunks.Piece]) -> int:
    """The bytes of a part: its own text and the value; its pieces are mostly kept anyway."""
    return sum(
        3 * getsizeof(one) if isinstance(one, str) else 2 * getsizeof(one.whole) for one in segments
    )


@kept(8 * MIB, _weight)
def kept_part(
    language: str | None, template: str, value: Hashable, /
) -> tuple[str | page_chunks.Piece, ...]:
    """What a part is put together from: text, and the pieces between."""
    pieces: list[page_chunks.Piece] = []
    with _onto(pieces):
        html = rendered(language, template, {"piece": value})
    return tuple(pieces[int(one)] if n % 2 else one for n, one in enumerate(GAP.split(html)) if one)
