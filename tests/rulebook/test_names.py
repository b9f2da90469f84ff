"""One thing has one name: in a title's words, log, refusals and rules, in every language."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

import polib
import pytest
from django.conf import settings
from django.utils import translation

import games.rules as rules
from games import registry, rulebook
from games.boards import presenter

NAMED = [key for key in rules.catalogue() if presenter(key).names]
OTHERS = [code for code, _ in settings.LANGUAGES if code != "en"]
VALUE = re.compile(r"%\(\w+\)[sd]|`[^`]*`")

each_name = pytest.mark.parametrize("language", OTHERS)
each_title = pytest.mark.parametrize("key", NAMED)


def test_titles_with_rules_name_their_things() -> None:
    assert [
        key for key in rules.catalogue() if rulebook.available_languages(key) and key not in NAMED
    ] == []


def names_of(key: str, language: str) -> dict[str, str]:
    with translation.override(language):
        return {token: str(name) for token, name in presenter(key).names.items()}


@each_name
@each_title
def test_each_name_has_one_translation_and_means_one_thing(key: str, language: str) -> None:
    there: dict[str, str] = {}
    back: dict[str, str] = {}
    english, other = names_of(key, "en"), names_of(key, language)
    for token, name in english.items():
        said = other[token]
        assert there.setdefault(name.casefold(), said) == said, name
        assert back.setdefault(said, name.casefold()) == name.casefold(), said


@each_title
def test_the_words_of_a_board_are_the_names(key: str) -> None:
    show = presenter(key)
    for language in ("en", *OTHERS):
        with translation.override(language):
            for token in show.names.keys() & show.words.keys():
                assert str(show.words[token]).casefold() == str(show.names[token]).casefold()


@each_name
@each_title
def test_what_a_message_names_its_translation_names(key: str, language: str) -> None:
    path = (
        registry.title_folders()[key] / "locale" / translation.to_locale(language) / "LC_MESSAGES"
    )
    dictionary = dictionary_of(key, language)
    strange = [
        f"{message!r}: {name} is {other}, not {said!r}"
        for message, said in messages(polib.pofile(str(path / "django.po")))
        for name, other in names_in_text(message, dictionary)
        if other.casefold() not in said.casefold()
    ]
    assert strange == []


def messages(catalogue: polib.POFile) -> Iterator[tuple[str, str]]:
    for entry in catalogue:
        if entry.obsolete:
            continue
        if entry.msgid_plural:
            yield from ((entry.msgid_plural, said) for said in entry.msgstr_plural.values())
        else:
            yield entry.msgid, entry.msgstr


@each_name
@each_title
def test_what_a_section_of_the_rules_names_its_translation_names(key: str, language: str) -> None:
    english, other = rulebook.load_rulebook(key, "en"), rulebook.load_rulebook(key, language)
    if english is None or other is None:
        pytest.fail(f"{key} has names, but no rules in {language}")
    dictionary = dictionary_of(key, language)
    strange = []
    for part, same in zip(english.parts, other.parts, strict=True):
        if not part.for_programmers:
            said = f"{same.title} {same.text}".casefold()
            for name, translated in names_in_text(f"{part.title}. {part.text}", dictionary):
                if translated.casefold() not in said:
                    strange.append(f"{part.number}: {name} is {translated}")
    assert strange == []


def dictionary_of(key: str, language: str) -> dict[str, str]:
    """Names in English to names in the language, the longest first."""
    english, other = names_of(key, "en"), names_of(key, language)
    pairs = {name.casefold(): other[token] for token, name in english.items()}
    return dict(sorted(pairs.items(), key=lambda pair: -len(pair[0])))


def names_in_text(text: str, dictionary: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """(name, its translation) of the names in a text; a name within a longer one does not count."""
    left = VALUE.sub(" ", text).casefold()
    for name, other in dictionary.items():
        pattern = rf"\b{re.escape(name)}(?:s|es)?\b"
        if re.search(pattern, left):
            yield name, other
            left = re.sub(pattern, " ", left)


def test_names_are_found_the_longest_first() -> None:
    dictionary = {"small market": "小さい市場", "market": "市場"}
    assert list(names_in_text("Two small markets, %(market)s", dictionary)) == [
        ("small market", "小さい市場")
    ]
    assert list(names_in_text("A Market", dictionary)) == [("market", "市場")]
    assert list(names_in_text("marketing", dictionary)) == []
