"""Replacements for slow parts of frameworks; each file says why, and how to do without it.

`QUICK_OFF=wsgi_bridge` in the environment switches replacements off. Then the framework's own
code runs, slower and with the same results (`tests/portal/test_performance.py`). The variable is
read once, when a process starts. `python -m benchmarks.performance` measures what each one saves.
"""

from __future__ import annotations

from collections.abc import Iterable

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

OPTIMIZATIONS = (
    "fast_orm",
    "group_publish",
    "wsgi_bridge",
    "broker_recovery",
    "connection_pool",
    "request_timeouts",
    "slim_websocket",
)

# Earlier names of the replacements, which the environment of a site may still use.
OLD_NAMES = {
    "rows": "fast_orm",
    "publish": "group_publish",
    "bridge": "wsgi_bridge",
    "broker": "broker_recovery",
    "pool": "connection_pool",
    "patience": "request_timeouts",
    "slim": "slim_websocket",
}

# Names that the environment of a site may still use, for what can no longer be switched off.
REMOVED = {"byte_lru", "kept", "translation_cache", "words"}


def validate_disabled(names: Iterable[str]) -> frozenset[str]:
    """Return the replacements that `QUICK_OFF` switches off, by their current names.

    Raises:
        ImproperlyConfigured: a name is unknown.
    """
    off = frozenset(OLD_NAMES.get(name, name) for name in names) - REMOVED
    if unknown := off - set(OPTIMIZATIONS):
        raise ImproperlyConfigured(
            f"QUICK_OFF names {', '.join(sorted(unknown))}; there are {', '.join(OPTIMIZATIONS)}"
        )
    return off


def is_enabled(piece: str) -> bool:
    """Whether this process uses a replacement.

    >>> is_enabled("wsgi_bridge")
    True
    """
    assert piece in OPTIMIZATIONS, piece
    return piece not in settings.QUICK_OFF
