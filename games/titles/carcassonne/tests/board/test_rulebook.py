"""The rules as a text: what is filled in is what the rules play, and everything leads there."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.template.loader import render_to_string
from django.test import Client

import games.rules as rules
from games import rulebook
from games.boards import Scene, presenter
from games.boards.cached_urls import rules_url
from games.boards.view_models import RuleLink
from games.rulebook.examples import examples
from games.rulebook.sections import Rulebook
from games.table.views.scenes import build_scene

from ...board import vocabulary
from ...board.rulebook import RULES_DATA
from ...rules import feature_at
from ...rules.components import KINDS, PIECES, TERRAIN
from ...rules.setup import draw_pile
from ..rules.positions import position

KEY = "carcassonne"
SHOW = presenter(KEY)
ALL = {"inns": "all", "traders": "all"}
ROW = re.compile(r"<tr>\s*(.*?)</tr>", re.DOTALL)
CELL = re.compile(r'<(?:td[^>]*|th scope="row")>(.*?)</t[dh]>', re.DOTALL)
TAG = re.compile(r"<[^>]*>")
SECTION_OF_SET = {"base": "2.3.1", "inns": "2.3.2", "traders": "2.3.3"}


@pytest.fixture(name="book")
def english() -> Rulebook:
    book = rulebook.load_rulebook(KEY, "en")
    assert book is not None
    return book


def rows(book: Rulebook, section: str) -> list[list[str]]:
    """The tables of a section as text: the cells of every row but the heads."""
    found = [CELL.findall(row) for row in ROW.findall(book.by_number[section].html)]
    return [[TAG.sub("", cell) for cell in row] for row in found if row]


def numbers(text: object) -> list[int]:
    return [int(digits) for digits in re.findall(r"\d+", TAG.sub("", str(text)))]


# what is filled in


def test_components_are_all_tiles_pieces_terrains_and_marks() -> None:
    marks = {mark for kind in KINDS.values() for one in kind.segments for mark in one.marks}
    tiles = {f"tile:{id}" for id in KINDS}
    assert set(RULES_DATA.anchors) == tiles | {*PIECES, *TERRAIN} | marks | {
        "place",
        "none",
        "pile",
    }
    assert len(RULES_DATA.anchors) == len(set(RULES_DATA.anchors))


@pytest.mark.parametrize("name", SECTION_OF_SET)
def test_the_tables_of_tiles_count_every_tile(book: Rulebook, name: str) -> None:
    counts = {row[0]: int(row[2]) for row in rows(book, SECTION_OF_SET[name])}
    assert counts == {f"Tile {id}": kind.count for id, kind in KINDS.items() if kind.set == name}


def test_tile_table_lists_roads_and_farms(book: Rulebook) -> None:
    cells = {row[0]: row for row in rows(book, "2.3.3")}["Tile tb_c"]
    assert cells[3] == (
        "City north; road south (ends at the city wall); road west (ends beyond the bridge)"
    )
    assert cells[4] == (
        "East; south edge, right half (beside city north) / south edge, left half; west edge, "
        "lower half / west edge, upper half (beside city north)"
    )
    assert cells[5] == "0° 90° 180° 270°"


def test_setup_matches_rules_sheet(book: Rulebook) -> None:
    setup_rows = rows(book, "4")
    pairs = [(inns, traders) for inns in CHOICES for traders in CHOICES]
    assert len(setup_rows) == len(pairs)
    for row, (inns, traders) in zip(setup_rows, pairs, strict=True):
        match = rules.new_match(KEY, 2, {"inns": inns, "traders": traders}, seed="rules")
        assert int(row[2]) == len(draw_pile(match.options))
        assert [int(cell) for cell in row[3:]] == list(match.view(0)["supply"][0].values())


CHOICES = ("off", "tiles", "all")
#: Row of 8.1, row of 8.2, a tile and a segment of it; the first city has a pennant.
FEATURES = (
    ("Road", "Road", "d", "road:e"),
    ("Road with an inn, 1 or more", "Road with an inn", "ic_b", "road:e"),
    ("City", "City", "c", "city:n"),
    ("Monastery", "Monastery", "b", "monastery"),
)


@pytest.mark.parametrize(("finished", "unfinished", "tile", "segment"), FEATURES)
def test_points_match_rules_sheet(
    book: Rulebook, finished: str, unfinished: str, tile: str, segment: str
) -> None:
    """One tile, with one pennant where the row tells of pennants."""
    feature = feature_at(position([f"0,0 0 {tile}"]), 0, 0, segment)
    tables = dict(rows(book, "8.1")), dict(rows(book, "8.2"))
    assert feature["finished"] == sum(numbers(tables[0][finished]))
    if segment == "monastery":  # no tile around it
        assert feature["points"] == numbers(tables[1][unfinished])[0]
    else:
        assert feature["points"] == sum(numbers(tables[1][unfinished]))


def test_cathedral_points_match_rules_sheet(book: Rulebook) -> None:
    feature = feature_at(position(["0,0 0 ic_k"]), 0, 0, "city:n")
    text = dict(rows(book, "8.1"))["City with a cathedral, 1 or more"]
    assert numbers(text) == [feature["finished"]] * 2
    assert feature["points"] == 0
    assert numbers(vocabulary.EFFECTS["cathedral"]) == [feature["finished"]]


def test_smallest_city_points_match_rules_sheet(book: Rulebook) -> None:
    values = numbers(dict(rows(book, "8.1"))["City of exactly 2 tiles"])
    for choice, points in zip(("4", "2"), values, strict=False):
        match = position(["0,0 0 e", "0,1 180 e"], two_tile_city=choice)
        assert feature_at(match, 0, 0, "city:n")["finished"] == points


@pytest.mark.parametrize("terrain", ["road", "city"])
def test_the_table_of_terrains_pays_as_the_tables_of_points(book: Rulebook, terrain: str) -> None:
    row = terrain.capitalize()
    assert numbers(vocabulary.FINISHED[terrain]) == numbers(dict(rows(book, "8.1"))[row])
    assert numbers(vocabulary.UNFINISHED[terrain]) == numbers(dict(rows(book, "8.2"))[row])


def test_every_ruling_that_the_code_cites_is_there(book: Rulebook) -> None:
    folder = Path(__file__).parents[2]
    cited = {
        number
        for path in folder.rglob("*.py")
        for number in re.findall(r"\bR(\d+)\b", path.read_text("utf-8"))
    }
    assert len(cited) > 10
    assert {number for number in cited if f"10.{number}" not in book.by_number} == set()


def test_an_example_is_drawn_with_its_tiles_and_pieces() -> None:
    example = examples(KEY)["builder"]
    moves = example.record["moves"][: example.start]
    view = rules.replay({**example.record, "moves": moves}).view(None)
    drawn = RULES_DATA.pictures["before:builder"]()
    assert drawn.count("<use") == len(view["board"]) + len(view["pieces"])
    assert "#meeple-0" in drawn


# what leads there


def walk(seed: int, **options: str) -> Iterator[rules.Match]:
    match = rules.new_match(KEY, 2, options, seed=str(seed))
    rng = random.Random(seed)
    while match.actors:
        yield match
        seat = match.actors[0]
        match.play(seat, rng.choice(match.legal_moves(seat)))


def scene(match: rules.Match) -> Scene:
    seat = match.actors[0]
    return build_scene(match, seat, ("Ann", "Bob"), match.legal_moves(seat), ())


@pytest.mark.parametrize("hand", ["1", "3"])
def test_every_move_leads_to_a_paragraph(book: Rulebook, hand: str) -> None:
    for match in walk(1, **ALL, hand=hand):
        for move in match.legal_moves(match.actors[0]):
            assert book.has(SHOW.rule_anchors(move)[0]), move


def test_a_move_is_about_its_tile_or_its_piece() -> None:
    assert SHOW.rule_anchors("place 1,-2 90 e") == ["tile:e", "place"]
    assert SHOW.rule_anchors("place 1,-2 90") == ["place"]
    assert SHOW.rule_anchors("pig farm:ene") == ["pig", "farm"]
    assert SHOW.rule_anchors("meeple none") == ["none"]


def middle() -> rules.Match:
    return next(match for match in walk(2, **ALL) if len(match.moves) == 40)


def test_the_position_in_words_leads_to_many_paragraphs(book: Rulebook) -> None:
    panels = SHOW.panels(scene(middle()))
    cells = [cell for panel in panels for row in (*panel.rows, *panel.table) for cell in row]
    cells += [item for panel in panels for item in panel.items]
    terms = {cell for cell in cells if isinstance(cell, RuleLink)}
    anchors = {term.address.split("/")[-2] for term in terms}
    assert len(anchors) >= 10
    assert {anchor for anchor in anchors if not book.has(anchor)} == set()
    assert {"Follower", "Builder", "Wine"} <= set(map(str, terms))


def test_what_the_board_shows_leads_to_paragraphs(book: Rulebook) -> None:
    match = middle()
    shown = scene(match)
    text = render_to_string("carcassonne/templates/board.html", {"board": SHOW.board(shown)})
    notes = re.findall(r'data-rules-tip="(/games/[^"]+)"', text)
    notes += [stat.note for seat in range(match.seats) for stat in SHOW.stats(shown, seat)]
    anchors = {address.split("/")[-2] for address in notes}
    assert {anchor for anchor in anchors if not book.has(anchor)} == set()
    assert {"meeple", "pig", "pile"} <= anchors
    assert {good for own in match.view(0)["goods"] for good, n in own.items() if n} <= anchors
    assert {f"tile:{tile}" for _x, _y, tile, _turn in match.view(0)["board"]} <= anchors


@pytest.mark.django_db
@pytest.mark.parametrize("anchor", ["tile:ic_a", "builder", "5.6"])
def test_a_paragraph_can_be_asked_for(client: Client, anchor: str) -> None:
    answer = client.get(rules_url(KEY, anchor))
    assert answer.status_code == 200
