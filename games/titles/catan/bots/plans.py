"""Plans of a seat: what to build next, the cards that it lacks, and those that it can spare."""

from __future__ import annotations

from typing import NamedTuple

from games.rules.primitives.bitsets import members

from ..rules import building, trade
from ..rules.components import (
    CARD_COST,
    CITY_COST,
    ROAD_COST,
    SETTLEMENT_COST,
    TOP_LEVEL,
    UPGRADE_COST,
    Cost,
)
from ..rules.match import CatanMatch
from .worth import best_road, intersection_worth, pips_produced

CARD, CARD_IN_TRADERS = 12.5, 5.0  # value of a development card; 15 proved too much


class Plan(NamedTuple):
    """Something to build: its value, its cost, and the move that builds it."""

    worth: float
    cost: Cost
    move: str


def plans(match: CatanMatch, seat: int) -> list[Plan]:
    """Return everything that could be built now if it were paid, the most valuable first."""
    names = match.board.spots
    found: list[Plan] = []
    towns = building.city_places(match, seat)
    if towns:
        spot = max(members(towns), key=lambda spot: match.layout.pips[spot])
        found.append(Plan(10.0 + match.layout.pips[spot] * 0.4, CITY_COST, f"city {names[spot]}"))
    sites = building.settlement_places(match, seat)
    if sites:
        of_spot = intersection_worth(match, seat)
        spot = max(members(sites), key=of_spot)
        worth = 10.5 + of_spot(spot) * 0.4
        found.append(Plan(worth, SETTLEMENT_COST, f"settlement {names[spot]}"))
    if match.damaged & match.roads[seat]:
        path = (match.damaged & match.roads[seat]).bit_length() - 1
        found.append(Plan(6.0, ROAD_COST, f"repair {match.board.paths[path]}"))
    worth, path = best_road(match, seat)
    if path >= 0 and worth > 1.0:
        found.append(Plan(4.0 + worth, ROAD_COST, f"road {match.board.paths[path]}"))
    if match.bought < len(match.deck):
        found.append(Plan(CARD_IN_TRADERS if match.traders else CARD, CARD_COST, "buy"))
    if match.traders and match.level[seat] < TOP_LEVEL:
        level = match.level[seat] + 1
        found.append(Plan((0, 0, 11.0, 10.5, 9.0, 12.0)[level], UPGRADE_COST[level], "upgrade"))
    found.sort(key=lambda plan: (-plan.worth, plan.move))
    return found


def missing_cards(hand: list[int], cost: Cost) -> dict[int, int]:
    """The cards that a hand lacks for a cost, by kind."""
    return {kind: count - hand[kind] for kind, count in cost if hand[kind] < count}


def spare_cards(hand: list[int], cost: Cost) -> list[int]:
    """The cards that a hand has beyond a cost, by kind."""
    needed = dict(cost)
    return [max(0, count - needed.get(kind, 0)) for kind, count in enumerate(hand)]


def main_plan(match: CatanMatch, seat: int) -> Plan:
    """The plan to save up for: of high value and only a few cards away."""
    hand = match.hands[seat]
    return max(
        plans(match, seat) or [Plan(0.0, CITY_COST, "city")],
        key=lambda plan: plan.worth - 1.2 * sum(missing_cards(hand, plan.cost).values()),
    )


def is_harmless(hand: list[int], plan: Plan, aim: Plan) -> bool:
    """Return whether building `plan` delays `aim` by no card, or the hand is over the limit."""
    left = hand[:]
    for kind, count in plan.cost:
        left[kind] -= count
    before = sum(missing_cards(hand, aim.cost).values())
    return sum(missing_cards(left, aim.cost).values()) <= before or sum(hand) > 7


def trade_for_plan(match: CatanMatch, seat: int, plan: Plan) -> tuple[int, int] | None:
    """Return a card to give and one to want, one for one, that bring the plan nearer.

    None for a development card: bots would want it turn after turn and hardly ever get it.
    """
    if plan.move == "buy":
        return None
    hand = match.hands[seat]
    lacks = missing_cards(hand, plan.cost)
    extra = spare_cards(hand, plan.cost)
    if not lacks or sum(lacks.values()) > 2 or not any(extra):
        return None
    for want in sorted(lacks, key=lambda kind: -trade.max_held_by_others(match, seat, kind)):
        if trade.max_held_by_others(match, seat, want):
            return max(range(5), key=lambda kind: extra[kind]), want
    return None


def completes_plan(match: CatanMatch, seat: int, got: trade.Wares, paid: trade.Wares) -> bool:
    """Return whether a trade gives the seat the last cards that its main plan lacks."""
    hand, cost = match.hands[seat], main_plan(match, seat).cost
    after = [count + got[kind] - paid[kind] for kind, count in enumerate(hand)]
    return bool(missing_cards(hand, cost)) and not missing_cards(after, cost)


def card_needs(match: CatanMatch, seat: int) -> list[float]:
    """For each resource the value of one more card, given the hand and the plans."""
    hand = match.hands[seat]
    value = [0.0] * 5
    for rank, plan in enumerate(plans(match, seat)[:3]):
        weight = (3.0, 1.5, 1.0)[rank]
        for kind, count in plan.cost:
            if hand[kind] < count:
                value[kind] += weight
    pips = pips_produced(match, seat)
    return [value[kind] + 1.0 - 0.1 * hand[kind] - 0.02 * pips[kind] for kind in range(5)]


def least_needed(match: CatanMatch, seat: int) -> int:
    """The kind in hand that the plans need least."""
    hand = match.hands[seat]
    needed = [0] * 5
    for plan in plans(match, seat)[:2]:
        for kind, count in plan.cost:
            needed[kind] = max(needed[kind], count)
    pips = pips_produced(match, seat)
    held = [kind for kind in range(5) if hand[kind]]
    return max(held, key=lambda kind: (hand[kind] - needed[kind], pips[kind]))
