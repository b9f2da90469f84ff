"""Chance: every random outcome of a match, with a name, a journal and a proof of fairness.

`FairChance` derives outcomes from a secret seed. Once the seed is published, anyone can check them.
`FastChance` is for the simulations of bots: it has the same interface, but no journal and no proof.
"""

from __future__ import annotations

import functools
import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from struct import unpack
from typing import Any, Protocol, Self, TypeVar

T = TypeVar("T")
Outcome = Any
Script = Mapping[str, Sequence[Outcome]]

WORD_RANGE = 1 << 32
# RFC 2104: the key fills one block; the inner and the outer key are XORed with different bytes.
BLOCK_SIZE = 64
INNER_PAD = bytes(byte ^ 0x36 for byte in range(256))
OUTER_PAD = bytes(byte ^ 0x5C for byte in range(256))


class ScriptError(ValueError):
    """A scripted outcome is impossible for the call that takes it."""


class Dealer(Protocol):
    """The part of a chance that re-dealing hidden parts needs; `Match.determinize` takes any."""

    def shuffle(self, name: str, items: Sequence[T]) -> list[T]: ...
    def roll(self, name: str, sides: int = 6) -> int: ...
    def draw(self, name: str, items: Sequence[T], k: int = 1) -> list[T]: ...


class Chance:
    """The interface that rules call. Every outcome and every `reveal` adds 1 to `reveals`."""

    __slots__ = ("reveals",)

    is_scripted = False

    def __init__(self) -> None:
        self.reveals = 0

    def shuffle(self, name: str, items: Sequence[T]) -> list[T]:
        """Return the items in a random order, as a new list."""
        raise NotImplementedError

    def roll(self, name: str, sides: int = 6) -> int:
        """Return a number from 1 to `sides`."""
        raise NotImplementedError

    def draw(self, name: str, items: Sequence[T], k: int = 1) -> list[T]:
        """Return k of the items, without replacement, in the order drawn."""
        raise NotImplementedError

    def reveal(self, name: str) -> None:
        """Record that something hidden became visible without a new outcome."""
        self.reveals += 1

    def copy(self) -> Chance:
        raise NotImplementedError

    def dump(self, *, history: bool = True) -> dict[str, Any]:
        raise NotImplementedError


def commitment(seed: str) -> str:
    """The SHA-256 of a seed, in hex: shown when a match starts, checked when the seed is published.

    >>> commitment("longtable")[:16]
    '0b25314916d1e7cb'
    """
    return sha256(seed.encode()).hexdigest()


@functools.lru_cache(256)
def _hmac_keys(seed: str) -> tuple[bytes, bytes]:
    """The inner and the outer HMAC key of a seed."""
    key = seed.encode()
    if len(key) > BLOCK_SIZE:
        key = sha256(key).digest()
    key = key.ljust(BLOCK_SIZE, b"\0")
    return key.translate(INNER_PAD), key.translate(OUTER_PAD)


def hmac_block(seed: str, name: str, call: int, number: int = 0) -> bytes:
    """HMAC-SHA-256(seed, "name/call/number"): 32 bytes, that is eight 32-bit numbers of a call.

    Written out, because `hmac.digest` takes four times as long for such a short message.

    >>> import hmac
    >>> hmac_block("secret", "dice", 7) == hmac.digest(b"secret", b"dice/7/0", "sha256")
    True
    """
    inner, outer = _hmac_keys(seed)
    return sha256(outer + sha256(inner + f"{name}/{call}/{number}".encode()).digest()).digest()


def words(seed: str, name: str, call: int) -> Iterator[int]:
    """The 32-bit numbers of one call, without end.

    They are those of its blocks 0, 1, 2 …; each block is read as eight big-endian numbers.
    `call` counts the calls of this name from 0.
    """
    number = 0
    while True:
        yield from unpack(">8I", hmac_block(seed, name, call, number))
        number += 1


def below(numbers: Iterator[int], limit: int) -> int:
    """A number from 0 to limit - 1 without bias: skips numbers past the last full multiple."""
    fair = WORD_RANGE - WORD_RANGE % limit
    for number in numbers:
        if number < fair:
            return number % limit
    raise AssertionError("the stream of numbers never ends")


class FairChance(Chance):
    """The chance of real matches: a secret seed decides, a script may force outcomes.

    Attributes:
        seed: the secret, any text.
        outcomes: journal since the start (or since a load without history): name -> outcomes.
        calls: how often each name was called since the start of the match.
    """

    __slots__ = ("calls", "outcomes", "script", "seed")

    def __init__(self, seed: str, script: Script | None = None) -> None:
        super().__init__()
        self.seed = seed
        self.outcomes: dict[str, list[Outcome]] = {}
        self.calls: dict[str, int] = {}
        self.script: dict[str, list[Outcome]] = {
            name: list(entries) for name, entries in (script or {}).items() if len(entries)
        }

    @property
    def is_scripted(self) -> bool:  # type: ignore[override]
        return bool(self.script)

    def shuffle(self, name: str, items: Sequence[T]) -> list[T]:
        forced: list[T] = self._take_scripted_outcome(name, list, "a list of the first items", [])
        rest = _remaining_items(name, items, forced)
        numbers = words(self.seed, name, self.calls.get(name, 0))
        for i in range(len(rest) - 1, 0, -1):
            j = below(numbers, i + 1)
            rest[i], rest[j] = rest[j], rest[i]
        return self._record_outcome(name, forced + rest)[:]

    def roll(self, name: str, sides: int = 6) -> int:
        forced: int = self._take_scripted_outcome(name, int, "a number", 0) if self.script else 0
        if forced:
            if not 1 <= forced <= sides:
                raise ScriptError(f"{name}: {forced} is not between 1 and {sides}")
            return self._record_outcome(name, forced)
        call = self.calls.get(name, 0)
        first = int.from_bytes(hmac_block(self.seed, name, call)[:4], "big")
        if first >= WORD_RANGE - WORD_RANGE % sides:
            return self._record_outcome(name, below(words(self.seed, name, call), sides) + 1)
        return self._record_outcome(name, first % sides + 1)

    def draw(self, name: str, items: Sequence[T], k: int = 1) -> list[T]:
        if k > len(items):
            raise ValueError(f"{name}: {k} cannot be drawn from {len(items)}")
        forced: list[T] | None = self._take_scripted_outcome(name, list, f"a list of {k}", None)
        if forced is not None:
            if len(forced) != k:
                raise ScriptError(f"{name}: {forced} must be a list of {k}")
            _remaining_items(name, items, forced)
            return self._record_outcome(name, list(forced))[:]
        rest = list(items)
        numbers = words(self.seed, name, self.calls.get(name, 0))
        return self._record_outcome(name, [rest.pop(below(numbers, len(rest))) for _ in range(k)])[
            :
        ]

    def reseed(self, seed: str) -> None:
        """Let another seed decide from now on. The call counts continue."""
        self.seed = seed

    def copy(self) -> Self:
        other = type(self).__new__(type(self))
        other.reveals = self.reveals
        other.seed = self.seed
        other.outcomes = {name: entries[:] for name, entries in self.outcomes.items()}
        other.calls = self.calls.copy()
        other.script = {name: entries[:] for name, entries in self.script.items()}
        return other

    def dump(self, *, history: bool = True) -> dict[str, Any]:
        data: dict[str, Any] = {"seed": self.seed, "reveals": self.reveals}
        if history:
            data["outcomes"] = copy_journal(self.outcomes)
        else:
            data["calls"] = self.calls.copy()
        if self.script:
            data["script"] = copy_journal(self.script)
        return data

    @classmethod
    def load(cls, data: Mapping[str, Any]) -> FairChance:
        chance = cls(data["seed"], data.get("script"))
        chance.reveals = data["reveals"]
        if "outcomes" in data:
            chance.outcomes = copy_journal(data["outcomes"])
            chance.calls = {name: len(entries) for name, entries in chance.outcomes.items()}
        else:
            chance.calls = dict(data["calls"])
        return chance

    def _take_scripted_outcome(self, name: str, kind: type, right: str, default: Any) -> Any:
        entries = self.script.get(name)
        if not entries:
            return default
        entry = entries[0]
        if not isinstance(entry, kind) or isinstance(entry, bool):
            raise ScriptError(f"{name}: {entry!r} is not {right}")
        entries.pop(0)
        if not entries:
            del self.script[name]
        return entry

    def _record_outcome(self, name: str, outcome: T) -> T:
        self.outcomes.setdefault(name, []).append(outcome)
        self.calls[name] = self.calls.get(name, 0) + 1
        self.reveals += 1
        return outcome


class FastChance(Chance):
    """Chance for simulations: a fast generator that copies share, without a journal."""

    __slots__ = ("random",)

    def __init__(self, source: int | str | random.Random = 0) -> None:
        super().__init__()
        self.random = source if isinstance(source, random.Random) else random.Random(source)

    def shuffle(self, name: str, items: Sequence[T]) -> list[T]:
        self.reveals += 1
        result = list(items)
        self.random.shuffle(result)
        return result

    def roll(self, name: str, sides: int = 6) -> int:
        self.reveals += 1
        return int(self.random.random() * sides) + 1

    def draw(self, name: str, items: Sequence[T], k: int = 1) -> list[T]:
        self.reveals += 1
        return self.random.sample(items, k)

    def copy(self) -> FastChance:
        other = FastChance.__new__(FastChance)
        other.reveals = self.reveals
        other.random = self.random
        return other

    def dump(self, *, history: bool = True) -> dict[str, Any]:
        return {"fast": True, "reveals": self.reveals}

    @classmethod
    def load(cls, data: Mapping[str, Any]) -> FastChance:
        chance = cls()
        chance.reveals = data["reveals"]
        return chance


def load_chance(data: Mapping[str, Any]) -> Chance:
    """The chance that `dump` described."""
    return FastChance.load(data) if data.get("fast") else FairChance.load(data)


def copy_journal(outcomes: Mapping[str, Sequence[Outcome]]) -> dict[str, list[Outcome]]:
    """A copy of a journal that shares nothing with the original."""
    return {
        name: [entry[:] if isinstance(entry, list) else entry for entry in entries]
        for name, entries in outcomes.items()
    }


def _remaining_items(name: str, items: Sequence[T], forced: Sequence[T]) -> list[T]:
    if not forced:
        return list(items)
    left = Counter(items)
    left.subtract(forced)
    wrong = [item for item, count in left.items() if count < 0]
    if wrong:
        raise ScriptError(f"{name}: {wrong[0]!r} does not occur, or not that often")
    rest = []
    skip = Counter(forced)
    for item in items:
        if skip[item]:
            skip[item] -= 1
        else:
            rest.append(item)
    return rest
