"""The search policy of Catan: the search plays on for some turns, without offers.

Offers of others are answered as the steady bot does. A search sees its own gain, but not the gain
of the offering seat, and could be exploited.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from typing import cast

from games.bots.search_policy import SearchPolicy
from games.rules import Match

from ..rules.components import RESOURCES
from ..rules.match import CatanMatch
from .hindrance import hindrance_weights
from .plans import missing_cards, plans
from .player import HeuristicBot
from .win_odds import POINTS, log_odds
from .worth import intersection_worth, road_worth, route_worth


class CatanSearchPolicy(SearchPolicy):
    """Tries builds, cards, useful trades, the best places, and the robber against others."""

    default_bot = HeuristicBot
    width = 8
    horizons = (4,)  # turns

    def candidates(self, match: Match, seat: int, rng: random.Random) -> list[str]:
        match = cast(CatanMatch, match)
        listed = match.legal_moves(seat)
        usual = self.bot.choose(match.copy(), seat, rng)
        rank = RANKINGS.get(match.stack[-1][0])
        if rank is None:
            return [usual]
        worth = rank(match, seat, listed)
        others = [move for move in worth if worth[move] > 0 and move != usual]
        others.sort(key=lambda move: -worth[move])
        return [usual, *others[: self.width - 1]]

    def reply(self, match: Match, seat: int, rng: random.Random) -> str:
        move = self.bot.choose(match, seat, rng)
        if move == "offer":
            listed = match.legal_moves(seat)
            return "travel" if "travel" in listed else "end"
        return move

    def clock(self, match: Match) -> int:
        return cast(CatanMatch, match).turn

    def lead_deviation(self, match: Match) -> float:
        return POINTS

    def values(self, match: Match) -> list[float]:
        if match.over:
            return super().values(match)
        odds = log_odds(cast(CatanMatch, match))
        raised = [math.exp(one - max(odds)) for one in odds]
        return [one / sum(raised) for one in raised]


def rank_main(match: CatanMatch, seat: int, listed: list[str]) -> dict[str, float]:
    """Values of moves: builds, then the end of the turn, cards, roads, and useful trades."""
    of_spot, behind = intersection_worth(match, seat), route_worth(match, seat)
    wanted = {
        RESOURCES[kind]
        for plan in plans(match, seat)[:3]
        for kind in missing_cards(match.hands[seat], plan.cost)
    }
    worth = {}
    for move in listed:
        verb, *rest = move.split(" ")
        if verb in ("city", "settlement"):
            worth[move] = 20.0 + of_spot(match.board.spot_index[rest[0]])
        elif verb == "road":
            worth[move] = road_worth(match, seat, match.board.path_index[rest[0]], behind)
        elif verb in ("bank", "purchase"):
            worth[move] = 4.0 * (rest[-1] in wanted)
        elif verb == "play":
            worth[move] = CARD_WEIGHTS.get(rest[0], 0.0)
        else:
            worth[move] = MOVE_WEIGHTS.get(verb, 1.0)
    return worth


def rank_founding(match: CatanMatch, seat: int, listed: list[str]) -> dict[str, float]:
    """Values of founding moves and free roads: the best places first."""
    of_spot, behind, board = intersection_worth(match, seat), route_worth(match, seat), match.board
    worth = {}
    for move in listed:
        verb, place = move.split(" ")
        if verb == "road":
            worth[move] = 1.0 + road_worth(match, seat, board.path_index[place], behind)
        else:
            worth[move] = of_spot(board.spot_index[place])
    return worth


def rank_robber(match: CatanMatch, seat: int, listed: list[str]) -> dict[str, float]:
    """Values of robber moves: those that cost strong opponents most and oneself nothing."""
    weight = hindrance_weights(match, seat)
    weight[seat] = -2.0
    worth = {}
    for move in listed:
        hex = match.board.hex_index[move.split(" ")[1]]
        pips = match.layout.hex_pips[hex]
        worth[move] = sum(
            pips * amount * weight[owner]
            for owner, amount in match.holders[hex]
            if owner < match.seats
        )
    return worth


def rank_equal(match: CatanMatch, seat: int, listed: list[str]) -> dict[str, float]:
    """All moves with the same value, except `play plenty`."""
    return {move: 1.0 for move in listed if "plenty" not in move}


def rank_single_cards(match: CatanMatch, seat: int, listed: list[str]) -> dict[str, float]:
    """Discards of one card at a time."""
    return {move: 1.0 for move in listed if move.endswith(" 1")}


CARD_WEIGHTS = {"knight": 9.0, "road_building": 6.0, "monopoly": 3.0}
MOVE_WEIGHTS = {"upgrade": 20.0, "buy": 10.0, "end": 12.0, "travel": 12.0, "offer": 0.0}
RANKINGS: dict[str, Callable[[CatanMatch, int, list[str]], dict[str, float]]] = {
    "main": rank_main,
    "founding": rank_founding,
    "free_roads": rank_founding,
    "robber": rank_robber,
    "steal": rank_equal,
    "start": rank_equal,
    "discard": rank_single_cards,
}
