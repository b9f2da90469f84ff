"""The positions of variations: copies of a match as one seat knows it, with their own chance.

Whatever the seat does not know is re-dealt from the variation's own seed. So the copy is the same
in all worlds that the seat cannot tell apart, and playing in it reveals nothing of the match. After
the match everything is known, and only future chance is new.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeVar

import games.rules as rules
from portal.byte_lru import MIB, ByteLRUCache

from ...models import Table
from ...table.session import journal
from ...table.session.journal import MATCH_SIZE
from ..models import Variation

T = TypeVar("T")


class SandboxChance(rules.FairChance):
    """A chance whose outcomes depend on which items are possible, not on their real order."""

    __slots__ = ()

    def shuffle(self, name: str, items: Sequence[T]) -> list[T]:
        return super().shuffle(name, sorted(items))  # type: ignore[type-var]

    def draw(self, name: str, items: Sequence[T], k: int = 1) -> list[T]:
        return super().draw(name, sorted(items), k)  # type: ignore[type-var]


class VariationPosition(NamedTuple):
    """A position of a variation, which must not be changed, and the events of its last move."""

    match: rules.Match
    news: list[rules.Event]


# The key has the start of a variation, its seed, and the moves up to the position.
KEPT: ByteLRUCache[tuple[object, ...], VariationPosition] = ByteLRUCache(MIB)


def position_of(
    table: Table, line: Variation, most: int | None = None
) -> tuple[VariationPosition, int]:
    """A variation's position after `most` moves (None: the current one), and the moves played.

    An illegal move ends the variation, because the rules may have changed since it was played.
    """
    moves = [(seat, text) for seat, text in line.moves[: line.position if most is None else most]]
    start = (table.pk, line.after_move, line.seat, line.seed)
    size = MATCH_SIZE * len(table.state)
    for done in range(len(moves), -1, -1):
        found = KEPT.get((*start, *moves[:done]))
        if found is not None and found.match.game is rules.playable_game(table.game):
            break
    else:
        done, found = 0, VariationPosition(_start_position(table, line), [])
        KEPT.put(start, found, size)
    for seat, text in moves[done:]:
        match = found.match.copy()
        try:
            news = match.play(seat, text)
        except rules.IllegalMove:
            break
        done += 1
        found = VariationPosition(match, news)
        KEPT.put((*start, *moves[:done]), found, size)
    return found, done


def _start_position(table: Table, line: Variation) -> rules.Match:
    match, chance = journal.position_after(table, line.after_move), SandboxChance(line.seed)
    if line.seat is not None:
        return match.determinize(line.seat, chance)
    chance.reveals = match.reveals
    match.chance = chance
    return match
