"""The generic board: any registered game can be shown and played with it."""

from __future__ import annotations

import pytest
from django.template.loader import render_to_string
from django.utils.safestring import mark_safe
from markupsafe import escape

import games.rules as rules
from games.boards import Panel, Presenter, RuleLink, rendering
from tests.boards.walks import NAMES, Page, scene, walk

LOOK_EVERY = 40
GAMES = [(game.key, game.seats[0]) for game in rules.catalogue().values()]


def html(panels: list[Panel]) -> str:
    return render_to_string("games/boards/generic.html", {"board": {"panels": panels}})


@pytest.mark.parametrize(("key", "seats"), GAMES)
def test_it_shows_a_whole_match_of_any_game_and_lists_every_move(key: str, seats: int) -> None:
    show = Presenter(rules.get(key))
    for number, (match, events) in enumerate(walk(key, seats, "generic")):
        if number % LOOK_EVERY and not match.over:
            continue
        assert all(isinstance(show.log_line(event, NAMES[:seats]), str) for event in events)
        for seat in (None, *range(seats)):
            seen = scene(match, seat)
            board = rendering.RenderedBoard(show, seen)
            page = Page(board.html + "".join(board.seat(other) for other in range(seats)))
            assert page.inline == []
            assert page.html.count("<section") == len(show.panels(seen)) > 0
            listed = [choice.move for group in show.move_groups(seen) for choice in group.choices]
            assert sorted(listed) == sorted(seen.legal)


def test_a_panel_shows_rows_tables_and_lists() -> None:
    page = html(
        [
            Panel("Ports", rows=[("Wool", "2:1")], items=["north", "south"]),
            Panel("Stock", head=["Thing", "Left"], table=[["Roads", "4"]], seat=1),
        ]
    )
    assert "<dt>Wool</dt><dd>2:1</dd>" in page
    assert page.count("<li>") == 2
    assert '<th scope="col">Left</th>' in page
    assert '<th scope="row">Roads</th><td>4</td>' in page
    assert 'data-seat="1"' in page


def test_a_drawing_is_shown_with_its_description() -> None:
    page = html([Panel("Map", svg=mark_safe("<svg></svg>"), alt="A map")])
    assert 'role="img" aria-label="A map"><svg></svg>' in page


def test_names_are_text_and_never_markup() -> None:
    name = "<b>Mallory</b>"
    page = html([Panel(name, rows=[(name, name)], items=[name], table=[[name]])])
    assert name not in page
    assert page.count(escape(name)) >= 5


def test_a_term_is_a_link_and_equal_only_to_one_of_the_same_address() -> None:
    wool = RuleLink("wool & more", "/a/wool/")
    assert escape(wool) == '<a class="term" href="/a/wool/" data-rules-tip>wool &amp; more</a>'
    assert wool == RuleLink("wool & more", "/a/wool/")
    assert wool != RuleLink("wool & more", "/b/wool/")
    assert wool != "wool & more"
    assert wool != "wool & more"
    assert str(wool) == "wool & more"
