"""Who sees what (section 9)."""

from __future__ import annotations

import json

import games.rules as rules
from games.rules import FastChance

from ...rules import components as box
from .positions import fresh_match, own_view_data, play, position


def test_plans_are_hidden_until_the_last_seat_has_finished() -> None:
    match = fresh_match(3)
    play(match, "0 place own_farmer castle farmer")
    for eyes in (1, 2, None):
        shown = match.view(eyes)["seats"][0]
        assert shown["market"] == list(box.OWN_TILES)
        assert shown["places"]["castle"] == [None, None, None]
    assert own_view_data(match, 0)["places"]["castle"] == ["own_farmer", None, None]
    play(match, "0 done", "1 done")
    assert match.view(1)["seats"][0]["places"]["castle"] == [None, None, None]
    play(match, "2 done")
    assert match.view(1)["seats"][0]["places"]["castle"] == ["own_farmer", None, None]


def test_others_see_who_has_finished() -> None:
    match = fresh_match()
    play(match, "0 done")
    assert match.view(1)["actors"] == [1]


def test_move_events_of_planning_go_to_the_seat_alone() -> None:
    match = fresh_match()
    events = play(match, "0 place own_farmer castle farmer", "0 done")
    assert [(event.kind, event.audience) for event in events] == [("place", 0), ("done", 0)]


def test_what_goes_on_the_tower_in_planning_is_hidden() -> None:
    seat = {"market": " ".join(["monk"] * 10), "tiles": ["gunpowder_tower"]}
    match = position(seat, {}, phase="planning")
    events = play(match, "0 place monk gunpowder_tower any")
    assert events[0].audience == 0
    assert match.view(0)["tower"] == 1
    assert match.view(1)["tower"] == 0
    assert "tower" not in match.view(None)
    for eyes in (1, None):
        assert match.view(eyes)["seats"][0]["places"]["gunpowder_tower"] == [None, None]


def test_showing_the_plans_counts_as_a_reveal() -> None:
    match = fresh_match()
    play(match, "0 place own_farmer castle farmer", "0 done")
    before = match.reveals
    play(match, "1 done")
    assert match.reveals > before


READY = {"places": {"castle": "farmer boatman trader"}}  # an action without any plan


def test_finishing_last_is_a_reveal_whether_or_not_others_have_planned() -> None:
    """Else the last seat could tell, on a copy, whether the others have."""
    for planned in ([], ["0 place own_farmer village farmer"]):
        match = position({}, READY, phase="planning")
        play(match, *planned, "0 done")
        before = match.reveals
        play(match, "1 done")
        assert match.phase == "actions"
        assert match.reveals == before + 1


def test_planning_without_a_choice_for_anybody_reveals_nothing() -> None:
    match = position({**READY, "market": ""}, {**READY, "market": ""}, phase="followers")
    before = match.reveals
    events = play(match, "0 done", "1 done")
    assert [event.data for event in events if event.kind == "plans"] == [{"plans": []}]
    assert match.phase == "actions"
    assert match.reveals == before


def test_order_of_the_hourglass_is_hidden() -> None:
    match = fresh_match()
    coming = match.view(0)["coming"]
    assert coming == {
        "a": sorted(box.PILES["a"]),
        "b": sorted(box.PILES["b"]),
        "c": sorted(box.PILES["c"]),
    }
    text = json.dumps(match.view(None)) + json.dumps(match.view(0))
    assert "deck" not in text


def test_past_events_leave_their_pile() -> None:
    match = position({}, {}, phase="planning", letter="b", event="income")
    view = match.view(None)
    assert len(view["past"]) == 6
    assert view["coming"]["a"] == []
    assert view["coming"]["b"] == sorted(set(box.PILES["b"]) - {"income"})
    assert len(view["coming"]["c"]) == 6


def test_bags_markets_and_goods_are_open_to_all() -> None:
    match = position({"bag": "monk knight", "goods": {"wool": 1}}, {}, phase="planning")
    for eyes in (1, None):
        shown = match.view(eyes)["seats"][0]
        assert shown["bag"]["monk"] == 1
        assert shown["goods"]["wool"] == 1
        assert shown["market"] == list(box.OWN_TILES)


def test_determinize_puts_the_plans_of_others_back() -> None:
    match = fresh_match(3)
    play(match, "0 place own_farmer castle farmer", "0 done", "1 place own_trader wagon trader")
    other = match.determinize(1, FastChance(1))
    assert own_view_data(other, 0)["market"] == list(box.OWN_TILES)
    assert own_view_data(other, 1)["places"]["wagon"] == [None, "own_trader", None]
    assert other.actors == (1, 2)
    assert other.legal_moves(1) == match.legal_moves(1)


def test_determinize_opens_the_towers_of_others_again() -> None:
    seat = {"market": " ".join(["monk"] * 9), "tiles": ["gunpowder_tower"]}
    match = position(seat, {}, phase="planning")
    play(match, "0 place monk gunpowder_tower any")
    assert match.view(0)["tower"] == 0
    other = match.determinize(1, FastChance(1))
    assert other.view(0)["tower"] == 1
    assert "place monk gunpowder_tower any" in other.legal_moves(0)


def test_determinize_shuffles_the_rest_of_each_pile() -> None:
    match = position({}, {}, phase="planning", letter="b", event="income")
    seen = set()
    for seed in range(20):
        other = match.determinize(0, FastChance(seed))
        assert other.deck[:7] == match.deck[:7]
        assert sorted(other.deck[7:12]) == sorted(match.deck[7:12])
        assert sorted(other.deck[12:]) == sorted(match.deck[12:])
        seen.add(tuple(other.deck))
    assert len(seen) > 1


def test_open_payments_are_shown_to_the_viewer() -> None:
    match = position(
        {"goods": {"grain": 3}, "coins": 20},
        {"coins": 20},
        phase="event",
        event="harvest",
        letter="c",
    )
    assert match.view(0)["due"] == 3
    assert match.view(1)["due"] == 0
    assert "due" not in match.view(None)


def test_view_has_what_screen_and_bots_need() -> None:
    view = fresh_match().view(0)
    assert set(view) >= {
        "round", "phase", "start", "actors", "event", "past", "coming", "edges", "deeds",
        "supply", "available", "citizens", "seats", "rights", "tower", "drawn", "due", "debt",
    }  # fmt: skip
    assert set(view["seats"][0]) >= {
        "coins", "goods", "bread", "tracks", "development", "level", "market", "places", "held",
        "bag", "merchant", "stations", "road_stations", "stock", "citizens", "passed", "worth",
    }  # fmt: skip
    assert json.loads(json.dumps(view)) == view


def test_printed_match_hides_plans() -> None:
    match = fresh_match()
    before = str(match)
    play(match, "0 place own_farmer castle farmer")
    assert str(match) == before


def test_the_end_of_planning_is_declared_private_and_that_of_other_phases_is_not() -> None:
    orleans = rules.get("orleans")
    assert orleans.is_private("done", {"phase": "planning"}, {})
    assert not orleans.is_private("done", {"phase": "followers", "rights": 1}, {})
