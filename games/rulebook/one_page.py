"""A game on one page, to print or to keep open beside the board: `ONE_PAGE.<language>.md`.

The Markdown is filled in like the rules (`sections.render_text`). It has five parts with headings:
aim, turn, possible actions, end, points. Its links lead to paragraphs of the rules.
"""

from __future__ import annotations

import functools
import logging
from collections.abc import Iterator
from typing import NamedTuple

from django.utils.safestring import SafeString

from games import registry
from portal.translation_cache import get_language, override_language

from . import markup
from .sections import FALLBACK_LANGUAGE, chapters, language_fallbacks, pictures_of, render_text

logger = logging.getLogger(__name__)


class OnePageSection(NamedTuple):
    """One part with its heading."""

    title: str
    html: SafeString


def one_page(key: str, language: str | None = None) -> tuple[OnePageSection, ...]:
    """The parts in this language or the reader's; in English where those do not exist.

    () where the title has none, or if it cannot be filled in. Such an error is logged, and pages do
    without the parts.
    """
    if key not in registry.title_folders():
        return ()  # the title has been removed, but a table of it still exists
    return _cached_sections(key, language or get_language() or FALLBACK_LANGUAGE)


@functools.cache
def _cached_sections(key: str, wanted: str) -> tuple[OnePageSection, ...]:
    for language in language_fallbacks(wanted):
        path = registry.title_folders()[key] / f"ONE_PAGE.{language}.md"
        if path.is_file():
            try:
                with override_language(language):
                    return tuple(_sections(key, path.read_text("utf-8")))
            except Exception:
                logger.exception("%s of %s cannot be read", path.name, key)
    return ()


def _sections(key: str, text: str) -> Iterator[OnePageSection]:
    pictures = pictures_of(key)
    for heading, _classes, body in chapters(markup.parse_markdown(render_text(key, text))):
        title = markup.plain_text(heading.children or [])
        yield OnePageSection(title, markup.render_html(body, pictures))
