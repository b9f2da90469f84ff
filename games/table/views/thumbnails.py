"""Thumbnails: small drawings of positions for cards in lists, as spectators may see them.

Drawings are cached by the version of the table. One query loads the states of all others.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable

from django.utils.safestring import SafeString

from portal.byte_lru import MIB, ByteLRUCache
from portal.translation_cache import get_language

from ...boards import presenter, rendering
from ...models import Table
from ..session.loader import load_match

MAX_RENDERED_PER_PAGE = 12  # states that one page loads; the next page renders the others

logger = logging.getLogger(__name__)
_cache: ByteLRUCache[tuple[object, ...], SafeString] = ByteLRUCache(4 * MIB)


def render_thumbnails(tables: Iterable[Table]) -> dict[str, SafeString]:
    """Return thumbnails by table key, without tables that have none or are not rendered yet."""
    started = [table for table in tables if table.started_at is not None]
    found = {table.key: _cache.get(_key(table)) for table in started}
    missing = [table.pk for table in started if found[table.key] is None][:MAX_RENDERED_PER_PAGE]
    if missing:
        for table in Table.objects.in_bulk(missing).values():
            found[table.key] = svg = _render(table)
            _cache.put(_key(table), svg, 3 * len(svg) + 200)
    return {key: svg for key, svg in found.items() if svg}


def _key(table: Table) -> tuple[object, ...]:
    return (table.key, table.version, get_language())


def _render(table: Table) -> SafeString:
    try:
        return rendering.render_thumbnail(presenter(table.game), load_match(table))
    except Exception as error:
        logger.warning("cannot draw table %s: %s", table.key, error)
        return SafeString("")
