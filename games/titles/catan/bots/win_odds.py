"""The odds of each seat to win, from what it has and what it may get.

The weights were fitted to the winners of 6,000 matches of steady bots. The chance of a seat is e to
the sum of its weighted terms, divided by the total of all seats. `to_come` falls from 1 to 0 as the
leader nears the end, because production is worth less and less.
"""

from __future__ import annotations

from typing import Final

from games.rules.primitives.bitsets import members

from ..rules import building
from ..rules.components import (
    ARMY_AT_LEAST,
    FIRST_POINT_CARD,
    GRAIN,
    HAND_LIMIT,
    KNIGHT,
    ORE,
    RATES,
    ROAD_AT_LEAST,
    SETTLEMENTS_EACH,
)
from ..rules.match import CatanMatch
from .worth import intersection_worth, pips_produced, road_worth, route_worth

ENOUGH: Final = 4  # pips of a kind; further pips are worth less
LATE: Final = 3  # points before the end
#: The lead in points that equals one logit.
POINTS: Final = 1.5

# For each term: base game with 3 or 4 seats, base game with 2, traders
WEIGHTS: Final[dict[str, tuple[float, float, float]]] = {
    "points": (0.268, 0.111, 0.197),
    "points, late": (0.809, 0.844, 0.863),
    "points, near the end": (0.436, 0.369, 0.414),
    "brick": (0.090, 0.097, 0.103),
    "lumber": (0.096, 0.131, 0.105),
    "wool": (0.104, 0.097, 0.050),
    "grain": (0.101, 0.143, 0.032),
    "ore": (0.118, 0.092, 0.055),
    "brick, the first pips": (0.158, 0.197, 0.176),
    "lumber, the first pips": (0.077, 0.117, 0.342),
    "wool, the first pips": (0.098, 0.159, 0.050),
    "grain, the first pips": (0.409, 0.385, 0.106),
    "ore, the first pips": (0.397, 0.589, 0.072),
    "kinds": (0.283, 0.004, 0.539),
    "any harbour": (0.291, 0.749, 0.151),
    "pips with a harbour": (0.040, 0.056, 0.035),
    "cities": (-0.247, 0.033, -0.058),
    "no settlement left": (-0.444, -0.384, 0.224),
    "robbed pips": (-0.013, 0.005, 0.000),
    "longest road": (-1.451, -1.010, 0.000),
    "road": (0.152, 0.068, 0.000),
    "road ahead": (0.136, -0.032, 0.000),
    "largest army": (-0.484, 0.195, -0.415),
    "army ahead": (0.338, 0.323, 0.373),
    "knights held": (0.297, 0.259, 0.082),
    "cards held": (0.682, 0.522, 0.230),
    "hand": (0.057, 0.043, 0.021),
    "hand beyond the limit": (0.091, 0.127, 0.110),
    "for a city": (0.114, 0.095, 0.080),
    "one of each kind": (0.099, 0.115, 0.099),
    "a site": (0.109, 0.065, 0.092),
    "a site further away": (0.073, 0.028, 0.055),
    "level": (0.000, 0.000, 0.223),
    "gold": (0.000, 0.000, 0.150),
    "load": (0.000, 0.000, 0.287),
    "tokens": (0.000, 0.070, -0.092),
}
COLUMNS: Final = tuple(
    tuple(weights[column] for weights in WEIGHTS.values()) for column in range(3)
)


def log_odds(match: CatanMatch) -> list[float]:
    """For each seat the logarithm of its odds, up to a constant that all seats share."""
    weights = COLUMNS[weight_column(match)]
    found = []
    for seat in range(match.seats):
        total = 0.0
        for weight, term in zip(weights, odds_terms(match, seat), strict=True):
            total += weight * term
        found.append(total)
    return found


def weight_column(match: CatanMatch) -> int:
    """The column of `WEIGHTS` for a match."""
    if match.traders:
        return 2
    return 1 if match.duel else 0


def odds_terms(match: CatanMatch, seat: int) -> list[float]:
    """The terms of a seat's odds, in the order of `WEIGHTS`."""
    points = match.points[seat] + match.secret[seat]
    to_come = 1.0 - max(match.points) / match.target
    hand, cards = match.hands[seat], match.cards[seat]
    held = sum(hand)
    pips = pips_produced(match, seat)
    found = [
        points,
        points * (1.0 - to_come),
        max(0, points - (match.target - LATE)),
        *[pip * to_come for pip in pips],
        *[min(pip, ENOUGH) * to_come for pip in pips],
        sum(pip > 0 for pip in pips) * to_come,
        (RATES["any"] in match.rates[seat]) * to_come,
        two_for_one(match, seat, pips) * to_come,
        match.cities[seat].bit_count(),
        match.settlements[seat].bit_count() == SETTLEMENTS_EACH,
        robbed_pips(match, seat),
        match.road_holder == seat,
        min(match.lengths[seat], 8),
        road_lead(match, seat),
        match.army_holder == seat,
        army_lead(match, seat),
        cards[KNIGHT],
        sum(cards[KNIGHT + 1 : FIRST_POINT_CARD]),
        min(held, HAND_LIMIT + 1),
        max(0, held - HAND_LIMIT),
        min(hand[ORE], 3) + min(hand[GRAIN], 2),
        sum(min(count, 1) for count in hand[:ORE]),
        *best_site_value(match, seat),
    ]
    return [*map(float, found), *variant_terms(match, seat)]


def two_for_one(match: CatanMatch, seat: int, pips: list[int]) -> int:
    """The pips of kinds for which the seat has a 2:1 harbour."""
    kind_rate = RATES["kind"]
    return sum(pip for pip, rate in zip(pips, match.rates[seat], strict=True) if rate == kind_rate)


def robbed_pips(match: CatanMatch, seat: int) -> int:
    """The own pips that the robber blocks."""
    if match.robber < 0:
        return 0
    held = sum(amount for owner, amount in match.holders[match.robber] if owner == seat)
    return held * match.layout.hex_pips[match.robber]


def road_lead(match: CatanMatch, seat: int) -> int:
    """How far the own road exceeds all others, counted as 4 at least; 1 is equal, 0 the holder."""
    if match.road_holder == seat:
        return 0
    others = max(match.lengths[owner] for owner in range(match.owners) if owner != seat)
    return max(0, match.lengths[seat] + 1 - max(ROAD_AT_LEAST - 1, others))


def army_lead(match: CatanMatch, seat: int) -> int:
    """How near own knights, played and in hand, are to the Largest Army: 3 is enough.

    0 for its holder.
    """
    if match.army_holder == seat:
        return 0
    others = max(match.knights[other] for other in range(match.seats) if other != seat)
    lacking = max(ARMY_AT_LEAST, others + 1) - match.knights[seat] - match.cards[seat][KNIGHT]
    return max(0, 3 - max(0, lacking))


def best_site_value(match: CatanMatch, seat: int) -> tuple[float, float]:
    """The value of the best free site at an own road, or else of one further away."""
    sites = building.settlement_places(match, seat)
    if sites:
        of_spot = intersection_worth(match, seat)
        return max(of_spot(spot) for spot in members(sites)), 0.0
    behind = route_worth(match, seat)
    paths = members(building.road_places(match, seat))
    return 0.0, max((road_worth(match, seat, path, behind) for path in paths), default=0.0)


def variant_terms(match: CatanMatch, seat: int) -> tuple[float, float, float, float]:
    """Terms of `traders` and of the game for two: wagon level, gold, load, tokens."""
    if not match.traders:
        return 0.0, 0.0, 0.0, float(match.tokens[seat])
    gold = min(match.gold[seat], 12)
    return float(match.level[seat]), float(gold), float(match.load[seat] >= 0), match.tokens[seat]
