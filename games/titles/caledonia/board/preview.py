"""What a move changes, before → after, in one line for the turn bar.

Every number comes from the rules' own functions, asked about the match as far as it is seen; what
chance or somebody else decides is never told.
"""

from __future__ import annotations

from collections.abc import Callable

from games.boards.base import Scene

from ..rules.components import (
    BASIC,
    BEER_POUNDS,
    BONUS_TECH_COST,
    CELLAR,
    COIN_EVERY,
    FERGUSSON_SHIPPING,
    GOOD_ID,
    GOODS,
    HIRE_COST,
    IMPORTS,
    MACDONALD_SHIPPING,
    MILK_POUNDS,
    PASS_MONEY,
    PORT_BUILDING,
    PORT_BUILDING_POUNDS,
    PORT_GLORY,
    PORT_MONEY,
    PORT_OTHER,
    PORT_OTHER_COST,
    PORT_POUNDS,
    PORT_UPGRADE,
    PROCESSED,
    SHIP_COST,
    STEWART_MERCHANTS,
    STEWART_POUND,
    STEWART_SHIPPING,
    TECH_COST,
    TECHS,
    TOP,
    TRACKS,
    UNIT_ID,
    WHISKY,
    WHISKY_POUNDS,
    YIELD,
    Contract,
    contract,
)
from ..rules.expansion import neighbour_goods, room, total_cost
from ..rules.maps import SPACE_ID
from ..rules.market import most_neighbour_bought, neighbour_price
from ..rules.match import Caledonia
from ..rules.player import Player
from ..rules.production import income
from ..rules.scoring import import_values, settlements, tile_glory
from ..rules.state import BUILDING_SET
from . import words
from .rebuilt import match_of
from .seen import view_of
from .wording import gettext as _
from .wording import ngettext

BETWEEN = " · "
Parts = list[str]
Lacks = tuple[tuple[str, int], ...]  # what, and how many of it


class Ground:
    """What a line is made from: the scene, the match as far as it is seen, and whose move it is."""

    def __init__(self, scene: Scene, seat: int) -> None:
        self.scene, self.seat = scene, seat
        self.view = view_of(scene)
        self.match: Caledonia = match_of(scene)
        self.me: Player = self.match.players[seat]

    @property
    def is_framed(self) -> bool:
        turn = self.view["turn"]
        return bool(turn and turn["frames"])


def line(move: str, scene: Scene) -> str:
    """The line of a legal move of the person who looks; "" where there is nothing to say."""
    verb, *arguments = move.split(" ")
    tell = LINES.get(verb)
    if tell is None or scene.seat is None or move not in scene.legal:
        return ""
    told = BETWEEN.join(part for part in tell(arguments, Ground(scene, scene.seat)) if part)
    return words.first_upper(told)


# changes


def change(what: object, before: int, after: int) -> str:
    """ "merchants 3 → 1"; "" where nothing changes."""
    if before == after:
        return ""
    told = {"what": what, "before": before, "after": after}
    return _("%(what)s %(before)s → %(after)s") % told


def money(before: int, after: int) -> str:
    """ "£40 → £27"; "" where nothing changes."""
    if before == after:
        return ""
    return _("£%(before)s → £%(after)s") % {"before": before, "after": after}


def differences(ground: Ground, after: Player) -> Parts:
    """All that differs between a seat as it is and as it would be."""
    before, board = ground.me, ground.match.board
    return [
        money(before.money, after.money),
        *(
            change(words.GOODS[good], before.goods[n], after.goods[n])
            for n, good in enumerate(GOODS)
        ),
        change(_("merchants"), before.merchants, after.merchants),
        change(_("shipping"), before.shipping, after.shipping),
        income_change(income(before), income(after)),
        *yields(before, after),
        change(
            _("settlements"),
            settlements(board, before.units, before.shipping),
            settlements(board, after.units, after.shipping),
        ),
        change(_("glory"), before.glory, after.glory),
    ]


def income_change(before: int, after: int) -> str:
    if before == after:
        return ""
    return _("income £%(before)s → £%(after)s") % {"before": before, "after": after}


def yields(before: Player, after: Player) -> Parts:
    """What animals and fields bring a round."""
    form = _("%(good)s a round %(before)s → %(after)s")
    found = []
    for good in BASIC:
        was = YIELD[good] * before.by_unit[good].bit_count()
        will = YIELD[good] * after.by_unit[good].bit_count()
        if was != will:
            told = {"good": words.GOODS[GOODS[good]], "before": was, "after": will}
            found.append(form % told)
    return found


# the opening


def _choose(arguments: Parts, ground: Ground) -> Parts:
    token = arguments[0]
    one = next(s for s in ground.view["sets"] if token in (s["clan"], f"tile:{s['tile']}"))
    found = [words.pounds(one["money"]), words.goods(one["goods"])]
    small, clan = ground.match.board.small, one["clan"]
    level = {
        "fergusson": FERGUSSON_SHIPPING[small],
        "macdonald": MACDONALD_SHIPPING[small],
        "stewart": STEWART_SHIPPING,
    }.get(clan or "", 0)
    if clan == "stewart":
        found.append(words.merchants(STEWART_MERCHANTS))
    if level:
        found.append(change(_("shipping"), 0, level))
    return found


def _bid(arguments: Parts, ground: Ground) -> Parts:
    return [_("−%(points)s if you win") % {"points": words.points(int(arguments[0]))}]


# units


def _place(arguments: Parts, ground: Ground) -> Parts:
    unit, at = arguments
    me, board, space = ground.me, ground.match.board, SPACE_ID[at]
    cost = ground.view["costs"][f"place {unit} {at}"]
    sight = board.reach[me.shipping][space]
    free = (room(ground.match, me) & board.land & sight).bit_count()
    ports = [
        words.corner(port["corner"])
        for port in ground.view["ports"]
        if sight >> SPACE_ID[port["at"]] & 1
    ]
    after = me.copy()
    after.money -= cost
    after.put(UNIT_ID[unit], space, board.reach[me.shipping])
    return [
        *differences(ground, after),
        ngettext("%(n)s free space in reach", "%(n)s free spaces in reach", free) % {"n": free},
        _("port %(corner)s in reach") % {"corner": words.listed(ports)} if ports else "",
    ]


def _expand(arguments: Parts, ground: Ground) -> Parts:
    unit, space = UNIT_ID[arguments[0]], SPACE_ID[arguments[1]]
    match, me = ground.match, ground.me
    after = me.copy()
    after.money -= total_cost(match, me, unit, space, waived=ground.is_framed)
    after.put(unit, space, match.board.reach[me.shipping])
    found = differences(ground, after)
    if match.tiles:
        tile = match.tiles[max(match.round, 1) - 1]
        before, will = tile_glory(match, me, tile), tile_glory(match, after, tile)
        found.append(change(_("glory this round"), before, will))
    if match.seats > 1:
        found += [
            _offered(match, after, good) for good in neighbour_goods(match, ground.seat, space)
        ]
    if not after.supply[unit] and BUILDING_SET >> unit & 1:
        found.append(_("fourth of its type: building bonus"))
    return found


def _offered(match: Caledonia, after: Player, good: int) -> str:
    told = {
        "good": words.GOODS[GOODS[good]],
        "pounds": words.pounds(neighbour_price(match, good)),
        "n": most_neighbour_bought(match, after, good),
    }
    return _("then %(good)s at %(pounds)s, up to %(n)s") % told


def _slaughter(arguments: Parts, ground: Ground) -> Parts:
    after, space = ground.me.copy(), SPACE_ID[arguments[0]]
    unit = after.unit_at(space)
    assert unit is not None  # of a legal move
    after.take_back(unit, space, ground.match.board.reach[after.shipping])
    return differences(ground, after)


def _swap(arguments: Parts, ground: Ground) -> Parts:
    after, space = ground.me.copy(), SPACE_ID[arguments[0]]
    reach = ground.match.board.reach[after.shipping]
    unit = after.unit_at(space)
    assert unit is not None  # of a legal move
    after.take_back(unit, space, reach)
    after.put(UNIT_ID[arguments[1]], space, reach)
    found = differences(ground, after)
    works = {UNIT_ID[word] for word in ("dairy", "bakery", "distillery")}
    if UNIT_ID[arguments[1]] in works and not after.supply[UNIT_ID[arguments[1]]]:
        found.append(_("fourth of its type: building bonus"))
    return found


def _row(arguments: Parts, ground: Ground) -> Parts:
    start, target = (SPACE_ID[at] for at in arguments)
    board, me = ground.match.board, ground.me
    after = me.copy()
    moved = 1 << start | 1 << target
    after.units ^= moved
    after.by_unit[UNIT_ID["worker"]] ^= moved
    after.look_around(board.reach[me.shipping])
    free = room(ground.match, me)
    return [
        *differences(ground, after),
        change(
            _("spaces in reach"), (free & me.reach).bit_count(), (free & after.reach).bit_count()
        ),
    ]


# trading


def _trade(verb: str, arguments: Parts, ground: Ground) -> Parts:
    good, n = GOOD_ID[arguments[0]], int(arguments[1])
    match, after = ground.match, ground.me.copy()
    if after.clan == "stewart":
        after.money += STEWART_POUND
    position = match.market[good]
    price = TRACKS[good][position]
    sign = -1 if verb == "sell" else 1
    each = neighbour_price(match, good) if verb == "nbuy" else price
    after.money -= sign * n * each
    after.goods[good] += sign * n
    after.merchants -= n
    there = TRACKS[good][max(0, min(TOP, position + sign * n))]
    told = {"before": price, "after": there}
    moved = "" if there == price else _("price £%(before)s → £%(after)s") % told
    return [*differences(ground, after), moved]


# contracts


def _take(arguments: Parts, ground: Ground) -> Parts:
    numbers = [int(one) for one in arguments if one.isdecimal()]
    if not numbers:
        return []
    me = ground.me
    cost = ground.view["contracts"]["cost"]
    tiles = [contract(number) for number in numbers]
    worth = sum(worth_of(tile, ground.match) for tile in tiles)
    return [
        money(me.money, me.money - cost),
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


def lacking(short: Lacks, cost: tuple[int, int] | None) -> str:
    """What a contract still needs, and what it would cost to buy that today."""
    if not short:
        return _("nothing is missing")
    named = {
        **words.GOODS,
        "beef": words.NAMES["beef"],
        "mutton": words.NAMES["mutton"],
    }
    found = _("missing: %(goods)s") % {"goods": words.counted(dict(short), named)}
    return f"{found} ({buying(cost)})" if cost else found


def buying(cost: tuple[int, int]) -> str:
    """What missing goods cost today: "to buy: £22, 2 merchants"."""
    told = {"pounds": words.pounds(cost[0]), "merchants": words.merchants(cost[1])}
    return _("to buy: %(pounds)s, %(merchants)s") % told


def coins(tile: Contract, match: Caledonia) -> int:
    """The pounds that the counters of the imports bring when a contract is fulfilled."""
    if match.options["imports"] == "fixed":
        return 0
    return sum(
        (count + n) // COIN_EVERY - count // COIN_EVERY
        for count, n in zip(match.imports, tile.imports, strict=True)
    )


def _fulfil(arguments: Parts, ground: Ground) -> Parts:
    tile, match, after = contract(int(arguments[0])), ground.match, ground.me.copy()
    for good, count in enumerate(tile.goods):
        after.goods[good] -= count
    after.money += tile.money + coins(tile, match)
    imports = dict(zip(IMPORTS, tile.imports, strict=True))
    found = differences(ground, after)
    meat = [(words.NAMES["beef"], tile.beef), (words.NAMES["mutton"], tile.mutton)]
    form = _("%(n)s %(what)s")
    found += [form % {"n": n, "what": what} for what, n in meat if n]
    found.append(_("brings %(goods)s") % {"goods": words.imported(imports, tile.hops)})
    found += words.bonuses(tile.expand, tile.upgrade)
    worth = worth_of(tile, match)
    found.append(_("worth %(points)s at present") % {"points": words.points(worth)})
    return found


def _draw(arguments: Parts, ground: Ground) -> Parts:
    unseen = ground.view["contracts"]["pile"]
    return [
        ngettext("%(n)s contract in the pile", "%(n)s contracts in the pile", unseen)
        % {"n": unseen}
    ]


def _brew(arguments: Parts, ground: Ground) -> Parts:
    n, after = int(arguments[0]), ground.me.copy()
    after.goods[GOOD_ID["grain"]] -= n
    after.money += n * BEER_POUNDS
    return differences(ground, after)


# upgrades


def _upgraded(what: str, cost: int, ground: Ground, paid: int = 0) -> Parts:
    """An upgrade for so much; `paid` besides it."""
    match, me = ground.match, ground.me
    after = me.copy()
    after.money -= paid
    if what == "ship":
        after.money -= cost
        after.shipping += 1
        after.look_around(match.board.reach[after.shipping])
    elif what == "hire":
        after.money -= cost
        after.merchants += 1
    elif what.startswith("tech_"):
        after.money -= cost
        after.techs |= 1 << TECHS.index(what.removeprefix("tech_"))
    elif what.startswith("recall:"):
        after.merchants += 1
    found = differences(ground, after)
    if what == "ship":
        free = room(match, me)
        before, will = (free & me.reach).bit_count(), (free & after.reach).bit_count()
        found.append(change(_("spaces in reach"), before, will))
    return found


def _ship(arguments: Parts, ground: Ground) -> Parts:
    return _upgraded("ship", SHIP_COST, ground)


def _tech(arguments: Parts, ground: Ground) -> Parts:
    return _upgraded(f"tech_{arguments[0]}", TECH_COST, ground)


def _hire(arguments: Parts, ground: Ground) -> Parts:
    return _upgraded("hire", HIRE_COST, ground)


def _upgrade(arguments: Parts, ground: Ground) -> Parts:
    what = arguments[0]
    return _upgraded(what, BONUS_TECH_COST if what.startswith("tech_") else 0, ground)


# ports and the cellar


def _port(arguments: Parts, ground: Ground) -> Parts:
    ports = {port["corner"]: port["tile"] for port in ground.view["ports"]}
    tile, rest, paid = ports[arguments[0]], arguments[1:], 0
    if tile == PORT_OTHER:
        tile, rest, paid = ports[arguments[2]], arguments[3:], PORT_OTHER_COST
    if tile == PORT_UPGRADE:
        cost = BONUS_TECH_COST if rest[0].startswith("tech_") else 0
        glory = ground.me.glory
        return [
            *_upgraded(rest[0], cost, ground, paid),
            change(_("glory"), glory, glory + PORT_GLORY),
        ]
    after = ground.me.copy()
    after.money -= paid
    if tile == PORT_MONEY:
        after.money += PORT_POUNDS
    elif rest and len(rest) == 4:
        given = GOOD_ID[rest[0]]
        after.goods[given] -= 1
        for good, n in zip(BASIC if given in BASIC else PROCESSED, map(int, rest[1:]), strict=True):
            after.goods[good] += n
    elif len(rest) == 3:
        good = GOOD_ID[rest[0]]
        position = ground.match.market[good]
        there = position + (1 if rest[1] == "up" else -1) * int(rest[2])
        told = {"before": TRACKS[good][position], "after": TRACKS[good][there]}
        return [*differences(ground, after), _("price £%(before)s → £%(after)s") % told]
    elif tile == PORT_BUILDING:
        after.money += PORT_BUILDING_POUNDS
    return differences(ground, after)


def _withdraw(arguments: Parts, ground: Ground) -> Parts:
    after = ground.me.copy()
    after.money += CELLAR[int(arguments[0])]
    after.goods[WHISKY] += 1
    return differences(ground, after)


# passing and production


def _pass(arguments: Parts, ground: Ground) -> Parts:
    view, me = ground.view, ground.me
    place = len(view["passed"])
    told = {"n": place + 1}
    last = view["round"] == view["rounds"]
    order = "" if last or ground.match.seats == 1 else _("place %(n)s in the next round") % told
    return [money(me.money, me.money + PASS_MONEY[place]), order, *undone(ground)]


def undone(ground: Ground) -> Parts:
    """What plain things would be left on the table when a turn ends."""
    view, me, seat = ground.view, ground.me, ground.seat
    found = []
    ready = [tile.id for tile in map(contract, me.boxes) if not lacks(tile, me)]
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


def made(c: int, b: int, w: int, me: Player) -> Player:
    """A seat's belongings after it has made so much cheese, bread and whisky."""
    after = me.copy()
    for good, n in zip(("cheese", "bread", "whisky"), (c, b, w), strict=True):
        after.goods[GOOD_ID[good]] += n
    after.goods[GOOD_ID["milk"]] -= c
    after.goods[GOOD_ID["grain"]] -= b + w
    if me.clan == "mackenzie":
        after.money += WHISKY_POUNDS * w
    return after


def _produce(arguments: Parts, ground: Ground) -> Parts:
    c, b, w = map(int, arguments)
    return _produced(ground, made(c, b, w, ground.me))


def _produced(ground: Ground, after: Player) -> Parts:
    match = ground.match
    found = differences(ground, after)
    if match.tiles:
        tile = match.tiles[match.round - 1]
        before, will = (tile_glory(match, one, tile) for one in (ground.me, after))
        found.append(change(_("glory this round"), before, will))
    return found


def _cellar(arguments: Parts, ground: Ground) -> Parts:
    if arguments[0] != "yes":
        return []
    after = ground.me.copy()
    after.goods[WHISKY] -= 1
    after.cellar |= 1
    return _produced(ground, after)


def _butter(arguments: Parts, ground: Ground) -> Parts:
    n, after = int(arguments[0]), ground.me.copy()
    after.goods[GOOD_ID["milk"]] -= n
    after.money += n * MILK_POUNDS
    return _produced(ground, after)


LINES: dict[str, Callable[[Parts, Ground], Parts]] = {
    "choose": _choose,
    "bid": _bid,
    "place": _place,
    "expand": _expand,
    "slaughter": _slaughter,
    "swap": _swap,
    "row": _row,
    "buy": lambda arguments, ground: _trade("buy", arguments, ground),
    "sell": lambda arguments, ground: _trade("sell", arguments, ground),
    "nbuy": lambda arguments, ground: _trade("nbuy", arguments, ground),
    "take": _take,
    "keep": _take,
    "fulfil": _fulfil,
    "draw": _draw,
    "brew": _brew,
    "ship": _ship,
    "tech": _tech,
    "hire": _hire,
    "upgrade": _upgrade,
    "port": _port,
    "withdraw": _withdraw,
    "pass": _pass,
    "produce": _produce,
    "cellar": _cellar,
    "butter": _butter,
}
