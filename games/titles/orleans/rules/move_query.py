"""How a rule is said once: which choices it leaves, and why anything else is none of them.

A rule is a function that goes through the words of a move with somebody who asks. `EVERY` is given
every word that is possible, so the rule gives all its moves; a `AttemptedMove` move gives the one
word that stands there, and keeps the reason for which the rule lets it go no further.
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
    """Whoever wants to know all moves."""

    __slots__ = ()

    def is_blocked(self, why: OptionalReason) -> bool:
        """Whether the rule ends here, for this reason."""
        return why is not None

    def word(
        self,
        reader: WordReaderProtocol,
        options: Collection[int],
        otherwise: Callable[[int], OptionalReason] | None,
    ) -> Iterable[int]:
        """What may stand next; `otherwise` says why something else may not (None: all may)."""
        return options

    def may_end(self) -> bool:
        """Whether a move that is complete here is asked for."""
        return True

    def can_continue(self) -> bool:
        """Whether a move that has more words is asked for."""
        return True


EVERY = MoveQuery()


class AttemptedMove(MoveQuery):
    """A move that somebody tries.

    Attributes:
        board: what the seat has.
        left: the words that no rule has read yet.
        why: the reason for which it is not possible, as far as it has been read.
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
        """The next word; None at the end."""
        return self.left.pop(0) if self.left else None


class WordReaderProtocol(Protocol):
    """What reads words of the notation: the number that they stand for, or why they do not.

    None where the words end too early; `options` are the numbers that may stand there.
    """

    def read(self, tried: AttemptedMove, options: Collection[int]) -> int | OptionalReason: ...


class WordReader:
    """Reads one of some words."""

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
    """Reads a plain whole number from 1 to 99."""

    __slots__ = ("unknown",)

    def __init__(self, unknown: Callable[[UserInput], RuleReason]) -> None:
        self.unknown = unknown

    def read(self, tried: AttemptedMove, options: Collection[int]) -> int | OptionalReason:
        word = tried.take()
        if word is None:
            return None
        plain = word.isascii() and word.isdecimal() and len(word) <= 2 and word[0] != "0"
        return int(word) if plain else self.unknown(UserInput(word))
