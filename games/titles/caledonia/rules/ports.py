"""Port tiles: free actions before or after the main action (rules 2.6, 6.1, rulings 18 to 23).

Tile 1 is used while meat is paid, see `slaughter.py`. `exchange.py` has the swaps of tile 7.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from games.rules.match import IllegalMove, illegal_move
from games.rules.reasons import MoveSyntax, Place, Reason
from games.rules.reasons import gettext_noop as _

from . import exchange
from .action_type import ActionType
from .components import (
    BASIC,
    CORNERS,
    COW,
    GOOD_ID,
    GOODS,
    PORT_ANIMAL,
    PORT_BASIC,
    PORT_BUILDING,
    PORT_BUILDING_POUNDS,
    PORT_GLORY,
    PORT_MONEY,
    PORT_OTHER,
    PORT_OTHER_COST,
    PORT_POUNDS,
    PORT_PRICE,
    PORT_PROCESSED,
    PORT_SWAP,
    PORT_SWAPS,
    PORT_UPGRADE,
    PROCESSED,
    SHEEP,
    TOP,
    TRACKS,
    UNITS,
    WOOL,
)
from .conditions import Obstacle, refusal_from, too_dear_refusal
from .market import EVERY_GOOD, move_price, spendable_money, trade_bounds
from .notation import COPY_PREFIXES, PREFIXES, exchange_moves, price_step_moves
from .placement_conditions import out_of_reach_refusal
from .player import Player
from .slaughter import play_waiver, spare_moves, spare_refusal
from .state import Bonus, Meat, State, Swap
from .upgrades import UPGRADES, bonus_obstacle, bonus_upgrades, grant_upgrade

SECTION = "2.6"


EventData = dict[str, object]


class PortUse(NamedTuple):
    """A use of a port tile, directly or through tile 9.

    Attributes:
        corner: corner whose tile is marked as used.
        prefix: words that name the tile; for tile 9 also the copied tile.
        paid: money paid before the effect.
    """

    corner: int
    prefix: str
    paid: int


CORNER_NUMBERS = range(len(CORNERS))
USES = tuple(PortUse(corner, PREFIXES[corner], 0) for corner in CORNER_NUMBERS)
COPIES = tuple(
    tuple(
        PortUse(corner, COPY_PREFIXES[corner][other], PORT_OTHER_COST) for other in CORNER_NUMBERS
    )
    for corner in CORNER_NUMBERS
)


def usable_ports(match: State, p: Player) -> list[int]:
    """Return the corners whose tile this seat has in reach and has not used."""
    seen = p.open_ports(match.board.ports)
    return [corner for corner, space in enumerate(match.board.port_at) if seen >> space & 1]


def moves(match: State, p: Player) -> list[str]:
    """Return every use of a port tile while no frame is open."""
    found: list[str] = []
    for corner in usable_ports(match, p):
        tile = match.ports[corner]
        if tile != PORT_OTHER:
            found += _uses(match, p, USES[corner], tile)
        elif p.money >= PORT_OTHER_COST:
            for other, copied in enumerate(match.ports):
                if other != corner:
                    found += _uses(match, p, COPIES[corner][other], copied)
    return found


def _uses(match: State, p: Player, use: PortUse, tile: int) -> Sequence[str]:
    return () if tile == PORT_ANIMAL else EFFECTS[tile].moves(match, p, use)


def _moves(match: State, p: Player, seat: int) -> Sequence[str]:
    if match.frames:
        return spare_moves(match, p)
    return moves(match, p) if p.open_ports(match.board.ports) else ()


def _refusal(match: State, p: Player, seat: int, tokens: list[str]) -> IllegalMove | None:
    frame = match.frames[-1] if match.frames else None
    if isinstance(frame, Meat) and " ".join(tokens[:-1]) in frame.waivers:
        return _spare_refusal(match, p, tokens)
    why = _tile_refusal(match, p, CORNERS.index(tokens[1]))
    if why:
        return why
    corner = CORNERS.index(tokens[1])
    use, effect = USES[corner], match.ports[corner]
    if effect == PORT_OTHER:
        other = tokens[3] if tokens[2:3] == ["as"] and len(tokens) > 3 else ""
        if other not in CORNERS or other == tokens[1]:
            message = _("use port %(at)s as another port: %(form)s")
            form = MoveSyntax(f"port {tokens[1]} as a|b|c|d …")
            return illegal_move("bad_form", message, SECTION, at=Place(tokens[1]), form=form)
        use = COPIES[corner][CORNERS.index(other)]
        effect = match.ports[CORNERS.index(other)]
    if (effect == PORT_ANIMAL) != isinstance(frame, Meat):
        message = _(
            "use the port that spares an animal while you pay meat, and the others "
            "before or after the main action"
        )
        return illegal_move("wrong_phase", message, "10.18")
    if isinstance(frame, Meat):
        message = _("which ports can spare an animal was decided when you began to fulfil")
        return illegal_move("decided", message, "5.4")
    return EFFECTS[effect].refusal(match, p, use, " ".join(tokens))


def _tile_refusal(match: State, p: Player, corner: int) -> IllegalMove | None:
    """Return why the tile of a corner cannot be used at all."""
    if not match.ports:
        return illegal_move("no_ports", _("this match has no port tiles"), SECTION)
    at = Place(CORNERS[corner])
    if p.ports >> corner & 1:
        message = _("you have already used the port tile of corner %(at)s: once per game")
        return illegal_move("port_used", message, "5.3.9", at=at)
    if corner not in usable_ports(match, p):
        return _port_refusal_of(
            corner, out_of_reach_refusal(match, p, 0, match.board.port_at[corner])
        )
    if match.ports[corner] == PORT_OTHER and p.money < PORT_OTHER_COST:
        what = Reason("port", _("port %(at)s"), at=at)
        return too_dear_refusal("10.21", p.money, PORT_OTHER_COST, what)
    return None


def _spare_refusal(match: State, p: Player, tokens: list[str]) -> IllegalMove | None:
    if tokens[-1] not in (UNITS[COW], UNITS[SHEEP]):
        return _form_refusal(" ".join(tokens[:-1]), "cow|sheep")
    return spare_refusal(match, p, tokens[-1])


def _port_refusal_of(corner: int, why: IllegalMove) -> IllegalMove:
    """Return the same reason with the port named."""
    params = {"at": Place(CORNERS[corner]), "why": why.why}
    return illegal_move(why.why.code, _("port %(at)s: %(why)s"), why.section, **params)


def _form_refusal(prefix: str, arguments: str = "") -> IllegalMove:
    form = MoveSyntax(f"{prefix} {arguments}".rstrip())
    return illegal_move("bad_form", _("to use this port, write %(form)s"), SECTION, form=form)


# The effect of each tile: its legal uses, and why others are refused.


def _exchange_moves(match: State, p: Player, use: PortUse, kind: Sequence[int]) -> Sequence[str]:
    return [move for good in kind if p.goods[good] for move in exchange_moves(use.prefix, good)]


def _exchange_refusal(
    match: State, p: Player, use: PortUse, move: str, kind: Sequence[int]
) -> IllegalMove | None:
    given = next((good for good in kind if move in exchange_moves(use.prefix, good)), None)
    if given is None:
        names = "|".join(GOODS[good] for good in kind)
        return _form_refusal(use.prefix, f"{names} 0 1 2")
    if p.goods[given]:
        return None
    message = _("port %(at)s: you have no %(good)s to give")
    return illegal_move(
        "no_good", message, SECTION, at=Place(CORNERS[use.corner]), good=GOODS[given]
    )


def _upgrade_moves(match: State, p: Player, use: PortUse) -> Sequence[str]:
    return [f"{use.prefix} {what}" for what in (*bonus_upgrades(p, p.money - use.paid), "none")]


def _upgrade_refusal(match: State, p: Player, use: PortUse, move: str) -> IllegalMove | None:
    what = move.removeprefix(f"{use.prefix} ")
    if what == "none":
        return None
    if what not in UPGRADES:
        return _form_refusal(use.prefix, "|".join((*UPGRADES, "none")))
    why = refusal_from(bonus_obstacle(p, p.money - use.paid, what))
    return why and _port_refusal_of(use.corner, why)


def _bare_moves(match: State, p: Player, use: PortUse) -> Sequence[str]:
    return (use.prefix,)


def _bare_refusal(match: State, p: Player, use: PortUse, move: str) -> IllegalMove | None:
    return None if move == use.prefix else _form_refusal(use.prefix)


def _too_late_obstacle(match: State) -> Obstacle | None:
    if match.stage == "before":
        return None
    return lambda: illegal_move("action_done", _("move prices before the main action"), "10.18")


def _price_obstacle(match: State, p: Player, good: int, steps: int, money: int) -> Obstacle | None:
    """The obstacle to moving a price: no room on the track, or no legal trade afterwards."""
    position = match.market[good]
    there = position + steps
    if not 0 <= there <= TOP:
        message = _("the marker of %(good)s is at %(position)s of 0 to %(top)s: no room")
        params = {"good": GOODS[good], "position": position, "top": TOP}
        return lambda: illegal_move("no_room", message, SECTION, **params)
    affordable = money // TRACKS[good][there]
    found = trade_bounds(p.areas[good], p.merchants, p.goods[good], affordable)
    if not found[0] and not found[2]:
        message = _("at the new price you could neither buy nor sell %(good)s")
        return lambda: illegal_move("no_trade", message, SECTION, good=GOODS[good])
    return None


def _price_moves(match: State, p: Player, use: PortUse) -> Sequence[str]:
    if _too_late_obstacle(match) or not p.merchants:
        return ()
    money, prefix = spendable_money(p) - use.paid, use.prefix
    return [
        move
        for good in EVERY_GOOD
        for steps, move in price_step_moves(prefix, good)
        if _price_obstacle(match, p, good, steps, money) is None
    ]


def _price_refusal(match: State, p: Player, use: PortUse, move: str) -> IllegalMove | None:
    known = (
        (good, steps)
        for good in EVERY_GOOD
        for steps, form in price_step_moves(use.prefix, good)
        if form == move
    )
    good, steps = next(known, (-1, 0))
    if not steps:
        return _form_refusal(use.prefix, f"{GOODS[WOOL]} up|down 1|2|3")
    obstacle = _too_late_obstacle(match) or _price_obstacle(
        match, p, good, steps, spendable_money(p) - use.paid
    )
    why = refusal_from(obstacle)
    return why and _port_refusal_of(use.corner, why)


def _swap_moves(match: State, p: Player, use: PortUse) -> Sequence[str]:
    return (use.prefix,) if exchange.moves(match, p, Swap(PORT_SWAPS, 0, 0)) else ()


def _swap_refusal(match: State, p: Player, use: PortUse, move: str) -> IllegalMove | None:
    if move != use.prefix:
        return _form_refusal(use.prefix)
    if _swap_moves(match, p, use):
        return None
    message = _("port %(at)s: you have no unit on the map to exchange")
    return illegal_move("no_exchange", message, SECTION, at=Place(CORNERS[use.corner]))


# Carrying out.


def _play(match: State, p: Player, seat: int, tokens: list[str]) -> None:
    if match.frames and isinstance(match.frames[-1], Meat):
        play_waiver(match, p, seat, tokens)
        return
    corner = CORNERS.index(tokens[1])
    p.use_port(corner, match.board.port_at[corner])
    tile = effect = match.ports[corner]
    cost, args = 0, tokens[2:]
    if tile == PORT_OTHER:
        cost = PORT_OTHER_COST
        effect, args = match.ports[CORNERS.index(tokens[3])], tokens[4:]
        p.money -= cost
    data: EventData = {"corner": tokens[1], "tile": tile, "effect": effect, "cost": cost}
    match.emit("port", seat, data)
    data.update(EFFECTS[effect].play(match, p, seat, args, tokens[1]))


def _exchange(match: State, p: Player, seat: int, args: list[str], corner: str) -> EventData:
    given = GOOD_ID[args[0]]
    kind = BASIC if given in BASIC else PROCESSED
    p.goods[given] -= 1
    gained = {}
    for good, count in zip(kind, map(int, args[1:]), strict=True):
        p.goods[good] += count
        if count:
            gained[GOODS[good]] = count
    return {"given": args[0], "gained": gained}


def _upgrade(match: State, p: Player, seat: int, args: list[str], corner: str) -> EventData:
    p.glory += PORT_GLORY
    match.emit_score(seat, PORT_GLORY, f"port:{corner}")
    if args[0] != "none":
        grant_upgrade(match, p, seat, args[0])
    return {"upgrade": args[0], "glory": PORT_GLORY}


def _money(match: State, p: Player, seat: int, args: list[str], corner: str) -> EventData:
    p.money += PORT_POUNDS
    return {"money": PORT_POUNDS}


def _price(match: State, p: Player, seat: int, args: list[str], corner: str) -> EventData:
    good, steps = GOOD_ID[args[0]], int(args[2])
    move_price(match, good, steps if args[1] == "up" else -steps)
    match.trade = good
    return {
        "good": args[0],
        "steps": steps if args[1] == "up" else -steps,
        "new_price": TRACKS[good][match.market[good]],
    }


def _swap(match: State, p: Player, seat: int, args: list[str], corner: str) -> EventData:
    match.frames.append(Swap(PORT_SWAPS, 0, 0))
    return {}


def _building(match: State, p: Player, seat: int, args: list[str], corner: str) -> EventData:
    p.money += PORT_BUILDING_POUNDS
    match.frames.append(Bonus((), 1))
    return {"money": PORT_BUILDING_POUNDS}


class Effect(NamedTuple):
    """The effect of a tile: its legal uses, the refusal of others, and how it is carried out."""

    moves: Callable[[State, Player, PortUse], Sequence[str]]
    refusal: Callable[[State, Player, PortUse, str], IllegalMove | None]
    play: Callable[[State, Player, int, list[str], str], EventData]


def _exchange_effect(kind: Sequence[int]) -> Effect:
    return Effect(
        lambda match, p, use: _exchange_moves(match, p, use, kind),
        lambda match, p, use, move: _exchange_refusal(match, p, use, move, kind),
        _exchange,
    )


EFFECTS = {
    PORT_BASIC: _exchange_effect(BASIC),
    PORT_PROCESSED: _exchange_effect(PROCESSED),
    PORT_UPGRADE: Effect(_upgrade_moves, _upgrade_refusal, _upgrade),
    PORT_MONEY: Effect(_bare_moves, _bare_refusal, _money),
    PORT_PRICE: Effect(_price_moves, _price_refusal, _price),
    PORT_SWAP: Effect(_swap_moves, _swap_refusal, _swap),
    PORT_BUILDING: Effect(_bare_moves, _bare_refusal, _building),
}
PORT_ACTION = ActionType({"port": "corner …"}, "5.3.9", _moves, _refusal, _play)
