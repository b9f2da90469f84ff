"""What events tell of things that views hide, and what becomes of it in re-dealt worlds.

An event and a view speak of one thing where a value of the event comes into a seat's own view with
the same move (the card that was drawn, into the hand), at a place that others do not see. Told to
that seat alone, the value must be another in some world that the others cannot tell apart; told to
everybody, it must be the same in all of them.

Values that come together once may do so by chance. So what is seen is gathered over all matches of
a title in a process, and judged where it was seen often, with several values, and seldom without
the hidden thing. What a title declares as forgotten is left out.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import games.rules as rules

Views = Mapping[int | None, Mapping[str, Any]]
#: Worlds that these eyes cannot tell apart.
Worlds = Mapping[int | None, Sequence[rules.Match]]

#: So often, and with so many values, something must have been told before it is judged.
OFTEN, VALUES = 12, 3
#: A secret may be put to use with the move that tells it, so it need not always be seen.
MOSTLY = 0.5


class Fact(NamedTuple):
    """A value at a place of a view: a card in `hand`, a number at `offer`."""

    place: tuple[str, ...]
    value: object


class Claim(NamedTuple):
    """What an event tells of a thing that a view shows to its seat alone."""

    kind: str
    key: str
    is_secret: bool
    place: tuple[str, ...]


def facts(view: object, place: tuple[str, ...] = ()) -> Iterator[tuple[Fact, int]]:
    """Everything that a view shows, and how often.

    A dict of numbers is read as things, too: {"wool": 2} as wool, twice.
    """
    if isinstance(view, dict):
        for key, value in view.items():
            yield from facts(value, (*place, str(key)))
            if isinstance(value, int) and not isinstance(value, bool):
                yield Fact((*place, "*"), key), value
    elif isinstance(view, list):
        for number, value in enumerate(view):
            yield from facts(value, place_in_list(value, place, number))
    elif view is not None and not isinstance(view, bool):
        yield Fact(place, view), 1


def place_in_list(value: object, place: tuple[str, ...], number: int) -> tuple[str, ...]:
    """Where an item of a list stands: simple values stand in the list wherever they are."""
    return (*place, str(number)) if isinstance(value, dict | list) else place


def count_facts(view: object, place: tuple[str, ...] = ()) -> Counter[Fact]:
    found: Counter[Fact] = Counter()
    for fact, number in facts(view, place):
        found[fact] += number
    return found


def gained_facts(before: object, after: object) -> Counter[Fact]:
    """What a view shows more often than before. What is equal in both is not counted first."""
    more: Counter[Fact] = Counter()
    fewer: Counter[Fact] = Counter()
    left: list[tuple[object, object, tuple[str, ...]]] = [(before, after, ())]
    while left:
        old, new, place = left.pop()
        if old == new:
            continue
        if isinstance(old, dict) and isinstance(new, dict):
            for key in old.keys() | new.keys():
                one, other = old.get(key), new.get(key)
                left.append((one, other, (*place, str(key))))
                fewer[Fact((*place, "*"), key)] += number_at(one)
                more[Fact((*place, "*"), key)] += number_at(other)
        elif isinstance(old, list) and isinstance(new, list):
            for number, (one, other) in enumerate(itertools.zip_longest(old, new)):
                here, there = (place_in_list(value, place, number) for value in (one, other))
                if here == there:
                    left.append((one, other, here))
                else:
                    left += [(one, None, here), (None, other, there)]
        else:
            fewer.update(count_facts(old, place))
            more.update(count_facts(new, place))
    return more - fewer


def number_at(value: object) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) else 0


def times(view: Any, fact: Fact) -> int:
    """How often a view shows a thing, without counting all others."""
    for part in fact.place:
        if isinstance(view, dict):
            if part == "*":
                return number_at(view.get(fact.value))
            view = view.get(part)
        elif isinstance(view, list) and part.isdigit() and int(part) < len(view):
            view = view[int(part)]
            if not isinstance(view, dict | list):
                return 0
        else:
            return 0
    shown = view if isinstance(view, list) else [view]
    return sum(one == fact.value and not isinstance(one, bool) for one in shown)


def values(data: object, key: str = "") -> Iterator[tuple[str, object]]:
    """The values that an event tells, by the key at which they stand."""
    if isinstance(data, dict):
        for name, inner in data.items():
            yield from values(inner, name)
    elif isinstance(data, list):
        for inner in data:
            yield from values(inner, key)
    elif data is not None and not isinstance(data, bool):
        yield key, data


class Occasion:
    """What is seen before and after a move, and after it in re-dealt worlds.

    Most events tell of several things, and all eyes are asked for each: a world is asked once.
    """

    def __init__(self, before: Views, after: Views, worlds: Worlds) -> None:
        self.before = before
        self.after = after
        self._worlds = worlds
        self._elsewhere: dict[tuple[int | None, int], list[Mapping[str, Any]]] = {}

    def elsewhere(self, eyes: int | None, witness: int) -> list[Mapping[str, Any]]:
        """What the witness sees in the worlds that these eyes cannot tell apart."""
        if (eyes, witness) not in self._elsewhere:
            seen: list[Mapping[str, Any]] = [world.view(witness) for world in self._worlds[eyes]]
            self._elsewhere[eyes, witness] = seen
        return self._elsewhere[eyes, witness]


@dataclass
class Hearsay:
    """What was seen of one title."""

    events: Counter[tuple[str, str, bool]] = field(default_factory=Counter)
    claims: Counter[Claim] = field(default_factory=Counter)
    claimed_values: dict[Claim, set[object]] = field(default_factory=dict)
    otherwise: dict[Claim, str] = field(default_factory=dict)

    def note(
        self, events: Iterable[rules.Event], before: Views, after: Views, worlds: Worlds
    ) -> None:
        """Note what a move has told, from all views before and after it."""
        occasion = Occasion(before, after, worlds)
        news: dict[int, Counter[Fact]] = {}
        for event in events:
            witness = event.seat if event.audience is None else event.audience
            if witness is None or event.kind == "score":
                continue
            if witness not in news:
                news[witness] = gained_facts(before[witness], after[witness])
            for key, value in set(values(event.data)):
                self.events[event.kind, key, event.audience is not None] += 1
                for fact, number in news[witness].items():
                    if fact.value == value and type(fact.value) is type(value):
                        self._note(event, key, fact, number, witness, occasion)

    def _note(
        self,
        event: rules.Event,
        key: str,
        fact: Fact,
        number: int,
        witness: int,
        occasion: Occasion,
    ) -> None:
        """Note a value that has come into the view of an event's seat, unseen by others."""
        after = occasion.after
        blind = [eyes for eyes in after if eyes != witness and not times(after[eyes], fact)]
        if not blind:
            return
        place = tuple("*" if part.isdigit() else part for part in fact.place)
        claim = Claim(event.kind, key, event.audience is not None, place)
        self.claims[claim] += 1
        self.claimed_values.setdefault(claim, set()).add(fact.value)
        real = times(after[witness], fact)
        for eyes in blind if claim not in self.otherwise else ():
            for there in occasion.elsewhere(eyes, witness):
                seen = times(there, fact)
                if seen < number or (event.audience is not None and seen != real):
                    self.otherwise[claim] = f"{event}, not so at {fact.place} of seat {witness}"

    def fixed_claims(self) -> list[Claim]:
        """Secrets that are the same in all worlds."""
        return [
            claim
            for claim in self.claims
            if claim.is_secret and self._is_seen(claim, MOSTLY) and claim not in self.otherwise
        ]

    def false_claims(self) -> list[str]:
        """What everybody is told of a hidden thing, and is otherwise in some world."""
        return [
            detail
            for claim, detail in self.otherwise.items()
            if not claim.is_secret and self._is_seen(claim, 1.0)
        ]

    def _is_seen(self, claim: Claim, share: float) -> bool:
        """Whether a view shows what such events tell: often, and in this share of them."""
        number = self.claims[claim]
        times = self.events[claim.kind, claim.key, claim.is_secret]
        return number >= max(OFTEN, share * times) and len(self.claimed_values[claim]) >= VALUES
