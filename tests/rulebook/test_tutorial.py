"""Guided first matches: every step is legal, and what is said is filled in from the data."""

from __future__ import annotations

import json
import re

import pytest
from django.conf import settings
from django.utils import translation

import games.rules as rules
from games import registry, rulebook
from games.rulebook.tutorial import LEARNER_SEAT, TUTORIAL_FILE, Moves, Tutorial

LANGUAGES = [code for code, _ in settings.LANGUAGES]
WITH_ONE = [
    key for key in rules.catalogue() if (registry.title_folders()[key] / TUTORIAL_FILE).is_file()
]
LINKS = re.compile(r"\]\(#[^)]*\)|\{\{.*?\}\}")  # what numbers may stand in
ANCHOR = re.compile(r"\]\(#([^)]*)\)")
LONGEST = 260  # letters: a sentence or two

each_title = pytest.mark.parametrize("key", WITH_ONE)


def current_tutorial(key: str) -> Tutorial:
    guide = rulebook.tutorial_of(key)
    assert guide is not None, "the record has other rules than are played now"
    return guide


def texts(key: str) -> list[dict[str, str]]:
    tutorial = json.loads((registry.title_folders()[key] / TUTORIAL_FILE).read_text("utf-8"))
    return [*tutorial["steps"], tutorial["done"], tutorial["end"]]


def test_there_is_a_tutorial() -> None:
    assert WITH_ONE


@each_title
def test_the_record_is_what_the_rules_play_from_its_seed(key: str) -> None:
    record = dict(current_tutorial(key).record)
    assert rules.verify(record).sound
    assert not rules.replay(record).over


@each_title
def test_each_decision_of_whoever_is_guided_has_its_words_and_stands_as_expected(key: str) -> None:
    guide = current_tutorial(key)
    match = rules.replay({**guide.record, "moves": []})
    guided: list[int] = []
    for at, (seat, move) in enumerate(guide.moves):
        assert seat in match.actors
        assert move in match.legal_moves(seat)
        if at in guide.steps:
            totals = [score.total for score in match.scores()]
            assert totals == guide.steps[at]["scores"], at
            guided += range(at, at + len(guide.rest(at)))
        match.play(seat, move)
    assert guided == [at for at, (seat, _move) in enumerate(guide.moves) if seat == LEARNER_SEAT]


@each_title
def test_nobody_decides_while_whoever_is_guided_does_unless_it_is_planned(key: str) -> None:
    """Else bots may answer in another order than the record's."""
    guide = current_tutorial(key)
    match = rules.replay({**guide.record, "moves": []})
    for part in guide.parts:
        is_mine = {seat for seat, _move in part} == {LEARNER_SEAT}
        assert not is_mine or match.actors == (LEARNER_SEAT,)
        for seat, move in part:
            match.play(seat, move)


@each_title
def test_moves_made_at_the_same_time_bring_the_same_in_any_order(key: str) -> None:
    """Forwards, backwards, and the others first, as far as the rules allow it."""
    guide = current_tutorial(key)
    match = rules.replay({**guide.record, "moves": []})
    before: Moves = ()
    for part in guide.parts:
        ends = []
        for turned in (part, part[::-1], sorted(part, key=lambda one: one[0] == LEARNER_SEAT)):
            again, played, left = match.copy(), before, list(turned)
            while left:
                seat, move = next(
                    (seat, move)
                    for seat, move in left
                    if seat in again.actors and move in again.legal_moves(seat)
                    if guide.due((*played, (seat, move)))[0] > len(played)
                )
                again.play(seat, move)
                left.remove((seat, move))
                played = (*played, (seat, move))
            ends.append(again)
        match, before = ends[0], before + part
        assert all(end.view(LEARNER_SEAT) == match.view(LEARNER_SEAT) for end in ends)


@each_title
def test_at_each_step_there_is_a_choice_or_chance_decides(key: str) -> None:
    guide = current_tutorial(key)
    match = rules.replay({**guide.record, "moves": []})
    for at, (seat, move) in enumerate(guide.moves):
        choices, reveals = len(match.legal_moves(seat)), match.reveals
        match.play(seat, move)
        assert at not in guide.steps or choices > 1 or match.reveals > reveals


@each_title
def test_each_action_comes_once_at_least(key: str) -> None:
    verbs = {
        move.split(" ")[0] for seat, move in current_tutorial(key).moves if seat == LEARNER_SEAT
    }
    match = rules.replay(dict(current_tutorial(key).record))
    assert verbs >= {
        move.split(" ")[0] for seat in match.actors for move in match.legal_moves(seat)
    }


@each_title
def test_no_number_is_typed_into_the_words(key: str) -> None:
    for text in texts(key):
        for language in LANGUAGES:
            assert not re.search(r"\d", LINKS.sub("", text[language])), text[language]
            assert ANCHOR.findall(text[language]) == ANCHOR.findall(text["en"])


@pytest.mark.parametrize("language", LANGUAGES)
@each_title
def test_words_are_short_and_lead_to_the_rules(key: str, language: str) -> None:
    guide, book = current_tutorial(key), rulebook.load_rulebook(key, language)
    assert book is not None
    with translation.override(language):
        said = [
            *map(guide.step_html, guide.steps),
            guide.render_words(guide.done),
            guide.render_words(guide.end),
        ]
    for html, text in zip(said, texts(key), strict=True):
        assert len(re.sub(r"<[^>]*>", "", html)) <= LONGEST, html
        assert "**" not in html
        assert {
            anchor for anchor in ANCHOR.findall(text[language]) if not book.has(anchor)
        } == set()
        assert html.count("data-rules-tip") == len(ANCHOR.findall(text[language]))


@each_title
def test_tutorial_mentions_points_only_if_gained(key: str) -> None:
    guide = current_tutorial(key)
    for at, step in guide.steps.items():
        assert guide.gains[at] > 0 or "gained" not in step["en"]
        assert ("gained" in step["en"]) == ("gained" in step["ja"])


def test_a_title_without_one_shows_none() -> None:
    assert [
        key for key in rules.catalogue() if key not in WITH_ONE and rulebook.tutorial_of(key)
    ] == []
