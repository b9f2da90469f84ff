"""What boards say agrees with the rules: numbers of the components, words of the scenario."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.utils import translation

import games.rules as rules
from games.boards import Facts, Panel, Presenter, presenter
from games.titles.caledonia.board import words as caledonia_words
from games.titles.caledonia.rules.components import BUCHANAN_DRAWN, PASS_MONEY
from games.titles.caledonia.rules.state import Keep
from games.titles.caledonia.tests.rules import positions as caledonia
from games.titles.catan.board import words as catan_words
from games.titles.catan.rules.components import CARDS as DEVELOPMENT_CARDS
from games.titles.catan.rules.components import (
    DELIVERY_GOLD,
    DEVELOPMENT,
    EVENT_NUMBERS,
    FIRST_POINT_CARD,
    MOVEMENT,
    TOP_LEVEL,
)
from games.titles.catan.tests.rules import positions as catan
from tests.boards.walks import scene

ROOT = Path(__file__).parents[2]
GETTEXT = {"_", "gettext", "gettext_lazy", "ngettext", "pgettext", "pgettext_lazy"}
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]")
# digits that are no numbers of the rules
ALLOWED = {
    "harbour %(n)s:1",  # a rate is "for 1" by the way it is written
    "%(ware)s harbour %(n)s:1",
    "Show everything (0)",  # a key of the keyboard
}


def messages_of(source: Path) -> Iterator[str]:
    """The messages that a module hands to gettext."""
    for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            name = node.func.id if isinstance(node.func, ast.Name) else ""
            if name in GETTEXT:
                skipped = 1 if name.startswith("p") else 0  # the context
                for argument in node.args[skipped:]:
                    if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                        yield argument.value


def messages_of_template(source: Path) -> list[str]:
    return re.findall(r'_\("([^"]*)"\)', source.read_text(encoding="utf-8"))


def has_number(message: str) -> bool:
    return bool(re.search(r"\d", PLACEHOLDER.sub("", message)))


def test_no_number_of_the_rules_is_typed_into_prose() -> None:
    typed = [
        message
        for source in (ROOT / "games/boards").rglob("*.py")
        for message in messages_of(source)
        if has_number(message)
    ]
    typed += [
        message
        for source in (ROOT / "templates/jinja2/games/boards").rglob("*.html")
        for message in messages_of_template(source)
        if has_number(message)
    ]
    assert set(typed) - ALLOWED == set()


@pytest.mark.parametrize("key", sorted(rules.catalogue()))
@pytest.mark.parametrize("language", ["en", "ja"])
def test_all_words_of_a_title_can_be_said(key: str, language: str) -> None:
    with translation.override(language):
        said = [str(word) for word in presenter(key).words.values()]
    assert all(said)
    assert not any("%(" in word for word in said)


# Catan


def rows_of(panels: list[Panel], title: str) -> list[list[str]]:
    panel = next(panel for panel in panels if panel.title == title)
    return panel.table or [list(row) for row in panel.rows]


@pytest.mark.parametrize("event", EVENT_NUMBERS)
def test_with_wagons_no_event_speaks_of_a_desert_or_a_longest_road(event: str) -> None:
    told = catan_words.event_effect(event, "traders")
    assert "desert" not in told
    assert "Longest Road" not in told
    assert told != catan_words.event_effect(event, "base") or event not in (
        "robber_flees",
        "trade_advantage",
    )


@pytest.mark.parametrize("event", ["robber_flees", "trade_advantage"])
def test_the_log_of_an_event_is_true_in_both_scenarios(event: str) -> None:
    line = presenter("catan").event_line(
        rules.Event("event", 0, {"event": event, "number": 4, "left": 3}), ["Ann"]
    )
    assert "desert" not in line
    assert "Longest Road" not in line
    assert str(catan_words.EVENTS[event]) in line


@pytest.mark.parametrize("scenario", ["base", "traders"])
def test_everybody_is_told_what_every_development_card_does(scenario: str) -> None:
    match = catan.in_main(3, scenario=scenario)
    for seat in (None, 0):
        table = rows_of(
            presenter("catan").panels(scene(match, seat)), "Development cards, one by one"
        )
        assert [row[1] for row in table] == [str(n) for n in DEVELOPMENT[scenario].values()]
        assert all(row[2] for row in table)


def test_point_cards_say_that_they_are_a_point_each() -> None:
    for card in DEVELOPMENT_CARDS[FIRST_POINT_CARD:]:
        assert "one point" in catan_words.card_effect(card, "traders")


def test_a_card_in_hand_says_what_it_does() -> None:
    match = catan.deal(catan.in_main(3, scenario="traders"), 0, "swift", "toolmaking")
    mine = next(p for p in presenter("catan").panels(scene(match, 0)) if p.seat == 0)
    told = dict(mine.rows)
    assert told["Swift journey"] == catan_words.card_effect("swift", "traders")
    assert "one point" in told["Toolmaking"]


def test_the_wagon_is_shown_at_every_level() -> None:
    match = catan.in_main(3, scenario="traders")
    table = rows_of(presenter("catan").panels(scene(match, 0)), "Wagon levels")
    assert [row[2] for row in table] == [str(MOVEMENT[n]) for n in range(1, TOP_LEVEL + 1)]
    assert [row[3] for row in table] == [str(DELIVERY_GOLD[n]) for n in range(1, TOP_LEVEL + 1)]
    assert [row[4] for row in table][:2] == ["–", "6"]
    assert [row[5] for row in table][-1] == "1 point"
    assert table[0][0].startswith("▸")


def test_a_wagon_that_has_arrived_may_still_play_the_swift_card() -> None:
    match = catan.deal(catan.in_main(3, scenario="traders"), 0, "swift")
    match = catan.in_wagon(match)
    match.gone = match.arrived = True
    match._lists.clear()
    seen = scene(match, 0)
    assert "play swift" in seen.legal
    assert "swift journey" in presenter("catan").prompt(seen)
    match.card_played = True
    match._lists.clear()
    assert presenter("catan").prompt(scene(match, 0)) == "Your wagon has arrived: end the turn."


# Clans of Caledonia


def test_caledonia_says_what_does_not_count_yet() -> None:
    match = caledonia.ready(2).match
    for seat in (None, 0, 1):
        points = presenter("caledonia").points(scene(match, seat))
        assert all("only at the end" in seat_points.note for seat_points in points)
    rows = [dict(p.rows) for p in presenter("caledonia").panels(scene(match, 0)) if p.seat == 0]
    assert "only at the end" in rows[0]["Points"]


def test_nothing_is_left_out_of_the_points_of_a_finished_match() -> None:
    match = rules.new_match("caledonia", seats=2, seed="over")
    while not match.over:
        match.play(match.actors[0], match.auto_move(match.actors[0]))
    assert not any(points.note for points in presenter("caledonia").points(scene(match, 0)))


def passing(seats: int) -> str:
    panels = presenter("caledonia").panels(scene(caledonia.ready(seats).match, 0))
    helped = next(panel for panel in panels if panel.title == "Actions of a turn")
    return next(item for item in helped.items if item.startswith("Pass"))


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_the_help_names_the_money_of_as_many_passes_as_there_are(seats: int) -> None:
    told = re.findall(r"£(\d+)", passing(seats))
    assert told == [str(pounds) for pounds in PASS_MONEY[:seats]]


def test_scoring_tile_two_names_the_cellar() -> None:
    assert "cellar" in str(caledonia_words.SCORING[2])


def drawn_by_buchanan() -> rules.Match:
    """Buchanan has drawn for a building bonus, with both export boxes empty."""
    table = caledonia.at_round(2, clans=("buchanan", "campbell", "cunningham"))
    match = table.match
    match.turn = next(n for n, p in enumerate(match.players) if p.clan == "buchanan")
    match.actors = (match.turn,)
    match.players[match.turn].money = 100
    match.frames = [Keep(tuple(match.pile[:BUCHANAN_DRAWN]))]
    table.changed()
    return match


def test_buchanan_is_asked_for_none_to_two_contracts() -> None:
    match = drawn_by_buchanan()
    seen = scene(match, match.actors[0])
    assert "none, one or two" in presenter("caledonia").prompt(seen)
    titles = [group.title for group in presenter("caledonia").groups(seen)]
    assert any(title.startswith("Keep only one contract") for title in titles)
    assert any(title.startswith("Keep two contracts") for title in titles)


def test_buchanan_is_warned_where_only_one_of_two_contracts_is_marked() -> None:
    match = drawn_by_buchanan()
    seen = scene(match, match.actors[0])
    single = next(m for m in seen.legal if m.startswith("keep ") and m.split(" ")[1:] != ["none"])
    assert "a second costs nothing more" in presenter("caledonia").move_label(single, seen)
    both = next(m for m in seen.legal if len(m.split(" ")) == 3)
    assert "a second costs nothing more" not in presenter("caledonia").move_label(both, seen)


# facts


@pytest.mark.parametrize("key", sorted(rules.catalogue()))
def test_every_title_has_facts_within_its_scales(key: str) -> None:
    show = presenter(key)
    facts = show.facts
    assert facts is not None
    assert facts.best_with in show.game.seats
    assert facts.minutes > 0
    assert all(1 <= n <= Facts.SCALE for n in (facts.weight, facts.luck, facts.interaction))
    assert len(show.told_facts()) == 5


def test_a_title_without_facts_tells_how_many_can_play() -> None:
    show = Presenter(rules.get("carcassonne"))
    assert show.told_facts() == [("Players", "2–5")]
