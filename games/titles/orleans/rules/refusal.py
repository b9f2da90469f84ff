"""Reasons for refused moves: what is wrong, and what would be right.

The rules themselves explain most refusals (`move_query.AttemptedMove`). This module adds the
reasons that no rule gives: wrong phase, too few words, too many words.
"""

from __future__ import annotations

from games.rules.match import IllegalMove
from games.rules.reasons import Phase, UserInput, Verb
from games.rules.reasons import gettext_noop as _

from .decisions import RULES, SECTIONS, current_decision, rules_for
from .move_query import AttemptedMove
from .rule_reason import RuleReason
from .shared_reasons import list_or_nothing
from .state import State


def refusal(state: State, seat: int, tokens: list[str]) -> IllegalMove | None:
    """Return why a seat that must act may not play these tokens; None for an unknown verb."""
    verb, *words = tokens
    if verb not in SECTIONS:
        return None
    rule = rules_for(state, current_decision(state, seat)).get(verb)
    if rule is None:
        why = wrong_phase_reason(state, seat, verb)
    else:
        tried = AttemptedMove(state.boards[seat], words)
        possible = rule(state, seat, tried)
        why = tried.why or (
            too_long_reason(verb, tokens, tried)
            if possible
            else incomplete_reason(state, seat, tokens)
        )
    return IllegalMove(why, why.section)


def wrong_phase_reason(state: State, seat: int, verb: str) -> RuleReason:
    now = current_decision(state, seat)
    return RuleReason(
        SECTIONS[verb],
        "wrong_phase",
        _("“%(verb)s” is possible in: %(when)s. Now: %(now)s. Possible now: %(possible)s"),
        verb=Verb(verb),
        when=tuple(Phase(when) for when in RULES if verb in rules_for(state, when)),
        now=Phase(state.step or state.phase),
        possible=tuple(map(Verb, sorted(rules_for(state, now)))),
    )


def incomplete_reason(state: State, seat: int, tokens: list[str]) -> RuleReason:
    """Words are missing; the reason lists the possible next ones."""
    begun = " ".join(tokens)
    longer = [move for move in state.legal_moves(seat) if move.startswith(f"{begun} ")]
    following = dict.fromkeys(move.split(" ")[len(tokens)] for move in longer)
    message = _("%(given)s is not a complete move; continue with: %(following)s")
    return RuleReason(
        SECTIONS[tokens[0]],
        "bad_form",
        message,
        given=UserInput(begun),
        following=list_or_nothing(following),
    )


def too_long_reason(verb: str, tokens: list[str], tried: AttemptedMove) -> RuleReason:
    """The move has more words than it needs."""
    whole = " ".join(tokens[: len(tokens) - len(tried.left)])
    message = _("%(given)s is already a complete move: remove what follows it")
    return RuleReason(SECTIONS[verb], "bad_form", message, given=UserInput(whole))
