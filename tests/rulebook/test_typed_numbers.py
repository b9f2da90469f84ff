"""Numbers that the components know are filled in: no text for players types large ones by hand."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from django.conf import settings

import games.rules as rules
from games import registry, rulebook

LANGUAGES = [code for code, _ in settings.LANGUAGES]
WITH_RULES = [key for key in rules.catalogue() if rulebook.available_languages(key)]
CHAPTER = re.compile(r"^(\{\.programmers\}\n)?## ", re.MULTILINE)
# What is filled in, headings, code, and the targets and numbers of links.
NOT_TYPED = re.compile(
    r"\{\{.*?\}\}|\{%.*?%\}|^#.*$|`[^`]*`|\[[\d.]+\]\([^)]*\)|\]\([^)]*\)|\{#[^}]*\}", re.MULTILINE
)
ANGLES = {"90", "180", "270"}
# "K17" is a place on a map, "5.8" a section.
NUMBER = re.compile(r"(?<![A-Za-z\d.])\d+(?![\d.])")

each_text = pytest.mark.parametrize(
    ("key", "language"), [(key, language) for key in WITH_RULES for language in LANGUAGES]
)


def source(key: str, name: str) -> str:
    return (registry.title_folders()[key] / name).read_text("utf-8")


def chapters_for_players(text: str) -> Iterator[str]:
    """The chapters without those for programmers and those with worked examples."""
    _title, *parts = CHAPTER.split(text)
    for marks, chapter in zip(parts[::2], parts[1::2], strict=True):
        if not marks and "example(" not in chapter:
            yield chapter.partition("\n")[2]


def typed_numbers(text: str, least: int) -> set[str]:
    """The numbers from `least` on that stand in a text by themselves."""
    found = NUMBER.findall(NOT_TYPED.sub(" ", text))
    return {number for number in found if int(number) >= least} - ANGLES


@each_text
def test_rules_type_no_number_of_two_digits(key: str, language: str) -> None:
    chapters = list(chapters_for_players(source(key, f"RULES.{language}.md")))
    assert len(chapters) >= 5
    assert set().union(*(typed_numbers(chapter, 10) for chapter in chapters)) == set()


@each_text
def test_one_page_types_no_number_above_two(key: str, language: str) -> None:
    lines = re.sub(r"^\d+\. ", "", source(key, f"ONE_PAGE.{language}.md"), flags=re.MULTILINE)
    assert typed_numbers(lines, 3) == set()


def test_typed_numbers_are_found() -> None:
    text = "## 12 Title\n{{ COST[10] }} of 36 at K17, [5.12](#5.12), `x 40`, turned by 90"
    assert typed_numbers(text, 10) == {"36"}
    book = (
        "# Book\n## 1 Aim\n11 points\n{.programmers}\n## 6 Moves\n12\n## 15 Examples\nexample(1) 13"
    )
    assert list(chapters_for_players(book)) == ["11 points\n"]
