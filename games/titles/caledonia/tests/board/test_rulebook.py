"""The rules as people read them: every component and move leads there, numbers are the data's."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest
from django.test import Client
from django.utils.html import strip_tags
from django.utils.translation import override

import games.rules as rules
from games import rulebook
from games.boards import Panel, RuleLink, presenter
from tests.boards.walks import scene

from ...board.rulebook import ANCHORS
from ...rules import components as parts
from ...rules.available_actions import ACTIONS
from ..rules.positions import round_1_table

KEY = "caledonia"
SHOW = presenter(KEY)
LANGUAGES = ("en", "ja")

each_language = pytest.mark.parametrize("language", LANGUAGES)


def read(language: str) -> rulebook.Rulebook:
    found = rulebook.load_rulebook(KEY, language)
    assert found is not None
    return found


def test_the_components_are_those_of_the_data() -> None:
    wanted = {*parts.GOODS, *parts.UNITS, *parts.IMPORTS, *parts.CLANS, *ACTIONS}
    wanted |= {f"contract:{tile.id}" for tile in parts.CONTRACTS}
    wanted |= {f"port:{tile}" for tile in parts.PORTS}
    wanted |= {f"scoring:{tile}" for tile in parts.SCORING}
    wanted |= {f"tile:{tile}" for tile in parts.STARTING_TILES}
    assert wanted <= set(ANCHORS)
    assert len(ANCHORS) == len(set(ANCHORS))


@each_language
def test_every_contract_tells_what_it_asks_for_and_brings(language: str) -> None:
    book = read(language)
    for tile in parts.CONTRACTS:
        amounts = [*tile.goods, tile.beef, tile.mutton, *tile.imports, tile.hops]
        amounts += [tile.money, tile.expand, tile.upgrade]
        numbers = re.findall(r"\d+", strip_tags(book.entries[f"contract:{tile.id}"].html))
        assert sorted(map(int, numbers)) == sorted(filter(None, amounts))


@each_language
def test_every_unit_tells_its_cost(language: str) -> None:
    book = read(language)
    for unit, cost in zip(parts.UNITS, parts.UNIT_COST, strict=True):
        assert f"£{cost}<" in book.entries[unit].html


@each_language
def test_prices_of_the_market_are_those_of_the_tracks(language: str) -> None:
    prices = re.findall(r"<td[^>]*>(?:<strong>)?(\d+)", read(language).by_number["2.2"].html)
    assert list(map(int, prices)) == [price for track in parts.TRACKS for price in track]


@each_language
@pytest.mark.parametrize(
    ("section", "numbers"),
    [
        ("5.3.4", [abs(cost) for cost in parts.CONTRACT_COST]),
        ("5.3.8", parts.PASS_MONEY),
        ("8", [n for places in parts.SETTLEMENT_PLACES.values() for n in places]),
    ],
)
def test_sections_tell_the_numbers_of_the_data(
    section: str, numbers: list[int], language: str
) -> None:
    section_numbers = set(map(int, re.findall(r"\d+", read(language).by_number[section].text)))
    assert set(numbers) <= section_numbers


@each_language
def test_a_ruling_has_the_number_that_the_code_cites(language: str) -> None:
    book = read(language)
    assert [f"10.{number}" in book.by_number for number in range(1, 42)] == [True] * 41


def positions() -> Iterator[tuple[rules.Match, int]]:
    """Random matches of all sizes, at every moment that somebody decides."""
    for seats in (1, 2, 3, 4):
        chooser = random.Random(f"subjects {seats}")
        options = {"kickstarter": "on"} if seats != 3 else {"clans": "auction"}
        match = rules.new_match(KEY, seats, options, seed=f"subjects {seats}")
        while not match.over:
            seat = chooser.choice(match.actors)
            yield match, seat
            listed = match.legal_moves(seat)
            calm = [move for move in listed if move != "pass"] or listed
            match.play(seat, chooser.choice(calm if chooser.random() < 0.9 else listed))


def test_every_move_is_about_something_that_the_rules_tell() -> None:
    book, lost, verbs = read("en"), set(), set()
    for match, seat in positions():
        for move in match.legal_moves(seat):
            verbs.add(move.split(" ")[0])
            found = [anchor for anchor in SHOW.rule_anchors(move) if book.has(anchor)]
            if not found or found[0] in book.by_number:
                lost.add(move)
    assert lost == set()
    assert len(verbs) > 15


@pytest.mark.parametrize(
    ("move", "anchor"),
    [
        ("expand bakery 4,0", "bakery"),
        ("take 3 41", "contract:3"),
        ("keep none", "keep"),
        ("upgrade tech_miner", "tech"),
        ("upgrade recall:wool", "recall"),
        ("choose tile:3", "tile:3"),
        ("produce 1 0 2", "produce"),
        ("buy whisky 2", "whisky"),
    ],
)
def test_a_move_leads_to_what_it_is_about(move: str, anchor: str) -> None:
    book = read("en")
    assert next(one for one in SHOW.rule_anchors(move) if book.has(one)) == anchor


def terms(panels: list[Panel]) -> set[str]:
    cells: list[str] = []
    for panel in panels:
        cells += [cell for row in (*panel.rows, *panel.table) for cell in row]
        cells += [*panel.head, *panel.items]
    return {cell.address for cell in cells if isinstance(cell, RuleLink)}


@each_language
@pytest.mark.parametrize("seats", [1, 2, 4])
def test_names_in_the_panels_lead_to_their_paragraphs(seats: int, language: str) -> None:
    book = read(language)
    with override(language):
        found = terms(SHOW.panels(scene(round_1_table(seats).match, 0)))
    anchors = [address.rstrip("/").rpartition("/")[2] for address in found]
    assert len(anchors) > 40
    assert [one for one in anchors if one not in book.entries] == []


def test_clans_to_choose_from_lead_to_their_paragraphs() -> None:
    match = rules.new_match(KEY, 3, seed="clans")
    found = terms(SHOW.panels(scene(match, 2)))
    assert sum(f"/{clan}/" in " ".join(found) for clan in parts.CLANS) == 4


@pytest.mark.django_db
@pytest.mark.parametrize("anchor", ["whisky", "contract:17", "port:6", "stewart", "5.3.5"])
def test_a_paragraph_has_its_page(anchor: str) -> None:
    page = Client().get(f"/games/{KEY}/rules/{anchor}/")
    assert page.status_code == 200
