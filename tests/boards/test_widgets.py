"""Widgets look and behave the same on every board."""

from __future__ import annotations

import pytest

from games.boards import presenter
from games.boards.spots import Spot
from games.boards.widget_examples import widget_examples
from games.boards.widgets import Amount, Card, Hex, MarketRow, MoveButton, Slot, Step, Stock

from . import title_templates
from .title_templates import KEY, THING

SPOT = Spot("take corn", "Take corn", "3 → 4")
GHOST = Spot("take corn", "Take back: take corn", undo=0)
FIXED_GHOST = GHOST._replace(undo=-1)


def render(macro: str, call: str, file: str, **context: object) -> str:
    """What a call of a macro of this file of widgets draws, on a board of a title."""
    source = f'{{% from "games/boards/widgets/{file}.html" import {macro} %}}{call}'
    return title_templates.render(source, **context)


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
    html = render("count", '{{ count(key, 3, "C") }}', "stock", key=THING)
    called = presenter(KEY).names[THING]
    assert f'<b data-count="{THING}">3</b><span class="visually-hidden"> {called}</span>' in html
    assert '<i aria-hidden="true">C</i>' in html
    assert "data-rules-tip" in html


@pytest.mark.parametrize(("n", "is_none"), [(0, True), (2, False)])
def test_an_empty_stock_is_pale(n: int, is_none: bool) -> None:
    html = render("stock", "{{ stock(one) }}", "stock", one=Stock(THING, n))
    assert ("is-none" in html) == is_none


def test_a_stock_is_pressed_where_its_kind_is_chosen() -> None:
    one = Stock(THING, 2, spot=SPOT)
    html = render("stock", "{% call stock(one) %}+1{% endcall %}", "stock", one=one)
    assert 'class="stock" type="button" data-move="take corn"' in html
    assert html.endswith("+1</button>")


def test_an_amount_is_read_in_words() -> None:
    html = render("amount", "{{ amount(one) }}", "stock", one=Amount(THING, "+2", "2 corn"))
    assert '<span aria-hidden="true">+2</span><span class="visually-hidden">2 corn. </span>' in html


def test_a_move_button_says_its_move() -> None:
    one = MoveButton(SPOT, THING, "+2")
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


CARD = Card("seven", "7")


@pytest.mark.parametrize(
    ("card", "found"),
    [
        (CARD, '<span class="play-card" data-piece="seven"><b>7</b></span>'),
        (CARD._replace(spot=SPOT), 'data-move="take corn" data-preview="3 → 4" data-piece="seven"'),
        (CARD._replace(ghost=GHOST), 'class="play-card is-ghost" type="button" data-undo="0"'),
        (CARD._replace(why="2 short"), 'class="play-card is-blocked" title="2 short"'),
        (CARD._replace(why="2 short"), '<small class="why">2 short</small>'),
    ],
)
def test_a_card_is_playable_or_says_why_not(card: Card, found: str) -> None:
    assert found in render("card", "{{ card(one) }}", "card", one=card)


def test_a_face_down_card_tells_nothing() -> None:
    html = render("card", "{{ card(one) }}", "card", one=CARD._replace(is_back=True))
    assert "seven" not in html
    assert "7" not in html


def test_a_hand_is_a_list_with_a_name() -> None:
    html = render("hand", '{{ hand("Hand", cards, "is-fan") }}', "card", cards=(CARD, CARD))
    assert html.startswith('<ul class="hand is-fan" aria-label="Hand"')
    assert html.count("<li>") == 2


@pytest.mark.parametrize(("slot", "found"), [(Slot(THING), f"#{THING}"), (Slot(), "slot is-free")])
def test_a_slot_is_filled_or_free(slot: Slot, found: str) -> None:
    assert found in render("slot", "{{ slot(one) }}", "card", one=slot)


def test_a_track_names_whose_mark_stands_on_a_step() -> None:
    steps = (Step("0", (1,)), Step("1", is_next=True, spot=SPOT))
    call = '{{ track("speed", "Speed", steps, ("Anna", "Emil")) }}'
    html = render("track", call, "track", steps=steps)
    assert 'data-piece="speed-1" data-seat="1"' in html
    assert '<span class="visually-hidden">Emil</span>' in html
    assert '<li aria-current="step"><button class="step is-next"' in html


def test_a_market_row_says_why_it_cannot_be_bought() -> None:
    row = MarketRow(THING, (3, 4), 1, 0, sell=SPOT, no_buy="£3 short")
    html = render("market", '{{ market("Market", rows) }}', "market", rows=(row,))
    assert '<span class="move-button is-blocked"><b aria-hidden="true">+</b>' in html
    assert '<small class="why">£3 short</small>' in html
    assert 'data-move="take corn"' in html
    assert f'<i class="is-here" data-piece="price-{THING}" data-sound="step">4</i>' in html


@pytest.mark.parametrize(
    ("n", "found"), [(1, 'data-move="take corn"'), (2, 'data-sheet="x-sheet"')]
)
def test_several_moves_of_one_thing_are_a_sheet(n: int, found: str) -> None:
    html = render("aim_any", '{{ aim_any("x", spots) }}', "sheet", spots=(SPOT,) * n)
    assert found in html


def test_a_sheet_has_its_choices_and_closes() -> None:
    html = render("choices", '{{ choices("x", "Take", spots) }}', "sheet", spots=(SPOT,))
    assert 'popovertarget="x" popovertargetaction="hide"' in html
    assert 'data-move="take corn" data-preview="3 → 4">Take corn</button>' in html


def test_a_hex_is_pressed_where_it_has_a_move() -> None:
    hexes = (Hex(1, 1, THING, "B2", seat=1), Hex(0, 0, THING, "A1", spot=SPOT))
    call = '{{ hex_map("land", "Land", "0 0 100 100", hexes, ("Anna", "Emil")) }}'
    html = render("hex_map", call, "hex_map", hexes=hexes)
    label = f"B2: {presenter(KEY).names[THING]}, Emil"
    assert f'role="img" aria-label="{label}" transform="translate(78 45)" data-seat="1"' in html
    assert 'role="button" tabindex="0" aria-label="Take corn" transform="translate(0 0)"' in html


def test_every_widget_has_an_example() -> None:
    html = widget_examples("day")
    for shown in (
        "stock",
        "amount",
        "move-button",
        "play-card",
        "slot",
        "step",
        "market-row",
        "hex ",
        "sheet",
    ):
        assert f'class="{shown}' in html
    for state in ("is-ghost", "is-alternative", "is-blocked", "data-move", "is-decision"):
        assert state in html
