"""The heuristic bot: it plays its own moves on copies and picks the best resulting position.

From each turn it follows the best few positions some of its own moves deep, as if no other seat
moved in between, so that one move can prepare another. Every such sequence ends in a pass.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TypeVar

from games.rules import FastChance, Match

from ..rules.components import PASS_MONEY, STARTING_TILES
from ..rules.match import Caledonia
from .worth import PositionValue, Weights, productions_left

T = TypeVar("T")

CLAN_WORTH = {
    "": 0.0,
    "buchanan": 4.0,
    "campbell": 5.0,
    "cunningham": 5.0,
    "fergusson": 5.0,
    "macdonald": 5.0,
    "mackenzie": 5.0,
    "robertson": 4.0,
    "stewart": 5.0,
    "macewen": 4.0,
}
HIGHEST_BID = 3
MAX_POSITIONS = 2000  # evaluated per decision, approximately
# Positions followed at each step. In a solo game the bot can plan a whole round.
WIDTHS = (6, 5, 4)
SOLO_WIDTHS = (8, 8, 8, 6, 6, 4)


class FixedChance(FastChance):
    """Chance with the same outcomes in every sequence, so that only the moves differ."""

    __slots__ = ("seed",)

    def __init__(self, seed: int, reveals: int = 0) -> None:
        self.seed = seed
        self.reveals = reveals

    def _next_generator(self) -> random.Random:
        self.reveals += 1
        return random.Random(self.seed + self.reveals)

    def shuffle(self, name: str, items: Sequence[T]) -> list[T]:
        result = list(items)
        self._next_generator().shuffle(result)
        return result

    def roll(self, name: str, sides: int = 6) -> int:
        return self._next_generator().randint(1, sides)

    def draw(self, name: str, items: Sequence[T], k: int = 1) -> list[T]:
        return self._next_generator().sample(items, k)

    def copy(self) -> FixedChance:
        return FixedChance(self.seed, self.reveals)


class HeuristicBot:
    """Search its own moves by `PositionValue`, following `widths` positions at each step."""

    def __init__(self, taste: Weights | None = None, widths: tuple[int, ...] | None = None) -> None:
        self.weights = taste
        self.widths = widths

    def choose(self, match: Match, seat: int, rng: random.Random) -> str:
        """Return the move that leads to the best position found."""
        assert isinstance(match, Caledonia)
        listed = match.legal_moves(seat)
        if match.phase == "clans":
            return self._choose_set_or_bid(match, listed)
        if len(listed) == 1:
            return listed[0]
        # The match is a private copy; its journal would only slow down further copies.
        match.moves = []
        match.chance = FixedChance(rng.getrandbits(30), match.chance.reveals)
        values = self.values(match, seat)
        return max(values, key=lambda move: values[move])

    def _choose_set_or_bid(self, match: Caledonia, listed: list[str]) -> str:
        auction = match.auction
        if auction is not None and listed[0].startswith("bid"):
            if "fold" in listed and auction.bid + 1 > HIGHEST_BID:
                return "fold"
            return listed[0]
        worth = []
        for clan, tile in match.sets:
            start = STARTING_TILES[tile]
            goods = sum(start.goods[:3]) + 2 * sum(start.goods[3:])
            worth.append(CLAN_WORTH[clan] + 0.2 * start.money + goods)
        return listed[worth.index(max(worth))]

    def values(self, match: Caledonia, seat: int) -> dict[str, float]:
        """Return, per first move, the value of the best sequence that begins with it."""
        return {line[0]: value for value, line in self.lines(match, seat)}

    def lines(self, match: Caledonia, seat: int) -> list[tuple[float, tuple[str, ...]]]:
        """Return the best sequence for each first move, with its value if a pass follows."""
        worth = PositionValue(match, seat, self.weights)
        found: dict[str, tuple[float, tuple[str, ...]]] = {}
        if "pass" in match.legal_moves(seat):
            found["pass"] = worth(match)[1] + self._pass(match, seat, worth), ("pass",)
        start = match.round if match.phase == "action" else -1
        front: list[tuple[float, tuple[str, ...], Caledonia]] = [(0.0, (), match)]
        tries = 0
        widths = self.widths or (SOLO_WIDTHS if match.seats == 1 else WIDTHS)
        for width in (*widths, 0):
            reached: dict[tuple[object, ...], tuple[float, tuple[str, ...], Caledonia]] = {}
            for _, line, before in front:
                if tries > MAX_POSITIONS:
                    break
                tries += len(before.legal_moves(seat))
                for move in before.legal_moves(seat):
                    if move == "pass":
                        continue
                    after = before.copy()
                    after.play(seat, move)
                    value, closed = worth(after)
                    closed += self._pass(after, seat, worth)
                    begun = (*line, move)
                    if begun[0] not in found or closed > found[begun[0]][0]:
                        found.pop(begun[0], None)  # of equals, the first listed wins
                        found[begun[0]] = closed, begun
                    if width and after.round == start and after.phase == "action":
                        key = signature(after, seat)
                        if key not in reached:
                            reached[key] = (value, begun, after)
            front = sorted(reached.values(), key=lambda entry: -entry[0])[:width]
            for _, _, after in front:
                after.restart_turn_of(seat)
            if not front:
                break
        return list(found.values())

    def _pass(self, match: Caledonia, seat: int, worth: PositionValue) -> float:
        """The value that passing adds: some money and a better place in the next round."""
        money = PASS_MONEY[0 if match.seats == 1 else min(len(match.passed), match.seats - 1)]
        value = money * worth.pound[max(0, productions_left(match) - 1)]
        if match.seats > 1 and not match.passed:
            value += worth.weights.passed_first
        return value


def signature(match: Caledonia, seat: int) -> tuple[object, ...]:
    """Return a key that distinguishes positions on the sequences of one seat."""
    p = match.players[seat]
    return (
        p.money,
        *p.goods,
        *p.by_unit,
        *p.areas,
        p.merchants,
        p.hirable,
        p.shipping,
        p.techs,
        p.boxes,
        p.ports,
        p.cellar,
        p.glory,
        match.turn == seat and match.stage == "after",
        *match.frames,
    )
