"""One module per phase. A step knows its moves, how to play one, and why another is not one."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from games.rules.match import misspelt, no
from games.rules.reasons import Phase, Verb
from games.rules.reasons import marked as _

from ..notation import BARE, VERBS
from . import (
    builder,
    captain,
    craftsman,
    mayor,
    placement,
    prospector,
    rounds,
    settler,
    storing,
    trader,
)

if TYPE_CHECKING:
    from games.rules.match import IllegalMove

    from ..match import PuertoRico


class Step(NamedTuple):
    """A kind of decision (rules 5.12)."""

    moves: Callable[[PuertoRico, int], list[str]]
    play: Callable[[PuertoRico, int, list[str]], None]
    refusal: Callable[[PuertoRico, int, list[str]], IllegalMove | None]


STEPS = {
    "pick": Step(rounds.moves, rounds.play, rounds.refusal),
    "settle": Step(settler.moves, settler.play, settler.refusal),
    "mayor_privilege": Step(mayor.moves, mayor.play, mayor.refusal),
    "placement": Step(placement.moves, placement.play, placement.refusal),
    "craftsman_privilege": Step(craftsman.moves, craftsman.play, craftsman.refusal),
    "trade": Step(trader.moves, trader.play, trader.refusal),
    "build": Step(builder.moves, builder.play, builder.refusal),
    "load": Step(captain.moves, captain.play, captain.refusal),
    "store": Step(storing.moves, storing.play, storing.refusal),
}


def refusal(match: PuertoRico, seat: int, tokens: list[str]) -> IllegalMove | None:
    """Why a move is not listed: it is written otherwise, the step knows why, or has no such."""
    verb = tokens[0]
    if verb in BARE and len(tokens) > 1:
        return misspelt(BARE[verb], tokens, verb)
    known = STEPS[match.step].refusal(match, seat, tokens)
    if known is not None or verb not in VERBS:
        return known
    possible = sorted({move.split(" ")[0] for move in match.legal_moves(seat)})
    return no(
        "other_step",
        _("this is %(step)s: %(verb)s is not part of it; possible: %(verbs)s"),
        "5.12",
        step=Phase(match.step),
        verb=Verb(verb),
        verbs=tuple(map(Verb, possible)),
    )


# by number of the role
BEGIN: tuple[Callable[[PuertoRico], None], ...] = (
    mayor.begin,
    craftsman.begin,
    trader.begin,
    settler.begin,
    builder.begin,
    captain.begin,
    prospector.begin,
    prospector.begin,
)
