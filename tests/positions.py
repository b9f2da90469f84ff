"""Positions chosen by what they show: what has been looked at often enough is not looked at again.

Features are those of `games.rules.coverage`, and what a position offers:
("offers", True, "build", "pass") are the verbs that a seat has a choice of, ("form", "sell", 1) is
the form of a move. So a decision counts as another one where something else can be done.
("least", "bank", "ore") says that nowhere in the match there was less of it, ("most", …) not more.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

import games.rules as rules
from games.rules.coverage import WORD, Feature, event_features, move_features

K = TypeVar("K", bound=Hashable)
MatchT = TypeVar("MatchT", bound=rules.Match)
Step = tuple[MatchT, list[rules.Event]]
Shows = Callable[[rules.Match, Iterable[rules.Event]], set[Feature]]


def of_offers(match: rules.Match, events: Iterable[rules.Event] = ()) -> set[Feature]:
    """What can be done in a position, whatever led to it."""
    features: set[Feature] = {("awaited", len(match.actors))}
    for seat in range(match.seats):
        listed = match.legal_moves(seat)
        verbs = sorted({move.split(" ")[0] for move in listed})
        features.add(("offers", seat in match.actors, *verbs))
        features |= of_moves(listed)
    return features


def of_position(match: rules.Match, events: Iterable[rules.Event] = ()) -> set[Feature]:
    """What can be done in a position, and what happened on the way to it."""
    return of_offers(match) | event_features(events)


def of_news(match: rules.Match, events: Iterable[rules.Event]) -> set[Feature]:
    """What happened on the way to a position."""
    return event_features(events)


def of_moves(moves: Iterable[str]) -> set[Feature]:
    """The verbs of moves, their forms, the words in them."""
    features: set[Feature] = set()
    for move in moves:
        features |= {form(move), *move_features(move)}
    return features


def form(move: str) -> Feature:
    return ("form", move.split(" ")[0], move.count(" "))


def of_extremes(matches: Sequence[rules.Match]) -> list[set[Feature]]:
    """Of each position which public numbers are the least or the most that they are in any."""
    public_numbers = [set(numbers(match.view(None))) for match in matches]
    every = sorted(set().union(*public_numbers), key=lambda one: one[1])
    most = dict(every)
    least = dict(reversed(every))
    return [
        {("least", *path) for path, n in one if n == least[path] < most[path]}
        | {("most", *path) for path, n in one if least[path] < n == most[path]}
        for one in public_numbers
    ]


def numbers(view: object, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], int]]:
    """The numbers of a view by what they count, whosever they are, and the lengths of its lists."""
    if isinstance(view, dict):
        for key, inside in view.items():
            is_name = isinstance(key, str) and WORD.fullmatch(key)
            yield from numbers(inside, (*path, key) if is_name else path)
    elif isinstance(view, list | tuple):
        yield path, len(view)
        for inside in view:
            yield from numbers(inside, (*path, "one"))
    elif isinstance(view, int) and not isinstance(view, bool):
        yield path, view


class FeatureCoverage:
    """What has been shown, and how often."""

    def __init__(self, often: int = 1) -> None:
        self.often = often
        self.had: Counter[Feature] = Counter()

    def lacks(self, features: Iterable[Feature]) -> bool:
        """Whether one of these has not been shown often enough."""
        return any(self.had[one] < self.often for one in features)

    def adds(self, features: Iterable[Feature]) -> bool:
        """Whether one of these has not been shown often enough; if so, all are shown now."""
        found = set(features)
        lacking = self.lacks(found)
        if lacking:
            self.had.update(found)
        return lacking


def distinctive_steps(
    walks: Mapping[K, Iterable[Step[MatchT]]], shows: Shows = of_position
) -> dict[K, list[Step[MatchT]]]:
    """Of each match the positions that show something new, and its end.

    Each match shows anew what a corpus must not lack; details need to be shown once by any of them.
    """
    shown, found = FeatureCoverage(), dict[K, list[Step[MatchT]]]()
    for setting, steps in walks.items():
        found[setting] = []
        for match, events in steps:
            features = {
                one if one[0] == "detail" else (setting, *one) for one in shows(match, events)
            }
            if shown.adds(features) or match.over:
                found[setting].append((match, events))
    return found


def most_distinctive(offered: Sequence[set[Feature]], count: int) -> list[int]:
    """So few of the offered that show most between them; fewer where these show all."""
    left = set().union(*offered)
    chosen: list[int] = []
    while left and len(chosen) < count:
        best = max(range(len(offered)), key=lambda number: len(offered[number] & left))
        left -= offered[best]
        chosen.append(best)
    return sorted(chosen)
