"""What tables and bots are called: two words and a short name, the same for everybody."""

from __future__ import annotations

from itertools import pairwise

import pytest
from django.utils import translation

from games import names
from games.models import Table

pytestmark = pytest.mark.same_everywhere

KEYS = [f"{n}abcdefgh{n}" for n in range(500)]
MOST_SEATS = 12


def in_language(language: str, name: object, *given: object) -> str:
    with translation.override(language):
        return name(*given)  # type: ignore[operator, no-any-return]


def test_there_are_words_enough_in_both_languages_and_none_twice() -> None:
    for words in (names.ENGLISH, names.JAPANESE):
        for found in (words.adjectives, words.things, words.bots):
            assert len(set(found)) == len(found)
        assert min(len(words.adjectives), len(words.things)) >= 48
        assert len(words.bots) >= 40


def test_the_longest_pair_is_no_longer_than_a_name_may_be() -> None:
    for words in (names.ENGLISH, names.JAPANESE):
        longest = max(map(len, words.adjectives)) + max(map(len, words.things))
        assert longest + len(words.between) <= names.LONGEST


@pytest.mark.parametrize(
    ("key", "language", "pair", "bots"),
    [
        ("23456789ab", "en", "Trusty Badger", ["Luca", "Val", "Marlo"]),
        ("23456789ab", "ja", "頼もしいアナグマ", ["ルカ", "ヴァル", "マーロ"]),
    ],
)
def test_a_release_renames_no_table_that_runs(
    key: str, language: str, pair: str, bots: list[str]
) -> None:
    assert in_language(language, names.default_table_name, key) == pair
    assert [in_language(language, names.bot_name, key, seat) for seat in range(3)] == bots


def test_both_languages_say_the_same_pair_and_the_same_bot() -> None:
    for key in KEYS:
        english, japanese = (
            in_language(code, names.default_table_name, key) for code in ("en", "ja")
        )
        quality, thing = english.split()
        assert names.ADJECTIVES[quality] + names.NOUNS[thing] == japanese
        english, japanese = (in_language(code, names.bot_name, key, 2) for code in ("en", "ja"))
        assert names.BOTS[english] == japanese


def test_another_language_reads_english() -> None:
    assert in_language("de", names.default_table_name, KEYS[0]) == in_language(
        "en", names.default_table_name, KEYS[0]
    )


def test_default_table_names_are_distinct() -> None:
    assert len({names.default_table_name(key) for key in KEYS}) > 450
    assert len({names.default_table_name(key).split()[0] for key in KEYS}) == len(names.ADJECTIVES)


def test_no_two_bots_of_a_table_are_called_alike_and_tables_have_different_ones() -> None:
    at_tables = [[names.bot_name(key, seat) for seat in range(MOST_SEATS)] for key in KEYS]
    assert all(len(set(bots)) == MOST_SEATS for bots in at_tables)
    assert all(one != other for one, other in pairwise(at_tables))


def test_a_table_is_called_as_its_host_says_or_by_two_words() -> None:
    assert Table(key="23456789ab", name="Friday").title == "Friday"
    assert Table(key="23456789ab").title == names.default_table_name("23456789ab")


@pytest.mark.parametrize(
    "text",
    [
        "one\ntwo",
        "one\r\nBcc: all@example.org",
        "one\u2028two",
        "one\u0085two",
        "bell\x07",
        "\u202egnp.exe",
        "\u2066isolated",
        "soft\u00adhyphen",
        "\u200d\u200c",
        "\u0301",
        "\ue000",
    ],
)
def test_what_is_no_line_of_text_is_no_name(text: str) -> None:
    assert not names.is_visible_line(text)


@pytest.mark.parametrize("text", ["金曜の卓", "Tom & Ann's <table>", "🎲 👩‍👧", "शक्‍ति", "d20"])
def test_people_name_tables_in_any_script(text: str) -> None:
    assert names.is_visible_line(text)
