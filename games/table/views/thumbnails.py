"""The positions of many tables at one look, for the cards of a list: as everybody may see them.

A drawing is kept by its table's version; one query reads the states of those that are not.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable

from django.utils.safestring import SafeString

from portal.performance.byte_lru import MIB, ByteLRUCache
from portal.performance.translation_cache import get_language

from ...boards import presenter, rendering
from ...models import Table
from ..session.loader import load_match

MAX_RENDERED_PER_PAGE = 12  # states that one page reads; what is not drawn yet, the next page draws

logger = logging.getLogger(__name__)
_cache: ByteLRUCache[tuple[object, ...], SafeString] = ByteLRUCache(4 * MIB)


def render_thumbnails(tables: Iterable[Table]) -> dict[str, SafeString]:
    """By a table's key the drawing of its position; without those that have none, or not yet."""
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
        logger.warning("table %s is not drawn: %s", table.key, error)
        return SafeString("")
