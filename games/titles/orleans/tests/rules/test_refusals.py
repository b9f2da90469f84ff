"""Refusals say what is wrong and what would be right."""

from __future__ import annotations

import random
from typing import Any

import pytest

import games.rules as rules

from ...rules.match import OrleansMatch
from .positions import ALL_SETS, fresh_match, play, position, refusal_text


def test_follower_that_does_not_fit() -> None:
    match = fresh_match()
    assert "own_trader does not fit the farmer slot of castle" in refusal_text(
        match, 0, "place own_trader castle farmer"
    )
    assert "neutral followers only" in refusal_text(match, 0, "place own_trader town_hall any")


def test_monk_and_theater_slots_say_what_they_take() -> None:
    match = position(
        {"market": "scholar monk", "tiles": ["brewery", "theater"]}, {}, phase="planning"
    )
    assert "monks only" in refusal_text(match, 0, "place scholar brewery monk")
    assert "exactly a farmer" in refusal_text(match, 0, "place monk theater farmer")


def test_slot_that_is_taken_or_not_there() -> None:
    match = fresh_match()
    play(match, "0 place own_farmer castle farmer")
    assert "no own_farmer on your market" in refusal_text(
        match, 0, "place own_farmer village farmer"
    )
    assert "castle has no slot 'monk'" in refusal_text(match, 0, "place own_trader castle monk")
    full = position(
        {"market": "farmer own_boatman", "places": {"castle": "own_farmer - -"}},
        {},
        phase="planning",
    )
    assert "no free farmer slot on castle: 1 of 1 taken" in refusal_text(
        full, 0, "place farmer castle farmer"
    )


def test_words_that_are_not_in_the_game() -> None:
    match = fresh_match()
    assert "no follower 'wizard'" in refusal_text(match, 0, "place wizard castle farmer")
    assert "no place 'moon'" in refusal_text(match, 0, "place own_farmer moon farmer")
    assert "do not own winery" in refusal_text(match, 0, "place own_farmer winery farmer")


def test_place_that_is_not_ready() -> None:
    match = position({"places": {"castle": "farmer - -", "farm_house": "boatman craftsman"}}, {})
    assert (
        refusal_text(match, 0, "act castle")
        == "castle is not ready: no follower on boatman, trader"
    )
    assert "at least one follower" in refusal_text(match, 0, "act town_hall knight papal_conclave")


READY = {
    "castle": "farmer boatman trader",
    "farm_house": "boatman craftsman",
    "village": "farmer boatman craftsman",
    "ship": "farmer boatman knight",
    "guildhall": "farmer craftsman knight",
    "monastery": "trader scholar",
    "university": "farmer craftsman trader",
    "scriptorium": "knight scholar",
    "town_hall": "own_farmer scholar",
}


def match_in_actions(**table: Any) -> OrleansMatch:
    board = {"places": READY, **table.pop("board", {})}
    return position(board, {"stations": "tours"}, **table)


@pytest.mark.parametrize(
    ("move", "words", "table"),
    [
        ("act castle", "no knight is left", {"followers": {"knight": 0}}),
        ("act castle", "last space of the knight track", {"board": {"tracks": {"knight": 5}}}),
        ("act farm_house", "no grain is left", {"goods": {"grain": 0}}),
        ("act village craftsman", "no technology tile is left", {"technology": 0}),
        ("act village", "continue with: boatman, craftsman, trader", {}),
        ("act village trader", "continue with: sacristy, bathhouse, ", {}),
        ("act village trader school", "level II", {}),
        ("act village trader castle", "no place tile", {}),
        ("act village boatman farmer", "sluice", {}),
        ("act ship blois wool", "there is no wool on", {"edges": {"e30": ["wine"]}}),
        ("act ship chartres none", "no waterway leads from orleans to chartres", {}),
        ("act ship atlantis none", "no town 'atlantis'", {}),
        ("act guildhall", "tours already has a station", {"board": {"merchant": "tours"}}),
        ("act guildhall", "no station is left", {"board": {"stock": 0}}),
        ("act monastery", "pilgrimage", {"event": "pilgrimage", "letter": "b"}),
        ("act university", "no scholar is left", {"followers": {"scholar": 0}}),
        ("act scriptorium", "last space, 30", {"board": {"development": 30}}),
        ("act scriptorium 2", "is already a complete move", {}),
        ("act moon", "no place 'moon'", {}),
        ("act winery", "do not own winery", {}),
        ("act town_hall own_farmer city_wall", "never go to deeds", {}),
        ("act town_hall monk city_wall", "there is no monk on town_hall", {}),
        ("act town_hall scholar city_wall", "city_wall does not take scholar", {}),
        ("act town_hall scholar moon", "no deed 'moon'", {}),
        ("act town_hall scholar astronomy coin", "is already a complete move", {}),
        (
            "act town_hall scholar astronomy",
            "no free scholar slot on astronomy: 2 of 2 taken",
            {"deeds": {"astronomy": "scholar scholar"}},
        ),
    ],
)
def test_action_that_lacks_something(move: str, words: str, table: dict[str, Any]) -> None:
    assert words in refusal_text(match_in_actions(**dict(table)), 0, move)


TILES = {
    "pharmacy": "farmer",
    "bakery": "farmer craftsman",
    "goldsmith": "craftsman trader",
    "hideout": "boatman knight",
    "courthouse": "knight",
    "quarry": "craftsman knight",
    "workshop": "craftsman",
    "townhouse": "monk monk",
    "ballroom": "trader trader",
    "church": "monk",
    "office": "scholar scholar",
    "country_road": "craftsman trader",
    "bathhouse": "craftsman",
}


@pytest.mark.parametrize(
    ("move", "words", "board"),
    [
        ("act pharmacy 4", "1 to 3 spaces", {}),
        ("act pharmacy x", "1 to 3 spaces", {}),
        ("act pharmacy 2", "costs 2, you have 1", {"coins": 1}),
        ("act pharmacy 2", "1 left before 30", {"development": 29}),
        ("act bakery 2", "you have 1", {"goods": {"grain": 1}}),
        ("act bakery 1", "costs 2, you have 1", {"coins": 1, "goods": {"grain": 1}}),
        ("act goldsmith wool", "no station", {}),
        ("act goldsmith wool", "you have no wool", {"stations": "blois"}),
        ("act goldsmith", "you have no good to pay with", {"stations": "blois"}),
        ("act hideout wool farmer", "you have no wool", {}),
        ("act hideout wool farmer", "your marker is on 0", {"goods": {"wool": 1}}),
        (
            "act hideout wool knight",
            "not a track of the hideout; choose from: farmer, boatman",
            {"goods": {"wool": 1}},
        ),
        ("act courthouse 0 road chartres none", "choose another player, not yourself", {}),
        ("act courthouse 7 road chartres none", "no seat '7'", {}),
        ("act courthouse 1 rail chartres none", "neither a road nor a waterway", {}),
        ("act courthouse 1 road chartres none", "costs 1, you have 0", {"coins": 0}),
        ("act quarry tours", "costs 6, you have 5", {}),
        ("act quarry blois", "blois already has a station", {"coins": 9, "stations": "blois"}),
        ("act workshop castle ship farmer", "there is no technology tile on castle", {}),
        ("act townhouse good gold", "no good 'gold'", {}),
        ("act townhouse move road tours none", "no road leads from orleans", {}),
        ("act ballroom school", "costs 3, you have 2", {"coins": 2}),
        ("act ballroom castle", "no place tile 'castle'", {}),
        ("act church 1 winery", "seat 1 does not own winery", {}),
        ("act church 1 hayrick", "hayrick is not ready", {}),
        ("act church 1 hayrick", "costs 2, you have 1", {"coins": 1}),
        ("act office", "no station", {}),
        ("act country_road", "country_road is full", {"road_stations": 4}),
        ("act bathhouse", "bag is empty", {}),
    ],
)
def test_tile_that_lacks_something(move: str, words: str, board: dict[str, Any]) -> None:
    match = position(
        {"tiles": list(TILES), "places": {**TILES, "castle": READY["castle"]}, **board},
        {"tiles": ["hayrick"]},
    )
    assert words in refusal_text(match, 0, move)


def test_tiles_that_work_by_themselves() -> None:
    match = position({"tiles": ["school", "sacristy"], "places": READY}, {})
    assert "has no action: it works automatically" in refusal_text(match, 0, "act school")
    assert "event phase" in refusal_text(match, 0, "act sacristy")


def test_draws_and_recalls() -> None:
    match = position(
        {"market": "monk", "bag": "farmer monk", "places": {"ship": "farmer - -"}},
        {},
        phase="followers",
    )
    assert "your bag holds 2" in refusal_text(match, 0, "draw 3")
    assert "you can draw 4 more" in refusal_text(match, 0, "draw 9")
    assert "not a number" in refusal_text(match, 0, "draw many")
    assert "not a number" in refusal_text(match, 0, "draw -1")
    assert "not a number" in refusal_text(match, 0, "draw 01")
    assert "there is no monk on the farmer slot of ship; there: farmer" in refusal_text(
        match, 0, "recall monk ship farmer"
    )


def test_technology_on_a_wrong_slot() -> None:
    match = position(
        {
            "held": "first",
            "tracks": {"craftsman": 1},
            "tiles": ["cellar", "hayrick"],
            "places": {"castle": "technology - -", "ship": "farmer - -"},
        },
        {},
    )
    assert "farmer slot" in refusal_text(match, 0, "tech village boatman")
    assert "already has a technology tile: one per place" in refusal_text(
        match, 0, "tech castle boatman"
    )
    assert "no free farmer slot" in refusal_text(match, 0, "tech ship farmer")
    assert "single slot" in refusal_text(match, 0, "tech hayrick farmer")
    assert "monk slot" in refusal_text(match, 0, "tech cellar monk")
    assert "town_hall does not take technology tiles" in refusal_text(
        match, 0, "tech town_hall any"
    )


def test_technology_while_planning() -> None:
    match = position({"held": "first"}, {}, phase="planning")
    assert "possible in: technology. Now: planning" in refusal_text(match, 0, "tech castle farmer")


def test_tower_that_takes_no_more() -> None:
    seat = {"market": " ".join(["monk"] * 9), "tiles": ["gunpowder_tower"]}
    match = position(seat, {}, phase="planning")
    play(match, "0 place monk gunpowder_tower any")
    assert "your market had above 8 when planning began: 1" in refusal_text(
        match, 0, "place monk gunpowder_tower any"
    )


def test_settling_nobody_where_both_fit() -> None:
    match = position(
        {"tiles": ["bathhouse"], "places": {"bathhouse": "craftsman"}, "bag": "trader knight"}, {}
    )
    play(match, "0 act bathhouse")
    assert "you must settle one follower:" in refusal_text(match, 0, "settle none")


def test_settling_what_was_not_drawn() -> None:
    match = position(
        {"tiles": ["bathhouse"], "places": {"bathhouse": "craftsman"}, "bag": "trader"}, {}
    )
    play(match, "0 act bathhouse")
    assert "was not drawn; drawn: trader" in refusal_text(match, 0, "settle monk castle trader")
    assert "does not fit" in refusal_text(match, 0, "settle trader castle farmer")
    assert "cannot be settled" in refusal_text(match, 0, "settle trader bathhouse craftsman")


def test_harvest_and_torture() -> None:
    match = position(
        {"goods": {"grain": 1, "wine": 1, "wool": 1}, "coins": 4},
        {"coins": 9},
        phase="event",
        event="harvest",
    )
    assert "you have no cheese" in refusal_text(match, 0, "feed cheese")
    assert "wool is not food" in refusal_text(match, 0, "feed wool")
    assert "goods: grain, cheese, wine, wool, brocade, bread" in refusal_text(match, 0, "feed hay")
    assert "costs 5, you have 4" in refusal_text(match, 0, "pay")
    poor = position({"coins": 4, "development": 1}, {"coins": 9}, phase="event", event="harvest")
    assert "no station in tours" in refusal_text(poor, 0, "torture station tours")
    assert "no neutral follower" in refusal_text(poor, 0, "torture follower")
    assert "you have no wool" in refusal_text(poor, 0, "torture good wool")
    assert "not one of your place tiles" in refusal_text(poor, 0, "torture place school")
    assert "there is no technology tile on castle" in refusal_text(
        poor, 0, "torture technology castle"
    )
    assert "cannot be given up" in refusal_text(poor, 0, "torture king")


def test_verbs_of_another_phase() -> None:
    match = fresh_match()
    assert "is possible in: actions" in refusal_text(match, 0, "act castle")
    assert "Now: planning" in refusal_text(match, 0, "act castle")
    assert "continue with: farmer" in refusal_text(match, 0, "place own_farmer castle")
    assert "is already a complete move" in refusal_text(match, 0, "done now")


def test_seat_that_has_nothing_to_decide() -> None:
    match = position({"places": READY}, {})
    assert "to move: seat 0" in refusal_text(match, 1, "pass")


def test_a_refusal_names_the_section() -> None:
    with pytest.raises(rules.IllegalMove, match=r"rules 5\.4"):
        fresh_match().play(0, "place own_trader castle farmer")


NONSENSE = """
draw recall place tech done act pass deed finish settle keep shield feed pay torture castle village
church 1 0 99 -3 none own_farmer monk farmer any good station supply wool bread school road waterway
tours held ² ½ \u0663 trader
"""


def test_nonsense_is_always_refused_with_a_reason() -> None:
    rng = random.Random(7)
    match = fresh_match(3, **ALL_SETS)
    words = NONSENSE.split()
    for number in range(700):
        if match.over:
            break
        seat = rng.choice(match.actors)
        listed = match.legal_moves(seat)
        for _ in range(4):
            tokens = rng.choice(listed).split(" ")
            if rng.random() < 0.4:
                tokens = [rng.choice(words) for _ in range(rng.randint(1, 7))]
            else:
                tokens[rng.randrange(len(tokens))] = rng.choice(words)
            move = " ".join(tokens)
            if move not in listed:
                with pytest.raises(rules.IllegalMove) as refused:
                    match.play(seat, move)
                assert refused.value.reason
        useful = [move for move in listed if move not in ("done", "pass")]
        match.play(seat, rng.choice(useful if useful and number % 7 else listed))
