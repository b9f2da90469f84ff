"""The rules of Puerto Rico in words: whole, from the data, and led to from the board."""

from __future__ import annotations

import re

import pytest
from django.utils import translation

from games import rulebook
from games.boards import presenter
from games.boards.cached_urls import rules_url
from games.boards.view_models import Panel, RuleLink
from games.rulebook.examples import examples, final_match
from games.rulebook.rules_data import drawing_files
from games.rulebook.sections import Rulebook, pictures_of
from tests.boards.walks import Page, scene

from ...board.rulebook import ANCHORS, example_context
from ...board.vocabulary import VERBS
from ...rules.components import BUILDINGS, GOODS, ROLES, SETUPS, TILES, VARIANTS
from .test_board import html, position, steps

KEY = "puerto_rico"
LANGUAGES = ("en", "ja")
MIN_TERMS = 30
SHOW = presenter(KEY)
CELLS = re.compile(r"<t[hd][^>]*>(.*?)</t[hd]>")


def book(language: str) -> Rulebook:
    found = rulebook.load_rulebook(KEY, language)
    assert found is not None
    return found


def rows(number: str, language: str = "en") -> dict[str, list[str]]:
    """The rows of all tables of a section by their first cells, links and marks taken out."""
    found = {}
    for row in re.findall(r"<tr>(.*?)</tr>", book(language).by_number[number].html, re.DOTALL):
        label, *cells = (re.sub(r"<[^>]*>", "", cell) for cell in CELLS.findall(row))
        found[label] = cells
    return found


def test_every_good_tile_building_and_role_is_a_component() -> None:
    tiles = {kind if kind == "quarry" else f"field:{kind}" for kind in TILES}
    buildings = {building.key for building in BUILDINGS}
    assert set(ANCHORS) >= {*GOODS, *tiles, *buildings, *ROLES}
    assert len(set(ANCHORS)) == len(ANCHORS)


def test_every_building_stands_with_its_numbers() -> None:
    row_by_key = {cells[0]: cells for cells in rows("2.2").values()}
    for slot, building in enumerate(BUILDINGS, start=len(TILES)):
        numbers = [VARIANTS[variant].costs[slot] for variant in ("balanced", "classic")]
        numbers += [building.column, building.circles]
        numbers += [SETUPS[5].copies[slot], SETUPS[2].copies[slot]]
        assert row_by_key[building.key][1:-1] == list(map(str, numbers))


@pytest.mark.parametrize("seats", SETUPS)
def test_setup_table_covers_each_number_of_players(seats: int) -> None:
    setup_rows, setup = rows("4"), SETUPS[seats]
    at = list(SETUPS).index(seats)
    assert setup_rows["Points in chips"][at] == str(setup.chips)
    assert setup_rows["Workers in the supply"][at] == str(setup.worker_supply)
    assert setup_rows["Cargo ships"][at] == ", ".join(map(str, setup.ships))
    assert setup_rows["Plantations in the row"][at] == str(setup.row)
    assert setup_rows["Role cards"][at] == str(len(setup.roles))
    doubloons = [setup.doubloons - (TILES[kind] == "corn") for kind in setup.first_tiles]
    assert setup_rows["Doubloons, balanced"][at] == ", ".join(map(str, doubloons))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_drawing_is_shown_and_bears_no_style(language: str) -> None:
    book_html = "".join(part.html for part in book(language).parts)
    assert drawing_files(KEY)
    for name, drawing in drawing_files(KEY).items():
        assert pictures_of(KEY)(name) in book_html
        assert "style" not in drawing


@pytest.mark.parametrize("seats", SETUPS)
def test_every_listed_move_leads_to_the_rules(seats: int) -> None:
    entries = book("en").entries
    for match, _events in steps(seats):
        for seat in range(seats):
            for move in match.legal_moves(seat):
                subjects = SHOW.rule_anchors(move)
                assert set(subjects) <= set(entries), move
                assert f"verb:{subjects[-1]}" in VERBS or move.startswith("pick "), move


def test_a_move_is_first_of_all_about_its_component() -> None:
    expected = {
        "pick mayor": "mayor",
        "draw": "hacienda",
        "take corn worker": "field:corn",
        "take quarry": "quarry",
        "build harbor worker": "harbor",
        "load sugar 5": "sugar",
        "load sugar wharf": "wharf",
        "privilege worker": "mayor",
        "privilege tobacco": "tobacco",
        "privilege none": "privilege",
        "staff indigo 2": "field:indigo",
        "staff office 1": "office",
        "done": "done",
    }
    assert {move: SHOW.rule_anchors(move)[0] for move in expected} == expected


def terms(panels: list[Panel]) -> list[RuleLink]:
    cells = [cell for panel in panels for row in (*panel.rows, *panel.table) for cell in row]
    return [cell for cell in cells if isinstance(cell, RuleLink)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_position_in_words_leads_to_the_rules(language: str) -> None:
    with translation.override(language):
        found = terms(SHOW.panels(scene(position("build"), 0)))
    addresses = {term.address for term in found}
    assert len(addresses) >= MIN_TERMS
    assert addresses <= {rules_url(KEY, anchor) for anchor in book(language).entries}
    assert rules_url(KEY, "coffee_roaster") in addresses


@pytest.mark.parametrize("step", ["pick", "settle", "trade", "build", "load", "placement"])
def test_what_is_drawn_leads_to_the_rules(step: str) -> None:
    page = Page(html(scene(position(step), 0)))
    notes = set(re.findall(r'data-rules-tip="([^"]+)"', page.html))
    assert notes <= {rules_url(KEY, anchor) for anchor in book("en").entries}
    assert notes >= {rules_url(KEY, building.key) for building in BUILDINGS}
    assert notes >= {rules_url(KEY, good) for good in GOODS}
    assert rules_url(KEY, "cargo_ship") in notes


def test_the_craftsman_has_one_name() -> None:
    with translation.override("ja"):
        assert SHOW.move_label("pick craftsman") == "監督を選ぶ"
        assert "職人" not in "".join(part.text for part in book("ja").parts)


def test_an_example_shows_what_lies_in_the_trading_house_and_on_ships() -> None:
    lying = dict(example_context(final_match(examples(KEY)["trading"])))
    assert "![indigo](picture:icon:indigo)" in " ".join(lying[None])
    assert " ".join(lying[1]).count("picture:icon:corn") == 2
