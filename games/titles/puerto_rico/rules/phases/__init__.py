"""One module per phase. A step lists its moves, plays one, and explains why another is illegal."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from games.rules.match import IllegalMove, illegal_move, malformed_move
from games.rules.reasons import Phase, Verb
from games.rules.reasons import gettext_noop as _

from ..notation import SINGLE_WORD_SECTIONS, VERBS
from ..state import State
from . import (
    builder,
    captain,
    craftsman,
    mayor,
    placement,
    prospector,
    rounds,
    settler,
    storage,
    trader,
)


class Step(NamedTuple):
    """A kind of decision (rules 5.12)."""

    moves: Callable[[State, int], list[str]]
    play: Callable[[State, int, list[str]], None]
    refusal: Callable[[State, int, list[str]], IllegalMove | None]


# by role number
BEGIN: tuple[Callable[[State], None], ...] = (
    mayor.begin,
    craftsman.begin,
    trader.begin,
    settler.begin,
    builder.begin,
    captain.begin,
    prospector.begin,
    prospector.begin,
)


def _pick(match: State, seat: int, tokens: list[str]) -> None:
    """Take a role card and begin its phase."""
    rounds.pick(match, seat, tokens)
    BEGIN[match.role](match)


STEPS = {
    "pick": Step(rounds.moves, _pick, rounds.refusal),
    "settle": Step(settler.moves, settler.play, settler.refusal),
    "mayor_privilege": Step(mayor.moves, mayor.play, mayor.refusal),
    "placement": Step(placement.moves, placement.play, placement.refusal),
    "craftsman_privilege": Step(craftsman.moves, craftsman.play, craftsman.refusal),
    "trade": Step(trader.moves, trader.play, trader.refusal),
    "build": Step(builder.moves, builder.play, builder.refusal),
    "load": Step(captain.moves, captain.play, captain.refusal),
    "store": Step(storage.moves, storage.play, storage.refusal),
}


def refusal(match: State, seat: int, tokens: list[str]) -> IllegalMove | None:
    """Why a move is not listed: malformed, refused by the step, or not part of the step."""
    verb = tokens[0]
    if verb in SINGLE_WORD_SECTIONS and len(tokens) > 1:
        return malformed_move(SINGLE_WORD_SECTIONS[verb], tokens, verb)
    known = STEPS[match.step].refusal(match, seat, tokens)
    if known is not None or verb not in VERBS:
        return known
    possible = sorted({move.split(" ")[0] for move in match.legal_moves(seat)})
    return illegal_move(
        "other_step",
        _("this is %(step)s: %(verb)s is not part of it; possible: %(verbs)s"),
        "5.12",
        step=Phase(match.step),
        verb=Verb(verb),
        verbs=tuple(map(Verb, possible)),
    )
