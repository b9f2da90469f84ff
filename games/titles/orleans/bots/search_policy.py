"""The search policy of Orléans: the search plays plans and actions on to the end of rounds."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import cast

from games.bots.search_policy import SearchPolicy
from games.rules import Match

from ..rules import components as box
from ..rules.board import SPAN, Board
from ..rules.followers_phase import GROUP_OF_SLOT
from ..rules.state import ACTIONS, PLANNING, State
from .player import (
    TECH_ORDER,
    HeuristicBot,
    best_steps,
    expected_points,
    fill,
    gain_of,
    place_worth,
    placement,
    send_gain,
)


class OrleansSearchPolicy(SearchPolicy):
    """Tries the first step towards each useful place, and the actions with the highest gain."""

    default_bot = HeuristicBot
    width = 6
    horizons: Sequence[float] = (2,)  # rounds
    is_secretive = True  # plans are secret

    def candidates(self, match: Match, seat: int, rng: random.Random) -> list[str]:
        state = cast(State, match)
        usual = self.bot.choose(match, seat, rng)
        listed = match.legal_moves(seat)
        if state.phase == PLANNING:
            others = plan_moves(state, seat, listed)
        elif state.phase == ACTIONS:
            others = action_moves(state, seat, listed)
        else:
            return [usual]
        others = [move for move in dict.fromkeys(others) if move != usual]
        return [usual, *others[: self.width - 1]]

    def share(self, match: Match) -> float:
        # A plan takes about five decisions.
        return 0.2 if cast(State, match).phase == PLANNING else 1.0

    def replies(self, match: Match, seat: int, rng: random.Random) -> Sequence[str]:
        state = cast(State, match)
        if state.phase == PLANNING and not technology_moves(match.legal_moves(seat)):
            steps = best_steps(state, seat)
            if steps:
                return [placement(*step) for step in steps]
        return (self.reply(match, seat, rng),)

    def clock(self, match: Match) -> int:
        return cast(State, match).round

    def expected_points(self, match: Match) -> list[float]:
        return [expected_points(cast(State, match), seat) for seat in range(match.seats)]

    def lead_deviation(self, match: Match) -> float:
        return 4.0 + (box.ROUNDS - cast(State, match).round)


class DeepOrleansSearchPolicy(OrleansSearchPolicy):
    """Tries every useful place, and values each continuation at the ends of three rounds."""

    width = 14
    horizons = (1, 2, 3)


def plan_moves(state: State, seat: int, listed: list[str]) -> list[str]:
    """A first placement for each place with a gain, the highest gain first; then `done`."""
    if known := technology_moves(listed):
        return known
    board = state.boards[seat]
    steps = []
    for place in board.places:
        tile = first_placement(board, place)
        worth = place_worth(state, seat, place) if tile else 0.0
        if tile and worth > 0:
            steps.append((worth, placement(*tile)))
    steps.sort(key=lambda step: -step[0])
    moves = [move for _, move in steps if move in listed]
    return [*moves, "done"] if "done" in listed else moves


def technology_moves(listed: list[str]) -> list[str]:
    """The legal `tech` moves, the most wanted first."""
    return [f"tech {slot}" for slot in TECH_ORDER if f"tech {slot}" in listed]


def first_placement(board: Board, place: int) -> tuple[int, int] | None:
    """The first placement for a place if the market can fill all its slots, else None."""
    span = SPAN[place]
    free = [GROUP_OF_SLOT[s] for s in range(span.start, span.stop) if not board.slots[s]]
    tiles = fill(board, free, list(board.market)) if free else None
    return (tiles[0], free[0]) if tiles else None


def action_moves(state: State, seat: int, listed: list[str]) -> list[str]:
    """The moves by their immediate gain, with the end of the actions among them."""
    if state.step:
        return listed
    worth = {}
    for move in listed:
        words = move.split(" ")
        if words[0] == "act":
            place = box.PLACE_ID[words[1]]
            gain = gain_of(state, seat, place, move)
            if place in (box.TOWN_HALL, box.TOWER):
                gain = send_gain(state, seat, words[2], gain)
            worth[move] = gain
        else:
            worth[move] = expected_points(state, seat)
    return sorted(listed, key=lambda move: -worth[move])
