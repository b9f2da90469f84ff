"""The worked examples of the rules sheet (section 15), move by move."""

from __future__ import annotations

from typing import Any

import pytest

from ...rules.match import CatanMatch
from .positions import (
    advance_match,
    deal,
    enter_main_phase,
    enter_wagon_phase,
    give,
    hand,
    load_wagon,
    main_phase_match,
    match_after_founding,
    moves_with_verb,
    new_match,
    play,
    put_wagon,
    set_points,
    stack_deck,
    totals,
)


def numbers(match: CatanMatch) -> dict[str, int]:
    return {hex["at"]: hex["number"] for hex in match.view(None)["hexes"] if hex["number"]}


def hands(match: CatanMatch) -> list[dict[str, int]]:
    return [hand(match, seat) for seat in range(match.seats)]


def test_layout_a_lays_the_numbers() -> None:
    assert numbers(new_match()) == {
        "-4,-12": 5,
        "0,-12": 10,
        "4,-12": 8,
        "-6,-6": 2,
        "-2,-6": 9,
        "2,-6": 11,
        "6,-6": 4,
        "-8,0": 6,
        "-4,0": 4,
        "4,0": 3,
        "8,0": 11,
        "-6,6": 3,
        "-2,6": 5,
        "2,6": 6,
        "6,6": 12,
        "-4,12": 8,
        "0,12": 10,
        "4,12": 9,
    }


def test_layout_t_lays_the_numbers() -> None:
    assert numbers(new_match(scenario="traders")) == {
        "-4,-12": 5,
        "0,-12": 8,
        "-6,-6": 6,
        "-2,-6": 10,
        "2,-6": 3,
        "6,-6": 4,
        "-4,0": 9,
        "0,0": 11,
        "4,0": 6,
        "8,0": 11,
        "-6,6": 3,
        "-2,6": 4,
        "2,6": 5,
        "6,6": 9,
        "-4,12": 8,
        "0,12": 10,
    }


# E1 to E5: one base match


BASE: dict[str, list[tuple[int, str]]] = {
    "e2": [(0, "roll")],
    "e3": [(0, "end"), (1, "roll"), (1, "robber 2,6"), (1, "steal 0")],
    "e4": [
        *((1, "offer"), (1, "give grain"), (1, "want lumber"), (1, "propose")),
        *((0, "decline"), (2, "accept"), (1, "trade 2")),
    ],
}


def base(*examples: str) -> CatanMatch:
    match = match_after_founding(
        script={"dice": [3, 3, 5, 2, 3, 3, 3, 3, 3, 3], "steal": [["ore"]]}
    )
    for example in examples:
        play(match, *BASE[example])
    return match


def test_e1_founding() -> None:
    match = new_match()
    assert len(moves_with_verb(match)) == 54
    play(match, "settlement -4,-8")
    assert moves_with_verb(match) == ["road -5,-9", "road -3,-9", "road -4,-6"]
    play(match, "road -4,-6")
    assert len(moves_with_verb(match, 1)) == 50
    match = match_after_founding()
    assert hands(match) == [{"grain": 2, "ore": 1}, {"grain": 2}, {"lumber": 2, "ore": 1}]
    assert totals(match) == [2, 2, 2]
    assert moves_with_verb(match, 0) == ["roll"]


def test_e2_production() -> None:
    match = base("e2")
    assert hands(match) == [
        {"grain": 3, "ore": 1},
        {"grain": 3},
        {"lumber": 2, "grain": 1, "ore": 1},
    ]
    assert moves_with_verb(match, 0) == ["offer", "end"]


def test_e3_seven() -> None:
    match = base("e2")
    play(match, "end", "roll")
    listed = moves_with_verb(match, 1)
    assert len(listed) == 18
    assert "robber 0,0" not in listed
    play(match, "robber 2,6")
    assert moves_with_verb(match, 1) == ["steal 0", "steal 2"]
    play(match, "steal 0")
    assert hands(match)[:2] == [{"grain": 3}, {"grain": 3, "ore": 1}]
    play(match, "end", "roll")
    assert hands(match)[1] == {"grain": 4, "ore": 1}
    assert hands(match)[0] == {"grain": 3}


def test_e4_trade() -> None:
    match = base("e2", "e3")
    play(match, "offer")
    assert moves_with_verb(match, 1) == [
        *("give grain", "give ore", "want lumber", "want grain", "want ore", "cancel"),
    ]
    play(match, "give grain", "want lumber", "propose")
    # the proposer may act but owes nothing (rules 5.1, 12), so it is no actor
    assert match.actors == (0, 2)
    assert moves_with_verb(match, 0) == ["decline"]
    assert moves_with_verb(match, 2) == ["accept", "decline"]
    assert moves_with_verb(match, 1) == ["cancel"]
    play(match, (0, "decline"), (2, "accept"))
    assert list(match.actors) == [1]
    assert moves_with_verb(match, 1) == ["trade 2", "cancel"]
    play(match, "trade 2")
    assert hands(match)[1:] == [{"lumber": 1, "grain": 2, "ore": 1}] * 2


def test_e5_harbour() -> None:
    match = base("e2", "e3", "e4")
    play(match, "end", "roll", "end", "roll", "end", "roll")
    assert hands(match)[1] == {"lumber": 1, "grain": 5, "ore": 1}
    assert moves_with_verb(match, 1, "bank") == [
        f"bank grain {word}" for word in ("brick", "lumber", "wool", "ore")
    ]
    play(match, "bank grain brick")
    assert hands(match)[1] == {"brick": 1, "lumber": 1, "grain": 2, "ore": 1}
    assert set(moves_with_verb(match, 1, "road")) == {
        *("road -8,-6", "road 4,-6", "road -9,-3", "road -5,-3"),
        *("road 3,-3", "road 7,-3", "road -6,0", "road 6,0"),
    }


# E6 to E9: one match of traders

SCRIPT_T: dict[str, Any] = {
    "commodities:castle": [["sand", "tools"]],
    "commodities:quarry": [["marble", "sand"]],
    "dice": [1, 1, 5, 4, 1, 3, 4, 1, 4, 4, 3, 4],
    "drive": [6],
    "steal": [["lumber"]],
}


def traders(last: int) -> CatanMatch:
    match = match_after_founding(scenario="traders", script=SCRIPT_T)
    script: dict[int, list[str]] = {
        7: ["roll", "travel", "go -8,0", "end", "roll", "travel", "go 4,-12"],
        8: [
            *("end", "roll", "upgrade", "travel", "drive -5,3", "banish -1,-3"),
            *("go -6,2", "go -8,0", "end", "roll", "travel", "go -6,2", "go -4,4", "grain"),
        ],
    }
    for number in range(7, last + 1):
        play(match, *script[number])
    return match


def test_e6_founding() -> None:
    match = new_match(scenario="traders")
    assert len(moves_with_verb(match)) == 48
    match = traders(6)
    assert hands(match) == [{"lumber": 1, "grain": 1}, {"wool": 2}, {"lumber": 2, "ore": 1}]
    assert match.gold == [5, 5, 5]
    assert totals(match) == [3, 3, 3]
    wagons = [player["wagon"]["at"] for player in match.view(None)["players"]]
    assert wagons == ["-6,-2", "2,-10", "-4,4"]


def test_e7_reroll_and_first_load() -> None:
    match = traders(6)
    play(match, "roll")
    assert hands(match)[0] == {"lumber": 4, "grain": 1}
    assert hands(match)[2] == {"lumber": 4, "wool": 1, "ore": 1}
    play(match, "travel")
    assert moves_with_verb(match, 0) == [
        "go -8,-4",
        "go -4,-4",
        "go -8,0",
        "go -6,2",
        "grain",
        "end",
    ]
    play(match, "go -8,0")
    assert match.view(None)["players"][0]["wagon"]["load"] == "sand"
    assert match.gold == [5, 5, 5]
    assert moves_with_verb(match, 0) == ["end"]
    play(match, "end", "roll", "travel")
    assert moves_with_verb(match, 1) == ["go 2,-14", "go 4,-12", "go 0,-8", "go 4,-8", "end"]
    play(match, "go 4,-12")
    assert match.view(None)["players"][1]["wagon"]["load"] == "marble"


def test_e8_upgrade_drive_off_toll() -> None:
    match = traders(7)
    play(match, "end", "roll")
    assert hands(match)[2] == {"brick": 1, "lumber": 4, "wool": 1, "ore": 3}
    play(match, "upgrade")
    assert match.level[2] == 2
    play(match, "travel")
    assert moves_with_verb(match, 2) == ["go -6,2", "go -2,2", "go -4,8", "drive -5,3", "end"]
    play(match, "drive -5,3")
    assert len(moves_with_verb(match, 2)) == 72
    before = hands(match)
    play(match, "banish -1,-3")
    assert hands(match) == before
    assert moves_with_verb(match, 2) == ["go -6,2", "go -2,2", "go -4,8", "end"]
    play(match, "go -6,2", "go -8,0")
    assert match.view(None)["players"][2]["wagon"]["load"] == "tools"
    play(match, "end", "roll", "travel", "go -6,2", "go -4,4")
    assert match.gold == [4, 5, 6]
    assert match.movement == 1
    assert moves_with_verb(match, 0) == ["go -6,2", "grain", "end"]
    play(match, "grain")
    assert match.movement == 3
    assert moves_with_verb(match, 0) == ["go -6,2", "go -2,2", "go -4,8", "end"]


def test_e9_seven_with_barbarians() -> None:
    match = traders(8)
    play(match, "go -2,2", "end", "roll")
    listed = moves_with_verb(match, 1)
    assert len(listed) == 216
    assert {move.split(" ")[0] for move in listed} == {"barbarian"}
    before = hands(match)[1].get("lumber", 0)
    play(match, "barbarian -1,-3 -7,-1")
    assert hands(match)[1]["lumber"] == before + 1
    assert match.actors == (1,)
    assert match.stack[-1][0] == "main"


# E10 to E12


def test_e10_events() -> None:
    deck = ["earthquake:6", "good_neighbours:6", "plentiful_year:2"]
    match = match_after_founding(script={"events": [deck]}, events="on")
    assert moves_with_verb(match, 0) == ["event"]
    play(match, "event")
    assert match.actors == (0, 1, 2)
    assert moves_with_verb(match, 0) == ["quake -4,-6", "quake 0,6"]
    play(match, (1, "quake 5,-3"), (0, "quake 0,6"), (2, "quake 4,6"))
    assert hands(match) == [
        {"grain": 3, "ore": 1},
        {"grain": 3},
        {"lumber": 2, "grain": 1, "ore": 1},
    ]
    play(match, "end", "event")
    assert moves_with_verb(match, 0) == ["gift grain", "gift ore"]
    assert moves_with_verb(match, 1) == ["gift grain"]
    assert moves_with_verb(match, 2) == ["gift lumber", "gift grain", "gift ore"]
    play(match, (0, "gift ore"), (2, "gift lumber"), (1, "gift grain"))
    assert hands(match) == [
        {"lumber": 1, "grain": 4},
        {"grain": 3, "ore": 1},
        {"lumber": 1, "grain": 3, "ore": 1},
    ]
    play(match, "end", "event")
    assert match.actors == (0, 1, 2)
    assert all(
        moves_with_verb(match, seat, "take") == moves_with_verb(match, seat) for seat in range(3)
    )
    before = hands(match)
    play(match, (0, "take wool"), (1, "take wool"), (2, "take wool"))
    after = hands(match)
    assert after[0] == {**before[0], "wool": 1, "grain": 5}
    assert after[1] == {**before[1], "wool": 1, "grain": 4}
    assert after[2] == {**before[2], "wool": 1}


def test_e11_two_seats() -> None:
    match = new_match(2)
    assert len(moves_with_verb(match)) == 46
    match = match_after_founding(2, script={"dice": [3, 3, 4, 2, 5, 4]})
    assert match.tokens == [7, 6]
    assert hands(match) == [{"brick": 1, "grain": 1, "ore": 1}, {"wool": 2}]
    play(match, "roll")
    assert match.dice == (5, 4)
    assert hands(match) == [{"brick": 2, "grain": 1, "ore": 1}, {"wool": 3}]
    assert "token trade" in moves_with_verb(match, 0)
    play(match, "token trade")
    assert match.tokens[0] == 6


@pytest.mark.parametrize(
    ("scenario", "card", "target"), [("base", "vp", 10), ("traders", "quarrying", 13)]
)
def test_e12_a_point_card_wins_at_once(scenario: str, card: str, target: int) -> None:
    match = main_phase_match(scenario=scenario)
    set_points(match, 0, target - 1)
    stack_deck(give(match, 0, wool=1, grain=1, ore=1), card)
    play(match, "buy")
    assert match.over
    assert match.scores()[0].breakdown["vp_cards"] == 1
    assert match.scores()[0].rank == 1


def test_e12_a_hidden_point_wins_when_the_own_turn_begins() -> None:
    match = set_points(main_phase_match(), 0, 8)
    stack_deck(give(match, 0, wool=1, grain=1, ore=1), "vp")
    play(match, "buy")
    assert not match.over
    assert match.scores()[0].breakdown["vp_cards"] == 0
    enter_main_phase(match, 2)
    match.score(0, 2, "longest_road")
    assert not advance_match(match).over
    play(match, "end")
    assert match.over
    assert match.winner == 0
    assert match.scores()[0].breakdown["vp_cards"] == 1


# E13


def brings_glass() -> CatanMatch:
    """Seat 0's wagon of level 1 about to bring glass to the castle, with a swift card."""
    script = {"commodities:castle": [["sand"]], "commodities:quarry": [["marble"]]}
    match = load_wagon(main_phase_match(scenario="traders", script=script), "glass")
    enter_wagon_phase(deal(match, 0, "swift"))
    before = totals(match)[0]
    play(match, "go -8,0")
    assert totals(match)[0] == before + 1
    assert match.gold == [6, 5, 5]
    assert load(match) is None
    assert moves_with_verb(match) == ["play swift", "end"]
    return match


def load(match: CatanMatch) -> str | None:
    good: str | None = match.view(None)["players"][0]["wagon"]["load"]
    return good


def test_e13_the_end_of_the_turn_takes_the_next_token() -> None:
    match = brings_glass()
    play(match, "end")
    assert load(match) == "sand"


def test_e13_swift_to_another_plaza_takes_the_token_there() -> None:
    match = brings_glass()
    put_wagon(match, "4,-8")
    play(match, "play swift", "go 4,-12")
    assert load(match) is None
    play(match, "end")
    assert load(match) == "marble"


def test_e13_swift_to_no_plaza_takes_the_token_on_the_next_arrival() -> None:
    match = brings_glass()
    play(match, "play swift", "go -6,2", "end")
    assert load(match) is None
    enter_wagon_phase(match)
    play(match, "go -8,0")
    assert load(match) == "sand"
