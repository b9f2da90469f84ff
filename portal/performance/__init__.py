"""What replaces a part of a framework, each piece in a file that says why, and how to do without.

`QUICK_OFF=rows,kept` in the environment switches pieces off: then the framework's own way serves,
slower and with the same answers (`tests/portal/test_performance.py`). It is read once, when a
process starts. `python -m benchmarks.performance` measures what each piece saves.
"""

from __future__ import annotations

from collections.abc import Iterable

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

OPTIMIZATIONS = (
    "rows",
    "words",
    "kept",
    "publish",
    "bridge",
    "broker",
    "pool",
    "patience",
    "slim",
)


def validate_disabled(names: Iterable[str]) -> frozenset[str]:
    """What the settings keep of the names in `QUICK_OFF`.

    Raises:
        ImproperlyConfigured: there is no such piece.
    """
    if unknown := set(names) - set(OPTIMIZATIONS):
        raise ImproperlyConfigured(
            f"QUICK_OFF names {', '.join(sorted(unknown))}; there are {', '.join(OPTIMIZATIONS)}"
        )
    return frozenset(names)


def is_enabled(piece: str) -> bool:
    """Whether this process uses the piece.

    >>> is_on("rows")
    True
    """
    assert piece in OPTIMIZATIONS, piece
    return piece not in settings.QUICK_OFF
