"""What version 1 said otherwise (5.4, 5.5.4, 5.5.5): matches begun under it keep it."""

from __future__ import annotations

from typing import Any

import pytest

import games.rules as rules
from games.rules import FastChance

from ...rules.match import OrleansMatch
from .positions import bag, fresh_match, legal, own_view_data, play, position, refusal_text

TOWER = "gunpowder_tower any"


def planning_match(market: str, **words: Any) -> OrleansMatch:
    return position({"market": market, **words}, {}, phase="planning", rules_version=1)


def bath(contents: str) -> OrleansMatch:
    match = position(
        {"tiles": ["bathhouse"], "places": {"bathhouse": "craftsman"}, "bag": contents},
        {},
        rules_version=1,
    )
    play(match, "0 act bathhouse")
    return match


def test_a_match_goes_on_under_the_version_it_began_with() -> None:
    assert fresh_match().rules_version == 2
    old = fresh_match(rules_version=1)
    assert old.copy().rules_version == rules.load("orleans", old.dump()).rules_version == 1
    assert rules.replay(old.record()).rules_version == 1


# gunpowder tower


def test_any_two_neutral_tiles_go_on_the_tower() -> None:
    match = planning_match("own_farmer monk knight", tiles=["gunpowder_tower"])
    assert not legal(match, 0, f"place own_farmer {TOWER}")
    play(match, f"0 place monk {TOWER}", f"0 place knight {TOWER}")
    assert own_view_data(match, 0)["places"]["gunpowder_tower"] == ["monk", "knight"]


def test_view_says_nothing_of_room_on_the_tower() -> None:
    assert "tower" not in planning_match("monk", tiles=["gunpowder_tower"]).view(0)


# technology in planning


def test_kept_technology_may_be_laid_in_planning_and_counts_at_once() -> None:
    match = planning_match(
        "own_boatman own_trader",
        held="later",
        tracks={"craftsman": 2},
        places={"monastery": "technology -"},
    )
    assert "tech castle trader" in match.legal_moves(0)
    play(match, "0 tech castle farmer")
    assert own_view_data(match, 0)["held"] == []
    play(match, "0 place own_boatman castle boatman", "0 place own_trader castle trader", "1 done")
    assert match.phase == "actions"
    assert match.legal_moves(0) == ["act castle", "pass"]


def test_tile_kept_at_a_pass_is_laid_in_the_next_planning() -> None:
    match = position({"held": "later", "tracks": {"craftsman": 2}}, {}, rules_version=1)
    play(match, "0 keep")
    assert match.phase == "planning"
    assert legal(match, 0, "tech")


def test_first_tile_is_used_where_both_kinds_fit() -> None:
    match = planning_match("own_farmer", held="first later", tracks={"craftsman": 2})
    play(match, "0 tech castle farmer")
    assert own_view_data(match, 0)["held"] == ["later"]


def test_later_tile_is_used_where_the_first_does_not_fit() -> None:
    match = planning_match("own_farmer", held="first later", tracks={"craftsman": 2})
    play(match, "0 tech castle trader")
    assert own_view_data(match, 0)["held"] == ["first"]


def test_tech_alone_keeps_a_seat_asked() -> None:
    match = planning_match("", held="first")
    assert match.actors == (0, 1)
    play(match, "0 tech ship farmer")
    assert match.actors == (1,)


def test_technology_laid_in_planning_is_hidden() -> None:
    match = planning_match("own_farmer", held="first")
    events = play(match, "0 tech castle farmer")
    assert events[0].audience == 0
    assert match.view(1)["seats"][0]["held"] == ["first"]
    assert match.view(1)["seats"][0]["places"]["castle"] == [None, None, None]
    assert own_view_data(match, 0)["held"] == []


def test_determinize_gives_held_technology_back() -> None:
    match = planning_match("", held="first")
    play(match, "0 tech castle farmer")
    other = match.determinize(1, FastChance(1))
    assert own_view_data(other, 0)["held"] == ["first"]
    assert other.actors == (1,)


def test_plans_tell_of_the_technology() -> None:
    match = planning_match("", held="first")
    events = play(match, "0 tech castle farmer", "1 done")
    [plans] = [event.data["plans"] for event in events if event.kind == "plans"]
    assert plans == [{"seat": 0, "placed": [], "technology": [["castle", "farmer"]]}]


def test_first_tile_is_refused_on_other_slots() -> None:
    match = planning_match("own_farmer", held="first", tracks={"craftsman": 2})
    assert "goes on a farmer slot" in refusal_text(match, 0, "tech castle boatman")
    assert "hold no technology" in refusal_text(
        planning_match("own_farmer"), 0, "tech castle boatman"
    )


def test_technology_belongs_to_planning_too() -> None:
    ready = {"places": {"castle": "farmer boatman trader"}}
    acting = position(ready, {}, rules_version=1)
    assert "is possible in: planning, technology" in refusal_text(acting, 0, "tech ship farmer")


def test_policy_lays_held_technology_first() -> None:
    assert planning_match("own_farmer", held="first").auto_move(0) == "tech village farmer"


# bathhouse


@pytest.mark.parametrize("contents", ["trader knight", "trader"])
def test_drawn_tiles_may_always_go_back(contents: str) -> None:
    match = bath(contents)
    assert match.legal_moves(0)[-1] == "settle none"
    play(match, "0 settle none")
    assert sum(bag(match, 0).values()) == len(contents.split()) + 1
