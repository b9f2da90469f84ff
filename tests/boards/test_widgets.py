"""Widgets look and behave the same on every board."""

from __future__ import annotations

from typing import Any

import pytest
from django.template import engines

from games.boards.spots import Spot
from games.boards.widgets import Amount, MoveButton, Stock

SPOT = Spot("take corn", "Take corn", "3 → 4")
GHOST = Spot("take corn", "Take back: take corn", undo=0)
FIXED_GHOST = GHOST._replace(undo=-1)


def render(macro: str, call: str, file: str, **context: object) -> str:
    """What a call of a macro of this file of widgets draws, on a page of Puerto Rico."""
    engine: Any = engines["jinja2"]
    environment = engine.get_template("puerto_rico/templates/board.html").template.environment
    source = f'{{% from "games/boards/widgets/{file}.html" import {macro} %}}{call}'
    return str(environment.from_string(source).render(context))


def spot(**context: object) -> str:
    call = '{% call spot_button("thing", spot, ghost, "div") %}face{% endcall %}'
    return render("spot_button", call, "spot", **{"spot": None, "ghost": None, **context})


def test_a_thing_without_a_move_is_no_button() -> None:
    assert spot() == '<div class="thing">face</div>'


def test_a_thing_with_a_move_says_it_and_its_effect() -> None:
    html = spot(spot=SPOT)
    assert html.startswith('<button class="thing" type="button" data-move="take corn"')
    assert 'data-preview="3 → 4"' in html
    assert html.endswith('<span class="visually-hidden">Take corn </span>face</button>')


def test_a_final_move_is_marked() -> None:
    assert " data-final>" in spot(spot=SPOT._replace(is_final=True))


def test_an_alternative_replaces_the_last_step() -> None:
    html = spot(spot=SPOT._replace(keep=2))
    assert 'class="thing is-alternative"' in html
    assert 'data-keep="2"' in html


@pytest.mark.parametrize(("ghost", "press"), [(GHOST, 'data-undo="0"'), (FIXED_GHOST, "disabled")])
def test_a_drafted_thing_is_taken_back(ghost: Spot, press: str) -> None:
    html = spot(spot=SPOT, ghost=ghost)
    assert f'class="thing is-ghost" type="button" {press}>' in html
    assert "data-move" not in html


def test_a_count_has_its_name_and_moves() -> None:
    html = render("count", '{{ count("corn", 3, "C") }}', "stock")
    assert '<b data-count="corn">3</b><span class="visually-hidden"> corn</span>' in html
    assert '<i aria-hidden="true">C</i>' in html
    assert "data-rules-tip" in html


@pytest.mark.parametrize(("n", "is_none"), [(0, True), (2, False)])
def test_an_empty_stock_is_pale(n: int, is_none: bool) -> None:
    html = render("stock", "{{ stock(one) }}", "stock", one=Stock("corn", n))
    assert ("is-none" in html) == is_none


def test_a_stock_is_pressed_where_its_kind_is_chosen() -> None:
    one = Stock("corn", 2, spot=SPOT)
    html = render("stock", "{% call stock(one) %}+1{% endcall %}", "stock", one=one)
    assert 'class="stock" type="button" data-move="take corn"' in html
    assert html.endswith("+1</button>")


def test_an_amount_is_read_in_words() -> None:
    html = render("amount", "{{ amount(one) }}", "stock", one=Amount("corn", "+2", "2 corn"))
    assert '<span aria-hidden="true">+2</span><span class="visually-hidden">2 corn. </span>' in html


def test_a_move_button_says_its_move() -> None:
    one = MoveButton(SPOT, "corn", "+2")
    html = render("move_button", "{{ move_button(one) }}", "spot", one=one)
    assert '<span class="visually-hidden">Take corn </span>' in html
    assert "<b>+2</b>" in html


@pytest.mark.parametrize(("is_asked", "found"), [("true", True), ("false", False)])
def test_a_zone_is_a_region_that_is_framed_while_it_is_asked(is_asked: str, found: bool) -> None:
    call = f'{{% call zone("pr-x", "Ships", {is_asked}, note="wharf") %}}inside{{% endcall %}}'
    html = render("zone", call, "zone")
    assert ("is-decision" in html) == found
    assert 'id="pr-x" aria-labelledby="pr-x-title"' in html
    assert "data-rules-tip" in html
