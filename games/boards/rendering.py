"""Cached HTML of the parts of a board, most of which a move does not change.

A *piece* is a hashable value that holds everything its template shows, including words. Equal
pieces look equal in one language, so their HTML is made once and used again, on every page. In
templates: `{{ draw("games/boards/….html", piece) }}`.

While a part of a table's page is drawn (`track_sent_chunks`), the HTML of outermost pieces is
marked as page chunks. Then only chunks that the browser lacks are sent (`page_chunks.py`).

A *part* is a value like a piece, but its template draws other pieces and parts:
`{{ part("games/….html", market) }}`. It is cached as a sequence of text and chunks. So an unchanged
part costs one look-up, and of a changed part only the changed chunks are sent.
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
from portal.byte_lru import MIB, byte_lru_cache
from portal.translation_cache import get_language

from . import page_chunks
from .base import Presenter, Scene


class RenderedBoard:
    """A position as one viewer may know it, drawn in the parts that a page needs."""

    def __init__(self, show: Presenter, scene: Scene) -> None:
        self._show = show
        with _without_tracking():  # a presenter may cache what it draws
            board = show.board(scene)
        self._context: dict[str, Any] = {"board": board, "scene": scene, "presenter": show}

    @property
    def html(self) -> SafeString:
        """The board itself."""
        return self._render(self._show.template, self._context)

    @property
    def dock(self) -> SafeString | str:
        """The viewer's hand of cards or tiles, for the dock; "" without a dock."""
        return self._render(self._show.dock, self._context) if self._show.dock else ""

    def seat(self, number: int) -> SafeString | str:
        """The whole board of a seat, for its card; "" where the page already shows it.

        It is loaded when the viewer opens its fold, like the position in words. Until then, this is
        a placeholder.
        """
        piece = self._context["board"].get("seats", {}).get(number)
        if not piece:
            return ""
        if not self._context["scene"].is_in_words:
            fold = f"seat-{number}"
            return cached_chunk(
                get_language(), "games/table/seat_placeholder.html", fold, False
            ).html
        return self._render(self._show.seat, {**self._context, "piece": piece})

    @staticmethod
    def _render(template: str, context: dict[str, Any]) -> SafeString:
        return render_template(get_language(), template, context)


def render_thumbnail(show: Presenter, match: rules.Match) -> SafeString:
    """A thumbnail of a position as everyone may see it; empty where the title has none."""
    if not show.thumbnail:
        return SafeString("")
    scene = Scene.from_match(
        match, None, [str(seat) for seat in range(match.seats)], is_in_words=False
    )
    with _without_tracking():
        return render_chunk(get_language(), show.thumbnail, show.thumbnail_data(scene))


_templates: dict[tuple[str | None, str], jinja2.Template] = {}


def render_template(language: str | None, template: str, context: dict[str, Any]) -> SafeString:
    """Render a template in `language`, which must be the active one, without a request."""
    found = _templates.get((language, template))
    if found is None:
        found = cast(Template, get_template(template)).template
        if not settings.DEBUG:  # in DEBUG, templates may change at any time
            _templates[language, template] = found
    return SafeString(found.render(context))


# The hashes that the page being drawn has, or the chunks so far of a part being built. None:
# pieces are not marked.
_page: ContextVar[frozenset[str] | list[page_chunks.Chunk] | None] = ContextVar(
    "page", default=None
)

PLACEHOLDER = re.compile(
    "\x00([0-9]+)\x00"
)  # a chunk within a part that is being built; no text contains it


def track_sent_chunks(have: frozenset[str]) -> AbstractContextManager[None]:
    """Draw a part of a table's page for a browser that has the chunks with these hashes."""
    return _track_page(have)


def _without_tracking() -> AbstractContextManager[None]:
    """Draw something that will be cached, without marking chunks."""
    return _track_page(None)


@contextmanager
def _track_page(page: frozenset[str] | list[page_chunks.Chunk] | None) -> Iterator[None]:
    token = _page.set(page)
    try:
        yield
    finally:
        _page.reset(token)


class RenderedChunk(NamedTuple):
    """A piece as HTML; `chunk` is set if it is one element that pages may have."""

    html: SafeString
    chunk: page_chunks.Chunk | None = None


def _chunk_size(drawing: RenderedChunk) -> int:
    """The bytes of a drawing, including its piece, which is about twice as long."""
    texts = 5 if drawing.chunk else 3
    return texts * getsizeof(drawing.html)


def render_chunk(language: str | None, template: str, piece: Hashable) -> SafeString:
    """A piece as HTML in this language, which must be the active one; `draw` in templates."""
    page = _page.get()
    drawing = cached_chunk(language, template, piece, page is not None)
    if page is None or drawing.chunk is None:
        return drawing.html
    if isinstance(page, list):
        return SafeString(_placeholder(drawing.chunk, page))
    return SafeString(drawing.chunk.html(page))


def _placeholder(piece: page_chunks.Chunk, part: list[page_chunks.Chunk]) -> str:
    """The placeholder of a chunk in the part that is being built."""
    part.append(piece)
    return f"\0{len(part) - 1}\0"


@byte_lru_cache(23 * MIB, _chunk_size)
def cached_chunk(
    language: str | None, template: str, piece: Hashable, is_marked: bool, /
) -> RenderedChunk:
    """The cached drawing of a piece; marked as a chunk if no other piece contains it."""
    with _without_tracking():
        html = render_template(language, template, {"piece": piece})
    return RenderedChunk(html, page_chunks.parse_chunk(html) if is_marked else None)


def render_part(language: str | None, template: str, value: Hashable) -> SafeString:
    """A part as HTML in this language, which must be the active one; `part` in templates."""
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
    """The bytes of a part: its own text and its value. Most of its chunks are cached anyway."""
    return sum(
        3 * getsizeof(one) if isinstance(one, str) else 2 * getsizeof(one.whole) for one in segments
    )


@byte_lru_cache(8 * MIB, _part_size)
def cached_part(
    language: str | None, template: str, value: Hashable, /
) -> tuple[str | page_chunks.Chunk, ...]:
    """The segments of a part: text, and the chunks in between."""
    pieces: list[page_chunks.Chunk] = []
    with _track_page(pieces):
        html = render_template(language, template, {"piece": value})
    return tuple(
        pieces[int(one)] if n % 2 else one for n, one in enumerate(PLACEHOLDER.split(html)) if one
    )
