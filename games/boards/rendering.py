"""Drawings of pieces, kept: most of a board looks after a move as it did before it.

A *piece* is a hashable value that holds everything its template shows, words included. Equal
pieces look equal in one language, so their HTML is made once and used again, on every page.
In templates: `{{ draw("games/boards/….html", piece) }}`.

While the part of a table's page is drawn (`track_sent_chunks`), those that no other piece holds are
marked, so that only what a browser has not got yet is sent (`patches.py`).

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
from portal.performance.byte_lru import MIB, byte_lru_cache
from portal.performance.translation_cache import get_language

from . import page_chunks
from .base import Presenter, Scene


class RenderedBoard:
    """A position of a game drawn from what one person may know, in the parts that a page needs."""

    def __init__(self, show: Presenter, scene: Scene) -> None:
        self._show = show
        with _without_tracking():  # a presenter may keep what it draws by itself
            board = show.board(scene)
        self._context: dict[str, Any] = {"board": board, "scene": scene, "presenter": show}

    @property
    def html(self) -> SafeString:
        """The board itself."""
        return self._render(self._show.template, self._context)

    @property
    def dock(self) -> SafeString | str:
        """What lies ready in my hand, for the dock."""
        return self._render(self._show.dock, self._context) if self._show.dock else ""

    def seat(self, number: int) -> SafeString | str:
        """The whole board of a seat, for its card; "" where the page shows it already.

        It is folded away: it comes when somebody opens a fold, as the position in words does.
        """
        piece = self._context["board"].get("seats", {}).get(number)
        if not piece:
            return ""
        if not self._context["scene"].in_words:
            fold = f"seat-{number}"
            return cached_chunk(
                get_language(), "games/table/seat_placeholder.html", fold, False
            ).html
        return self._render(self._show.seat, {**self._context, "piece": piece})

    @staticmethod
    def _render(template: str, context: dict[str, Any]) -> SafeString:
        return render_template(get_language(), template, context)


def render_thumbnail(show: Presenter, match: rules.Match) -> SafeString:
    """A position at one look, as everybody may see it; empty where its title draws none."""
    if not show.glimpse:
        return SafeString("")
    scene = Scene.of(match, None, [str(seat) for seat in range(match.seats)], in_words=False)
    with _without_tracking():
        return render_chunk(get_language(), show.glimpse, show.glimpse_of(scene))


_templates: dict[tuple[str | None, str], jinja2.Template] = {}


def render_template(language: str | None, template: str, context: dict[str, Any]) -> SafeString:
    """What a template shows in the reader's language, which is this one; it asks no request."""
    found = _templates.get((language, template))
    if found is None:
        found = cast(Template, get_template(template)).template
        if not settings.DEBUG:  # there it may be written anew at any moment
            _templates[language, template] = found
    return SafeString(found.render(context))


# What the page has that is being drawn, or the pieces of a part that is being made; None where
# pieces are not marked.
_page: ContextVar[frozenset[str] | list[page_chunks.Chunk] | None] = ContextVar(
    "page", default=None
)

PLACEHOLDER = re.compile(
    "\x00([0-9]+)\x00"
)  # a piece within a part that is being made; no text holds it


def track_sent_chunks(have: frozenset[str]) -> AbstractContextManager[None]:
    """While the part of a table's page is drawn, for a page that has pieces with these hashes."""
    return _tracking(have)


def _without_tracking() -> AbstractContextManager[None]:
    """While something is drawn that is kept: no page has it or lacks it."""
    return _tracking(None)


@contextmanager
def _tracking(page: frozenset[str] | list[page_chunks.Chunk] | None) -> Iterator[None]:
    token = _page.set(page)
    try:
        yield
    finally:
        _page.reset(token)


class RenderedChunk(NamedTuple):
    """A piece as HTML; `chunk` where it is to be found again on a page, and is one element."""

    html: SafeString
    chunk: page_chunks.Chunk | None = None


def _chunk_size(drawing: RenderedChunk) -> int:
    """The bytes of a drawing and of the piece that it shows, which is about twice as long."""
    texts = 5 if drawing.chunk else 3
    return texts * getsizeof(drawing.html)


def render_chunk(language: str | None, template: str, piece: Hashable) -> SafeString:
    """A piece as HTML in this language, which must be the reader's: templates' `draw`."""
    page = _page.get()
    drawing = cached_chunk(language, template, piece, page is not None)
    if page is None or drawing.chunk is None:
        return drawing.html
    if isinstance(page, list):
        return SafeString(_placeholder(drawing.chunk, page))
    return SafeString(drawing.chunk.html(page))


def _placeholder(piece: page_chunks.Chunk, part: list[page_chunks.Chunk]) -> str:
    """What stands for a piece in the part that is being made."""
    part.append(piece)
    return f"\0{len(part) - 1}\0"


@byte_lru_cache(23 * MIB, _chunk_size)
def cached_chunk(
    language: str | None, template: str, piece: Hashable, is_marked: bool, /
) -> RenderedChunk:
    """What is kept of a piece: marked if no other piece holds it."""
    with _without_tracking():
        html = render_template(language, template, {"piece": piece})
    return RenderedChunk(html, page_chunks.parse_chunk(html) if is_marked else None)


def render_part(language: str | None, template: str, value: Hashable) -> SafeString:
    """A part as HTML in this language, which must be the reader's: templates' `render_part`."""
    page = _page.get()
    if page is None:
        return cached_chunk(language, template, value, False).html
    found = cached_part(language, template, value)
    if isinstance(page, list):
        return SafeString(
            "".join([one if isinstance(one, str) else _placeholder(one, page) for one in found])
        )
    return SafeString("".join([one if isinstance(one, str) else one.html(page) for one in found]))


def _part_size(segments: Sequence[str | page_chunks.Chunk]) -> int:
    """The bytes of a part: its own text and the value; its pieces are mostly kept anyway."""
    return sum(
        3 * getsizeof(one) if isinstance(one, str) else 2 * getsizeof(one.whole) for one in segments
    )


@byte_lru_cache(8 * MIB, _part_size)
def cached_part(
    language: str | None, template: str, value: Hashable, /
) -> tuple[str | page_chunks.Chunk, ...]:
    """What a part is put together from: text, and the pieces between."""
    pieces: list[page_chunks.Chunk] = []
    with _tracking(pieces):
        html = render_template(language, template, {"piece": value})
    return tuple(
        pieces[int(one)] if n % 2 else one for n, one in enumerate(PLACEHOLDER.split(html)) if one
    )
