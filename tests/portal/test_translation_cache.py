"""Results that are cached by the reader's language."""

from __future__ import annotations

from portal.byte_lru import MIB, byte_lru_cache, fixed_bytes
from portal.translation_cache import (
    cache_per_language,
    get_language,
    override_language,
)


def test_a_function_remembers_by_language_and_arguments() -> None:
    calls: list[tuple[str | None, str, int]] = []

    @cache_per_language()
    def text(word: str, times: int = 1) -> str:
        calls.append((get_language(), word, times))
        return f"{get_language()} " + word * times

    for _again in range(2):
        with override_language("ja"):
            assert [text("a", 2), text("b")] == ["ja aa", "ja b"]
        with override_language("en"):
            assert [text("a", 2), text("b")] == ["en aa", "en b"]
    assert calls == [("ja", "a", 2), ("ja", "b", 1), ("en", "a", 2), ("en", "b", 1)]
    assert text.__name__ == "text"


def test_a_function_without_arguments_has_one_result_for_each_language() -> None:
    calls: list[str | None] = []

    @cache_per_language()
    def language() -> str | None:
        calls.append(get_language())
        return get_language()

    for _again in range(2):
        for code in ("en", "ja"):
            with override_language(code):
                assert language() == code
    assert calls == ["en", "ja"]


def test_another_cache_keeps_its_limit() -> None:
    calls: list[int] = []

    @cache_per_language(byte_lru_cache(MIB, fixed_bytes(MIB // 4)))
    def number(given: int) -> int:
        calls.append(given)
        return given

    for given in (1, 1, 2, 3, 4, 5, 1):
        assert number(given) == given
    assert calls == [1, 2, 3, 4, 5, 1]
