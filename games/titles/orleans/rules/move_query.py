"""Queries, by which one rule both lists its moves and explains refusals.

A rule is a function that goes through the words of a move with a query. The query `EVERY` accepts
every legal word, so the rule returns all its moves. An `AttemptedMove` accepts only its own next
word, and stores the reason why the rule stops.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Protocol

from games.rules.reasons import UserInput

from .board import Board
from .rule_reason import OptionalReason, RuleReason

Moves = Sequence[str]
NONE: Moves = ()


class MoveQuery:
    """A query for all legal moves."""

    __slots__ = ()

    def is_blocked(self, why: OptionalReason) -> bool:
        """Return whether the rule ends here for this reason; None is no reason."""
        return why is not None

    def word(
        self,
        reader: WordReaderProtocol,
        options: Collection[int],
        otherwise: Callable[[int], OptionalReason] | None,
    ) -> Iterable[int]:
        """Return the values that the next word may have.

        Args:
            reader: Reads the word of an attempted move.
            options: The legal values.
            otherwise: Returns why another value is illegal; None if all values are legal.
        """
        return options

    def may_end(self) -> bool:
        """Return whether the query includes a move that is complete here."""
        return True

    def can_continue(self) -> bool:
        """Return whether the query includes moves with more words."""
        return True


EVERY = MoveQuery()


class AttemptedMove(MoveQuery):
    """A query for one move that somebody tries.

    Attributes:
        board: what the seat owns.
        left: the words that no rule has read yet.
        why: why the move is illegal, as far as it has been read.
    """

    __slots__ = ("board", "left", "why")

    def __init__(self, board: Board, words: Iterable[str]) -> None:
        self.board = board
        self.left = list(words)
        self.why: OptionalReason = None

    def is_blocked(self, why: OptionalReason) -> bool:
        self.why = self.why or why
        return why is not None

    def word(
        self,
        reader: WordReaderProtocol,
        options: Collection[int],
        otherwise: Callable[[int], OptionalReason] | None,
    ) -> Iterable[int]:
        found = reader.read(self, options)
        if isinstance(found, int) and otherwise is not None and found not in options:
            self.is_blocked(otherwise(found))
        elif isinstance(found, int):
            return (found,)
        else:
            self.is_blocked(found)
        return ()

    def may_end(self) -> bool:
        return not self.left

    def can_continue(self) -> bool:
        return bool(self.left)

    def take(self) -> str | None:
        """Remove and return the next word; None at the end."""
        return self.left.pop(0) if self.left else None


class WordReaderProtocol(Protocol):
    """Reads the next words of a move and returns their number, or why they are unknown.

    Returns None if the words end too early. `options` are the legal numbers.
    """

    def read(self, tried: AttemptedMove, options: Collection[int]) -> int | OptionalReason: ...


class WordReader:
    """Reads one word of a fixed set."""

    __slots__ = ("ids", "unknown")

    def __init__(self, ids: Mapping[str, int], unknown: Callable[[UserInput], RuleReason]) -> None:
        self.ids = ids
        self.unknown = unknown

    def read(self, tried: AttemptedMove, options: Collection[int]) -> int | OptionalReason:
        word = tried.take()
        if word is None:
            return None
        return self.ids[word] if word in self.ids else self.unknown(UserInput(word))


class NumberReader:
    """Reads a whole number from 1 to 99 without leading zeros."""

    __slots__ = ("unknown",)

    def __init__(self, unknown: Callable[[UserInput], RuleReason]) -> None:
        self.unknown = unknown

    def read(self, tried: AttemptedMove, options: Collection[int]) -> int | OptionalReason:
        word = tried.take()
        if word is None:
            return None
        plain = word.isascii() and word.isdecimal() and len(word) <= 2 and word[0] != "0"
        return int(word) if plain else self.unknown(UserInput(word))
