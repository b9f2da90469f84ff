"""The rules of Orléans as people read them: complete, as the data has it, and led to by notes."""

from __future__ import annotations

import functools
import random
import re

import pytest
from django.utils.translation import override

import games.rules as rules
from games import rulebook
from games.boards import presenter
from games.boards.view_models import RuleLink
from games.rulebook.sections import Rulebook
from tests.boards.walks import scene

from ...board import rule_links
from ...board.rulebook import ANCHORS
from ...rules import components as parts
from ...rules.town_map import EDGES, TOWNS
from ..rules.positions import ALL_SETS

KEY = "orleans"
SHOW = presenter(KEY)
LANGUAGES = ("en", "ja")
FEWEST_TERMS = 10

each_language = pytest.mark.parametrize("language", LANGUAGES)


def book_in(language: str) -> Rulebook:
    found = rulebook.load_rulebook(KEY, language)
    assert found is not None
    return found


@functools.cache
def moves_of_random_matches() -> frozenset[str]:
    """Every move that was listed while matches were played at random."""
    found: set[str] = set()
    for seats in (2, 4):
        chooser = random.Random(f"rules {seats}")
        match = rules.new_match(KEY, seats, ALL_SETS, seed=f"rules {seats}")
        while not match.over:
            seat = chooser.choice(match.actors)
            legal = match.legal_moves(seat)
            found.update(legal)
            move = chooser.choice(legal) if chooser.random() < 0.5 else match.auto_move(seat)
            match.play(seat, move)
    return frozenset(found)


def test_each_component_of_the_data_has_one_anchor() -> None:
    assert len(ANCHORS) == len(set(ANCHORS))
    data = {
        *parts.TILES,
        *parts.GOOD_WORDS,
        *parts.PLACE_KEYS,
        *parts.DEED_ID,
        *parts.EVENTS,
        *(town.key for town in TOWNS),
        *(rule_links.track_anchor(track) for track in (*parts.TRACKS, "development")),
    }
    assert data <= set(ANCHORS)


@each_language
def test_a_place_tile_has_a_note_of_its_own(language: str) -> None:
    book = book_in(language)
    for tile in parts.PLACE_TILES:
        entry = book.entries[tile.key]
        assert entry.section == "2.6"
        assert entry.title == name_in(tile.key, language)
        assert entry.html.count("<dt>") >= 4


def name_in(place: str, language: str) -> str:
    with override(language):
        return str(SHOW.names[place])


@each_language
def test_the_numbers_of_the_set_up_are_those_of_the_components(language: str) -> None:
    numbers = set(re.findall(r"\d+", book_in(language).by_number["4"].text))
    assert {str(sum(counts)) for counts in parts.FOLLOWER_SUPPLY.values()} <= numbers
    assert {str(count) for count in parts.TECHNOLOGY_SUPPLY.values()} <= numbers
    for seats in parts.FOLLOWER_SUPPLY:
        match = rules.new_match(KEY, seats, seed="set-up")
        view = match.view(None)
        assert str(sum(view["supply"]["goods"].values())) in numbers
        assert str(sum(map(len, view["edges"].values()))) in numbers


@each_language
def test_the_map_in_the_text_has_every_road_and_waterway_at_both_ends(language: str) -> None:
    entries = book_in(language).entries
    with override(language):
        for edge in EDGES:
            one, two = (TOWNS[town].key for town in edge.towns)
            assert str(SHOW.names[two]) in entries[one].html
            assert str(SHOW.names[one]) in entries[two].html


@each_language
def test_every_move_is_about_something_that_the_rules_explain(language: str) -> None:
    book = book_in(language)
    listed = moves_of_random_matches()
    assert {move.split(" ")[0] for move in listed} >= {"draw", "place", "act", "pass", "deed"}
    assert [move for move in listed if SHOW.rule_anchors(move)[0] not in book.entries] == []
    assert not any(word in book.by_number for move in listed for word in SHOW.rule_anchors(move))


def test_the_most_specific_comes_first() -> None:
    assert SHOW.rule_anchors("place own_farmer village farmer")[0] == "village"
    assert SHOW.rule_anchors("draw 4") == ["draw"]
    assert SHOW.rule_anchors("torture place library")[0] == "library"
    assert SHOW.rule_anchors("settle none") == ["settle"]
    assert SHOW.rule_anchors("act village boatman farmer")[:2] == ["sluice", "track:farmer"]
    assert SHOW.rule_anchors("deed farmer canalisation coin")[0] == "canalisation"


@pytest.mark.parametrize("seat", [0, None])
def test_names_in_panels_lead_to_their_paragraphs(seat: int | None) -> None:
    match = rules.new_match(KEY, 3, ALL_SETS, seed="terms")
    found = {
        cell.address.rstrip("/").rsplit("/", 1)[1]
        for panel in SHOW.panels(scene(match, seat))
        for line in (*panel.rows, *panel.table)
        for cell in line
        if isinstance(cell, RuleLink)
    }
    assert len(found) >= FEWEST_TERMS
    assert found <= set(book_in("en").entries)
    assert {"library", "city_wall", "development", "track:farmer", "wool", "chartres"} <= found
