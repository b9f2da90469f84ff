"""What lies on a drawn board can travel to where it lies next (static/js/animation.js)."""

from __future__ import annotations

import pytest

import games.rules as rules
from games.boards import presenter, rendering
from tests.boards.walks import scene, walk
from tests.markup import Attributes, Reader

DRAWN = [key for key in sorted(rules.catalogue()) if presenter(key).is_drawn]
VOID = ("input", "br", "hr", "img")


class Pieces(Reader):
    """The names of the pieces on a board, and how many of them have none."""

    def __init__(self, html: str) -> None:
        self.names: list[str] = []
        self.nameless = 0
        self._open: list[bool] = []  # whether this element is a piece that has no name yet
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: Attributes) -> None:
        found = dict(attrs)
        if tag not in VOID:
            self._open.append("data-piece" in found and not found["data-piece"])
        if found.get("data-piece"):
            self.names.append(str(found["data-piece"]))
        if tag == "use" and any(self._open):
            self.names.append(str(found.get("href", "")).partition("#")[2])
            self._open = [False] * len(self._open)

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            self.nameless += self._open.pop()


@pytest.mark.parametrize("key", DRAWN)
def test_a_board_says_what_may_travel_and_what_is_alike(key: str) -> None:
    show = presenter(key)
    steps = walk(key, rules.get(key).seats[-1], "glimpse")
    for match, _events in (steps[len(steps) // 2], steps[-1]):
        board = Pieces(rendering.RenderedBoard(show, scene(match, 0)).html)
        assert board.nameless == 0
        assert len(set(board.names)) > 3
