"""What replaces a part of a framework, each piece in a file that says why, and how to do without.

`QUICK_OFF=fast_orm,byte_lru` in the environment switches pieces off: then the framework's own way
serves, slower and with the same answers (`tests/portal/test_performance.py`). It is read once, when
a process starts. `python -m benchmarks.performance` measures what each piece saves.
"""

from __future__ import annotations

from collections.abc import Iterable

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

OPTIMIZATIONS = (
    "fast_orm",
    "translation_cache",
    "byte_lru",
    "group_publish",
    "wsgi_bridge",
    "broker_recovery",
    "connection_pool",
    "request_timeouts",
    "slim_websocket",
)

# What the pieces were called before; a site's environment may still say so.
OLD_NAMES = {
    "rows": "fast_orm",
    "words": "translation_cache",
    "kept": "byte_lru",
    "publish": "group_publish",
    "bridge": "wsgi_bridge",
    "broker": "broker_recovery",
    "pool": "connection_pool",
    "patience": "request_timeouts",
    "slim": "slim_websocket",
}


def validate_disabled(names: Iterable[str]) -> frozenset[str]:
    """What the settings keep of the names in `QUICK_OFF`.

    Raises:
        ImproperlyConfigured: there is no such piece.
    """
    off = frozenset(OLD_NAMES.get(name, name) for name in names)
    if unknown := off - set(OPTIMIZATIONS):
        raise ImproperlyConfigured(
            f"QUICK_OFF names {', '.join(sorted(unknown))}; there are {', '.join(OPTIMIZATIONS)}"
        )
    return off


def is_enabled(piece: str) -> bool:
    """Whether this process uses the piece.

    >>> is_enabled("fast_orm")
    True
    """
    assert piece in OPTIMIZATIONS, piece
    return piece not in settings.QUICK_OFF
