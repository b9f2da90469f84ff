"""The Longest Road (rules 5.6), updated from what a new piece changed.

A new road can lengthen only the trails that run over it. A new building can cut only a trail that
passes it. So the match stores each owner's longest trail, and searches only where it can change.
"""

from __future__ import annotations

from games.rules.primitives.bitsets import members

from .components import ROAD_AT_LEAST, SPECIAL_CARD_POINTS
from .state import State

Steps = tuple[tuple[tuple[int, int], ...], ...]
Trail = tuple[int, int]  # its length and the set of its roads


def update_after_road(match: State, owner: int, path: int) -> None:
    """Update the owner's longest trail after a new road, then the holder of the card."""
    trail = longest_trail_over(match, owner, path)
    if trail[0] > match.lengths[owner]:
        match.lengths[owner], match.trails[owner] = trail
        award_longest_road(match)


def update_after_cut(match: State, owner: int, spot: int) -> None:
    """Search `owner`'s roads again if a foreign building on `spot` cuts its longest trail."""
    passing = match.trails[owner] & match.board.spot_paths[spot]
    if not passing & (passing - 1):
        return
    match.lengths[owner], match.trails[owner] = max(
        longest_trail_over(match, owner, path) for path in members(match.roads[owner])
    )
    award_longest_road(match)


def longest_trail_over(match: State, owner: int, path: int) -> Trail:
    """The longest trail of `owner` that runs over `path`."""
    steps = match.board.steps
    blocked = match.built & ~(match.settlements[owner] | match.cities[owner])
    free = match.roads[owner] & ~(1 << path)
    one, other = match.board.ends[path]
    if blocked >> one & 1 or not free & match.board.spot_paths[one]:
        length, roads = _longest_from(steps, blocked, other, free)
    elif blocked >> other & 1 or not free & match.board.spot_paths[other]:
        length, roads = _longest_from(steps, blocked, one, free)
    else:
        length, roads = _longest_from_both(steps, blocked, one, other, free)
    return length + 1, roads | 1 << path


def _longest_from(steps: Steps, blocked: int, spot: int, free: int) -> Trail:
    """The longest trail that continues from `spot` over roads in `free`, each used at most once."""
    best = roads = 0
    if not blocked >> spot & 1:
        for near, path in steps[spot]:
            road = 1 << path
            if free & road:
                length, rest = _longest_from(steps, blocked, near, free ^ road)
                if length >= best:
                    best, roads = length + 1, rest | road
    return best, roads


def _longest_from_both(steps: Steps, blocked: int, one: int, other: int, free: int) -> Trail:
    """The longest continuation at both ends of a trail: tries each from `one`, then `other`."""
    best, roads = _longest_from(steps, blocked, other, free)
    if not blocked >> one & 1:
        for near, path in steps[one]:
            road = 1 << path
            if free & road:
                length, rest = _longest_from_both(steps, blocked, near, other, free ^ road)
                if length >= best:
                    best, roads = length + 1, rest | road
    return best, roads


def award_longest_road(match: State) -> None:
    """Award the card again (rules 5.6); a holder that is still among the longest keeps it."""
    holder = match.road_holder
    best = max(match.lengths)
    if holder >= 0 and match.lengths[holder] == best >= ROAD_AT_LEAST:
        return
    longest = [owner for owner, length in enumerate(match.lengths) if length == best]
    new = longest[0] if best >= ROAD_AT_LEAST and len(longest) == 1 else -1
    if new == holder:
        return
    match.road_holder = new
    match.emit(
        "longest_road",
        new if 0 <= new < match.seats else None,
        {"from": match.holder_name(holder), "to": match.holder_name(new), "length": best},
    )
    for owner, amount in ((holder, -SPECIAL_CARD_POINTS), (new, SPECIAL_CARD_POINTS)):
        if 0 <= owner < match.seats:  # nobody gets the points of a neutral
            match.score(owner, amount, "longest_road")
