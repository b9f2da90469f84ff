"""What a wagon loads and brings at a plaza, and when (rules 5.8, ruling 22)."""

from __future__ import annotations

import pytest

import games.rules as rules

from ...rules.match import CatanMatch
from .positions import (
    deal,
    enter_main_phase,
    event_kinds,
    event_of_kind,
    give,
    load_wagon,
    moves_with_verb,
    play,
    put_wagon,
    set_points,
    totals,
    wagon,
    wagon_ready,
)

# plazas


def test_arriving_at_a_plaza_ends_the_trip() -> None:
    match = give(wagon_ready(script={"commodities:castle": [["tools"]]}), 0, grain=1)
    match.level[0] = 2
    play(match, "go -8,0")
    assert match.movement == 0
    assert moves_with_verb(match) == ["end"]


def test_the_first_token_is_taken_without_gold() -> None:
    match = wagon_ready(script={"commodities:castle": [["tools"]]})
    before = match.reveals
    events = play(match, "go -8,0")
    assert wagon(match)["load"] == "tools"
    assert wagon(match)["destination"] == "quarry"
    assert match.gold == [5, 5, 5]
    assert "deliver" not in event_kinds(events)
    assert match.view(None)["goals"]["castle"]["left"] == 11
    assert match.reveals > before


@pytest.mark.parametrize(("level", "gold"), [(1, 1), (2, 2), (3, 3), (4, 4), (5, 5)])
def test_a_delivery_brings_a_point_and_the_levels_gold(level: int, gold: int) -> None:
    match = load_wagon(wagon_ready(), "glass")
    match.level[0] = level
    before = totals(match)[0]
    events = play(match, "go -8,0")
    assert totals(match)[0] == before + 1
    assert match.gold[0] == 5 + gold
    assert event_of_kind(events, "deliver").data == {
        "good": "glass",
        "goal": "castle",
        "gold": gold,
    }
    assert match.view(None)["players"][0]["delivered"] == 1


@pytest.mark.parametrize(
    ("good", "plaza", "corner"),
    [
        ("glass", "-8,0", "-6,-2"),
        ("marble", "-8,0", "-6,-2"),
        ("tools", "4,-12", "4,-8"),
        ("sand", "4,12", "4,8"),
    ],
)
def test_every_good_has_its_destination(good: str, plaza: str, corner: str) -> None:
    match = load_wagon(wagon_ready(corner), good)
    play(match, f"go {plaza}")
    assert match.delivered[0] == 1


def test_nothing_happens_at_the_wrong_building() -> None:
    """Ruling 20: the trip ends, the load stays."""
    match = load_wagon(wagon_ready(), "tools")
    play(match, "go -8,0")
    assert wagon(match)["load"] == "tools"
    assert match.gold == [5, 5, 5]
    assert moves_with_verb(match) == ["end"]
    assert match.view(None)["goals"]["castle"]["left"] == 12


def test_a_plaza_must_be_left_before_it_is_entered_again() -> None:
    """Ruling 20."""
    match = wagon_ready("-8,0")
    assert "go -8,0" not in moves_with_verb(match)
    assert {"go -8,-4", "go -6,-2", "go -6,2", "go -8,4"} == set(moves_with_verb(match, 0, "go"))


def test_an_empty_stack_leaves_the_wagon_empty() -> None:
    """Ruling 21."""
    match = wagon_ready()
    match.taken[0] = 12
    play(match, "go -8,0")
    assert wagon(match)["load"] is None
    assert moves_with_verb(match) == ["end"]


def test_gold_never_exceeds_100() -> None:
    """Ruling 29: a delivery pays what the bank has."""
    match = load_wagon(wagon_ready(), "glass")
    match.level[0] = 5
    match.gold = [5, 48, 45]
    play(match, "go -8,0")
    assert match.gold[0] == 7
    assert match.view(None)["gold_in_bank"] == 0


# the next token after a delivery

STACKS = {"commodities:castle": [["sand"]], "commodities:quarry": [["marble"]]}


def match_after_delivery(*, swift: bool = False, rules_version: int | None = None) -> CatanMatch:
    """Seat 0 has just brought glass to the castle, where sand lies on top."""
    match = load_wagon(wagon_ready(script=STACKS, rules_version=rules_version), "glass")
    if swift:
        deal(match, 0, "swift")
    play(match, "go -8,0")
    return match


def next_trip(match: CatanMatch) -> None:
    """After seat 0's turn everybody else ends, and it sends its wagon off again."""
    for seat in (1, 2):
        play(enter_main_phase(match, seat), "end")
    play(enter_main_phase(match), "travel")


def test_a_delivery_takes_no_token() -> None:
    match = load_wagon(wagon_ready(script=STACKS), "glass")
    before = match.reveals
    events = play(match, "go -8,0")
    assert event_kinds(events) == ["go", "deliver", "score"]
    assert wagon(match)["load"] is None
    assert moves_with_verb(match) == ["end"]
    assert match.reveals == before  # so the step may be taken back (rules 11)


def test_the_next_token_is_the_last_action_of_the_turn() -> None:
    """Ruling 22."""
    match = match_after_delivery()
    before = match.reveals
    events = play(match, "end")
    assert event_kinds(events) == ["load", "turn"]
    assert event_of_kind(events, "load").seat == 0
    assert event_of_kind(events, "load").data == {
        "good": "sand",
        "at": "castle",
        "destination": "glassworks",
        "left": 11,
    }
    assert wagon(match)["load"] == "sand"
    assert match.reveals > before
    assert match.active == 1


def test_the_next_token_is_of_the_plaza_where_the_turn_ends() -> None:
    match = match_after_delivery(swift=True)
    put_wagon(match, "4,-8")
    events = play(match, "play swift", "go 4,-12")
    assert event_kinds(events) == ["go"]  # arriving takes nothing
    assert wagon(match)["load"] is None
    play(match, "end")
    assert wagon(match)["load"] == "marble"
    assert [goal["left"] for goal in match.view(None)["goals"].values()] == [12, 11, 12]


def test_a_wagon_that_drove_off_takes_its_token_on_the_next_arrival() -> None:
    match = match_after_delivery(swift=True)
    assert event_kinds(play(match, "play swift", "go -6,2", "end")) == ["turn"]
    assert wagon(match)["load"] is None
    next_trip(match)
    assert "load" in event_kinds(play(match, "go -8,0"))
    assert wagon(match)["load"] == "sand"


def test_a_plaza_left_and_entered_again_gives_its_token_at_the_end() -> None:
    match = match_after_delivery(swift=True)
    assert event_kinds(play(match, "play swift", "go -6,-2", "go -8,0")) == ["go"]
    assert event_kinds(play(match, "end")) == ["load", "turn"]


def test_a_second_trip_that_does_not_leave_the_plaza_ends_with_the_token() -> None:
    match = match_after_delivery(swift=True)
    assert event_kinds(play(match, "play swift", "end")) == ["load", "turn"]


def test_a_token_taken_on_arrival_may_be_delivered_in_the_same_turn() -> None:
    """Only the token after a delivery waits; one may drive on with the first by swift."""
    match = deal(wagon_ready(script={**STACKS, "commodities:castle": [["tools"]]}), 0, "swift")
    play(match, "go -8,0")
    assert wagon(match)["load"] == "tools"
    put_wagon(match, "4,-8")
    assert "deliver" in event_kinds(play(match, "play swift", "go 4,-12"))
    play(match, "end")
    assert wagon(match)["load"] == "marble"


def test_an_empty_stack_gives_no_next_token() -> None:
    """Ruling 21: the wagon stays empty until it arrives at a plaza with tokens."""
    match = match_after_delivery()
    match.taken[0] = 12
    assert match.view(None)["trip"]["next_token"] is None
    assert event_kinds(play(match, "end")) == ["turn"]
    assert wagon(match)["load"] is None
    next_trip(put_wagon(match, "4,-8"))
    play(match, "go 4,-12")
    assert wagon(match)["load"] == "marble"


def test_a_turn_that_ends_on_a_plaza_without_a_delivery_takes_nothing() -> None:
    """The load stays, and a second token is never taken."""
    match = load_wagon(wagon_ready(), "tools")
    assert event_kinds(play(match, "go -8,0", "end")) == ["turn"]
    match = wagon_ready()
    assert event_kinds(play(match, "go -8,0", "end")) == ["turn"]
    assert match.taken == [1, 0, 0]


def test_the_next_token_is_taken_before_the_clock_ends_the_match() -> None:
    """Ruling 21: also at the end of round 100."""
    match = match_after_delivery()
    match.turn = 299
    events = play(match, "end")
    assert match.over
    assert event_kinds(events)[:1] == ["load"]
    assert wagon(match)["load"] == "sand"


def test_a_winning_delivery_ends_the_match_at_once_without_a_next_token() -> None:
    """Ruling 22."""
    match = set_points(load_wagon(wagon_ready(script=STACKS), "marble"), 0, 12)
    events = play(match, "go -8,0")
    assert match.over
    assert match.winner == 0
    assert wagon(match)["load"] is None
    assert event_kinds(events) == ["go", "deliver", "score", "over"]
    assert match.view(None)["goals"]["castle"]["left"] == 12


def test_the_view_says_that_a_token_is_due_and_where() -> None:
    match = load_wagon(wagon_ready(script=STACKS), "glass")
    deal(match, 0, "swift")

    def token_state() -> tuple[bool, str | None]:
        trip = match.view(None)["trip"]
        return trip["delivered"], trip["next_token"]

    assert token_state() == (False, None)
    play(match, "go -8,0")
    assert token_state() == (True, "castle")
    play(match, "play swift", "go -6,2")
    assert token_state() == (True, None)
    play(match, "go -8,0")
    assert token_state() == (True, "castle")
    play(match, "end")
    next_trip(match)
    assert token_state() == (False, None)


def test_a_stored_match_remembers_that_a_token_is_due() -> None:
    match = match_after_delivery()
    assert "unloaded" in match.dump()["state"]
    again = rules.load("catan", match.dump())
    assert again.dump() == match.dump()
    assert event_kinds(again.play(0, "end")) == ["load", "turn"]


# version 1 of the rules: the next token was taken on arrival (ruling 22)


def test_version_1_takes_the_next_token_on_arrival() -> None:
    match = load_wagon(wagon_ready(script=STACKS, rules_version=1), "glass")
    before = match.reveals
    events = play(match, "go -8,0")
    assert event_kinds(events) == ["go", "deliver", "score", "load"]
    assert wagon(match)["load"] == "sand"
    assert match.reveals > before
    assert event_kinds(play(match, "end")) == ["turn"]
    assert match.taken == [1, 0, 0]


def test_version_1_drives_on_with_the_next_token_by_swift() -> None:
    match = match_after_delivery(swift=True, rules_version=1)
    put_wagon(match, "4,8")
    play(match, "play swift", "go 4,12")
    assert match.delivered[0] == 2


def test_version_1_an_empty_stack_leaves_the_wagon_empty() -> None:
    match = load_wagon(wagon_ready(rules_version=1), "glass")
    match.taken[0] = 12
    play(match, "go -8,0")
    assert wagon(match)["load"] is None
    assert match.delivered[0] == 1


def test_version_1_shows_the_next_token_after_a_winning_delivery() -> None:
    match = set_points(load_wagon(wagon_ready(script=STACKS, rules_version=1), "marble"), 0, 12)
    events = play(match, "go -8,0")
    assert match.over
    assert match.winner == 0
    assert wagon(match)["load"] == "sand"
    assert event_kinds(events)[-2:] == ["load", "over"]


def test_version_1_is_stored_and_shown_as_it_was() -> None:
    match = match_after_delivery(rules_version=1)
    assert "unloaded" not in match.dump()["state"]
    assert set(match.view(None)["trip"]) == {"points", "arrived", "moved", "grain_used", "tried"}
