"""Positions to test drafts in: play goes on until somebody has the moves that a test needs."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

import games.rules as rules
from games.models import Seat, Table
from games.table.session.loader import load_match
from tests import sample_titles
from tests.games.conftest import actor, fresh, play_on

FoundT = TypeVar("FoundT")


def play_until(
    table: Table, search: Callable[[rules.Match, Seat], FoundT | None]
) -> tuple[Table, Seat, FoundT]:
    """Play on until the position has what is wanted for the seat that is to move."""
    for step in range(400):
        table = fresh(table)
        seat = actor(table)
        found = search(load_match(table), seat)
        if found is not None:
            return table, seat, found
        play_on(table, moves=1, seed=step)
    raise AssertionError("no such move in 400 moves")


def positions_after_moves(match: rules.Match, seat: Seat) -> Iterator[tuple[str, rules.Match]]:
    """Every move of a seat with the position behind it."""
    for move in match.legal_moves(seat.number):
        behind = match.copy()
        behind.play(seat.number, move)
        yield move, behind


def find_reveal(table: Table) -> tuple[Table, Seat, str]:
    """Somebody has a move that reveals something."""
    return play_until(
        table,
        lambda match, seat: next(
            (
                move
                for move, behind in positions_after_moves(match, seat)
                if behind.reveals > match.reveals
            ),
            None,
        ),
    )


def find_reveal_mid_turn(table: Table) -> tuple[Table, Seat, list[str]]:
    """Somebody's move reveals something, and the next one is theirs as well."""
    return play_until(
        table,
        lambda match, seat: next(
            (
                [move, behind.legal_moves(seat.number)[0]]
                for move, behind in positions_after_moves(match, seat)
                if behind.reveals > match.reveals and seat.number in behind.actors
            ),
            None,
        ),
    )


def find_long_draft(table: Table) -> tuple[Table, Seat, list[str]]:
    """Somebody can draft two moves that reveal nothing."""
    return play_until(
        table,
        lambda match, seat: next(
            (
                [move, second]
                for move, behind in positions_after_moves(match, seat)
                if behind.reveals == match.reveals and seat.number in behind.actors
                for second, further in positions_after_moves(behind, seat)
                if further.reveals == match.reveals
            ),
            None,
        ),
    )


def find_choice(table: Table) -> tuple[Table, Seat, tuple[str, list[str]]]:
    """Somebody can draft a move, and behind it any of three that reveal nothing."""

    def search(match: rules.Match, seat: Seat) -> tuple[str, list[str]] | None:
        for move, behind in positions_after_moves(match, seat):
            if behind.reveals == match.reveals and seat.number in behind.actors:
                seconds = positions_after_moves(behind, seat)
                quiet = [second for second, after in seconds if after.reveals == match.reveals]
                if len(quiet) >= 3:
                    return move, quiet[:3]
        return None

    return play_until(table, search)


def find_choice_to_reveal(table: Table) -> tuple[Table, Seat, tuple[str, str, str]]:
    """Somebody can draft two moves, and another in place of the second reveals something."""

    def search(match: rules.Match, seat: Seat) -> tuple[str, str, str] | None:
        for move, behind in positions_after_moves(match, seat):
            if behind.reveals > match.reveals or seat.number not in behind.actors:
                continue
            quiet: list[str] = []
            loud: list[str] = []
            for second, further in positions_after_moves(behind, seat):
                (loud if further.reveals > match.reveals else quiet).append(second)
            if quiet and loud:
                return move, quiet[0], loud[0]
        return None

    return play_until(table, search)


def random_draft(match: rules.Match, seat: int, rng: random.Random, longest: int) -> list[str]:
    """Moves of a seat by chance, none of which reveals anything."""
    position = match
    moves: list[str] = []
    while seat in position.actors and len(moves) < longest:
        move = rng.choice(position.legal_moves(seat))
        behind = sample_titles.after(position, seat, move)
        if behind.reveals > match.reveals:
            break
        moves.append(move)
        position = behind
    return moves


def stands(match: rules.Match, seat: int, moves: Sequence[str]) -> bool:
    """Whether a seat may draft these moves: each is listed when it comes, and reveals nothing."""
    position = match.copy()
    for move in moves:
        if move not in position.legal_moves(seat):
            return False
        position.play(seat, move)
        if position.reveals > match.reveals:
            return False
    return True


def find_draft_without(
    table: Table, at: int, length: int, *, standing: bool
) -> tuple[Table, Seat, list[str]]:
    """Somebody can draft so many moves, and the others stand (or not) without the one `at`."""
    rng = random.Random(length)

    def search(match: rules.Match, seat: Seat) -> list[str] | None:
        for _ in range(10):
            moves = random_draft(match, seat.number, rng, length)
            rest = moves[:at] + moves[at + 1 :]
            if len(moves) == length and stands(match, seat.number, rest) == standing:
                return moves
        return None

    return play_until(table, search)
