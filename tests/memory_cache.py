"""The cache of tests without Redis: in memory, and of what Redis would hold: JSON."""

from __future__ import annotations

from typing import Any

from django.core.cache.backends.locmem import LocMemCache

from portal.cache import JsonSerializer

SERIALIZER = JsonSerializer()


def as_kept(value: Any) -> Any:
    """The value as Redis gives it back.

    Raises:
        TypeError: it cannot be kept there.
    """
    kept = SERIALIZER.dumps(value)
    return kept if isinstance(kept, int) else SERIALIZER.loads(kept)


class MemoryCache(LocMemCache):
    def add(self, key: Any, value: Any, *args: Any, **kwargs: Any) -> bool:
        return super().add(key, as_kept(value), *args, **kwargs)

    def set(self, key: Any, value: Any, *args: Any, **kwargs: Any) -> None:
        super().set(key, as_kept(value), *args, **kwargs)
