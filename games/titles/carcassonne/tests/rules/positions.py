"""Positions for the tests: a scripted start, or any board laid out tile by tile."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import games.rules as rules

from ...rules import Carcassonne
from ...rules.board import Board
from ...rules.cells import cell_at
from ...rules.components import KINDS, ROTATIONS

POINTS = 6


def start(pile: str, seats: int = 2, **options: Any) -> Carcassonne:
    """A new match whose pile begins with these tiles."""
    script = {"tiles": [pile.split()]}
    match = rules.new_match("carcassonne", seats, options, seed="tests", script=script)
    assert isinstance(match, Carcassonne)
    return match


def play(match: rules.Match, *moves: str) -> list[rules.Event]:
    """Play moves written `seat move` and return the events of them all."""
    events = []
    for text in moves:
        seat, _, move = text.partition(" ")
        events += match.play(int(seat), move)
    return events


def position(
    tiles: Sequence[str],
    pieces: Sequence[str] = (),
    *,
    hands: Sequence[str] = ("u", "u"),
    pile: str = "",
    phase: str = "place",
    turn: int = 0,
    extra: bool = False,
    goods: Sequence[Sequence[int]] = (),
    **options: Any,
) -> Carcassonne:
    """A match in any position.

    Args:
        tiles: `x,y rotation tile`, each beside an earlier one; the newest is the last.
        pieces: `seat kind segment x,y`.
        hands: the tiles of each seat; there are as many seats as hands.
    """
    game = rules.get("carcassonne")
    board = Board()
    laid: list[list[int | str]] = []
    for text in tiles:
        where, rotation, id = text.split()
        x, y = (int(number) for number in where.split(","))
        cell, turns = cell_at(x, y), ROTATIONS.index(int(rotation))
        if laid:
            assert turns in KINDS[id].fits[board.open[cell]], f"{text} does not fit"
        board.place(cell, KINDS[id].looks[turns])
        laid.append([x, y, id, int(rotation)])
    standing: list[list[int | str]] = []
    for text in pieces:
        seat, kind, segment, where = text.split()
        x, y = (int(number) for number in where.split(","))
        standing.append([x, y, segment, int(seat), kind])
    seats = len(hands)
    match = rules.load(
        "carcassonne",
        {
            "format": "longtable-match/1",
            "game": "carcassonne",
            "rules": game.version,
            "seats": seats,
            "options": game.check(seats, options),
            "actors": [turn],
            "chance": {"seed": "tests", "reveals": 0, "calls": {"tiles": 1}},
            "state": {
                "phase": phase,
                "turn": turn,
                "extra": extra,
                "earned": False,
                "board": laid,
                "pieces": standing,
                "pile": pile.split(),
                "hands": [hand.split() for hand in hands],
                "discarded": [],
                "points": [[0] * POINTS for _ in range(seats)],
                "goods": [list(own) for own in goods] or [[0, 0, 0] for _ in range(seats)],
            },
        },
    )
    assert isinstance(match, Carcassonne)
    return match


def events_of_end(
    tiles: Sequence[str], pieces: Sequence[str] = (), **more: Any
) -> list[rules.Event]:
    """Play the last part of a match with these tiles and pieces: the events of its end."""
    return end_match(tiles, pieces, **more)[1]


def end_match(
    tiles: Sequence[str], pieces: Sequence[str] = (), seats: int = 2, **more: Any
) -> tuple[Carcassonne, list[rules.Event]]:
    """A match that ended on this board, and the events of its end."""
    options: dict[str, Any] = {"hands": [""] * seats, "phase": "piece", **more}
    match = position(tiles, pieces, **options)
    turn = match.turn
    return match, play(match, f"{turn} meeple none")


def totals(match: rules.Match) -> list[int]:
    return [score.total for score in match.scores()]


def points(match: rules.Match, key: str) -> list[int]:
    """The points of every seat under one key of the breakdown."""
    return [score.breakdown[key] for score in match.scores()]


def event_kinds(events: Sequence[rules.Event]) -> list[str]:
    return [event.kind for event in events]


def events_of_kind(events: Sequence[rules.Event], kind: str) -> list[rules.Event]:
    return [event for event in events if event.kind == kind]
