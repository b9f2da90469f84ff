"""Card counts that everybody can work out, and what cards pay for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from ..rules import components as parts
from ..rules.view import View
from . import vocabulary


def held_by_others(view: View, ware: str) -> int:
    """The cards of a kind that others hold together, as the viewer can work out."""
    own = view["own"]
    return parts.BANK_EACH - view["bank"][ware] - (own["hand"][ware] if own else 0)


def unseen_cards(view: View) -> dict[str, int]:
    """Development cards by kind that may be in the deck or in others' hands."""
    found = Counter(parts.DEVELOPMENT[view["scenario"]])
    for player in view["players"]:
        found.subtract(player["played"])
    if view["own"]:
        found.subtract(view["own"]["cards"])
    return {card: n for card, n in found.items() if n}


def is_payable(hand: Mapping[str, int], cost: Mapping[str, int]) -> bool:
    return all(hand[ware] >= n for ware, n in cost.items())


def build_costs(level: int) -> dict[str, dict[str, int]]:
    """Return what can be built or bought, with its cost.

    Args:
        level: The level of the seat's wagon; 0 without wagons.
    """
    if 0 < level < parts.TOP_LEVEL:
        return {**vocabulary.COSTS, "upgrade": vocabulary.WAGON_COSTS[level + 1]}
    return dict(vocabulary.COSTS)
