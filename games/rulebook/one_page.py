"""A game on one page, to print or to keep open beside the board: `ONE_PAGE.<language>.md`.

It is Markdown that is filled in as the rules are (`sections.filled`), in five parts with headings:
aim, turn, what one may do, end, points. Its links lead to paragraphs of the rules.
"""

from __future__ import annotations

import functools
import logging
from collections.abc import Iterator
from typing import NamedTuple

from django.utils.safestring import SafeString

from games import registry
from portal.performance.translation_cache import get_language, speaking

from . import markup
from .sections import FALLBACK, chapters, filled, instead_of, pictures_of

logger = logging.getLogger(__name__)


class Part(NamedTuple):
    """A part under its heading."""

    title: str
    html: SafeString


def one_page(key: str, language: str | None = None) -> tuple[Part, ...]:
    """The parts in this language, or the reader's; in English where they are not there.

    () where the title has none, or it cannot be filled in: that is logged, and pages do without.
    """
    if key not in registry.folders():
        return ()  # the title is gone, and a table of it is still there
    return _kept(key, language or get_language() or FALLBACK)


@functools.cache
def _kept(key: str, wanted: str) -> tuple[Part, ...]:
    for language in instead_of(wanted):
        path = registry.folders()[key] / f"ONE_PAGE.{language}.md"
        if path.is_file():
            try:
                with speaking(language):
                    return tuple(_parts(key, path.read_text("utf-8")))
            except Exception:
                logger.exception("%s of %s cannot be read", path.name, key)
    return ()


def _parts(key: str, text: str) -> Iterator[Part]:
    pictures = pictures_of(key)
    for heading, _classes, body in chapters(markup.parsed(filled(key, text))):
        title = markup.plain(heading.children or [])
        yield Part(title, markup.drawn(body, pictures))
