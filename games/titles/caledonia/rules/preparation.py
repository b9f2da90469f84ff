"""The set-up and all that precedes round 1: choosing or auctioning sets, starting workers.

Rules 4, 5.1, 5.2, 7.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.match import IllegalMove, illegal_move
from games.rules.primitives.turn_order import seats_from
from games.rules.reasons import Notation, UserInput
from games.rules.reasons import gettext_noop as _

from .action_type import ActionType
from .components import (
    CLANS,
    CONTRACTS,
    CONTRACTS_AT_START,
    CORNERS,
    FERGUSSON_SHIPPING,
    GOODS,
    IMPORTS,
    KICKSTARTER_CLAN,
    MACDONALD_SHIPPING,
    MAX_BID,
    MERCHANTS,
    NO_CLAN_MONEY,
    ROUNDS,
    SLOTS,
    START_POSITION,
    STARTING_TILES,
    STEWART_MERCHANTS,
    STEWART_SHIPPING,
)
from .conditions import Obstacle, refusal_from
from .maps import board_of
from .player import Player
from .state import Auction, State

SECTION = "5.1"


def deal_setup(match: State) -> None:
    """Set up the match in the order of rules 4, up to the choice of the sets."""
    chance, options, seats = match.chance, match.options, match.seats
    kickstarter = options["kickstarter"] == "on"
    ports = options["ports"] == "on"
    tiles = list(range(1, 10 if kickstarter else 9))
    sides = tuple(chance.roll("module", 2) for _corner in CORNERS)
    match.board = board_of(sides, seats, ports)
    match.ports = tuple(chance.draw("ports", tiles, len(CORNERS))) if ports else ()
    scoring = options["scoring"] == "on"
    match.tiles = tuple(chance.draw("scoring", tiles, ROUNDS)) if scoring else ()
    numbers = [tile.id for tile in CONTRACTS]
    match.pile = tuple(chance.shuffle("contracts", numbers))
    match.known = 0
    match.sets = _deal_sets(match, kickstarter)
    match.market = [START_POSITION] * len(GOODS)
    dealt = CONTRACTS_AT_START[seats]
    match.slots = match.pile[:dealt] + (0,) * (SLOTS[seats] - dealt)
    match.pile = match.pile[dealt:]
    match.imports = [0] * len(IMPORTS)
    match.players = [Player() for _seat in range(seats)]
    match.occupied = 0
    match.emit(
        "setup",
        None,
        {
            "modules": list(sides),
            "ports": list(match.ports),
            "scoring": list(match.tiles),
            "contracts": list(match.slots),
            "sets": [[clan, tile] for clan, tile in match.sets],
        },
    )
    match.phase = "clans"
    match.round = 0
    match.order, match.passed = (), ()
    match.auction = None
    if options["clans"] == "auction":
        match.auction = Auction(0, -1, -1, ())


def _deal_sets(match: State, kickstarter: bool) -> tuple[tuple[str, int], ...]:
    mode, seats = match.options["clans"], match.seats
    count = seats if mode == "auction" else seats + 1
    clans = [""] * count
    if mode != "none":
        pool = [clan for clan in CLANS if kickstarter or clan != KICKSTARTER_CLAN]
        clans = match.chance.draw("clans", pool, count)
    tiles = match.chance.draw("tiles", list(STARTING_TILES), count)
    return tuple(zip(clans, tiles, strict=True))


# Choosing and auctioning.


def next_chooser(match: State) -> int | None:
    """Return the seat that chooses or bids next; None when all have their sets."""
    without = [seat for seat, p in enumerate(match.players) if not p.tile]
    if not without:
        return None
    return without[-1] if match.auction is None else match.auction.to_bid


def _choose_moves(match: State, p: Player, seat: int) -> Sequence[str]:
    if match.auction is not None and match.auction.bidder != seat:
        return ()
    return [f"choose {clan or f'tile:{tile}'}" for clan, tile in match.sets]


def _choose_refusal(match: State, p: Player, seat: int, tokens: list[str]) -> IllegalMove | None:
    there = _choose_moves(match, p, seat)
    if not there:
        message = _("only the winner of the auction chooses a set: bid first")
        return illegal_move("bid_first", message, SECTION)
    if " ".join(tokens) in there:
        return None
    message = _("%(given)s is not among the sets; choose from: %(there)s")
    sets = tuple(clan or Notation(f"choose tile:{tile}") for clan, tile in match.sets)
    return illegal_move("no_such_set", message, SECTION, given=UserInput(tokens[1]), there=sets)


def _possible_bids(match: State, seat: int) -> range | Obstacle:
    """The legal bids, or the obstacle to bidding."""
    auction = match.auction
    if auction is None:
        return lambda: illegal_move(
            "no_auction", _("clans are not auctioned in this match"), SECTION
        )
    if auction.bidder == seat:
        message = _("you have won this auction: choose a set")
        return lambda: illegal_move("auction_won", message, SECTION)
    return range(auction.bid + 1, MAX_BID + 1)


def _bid_moves(match: State, p: Player, seat: int) -> Sequence[str]:
    bids = _possible_bids(match, seat)
    return [f"bid {n}" for n in bids] if isinstance(bids, range) else ()


def _bid_refusal(match: State, p: Player, seat: int, tokens: list[str]) -> IllegalMove | None:
    bid, bids = int(tokens[1]), _possible_bids(match, seat)
    if not isinstance(bids, range):
        return bids()
    if bid in bids:
        return None
    message = _("bid %(least)s to %(most)s, not %(bid)s")
    return illegal_move("bad_number", message, SECTION, least=bids.start, most=MAX_BID, bid=bid)


def _fold_obstacle(match: State, seat: int) -> Obstacle | None:
    bids = _possible_bids(match, seat)
    if not isinstance(bids, range):
        return bids
    if bids.start == 0:
        return lambda: illegal_move(
            "bid_first", _("you open this auction: bid at least 0"), SECTION
        )
    return None


def _fold_moves(match: State, p: Player, seat: int) -> Sequence[str]:
    return () if _fold_obstacle(match, seat) else ("fold",)


def _fold_refusal(match: State, p: Player, seat: int, tokens: list[str]) -> IllegalMove | None:
    return refusal_from(_fold_obstacle(match, seat))


def _play_bid(match: State, p: Player, seat: int, tokens: list[str]) -> None:
    auction = match.auction
    assert auction is not None
    bid = int(tokens[1])
    match.emit("bid", seat, {"bid": bid})
    following = _next_in_auction(match, seat, auction.folded)
    match.auction = Auction(following, bid, seat, auction.folded)


def _play_fold(match: State, p: Player, seat: int, tokens: list[str]) -> None:
    auction = match.auction
    assert auction is not None
    folded = (*auction.folded, seat)
    match.emit("fold", seat, {})
    match.auction = auction._replace(to_bid=_next_in_auction(match, seat, folded), folded=folded)


def _next_in_auction(match: State, seat: int, folded: tuple[int, ...]) -> int:
    """The next seat (cyclic) that has no set and has not folded."""
    for other in seats_from(seat + 1, match.seats):
        if not match.players[other].tile and other not in folded:
            return other
    raise AssertionError("nobody is left in the auction")


def _play_choose(match: State, p: Player, seat: int, tokens: list[str]) -> None:
    wanted = tokens[1]
    chosen = next(s for s in match.sets if wanted in (s[0], f"tile:{s[1]}"))
    match.sets = tuple(other for other in match.sets if other != chosen)
    p.clan, p.tile = chosen
    start = STARTING_TILES[p.tile]
    extra = 0 if p.clan else NO_CLAN_MONEY[seat]
    p.money = start.money + extra
    p.goods = list(start.goods)
    _give_upgrades(match, p)
    goods = {good: count for good, count in zip(GOODS, start.goods, strict=True) if count}
    match.emit("choose", seat, {"clan": p.clan, "tile": p.tile, "money": p.money, "goods": goods})
    if match.auction is not None:
        _settle_auction(match, p, seat, match.auction)


def _give_upgrades(match: State, p: Player) -> None:
    """Give a clan its starting upgrades (rules 2.8)."""
    small = match.board.small
    if p.clan == "fergusson":
        p.shipping = FERGUSSON_SHIPPING[small]
    elif p.clan == "macdonald":
        p.shipping = MACDONALD_SHIPPING[small]
        p.apply_macdonald_units()
    elif p.clan == "stewart":
        p.shipping = STEWART_SHIPPING
        p.merchants = STEWART_MERCHANTS
        p.hirable = MERCHANTS - STEWART_MERCHANTS


def _settle_auction(match: State, p: Player, seat: int, auction: Auction) -> None:
    """Subtract the winner's bid and open the next auction; the last set is free."""
    match.order += (seat,)
    p.bid = max(auction.bid, 0)
    if p.bid:
        match.emit_score(seat, -p.bid, "auction")
    if len(match.order) == match.seats:
        return
    opener = _next_in_auction(match, seat, ())
    alone = len(match.order) == match.seats - 1
    match.auction = Auction(opener, -1, opener if alone else -1, ())


# Starting workers.


def begin_placement(match: State) -> None:
    match.phase = "place"
    if match.auction is None:
        match.order = tuple(range(match.seats))
    match.auction = None
    match.sets = ()
    third = tuple(seat for seat, p in enumerate(match.players) if p.clan == "fergusson")
    match.queue = match.order + match.order[::-1] + third
    match.emit("order", None, {"order": list(match.order)})


CHOOSE_ACTION = ActionType({"choose": "set"}, SECTION, _choose_moves, _choose_refusal, _play_choose)
BID_ACTION = ActionType({"bid": "number"}, SECTION, _bid_moves, _bid_refusal, _play_bid)
FOLD_ACTION = ActionType({"fold": ""}, SECTION, _fold_moves, _fold_refusal, _play_fold)
