"""How much memory things take, part by part: too slow for the site, right for its tests."""

from __future__ import annotations

from sys import getsizeof
from typing import Any


def weight(thing: Any) -> int:
    """Bytes of a value and of all that it holds; what is shared counts each time."""
    size = getsizeof(thing)
    if isinstance(thing, str):
        return size
    if isinstance(thing, dict):
        size += sum(map(weight, thing)) + sum(map(weight, thing.values()))
    elif isinstance(thing, tuple | list | set | frozenset):
        size += sum(map(weight, thing))
    elif hasattr(thing, "__dict__") and not isinstance(thing, type):
        size += weight(vars(thing))
    return size
