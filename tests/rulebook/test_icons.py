"""The rules draw things as the board does: what has a symbol there has it in their tables."""

from __future__ import annotations

import re

import pytest
from django.contrib.staticfiles import finders

import games.rules as rules
from games import registry, rulebook
from games.rulebook.rules_data import drawing_files, rules_data
from games.rulebook.sections import Rulebook

WITH_SPRITE = [key for key in rules.catalogue() if rules_data(key).sprite]
ROW = re.compile(r"<tr>.*?</tr>", re.DOTALL)
USED = re.compile(r'<use href="/?(?:static/)?([^"#]+)#([^"]+)"')

each_title = pytest.mark.parametrize("key", WITH_SPRITE)


def book_of(key: str) -> Rulebook:
    found = rulebook.load_rulebook(key, "en")
    assert found is not None
    return found


@each_title
def test_whatever_is_drawn_is_in_the_pictures_of_the_board(key: str) -> None:
    used = {found for part in book_of(key).parts for found in USED.findall(part.html)}
    assert used
    lacking = set()
    for name, symbol in used:
        path = finders.find(name)
        assert isinstance(path, str), name
        with open(path, encoding="utf-8") as sheet:
            if f' id="{symbol}"' not in sheet.read():
                lacking.add((name, symbol))
    assert lacking == set()


@each_title
def test_a_row_of_a_table_shows_the_symbol_of_what_it_tells(key: str) -> None:
    sprite = (registry.title_folders()[key] / "static" / rules_data(key).sprite).read_text("utf-8")
    rows = [row for part in book_of(key).parts for row in ROW.findall(part.html)]
    bare = {
        component
        for component in rules_data(key).anchors
        if f'<symbol id="{component}"' in sprite
        for row in rows
        if f'id="{component}"' in row and f'#{component}"' not in row
    }
    assert bare == set()


@each_title
def test_every_drawing_is_in_the_text(key: str) -> None:
    text = (registry.title_folders()[key] / "RULES.en.md").read_text("utf-8")
    assert [name for name in drawing_files(key) if f"(picture:{name})" not in text] == []
