"""Boards of a match between clubs: who meets whom, who begins, and what a board is worth."""

from __future__ import annotations

import pytest

from games.club_matches.pairing import Board, home_share, pair_boards


def test_the_first_of_both_line_ups_meet_on_the_first_board() -> None:
    boards = pair_boards([1, 2, 3], [11, 12, 13], per_side=1, at_most=9)
    assert boards == [Board((1,), (11,)), Board((2,), (12,)), Board((3,), (13,))]


def test_the_shorter_line_up_and_the_limit_decide_how_many_boards_there_are() -> None:
    assert len(pair_boards([1, 2, 3], [11, 12], per_side=1, at_most=9)) == 2
    assert len(pair_boards([1, 2, 3], [11, 12, 13], per_side=1, at_most=1)) == 1
    assert pair_boards([], [11], per_side=1, at_most=9) == []


def test_boards_of_four_have_two_people_of_each_club() -> None:
    boards = pair_boards([1, 2, 3], [11, 12, 13, 14], per_side=2, at_most=9)
    assert boards == [Board((1, 2), (11, 12))]


def test_people_who_have_blocked_one_another_do_not_meet() -> None:
    apart = {frozenset((1, 11))}
    boards = pair_boards([1, 2], [11, 12], per_side=1, at_most=9, apart=apart)
    assert boards == [Board((1,), (12,)), Board((2,), (11,))]
    assert pair_boards([1], [11], per_side=1, at_most=9, apart=apart) == []
    mates = {frozenset((1, 2))}
    boards = pair_boards([1, 2, 3], [11, 12], per_side=2, at_most=9, apart=mates)
    assert boards == [Board((1, 3), (11, 12))]


def test_who_finds_no_opponent_leaves_the_board_to_the_next() -> None:
    apart = {frozenset((1, 11))}
    boards = pair_boards([1, 2], [11], per_side=1, at_most=9, apart=apart)
    assert boards == [Board((2,), (11,))]


def test_clubs_begin_on_alternate_boards() -> None:
    board = Board((1, 2), (11, 12))
    assert board.seat_order(1) == [1, 11, 2, 12]
    assert board.seat_order(2) == [11, 1, 12, 2]


@pytest.mark.parametrize(
    ("home", "away", "share"),
    [
        ([1], [2], 1),
        ([2], [1], 0),
        ([1], [1], 0.5),
        ([1, 2], [3, 4], 1),
        ([1, 4], [2, 3], 0.5),
        ([1, 3], [2, 4], 0.75),
        ([2, 2], [1, 2], 0.25),
    ],
)
def test_each_pair_of_opponents_is_worth_the_same_part(
    home: list[int], away: list[int], share: float
) -> None:
    assert home_share(home, away) == share
    assert home_share(away, home) == 1 - share
