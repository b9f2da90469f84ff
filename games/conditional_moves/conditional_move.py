"""An order as it is stored and as it is handed in, and what is wrong with one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from enum import StrEnum
from typing import Any

from django.utils.translation import gettext as _

import games.rules as rules
from games.boards.translations import join_list

from .decision_kinds import DecisionKind, DecisionKinds

MOST_ORDERS = 40  # of a seat
LONGEST_LIST = 40  # moves of an order
MAX_GUARD_NUMBER = 999  # of a guard
MAX_ID = 999_999  # that somebody may hand in: the site gives small ones


class Fallback(StrEnum):
    """What becomes of a decision that nothing of the list fits."""

    ASK = "ask"
    PASS = "pass"
    SITE = "site"


class Duration(StrEnum):
    """How long an order holds once it is armed."""

    ONCE = "once"
    ROUND = "round"
    STOP = "stop"


class ListMode(StrEnum):
    """How a list is meant: its first legal move each time, or its moves one after the other."""

    FIRST = "first"
    EACH = "each"


class ConditionalMoveError(ValueError):
    """Orders that are not taken; the message says why, in the reader's language."""


@dataclass(frozen=True)
class ConditionalMove:
    """An order of a seat.

    Attributes:
        id: from 1, of its seat alone; 0 before it is stored.
        kind: the key of the kind of decision that it answers.
        moves: notation, or patterns of it with `*`, in order of preference.
        guards: by key, their numbers.
        armed: whether it acts.
        round: the round in which it was armed, where it holds for a round.
        played: how many of its moves have been played, where they go one after the other.
        stopped: why it stopped itself, a code (`games/table/conditional_moves/actions.py` has the
        words); "".
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
        """The order that a seat's row holds."""
        return cls(**{**data, "moves": tuple(data["moves"])})

    def data(self) -> dict[str, Any]:
        return {**asdict(self), "moves": list(self.moves), "guards": dict(self.guards)}

    @property
    def remaining_moves(self) -> tuple[str, ...]:
        """The moves from which the next one is taken."""
        return self.moves[self.played :] if self.way == ListMode.EACH else self.moves

    def arm(self, round: int | None) -> ConditionalMove:
        return replace(self, armed=True, round=round, played=0, stopped="")

    def disarm(self, stopped: str = "") -> ConditionalMove:
        return replace(self, armed=False, stopped=stopped)


FIELDS = {"kind", "moves", "guards", "otherwise", "until", "way", "armed", "id"}
READ_ONLY_FIELDS = {"round", "played", "stopped"}  # the site's own notes, as it shows them


def parse(data: object, kinds: DecisionKinds, *, has_rounds: bool = True) -> ConditionalMove:
    """An order as somebody hands it in: {"kind", "moves", "guards"?, "otherwise"?, …}.

    Raises:
        ConditionalMoveError: it is none; nothing of it is kept.
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
    order = ConditionalMove(
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
    if not order.moves and order.otherwise == Fallback.ASK:
        raise ConditionalMoveError(
            _("A conditional move that falls back to asking you must list at least one move.")
        )
    if order.until == Duration.ROUND and not has_rounds:
        raise ConditionalMoveError(
            _("This game has no rounds. Use a conditional move once or until you stop it.")
        )
    return order


def parse_all(
    data: object, kinds: DecisionKinds, *, has_rounds: bool = True
) -> list[ConditionalMove]:
    """All orders of a seat, as the API takes them; ids are made unique.

    Raises:
        ConditionalMoveError: one of them is none, or there are too many.
    """
    if not isinstance(data, Sequence) or isinstance(data, str):
        raise ConditionalMoveError(_("Conditional moves must be a list."))
    check_count(len(data))
    return assign_ids([parse(one, kinds, has_rounds=has_rounds) for one in data])


def assign_ids(orders: Sequence[ConditionalMove]) -> list[ConditionalMove]:
    """Orders with ids of their own, kept where they had one."""
    taken: set[int] = set()
    found = []
    for order in orders:
        number = order.id
        if number <= 0 or number in taken:
            number = max([0, *taken, *(one.id for one in orders)]) + 1
        taken.add(number)
        found.append(replace(order, id=number))
    return found


def check_count(count: int) -> None:
    """Whether a seat may have so many orders.

    Raises:
        ConditionalMoveError: they are too many.
    """
    if count > MOST_ORDERS:
        raise ConditionalMoveError(
            _("A seat can have at most %(n)d conditional moves.") % {"n": MOST_ORDERS}
        )


def _parse_moves(found: object, kind: DecisionKind, kinds: DecisionKinds) -> tuple[str, ...]:
    if not isinstance(found, Sequence) or isinstance(found, str):
        raise ConditionalMoveError(_("“moves” must be a list of strings."))
    if len(found) > LONGEST_LIST:
        raise ConditionalMoveError(
            _("A conditional move can list at most %(n)d moves.") % {"n": LONGEST_LIST}
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
