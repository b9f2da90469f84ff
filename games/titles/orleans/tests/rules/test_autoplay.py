"""The policy for seats whose time ran out (section 12)."""

from __future__ import annotations

from typing import Any

import pytest

from ...rules.match import OrleansMatch
from .positions import fresh_match, own_view_data, play, position


def auto(match: OrleansMatch, seat: int = 0) -> str:
    move = match.auto_move(seat)
    assert move in match.legal_moves(seat)
    return move


def test_followers_draw_the_most() -> None:
    match = position({"market": "", "bag": "farmer boatman monk"}, {}, phase="followers")
    assert auto(match) == "draw 3"


def test_followers_recall_nothing() -> None:
    seat = {"market": "", "places": {"ship": "farmer - -"}}
    assert auto(position(seat, {}, phase="followers")) == "done"


def plan(market: str, **words: Any) -> str:
    table = {name: words.pop(name) for name in ("event", "letter") if name in words}
    return auto(position({"market": market, **words}, {}, phase="planning", **table))


def test_planning_leaves_held_technology_for_the_pass() -> None:
    assert plan("own_farmer", held="first") == "done"


def test_planning_completes_the_castle_first() -> None:
    assert plan("own_farmer own_boatman own_trader own_craftsman") == (
        "place own_farmer castle farmer"
    )


def test_planning_fills_the_first_free_slot() -> None:
    move = plan("own_boatman own_trader", places={"castle": "own_farmer - -"})
    assert move == "place own_boatman castle boatman"


def test_planning_skips_what_the_market_cannot_complete() -> None:
    assert plan("own_boatman own_craftsman") == "place own_boatman farm_house boatman"


def test_planning_skips_what_would_not_be_legal() -> None:
    match = position(
        {"market": "own_boatman own_craftsman own_farmer", "tracks": {"farmer": 8}},
        {},
        phase="planning",
        followers={"boatman": 0, "craftsman": 0, "trader": 0},
    )
    assert auto(match) == "done"


def test_planning_leaves_the_monastery_in_a_pilgrimage() -> None:
    assert plan("own_trader scholar") == "place own_trader monastery trader"
    assert plan("own_trader scholar", event="pilgrimage", letter="b") == "done"


@pytest.mark.parametrize(
    ("market", "tile"),
    [
        ("farmer own_farmer monk own_boatman own_trader", "own_farmer"),
        ("farmer scholar monk own_boatman own_trader", "farmer"),
        ("scholar monk own_boatman own_trader", "scholar"),
        ("monk own_boatman own_trader", "monk"),
    ],
)
def test_planning_prefers_exact_own_and_no_monk(market: str, tile: str) -> None:
    assert plan(market, tiles=["school"]) == f"place {tile} castle farmer"


def test_planning_uses_own_action_tiles_in_order_of_acquisition_then_the_sacristy() -> None:
    tiles = ["sacristy", "brewery", "hayrick"]
    assert plan("monk farmer", tiles=tiles) == "place monk brewery monk"
    assert plan("farmer", tiles=tiles) == "place farmer hayrick farmer"
    assert plan("monk", tiles=["sacristy"]) == "place monk sacristy monk"


def test_planning_sends_nobody_to_the_town_hall() -> None:
    assert plan("knight knight knight") == "done"


def test_planning_does_not_peek_at_other_plans() -> None:
    guest = {"tiles": ["church"], "market": "monk"}
    host = {"tiles": ["hayrick"], "market": "farmer"}
    match = position(guest, host, phase="planning")
    before = auto(match)
    play(match, "1 place farmer hayrick farmer")
    assert auto(match) == before == "done"


def act(*keys: str, **words: Any) -> str:
    filled = {
        "castle": "farmer boatman trader",
        "village": "farmer boatman craftsman",
        "ship": "farmer boatman knight",
        "scriptorium": "knight scholar",
        "town_hall": "knight -",
    }
    places = {key: filled[key] for key in keys} | words.pop("places", {})
    table = {
        name: words.pop(name) for name in ("edges", "followers", "technology") if name in words
    }
    return auto(position({"places": places, **words}, {}, **table))


def test_actions_go_in_the_same_order() -> None:
    assert act("scriptorium", "castle", "village") == "act castle"
    assert act("scriptorium", "village").startswith("act village")


def test_village_prefers_trader_then_craftsman_then_boatman() -> None:
    assert act("village") == "act village trader sacristy"
    assert act("village", followers={"trader": 0}) == "act village craftsman"
    assert act("village", followers={"trader": 0}, technology=0) == "act village boatman"


def test_moves_go_for_the_most_valuable_good_and_ties_by_list_order() -> None:
    assert act("ship", edges={"e30": ["wine"], "e31": ["wool"]}) == "act ship briare wool"
    assert act("ship", edges={"e30": ["wine"], "e31": ["wine"]}) == "act ship blois wine"
    assert act("ship", edges={"e30": [], "e31": []}) == "act ship blois none"


def test_town_hall_and_costly_tiles_are_never_used() -> None:
    assert act("town_hall") == "pass"
    tiles = {
        "bakery": "farmer craftsman",
        "goldsmith": "craftsman trader",
        "hideout": "boatman knight",
        "ballroom": "trader trader",
        "workshop": "craftsman",
        "church": "monk",
        "gunpowder_tower": "knight -",
    }
    move = act(
        "town_hall",
        tiles=list(tiles),
        places={**tiles, "university": "technology - -"},
        goods={"grain": 3},
        stations="tours",
        tracks={"craftsman": 2, "boatman": 2},
    )
    assert move == "pass"


def test_after_the_pass_the_first_technology_is_laid() -> None:
    match = position({"held": "first", "tracks": {"craftsman": 1}}, {})
    assert auto(match) == "tech village farmer"


def test_second_follower_is_not_sent() -> None:
    match = position({"places": {"town_hall": "knight monk"}}, {})
    play(match, "0 act town_hall knight papal_conclave")
    assert auto(match) == "finish"


def test_first_listed_settlement() -> None:
    match = position(
        {"tiles": ["bathhouse"], "places": {"bathhouse": "craftsman"}, "bag": "own_trader"}, {}
    )
    play(match, "0 act bathhouse")
    assert auto(match) == match.legal_moves(0)[0] == "settle own_trader university trader"


def test_event_shields_and_feeds_the_cheapest() -> None:
    chapel = {"tiles": ["sacristy"], "places": {"sacristy": "monk"}, "goods": {"wool": 2}}
    assert auto(position(chapel, {}, phase="event", event="taxes")) == "shield"
    rich = {"goods": {"wine": 1, "cheese": 1}, "coins": 9}
    assert auto(position(rich, {}, phase="event", event="harvest")) == "feed cheese"


def test_torture_order() -> None:
    def torture_answer(**words: Any) -> str:
        return auto(position({"coins": 4, **words}, {}, phase="event", event="harvest"))

    assert torture_answer(development=1) == "torture station supply"
    goods = {"goods": {"wool": 1, "brocade": 1}, "development": 1, "bag": "knight", "stock": 3}
    assert torture_answer(**goods) == "torture good wool"
    assert torture_answer(bag="knight", development=1, stock=3) == "torture follower"
    assert torture_answer(development=1, stock=3) == "torture development"
    assert torture_answer(stock=3, tiles=["school"]) == "torture station supply"


def test_policy_plays_a_match_and_scores() -> None:
    match = fresh_match(4)
    while not match.over:
        seat = match.actors[-1]
        match.play(seat, auto(match, seat))
    assert max(score.total for score in match.scores()) > 20
    assert all(own_view_data(match, seat)["tracks"]["knight"] for seat in range(4))
