"""Defines the decisions that conditional moves can answer.

A title lists its kinds of decisions, with the notation of their moves and their guards.
"""

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
    """What a seat knows at a decision: all that a conditional move may depend on.

    Attributes:
        view: `match.view(seat)`.
        legal: the legal moves of the seat.
        options: the options of the match.
        rules_version: the version of the rules that the match uses.
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
    """A condition of a conditional move, for example "maximum price".

    Attributes:
        key: its name in stored conditional moves and in the API.
        label: its name in the form, before the field for its number.
        holds: (context, legal move, number) -> whether the move may be played.
        has_number: whether it has a number; otherwise the form has a checkbox, and the number is 1.
    """

    key: str
    label: Text
    holds: Callable[[DecisionContext, str, int], bool]
    has_number: bool = True


@dataclass(frozen=True)
class DecisionKind:
    """A kind of decision of a title.

    Attributes:
        key: its name in stored conditional moves and in the API.
        label: its name on the pages, for example "a role to pick".
        matches: whether a decision is of this kind.
        move_forms: the notation of its moves, with `<name>` for words that vary.
        passing: moves that do nothing; `Fallback.PASS` plays the first one that is legal.
        guards: the conditions that its conditional moves may have.
        best: chooses the move to play if several legal moves fit a pattern.
        is_sequence: whether `ListMode.EACH` is the default.
        skipped: listed moves that `ListMode.EACH` skips if they are not legal.
        closing: moves that `ListMode.EACH` adds if its next move is not legal yet.
        offered: whether a match with these options has this kind of decision.
    """

    key: str
    label: Text
    matches: Callable[[DecisionContext], bool]
    move_forms: tuple[str, ...]
    passing: tuple[str, ...] = ("pass",)
    guards: tuple[Guard, ...] = ()
    best: Callable[[DecisionContext, Sequence[str]], str] = lambda context, fitting: fitting[0]
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
    """All kinds of decisions of a title.

    Attributes:
        kinds: if several kinds match a decision, the first one applies.
        words: the words that may replace `<name>` in move forms. `<n>` is a number and `<at>` a
            place, "x,y"; both need no entry.
        round_of: returns the number of the round from a view; None if there are no rounds.
        sequence: sorts the actors of a simultaneous phase as the rules do, from the view of
            spectators.
    """

    kinds: tuple[DecisionKind, ...]
    words: Mapping[str, Collection[str]] = field(default_factory=dict)
    round_of: Callable[[Mapping[str, Any]], int | None] = _round_of_view
    sequence: Callable[[Mapping[str, Any], Sequence[int]], Sequence[int]] = _as_listed

    def kind(self, key: str) -> DecisionKind | None:
        return next((one for one in self.kinds if one.key == key), None)

    def kind_of(self, context: DecisionContext) -> DecisionKind | None:
        """Return the first kind that matches a decision; None if no kind does."""
        return next((one for one in self.kinds if one.matches(context)), None)

    def of(self, options: Mapping[str, str]) -> DecisionKinds:
        """Return the kinds that a match with these options has."""
        return replace(self, kinds=tuple(one for one in self.kinds if one.offered(options)))

    def is_valid_pattern(self, kind: DecisionKind, pattern: str) -> bool:
        """Return whether moves of this kind can have this notation.

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
    """Return whether a move fits a pattern, in which `*` stands for any part of a word.

    >>> fits("take * worker", "take corn worker"), fits("take *", "take corn worker")
    (True, False)
    """
    return pattern == move or (ANY in pattern and bool(_compile_pattern(pattern).fullmatch(move)))


@functools.lru_cache(2000)
def _compile_pattern(text: str) -> re.Pattern[str]:
    return re.compile("[^ ]*".join(re.escape(part) for part in text.split(ANY)))


# the generic kind, for titles without a list of kinds


class _GenericKinds(DecisionKinds):
    """One kind for every decision; a pattern is valid if its verb is a word."""

    def is_valid_pattern(self, kind: DecisionKind, pattern: str) -> bool:
        tokens = pattern.split(" ")
        is_text = all(TOKEN.fullmatch(token) for token in tokens)
        return is_text and re.fullmatch(r"[a-z_]+", tokens[0]) is not None


GENERIC = _GenericKinds(
    (
        DecisionKind(
            "any",
            _("any decision"),
            lambda context: bool(context.legal),
            ("<verb> …",),
            passing=("pass", "done", "end"),
        ),
    )
)


def decision_kinds_of(key: str, options: Mapping[str, str] | None = None) -> DecisionKinds:
    """Return the kinds of decisions of a title; the generic kind if the title lists none.

    Args:
        key: the key of the title.
        options: the options of a match, for the kinds that it has; None for all kinds.
    """
    module = registry.title_module(key, "conditional_moves")
    kinds: DecisionKinds = GENERIC if module is None else module.KINDS
    return kinds if options is None else kinds.of(options)


def check(key: str, module: ModuleType) -> None:
    """Check the kinds of decisions of a title.

    Raises:
        registry.TitleError: `KINDS` is missing or has an error.
    """
    for wrong, right in _find_problems(getattr(module, "KINDS", None)):
        raise registry.TitleError(module, wrong, right)


def _find_problems(found: object) -> Iterator[tuple[str, str]]:
    if not isinstance(found, DecisionKinds) or not found.kinds:
        yield f"KINDS is {found!r}", "declare KINDS = DecisionKinds((DecisionKind(…), …))"
        return
    keys = [kind.key for kind in found.kinds]
    if len(set(keys)) < len(keys):
        yield f"two kinds have the same key: {', '.join(keys)}", "give each kind its own key"
    for kind in found.kinds:
        names = {part[1:-1] for form in kind.move_forms for part in form.split() if part[:1] == "<"}
        missing = names - set(found.words) - set(SHAPES)
        if missing:
            yield f"{kind.key}: no words for <{min(missing)}>", "add an entry to KINDS.words"


registry.register_check("conditional_moves", check)
