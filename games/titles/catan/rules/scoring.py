"""Points of each seat, and the ranks (rules 8)."""

from __future__ import annotations

from games.rules.match import Score

from .components import SPECIAL_CARD_POINTS, TOP_LEVEL
from .state import State


def breakdown(match: State, seat: int) -> dict[str, int]:
    """Return the points of a seat by key; hidden point cards count only when the match is over."""
    points = {
        "settlements": match.settlements[seat].bit_count(),
        "cities": 2 * match.cities[seat].bit_count(),
        "largest_army": SPECIAL_CARD_POINTS * (match.army_holder == seat),
    }
    if match.traders:
        points["deliveries"] = match.delivered[seat]
        points["train"] = int(match.level[seat] == TOP_LEVEL)
    else:
        points["longest_road"] = SPECIAL_CARD_POINTS * (match.road_holder == seat)
    if match.options["harbourmaster"] == "on":
        points["harbourmaster"] = SPECIAL_CARD_POINTS * (match.harbour_holder == seat)
    points["vp_cards"] = match.secret[seat] if match.over else 0
    return points


def scores(match: State) -> list[Score]:
    """Return the scores of all seats; the winner has rank 1 even with fewer points (rules 8.3)."""
    breakdowns = [breakdown(match, seat) for seat in range(match.seats)]
    keys = [
        (int(seat == match.winner), sum(points.values())) for seat, points in enumerate(breakdowns)
    ]
    return [
        Score(seat, keys[seat][1], points, keys[seat][:1], 1 + sum(k > keys[seat] for k in keys))
        for seat, points in enumerate(breakdowns)
    ]
