"""The annotated pictures of set-ups: every mark has its place, its number and its words."""

from __future__ import annotations

import re

import pytest
from django.conf import settings

import games.rules as rules
from games import registry, rulebook
from games.rulebook.rules_data import rules_data
from games.rulebook.sections import setup_of, sprite_url
from games.rulebook.setup_picture import draw_setup, view_box_of

LANGUAGES = [code for code, _ in settings.LANGUAGES]
WITH_ONE = [key for key in rules.catalogue() if rules_data(key).setup_picture]
MARK = re.compile(r'"setup-mark" transform="translate\(([-\d.e+]+) ([-\d.e+]+)\)[^>]*>.*?>(\d+)<')
USED = re.compile(r'<use href="([^"#]*)#([^"]+)"')
APART = 0.04  # of the picture's width: marks lie beside each other

each_title = pytest.mark.parametrize("key", WITH_ONE)


def test_titles_with_worked_examples_have_an_annotated_set_up() -> None:
    assert {key for key in rules.catalogue() if rulebook.one_page(key, "en")} == set(WITH_ONE)


@each_title
def test_marks_are_numbered_within_the_picture_and_apart(key: str) -> None:
    svg = draw_setup(*setup_of(key), sprite_url(key))
    left, top, width, depth = view_box_of(svg)
    marks = [(float(x), float(y), int(number)) for x, y, number in MARK.findall(svg)]
    assert [number for _x, _y, number in marks] == list(range(1, len(setup_of(key)[1].marks) + 1))
    assert all(left < x < left + width and top < y < top + depth for x, y, _number in marks)
    near = [
        (one, other)
        for x, y, one in marks
        for x2, y2, other in marks
        if one < other and abs(x - x2) + abs(y - y2) < APART * width
    ]
    assert near == []


@each_title
def test_symbols_are_in_the_sprite(key: str) -> None:
    sprite = (registry.title_folders()[key] / "static" / rules_data(key).sprite).read_text("utf-8")
    used = {
        art for sheet, art in USED.findall(draw_setup(*setup_of(key), sprite_url(key))) if sheet
    }
    heaped = {art for arts in setup_of(key)[1].heaps.values() for art in arts}
    laid = {one.art for one in setup_of(key)[1].symbols}
    assert heaped | laid <= used
    assert {art for art in heaped | laid if f'<symbol id="{art}"' not in sprite} == set()


@pytest.mark.parametrize("language", LANGUAGES)
@each_title
def test_the_list_below_the_picture_tells_every_mark_in_its_order(key: str, language: str) -> None:
    text = (registry.title_folders()[key] / f"RULES.{language}.md").read_text("utf-8")
    assert (
        re.findall(r'^\{\{ mark\("(\w+)"\) \}\} \S', text, re.MULTILINE) == setup_of(key)[1].marks
    )
    book = rulebook.load_rulebook(key, language)
    assert book is not None
    part = book.by_number["4"]
    _picture, _between, rest = part.html.partition('class="setup-drawing"')[2].partition("<ol>")
    assert rest.split("</ol>")[0].count("<li>") == len(setup_of(key)[1].marks)
    assert re.search(r'role="img" aria-label="[^"]+"><svg $', part.html.partition('class="set')[0])
