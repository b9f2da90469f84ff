"""In-process caches that are bounded by bytes.

Django's cache in local memory (`LocMemCache`) counts entries, pickles each value and takes a lock
for every lookup. The number of entries says little: a drawing of a board is a thousand times the
size of a word.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Hashable
from sys import getsizeof
from threading import Lock
from typing import Any, Generic, ParamSpec, TypeVar

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")
Given = ParamSpec("Given")

MIB = 2**20


class ByteLRUCache(Generic[Key, Value]):
    """A cache of at most `most` bytes, which evicts entries that were not used recently.

    It has two generations, each of at most half the bytes. New and used entries are in the young
    one. When that is full it becomes the old one, and the previous old one is dropped. So most hits
    cost one dict lookup without a lock, and the order of uses need not be tracked.
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self._half = most // 2
        self._recent: dict[Key, tuple[Value, int]] = {}
        self._previous: dict[Key, tuple[Value, int]] = {}
        self._bytes = 0  # of the young generation
        self._lock = Lock()
        caches.append(self)

    def get(self, key: Key) -> Value | None:
        entry = self.entry(key)
        return None if entry is None else entry[0]

    def entry(self, key: Key) -> tuple[Value, int] | None:
        """Return the cached value and its size in bytes, or None."""
        found = self._recent.get(key)
        if found is None:
            found = self._previous.get(key)
            if found is not None:
                self.put(key, *found)
        return found

    def put(self, key: Key, value: Value, size: int) -> None:
        """Cache a value of `size` bytes; it replaces the key's previous value."""
        with self._lock:
            before = self._recent.pop(key, None)
            if before is not None:
                self._bytes -= before[1]
            if size > self._half:
                self._previous.pop(key, None)
                return
            if self._bytes + size > self._half:
                self._previous, self._recent, self._bytes = self._recent, {}, 0
            self._recent[key] = (value, size)
            self._bytes += size

    def clear(self) -> None:
        with self._lock:
            self._previous, self._recent, self._bytes = {}, {}, 0

    @property
    def bytes(self) -> int:
        """The bytes of both generations, at most `most`."""
        with self._lock:
            return self._bytes + sum(size for _value, size in self._previous.values())

    def __len__(self) -> int:
        return len(self._recent.keys() | self._previous.keys())


caches: list[ByteLRUCache[Any, Any]] = []  # the caches of this process


def drawing_bytes(text: str) -> int:
    """Return the bytes of a drawing and of its piece, which is about twice as long."""
    return 3 * getsizeof(text)


def byte_lru_cache(
    most: int, size: Callable[[Any], int] = drawing_bytes
) -> Callable[[Callable[Given, Value]], Callable[Given, Value]]:
    """Make a function cache its results, by its positional arguments.

    Args:
        most: the most bytes to cache.
        size: returns the approximate bytes of a result and its arguments. Measuring them exactly
            would take longer than computing many a drawing.
    """

    def decorate(function: Callable[Given, Value]) -> Callable[Given, Value]:
        results: ByteLRUCache[Any, Value] = ByteLRUCache(most)

        @functools.wraps(function)
        def cached_function(*key: Any) -> Value:
            entry = results._recent.get(key) or results.entry(key)
            if entry is None:
                value = function(*key)  # type: ignore[call-arg]
                results.put(key, value, size(value))
                return value
            return entry[0]

        return cached_function  # type: ignore[return-value] # arguments by their places only

    return decorate


def fixed_bytes(size: int) -> Callable[[Any], int]:
    """Return a size function for results that all have about the same size."""
    return lambda result: size
