"""Caches that are bounded by bytes: what they hold, what makes room, and that all of them are."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from portal import byte_lru as caches
from portal.byte_lru import MIB, ByteLRUCache, byte_lru_cache, fixed_bytes

pytestmark = pytest.mark.same_everywhere

LIMIT_OF_ALL = 110 * MIB


@pytest.fixture(autouse=True)
def caches_of_the_site() -> Iterator[None]:
    """Caches that a test makes are not counted as the process's."""
    before = caches.caches[:]
    yield
    caches.caches[:] = before


def test_what_is_kept_is_found() -> None:
    cache: ByteLRUCache[str, int] = ByteLRUCache(100)
    cache.put("a", 1, 10)
    assert (cache.get("a"), cache.get("b"), cache.bytes, len(cache)) == (1, None, 10, 1)


def test_it_never_holds_more_than_was_allowed() -> None:
    cache: ByteLRUCache[int, int] = ByteLRUCache(1000)
    for number in range(500):
        cache.put(number, number, 7 + number % 90)
        assert cache.bytes <= 1000
    assert cache.get(499) == 499


def test_what_is_asked_for_stays_and_what_is_not_makes_room() -> None:
    cache: ByteLRUCache[int, int] = ByteLRUCache(100)
    cache.put(-1, -1, 10)
    cache.put(-2, -2, 10)
    for number in range(50):
        assert cache.get(-1) == -1
        cache.put(number, number, 10)
    assert cache.get(-2) is None


def test_what_replaces_something_takes_its_room() -> None:
    cache: ByteLRUCache[str, int] = ByteLRUCache(100)
    for number in range(50):
        cache.put("same", number, 30)
    assert (cache.get("same"), cache.bytes) == (49, 30)


def test_what_is_too_large_is_not_kept_and_drives_nothing_out() -> None:
    cache: ByteLRUCache[str, int] = ByteLRUCache(100)
    cache.put("small", 1, 10)
    cache.put("large", 2, 51)
    assert (cache.get("small"), cache.get("large")) == (1, None)


def test_a_function_remembers_by_its_arguments() -> None:
    calls: list[tuple[str, int]] = []

    @byte_lru_cache(MIB)
    def text(word: str, times: int) -> str:
        calls.append((word, times))
        return word * times

    assert [text("a", 2), text("a", 2), text("b", 2)] == ["aa", "aa", "bb"]
    assert calls == [("a", 2), ("b", 2)]


def test_results_take_the_room_that_their_size_says() -> None:
    @byte_lru_cache(1000, fixed_bytes(100))
    def number(given: int) -> int:
        calls.append(given)
        return given

    calls: list[int] = []
    for given in (1, 2, 3, 4, 5, 1):
        number(given)
    assert calls == [1, 2, 3, 4, 5]
    for given in range(100):
        number(given)
    number(1)
    assert calls[-1] == 1


def test_all_caches_together_leave_a_process_small() -> None:
    import games.table.session.journal
    from games.boards import presenter
    from games.rules import catalogue

    for game in catalogue():
        presenter(game)
    assert games.table.session.journal.PASTS in caches.caches
    assert sum(cache.most for cache in caches.caches) <= LIMIT_OF_ALL
