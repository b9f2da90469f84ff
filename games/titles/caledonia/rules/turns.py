"""The action phase: whose turn it is, what a turn consists of, and its open frames.

Rules 5.3 (action phase), 5.4 (frames).
"""

from __future__ import annotations

from . import clans, contracts, expansion, market, ports, production, upgrades
from .components import HIRE_COST, MOST_SHIPPING, PASS_MONEY, SHIP_COST, contract
from .player import Player
from .state import FRAME_NAME, Bonus, Keep, Meat, Rewards, Second, State, Swap


def moves(match: State, p: Player) -> list[str]:
    """The legal moves of the seat whose turn it is."""
    if match.frames:
        return _frame_moves(match, p)
    if match.trade >= 0:
        trades = market.trades_of(match, p, match.trade)
        return [*trades, *clans.late_withdraw_moves(match, p)]
    if match.stage == "after":
        uses = ports.moves(match, p, before=False)
        return [*uses, *clans.late_withdraw_moves(match, p), "end"]
    found = market.trades(match, p)
    if not p.boxes or p.clan == "buchanan":
        found += contracts.take_moves(match, p)
    found += expansion.expand_moves(match, p)
    found += upgrades.actions(p)
    if p.boxes:
        found += contracts.fulfil_moves(match, p)
    found.append("pass")
    if p.open_ports(match.board.ports):
        found += ports.moves(match, p, before=True)
    if p.clan == "macdonald":
        found += clans.row_moves(match, p)
    elif p.cellar:
        found += clans.withdraw_moves(p)
    return found


def _frame_moves(match: State, p: Player) -> list[str]:
    frame = match.frames[-1]
    barrels = clans.withdraw_moves(p) if p.cellar else []
    if isinstance(frame, Bonus):
        found = market.neighbour_moves(match, p, frame)
        if frame.draws and match.pile and p.free_boxes:
            found.append("draw")
        return [*found, *barrels, "done"]
    if isinstance(frame, Rewards):
        found = expansion.expand_moves(match, p, waived=True) if frame.expand else []
        if frame.upgrade:
            found += [f"upgrade {what}" for what in upgrades.bonuses(p, p.money)]
        if frame.beer:
            found += contracts.brew_moves(p, frame)
        return [*found, *barrels, "done"]
    if isinstance(frame, Keep):
        return contracts.keep_moves(match, p, frame) + barrels
    if isinstance(frame, Meat):
        return contracts.meat_moves(match, p, frame) + barrels
    if isinstance(frame, Swap):
        found = [*ports.swap_moves(match, p, frame), *clans.late_withdraw_moves(match, p)]
        return [*found, "done"] if frame.added else found
    return [*contracts.fulfil_moves(match, p), "done"]


def surely_open(match: State, p: Player) -> bool:
    """Whether there is a choice without looking at every move: to pass, and to ship or hire."""
    return (
        match.stage == "before"
        and not match.frames
        and match.trade < 0
        and (
            (p.money >= SHIP_COST and p.shipping < MOST_SHIPPING)
            or (p.money >= HIRE_COST and p.hirable > 0)
        )
    )


def settle(match: State, p: Player, seat: int) -> bool:
    """Close what is empty and end the turn where nothing is left; False where it ended."""
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
                if contracts.forced_slaughter(match, p, seat, frame):
                    continue
                return True
            match.frames.pop()
            contracts.reward(match, p, seat, contract(frame.contract))
            continue
        elif isinstance(frame, Swap):
            if frame.left:
                return True
            match.frames.pop()
            ports.after_swaps(match, p, seat, frame)
            continue
        elif isinstance(frame, Second):
            if contracts.fulfil_moves(match, p):
                return True
        else:
            return True
        match.frames.pop()
    if match.stage == "before" or _stays_open(match, p):
        return True
    end_turn(match)
    return False


def _stays_open(match: State, p: Player) -> bool:
    """Whether, after the main action, a port could be used now or with barrels taken out.

    More money and whisky take no use away, so it is enough to look at the empty cellar (rules
    5.3, ruling 28).
    """
    if not p.open_ports(match.board.ports):
        return False
    if ports.moves(match, p, before=False):
        return True
    if not clans.late_withdraw_moves(match, p):
        return False
    return bool(ports.moves(match, clans.with_empty_cellar(p), before=False))


def play_done(match: State, p: Player, seat: int, tokens: list[str]) -> None:
    frame = match.frames.pop()
    match.emit("done", seat, {"frame": FRAME_NAME[type(frame)]})
    if isinstance(frame, Swap):
        ports.after_swaps(match, p, seat, frame)


def play_end(match: State, p: Player, seat: int, tokens: list[str]) -> None:
    match.emit("end_turn", seat, {})
    end_turn(match)


def play_pass(match: State, p: Player, seat: int, tokens: list[str]) -> None:
    money = PASS_MONEY[len(match.passed)]
    p.money += money
    match.passed += (seat,)
    match.emit("pass", seat, {"money": money, "place": len(match.passed)})
    end_turn(match)


def end_turn(match: State) -> None:
    """The next seat that has not passed begins its turn; production when all have passed."""
    order, passed = match.order, match.passed
    if len(passed) == match.seats:
        production.begin(match)
        return
    place = order.index(match.turn)
    following = (*order[place + 1 :], *order[: place + 1])
    match.begin_turn(next(seat for seat in following if seat not in passed))
