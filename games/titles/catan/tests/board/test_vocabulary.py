"""What the board says agrees with the rules: cards, events and wagons of either scenario."""

from __future__ import annotations

import pytest
from django.utils import translation

import games.rules as rules
from games.boards import Panel, presenter
from games.boards.fallback import fallback_log_lines
from tests.boards.walks import scene

from ...board import vocabulary
from ...rules.components import (
    CARDS,
    DELIVERY_GOLD,
    DEVELOPMENT,
    EVENT_NUMBERS,
    FIRST_POINT_CARD,
    MOVEMENT,
    TOP_LEVEL,
)
from ..rules.positions import deal, enter_wagon_phase, main_phase_match

SHOW = presenter("catan")


def rows_of(panels: list[Panel], title: str) -> list[list[str]]:
    panel = next(panel for panel in panels if panel.title == title)
    return panel.table or [list(row) for row in panel.rows]


def test_event_with_several_witnesses_has_one_log_line_after_the_match() -> None:
    data = {"thief": 0, "victim": 1, "resource": "ore"}
    events = [rules.Event("stolen_card", 0, data, witness) for witness in (0, 1)]
    events += [rules.Event("stolen_card", 0, {**data, "resource": "wool"}, 1)]
    texts = [line.text for line in fallback_log_lines(SHOW, events, ["Ann", "Bob"])]
    seen = "The card is %s. Only Ann and Bob see this during the match."
    assert texts == [seen % "ore", seen % "wool"]


def test_lists_are_separated_as_the_reader_writes() -> None:
    with translation.override("ja"):
        assert vocabulary.wares({"brick": 1, "ore": 2}) == "レンガ1、鉱石2"
    assert vocabulary.wares({"brick": 1, "ore": 2}) == "1 brick, 2 ore"


@pytest.mark.parametrize("event", EVENT_NUMBERS)
def test_with_wagons_no_event_speaks_of_a_desert_or_a_longest_road(event: str) -> None:
    effect = vocabulary.event_effect(event, "traders")
    assert "desert" not in effect
    assert "Longest Road" not in effect
    assert effect != vocabulary.event_effect(event, "base") or event not in (
        "robber_flees",
        "trade_advantage",
    )


@pytest.mark.parametrize("event", ["robber_flees", "trade_advantage"])
def test_the_log_of_an_event_is_true_in_both_scenarios(event: str) -> None:
    line = SHOW.log_line(rules.Event("event", 0, {"event": event, "number": 4, "left": 3}), ["Ann"])
    assert "desert" not in line
    assert "Longest Road" not in line
    assert str(vocabulary.EVENTS[event]) in line


@pytest.mark.parametrize("scenario", ["base", "traders"])
def test_development_card_panel_explains_every_card_to_all(scenario: str) -> None:
    match = main_phase_match(3, scenario=scenario)
    for seat in (None, 0):
        table = rows_of(SHOW.panels(scene(match, seat)), "Development cards, one by one")
        assert [row[1] for row in table] == [str(n) for n in DEVELOPMENT[scenario].values()]
        assert all(row[2] for row in table)


def test_point_cards_say_that_they_are_a_point_each() -> None:
    for card in CARDS[FIRST_POINT_CARD:]:
        assert "one point" in vocabulary.card_effect(card, "traders")


def test_a_card_in_hand_says_what_it_does() -> None:
    match = deal(main_phase_match(3, scenario="traders"), 0, "swift", "toolmaking")
    mine = next(p for p in SHOW.panels(scene(match, 0)) if p.seat == 0)
    values = {str(label): value for label, value in mine.rows}
    assert values["Swift journey"] == vocabulary.card_effect("swift", "traders")
    assert "one point" in values["Toolmaking"]


def test_the_wagon_is_shown_at_every_level() -> None:
    match = main_phase_match(3, scenario="traders")
    table = rows_of(SHOW.panels(scene(match, 0)), "Wagon levels")
    assert [row[2] for row in table] == [str(MOVEMENT[n]) for n in range(1, TOP_LEVEL + 1)]
    assert [row[3] for row in table] == [str(DELIVERY_GOLD[n]) for n in range(1, TOP_LEVEL + 1)]
    assert [row[4] for row in table][:2] == ["–", "6"]
    assert [row[5] for row in table][-1] == "1 point"
    assert table[0][0].startswith("▸")


def test_a_wagon_that_has_arrived_may_still_play_the_swift_card() -> None:
    match = deal(main_phase_match(3, scenario="traders"), 0, "swift")
    match = enter_wagon_phase(match)
    match.gone = match.arrived = True
    match._lists.clear()
    seen = scene(match, 0)
    assert "play swift" in seen.legal
    assert "swift journey" in SHOW.prompt(seen)
    match.card_played = True
    match._lists.clear()
    assert SHOW.prompt(scene(match, 0)) == "Your wagon has arrived: end the turn."
