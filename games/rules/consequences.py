"""What the moves of a position would do, as far as one seat can know: they are tried.

A move is played on a copy that is re-dealt for the seat. The copy is made from what the seat knows
and from nothing else, so it is the same in all worlds that the seat cannot tell apart, and whatever
is read from it tells nothing hidden. What a move reveals is tried in a few such worlds that lie far
apart: what is not the same in all of them hangs on chance, and is not told as a number.
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

#: Worlds at the least in which a move that reveals something is tried: two dice give each of their
#: sums in one. Where more kinds of things can come out, there is one for each of them.
WORLDS = 12

NONE_LEFT: Any = object()


class SpreadChance(Chance):
    """The chance of one of several worlds, whose outcomes lie far apart.

    They hang on what can come, not on the order in which it really lies: items are sorted first.

    Attributes:
        world: its number, from 0.
        ways: the most kinds of things that could have come out at once.
        shown: the names of what was hidden and has become visible.
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
        # another kind comes first in each world, and each time it is asked
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
    """A part of a view that becomes another one: the keys and places that lead to it.

    `is_sure` False: it hangs on chance or on what is hidden, and `after` tells nothing. Counts by
    kind are told together: where one of them hangs on chance, so do those that it could have been.
    """

    path: Path
    before: Any
    after: Any
    is_sure: bool = True


class Effect:
    """What a move would do, or several in a row of which only the last one may reveal something.

    Attributes:
        seat: whose moves they are.
        before: the position as the seat knows it.
        after: the position after them; where they reveal something, one of those that can follow.
        told: what happens on the way to that position.
        reveals: whether they reveal something, so that they cannot be taken back.
    """

    def __init__(
        self, seat: int, before: Match, moves: Sequence[str], known: Effect | None = None
    ) -> None:
        """Try moves; `redealt`: the effect of all but the last, where that has been tried."""
        self.seat, self.before, self.moves = seat, before, moves
        if known is None or known.reveals:
            self.after, self.told = _play_moves(before, seat, moves)
        else:
            self.after, told = _play_moves(known.after, seat, moves[-1:])
            self.told = [*known.told, *told]
        self.reveals: bool = self.after.reveals > before.reveals
        chance = self.after.chance
        assert isinstance(chance, SpreadChance)
        self._world_count = max(WORLDS, chance.ways)
        self._hangs_on_others = bool(chance.shown & before.game.unguessed)

    @cached_property
    def worlds(self) -> list[tuple[Match, list[Event]]]:
        """Positions that can follow and what happens on the way; one, where nothing is revealed."""
        found = [(self.after, self.told)]
        if self.reveals:
            for number in range(1, self._world_count):
                world = self.before.determinize(self.seat, SpreadChance(number))
                found.append(_play_moves(world, self.seat, self.moves))
        return found

    def sure(self, read: Callable[[Match], T]) -> T | None:
        """What is read from the position after the move, where it is certain; else None."""
        if self._hangs_on_others:
            return None
        first = read(self.after)
        same = all(read(world) == first for world, _told in self.worlds[1:])
        return first if same else None

    @property
    def ends(self) -> bool | None:
        """Whether the seat has nothing to decide afterwards; None where that may hang on chance."""
        return None if self.reveals else self.seat not in self.after.actors

    @property
    def points(self) -> tuple[int, int | None]:
        """The seat's own points before and after; None where they hang on chance."""

        def total(match: Match) -> int:
            return match.scores()[self.seat].total

        return total(self.before), self.sure(total)

    @cached_property
    def events(self) -> list[Event]:
        """What happens for certain, in the order in which the seat would read it."""
        if self._hangs_on_others:
            return []
        rows = [
            [event for event in told if event.audience in (None, self.seat)]
            for _world, told in self.worlds
        ]
        surely = 0
        for heard in zip(*rows, strict=False):
            if any(one != heard[0] for one in heard):
                break
            surely += 1
        return rows[0][:surely]

    @cached_property
    def changes(self) -> list[Difference]:
        """What becomes different of what the seat sees."""
        before = self.before.view(self.seat)
        if self._hangs_on_others:
            return [Difference((), before, None, is_sure=False)]
        return list(differences(before, [world.view(self.seat) for world, _told in self.worlds]))


class Consequences:
    """The effects of the moves of one position, each tried once, when it is asked for.

    They are those of the match as it stands: it is not to be played on meanwhile.
    """

    def __init__(self, match: Match, seat: int | None) -> None:
        self.seat = seat
        self._match = match
        self._tried: dict[tuple[str, ...], Effect] = {}
        self._reveals: dict[str, bool] = {}

    @cached_property
    def redealt(self) -> Match:
        """The position as the seat (None: a spectator) knows it; not to be played on."""
        return self._match.determinize(self.seat, SpreadChance())

    def of(self, *moves: str) -> Effect:
        """What a listed move would do, or several one after the other.

        Raises:
            IllegalMove: one of them is not listed.
            ValueError: nobody would play them, or one follows a move that reveals something.
        """
        found = self._tried.get(moves)
        if found is None:
            found = self._tried[moves] = self._try(*moves)
        return found

    def reveals(self, move: str) -> bool:
        """Whether a listed move reveals something, so that it cannot be taken back."""
        found = self._reveals.get(move)
        if found is None:
            # of many moves nothing else is asked: their copies are not kept
            effect = self._tried.get((move,)) or self._try(move)
            found = self._reveals[move] = effect.reveals
        return found

    def refusal_reason(self, move: str) -> Reason | None:
        """Why the rules refuse a move to the seat now; None for one that is listed."""
        if self.seat is None or move in self.redealt._legal(self.seat):
            return None
        return self.redealt._refusal_error(self.seat, move).why

    def _try(self, *moves: str) -> Effect:
        if self.seat is None:
            raise ValueError("spectators have no moves")
        return Effect(self.seat, self.redealt, moves, self._tried.get(moves[:-1]))


def differences(before: Any, after: Sequence[Any], path: Path = ()) -> Iterator[Difference]:
    """Where JSON data differs from what it can become, part by part.

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
    """A copy of a position after these moves, and what happened on the way."""
    after, told = before.copy(), []
    for number, move in enumerate(moves):
        if after.reveals > before.reveals:
            raise ValueError(f"{moves[number - 1]!r} reveals something: nothing follows it")
        listed = before._legal(seat) if number == 0 else after._legal(seat)
        if move not in listed:
            raise after._refusal_error(seat, move)
        told += after._carry_out(seat, move)
    return after, told
