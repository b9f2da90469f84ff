"""What a title can be ordered ahead: its kinds of decisions, their moves and their guards."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import ModuleType
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

import games.rules as rules
from games import registry

Text = str | Promise
ANY = "*"
SHAPES = {"n": re.compile(r"[0-9]{1,3}"), "at": re.compile(r"(-?[0-9]{1,3}|\*),(-?[0-9]{1,3}|\*)")}
TOKEN = re.compile(r"[a-z0-9_:,*-]+")


@dataclass(frozen=True)
class DecisionContext:
    """What a seat knows when it is asked: everything that an order may look at.

    `view` is `match.view(seat)`, `legal` its own list; `rules_version` is the one that the match
    plays.
    """

    view: Mapping[str, Any]
    legal: Sequence[str]
    seat: int
    options: Mapping[str, str]
    rules_version: int


def decision_context(match: rules.Match, seat: int) -> DecisionContext:
    return DecisionContext(
        match.view(seat), match.legal_moves(seat), seat, match.options, match.rules_version
    )


@dataclass(frozen=True)
class Guard:
    """A condition on a legal move that everybody can check: "price at most", "nothing else to do".

    Attributes:
        key: its name in stored orders and in the API.
        label: as the form says it, in front of its number.
        holds: (what the seat knows, a legal move, the number) -> whether the move may be played.
        has_number: without one it is only switched on (its number is 1).
    """

    key: str
    label: Text
    holds: Callable[[DecisionContext, str, int], bool]
    has_number: bool = True


@dataclass(frozen=True)
class DecisionKind:
    """A kind of decision, as its title names it.

    Attributes:
        key: its name in stored orders and in the API.
        label: what it is called: "when I am asked …".
        matches: whether this is what a seat is asked.
        move_forms: how its moves are written.
        passing: moves that do nothing here; the first that is legal is "pass".
        guards: conditions that its orders may have.
        best: which of several legal moves that fit a pattern is played.
        is_sequence: whether its list is usually played one after the other.
        skipped: moves that a sequence passes over where they are not possible.
        closing: moves that a sequence makes by itself, where its next one has to wait for them.
        offered: whether there is this kind of decision in a match with these options.
    """

    key: str
    label: Text
    matches: Callable[[DecisionContext], bool]
    move_forms: tuple[str, ...]
    passing: tuple[str, ...] = ("pass",)
    guards: tuple[Guard, ...] = ()
    best: Callable[[DecisionContext, Sequence[str]], str] = lambda asked, fitting: fitting[0]
    is_sequence: bool = False
    skipped: tuple[str, ...] = ()
    closing: tuple[str, ...] = ()
    offered: Callable[[Mapping[str, str]], bool] = lambda options: True

    def guard(self, key: str) -> Guard | None:
        return next((one for one in self.guards if one.key == key), None)


def _round_of_view(view: Mapping[str, Any]) -> int | None:
    found = view.get("round")
    return found if isinstance(found, int) else None


def _as_listed(view: Mapping[str, Any], actors: Sequence[int]) -> Sequence[int]:
    return actors


@dataclass(frozen=True)
class DecisionKinds:
    """All kinds of a title.

    Attributes:
        words: the words that may stand for `<name>` in forms. `<n>` is a number and `<at>` a
            place, "x,y"; those need no entry.
        round_of: the number of the round that a view shows; None where there are no rounds.
        sequence: the order in which the rules ask actors of a simultaneous phase, from the view
            that everybody has.
    """

    kinds: tuple[DecisionKind, ...]
    words: Mapping[str, Collection[str]] = field(default_factory=dict)
    round_of: Callable[[Mapping[str, Any]], int | None] = _round_of_view
    sequence: Callable[[Mapping[str, Any], Sequence[int]], Sequence[int]] = _as_listed

    def kind(self, key: str) -> DecisionKind | None:
        return next((one for one in self.kinds if one.key == key), None)

    def kind_of(self, asked: DecisionContext) -> DecisionKind | None:
        """The first kind that a seat is asked now."""
        return next((one for one in self.kinds if one.matches(asked)), None)

    def of(self, options: Mapping[str, str]) -> DecisionKinds:
        """Those that there are in a match with these options."""
        return replace(self, kinds=tuple(one for one in self.kinds if one.offered(options)))

    def is_valid_pattern(self, kind: DecisionKind, pattern: str) -> bool:
        """Whether moves of this kind can be written so.

        >>> forms = ("sell <good>", "pass")
        >>> kind = DecisionKind("trade", "trader", lambda context: True, forms)
        >>> kinds = DecisionKinds((kind,), {"good": ("corn", "coffee")})
        >>> [kinds.is_valid_pattern(kind, text) for text in ("sell co*", "sell gold", "sell", "*")]
        [True, False, False, False]
        """
        tokens = pattern.split(" ")
        if not all(TOKEN.fullmatch(token) for token in tokens):
            return False
        return any(self._matches(form.split(" "), tokens) for form in kind.move_forms)

    def _matches(self, form: Sequence[str], tokens: Sequence[str]) -> bool:
        if len(form) != len(tokens) or form[0] != tokens[0]:
            return False
        return all(self._token_matches(*pair) for pair in zip(form[1:], tokens[1:], strict=True))

    def _token_matches(self, part: str, token: str) -> bool:
        if not part.startswith("<"):
            return fits(token, part)
        name = part[1:-1]
        if token == ANY:
            return True
        if name in SHAPES:
            return SHAPES[name].fullmatch(token) is not None
        return any(fits(token, word) for word in self.words[name])


def fits(pattern: str, move: str) -> bool:
    """Whether a move is one that a pattern means: `*` stands for any part of a word.

    >>> fits("take * worker", "take corn worker"), fits("take *", "take corn worker")
    (True, False)
    """
    return pattern == move or (ANY in pattern and bool(_compile_pattern(pattern).fullmatch(move)))


@functools.lru_cache(2000)
def _compile_pattern(text: str) -> re.Pattern[str]:
    return re.compile("[^ ]*".join(re.escape(part) for part in text.split(ANY)))


# the generic kind, for titles that say nothing


class _GenericKinds(DecisionKinds):
    """Every decision is of one kind; its moves are told from others by their verb alone."""

    def is_valid_pattern(self, kind: DecisionKind, pattern: str) -> bool:
        tokens = pattern.split(" ")
        is_text = all(TOKEN.fullmatch(token) for token in tokens)
        return is_text and re.fullmatch(r"[a-z_]+", tokens[0]) is not None


GENERIC = _GenericKinds(
    (
        DecisionKind(
            "any",
            _("any decision"),
            lambda asked: bool(asked.legal),
            ("<verb> …",),
            passing=("pass", "done", "end"),
        ),
    )
)


def decision_kinds_of(key: str, options: Mapping[str, str] | None = None) -> DecisionKinds:
    """What may be ordered ahead in a title; the generic kind where it says nothing.

    `options`: in a match with these; None: in any.
    """
    module = registry.title_module(key, "conditional_moves")
    kinds: DecisionKinds = GENERIC if module is None else module.KINDS
    return kinds if options is None else kinds.of(options)


def check(key: str, module: ModuleType) -> None:
    """Check that the decision kinds of a title are as the engine expects.

    Raises:
        registry.TitleError: it is not so.
    """
    for wrong, right in _find_problems(getattr(module, "KINDS", None)):
        raise registry.TitleError(module, wrong, right)


def _find_problems(found: object) -> Iterator[tuple[str, str]]:
    if not isinstance(found, DecisionKinds) or not found.kinds:
        yield f"KINDS is {found!r}", "it offers KINDS = Kinds((Kind(…), …))"
        return
    keys = [kind.key for kind in found.kinds]
    if len(set(keys)) < len(keys):
        yield f"a kind is there twice: {', '.join(keys)}", "each has a key of its own"
    for kind in found.kinds:
        names = {part[1:-1] for form in kind.move_forms for part in form.split() if part[:1] == "<"}
        missing = names - set(found.words) - set(SHAPES)
        if missing:
            yield f"{kind.key}: no words for <{min(missing)}>", "KINDS.words has an entry for it"


registry.register_check("conditional_moves", check)
