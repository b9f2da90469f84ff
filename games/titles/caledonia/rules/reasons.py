"""What a move lacks, with the numbers: what it costs, what is missing, what is in the way.

One check per verb, asked about a move that is well written and comes at the right time.
"""

from __future__ import annotations

from games.rules.match import IllegalMove, no
from games.rules.reasons import Form, Given, Notation, Place, Reason, Verb
from games.rules.reasons import marked as _

from . import market
from .components import (
    BONUS_TECH_COST,
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
    TECH_COST,
    TECHS,
    UNITS,
    contract,
)
from .contracts import cost_now, missing_animals, waivers
from .map_reasons import done, expand, out_of_reach, place, row, swap
from .maps import SPACE_ID
from .missing import Check, Why, listed, number, too_dear
from .player import Player
from .ports import usable
from .production import STEP_NAMES, limits
from .state import Bonus, Meat, Rewards, State

NO_MERCHANT = Reason("no_merchant", _("no merchant is left on your board"))
NO_TECHNOLOGY = Reason("wrong_clan", _("MacDonald has no technology"))
NO_CELLAR = Reason("wrong_clan", _("only MacKenzie has a cellar"))
NO_AUCTION = Reason("no_auction", _("clans are not auctioned in this match"))
MOST_SHIPPED = Reason(
    "track_full", _("shipping is at its highest level %(most)s"), most=MOST_SHIPPING
)


def _n(token: str) -> int:
    return number(token) or 0


# the opening


def _choose(match: State, p: Player, seat: int, args: list[str]) -> Why:
    if match.auction is not None and match.auction.bidder != seat:
        message = _("a set is chosen by the winner of the auction: bid first")
        return no("bid_first", message, "5.1")
    there = tuple(clan or Notation(f"choose tile:{tile}") for clan, tile in match.sets)
    message = _("%(given)s is not among the sets; there are %(there)s")
    return no("no_such_set", message, "5.1", given=Given(args[0]), there=there)


def _bid(match: State, p: Player, seat: int, args: list[str]) -> Why:
    auction = match.auction
    if auction is None:
        return IllegalMove(NO_AUCTION, "5.1")
    if auction.bidder == seat:
        return _auction_won()
    least, bid = auction.bid + 1, _n(args[0])
    message = _("a bid is %(least)s to %(most)s, not %(bid)s")
    return no("bad_number", message, "5.1", least=least, most=MOST_BID, bid=bid)


def _auction_won() -> IllegalMove:
    return no("auction_won", _("you have won this auction: choose a set"), "5.1")


def _fold(match: State, p: Player, seat: int, args: list[str]) -> Why:
    auction = match.auction
    if auction is None:
        return IllegalMove(NO_AUCTION, "5.1")
    if auction.bidder == seat:
        return _auction_won()
    return no("bid_first", _("you open this auction: bid, 0 at least"), "5.1")


# trading

IN_SELL_AREA = _(
    "with %(count)s of your merchants in the sell area of %(good)s you cannot buy it this round"
)
IN_BUY_AREA = _(
    "with %(count)s of your merchants in the buy area of %(good)s you cannot sell it this round"
)


def _trade(match: State, p: Player, verb: str, good: int, count: int) -> Why:
    """What buying and selling have in common."""
    word, selling = GOODS[good], verb == "sell"
    if match.trade not in (-1, good):
        message = _("after the price was moved %(moved)s must be traded, not %(good)s")
        return no("trade_first", message, "2.6", moved=GOODS[match.trade], good=word)
    if p.areas[good] > 0 if selling else p.areas[good] < 0:
        message = IN_BUY_AREA if selling else IN_SELL_AREA
        return no("other_area", message, "5.3.3", count=abs(p.areas[good]), good=word)
    if not count:
        return no("bad_number", _("trade at least 1"), "5.3.3")
    if count > p.merchants:
        message = _("too few merchants for %(count)s %(good)s: you have %(merchants)s in stock")
        return no("no_merchant", message, "5.3.3", count=count, good=word, merchants=p.merchants)
    if selling and count > p.goods[good]:
        message = _("you have %(owned)s %(good)s to sell, not %(count)s")
        return no("no_good", message, "5.3.3", owned=p.goods[good], good=word, count=count)
    return None


def _buy(match: State, p: Player, seat: int, args: list[str]) -> Why:
    good, count = GOOD_ID[args[0]], _n(args[1])
    return _trade(match, p, "buy", good, count) or _unpaid(p, count, market.price(match, good))


def _sell(match: State, p: Player, seat: int, args: list[str]) -> Why:
    return _trade(match, p, "sell", GOOD_ID[args[0]], _n(args[1]))


def _nbuy(match: State, p: Player, seat: int, args: list[str]) -> Why:
    good, count = GOOD_ID[args[0]], _n(args[1])
    frame = match.frames[-1]
    if isinstance(frame, Bonus) and good not in frame.goods:
        offered = listed(GOODS[other] for other in frame.goods)
        message = _("the neighbours offer %(offered)s, not %(good)s")
        return no("not_offered", message, "5.3.5", offered=offered, good=args[0])
    left = NEIGHBOUR_LIMIT[match.seats] - match.bought[good]
    if count > left:
        message = _("from neighbours you may buy %(left)s more %(good)s this turn, not %(count)s")
        return no("too_many", message, "10.5", left=left, good=args[0], count=count)
    each = market.neighbour_price(match, good)
    return _trade(match, p, "nbuy", good, count) or _unpaid(p, count, each)


def _unpaid(p: Player, count: int, each: int) -> Why:
    what = Reason("count_and_price", _("%(count)s at £%(each)s"), count=count, each=each)
    return too_dear("5.3.3", market.purse(p), count * each, what)


# contracts


def _take(match: State, p: Player, seat: int, args: list[str]) -> Why:
    wanted = [_n(arg) for arg in args]
    shown = tuple(other for other in match.slots if other)
    for one in wanted:
        if one not in shown:
            message = _("contract %(contract)s is not on display; there are %(there)s")
            return no("not_on_display", message, "5.3.4", contract=one, there=listed(shown))
    return _boxes(match, p, wanted)


def _keep(match: State, p: Player, seat: int, args: list[str]) -> Why:
    return _boxes(match, p, [_n(arg) for arg in args])


def _boxes(match: State, p: Player, wanted: list[int]) -> Why:
    """What new contracts lack."""
    count, boxes = len(wanted), p.free_boxes
    if count > boxes:
        message = _("too few empty export boxes: you have %(boxes)s, %(count)s are needed")
        return no("boxes_full", message, "5.3.4", boxes=boxes, count=count)
    if wanted != sorted(set(wanted)):
        return no("bad_order", _("two contracts are named in ascending order"), "10.27")
    what = Reason("contract", _("a contract in round %(round)s"), round=match.round)
    return too_dear("5.3.4", p.money, cost_now(match), what)


def _fulfil(match: State, p: Player, seat: int, args: list[str]) -> Why:
    which = _n(args[0])
    if which not in p.boxes:
        message = _("contract %(contract)s is not in your export box; there: %(there)s")
        return no("not_owned", message, "5.3.7", contract=which, there=listed(p.boxes))
    tile = contract(which)
    for good, (count, owned) in enumerate(zip(tile.goods, p.goods, strict=True)):
        if owned < count:
            message = _("contract %(contract)s needs %(count)s %(good)s, you have %(owned)s")
            return no(
                "no_good",
                message,
                "5.3.7",
                contract=which,
                count=count,
                good=GOODS[good],
                owned=owned,
            )
    spared = len(waivers(match, p))
    if missing_animals(p, tile.beef, tile.mutton) <= spared:
        return None
    return no(
        "no_animal",
        _(
            "contract %(contract)s needs %(beef)s cows and %(mutton)s sheep, you have "
            "%(cows)s and %(sheep)s on the map and ports to spare %(spared)s"
        ),
        "5.3.7",
        contract=which,
        beef=tile.beef,
        mutton=tile.mutton,
        cows=p.on_map(COW),
        sheep=p.on_map(SHEEP),
        spared=spared,
    )


def _slaughter(match: State, p: Player, seat: int, args: list[str]) -> Why:
    frame, unit = match.frames[-1], p.unit_at(SPACE_ID[args[0]])
    assert isinstance(frame, Meat)
    if unit not in (SHEEP, COW):
        message = _("no sheep or cow of yours stands on %(at)s")
        return no("no_animal", message, "5.3.7", at=Place(args[0]))
    return no(
        "not_needed",
        _("no %(unit)s is needed any more: %(beef)s cows and %(mutton)s sheep are"),
        "5.3.7",
        unit=UNITS[unit],
        beef=frame.beef,
        mutton=frame.mutton,
    )


def _brew(match: State, p: Player, seat: int, args: list[str]) -> Why:
    frame = match.frames[-1]
    assert isinstance(frame, Rewards)
    if p.clan != "macewen":
        return no("wrong_clan", _("only MacEwen brews"), "2.8")
    message = _("%(beer)s beer is left and you have %(grain)s grain: not %(count)s")
    return no(
        "too_many", message, "5.3.7", beer=frame.beer, grain=p.goods[GRAIN], count=_n(args[0])
    )


def _draw(match: State, p: Player, seat: int, args: list[str]) -> Why:
    frame = match.frames[-1]
    if isinstance(frame, Bonus) and not frame.draws:
        return no("no_bonus", _("there is no building bonus here"), "5.3.5")
    if not p.free_boxes:
        return no("boxes_full", _("no export box is empty"), "10.8")
    return None if match.pile else no("used_up", _("the contract pile is empty"), "10.35")


# upgrades


def _ship(match: State, p: Player, seat: int, args: list[str]) -> Why:
    if p.shipping == MOST_SHIPPING:
        return IllegalMove(MOST_SHIPPED, "5.3.6")
    return too_dear("5.3.6", p.money, SHIP_COST, Verb("ship"))


def _tech(match: State, p: Player, seat: int, args: list[str]) -> Why:
    return _flipped(p, args[0]) or too_dear("5.3.6", p.money, TECH_COST, Verb("tech"))


def _flipped(p: Player, tech: str) -> Why:
    if p.clan == "macdonald":
        return IllegalMove(NO_TECHNOLOGY, "2.8")
    if not p.techs >> TECHS.index(tech) & 1:
        return None
    message = _("the technology of the %(tech)s is flipped already")
    return no("already_flipped", message, "5.3.6", tech=tech)


def _hire(match: State, p: Player, seat: int, args: list[str]) -> Why:
    if not p.hirable:
        return IllegalMove(NO_MERCHANT, "5.3.6")
    return too_dear("5.3.6", p.money, HIRE_COST, Verb("hire"))


def _upgrade(match: State, p: Player, seat: int, args: list[str]) -> Why:
    frame, what = match.frames[-1], args[0]
    assert isinstance(frame, Rewards)
    if not frame.upgrade:
        return no("no_bonus", _("this contract gives no further upgrade"), "5.3.7")
    if what == "ship":
        return IllegalMove(MOST_SHIPPED, "5.3.6")
    if what == "hire":
        return IllegalMove(NO_MERCHANT, "5.3.6")
    if what.startswith("recall:"):
        message = _("no merchant of yours stands at %(good)s")
        return no("no_merchant", message, "5.3.6", good=what.removeprefix("recall:"))
    tech = what.removeprefix("tech_")
    return _flipped(p, tech) or too_dear("10.40", p.money, BONUS_TECH_COST, Verb("tech"))


# the cellar, and production


def _withdraw(match: State, p: Player, seat: int, args: list[str]) -> Why:
    if p.clan != "mackenzie":
        return IllegalMove(NO_CELLAR, "2.8")
    places = listed(n for n in range(len(CELLAR)) if p.cellar >> n & 1)
    message = _("no barrel lies on place %(place)s: there are barrels on %(places)s")
    return no("no_barrel", message, "5.3.9", place=_n(args[0]), places=places)


def _produce(match: State, p: Player, seat: int, args: list[str]) -> Why:
    if STEP_NAMES[match.steps[seat]] != "produce":
        return _decide(match, seat)
    wanted = [_n(arg) for arg in args]
    *most, grain = limits(p)
    for count, limit, good in zip(wanted, most, GOODS[3:], strict=True):
        if count > limit:
            message = _("you can make %(most)s %(good)s at most, not %(count)s")
            return no("too_many", message, "5.3.10", most=limit, good=good, count=count)
    needed = wanted[1] + wanted[2]
    if needed <= grain:
        return None
    message = _("bread and whisky need %(needed)s grain, you have %(owned)s")
    return no("no_good", message, "5.3.10", needed=needed, owned=grain)


def _decide(match: State, seat: int) -> IllegalMove:
    step = Verb(STEP_NAMES[match.steps[seat]])
    return no("other_decision", _("now you decide on: %(step)s"), "5.3.10", step=step)


def _cellar(match: State, p: Player, seat: int, args: list[str]) -> Why:
    if p.clan != "mackenzie":
        return IllegalMove(NO_CELLAR, "2.8")
    return _decide(match, seat)


def _butter(match: State, p: Player, seat: int, args: list[str]) -> Why:
    if p.clan != "cunningham":
        return no("wrong_clan", _("only Cunningham makes butter"), "2.8")
    if STEP_NAMES[match.steps[seat]] != "butter":
        return _decide(match, seat)
    message = _("you have %(owned)s milk, not %(count)s")
    return no("no_good", message, "5.3.10", owned=p.goods[MILK], count=_n(args[0]))


# ports


def _port(match: State, p: Player, seat: int, args: list[str]) -> Why:
    if not match.ports:
        return no("no_ports", _("this match has no port tiles"), "2.6")
    corner, at = CORNERS.index(args[0]), Place(args[0])
    tile = match.ports[corner]
    if p.ports >> corner & 1:
        message = _("you have used the port tile of corner %(at)s already: once per game")
        return no("port_used", message, "5.3.9", at=at)
    if corner not in usable(match, p):
        far = out_of_reach(match, p, match.board.port_at[corner])
        return no(far.why.code, _("port %(at)s: %(why)s"), far.section, at=at, why=far.why)
    if tile == PORT_OTHER:
        copying = len(args) > 2 and args[1] == "as" and args[2] in CORNERS and args[2] != args[0]
        if not copying:
            message = _("port %(at)s is used as another port: %(form)s")
            return no("bad_form", message, "2.6", at=at, form=Form(f"port {args[0]} as a|b|c|d …"))
        why = too_dear("2.6", p.money, PORT_OTHER_COST, Reason("port", _("port %(at)s"), at=at))
        if why:
            return why
        at, tile = Place(args[2]), match.ports[CORNERS.index(args[2])]
    in_meat = bool(match.frames) and isinstance(match.frames[-1], Meat)
    if (tile == PORT_ANIMAL) != in_meat:
        message = _(
            "the port that spares an animal is used while meat is paid, the others before "
            "or after the main action"
        )
        return no("wrong_phase", message, "10.18")
    return no("bad_use", _("this is no use of port %(at)s that is possible now"), "2.6", at=at)


CHECKS: dict[str, Check] = {
    "choose": _choose,
    "bid": _bid,
    "fold": _fold,
    "place": place,
    "buy": _buy,
    "sell": _sell,
    "take": _take,
    "expand": expand,
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
    "swap": swap,
    "done": done,
    "row": row,
    "withdraw": _withdraw,
    "produce": _produce,
    "cellar": _cellar,
    "butter": _butter,
    "port": _port,
}
