"""Previews a seat's next decision of a kind, on a copy of the position.

The page for conditional moves shows the preview. In the copy, hidden parts are re-dealt and chance
starts again, from a secret of this site and never from the seed of the match. So people learn
nothing about the match from it. A preview writes nothing.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from time import monotonic
from typing import Any

from django.conf import settings

import games.rules as rules

from ... import conditional_moves
from ...conditional_moves import DecisionContext, DecisionKind, DecisionKinds
from ...models import Seat, Table
from ..session.drafts import Draft, Pov
from ..session.loader import rules_guard

MAX_STEPS = 150  # moves of all seats until the decision
MAX_TRIAL_MOVES = 12  # a seat with more legal moves tries none to find a shortcut
MOST_SECONDS = 1.0
MAX_LISTED_PATTERNS = 60  # patterns to list if the decision cannot be shown


@dataclass(frozen=True)
class DecisionPreview:
    """A seat's next decision of a kind.

    Attributes:
        kind: the requested kind, or the kind of the next decision if none was requested.
        turn: the copy as the person sees it; None if the decision was not reached.
        legal: the legal moves of the seat in the copy that a conditional move can list.
    """

    kind: DecisionKind
    turn: Pov | None
    legal: list[str]


def preview_decision(turn: Pov, wanted: str, so_far: Sequence[str] = ()) -> DecisionPreview:
    """Return the seat's next decision of this kind.

    Args:
        turn: the real match as the person sees it.
        wanted: the key of the kind; "" for any.
        so_far: moves that the seat plays in the copy one after the other; illegal ones are skipped.

    Raises:
        MatchLoadError: the rules fail on this match.
    """
    assert turn.seat is not None
    table, seat = turn.table, turn.seat
    kinds = conditional_moves.decision_kinds_of(table.game, table.options)
    with rules_guard(table):
        walk = DecisionFinder(
            _determinized_copy(turn.match, seat, table), seat.number, kinds, kinds.kind(wanted)
        )
        reached = walk.play_to_decision()
        for move in so_far:
            if reached and move in walk.match.legal_moves(seat.number):
                walk.match.play(seat.number, move)
                reached = walk.play_to_decision()
    kind = walk.kind or kinds.kinds[0]
    if not reached:
        return DecisionPreview(kind, None, [])
    shown = Pov(table, turn.seats, seat, walk.match, Draft([], [], walk.match))
    context = conditional_moves.decision_context(walk.match, seat.number)
    return DecisionPreview(
        kind, shown, [move for move in context.legal if kinds.is_valid_pattern(kind, move)]
    )


def _determinized_copy(match: rules.Match, seat: Seat, table: Table) -> rules.Match:
    secret = f"ahead {seat.pk} {table.version} {settings.SECRET_KEY}"
    return match.determinize(seat.number, rules.FastChance(random.Random(secret)))


class DecisionFinder:
    """Plays from a position to the next decision of the wanted kind that a seat makes."""

    def __init__(
        self,
        match: rules.Match,
        seat: int,
        kinds: DecisionKinds,
        kind: DecisionKind | None,
        most: int = MAX_STEPS,
    ) -> None:
        self.match = match
        self.seat = seat
        self.kinds = kinds
        self.kind = kind
        self.most = most
        self.until = monotonic() + MOST_SECONDS

    def play_to_decision(self) -> bool:
        """Play for all seats until the decision; return False if it is too far away."""
        for _step in range(self.most):
            if self._is_at_decision(self.match):
                return True
            if self.match.over or monotonic() > self.until:
                return False
            seat = self.match.actors[0]
            move = self._find_shortcut(seat) or self.match.auto_move(seat)
            self.match.play(seat, move)
        return False

    def _is_at_decision(self, match: rules.Match) -> bool:
        if self.seat not in match.actors:
            return False
        context: DecisionContext = conditional_moves.decision_context(match, self.seat)
        if self.kind is None:
            self.kind = self.kinds.kind_of(context)
            return self.kind is not None
        return self.kind.matches(context)

    def _find_shortcut(self, seat: int) -> str | None:
        """Return a move of this seat that leads directly to the decision; None without one."""
        listed = self.match.legal_moves(seat)
        if self.kind is None or len(listed) > MAX_TRIAL_MOVES:
            return None
        for move in listed:
            trial = self.match.copy()
            trial.play(seat, move)
            if self._is_at_decision(trial):
                return move
        return None


def list_patterns(kinds: DecisionKinds, kind: DecisionKind) -> list[str]:
    """Return the patterns of a kind, for a page that cannot show the decision on the board."""
    found: list[str] = []
    for form in kind.move_forms:
        options: list[str] = [""]
        for part in form.split(" "):
            words: Any = [part]
            if part.startswith("<"):
                words = kinds.words.get(part[1:-1], ["*"])
            if len(options) * len(words) > MAX_LISTED_PATTERNS:
                words = ["*"]
            options = [f"{text} {word}".strip() for text in options for word in words]
        found += [text for text in options if kinds.is_valid_pattern(kind, text)]
    return found
