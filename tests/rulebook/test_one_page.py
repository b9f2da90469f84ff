"""A game on one page: both languages alike, and whatever it names is there."""

from __future__ import annotations

import re

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

import games.rules as rules
from games import registry, rulebook
from games.rulebook.markup import OF_SPRITE
from games.rulebook.one_page import OnePageSection
from games.rulebook.rules_data import rules_data
from tests.rulebook.test_texts import numbers, shapes

LANGUAGES = [code for code, _ in settings.LANGUAGES]
WITH_ONE = [key for key in rules.catalogue() if rulebook.one_page(key, "en")]
PARTS = 5  # aim, turn, what one may do, end, points
LINK = re.compile(r'href="#([^"]+)"')
DRAWN = re.compile(r'<use href="([^"]+)"')
TAG = re.compile(r"<[^>]*>")

each_title = pytest.mark.parametrize("key", WITH_ONE)


def both(key: str) -> list[tuple[OnePageSection, ...]]:
    return [rulebook.one_page(key, language) for language in LANGUAGES]


def source(key: str, language: str) -> str:
    return (registry.title_folders()[key] / f"ONE_PAGE.{language}.md").read_text("utf-8")


@each_title
def test_both_languages_have_the_same_parts_links_drawings_and_numbers(key: str) -> None:
    first, *others = both(key)
    assert len(first) == PARTS
    for other in others:
        for one, same in zip(first, other, strict=True):
            assert sorted(LINK.findall(one.html)) == sorted(LINK.findall(same.html)), one.title
            assert sorted(DRAWN.findall(one.html)) == sorted(DRAWN.findall(same.html)), one.title
            assert shapes(one.html) == shapes(same.html), one.title
            values = [numbers(TAG.sub(" ", part.html)) for part in (one, same)]
            assert values[0] == values[1], one.title


@each_title
def test_no_mark_of_the_source_is_left_in_the_text(key: str) -> None:
    for parts in both(key):
        assert [part.title for part in parts if re.search(r"\*\*|\]\(|\{\{", part.html)] == []


@each_title
def test_links_lead_to_paragraphs_of_the_rules(key: str) -> None:
    for language, parts in zip(LANGUAGES, both(key), strict=True):
        book = rulebook.load_rulebook(key, language)
        assert book is not None
        linked = {anchor for part in parts for anchor in LINK.findall(part.html)}
        assert {anchor for anchor in linked if not book.has(anchor)} == set()


@each_title
def test_symbols_are_in_the_sprite_of_the_board(key: str) -> None:
    named = re.findall(rf"picture:{OF_SPRITE}([\w-]+)", source(key, "en"))
    if named:
        sprite = (registry.title_folders()[key] / "static" / rules_data(key).sprite).read_text(
            "utf-8"
        )
        assert {one for one in named if f'<symbol id="{one}"' not in sprite} == set()


@pytest.mark.parametrize("language", LANGUAGES)
@each_title
@pytest.mark.django_db
def test_the_page_is_reached_from_the_game(client: Client, key: str, language: str) -> None:
    client.cookies["django_language"] = language
    address = reverse("games:one_page", args=[key])
    assert address in client.get(reverse("games:game", args=[key])).content.decode()
    shown = client.get(address).content.decode()
    for part in rulebook.one_page(key, language):
        assert part.title in shown
    assert 'href="#5' not in shown  # rules are on another page: links open there, or as a note
