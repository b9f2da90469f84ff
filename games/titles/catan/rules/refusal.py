"""Reasons for refused moves: what is wrong and what would be right, in words.

Nothing here decides legality; the list of legal moves does. The functions that give reasons are in
the modules of their rules. A function is called only for a move that is not listed, in a phase
that knows its verb, with arguments of the right form.
"""

from __future__ import annotations

from collections.abc import Callable

from games.rules.match import IllegalMove, illegal_move
from games.rules.reasons import Phase, UserInput, Verb
from games.rules.reasons import gettext_noop as _

from . import (
    cards,
    events,
    production,
    robber,
    trade,
    turn,
    two_player,
    wagon,
)
from .move_syntax import MOVE_SHAPES, SECTIONS, shape_refusal
from .shared_refusals import TRADERS, OptionalRefusal
from .state import State

# For each verb, the phases that know it (rules 6). Verbs not listed here belong to `main`.
PHASES: dict[str, tuple[str, ...]] = {
    "settlement": ("founding", "main"),
    "city": ("founding", "main"),
    "road": ("founding", "main", "free_roads"),
    "roll": ("start",),
    "event": ("start",),
    "play": ("start", "main", "wagon"),
    "discard": ("discard",),
    "robber": ("robber",),
    "steal": ("steal",),
    "barbarian": ("barbarian",),
    "give": ("offer",),
    "want": ("offer",),
    "propose": ("offer",),
    "cancel": ("offer", "answers"),
    "accept": ("answers",),
    "decline": ("answers",),
    "trade": ("answers",),
    "go": ("wagon",),
    "grain": ("wagon",),
    "drive": ("wagon",),
    "banish": ("banish",),
    "take": ("take",),
    "gift": ("gift",),
    "aid": ("aid",),
    "rob": ("rob",),
    "quake": ("quake",),
    "neutral": ("neutral",),
    "token": ("start", "main"),
    "return": ("return",),
    "retire": ("start", "main"),
    "end": ("main", "wagon"),
}


def refusal(match: State, seat: int, tokens: list[str]) -> OptionalRefusal:
    """Return why this move is illegal, or None if only the general reason applies."""
    if tokens[0] not in MOVE_SHAPES:
        return unknown_move_refusal(match, seat, tokens[0])
    answer = shape_refusal(match, tokens) or wrong_phase_refusal(match, tokens[0])
    if answer is None and tokens[0] in REFUSAL_FUNCTIONS:
        answer = REFUSAL_FUNCTIONS[tokens[0]](match, seat, tokens)
    return answer


def unknown_move_refusal(match: State, seat: int, verb: str) -> IllegalMove:
    verbs = sorted({move.split(" ")[0] for move in match.legal_moves(seat)})
    message = _("%(given)s is not a move of Catan; possible now: %(verbs)s")
    return illegal_move(
        "no_such_move", message, "5.1", given=UserInput(verb), verbs=tuple(map(Verb, verbs))
    )


TRADERS_ONLY = ("upgrade", "purchase", "travel", "go", "grain", "drive", "banish", "barbarian")
TWO_PLAYER_ONLY = ("neutral", "token", "retire", "return")


def wrong_phase_refusal(match: State, verb: str) -> OptionalRefusal:
    """Refuse a verb of another phase, scenario, option or number of seats."""
    word = Verb(verb)
    if verb in TRADERS_ONLY and not match.traders:
        message = _("%(verb)s belongs to the scenario %(scenario)s, and this is the base game")
        return illegal_move("other_scenario", message, SECTIONS[verb], verb=word, scenario=TRADERS)
    if verb == "robber" and match.traders:
        message = _("there is no robber in %(scenario)s: move a barbarian")
        return illegal_move("other_scenario", message, "5.4", scenario=TRADERS)
    if verb in TWO_PLAYER_ONLY and not match.duel:
        message = _("%(verb)s belongs to the game for two; this one has %(seats)s seats")
        return illegal_move("only_for_two", message, "5.12", verb=word, seats=match.seats)
    first = Verb(match.first_move)
    if verb in ("roll", "event") and verb != first:
        message = _("this match plays with %(first)s, not with %(verb)s")
        return illegal_move("other_option", message, "5.9", first=first, verb=word)
    phase = match.stack[-1][0]
    if phase in PHASES.get(verb, ("main",)):
        return None
    if phase == "start":
        message = _("%(first)s comes first: %(verb)s is not possible before it")
        return illegal_move("turn_not_begun", message, "5.1", first=first, verb=word)
    if phase == "offer":
        message = _("propose or cancel your offer first: %(verb)s has to wait")
        return illegal_move("offer_open", message, "5.7", verb=word)
    message = _("now it is time for %(phase)s: %(verb)s is not possible")
    return illegal_move("other_phase", message, "5.1", phase=Phase(phase), verb=word)


RefusalFunction = Callable[[State, int, list[str]], OptionalRefusal]

# For each verb, the function that explains why one of its moves is illegal
REFUSAL_FUNCTIONS: dict[str, RefusalFunction] = {
    "settlement": turn.settlement_refusal,
    "city": turn.city_refusal,
    "road": turn.road_refusal,
    "repair": events.repair_refusal,
    "quake": events.quake_refusal,
    "buy": cards.buy_refusal,
    "play": cards.play_refusal,
    "discard": production.discard_refusal,
    "robber": robber.robber_refusal,
    "steal": robber.victim_refusal,
    "rob": robber.victim_refusal,
    "barbarian": robber.barbarian_refusal,
    "bank": trade.bank_refusal,
    "purchase": trade.purchase_refusal,
    "offer": trade.offer_refusal,
    "give": trade.give_refusal,
    "want": trade.want_refusal,
    "propose": trade.propose_refusal,
    "accept": trade.answer_refusal,
    "decline": trade.answer_refusal,
    "cancel": trade.cancel_refusal,
    "trade": trade.trade_refusal,
    "upgrade": wagon.upgrade_refusal,
    "go": wagon.go_refusal,
    "grain": wagon.grain_refusal,
    "drive": wagon.drive_refusal,
    "banish": wagon.banish_refusal,
    "take": events.take_refusal,
    "gift": events.missing_card_refusal,
    "aid": events.aid_refusal,
    "neutral": two_player.neutral_refusal,
    "token": two_player.token_refusal,
    "return": two_player.return_refusal,
    "retire": two_player.retire_refusal,
}
