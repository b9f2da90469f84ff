"""Highlights of a match (static/js/lazy/effects.js) are rare and have few words."""

from __future__ import annotations

import pytest

import games.rules as rules
from games.boards import presenter
from games.boards.base import Presenter
from tests.boards.walks import walk

LONGEST = 24  # letters
TITLES_WITH_HIGHLIGHTS = [key for key in rules.catalogue() if presenter(key).event_highlights]


@pytest.mark.parametrize("key", TITLES_WITH_HIGHLIGHTS)
def test_some_moves_have_highlights_and_most_have_none(key: str) -> None:
    show = presenter(key)
    texts = []
    steps = 0
    for _match, events in walk(key, rules.get(key).seats[-1], "glimpse"):
        steps += 1
        texts += [words for words in map(show.highlight, events) if words]
    assert 0 < len(texts) < steps / 4
    assert all(len(words) <= LONGEST for words in texts)


def test_presenter_without_highlights_has_none() -> None:
    show = Presenter(rules.get(next(iter(rules.catalogue()))))
    assert show.highlight(rules.Event("anything", 0, {})) == ""
