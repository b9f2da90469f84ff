"""Where cards can be, as far as everybody can count, and what they pay for."""

from __future__ import annotations

from collections.abc import Mapping

from ..rules import components as parts
from ..rules.view import View
from . import vocabulary


def held_by_others(view: View, ware: str) -> int:
    """Cards of a kind that the others hold together: open to whoever knows their own hand."""
    own = view["own"]
    return parts.BANK_EACH - view["bank"][ware] - (own["hand"][ware] if own else 0)


def unseen_cards(view: View) -> dict[str, int]:
    """Development cards by kind that the deck and the others' hands can still hold."""
    found = dict(parts.DEVELOPMENT[view["scenario"]])
    for player in view["players"]:
        for card, n in player["played"].items():
            found[card] -= n
    for card, n in (view["own"] or {"cards": {}})["cards"].items():
        found[card] -= n
    return {card: n for card, n in found.items() if n}


def is_payable(hand: Mapping[str, int], cost: Mapping[str, int]) -> bool:
    return all(hand[ware] >= n for ware, n in cost.items())


def build_costs(level: int) -> dict[str, dict[str, int]]:
    """What can be built or bought, with its cost; `level`: of one's wagon, 0 without."""
    if 0 < level < parts.TOP_LEVEL:
        return {**vocabulary.COSTS, "upgrade": vocabulary.WAGON_COSTS[level + 1]}
    return dict(vocabulary.COSTS)
