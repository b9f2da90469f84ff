"""The view of a seat or a spectator; only the order of the contract pile is hidden (rules 9)."""

from __future__ import annotations

from functools import lru_cache

from games.rules.primitives.bitsets import members

from .components import (
    ABILITIES,
    CELLAR,
    CONTRACT_COST,
    CONTRACTS,
    CORNERS,
    GOODS,
    IMPORTS,
    PASS_MONEY,
    PORTS,
    ROUNDS,
    SCORING,
    SHIPPING,
    START_POSITION,
    STARTING_TILES,
    TECHS,
    TRACKS,
    UNIT_ID,
    UNITS,
    Contract,
)
from .expansion import total_cost, unit_costs
from .maps import AT, SPACE_ID, Board
from .market import max_neighbour_bought, neighbour_price
from .player import Player
from .ports import usable_ports
from .production import STEP_NAMES, income, production_limits
from .scoring import final_breakdowns, import_values, largest_settlement_count, solo_grade
from .state import Bonus, Frame, Keep, Meat, Rewards, Second, State, Swap, unit_names
from .view_types import (
    AuctionView,
    ByGood,
    ByImport,
    ContractsView,
    ContractView,
    FrameView,
    ImportsView,
    MapView,
    MerchantCountView,
    OfferView,
    PlayerView,
    PortView,
    SetView,
    SpaceView,
    TrackView,
    TurnView,
    UnitView,
    View,
)


def _by_good(counts: list[int] | tuple[int, ...]) -> ByGood:
    return dict(zip(GOODS, counts, strict=True))


def _by_import(counts: list[int] | tuple[int, ...]) -> ByImport:
    return dict(zip(IMPORTS, counts, strict=True))


def view(match: State, seat: int | None) -> View:
    """Return the match as JSON; `seat` only adds the total costs of its own legal placements."""
    return {
        "seat": seat,
        "round": match.round,
        "rounds": ROUNDS,
        "phase": match.phase,
        "actors": list(match.actors),
        "order": list(match.order),
        "passed": list(match.passed),
        "pass_money": PASS_MONEY[len(match.passed)] if len(match.passed) < match.seats else 0,
        "turn": _turn_view(match),
        "map": _map(match.board),
        "units": _units(match),
        "ports": _ports(match),
        "scoring": [
            {"round": number, "tile": tile, "text": SCORING[tile]}
            for number, tile in enumerate(match.tiles, 1)
        ],
        "contracts": _contracts(match),
        "imports": _imports(match),
        "market": [_track(match, good) for good in range(len(GOODS))],
        "sets": [_set_view(clan, tile) for clan, tile in match.sets],
        "auction": _auction(match),
        "placing": list(match.queue),
        "players": [
            _player_view(match, p, number, worth)
            for number, (p, worth) in enumerate(
                zip(match.players, final_breakdowns(match), strict=True)
            )
        ],
        "costs": _costs(match, seat),
        "grade": solo_grade(match.scores()[0].total)
        if match.seats == 1 and match.phase == "over"
        else None,
    }


def _turn_view(match: State) -> TurnView | None:
    if match.phase != "action":
        return None
    return {
        "seat": match.turn,
        "stage": match.stage,
        "must_trade": GOODS[match.trade] if match.trade >= 0 else None,
        "rowed": match.rowed,
        "bought_from_neighbours": _by_good(match.bought),
        "frames": [_frame_view(match, frame) for frame in match.frames],
    }


def _frame_view(match: State, frame: Frame) -> FrameView:
    match frame:
        case Meat(contract, beef, mutton, waivers):
            return {
                "frame": "meat",
                "contract": contract,
                "beef": beef,
                "mutton": mutton,
                "waivers": list(waivers),
            }
        case Rewards(contract, expand, upgrade, beer):
            return {
                "frame": "rewards",
                "contract": contract,
                "expand": expand,
                "upgrade": upgrade,
                "beer": beer,
            }
        case Bonus(goods, draws):
            offers = [_offer(match, good) for good in goods]
            return {"frame": "bonus", "goods": offers, "draws": draws}
        case Keep(tiles):
            return {"frame": "keep", "contracts": [contract_view(number) for number in tiles]}
        case Swap(left, removed, added):
            return {
                "frame": "swap",
                "left": left,
                "removed": list(unit_names(removed)),
                "added": list(unit_names(added)),
            }
        case Second(after):
            return {"frame": "second", "after": after}


def _offer(match: State, good: int) -> OfferView:
    p = match.players[match.turn]
    return {
        "good": GOODS[good],
        "price": neighbour_price(match, good),
        "most": max_neighbour_bought(match, p, good),
    }


def _map(board: Board) -> MapView:
    return {
        "modules": list(board.sides),
        "small": board.small,
        "spaces": [space.copy() for space in _spaces(board)],
        "rivers": [[AT[one], AT[other]] for one, other in board.rivers],
    }


@lru_cache(maxsize=64)
def _spaces(board: Board) -> tuple[SpaceView, ...]:
    """Every space of a board as it is shown; cached because boards never change."""
    ports = dict(zip(board.port_at, CORNERS, strict=False))
    return tuple(_space(board, space, ports) for space in range(len(AT)))


def _space(board: Board, space: int, ports: dict[int, str]) -> SpaceView:
    at, bit = AT[space], 1 << space
    if bit & board.mist:
        return {"at": at, "kind": "mist"}
    border = bool(bit & board.border)
    if bit & board.land:
        return {
            "at": at,
            "border": border,
            "kind": "land",
            "terrain": board.letters[space],
            "cost": board.cost[space],
            "delta": bool(bit & board.delta),
            "closed": bool(bit & board.closed),
        }
    if space in ports:
        return {"at": at, "border": border, "kind": "port", "corner": ports[space]}
    return {"at": at, "border": border, "kind": "loch"}


def _units(match: State) -> list[UnitView]:
    found: list[UnitView] = []
    for seat, p in enumerate(match.players):
        for unit, mask in zip(UNITS, p.by_unit, strict=True):
            if mask:
                found += [{"at": AT[at], "seat": seat, "unit": unit} for at in members(mask)]
    return found


def _ports(match: State) -> list[PortView]:
    reachable = [usable_ports(match, p) for p in match.players]
    return [
        {
            "corner": CORNERS[corner],
            "at": AT[match.board.port_at[corner]],
            "tile": tile,
            "text": PORTS[tile],
            "used": [seat for seat, p in enumerate(match.players) if p.ports >> corner & 1],
            "in_reach": [seat for seat, found in enumerate(reachable) if corner in found],
        }
        for corner, tile in enumerate(match.ports)
    ]


def contract_view(number: int) -> ContractView:
    """Return the contract tile of a number, 1 to 50."""
    tile = _CONTRACTS[number - 1].copy()
    tile["goods"] = tile["goods"].copy()
    tile["imports"] = tile["imports"].copy()
    return tile


def _printed_contract(tile: Contract) -> ContractView:
    return {
        "id": tile.id,
        "goods": _by_good(tile.goods),
        "beef": tile.beef,
        "mutton": tile.mutton,
        "imports": _by_import(tile.imports),
        "hops": tile.hops,
        "money": tile.money,
        "expand": tile.expand,
        "upgrade": tile.upgrade,
    }


_CONTRACTS = tuple(map(_printed_contract, CONTRACTS))


def _contracts(match: State) -> ContractsView:
    unseen = len(match.pile) - match.known
    return {
        "slots": [contract_view(number) if number else None for number in match.slots],
        "cost": CONTRACT_COST[match.round - 1] if match.round else CONTRACT_COST[0],
        "costs": list(CONTRACT_COST),
        "pile": len(match.pile),
        "known_at_bottom": list(match.pile[unseen:]),
    }


def _imports(match: State) -> ImportsView:
    return {
        "mode": match.options["imports"],
        "counters": _by_import(match.imports),
        "values": _by_import(import_values(match)),
    }


def _track(match: State, good: int) -> TrackView:
    position = match.market[good]
    buyers: list[MerchantCountView] = []
    sellers: list[MerchantCountView] = []
    for seat, p in enumerate(match.players):
        merchants = p.areas[good]
        if merchants > 0:
            buyers.append({"seat": seat, "merchants": merchants})
        elif merchants:
            sellers.append({"seat": seat, "merchants": -merchants})
    return {
        "good": GOODS[good],
        "track": list(TRACKS[good]),
        "start": START_POSITION,
        "position": position,
        "price": TRACKS[good][position],
        "buyers": buyers,
        "sellers": sellers,
    }


def _set_view(clan: str, tile: int) -> SetView:
    start = STARTING_TILES[tile]
    return {
        "clan": clan or None,
        "ability": ABILITIES.get(clan),
        "tile": tile,
        "money": start.money,
        "goods": _by_good(start.goods),
    }


def _auction(match: State) -> AuctionView | None:
    auction = match.auction
    if auction is None:
        return None
    return {
        "to_bid": auction.to_bid,
        "bid": auction.bid if auction.bid >= 0 else None,
        "bidder": auction.bidder if auction.bidder >= 0 else None,
        "folded": list(auction.folded),
    }


def _player_view(match: State, p: Player, seat: int, worth: dict[str, int]) -> PlayerView:
    types = [unit for unit in range(len(UNITS)) if p.supply[unit] or p.by_unit[unit]]
    costs = unit_costs(p)
    cheese, bread, whisky, grain = production_limits(p)
    return {
        "seat": seat,
        "clan": p.clan or None,
        "ability": ABILITIES.get(p.clan),
        "tile": p.tile or None,
        "money": p.money,
        "goods": _by_good(p.goods),
        "glory": p.glory,
        "bid": p.bid,
        "supply": {UNITS[unit]: p.supply[unit] for unit in types},
        "on_map": {UNITS[unit]: p.by_unit[unit].bit_count() for unit in types},
        "unit_costs": {UNITS[unit]: costs[unit] for unit in types},
        "income": income(p),
        "merchants": p.merchants,
        "merchants_on_board": p.hirable,
        "shipping": p.shipping,
        "shipping_text": SHIPPING[p.shipping],
        "techs": [tech for tile, tech in enumerate(TECHS) if p.techs >> tile & 1],
        "boxes": [contract_view(number) for number in p.boxes],
        "free_boxes": p.free_boxes,
        "fulfilled": list(p.fulfilled),
        "imports": _by_import(p.imports),
        "hops": p.hops,
        "meat": p.meat,
        "cellar": [place for place in range(len(CELLAR)) if p.cellar >> place & 1],
        "settlements": largest_settlement_count(match.board, p.units, p.shipping),
        "passed": seat in match.passed,
        "deciding": STEP_NAMES[match.steps[seat]] or None,
        "can_make": {"cheese": cheese, "bread": bread, "whisky": whisky, "grain": grain},
        "worth": worth,
    }


def _costs(match: State, seat: int | None) -> dict[str, int]:
    """The total cost of each listed placement, for the screen."""
    if seat is None or match.phase not in ("place", "action"):
        return {}
    costs = {}
    for move in match.legal_moves(seat):
        verb, *args = move.split(" ")
        if verb in ("place", "expand"):
            unit, space = UNIT_ID[args[0]], SPACE_ID[args[1]]
            waived = bool(match.frames)
            costs[move] = total_cost(match, match.players[seat], unit, space, waived=waived)
    return costs
