"""A position at one look: drawn for every drawn title, light, and with nothing to press."""

from __future__ import annotations

import re

import pytest

import games.rules as rules
from games.boards import presenter, rendering
from tests.boards.walks import Page, walk

DRAWN = [key for key in sorted(rules.catalogue()) if presenter(key).is_drawn]
MOST = 40_000  # letters of a drawing, which compresses to a tenth


@pytest.mark.parametrize("key", DRAWN)
def test_thumbnail_shows_the_position_without_controls(key: str) -> None:
    seats = rules.get(key).seats[-1]
    steps = walk(key, seats, "glimpse")
    shown = [
        rendering.render_thumbnail(presenter(key), match)
        for match, _events in (steps[0], steps[-1])
    ]
    assert shown[0] != shown[1]
    for svg in shown:
        page = Page(svg)
        assert (page.moves, page.ids, page.inline) == ([], [], [])
        assert not re.search(r"tabindex|role=|data-(move|undo|lit|sheet|note)", svg)
        assert svg.lstrip().startswith("<svg")
        assert len(svg) < MOST
