"""Luck: cards from each throw compared with the average, with three or four seats and dice."""

from __future__ import annotations

from collections.abc import Sequence

import games.rules as rules
from games.boards.view_models import LuckMeasure

from ..rules.components import SEVEN
from ..rules.match import CatanMatch
from ..rules.production import produce
from .production import THROW_WAYS


def luck(match: rules.Match, move: str) -> LuckMeasure | None:
    """Return how to weigh a roll: the cards of each seat minus the expected number.

    None with two seats, because the second throw of a turn depends on the first.
    """
    assert isinstance(match, CatanMatch)
    if move != "roll" or match.duel:
        return None
    ways = THROW_WAYS[match.options["scenario"]]
    seats = range(match.seats)
    brought = {number: _cards_produced(match, number) for number in ways}
    expected = [
        sum(ways[number] * brought[number][seat] for number in ways) / sum(ways.values())
        for seat in seats
    ]

    def weigh(events: Sequence[rules.Event]) -> Sequence[float]:
        (number,) = (event.data["number"] for event in events if event.kind == "roll")
        return [brought[number][seat] - expected[seat] for seat in seats]

    return weigh


def _cards_produced(match: CatanMatch, number: int) -> list[int]:
    """The cards that each seat would get for this number now."""
    after = match.copy()
    if number != SEVEN:
        produce(after, number, epidemic=False)
    return [sum(then) - sum(now) for then, now in zip(after.hands, match.hands, strict=True)]
