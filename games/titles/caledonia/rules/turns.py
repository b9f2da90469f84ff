"""The action phase: the turn order, the parts of a turn, and its open frames.

Rules 5.3 (action phase), 5.4 (frames).
"""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.match import IllegalMove, illegal_move
from games.rules.reasons import gettext_noop as _

from . import (
    clans,
    contracts,
    exchange,
    ports,
    production,
    slaughter,
    upgrades,
)
from .action_type import ActionType, never_refused
from .components import HIRE_COST, PASS_MONEY, SHIP_COST, contract
from .conditions import Obstacle, refusal_from
from .player import Player
from .state import FRAME_NAME, Bonus, Meat, Rewards, Second, State, Swap


def has_sure_choice(match: State, p: Player) -> bool:
    """Return whether the seat surely has a choice, without listing its moves.

    Before the main action it has one if it can ship or hire, because it can also pass.
    """
    return (
        match.stage == "before"
        and not match.frames
        and match.trade < 0
        and (
            upgrades.ship_obstacle(p.shipping, p.money, SHIP_COST) is None
            or upgrades.hire_obstacle(p.hirable, p.money, HIRE_COST) is None
        )
    )


def close_finished_frames(match: State, p: Player, seat: int) -> bool:
    """Close finished frames, then the turn if nothing is left in it.

    Returns:
        Whether the turn goes on; False if it ended.
    """
    while match.frames:
        frame = match.frames[-1]
        if isinstance(frame, Bonus):
            if frame.goods or frame.draws:
                return True
        elif isinstance(frame, Rewards):
            if frame.expand or frame.upgrade or frame.beer:
                return True
        elif isinstance(frame, Meat):
            if frame.beef or frame.mutton:
                if slaughter.slaughter_if_forced(match, p, seat, frame):
                    continue
                return True
            match.frames.pop()
            contracts.grant_reward(match, p, seat, contract(frame.contract))
            continue
        elif isinstance(frame, Swap):
            if frame.left:
                return True
            match.frames.pop()
            exchange.finish_swaps(match, p, seat, frame)
            continue
        elif isinstance(frame, Second):
            if contracts.fulfil_moves(match, p, seat):
                return True
        else:
            return True
        match.frames.pop()
    if match.stage == "before" or _can_still_use_port(match, p):
        return True
    end_turn(match)
    return False


def _can_still_use_port(match: State, p: Player) -> bool:
    """Return whether a port can be used after the main action, now or with barrels taken out.

    More money and whisky never make a use illegal, so checking the emptied cellar is enough (rules
    5.3, ruling 28).
    """
    if not p.open_ports(match.board.ports):
        return False
    if ports.moves(match, p):
        return True
    if not p.cellar or not clans.can_withdraw_any_time(match):
        return False
    return bool(ports.moves(match, clans.copy_with_empty_cellar(p)))


# Moves that only end something: done, end, pass.


def _done_obstacle(match: State) -> Obstacle | None:
    frame = match.frames[-1]
    if isinstance(frame, Swap) and not frame.added:
        return lambda: illegal_move("exchange_first", _("exchange at least one unit first"), "5.4")
    return None


def _done_moves(match: State, p: Player, seat: int) -> Sequence[str]:
    return () if _done_obstacle(match) else ("done",)


def _done_refusal(match: State, p: Player, seat: int, tokens: list[str]) -> IllegalMove | None:
    return refusal_from(_done_obstacle(match))


def _play_done(match: State, p: Player, seat: int, tokens: list[str]) -> None:
    frame = match.frames.pop()
    match.emit("done", seat, {"frame": FRAME_NAME[type(frame)]})
    if isinstance(frame, Swap):
        exchange.finish_swaps(match, p, seat, frame)


def _play_end(match: State, p: Player, seat: int, tokens: list[str]) -> None:
    match.emit("end_turn", seat, {})
    end_turn(match)


def _play_pass(match: State, p: Player, seat: int, tokens: list[str]) -> None:
    money = PASS_MONEY[len(match.passed)]
    p.money += money
    match.passed += (seat,)
    match.emit("pass", seat, {"money": money, "place": len(match.passed)})
    end_turn(match)


def end_turn(match: State) -> None:
    """Begin the turn of the next seat that has not passed, or production when all have."""
    order, passed = match.order, match.passed
    if len(passed) == match.seats:
        production.begin_production(match)
        return
    place = order.index(match.turn)
    for seat in (*order[place + 1 :], *order[: place + 1]):
        if seat not in passed:
            match.begin_turn(seat)
            return


DONE_ACTION = ActionType({"done": ""}, "5.4", _done_moves, _done_refusal, _play_done)
END_ACTION = ActionType({"end": ""}, "5.3.2", lambda *_: ("end",), never_refused, _play_end)
PASS_ACTION = ActionType({"pass": ""}, "5.3.8", lambda *_: ("pass",), never_refused, _play_pass)
