"""What the search is told of Catan: lines are played on for some turns, without offers."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import NamedTuple, cast

from games.bots.guide import Guide
from games.rules import Match

from ..rules.building import settlement_places
from ..rules.components import GRAIN, ORE, RESOURCES
from ..rules.match import CatanMatch
from .harm import danger
from .plans import missing, plans
from .player import HeuristicBot
from .worth import produced, road_worth, spots, ways


class Promise(NamedTuple):
    """What adds to the points that a seat may expect at the end; some by points still to be won.

    Least squares over the lead in final points of 260 matches of the steady bot with two and four
    seats, at every other turn or so (R² 0.41, error 2.3; points alone: 0.25, 2.6).
    """

    points: float = 0.76
    longest_road: float = -1.2  # of the two that it counts: it may be lost
    largest_army: float = -0.7
    knight: float = 0.32
    road: float = 0.18  # of the longest one, up to six
    site: float = 0.39  # to settle on at once
    card: float = 0.34  # unplayed
    resource: float = 0.175  # in hand, up to eight
    pip: float = 0.015  # for each point to come
    pip_of_cities: float = 0.01  # more, of grain and ore
    kind: float = 0.09  # that is produced, for each point to come


PROMISE = Promise()


class CatanGuide(Guide):
    """Builds, cards and useful trades; the best spots; hexes where the robber hurts others."""

    usually = HeuristicBot
    width = 8
    ahead = 4  # turns

    def candidates(self, match: Match, seat: int, rng: random.Random) -> list[str]:
        match = cast(CatanMatch, match)
        listed = match.legal_moves(seat)
        usual = self.usual.choose(match.copy(), seat, rng)
        rank = RANKS.get(match.stack[-1][0])
        if rank is None:
            return [usual]
        worth = rank(match, seat, listed)
        others = [move for move in worth if worth[move] > 0 and move != usual]
        others.sort(key=lambda move: -worth[move])
        return [usual, *others[: self.width - 1]]

    def reply(self, match: Match, seat: int, rng: random.Random) -> str:
        move = self.usual.choose(match, seat, rng)
        if move == "offer":
            listed = match.legal_moves(seat)
            return "travel" if "travel" in listed else "end"
        return move

    def clock(self, match: Match) -> int:
        return cast(CatanMatch, match).turn

    def outlook(self, match: Match) -> list[float]:
        match = cast(CatanMatch, match)
        return [promised(match, seat) for seat in range(match.seats)]

    def spread(self, match: Match) -> float:
        return 1.8


def promised(match: CatanMatch, seat: int) -> float:
    """The points that a seat may expect at the end, give or take what all may."""
    pips = produced(match, seat)
    to_come = match.target - max(match.points)
    return (
        PROMISE.points * (match.points[seat] + match.secret[seat])
        + PROMISE.longest_road * (match.road_holder == seat)
        + PROMISE.largest_army * (match.army_holder == seat)
        + PROMISE.knight * match.knights[seat]
        + PROMISE.road * min(match.lengths[seat], 6)
        + PROMISE.site * bool(settlement_places(match, seat))
        + PROMISE.card * sum(match.cards[seat])
        + PROMISE.resource * min(sum(match.hands[seat]), 8)
        + PROMISE.pip * to_come * sum(pips)
        + PROMISE.pip_of_cities * to_come * (pips[GRAIN] + pips[ORE])
        + PROMISE.kind * to_come * sum(pip > 0 for pip in pips)
    )


def of_main(match: CatanMatch, seat: int, listed: list[str]) -> dict[str, float]:
    """Builds, then the end of the turn, cards, roads, and trades for what a plan lacks."""
    of_spot, behind = spots(match, seat), ways(match, seat)
    wanted = {
        RESOURCES[kind]
        for plan in plans(match, seat)[:3]
        for kind in missing(match.hands[seat], plan.cost)
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
            worth[move] = CARDS.get(rest[0], 0.0)
        else:
            worth[move] = OTHERS.get(verb, 1.0)
    return worth


def of_founding(match: CatanMatch, seat: int, listed: list[str]) -> dict[str, float]:
    """The best places."""
    of_spot, behind, board = spots(match, seat), ways(match, seat), match.board
    worth = {}
    for move in listed:
        verb, place = move.split(" ")
        if verb == "road":
            worth[move] = 1.0 + road_worth(match, seat, board.path_index[place], behind)
        else:
            worth[move] = of_spot(board.spot_index[place])
    return worth


def of_robber(match: CatanMatch, seat: int, listed: list[str]) -> dict[str, float]:
    """Where it hurts strong opponents and not oneself."""
    weight = danger(match, seat)
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


def all_alike(match: CatanMatch, seat: int, listed: list[str]) -> dict[str, float]:
    """Every move; two-card plenties and discards of several are made of the others."""
    return {move: 1.0 for move in listed if "plenty" not in move}


def single(match: CatanMatch, seat: int, listed: list[str]) -> dict[str, float]:
    """One card at a time."""
    return {move: 1.0 for move in listed if move.endswith(" 1")}


CARDS = {"knight": 9.0, "road_building": 6.0, "monopoly": 3.0}
OTHERS = {"upgrade": 20.0, "buy": 10.0, "end": 12.0, "travel": 12.0, "offer": 0.0}
RANKS: dict[str, Callable[[CatanMatch, int, list[str]], dict[str, float]]] = {
    "main": of_main,
    "founding": of_founding,
    "free_roads": of_founding,
    "robber": of_robber,
    "steal": all_alike,
    "answers": all_alike,
    "start": all_alike,
    "discard": single,
}
