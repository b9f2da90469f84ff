"""The event phase (5.6)."""

from __future__ import annotations

from typing import Any

import pytest

from ...rules import components as box
from ...rules.match import OrleansMatch
from .positions import bag, event_kinds, own_view_data, play, position, score_of

EVENT = "event"


def event(name: str, *boards: dict[str, Any], letter: str = "a", **words: Any) -> OrleansMatch:
    return position(*boards, phase="event", event=name, letter=letter, **words)


def event_coins(match: OrleansMatch, seat: int) -> int:
    """Coins that the event phase brought or cost, without a later census."""
    names = {"taxes", "harvest", "trading_day", "income"}
    return sum(
        e.data["amount"]
        for e in match.opening
        if e.kind == "score"
        and e.seat == seat
        and e.data["reason"] in names
        and e.data["key"] == "coins"
    )


def test_plague_takes_a_neutral_follower_back_to_the_supply() -> None:
    match = event("plague", {"bag": "knight farmer"}, {}, script={"plague:0": [["knight"]]})
    start = position({}, {}).followers[box.KNIGHT]
    assert match.followers[box.KNIGHT] == start + 1
    assert match.record()["chance"]["plague:0"] == [["knight"]]
    struck = next(e for e in match.opening if e.kind == "plague")
    assert struck.data == {"tile": "knight", "lost": True}


def test_plague_puts_an_own_follower_back() -> None:
    match = event(
        "plague", {"bag": "own_farmer", "market": ""}, {}, script={"plague:0": [["own_farmer"]]}
    )
    struck = next(e for e in match.opening if e.kind == "plague")
    assert struck.data == {"tile": "own_farmer", "lost": False}
    assert bag(match, 0) == {"own_farmer": 1}


def test_plague_leaves_markers_alone_and_an_empty_bag_too() -> None:
    match = event("plague", {"bag": "knight", "tracks": {"knight": 2}}, {"bag": ""})
    assert own_view_data(match, 0)["tracks"]["knight"] == 2
    assert [e.seat for e in match.opening if e.kind == "plague"] == [0]


@pytest.mark.parametrize(("letter", "value"), [("a", 1), ("b", 2), ("c", 3)])
def test_taxes_count_all_goods_and_bread(letter: str, value: int) -> None:
    seat = {"coins": 9, "goods": {"grain": 3, "brocade": 2}, "tiles": ["bakery"], "bread": 2}
    match = event("taxes", seat, {}, letter=letter)
    assert event_coins(match, 0) == -(7 // value)
    assert event_coins(match, 1) == 0


@pytest.mark.parametrize(("letter", "value"), [("a", 3), ("b", 2), ("c", 1)])
def test_trading_day_pays_for_stations(letter: str, value: int) -> None:
    seat = {"stations": "tours blois", "tiles": ["country_road"], "road_stations": 1}
    match = event("trading_day", seat, {}, letter=letter)
    assert event_coins(match, 0) == 3 * value
    assert event_coins(match, 1) == 0


@pytest.mark.parametrize(("letter", "value"), [("a", 3), ("b", 2), ("c", 1)])
def test_income_pays_for_the_level(letter: str, value: int) -> None:
    match = event("income", {"development": 10}, {}, letter=letter)
    assert (event_coins(match, 0), event_coins(match, 1)) == (3 * value, value)


def test_pilgrimage_does_nothing_in_the_event_phase() -> None:
    match = event("pilgrimage", {"bag": "knight"}, {}, letter="b")
    assert not {"score", "plague", "torture"} & set(event_kinds(match.opening[:1]))
    assert own_view_data(match, 0)["coins"] == 5


# harvest


@pytest.mark.parametrize(("letter", "items"), [("a", 1), ("b", 2), ("c", 3)])
def test_harvest_asks_for_items(letter: str, items: int) -> None:
    seat = {"goods": {"grain": 2, "cheese": 2}, "coins": 20}
    match = event("harvest", seat, {"coins": 20}, letter=letter)
    assert match.view(0)["due"] == items
    assert match.legal_moves(0) == ["feed grain", "feed cheese", "pay"]


def test_wool_and_brocade_are_no_food() -> None:
    match = event("harvest", {"goods": {"wool": 2, "grain": 1}, "coins": 20}, {})
    assert match.legal_moves(0) == ["feed grain", "pay"]


def test_food_goes_to_the_supply() -> None:
    match = event("harvest", {"goods": {"wine": 1}, "coins": 20}, {})
    before = match.goods[box.WINE]
    events = play(match, "0 feed wine")
    assert match.goods[box.WINE] == before + 1
    assert score_of(events[:3], 0, "goods") == -3


def test_bread_is_food_and_returns_as_grain() -> None:
    match = event("harvest", {"tiles": ["bakery"], "bread": 1, "coins": 20}, {})
    assert match.legal_moves(0) == ["feed bread", "pay"]
    before = match.goods[box.GRAIN]
    play(match, "0 feed bread")
    assert match.goods[box.GRAIN] == before + 1
    assert own_view_data(match, 0)["bread"] == 0


def test_pay_costs_five_coins() -> None:
    match = event("harvest", {"goods": {"wine": 1}, "coins": 20}, {})
    assert score_of(play(match, "0 pay")[:2], 0, "coins") == -5


def test_single_possibility_is_carried_out() -> None:
    match = event("harvest", {"goods": {"grain": 1}, "coins": 4}, {"coins": 5})
    assert match.phase != EVENT
    assert [e.data for e in match.opening if e.kind == "feed"] == [{"good": "grain", "auto": True}]
    assert [e.data for e in match.opening if e.kind == "pay"] == [{"coins": 5, "auto": True}]


def test_all_seats_that_owe_a_decision_are_asked_together() -> None:
    rich = {"goods": {"grain": 1}, "coins": 20}
    match = event("harvest", rich, {"coins": 20}, rich, start=1)
    assert match.actors == (0, 2)
    play(match, "2 pay")
    assert match.actors == (0,)


def test_without_food_and_money_the_rest_is_torture() -> None:
    match = event("harvest", {"coins": 3, "development": 2}, {}, letter="a")
    assert match.actors == (0,)
    assert match.view(0)["debt"] == 2
    assert own_view_data(match, 0)["coins"] == 0


# sacristy

CHAPEL = {"tiles": ["sacristy"], "places": {"sacristy": "monk"}}


def test_sacristy_may_shield_from_a_plague() -> None:
    match = event("plague", {**CHAPEL, "bag": "knight"}, {})
    assert match.legal_moves(0) == ["shield", "suffer"]
    play(match, "0 shield")
    assert bag(match, 0) == {"knight": 1, "monk": 1}
    assert own_view_data(match, 0)["places"]["sacristy"] == [None]
    assert "plague:0" not in match.record()["chance"]


def test_who_suffers_is_struck_and_keeps_the_monk_there() -> None:
    match = event("plague", {**CHAPEL, "bag": "knight"}, {})
    events = play(match, "0 suffer")
    assert "plague" in event_kinds(events)
    assert own_view_data(match, 0)["places"]["sacristy"] == ["monk"]


def test_sacristy_may_shield_from_taxes_and_harvest() -> None:
    taxes = event("taxes", {**CHAPEL, "goods": {"wool": 3}}, {})
    assert taxes.legal_moves(0) == ["shield", "suffer"]
    events = play(taxes, "0 shield")
    assert score_of(events, 0, "coins") == 0
    harvest = event("harvest", {**CHAPEL, "coins": 20, "goods": {"wine": 1}}, {})
    assert harvest.legal_moves(0) == ["shield", "suffer"]
    play(harvest, "0 suffer")
    assert harvest.legal_moves(0) == ["feed wine", "pay"]


def test_sacristy_is_not_asked_where_there_is_no_harm() -> None:
    assert event("plague", {**CHAPEL, "bag": "own_farmer"}, {}).phase != EVENT
    assert event("taxes", {**CHAPEL, "goods": {"wool": 1}}, {}, letter="b").phase != EVENT
    assert event("income", CHAPEL, {}).phase != EVENT


def test_empty_sacristy_does_not_shield() -> None:
    match = event("taxes", {"tiles": ["sacristy"], "goods": {"wool": 3}}, {})
    assert match.phase != EVENT
    assert event_coins(match, 0) == -3
