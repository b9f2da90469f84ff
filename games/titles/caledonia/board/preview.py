"""What a move changes, before → after, in one line for the turn bar.

The numbers are those of the rules, which have tried the move; what chance or somebody else decides
is never told.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import cast

from games.boards.base import Scene
from games.boards.wording import change, line_of
from games.rules import Effect

from ..rules.components import (
    BASIC,
    GOODS,
    IMPORTS,
    TRACKS,
    UNIT_ID,
    YIELD,
    Contract,
    contract,
)
from ..rules.contracts import fulfil_moves
from ..rules.ground import room
from ..rules.maps import SPACE_ID
from ..rules.market import most_neighbour_bought, neighbour_price
from ..rules.match import Caledonia
from ..rules.player import Player
from ..rules.production import income
from ..rules.scoring import import_values, tile_glory
from ..rules.state import Bonus
from . import words
from .outlook import linked
from .seen import match_of, view_of
from .wording import gettext as _
from .wording import ngettext

Parts = list[str]
Lacks = tuple[tuple[str, int], ...]  # what, and how many of it


class Ground:
    """What a line is made from: a scene, the match as its seat knows it, and after the move."""

    def __init__(self, scene: Scene, seat: int, move: str = "") -> None:
        self.scene, self.seat, self.move = scene, seat, move
        self.view = view_of(scene)
        self.match = match_of(scene)
        self.me: Player = self.match.players[seat]

    @cached_property
    def effect(self) -> Effect:
        """Chance is the order of the contracts, and alone the prices: it touches nobody's own."""
        return self.scene.effect(self.move)

    @cached_property
    def after(self) -> Caledonia:
        return cast(Caledonia, self.effect.after)

    @property
    def will(self) -> Player:
        """What is mine after the move."""
        return self.after.players[self.seat]


def line(move: str, scene: Scene) -> str:
    """The line of a legal move of the person who looks; "" where there is nothing to say."""
    verb, *arguments = move.split(" ")
    if scene.seat is None or move not in scene.legal:
        return ""
    ground = Ground(scene, scene.seat, move)
    told = [*differences(ground), *MORE.get(verb, _nothing)(arguments, ground)]
    return line_of(told)


def _nothing(arguments: Parts, ground: Ground) -> Parts:
    return []


# changes


def in_pounds(what: object, before: int, after: int) -> str:
    """ "income £8 → £13", "£40 → £27" without a name; "" where nothing changes."""
    if before == after:
        return ""
    return change(what, words.pounds(before), words.pounds(after)).lstrip()


def differences(ground: Ground) -> Parts:
    """All that differs between what is mine and what will be."""
    before, after, board = ground.me, ground.will, ground.match.board
    per_round = _("%(good)s a round")
    return [
        in_pounds("", before.money, after.money),
        *(
            change(words.GOODS[good], before.goods[n], after.goods[n])
            for n, good in enumerate(GOODS)
        ),
        change(_("merchants"), before.merchants, after.merchants),
        change(_("shipping"), before.shipping, after.shipping),
        in_pounds(_("income"), income(before), income(after)),
        *(
            change(
                per_round % {"good": words.GOODS[GOODS[good]]},
                *(YIELD[good] * one.by_unit[good].bit_count() for one in (before, after)),
            )
            for good in BASIC
        ),
        change(
            _("settlements"),
            *(linked(board, one.units, one.shipping) for one in (before, after)),
        ),
        change(_("glory"), before.glory, after.glory),
        _round_glory(ground),
    ]


def _round_glory(ground: Ground) -> str:
    """What the scoring tile of this round would give, as long as it is the same round."""
    match, after = ground.match, ground.after
    if not match.tiles or not match.round or after.round != match.round or after.over:
        return ""
    tile = match.tiles[match.round - 1]
    before, will = tile_glory(match, ground.me, tile), tile_glory(after, ground.will, tile)
    return change(_("glory this round"), before, will)


# the opening


def _bid(arguments: Parts, ground: Ground) -> Parts:
    return [_("−%(points)s if you win") % {"points": words.points(int(arguments[0]))}]


# units


def _place(arguments: Parts, ground: Ground) -> Parts:
    board = ground.match.board
    sight = board.reach[ground.me.shipping][SPACE_ID[arguments[1]]]
    free = (room(ground.match, ground.me) & board.land & sight).bit_count()
    ports = [
        words.corner(port["corner"])
        for port in ground.view["ports"]
        if sight >> SPACE_ID[port["at"]] & 1
    ]
    return [
        ngettext("%(n)s free space in reach", "%(n)s free spaces in reach", free) % {"n": free},
        _("port %(corner)s in reach") % {"corner": words.listed(ports)} if ports else "",
    ]


def _bonus(arguments: Parts, ground: Ground) -> Parts:
    """The bonus that the new unit opens; one that nobody could use is over at once."""
    opened = [event for event in ground.effect.told if event.kind == "bonus"]
    if not opened:
        return []
    frame = ground.after.frames[-1] if ground.after.frames else None
    if isinstance(frame, Bonus):
        found = [_offered(ground, good) for good in frame.goods]
        return [*found, _("fourth of its type: building bonus") if frame.draws else ""]
    is_fourth = opened[0].data["draws"]
    return [_("fourth of its type, but no contract can be drawn")] if is_fourth else []


def _offered(ground: Ground, good: int) -> str:
    told = {
        "good": words.GOODS[GOODS[good]],
        "pounds": words.pounds(neighbour_price(ground.match, good)),
        "n": most_neighbour_bought(ground.match, ground.will, good),
    }
    return _("then %(good)s at %(pounds)s, up to %(n)s") % told


def _reach(arguments: Parts, ground: Ground) -> Parts:
    """How much land I could build on."""
    free = room(ground.match, ground.me)
    before, after = (free & one.reach for one in (ground.me, ground.will))
    return [change(_("spaces in reach"), before.bit_count(), after.bit_count())]


# trading


def _price(arguments: Parts, ground: Ground) -> Parts:
    """How a deal moves the price, as long as none is rolled."""
    before, after = ground.match, ground.after
    return [
        in_pounds(_("price"), track[before.market[good]], track[after.market[good]])
        for good, track in enumerate(TRACKS)
        if after.round == before.round
    ]


# contracts


def _take(arguments: Parts, ground: Ground) -> Parts:
    tiles = [contract(int(one)) for one in arguments if one.isdecimal()]
    if not tiles:
        return []
    me = ground.me
    worth = sum(worth_of(tile, ground.match) for tile in tiles)
    return [
        *(lacking(lacks(tile, me), bought_today(tile, ground.match, me)) for tile in tiles),
        _("worth %(points)s at present") % {"points": words.points(worth)},
    ]


def worth_of(tile: Contract, match: Caledonia) -> int:
    """The points of a contract's imports and hops at their present values."""
    values = import_values(match)
    return tile.hops + sum(n * value for n, value in zip(tile.imports, values, strict=True))


def lacks(tile: Contract, me: Player) -> Lacks:
    """What of a contract a seat has not: goods, beef and mutton."""
    short = [(GOODS[n], count - me.goods[n]) for n, count in enumerate(tile.goods)]
    short.append(("beef", tile.beef - me.on_map(UNIT_ID["cow"])))
    short.append(("mutton", tile.mutton - me.on_map(UNIT_ID["sheep"])))
    return tuple((what, n) for what, n in short if n > 0)


def bought_today(tile: Contract, match: Caledonia, me: Player) -> tuple[int, int] | None:
    """Pounds and merchants for all goods that are missing, each bought at once at today's prices.

    None where none is missing, or where one of them was sold in this round.
    """
    pounds = merchants = 0
    for good, count in enumerate(tile.goods):
        short = count - me.goods[good]
        if short > 0:
            if me.areas[good] < 0:
                return None
            pounds += short * TRACKS[good][match.market[good]]
            merchants += short
    return (pounds, merchants) if merchants else None


def lacked(short: Lacks) -> str:
    """What is missing, in a row: "2 wool, 1 beef"; "" where nothing is."""
    named = {**words.GOODS, "beef": words.NAMES["beef"], "mutton": words.NAMES["mutton"]}
    return words.counted(dict(short), named) if short else ""


def lacking(short: Lacks, cost: tuple[int, int] | None) -> str:
    """What a contract still needs, and what it would cost to buy that today."""
    if not short:
        return _("nothing is missing")
    found = _("missing: %(goods)s") % {"goods": lacked(short)}
    return f"{found} ({buying(cost)})" if cost else found


def buying(cost: tuple[int, int]) -> str:
    """What missing goods cost today: "to buy: £22, 2 merchants"."""
    told = {"pounds": words.pounds(cost[0]), "merchants": words.merchants(cost[1])}
    return _("to buy: %(pounds)s, %(merchants)s") % told


def _fulfil(arguments: Parts, ground: Ground) -> Parts:
    tile = contract(int(arguments[0]))
    imports = dict(zip(IMPORTS, tile.imports, strict=True))
    meat = [(words.NAMES["beef"], tile.beef), (words.NAMES["mutton"], tile.mutton)]
    form = _("%(n)s %(what)s")
    worth = worth_of(tile, ground.match)
    return [
        *(form % {"n": n, "what": what} for what, n in meat if n),
        _("brings %(goods)s") % {"goods": words.imported(imports, tile.hops)},
        *words.bonuses(tile.expand, tile.upgrade),
        _("worth %(points)s at present") % {"points": words.points(worth)},
    ]


def _draw(arguments: Parts, ground: Ground) -> Parts:
    unseen = ground.view["contracts"]["pile"]
    return [
        ngettext("%(n)s contract in the pile", "%(n)s contracts in the pile", unseen)
        % {"n": unseen}
    ]


# passing


def _pass(arguments: Parts, ground: Ground) -> Parts:
    view = ground.view
    told = {"n": len(view["passed"]) + 1}
    last = view["round"] == view["rounds"]
    order = "" if last or ground.match.seats == 1 else _("place %(n)s in the next round") % told
    return [order, *undone(ground)]


def undone(ground: Ground) -> Parts:
    """What plain things would be left on the table when a turn ends."""
    view, seat = ground.view, ground.seat
    found = []
    ready = [int(move.split(" ")[1]) for move in fulfil_moves(ground.match, ground.me, seat)]
    if ready:
        told = {"numbers": words.contract_list(ready)}
        found.append(_("contract %(numbers)s could be fulfilled") % told)
    unused = [
        words.corner(port["corner"])
        for port in view["ports"]
        if seat in port["in_reach"] and seat not in port["used"]
    ]
    is_last = view["round"] == view["rounds"]
    if unused and is_last:
        found.append(_("port %(corner)s is not used") % {"corner": words.listed(unused)})
    return found


#: What numbers of mine do not tell, by verb.
MORE: dict[str, Callable[[Parts, Ground], Parts]] = {
    "bid": _bid,
    "place": _place,
    "expand": _bonus,
    "swap": _bonus,
    "row": _reach,
    "buy": _price,
    "nbuy": _price,
    "sell": _price,
    "take": _take,
    "keep": _take,
    "fulfil": _fulfil,
    "draw": _draw,
    "ship": _reach,
    "upgrade": _reach,
    "port": lambda arguments, ground: [*_price(arguments, ground), *_reach(arguments, ground)],
    "pass": _pass,
}
