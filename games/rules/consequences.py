"""The effects of the legal moves of a position, as far as one seat can know them.

A move is played on a copy that is re-dealt for the seat. The copy depends only on what the seat
knows. It is therefore the same in all worlds that the seat cannot tell apart, and nothing that is
read from it reveals a secret. A move that reveals something is tried in several such worlds, which
differ widely. A value that is not the same in all of them depends on chance and is not shown.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import Any, NamedTuple, TypeVar

from .chance import Chance
from .match import Event, Match
from .reasons import Reason

T = TypeVar("T")
Path = tuple[str | int, ...]

#: The least number of worlds in which a move that reveals something is tried. With 12, the worlds
#: include each sum of two dice. Where more kinds of things can come out, each kind gets a world.
WORLDS = 12

NONE_LEFT: Any = object()


class SpreadChance(Chance):
    """The chance of one of several worlds, whose outcomes differ widely.

    Outcomes depend on which items are possible, not on their real order: items are sorted first.

    Attributes:
        world: its number, from 0.
        ways: the largest number of kinds that one shuffle had to choose from.
        shown: the names of the hidden things that have become visible.
    """

    __slots__ = ("calls", "shown", "ways", "world")

    def __init__(self, world: int = 0) -> None:
        self.world = world
        self.calls = self.reveals = self.ways = 0
        self.shown: frozenset[str] = frozenset()

    def shuffle(self, name: str, items: Sequence[T]) -> list[T]:
        ordered = sorted(items)  # type: ignore[type-var]
        firsts = [n for n, item in enumerate(ordered) if not n or item != ordered[n - 1]]
        self.ways = max(self.ways, len(firsts))
        # Another kind comes first in each world and at each call.
        first = firsts[(self.world + self._call()) % len(firsts)] if firsts else 0
        ordered = ordered[first:] + ordered[:first]
        if self.world % 2 == 0:
            return ordered
        kinds = [list(alike) for _, alike in itertools.groupby(ordered)]
        turns = itertools.zip_longest(*kinds, fillvalue=NONE_LEFT)
        dealt = [item for turn in turns for item in turn if item is not NONE_LEFT]
        return dealt[::2] + dealt[1::2][::-1]  # some rules deal from the other end

    def roll(self, name: str, sides: int = 6) -> int:
        return 1 + (self.world + self._call()) // 2 % sides

    def draw(self, name: str, items: Sequence[T], k: int = 1) -> list[T]:
        return self.shuffle(name, items)[:k]

    def reveal(self, name: str) -> None:
        self.reveals += 1
        self.shown |= {name}

    def copy(self) -> SpreadChance:
        other = SpreadChance(self.world)
        other.calls, other.reveals = self.calls, self.reveals
        other.ways, other.shown = self.ways, self.shown
        return other

    def dump(self, *, history: bool = True) -> dict[str, Any]:
        return {"fast": True, "reveals": self.reveals}

    def _call(self) -> int:
        self.reveals += 1
        self.calls += 1
        return self.calls - 1


class Difference(NamedTuple):
    """A part of a view that changes; `path` has the keys and indices that lead to it.

    With `is_sure` False the change depends on chance or on hidden things, and `after` is None.
    Counts by kind are one part: where one of them depends on chance, all of them are unsure.
    """

    path: Path
    before: Any
    after: Any
    is_sure: bool = True


class Effect:
    """The effect of one move, or of several in a row of which only the last may reveal something.

    Attributes:
        seat: the seat that plays the moves.
        before: the position as the seat knows it.
        after: the position after the moves; where they reveal something, one possible position.
        trial_events: the events on the way to that position.
        is_revealing: whether the moves reveal something and so cannot be undone.
    """

    def __init__(
        self, seat: int, before: Match, moves: Sequence[str], known: Effect | None = None
    ) -> None:
        """Try the moves. `known` is the effect of all but the last, where that has been tried."""
        self.seat, self.before, self.moves = seat, before, moves
        if known is None or known.is_revealing:
            self.after, self.trial_events = _play_moves(before, seat, moves)
        else:
            self.after, events = _play_moves(known.after, seat, moves[-1:])
            self.trial_events = [*known.trial_events, *events]
        self.is_revealing: bool = self.after.reveals > before.reveals
        chance = self.after.chance
        assert isinstance(chance, SpreadChance)
        self._world_count = max(WORLDS, chance.ways)
        self._depends_on_others = bool(chance.shown & before.game.reveals_not_redealt)

    @cached_property
    def worlds(self) -> list[tuple[Match, list[Event]]]:
        """Possible positions with the events on the way; only one where nothing is revealed."""
        found = [(self.after, self.trial_events)]
        if self.is_revealing:
            for number in range(1, self._world_count):
                world = self.before.determinize(self.seat, SpreadChance(number))
                found.append(_play_moves(world, self.seat, self.moves))
        return found

    def read_if_certain(self, read: Callable[[Match], T]) -> T | None:
        """What `read` returns for the position after the moves; None if it is not certain."""
        if self._depends_on_others:
            return None
        first = read(self.after)
        same = all(read(world) == first for world, _told in self.worlds[1:])
        return first if same else None

    @property
    def ends_decision(self) -> bool | None:
        """Whether the seat has nothing more to decide; None where that may depend on chance."""
        return None if self.is_revealing else self.seat not in self.after.actors

    @property
    def points(self) -> tuple[int, int | None]:
        """The seat's own points before and after; the second is None where it depends on chance."""

        def total(match: Match) -> int:
            return match.scores()[self.seat].total

        return total(self.before), self.read_if_certain(total)

    @cached_property
    def events(self) -> list[Event]:
        """The events that are certain, in the order in which the seat would read them."""
        if self._depends_on_others:
            return []
        rows = [
            [event for event in world_events if event.audience in (None, self.seat)]
            for _world, world_events in self.worlds
        ]
        surely = 0
        for heard in zip(*rows, strict=False):
            if any(one != heard[0] for one in heard):
                break
            surely += 1
        return rows[0][:surely]

    @cached_property
    def changes(self) -> list[Difference]:
        """The changes in the seat's own view."""
        before = self.before.view(self.seat)
        if self._depends_on_others:
            return [Difference((), before, None, is_sure=False)]
        return list(differences(before, [world.view(self.seat) for world, _told in self.worlds]))


class Consequences:
    """The effects of the moves of one position, each computed once, on demand.

    They are valid for the current position: do not play on the match while you use them.
    """

    def __init__(self, match: Match, seat: int | None) -> None:
        self.seat = seat
        self._match = match
        self._tried: dict[tuple[str, ...], Effect] = {}
        self._reveals: dict[str, bool] = {}

    @cached_property
    def redealt(self) -> Match:
        """The position as the seat (None: a spectator) knows it. Do not play on it."""
        return self._match.determinize(self.seat, SpreadChance())

    def effect_of(self, *moves: str) -> Effect:
        """The effect of a listed move, or of several one after the other.

        Raises:
            IllegalMove: one of them is not listed.
            ValueError: there is no seat to play them, or one follows a move that reveals something.
        """
        found = self._tried.get(moves)
        if found is None:
            found = self._tried[moves] = self._try(*moves)
        return found

    def is_revealing(self, move: str) -> bool:
        """Whether a listed move reveals something and so cannot be undone."""
        found = self._reveals.get(move)
        if found is None:
            # For many moves only this is needed, so their copies are not stored.
            effect = self._tried.get((move,)) or self._try(move)
            found = self._reveals[move] = effect.is_revealing
        return found

    def refusal_reason(self, move: str) -> Reason | None:
        """The reason why the rules refuse a move of the seat now; None for a listed move."""
        if self.seat is None or move in self.redealt._legal(self.seat):
            return None
        return self.redealt._refusal_error(self.seat, move).why

    def _try(self, *moves: str) -> Effect:
        if self.seat is None:
            raise ValueError("spectators have no moves")
        return Effect(self.seat, self.redealt, moves, self._tried.get(moves[:-1]))


def differences(before: Any, after: Sequence[Any], path: Path = ()) -> Iterator[Difference]:
    """The parts in which JSON data differs from each of the results that are possible.

    >>> list(differences({"a": 1, "b": [{"c": 2}]}, [{"a": 1, "b": [{"c": 3}]}]))
    [Difference(path=('b', 0, 'c'), before=2, after=3, is_sure=True)]
    >>> list(differences([1, 2], [[3], [4]]))
    [Difference(path=(), before=[1, 2], after=None, is_sure=False)]
    """
    if all(one == before for one in after):
        return
    every = [before, *after]
    same = all(one == after[0] for one in after)
    if all(isinstance(one, dict) for one in every) and (same or not any(map(_is_count, every))):
        for key in dict.fromkeys(key for one in every for key in one):
            will = [one.get(key) for one in after]
            yield from differences(before.get(key), will, (*path, key))
    elif all(_is_row_list(one) and len(one) == len(before) for one in every):
        for number, was in enumerate(before):
            yield from differences(was, [one[number] for one in after], (*path, number))
    elif same:
        yield Difference(path, before, after[0])
    else:
        yield Difference(path, before, None, is_sure=False)


def _is_count(data: dict[str, Any]) -> bool:
    return all(type(n) is int for n in data.values())


def _is_row_list(data: Any) -> bool:
    return isinstance(data, list) and all(isinstance(row, dict | list) for row in data)


def _play_moves(before: Match, seat: int, moves: Sequence[str]) -> tuple[Match, list[Event]]:
    """A copy of a position after these moves, and the events on the way."""
    after, events = before.copy(), []
    for number, move in enumerate(moves):
        if after.reveals > before.reveals:
            raise ValueError(f"{moves[number - 1]!r} reveals something: nothing follows it")
        listed = before._legal(seat) if number == 0 else after._legal(seat)
        if move not in listed:
            raise after._refusal_error(seat, move)
        events += after._carry_out(seat, move)
    return after, events
