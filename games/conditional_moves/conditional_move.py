"""The conditional move: its stored data, and the validation of data that people submit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from enum import StrEnum
from typing import Any

from django.utils.translation import gettext as _

import games.rules as rules
from games.boards.translations import join_list

from .decision_kinds import DecisionKind, DecisionKinds

MAX_CONDITIONAL_MOVES = 40  # of one seat
MAX_LISTED_MOVES = 40  # of one conditional move
MAX_GUARD_NUMBER = 999
MAX_ID = 999_999  # in submitted data; a conditional move with a larger id gets a new one


class Fallback(StrEnum):
    """What happens at a decision at which no listed move is possible."""

    ASK = "ask"
    PASS = "pass"
    SITE = "site"


class Duration(StrEnum):
    """How long a conditional move lasts after it is armed."""

    ONCE = "once"
    ROUND = "round"
    STOP = "stop"


class ListMode(StrEnum):
    """How to use the list: the first legal move each time, or the moves one after the other."""

    FIRST = "first"
    EACH = "each"


class ConditionalMoveError(ValueError):
    """Data that is not a valid conditional move; the message is in the reader's language."""


@dataclass(frozen=True)
class ConditionalMove:
    """A conditional move of a seat.

    Attributes:
        kind: the key of the kind of decision that it answers.
        moves: moves, or patterns of them with `*`, in order of preference.
        guards: the numbers of its guards, by key.
        otherwise: a `Fallback`.
        until: a `Duration`.
        way: a `ListMode`.
        armed: whether it can play.
        id: from 1, unique for its seat; 0 before it is stored.
        round: the round in which it was armed; None in games without rounds.
        played: with `ListMode.EACH`, how many of its moves have been played.
        stopped: the code of the reason why it stopped itself, "" if it did not. The texts are in
            `games/table/conditional_moves/actions.py`.
    """

    kind: str
    moves: tuple[str, ...]
    guards: Mapping[str, int] = field(default_factory=dict)
    otherwise: str = Fallback.ASK
    until: str = Duration.ONCE
    way: str = ListMode.FIRST
    armed: bool = False
    id: int = 0
    round: int | None = None
    played: int = 0
    stopped: str = ""

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> ConditionalMove:
        """Return the conditional move with this stored data."""
        return cls(**{**data, "moves": tuple(data["moves"])})

    def data(self) -> dict[str, Any]:
        """Return the data to store, ready for JSON."""
        return {**asdict(self), "moves": list(self.moves), "guards": dict(self.guards)}

    @property
    def remaining_moves(self) -> tuple[str, ...]:
        """The moves from which the next one is chosen."""
        return self.moves[self.played :] if self.way == ListMode.EACH else self.moves

    def arm(self, round: int | None) -> ConditionalMove:
        return replace(self, armed=True, round=round, played=0, stopped="")

    def disarm(self, stopped: str = "") -> ConditionalMove:
        return replace(self, armed=False, stopped=stopped)


FIELDS = {"kind", "moves", "guards", "otherwise", "until", "way", "armed", "id"}
READ_ONLY_FIELDS = {"round", "played", "stopped"}  # set by the site; ignored in submitted data


def parse(data: object, kinds: DecisionKinds, *, has_rounds: bool = True) -> ConditionalMove:
    """Return the conditional move with this submitted data.

    Args:
        data: {"kind": …, "moves": […], …}; all `FIELDS` except `kind` are optional.
        kinds: the kinds of decisions in the match.
        has_rounds: whether the match has rounds.

    Raises:
        ConditionalMoveError: the data is not a valid conditional move.
    """
    if not isinstance(data, Mapping):
        raise ConditionalMoveError(
            _("A conditional move must be an object with a kind and a list of moves.")
        )
    unknown = sorted(set(data) - FIELDS - READ_ONLY_FIELDS)
    if unknown:
        raise _choice_error(
            _("%(given)s is not a field of a conditional move. The fields are: %(known)s."),
            unknown[0],
            FIELDS,
        )
    if "kind" not in data:
        raise ConditionalMoveError(_("A conditional move must have a “kind”."))
    kind = kinds.kind(data["kind"]) if isinstance(data["kind"], str) else None
    if kind is None:
        raise _choice_error(
            _("%(given)s is not a kind of decision here. The kinds are: %(known)s."),
            data["kind"],
            [one.key for one in kinds.kinds],
        )
    conditional_move = ConditionalMove(
        kind=kind.key,
        moves=_parse_moves(data.get("moves", []), kind, kinds),
        guards=_parse_guards(data.get("guards") or {}, kind),
        otherwise=_parse_choice(data, "otherwise", Fallback, Fallback.ASK),
        until=_parse_choice(data, "until", Duration, Duration.ONCE),
        way=_parse_choice(
            data, "way", ListMode, ListMode.EACH if kind.is_sequence else ListMode.FIRST
        ),
        armed=data.get("armed") is True,
        id=data["id"] if type(data.get("id")) is int and data["id"] <= MAX_ID else 0,
    )
    if not conditional_move.moves and conditional_move.otherwise == Fallback.ASK:
        raise ConditionalMoveError(
            _("A conditional move that falls back to asking you must list at least one move.")
        )
    if conditional_move.until == Duration.ROUND and not has_rounds:
        raise ConditionalMoveError(
            _("This game has no rounds. Use a conditional move once or until you stop it.")
        )
    return conditional_move


def parse_all(
    data: object, kinds: DecisionKinds, *, has_rounds: bool = True
) -> list[ConditionalMove]:
    """Return all conditional moves of a seat from submitted data, with unique ids.

    Raises:
        ConditionalMoveError: one of them is not valid, or there are too many.
    """
    if not isinstance(data, Sequence) or isinstance(data, str):
        raise ConditionalMoveError(_("Conditional moves must be a list."))
    check_count(len(data))
    return assign_ids([parse(one, kinds, has_rounds=has_rounds) for one in data])


def assign_ids(conditional_moves: Sequence[ConditionalMove]) -> list[ConditionalMove]:
    """Return the conditional moves with unique ids; valid ids stay."""
    taken: set[int] = set()
    found = []
    for conditional_move in conditional_moves:
        number = conditional_move.id
        if number <= 0 or number in taken:
            number = max([0, *taken, *(one.id for one in conditional_moves)]) + 1
        taken.add(number)
        found.append(replace(conditional_move, id=number))
    return found


def check_count(count: int) -> None:
    """Check that a seat may have this many conditional moves.

    Raises:
        ConditionalMoveError: there are too many.
    """
    if count > MAX_CONDITIONAL_MOVES:
        raise ConditionalMoveError(
            _("A seat can have at most %(n)d conditional moves.") % {"n": MAX_CONDITIONAL_MOVES}
        )


def _parse_moves(found: object, kind: DecisionKind, kinds: DecisionKinds) -> tuple[str, ...]:
    if not isinstance(found, Sequence) or isinstance(found, str):
        raise ConditionalMoveError(_("“moves” must be a list of strings."))
    if len(found) > MAX_LISTED_MOVES:
        raise ConditionalMoveError(
            _("A conditional move can list at most %(n)d moves.") % {"n": MAX_LISTED_MOVES}
        )
    for move in found:
        short = isinstance(move, str) and 0 < len(move) <= rules.LONGEST_MOVE
        if not short or not kinds.is_valid_pattern(kind, move):
            raise _choice_error(
                _(
                    "%(given)s is not a move for this kind of decision. Moves are "
                    "written: %(known)s."
                ),
                move,
                kind.move_forms,
            )
    return tuple(found)


def _parse_guards(found: object, kind: DecisionKind) -> dict[str, int]:
    if not isinstance(found, Mapping):
        raise ConditionalMoveError(_("“guards” must be an object of numbers."))
    for key, number in found.items():
        if not isinstance(key, str) or kind.guard(key) is None:
            raise _choice_error(
                _(
                    "%(given)s is not a condition of this kind of decision. The "
                    "conditions are: %(known)s."
                ),
                key,
                [guard.key for guard in kind.guards],
            )
        if type(number) is not int or not 0 <= number <= MAX_GUARD_NUMBER:
            raise ConditionalMoveError(
                _("The condition %(guard)s must be a number from 0 to %(most)d.")
                % {"guard": key, "most": MAX_GUARD_NUMBER}
            )
    return dict(found)


def _parse_choice(
    data: Mapping[str, Any], name: str, choices: type[StrEnum], default: StrEnum
) -> str:
    given = data.get(name, default)
    if given not in [one.value for one in choices]:
        raise _choice_error(
            _("%(name)s must be one of %(known)s, not %(given)s."),
            given,
            [one.value for one in choices],
            name=name,
        )
    return str(given)


def _choice_error(message: str, given: object, known: Any, **more: str) -> ConditionalMoveError:
    given_text = str(given)[:60]
    names = list(known) if isinstance(known, (list, tuple)) else sorted(known)
    return ConditionalMoveError(
        message % {"given": given_text, "known": join_list(names) or "–", **more}
    )
