"""The actions that are possible in each phase, stage of a turn and open frame.

The legal moves are those of the available actions, in their order. A move is refused because it
is malformed, comes at the wrong time, or is illegal for its action. Rules 5.3.2, 5.4.
"""

from __future__ import annotations

from games.rules.match import IllegalMove, illegal_move
from games.rules.reasons import Phase, Verb
from games.rules.reasons import gettext_noop as _

from . import (
    clans,
    contracts,
    exchange,
    expansion,
    market,
    move_syntax,
    ports,
    preparation,
    production,
    slaughter,
    turns,
    upgrades,
)
from .action_type import ActionType
from .clans import WITHDRAW_ACTION
from .components import CLANS, GOODS
from .contracts import FULFIL_ACTION
from .player import Player
from .state import FRAME_NAME, Bonus, Keep, Meat, Rewards, Second, State, Swap
from .turns import DONE_ACTION


class ActionSet:
    """Actions that are available together, in list order; by clan, their `moves` functions."""

    __slots__ = ("actions", "lists")

    def __init__(self, *actions: ActionType) -> None:
        self.actions = actions
        self.lists = {
            clan: tuple(one.moves for one in actions if one.clan in ("", clan))
            for clan in ("", *CLANS)
        }


PHASES = {
    "clans": ActionSet(preparation.CHOOSE_ACTION, preparation.BID_ACTION, preparation.FOLD_ACTION),
    "place": ActionSet(expansion.FIRST_WORKERS_ACTION),
    "production": ActionSet(
        production.PRODUCE_ACTION, production.CELLAR_ACTION, production.BUTTER_ACTION
    ),
}
BEFORE = ActionSet(
    market.TRADE_ACTION,
    contracts.TAKE_ACTION,
    expansion.EXPAND_ACTION,
    upgrades.UPGRADE_ACTION,
    FULFIL_ACTION,
    turns.PASS_ACTION,
    ports.PORT_ACTION,
    clans.ROW_ACTION,
    WITHDRAW_ACTION,
)
PRICE_MOVED = ActionSet(market.TRADE_ACTION, WITHDRAW_ACTION)
AFTER = ActionSet(ports.PORT_ACTION, WITHDRAW_ACTION, turns.END_ACTION)
FRAMES: dict[type, ActionSet] = {
    Meat: ActionSet(slaughter.SLAUGHTER_ACTION, ports.PORT_ACTION, WITHDRAW_ACTION),
    Rewards: ActionSet(
        expansion.EXPAND_ACTION,
        upgrades.BONUS_ACTION,
        contracts.BREW_ACTION,
        WITHDRAW_ACTION,
        DONE_ACTION,
    ),
    Bonus: ActionSet(market.NEIGHBOUR_ACTION, contracts.DRAW_ACTION, WITHDRAW_ACTION, DONE_ACTION),
    Keep: ActionSet(contracts.KEEP_ACTION, WITHDRAW_ACTION),
    Swap: ActionSet(exchange.EXCHANGE_ACTION, WITHDRAW_ACTION, DONE_ACTION),
    Second: ActionSet(FULFIL_ACTION, DONE_ACTION),
}
# In version 1 of the rules `withdraw` was illegal here.
VERSION_1_SETS = {
    PRICE_MOVED: ActionSet(market.TRADE_ACTION),
    AFTER: ActionSet(ports.PORT_ACTION, turns.END_ACTION),
    FRAMES[Swap]: ActionSet(exchange.EXCHANGE_ACTION, DONE_ACTION),
}

ALL_ACTION_SETS = (*PHASES.values(), BEFORE, PRICE_MOVED, AFTER, *FRAMES.values())
ACTIONS = {verb: one for moment in ALL_ACTION_SETS for one in moment.actions for verb in one.shapes}
HOME_PHASE = {
    verb: phase for phase, moment in PHASES.items() for one in moment.actions for verb in one.shapes
}


def current_actions(match: State) -> ActionSet:
    """Return the actions that are available now."""
    if match.phase != "action":
        return PHASES[match.phase]
    if match.frames:
        moment = FRAMES[type(match.frames[-1])]
    elif match.trade >= 0:
        moment = PRICE_MOVED
    else:
        moment = BEFORE if match.stage == "before" else AFTER
    return moment if clans.can_withdraw_any_time(match) else VERSION_1_SETS.get(moment, moment)


def moves(match: State, p: Player, seat: int) -> list[str]:
    """Return the legal moves of an actor."""
    found: list[str] = []
    for listed in current_actions(match).lists[p.clan]:
        found += listed(match, p, seat)
    return found


def refusal(match: State, seat: int, tokens: list[str]) -> IllegalMove | None:
    """Return why this move of an actor is illegal; None if it is legal or the verb is unknown."""
    action = ACTIONS.get(tokens[0])
    if action is None:
        return None
    return (
        move_syntax.syntax_refusal(tokens, action.shapes[tokens[0]], action.section)
        or _wrong_time_refusal(match, seat, tokens[0], action)
        or action.refusal(match, match.players[seat], seat, tokens)
    )


def _wrong_time_refusal(
    match: State, seat: int, verb: str, action: ActionType
) -> IllegalMove | None:
    home = HOME_PHASE.get(verb, "action")
    if match.phase != home:
        return illegal_move(
            "wrong_phase",
            _("“%(verb)s” is possible in: %(when)s. Now: %(now)s"),
            action.section,
            verb=Verb(verb),
            when=Phase(home),
            now=Phase(match.phase),
        )
    if action in current_actions(match).actions:
        return None
    if match.frames:
        return illegal_move(
            "settle_first",
            _("finish %(frame)s first, with %(verbs)s: “%(verb)s” is not possible yet"),
            "5.4",
            frame=Phase(FRAME_NAME[type(match.frames[-1])]),
            verbs=_possible_verbs(match, seat),
            verb=Verb(verb),
        )
    if match.trade >= 0:
        message = _("you moved the price of %(good)s: now buy or sell it")
        return illegal_move("trade_first", message, "2.6", good=GOODS[match.trade])
    if match.stage == "after":
        message = _("“%(verb)s” is no longer possible: the main action of this turn is done")
        return illegal_move("action_done", message, "5.3.2", verb=Verb(verb))
    message = _("“%(verb)s” is not possible now: a turn begins with its main action")
    return illegal_move("action_first", message, action.section, verb=Verb(verb))


def _possible_verbs(match: State, seat: int) -> tuple[Verb, ...]:
    """The verbs of the legal moves, in the order of the list."""
    listed = moves(match, match.players[seat], seat)
    return tuple(map(Verb, dict.fromkeys(move.split(" ")[0] for move in listed)))
