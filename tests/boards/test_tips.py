"""Each kind of decision of a title that has hints is told in one line, with a note of the rules."""

from __future__ import annotations

import importlib
import random
from collections.abc import Iterator

import pytest
from django.conf import settings
from django.utils import translation

import games.rules as rules
from games import registry, rulebook
from games.boards import Scene, presenter
from games.boards.cached_urls import rules_url

LANGUAGES = [code for code, _ in settings.LANGUAGES]
LONGEST = {"en": 54, "ja": 26}  # letters: a line of the bar on a phone
MOVES = 250

TITLES_WITH_TIPS = [key for key in rules.catalogue() if presenter(key).tips]

each_title = pytest.mark.parametrize("key", TITLES_WITH_TIPS)


def settings_of(game: rules.Game) -> Iterator[tuple[int, dict[str, str]]]:
    """The usual match with each number of seats, and each option chosen otherwise."""
    yield from ((seats, {}) for seats in game.seats)
    for option in game.options:
        for choice in option.choices:
            for seats in reversed(game.seats):
                try:
                    game.check(seats, {option.key: choice})
                except rules.OptionError:
                    continue
                yield seats, {option.key: choice}
                break


def decisions(key: str, seats: int, options: dict[str, str]) -> set[str]:
    """The kinds of decisions in the beginning of a match at random."""
    chooser = random.Random(f"{seats} {options}")
    match = rules.new_match(key, seats, options, seed="hints")
    found = set()
    for _move in range(MOVES):
        if match.over:
            break
        seat = chooser.choice(match.actors)
        found.add(presenter(key).decision_kind(Scene.from_match(match, seat, [])))
        match.play(seat, chooser.choice(match.legal_moves(seat)))
    return found


def test_all_titles_of_the_site_have_tips() -> None:
    ours = {
        key for key, folder in registry.title_folders().items() if folder.parent.name == "titles"
    }
    assert set(TITLES_WITH_TIPS) == {key for key in ours if rulebook.load_rulebook(key) is not None}


@each_title
def test_every_kind_of_decision_has_one(key: str) -> None:
    asking = importlib.import_module(f"{type(presenter(key)).__module__}.prompts")
    found = set(getattr(asking, "PROMPTS", ()))
    for seats, options in settings_of(rules.get(key)):
        found |= decisions(key, seats, options)
    assert found <= set(presenter(key).tips)


@each_title
@pytest.mark.parametrize("language", LANGUAGES)
def test_each_is_one_line_and_leads_to_what_the_rules_say(key: str, language: str) -> None:
    book = rulebook.load_rulebook(key, language)
    assert book is not None
    with translation.override(language):
        for kind, hint in presenter(key).tips.items():
            assert len(str(hint.text)) <= LONGEST[language], kind
            assert book.has(hint.anchor), kind
            assert rules_url(key, hint.anchor)
