"""Tracks at their ends, nothing left, the same thing done over and over: no page fails."""

from __future__ import annotations

import random

import pytest
from django.utils.html import escape

import games.rules as rules
from accounts.models import User
from games.boards import presenter
from tests.boards.walks import scene
from tests.games.table.limits import hobbyist, look_at_a_match, look_everywhere
from tests.games.table.reliability_at import PositionTable

from ..rules import action_phase
from ..rules.board import SPAN
from ..rules.components import MONK, NEUTRAL, PLACES, TRACK_LAST
from ..rules.match import OrleansMatch

pytestmark = pytest.mark.usefixtures("no_failures")

KEY = "orleans"
HOBBIES = ("castle", "university", "village", "farm_house", "guildhall", "town_hall", "ship")


def test_no_page_fails_in_a_match_of_people_with_hobbies(people: list[User]) -> None:
    look_at_a_match(KEY, hobbyist(*HOBBIES), people, "hobbyist")


def every_place_ready(tracks: int) -> OrleansMatch:
    """Seat 0 owns every place tile, and all are ready; its markers stand so far before the end."""
    match = rules.new_match(KEY, seats=2, seed=f"limits {tracks}")
    assert isinstance(match, OrleansMatch)
    board = match.boards[0]
    for number, place in enumerate(PLACES):
        if place.level:
            board.add_place(number)
    match.available = ()
    board.coins, board.stock = 40, 6
    board.goods[:] = [2] * len(board.goods)
    board.stations = 0b1110
    for number in board.places:
        for slot, wanted in enumerate(PLACES[number].slots, SPAN[number].start):
            board.slots[slot] = 1 + NEUTRAL + min(wanted, MONK)
    for track, last in enumerate(TRACK_LAST):
        board.tracks[track] = last - tracks
    board.bag[NEUTRAL] = 3
    action_phase.begin_actions(match)
    return match


@pytest.mark.parametrize("steps", [0, 1])
def test_at_the_end_of_its_tracks(steps: int, people: list[User]) -> None:
    match = every_place_ready(steps)
    table = PositionTable(match, people)
    look_everywhere(table, match, random.Random(steps), most=30)


def test_with_nothing_left(people: list[User]) -> None:
    match = every_place_ready(1)
    match.followers = [0] * len(match.followers)
    match.goods = [0] * len(match.goods)
    match.technology = match.citizens = 0
    action_phase.begin_actions(match)
    look_everywhere(PositionTable(match, people), match, random.Random(1))


@pytest.mark.parametrize(
    ("track", "uses"),
    [
        ("farmer", "farm_house"),
        ("boatman", "village boatman"),
        ("craftsman", "village craftsman"),
        ("knight", "castle"),
        ("scholar", "university"),
    ],
)
def test_last_track_step_keeps_its_label_in_the_draft(
    track: str, uses: str, people: list[User]
) -> None:
    match = every_place_ready(1)
    table = PositionTable(match, people)
    move = next(move for move in match.legal_moves(0) if move.startswith(f"act {uses}"))
    chosen = presenter(KEY).move_label(move, scene(match, 0))
    table.put(match)
    table.draft(0, move)
    assert f"<span>{escape(chosen)}</span>" in table.fragment(0)
