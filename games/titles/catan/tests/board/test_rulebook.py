"""The rules text: all that is in the box has its paragraph, and the page leads to it."""

from __future__ import annotations

import random

import pytest

import games.rules as rules
from games import rulebook
from games.boards import Panel, presenter
from games.boards.cached_urls import rules_url
from games.boards.view_models import RuleLink
from games.rulebook import Rulebook
from games.rulebook.examples import example_steps, examples, final_match
from tests.boards.walks import scene

from ...board.rulebook import ANCHORS
from ...rules import components as parts
from ...rules.match import CatanMatch
from ...rules.move_syntax import MOVE_SHAPES
from ..rules.positions import deal, main_phase_match

KEY = "catan"
SHOW = presenter(KEY)
KINDS: tuple[tuple[int, dict[str, str]], ...] = (
    (2, {}),
    (2, {"scenario": "traders", "events": "on"}),
    (3, {"events": "on", "friendly_robber": "on"}),
    (4, {"scenario": "traders", "harbourmaster": "on"}),
)


def book() -> Rulebook:
    found = rulebook.load_rulebook(KEY, "en")
    assert found is not None
    return found


def text_of(section: str) -> str:
    return book().by_number[section].text


def terms(panels: list[Panel]) -> list[RuleLink]:
    cells = [cell for panel in panels for row in (*panel.rows, *panel.table) for cell in row]
    return [cell for cell in cells if isinstance(cell, RuleLink)]


def test_all_that_is_in_the_box_is_a_component() -> None:
    decks = {card for deck in parts.DEVELOPMENT.values() for card in deck}
    lands = {land for scenario in parts.TERRAIN.values() for land in scenario}
    box = {*parts.WARES, *decks, *lands, *parts.GOALS, *parts.GOODS, *parts.EVENT_NUMBERS}
    assert box <= set(ANCHORS)
    assert len(ANCHORS) == len(set(ANCHORS))
    assert {f"harbour:{kind}" for kind in parts.HARBOUR_TYPES} <= set(ANCHORS)
    assert {f"level:{n}" for n in range(1, parts.TOP_LEVEL + 1)} <= set(ANCHORS)


@pytest.mark.parametrize("card", parts.CARDS)
def test_a_development_card_tells_how_many_there_are(card: str) -> None:
    html = book().entries[card].html
    for deck in parts.DEVELOPMENT.values():
        assert f"<dd>{deck[card]}</dd>" in html if card in deck else "<dd>–</dd>" in html


@pytest.mark.parametrize("level", range(1, parts.TOP_LEVEL + 1))
def test_a_wagon_level_tells_its_numbers(level: int) -> None:
    html = book().entries[f"level:{level}"].html
    assert f"<dt>Movement points</dt><dd>{parts.MOVEMENT[level]}</dd>" in html
    assert f"<dt>Gold per delivery</dt><dd>{parts.DELIVERY_GOLD[level]}</dd>" in html


def test_the_text_says_what_wins_and_how_many_cards_are_too_many() -> None:
    assert all(str(points) in text_of("1") for points in parts.TARGET.values())
    assert f"more than {parts.HAND_LIMIT} resource cards" in text_of("5.2")
    assert f"At most {parts.OFFERS_PER_TURN} per turn" in text_of("5.7")


def test_rulebook_documents_every_verb_with_its_form() -> None:
    said = book().by_number["6"].html
    assert {verb for verb in MOVE_SHAPES if f"<code>{verb}" not in said} == set()


def random_positions(seats: int, options: dict[str, str]) -> list[CatanMatch]:
    """Positions of a match at random."""
    rng = random.Random(f"{seats}{options}")
    match = rules.new_match(KEY, seats, options, seed="rulebook")
    assert isinstance(match, CatanMatch)
    found = []
    for _step in range(400):
        if match.over:
            break
        seat = rng.choice(match.actors)
        listed = match.legal_moves(seat)
        match.play(seat, rng.choice(listed) if rng.random() < 0.5 else match.auto_move(seat))
        found.append(match.copy())
    return found


@pytest.mark.parametrize(("seats", "options"), KINDS)
def test_what_a_move_is_about_has_its_paragraph(seats: int, options: dict[str, str]) -> None:
    known = book()
    moves = {
        move
        for match in random_positions(seats, options)
        for seat in match.actors
        for move in match.legal_moves(seat)
    }
    assert len(moves) > 100
    assert [move for move in moves if not known.has(SHOW.rule_anchors(move)[0])] == []
    strange = {one for move in moves for one in SHOW.rule_anchors(move) if not known.has(one)}
    assert strange == set()


@pytest.mark.parametrize(
    ("move", "first"),
    [
        ("steal 2", "steal"),
        ("play monopoly wool", "monopoly"),
        ("token barbarian 1,-9 0,6", "token:barbarian"),
        ("grain", "feed"),
        ("settlement -4,-8", "settlement"),
        ("bank wool ore", "bank"),
    ],
)
def test_a_move_leads_to_what_it_is_about(move: str, first: str) -> None:
    assert SHOW.rule_anchors(move)[0] == first


@pytest.mark.parametrize(("seats", "options"), KINDS)
def test_names_in_the_panels_lead_to_their_paragraphs(seats: int, options: dict[str, str]) -> None:
    found = terms(SHOW.panels(scene(main_phase_match(seats, **options), 0)))
    known = {rules_url(KEY, anchor) for anchor in book().entries}
    assert len(set(found)) >= 20
    assert {term.address for term in found} <= known


def test_a_card_in_hand_leads_to_its_paragraph() -> None:
    panels = SHOW.panels(scene(deal(main_phase_match(3), 0, "knight"), 0))
    mine = next(panel for panel in panels if panel.seat == 0)
    assert SHOW.rule_link("knight", "Knight") in terms([mine])


def test_examples_end_where_the_text_says() -> None:
    found = examples(KEY)
    founded = final_match(found["founding"])
    assert len(founded.legal_moves(1)) == 50
    harbour = final_match(found["harbour"])
    assert "road -8,-6" in harbour.legal_moves(1)
    load = final_match(found["load"]).view(0)["players"][0]["wagon"]
    assert (load["load"], load["destination"]) == ("sand", "glassworks")
    toll = final_match(found["toll"]).view(0)
    assert toll["trip"]["points"] == 3
    assert toll["players"][2]["gold"] == toll["players"][0]["gold"] + 2


def test_the_delivery_of_the_example_is_worth_a_point_and_loads_at_the_end_of_the_turn() -> None:
    example = examples(KEY)["delivery"]
    first, last = example_steps(example)
    arrival = {event.kind for event in first.events}
    assert arrival >= {"deliver", "score", "toll"}
    assert "load" not in arrival
    assert last.move == "end"
    assert last.events[0].kind == "load"
    assert last.after.rules_version == rules.get(KEY).version
