"""Orders as they are handed in, and what they answer: the engine, with a kind of its own."""

from __future__ import annotations

from typing import Any, cast

import pytest

import games.rules as rules
from games import conditional_moves
from games.conditional_moves import (
    Answer,
    ConditionalMove,
    ConditionalMoveError,
    DecisionContext,
    DecisionKind,
    DecisionKinds,
    Guard,
    NoAnswer,
)

pytestmark = pytest.mark.same_everywhere

KINDS = DecisionKinds(
    (
        DecisionKind(
            "trade",
            "a trade",
            lambda asked: asked.view["step"] == "trade",
            ("sell <good>", "sell <good> <n>", "pass"),
            guards=(Guard("price", "Price", lambda asked, move, n: asked.view["price"] >= n),),
        ),
        DecisionKind(
            "turn",
            "my turn",
            lambda asked: asked.view["step"] == "turn",
            ("go <at>", "end"),
            is_sequence=True,
            skipped=("end",),
            closing=("end",),
        ),
    ),
    words={"good": ("corn", "coffee")},
)


class Site:
    """A match as far as the engine asks one: for the move of the site."""

    def auto_move(self, seat: int) -> str:
        return "pass"


def answer(order: ConditionalMove, *legal: str, step: str = "trade", **view: Any) -> object:
    asked = DecisionContext({"step": step, "price": 3, "round": 1, **view}, legal, 0, {}, 1)
    return conditional_moves.evaluate(order, KINDS, asked, cast(rules.Match, Site()))


def make_conditional_move(**given: Any) -> ConditionalMove:
    return conditional_moves.parse({"kind": "trade", **given}, KINDS).arm(1)


def test_the_first_legal_move_of_the_list_is_played() -> None:
    order = make_conditional_move(moves=["sell corn", "sell coffee"])
    assert answer(order, "sell coffee", "sell corn", "pass") == Answer("sell corn")
    assert answer(order, "sell coffee", "pass") == Answer("sell coffee")


def test_a_pattern_leaves_words_open() -> None:
    assert answer(make_conditional_move(moves=["sell * 2"]), "sell corn", "sell corn 2") == Answer(
        "sell corn 2"
    )


def test_it_is_not_about_anything_else() -> None:
    assert answer(make_conditional_move(moves=["sell corn"]), "sell corn", step="turn") is None


@pytest.mark.parametrize(
    ("otherwise", "expected"),
    [("ask", NoAnswer("none_fits")), ("pass", Answer("pass")), ("site", Answer("pass"))],
)
def test_otherwise(otherwise: str, expected: object) -> None:
    order = make_conditional_move(moves=["sell corn"], otherwise=otherwise)
    assert answer(order, "sell coffee", "pass") == expected


def test_one_that_holds_until_i_say_stop_asks_and_goes_on_to_hold() -> None:
    order = make_conditional_move(moves=["sell corn"], until="stop")
    assert answer(order, "sell coffee", "pass") is None


def test_passing_that_is_not_possible_stops_an_order_that_holds_once() -> None:
    order = make_conditional_move(moves=["sell corn"], otherwise="pass")
    assert answer(order, "sell coffee") == NoAnswer("no_pass")


def test_a_guard_is_asked_of_every_move() -> None:
    order = make_conditional_move(moves=["sell *"], guards={"price": 4})
    assert answer(order, "sell corn", price=4) == Answer("sell corn")
    assert answer(order, "sell corn", price=3) == NoAnswer("none_fits")


def test_an_order_for_a_round_ends_with_it() -> None:
    order = make_conditional_move(moves=["sell corn"], until="round")
    assert answer(order, "sell corn", round=1) == Answer("sell corn")
    assert answer(order, "sell corn", round=2) == NoAnswer("expired")


def test_a_programme_is_played_in_order() -> None:
    order = make_conditional_move(kind="turn", moves=["go 1,2", "end", "go 3,4"])
    assert order.way == "each"
    assert answer(order, "go 3,4", "go 1,2", step="turn") == Answer("go 1,2", 1)
    order = conditional_moves.ConditionalMove.of({**order.data(), "played": 1})
    assert answer(order, "go 3,4", step="turn") == Answer("go 3,4", 3)  # no end was asked for
    order = conditional_moves.ConditionalMove.of({**order.data(), "played": 2})
    assert answer(order, "go 5,5", step="turn") == NoAnswer("none_fits")
    assert answer(order, "go 5,5", "end", step="turn") == Answer("end", 2)


@pytest.mark.parametrize(
    ("given", "says"),
    [
        (None, "an object"),
        ([], "an object"),
        ({"kind": "war"}, "not a kind of decision here"),
        ({"kind": ["trade"]}, "not a kind of decision"),
        ({"kind": "trade", "moves": "sell corn"}, "must be a list of strings."),
        ({"kind": "trade", "moves": ["sell gold"]}, "sell gold is not a move"),
        ({"kind": "trade", "moves": ["*"]}, "is not a move"),
        ({"kind": "trade", "moves": ["sell  corn"]}, "is not a move"),
        ({"kind": "trade", "moves": [5]}, "5 is not a move"),
        ({"kind": "trade", "moves": ["pass"] * 41}, "at most 40 moves"),
        ({"kind": "turn", "moves": ["go here"]}, "written: go <at>, end"),
        (
            {"kind": "trade", "moves": ["pass"], "guards": {"luck": 1}},
            "is not a condition",
        ),
        ({"kind": "trade", "moves": ["pass"], "guards": {"price": -1}}, "from 0 to 999"),
        ({"kind": "trade", "moves": ["pass"], "guards": {"price": True}}, "from 0 to 999"),
        ({"kind": "trade", "moves": ["pass"], "guards": [1]}, "an object of numbers"),
        ({"kind": "trade", "moves": ["pass"], "otherwise": "cheat"}, "ask, pass, site"),
        ({"kind": "trade", "moves": ["pass"], "until": {}}, "once, round, stop"),
        (
            {"kind": "trade", "moves": ["pass"], "seat": 1},
            "is not a field of a conditional move",
        ),
        (
            {"kind": "trade", "moves": []},
            "must list at least one move",
        ),
    ],
)
def test_invalid_conditional_moves_are_rejected(given: Any, says: str) -> None:
    with pytest.raises(ConditionalMoveError, match=says.replace("*", r"\*")):
        conditional_moves.parse(given, KINDS)


def test_a_game_without_rounds_has_no_orders_for_one() -> None:
    given = {"kind": "trade", "moves": ["pass"], "until": "round"}
    with pytest.raises(ConditionalMoveError, match="no rounds"):
        conditional_moves.parse(given, KINDS, has_rounds=False)


def test_ids_are_made_unique() -> None:
    given = [{"kind": "trade", "moves": ["pass"], "id": n} for n in (2, 2, 0, -1)]
    assert [one.id for one in conditional_moves.parse_all(given, KINDS)] == [2, 3, 4, 5]


def test_an_order_survives_its_row() -> None:
    order = make_conditional_move(moves=["sell corn"], guards={"price": 1}, until="round")
    assert ConditionalMove.of(order.data()) == order


def test_every_title_says_what_can_be_ordered() -> None:
    for key in rules.catalogue():
        assert conditional_moves.decision_kinds_of(key).kinds, key


def test_a_title_that_says_nothing_has_the_generic_kind() -> None:
    kinds = conditional_moves.decision_kinds_of("no such title")
    order = conditional_moves.parse({"kind": "any", "moves": ["roll", "end"]}, kinds).arm(None)
    asked = DecisionContext({}, ["end"], 0, {}, 1)
    assert conditional_moves.evaluate(order, kinds, asked, cast(rules.Match, Site())) == Answer(
        "end"
    )
