"""What a move lacks, in words with the numbers: what it costs, what is missing, what is in the way.

One check per verb, asked about a move that is well written and comes at the right time.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from . import expansion, market
from .components import (
    CELLAR,
    CORNERS,
    COW,
    GOOD_ID,
    GOODS,
    GRAIN,
    HIRE_COST,
    MILK,
    MOST_BID,
    MOST_SHIPPING,
    NEIGHBOUR_LIMIT,
    PORT_ANIMAL,
    PORT_OTHER,
    PORT_OTHER_COST,
    SHEEP,
    SHIP_COST,
    SHIPPING,
    TECH_COST,
    TECHS,
    UNIT_ID,
    UNIT_LAND,
    UNITS,
    WHISKY,
    WORKER,
    contract,
)
from .contracts import cost_now, missing_animals, waivers
from .maps import AT, SPACE_ID
from .ports import usable
from .production import STEP_NAMES, limits
from .state import Bonus, Meat, Player, Rewards, Swap

if TYPE_CHECKING:
    from .match import Caledonia

Check = Callable[["Caledonia", Player, int, list[str]], str | None]


def number(token: str) -> int | None:
    """The plain integer that a token is, else None.

    >>> number("12"), number("012"), number("²"), number("-1")
    (12, None, None, None)
    """
    plain = token.isascii() and token.isdecimal() and len(token) < 10
    return int(token) if plain and (token == "0" or token[0] != "0") else None


def short(p: Player, cost: int, of_what: str = "") -> str | None:
    """The sentence for a cost that cannot be paid."""
    if cost <= p.money:
        return None
    parts = f" ({of_what})" if of_what else ""
    return f"costs £{cost}{parts}, you have £{p.money}: £{cost - p.money} missing"


def _choose(match: Caledonia, p: Player, seat: int, args: list[str]) -> str | None:
    there = ", ".join(clan or f"tile:{tile}" for clan, tile in match.sets)
    if match.auction is not None and match.auction.bidder != seat:
        return "a set is chosen by the winner of the auction: bid first"
    return f"{args[0]!r} is not among the sets; there are {there}"


def _bid(match: Caledonia, p: Player, seat: int, args: list[str]) -> str | None:
    auction = match.auction
    if auction is None:
        return "clans are not auctioned in this match"
    if auction.bidder == seat:
        return "you have won this auction: choose a set"
    return f"a bid is {auction.bid + 1} to {MOST_BID}, not {args[0]}"


def _fold(match: Caledonia, p: Player, seat: int, args: list[str]) -> str | None:
    if match.auction is None:
        return "clans are not auctioned in this match"
    return "you open this auction: bid, 0 at least" if match.auction.bid < 0 else None


def _trade(match: Caledonia, p: Player, verb: str, good: int, count: int) -> str | None:
    """What buying and selling have in common."""
    word = GOODS[good]
    if match.trade not in (-1, good):
        return f"after the price was moved {GOODS[match.trade]} must be traded, not {word}"
    selling = verb == "sell"
    if p.areas[good] > 0 if selling else p.areas[good] < 0:
        here, there = ("buy", "sell") if selling else ("sell", "buy")
        return (
            f"{abs(p.areas[good])} of your merchants stand in the {here} area of {word}: "
            f"you cannot {there} it this round"
        )
    if not count:
        return "trade at least 1"
    if count > p.merchants:
        return f"{count} {word} need {count} merchants, you have {p.merchants} in stock"
    if selling and count > p.goods[good]:
        return f"you have {p.goods[good]} {word} to sell, not {count}"
    return None


def _buy(match: Caledonia, p: Player, seat: int, args: list[str]) -> str | None:
    good, count = GOOD_ID[args[0]], _n(args[1])
    return _trade(match, p, "buy", good, count) or _unpaid(p, count, market.price(match, good))


def _sell(match: Caledonia, p: Player, seat: int, args: list[str]) -> str | None:
    return _trade(match, p, "sell", GOOD_ID[args[0]], _n(args[1]))


def _nbuy(match: Caledonia, p: Player, seat: int, args: list[str]) -> str | None:
    good, count = GOOD_ID[args[0]], _n(args[1])
    frame = match.frames[-1]
    if isinstance(frame, Bonus) and good not in frame.goods:
        offered = ", ".join(GOODS[other] for other in frame.goods) or "nothing"
        return f"the neighbours offer {offered}, not {args[0]}"
    left = NEIGHBOUR_LIMIT[match.seats] - match.bought[good]
    if count > left:
        return f"from neighbours you may buy {left} more {args[0]} this turn, not {count}"
    each = market.neighbour_price(match, good)
    return _trade(match, p, "nbuy", good, count) or _unpaid(p, count, each)


def _unpaid(p: Player, count: int, each: int) -> str | None:
    cost, purse = count * each, market.purse(p)
    if cost <= purse:
        return None
    return f"costs £{cost} ({count} at £{each}), you have £{purse}: £{cost - purse} missing"


def _n(token: str) -> int:
    return number(token) or 0


def _take(match: Caledonia, p: Player, seat: int, args: list[str]) -> str | None:
    wanted = [_n(arg) for arg in args]
    shown = [other for other in match.slots if other]
    for one in wanted:
        if one not in shown:
            return f"contract {one} is not on display; there are {', '.join(map(str, shown))}"
    return _boxes(p, wanted) or short(p, cost_now(match), f"a contract in round {match.round}")


def _keep(match: Caledonia, p: Player, seat: int, args: list[str]) -> str | None:
    wanted = [_n(arg) for arg in args]
    return _boxes(p, wanted) or short(p, cost_now(match), f"a contract in round {match.round}")


def _boxes(p: Player, wanted: list[int]) -> str | None:
    if len(wanted) > p.free_boxes:
        return f"{len(wanted)} contracts need as many empty export boxes, you have {p.free_boxes}"
    if wanted != sorted(set(wanted)):
        return "two contracts are named in ascending order"
    return None


def _placement(
    match: Caledonia, p: Player, unit: int, space: int, *, waived: bool = False
) -> str | None:
    """What forbids a unit on a space, reach and border aside."""
    board, word = match.board, UNITS[unit]
    bit, at = 1 << space, AT[space]
    if not p.supply[unit]:
        return f"no {word} is left on your board"
    if not bit & (board.land | board.water):
        return f"{at} is mist: it is not part of the map with {match.seats} seats"
    if bit & board.closed:
        return f"{at} is closed in the solo game: a neutral worker stands there"
    for other, owner in enumerate(match.players):
        if owner.units & bit:
            return f"{at} is taken by a unit of seat {other}"
    if not board.fits[space] >> unit & 1:
        ground = board.letters[space] or ("port" if bit & board.ports else "loch")
        return f"{at} is {ground}: a {word} needs {_ground(unit)}"
    close = expansion.too_close(match, p, space) if bit & board.water else None
    if close is not None:
        return f"{at} is adjacent to your fisherman on {AT[close]}"
    each = expansion.unit_costs(p)[unit]
    land = expansion.land_costs(match, p, waived=waived)[space]
    cost = expansion.total_cost(match, p, unit, space, waived=waived)
    return short(p, cost, f"{word} {each}, land {land}")


def _ground(unit: int) -> str:
    words = {"g": "grassland (g)", "f": "forest (f)", "m": "mountain (m)"}
    found = [words[letter] for letter in UNIT_LAND[unit]]
    if unit == WORKER:
        found += ["a loch", "a port"]
    return " or ".join(found)


def _place(match: Caledonia, p: Player, seat: int, args: list[str]) -> str | None:
    unit, space = UNIT_ID[args[0]], SPACE_ID[args[1]]
    if not expansion.WORKER_SET >> unit & 1:
        return f"the first units are workers, not a {args[0]}"
    text = _placement(match, p, unit, space)
    if text is None and p.clan == "fergusson" and not match.board.border >> space & 1:
        return f"{args[1]} is no border space: Fergusson's first workers stand on the border"
    return text


def _expand(match: Caledonia, p: Player, seat: int, args: list[str]) -> str | None:
    unit, space = UNIT_ID[args[0]], SPACE_ID[args[1]]
    waived = False
    if match.frames:
        frame = match.frames[-1]
        assert isinstance(frame, Rewards)
        if not frame.expand:
            return "this contract gives no further expansion"
        waived = True
    if match.board.free >> space & 1 and not (p.reach | p.units) >> space & 1:
        return _out_of_reach(match, p, args[1])
    return _placement(match, p, unit, space, waived=waived)


def _out_of_reach(match: Caledonia, p: Player, at: str) -> str:
    now = f"{at} is out of reach of your units at shipping level {p.shipping}"
    now += f" ({SHIPPING[p.shipping]})"
    for level in range(p.shipping + 1, MOST_SHIPPING + 1):
        tables = match.board.reach[level]
        if any(
            p.units >> space & 1 for space in SPACE_ID.values() if tables[space] >> SPACE_ID[at] & 1
        ):
            return f"{now}: level {level} ({SHIPPING[level]}) is needed"
    return f"{now}, and at every other"


def _ship(match: Caledonia, p: Player, seat: int, args: list[str]) -> str | None:
    if p.shipping == MOST_SHIPPING:
        return f"shipping is at its highest level {MOST_SHIPPING}"
    return short(p, SHIP_COST, "shipping")


def _tech(match: Caledonia, p: Player, seat: int, args: list[str]) -> str | None:
    if p.clan == "macdonald":
        return "MacDonald has no technology"
    if p.techs >> TECHS.index(args[0]) & 1:
        return f"the technology of the {args[0]} is flipped already"
    return short(p, TECH_COST, "technology")


def _hire(match: Caledonia, p: Player, seat: int, args: list[str]) -> str | None:
    return short(p, HIRE_COST, "a merchant") if p.hirable else "no merchant is left on your board"


def _fulfil(match: Caledonia, p: Player, seat: int, args: list[str]) -> str | None:
    which = _n(args[0])
    if which not in p.boxes:
        held = ", ".join(map(str, p.boxes)) or "none"
        return f"contract {which} is not in your export box; there: {held}"
    tile = contract(which)
    for good, count in enumerate(tile.goods):
        if p.goods[good] < count:
            return f"contract {which} needs {count} {GOODS[good]}, you have {p.goods[good]}"
    missing = missing_animals(p, tile.beef, tile.mutton)
    spared = len(waivers(match, p))
    if missing > spared:
        return (
            f"contract {which} needs {tile.beef} cows and {tile.mutton} sheep, you have "
            f"{p.on_map(COW)} and {p.on_map(SHEEP)} on the map and ports to spare {spared}"
        )
    return None


def _slaughter(match: Caledonia, p: Player, seat: int, args: list[str]) -> str | None:
    frame, unit = match.frames[-1], p.unit_at(SPACE_ID[args[0]])
    assert isinstance(frame, Meat)
    if unit not in (SHEEP, COW):
        return f"no sheep or cow of yours stands on {args[0]}"
    return f"no {UNITS[unit]} is needed any more: {frame.beef} cows and {frame.mutton} sheep are"


def _upgrade(match: Caledonia, p: Player, seat: int, args: list[str]) -> str | None:
    frame = match.frames[-1]
    assert isinstance(frame, Rewards)
    return _bonus_upgrade(p, args[0]) if frame.upgrade else "this contract gives no further upgrade"


def _bonus_upgrade(p: Player, what: str) -> str | None:
    if what == "ship":
        return f"shipping is at its highest level {MOST_SHIPPING}"
    if what == "hire":
        return "no merchant is left on your board"
    if what.startswith("recall:"):
        return f"no merchant of yours stands at {what.removeprefix('recall:')}"
    if p.clan == "macdonald":
        return "MacDonald has no technology"
    if p.techs >> TECHS.index(what.removeprefix("tech_")) & 1:
        return f"{what} is flipped already"
    return short(p, 5, "technology as a bonus")


def _brew(match: Caledonia, p: Player, seat: int, args: list[str]) -> str | None:
    frame = match.frames[-1]
    assert isinstance(frame, Rewards)
    if p.clan != "macewen":
        return "only MacEwen brews"
    return f"{frame.beer} beer is left and you have {p.goods[GRAIN]} grain: not {args[0]}"


def _draw(match: Caledonia, p: Player, seat: int, args: list[str]) -> str | None:
    frame = match.frames[-1]
    if isinstance(frame, Bonus) and not frame.draws:
        return "there is no building bonus here"
    if not p.free_boxes:
        return "no export box is empty"
    return None if match.pile else "the contract pile is empty"


def _swap(match: Caledonia, p: Player, seat: int, args: list[str]) -> str | None:
    old, new, space = p.unit_at(SPACE_ID[args[0]]), UNIT_ID[args[1]], SPACE_ID[args[0]]
    frame = match.frames[-1]
    assert isinstance(frame, Swap)
    if old is None:
        return f"no unit of yours stands on {args[0]}"
    if "field" in (UNITS[old], args[1]):
        return "fields are not exchanged"
    if not p.supply[new]:
        return f"no {args[1]} is left on your board"
    if not match.board.fits[space] >> new & 1:
        ground = match.board.letters[space] or "water"
        return f"{args[0]} is {ground}: a {args[1]} needs {_ground(new)}"
    return "the types that leave the map must differ from those that enter it"


def _done(match: Caledonia, p: Player, seat: int, args: list[str]) -> str | None:
    return "exchange at least one unit first"


def _row(match: Caledonia, p: Player, seat: int, args: list[str]) -> str | None:
    board = match.board
    start, target = SPACE_ID[args[0]], SPACE_ID[args[1]]
    if p.clan != "macdonald":
        return "only MacDonald has fishermen that row"
    if match.rowed:
        return "a fisherman has rowed this turn already: one per turn"
    if not p.fishermen(board.water) >> start & 1:
        return f"no fisherman of yours stands on {args[0]}"
    if not board.water >> target & 1:
        return f"{args[1]} is neither loch nor port"
    if not board.adjacent[start] >> target & 1:
        return f"{args[1]} is not next to {args[0]}"
    if match.occupied >> target & 1:
        return f"{args[1]} is taken"
    close = expansion.too_close(match, p, target, moved=start)
    return None if close is None else f"{args[1]} is adjacent to your fisherman on {AT[close]}"


def _withdraw(match: Caledonia, p: Player, seat: int, args: list[str]) -> str | None:
    if p.clan != "mackenzie":
        return "only MacKenzie has a cellar"
    places = ", ".join(str(n) for n in range(len(CELLAR)) if p.cellar >> n & 1) or "no place"
    return f"no barrel lies on place {args[0]}: there are barrels on {places}"


def _produce(match: Caledonia, p: Player, seat: int, args: list[str]) -> str | None:
    if STEP_NAMES[match.steps[seat]] != "produce":
        return f"now you decide on: {STEP_NAMES[match.steps[seat]]}"
    wanted = [_n(arg) for arg in args]
    cheese, bread, whisky, grain = limits(p)
    for count, most, word in zip(wanted, (cheese, bread, whisky), GOODS[3:], strict=True):
        if count > most:
            return f"you can make {most} {word} at most, not {count}"
    needed = wanted[1] + wanted[2]
    return f"bread and whisky need {needed} grain, you have {grain}" if needed > grain else None


def _cellar(match: Caledonia, p: Player, seat: int, args: list[str]) -> str | None:
    if p.clan != "mackenzie":
        return "only MacKenzie has a cellar"
    return f"now you decide on: {STEP_NAMES[match.steps[seat]]}; you have {p.goods[WHISKY]} whisky"


def _butter(match: Caledonia, p: Player, seat: int, args: list[str]) -> str | None:
    if p.clan != "cunningham":
        return "only Cunningham makes butter"
    if STEP_NAMES[match.steps[seat]] != "butter":
        return f"now you decide on: {STEP_NAMES[match.steps[seat]]}"
    return f"you have {p.goods[MILK]} milk, not {args[0]}"


def _port(match: Caledonia, p: Player, seat: int, args: list[str]) -> str | None:
    if not match.ports:
        return "this match has no port tiles"
    corner = CORNERS.index(args[0])
    tile = match.ports[corner]
    if p.ports >> corner & 1:
        return f"you have used the port tile of corner {args[0]} already: once per game"
    if corner not in usable(match, p):
        at = AT[match.board.port_at[corner]]
        return f"port {args[0]} on {at}: {_out_of_reach(match, p, at)}"
    if tile == PORT_OTHER:
        copying = len(args) > 2 and args[1] == "as" and args[2] in CORNERS and args[2] != args[0]
        if not copying:
            return f"port {args[0]} (tile 9) is used as another corner: port {args[0]} as <corner>"
        text = short(p, PORT_OTHER_COST, "tile 9")
        if text:
            return text
        tile = match.ports[CORNERS.index(args[2])]
    in_meat = bool(match.frames) and isinstance(match.frames[-1], Meat)
    if (tile == PORT_ANIMAL) != in_meat:
        return "tile 1 is used while meat is paid, the others before or after the main action"
    return f"this is no use of tile {tile} that is possible now"


CHECKS: dict[str, Check] = {
    "choose": _choose,
    "bid": _bid,
    "fold": _fold,
    "place": _place,
    "buy": _buy,
    "sell": _sell,
    "take": _take,
    "expand": _expand,
    "ship": _ship,
    "tech": _tech,
    "hire": _hire,
    "fulfil": _fulfil,
    "slaughter": _slaughter,
    "upgrade": _upgrade,
    "brew": _brew,
    "nbuy": _nbuy,
    "draw": _draw,
    "keep": _keep,
    "swap": _swap,
    "done": _done,
    "row": _row,
    "withdraw": _withdraw,
    "produce": _produce,
    "cellar": _cellar,
    "butter": _butter,
    "port": _port,
}
