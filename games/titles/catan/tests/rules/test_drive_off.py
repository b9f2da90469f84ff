"""Barbarians that a wagon drives off (rules 5.8)."""

from __future__ import annotations

import pytest

from ...rules.match import CatanMatch
from .positions import (
    deal,
    event_of_kind,
    give,
    hand,
    moves_with_verb,
    place_barbarians,
    play,
    step,
    wagon_ready,
)


def at_a_barbarian(*dice: int, level: int = 3) -> CatanMatch:
    """Seat 0's wagon on -6,2, barbarians on -5,3 and -6,0 next to it and on 4,6."""
    match = place_barbarians(
        wagon_ready("-6,2", script={"drive": list(dice)}), "-5,3", "-6,0", "4,6"
    )
    match.level[0] = level
    match._lists.clear()
    return match


def test_level_1_drives_nobody_off() -> None:
    assert moves_with_verb(at_a_barbarian(level=1), 0, "drive") == []


def test_barbarians_next_to_the_wagon_may_be_driven_off() -> None:
    assert moves_with_verb(at_a_barbarian(), 0, "drive") == ["drive -6,0", "drive -5,3"]


@pytest.mark.parametrize(("level", "lowest"), [(2, 6), (3, 5), (4, 4), (5, 3)])
def test_the_level_says_which_dice_succeed(level: int, lowest: int) -> None:
    for die in range(1, 7):
        match = at_a_barbarian(die, level=level)
        events = play(match, "drive -5,3")
        assert event_of_kind(events, "drive").data["success"] == (die >= lowest)
        assert (match.stack[-1][0] == "banish") == (die >= lowest)


def test_a_driven_off_barbarian_goes_to_any_other_path_without_one() -> None:
    """Ruling 26: with or without roads, and nothing is stolen."""
    match = give(at_a_barbarian(6), 1, ore=1)
    play(match, "drive -5,3")
    listed = moves_with_verb(match)
    assert len(listed) == 72
    assert "banish -5,3" not in listed
    assert "banish 4,6" not in listed
    play(match, "banish 5,-3")  # seat 1's road
    assert hand(match, 1) == {"ore": 1}
    assert match.stack[-1][0] == "wagon"


def test_a_failed_try_costs_no_points_and_the_trip_goes_on() -> None:
    match = at_a_barbarian(1)
    play(match, "drive -5,3")
    assert match.movement == 4
    assert moves_with_verb(match, 0, "drive") == ["drive -6,0"]


def test_each_barbarian_is_tried_once_a_turn_wherever_it_goes() -> None:
    """Ruling 24."""
    match = at_a_barbarian(6, 6)
    play(match, "drive -5,3", "banish -7,1")  # at -6,2 again, but tried
    assert moves_with_verb(match, 0, "drive") == ["drive -6,0"]
    play(match, "drive -6,0", "banish 0,6")
    assert moves_with_verb(match, 0, "drive") == []
    assert match.view(None)["trip"]["tried"] == ["-7,1", "0,6"]


def test_tries_are_not_renewed_by_swift() -> None:
    match = deal(at_a_barbarian(1, 1), 0, "swift")
    play(match, "drive -5,3", "drive -6,0", "go -8,4", "play swift", "go -6,2")
    assert moves_with_verb(match, 0, "drive") == []


def test_driving_off_is_possible_with_no_points_left() -> None:
    """Ruling 25."""
    match = at_a_barbarian(6)
    match.movement = 0
    match._lists.clear()
    assert moves_with_verb(match) == ["drive -6,0", "drive -5,3", "end"]


def test_driving_off_is_not_possible_after_the_trip_has_ended() -> None:
    """Ruling 25."""
    match = place_barbarians(wagon_ready("-6,2"), "-7,-1", "1,-9", "4,6")
    match.level[0] = 3
    play(match, "go -8,0")
    assert moves_with_verb(match) == ["end"]


def test_driving_off_is_possible_on_the_plaza_where_the_trip_starts() -> None:
    """Ruling 25: the starting intersection counts."""
    match = place_barbarians(wagon_ready("-8,0"), "-7,-1", "1,-9", "4,6")
    match.level[0] = 3
    match._lists.clear()
    assert "drive -7,-1" in moves_with_verb(match)


def test_after_a_barbarian_is_gone_its_path_is_cheaper() -> None:
    match = at_a_barbarian(6)
    play(match, "drive -6,0", "banish 0,6")
    assert step(match, "-6,-2") == 2
