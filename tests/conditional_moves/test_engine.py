"""The engine of conditional moves: validation and evaluation, with sample kinds of decisions."""

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
            lambda context: context.view["step"] == "trade",
            ("sell <good>", "sell <good> <n>", "pass"),
            guards=(Guard("price", "Price", lambda context, move, n: context.view["price"] >= n),),
        ),
        DecisionKind(
            "turn",
            "my turn",
            lambda context: context.view["step"] == "turn",
            ("go <at>", "end"),
            is_sequence=True,
            skipped=("end",),
            closing=("end",),
        ),
    ),
    words={"good": ("corn", "coffee")},
)


class Site:
    """The part of a match that the engine needs: the move of the site."""

    def auto_move(self, seat: int) -> str:
        return "pass"


def answer(
    conditional_move: ConditionalMove, *legal: str, step: str = "trade", **view: Any
) -> object:
    context = DecisionContext({"step": step, "price": 3, "round": 1, **view}, legal, 0, {}, 1)
    return conditional_moves.evaluate(conditional_move, KINDS, context, cast(rules.Match, Site()))


def make_conditional_move(**given: Any) -> ConditionalMove:
    return conditional_moves.parse({"kind": "trade", **given}, KINDS).arm(1)


def test_first_legal_move_of_the_list_is_played() -> None:
    conditional_move = make_conditional_move(moves=["sell corn", "sell coffee"])
    assert answer(conditional_move, "sell coffee", "sell corn", "pass") == Answer("sell corn")
    assert answer(conditional_move, "sell coffee", "pass") == Answer("sell coffee")


def test_pattern_leaves_words_open() -> None:
    conditional_move = make_conditional_move(moves=["sell * 2"])
    assert answer(conditional_move, "sell corn", "sell corn 2") == Answer("sell corn 2")


def test_other_kinds_of_decisions_get_no_answer() -> None:
    assert answer(make_conditional_move(moves=["sell corn"]), "sell corn", step="turn") is None


@pytest.mark.parametrize(
    ("otherwise", "expected"),
    [("ask", NoAnswer("none_fits")), ("pass", Answer("pass")), ("site", Answer("pass"))],
)
def test_fallback_answers_without_listed_move(otherwise: str, expected: object) -> None:
    conditional_move = make_conditional_move(moves=["sell corn"], otherwise=otherwise)
    assert answer(conditional_move, "sell coffee", "pass") == expected


def test_conditional_move_until_stop_stays_armed_without_answer() -> None:
    conditional_move = make_conditional_move(moves=["sell corn"], until="stop")
    assert answer(conditional_move, "sell coffee", "pass") is None


def test_conditional_move_stops_if_passing_is_illegal() -> None:
    conditional_move = make_conditional_move(moves=["sell corn"], otherwise="pass")
    assert answer(conditional_move, "sell coffee") == NoAnswer("no_pass")


def test_guard_checks_every_move() -> None:
    conditional_move = make_conditional_move(moves=["sell *"], guards={"price": 4})
    assert answer(conditional_move, "sell corn", price=4) == Answer("sell corn")
    assert answer(conditional_move, "sell corn", price=3) == NoAnswer("none_fits")


def test_conditional_move_for_a_round_expires_after_it() -> None:
    conditional_move = make_conditional_move(moves=["sell corn"], until="round")
    assert answer(conditional_move, "sell corn", round=1) == Answer("sell corn")
    assert answer(conditional_move, "sell corn", round=2) == NoAnswer("expired")


def test_sequence_plays_its_moves_in_order() -> None:
    conditional_move = make_conditional_move(kind="turn", moves=["go 1,2", "end", "go 3,4"])
    assert conditional_move.way == "each"
    assert answer(conditional_move, "go 3,4", "go 1,2", step="turn") == Answer("go 1,2", 1)
    conditional_move = ConditionalMove.of({**conditional_move.data(), "played": 1})
    # "end" is not legal now, and is skipped.
    assert answer(conditional_move, "go 3,4", step="turn") == Answer("go 3,4", 3)
    conditional_move = ConditionalMove.of({**conditional_move.data(), "played": 2})
    assert answer(conditional_move, "go 5,5", step="turn") == NoAnswer("none_fits")
    assert answer(conditional_move, "go 5,5", "end", step="turn") == Answer("end", 2)


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


def test_game_without_rounds_rejects_conditional_move_for_a_round() -> None:
    given = {"kind": "trade", "moves": ["pass"], "until": "round"}
    with pytest.raises(ConditionalMoveError, match="no rounds"):
        conditional_moves.parse(given, KINDS, has_rounds=False)


def test_ids_are_made_unique() -> None:
    given = [{"kind": "trade", "moves": ["pass"], "id": n} for n in (2, 2, 0, -1)]
    assert [one.id for one in conditional_moves.parse_all(given, KINDS)] == [2, 3, 4, 5]


def test_conditional_move_survives_storage() -> None:
    conditional_move = make_conditional_move(
        moves=["sell corn"], guards={"price": 1}, until="round"
    )
    assert ConditionalMove.of(conditional_move.data()) == conditional_move


def test_every_title_has_kinds_of_decisions() -> None:
    for key in rules.catalogue():
        assert conditional_moves.decision_kinds_of(key).kinds, key


def test_title_without_kinds_has_the_generic_kind() -> None:
    kinds = conditional_moves.decision_kinds_of("no such title")
    conditional_move = conditional_moves.parse(
        {"kind": "any", "moves": ["roll", "end"]}, kinds
    ).arm(None)
    context = DecisionContext({}, ["end"], 0, {}, 1)
    site = cast(rules.Match, Site())
    assert conditional_moves.evaluate(conditional_move, kinds, context, site) == Answer("end")
