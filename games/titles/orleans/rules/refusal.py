"""Why a move is refused: what is wrong, and what would be right.

The rules are asked for the very move (`choosing.Tried`); what stands here is what no rule says.
"""

from __future__ import annotations

from games.rules.match import IllegalMove
from games.rules.reasons import Given, Phase, Verb
from games.rules.reasons import marked as _

from .decisions import RULES, SECTIONS, decision, rules_of
from .move_query import Tried
from .rule_reason import Ruled
from .shared_reasons import listed
from .state import State


def refusal(state: State, seat: int, tokens: list[str]) -> IllegalMove | None:
    """The reason why this seat, which has something to decide, may not play these tokens."""
    verb, *words = tokens
    if verb not in SECTIONS:
        return None
    rule = rules_of(state, decision(state, seat)).get(verb)
    if rule is None:
        why = wrong_phase(state, seat, verb)
    else:
        tried = Tried(state.boards[seat], words)
        possible = rule(state, seat, tried)
        why = tried.why or (
            too_long(verb, tokens, tried) if possible else incomplete(state, seat, tokens)
        )
    return IllegalMove(why, why.section)


def wrong_phase(state: State, seat: int, verb: str) -> Ruled:
    now = decision(state, seat)
    return Ruled(
        SECTIONS[verb],
        "wrong_phase",
        _("“%(verb)s” belongs to: %(when)s; now it is: %(now)s; possible: %(possible)s"),
        verb=Verb(verb),
        when=tuple(Phase(when) for when in RULES if verb in rules_of(state, when)),
        now=Phase(state.step or state.phase),
        possible=tuple(map(Verb, sorted(rules_of(state, now)))),
    )


def incomplete(state: State, seat: int, tokens: list[str]) -> Ruled:
    """Words are missing: which ones could follow."""
    begun = " ".join(tokens)
    longer = [move for move in state.legal_moves(seat) if move.startswith(f"{begun} ")]
    following = dict.fromkeys(move.split(" ")[len(tokens)] for move in longer)
    message = _("%(given)s is not a whole move; what can follow: %(following)s")
    return Ruled(
        SECTIONS[tokens[0]],
        "bad_form",
        message,
        given=Given(begun),
        following=listed(following),
    )


def too_long(verb: str, tokens: list[str], tried: Tried) -> Ruled:
    """The move ends before its last words."""
    whole = " ".join(tokens[: len(tokens) - len(tried.left)])
    message = _("%(given)s needs no further words")
    return Ruled(SECTIONS[verb], "bad_form", message, given=Given(whole))
