"""What a seat or a spectator sees. All is open but the order of the contract pile (rules 9)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .components import (
    ABILITIES,
    CELLAR,
    CONTRACT_COST,
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
    contract,
)
from .expansion import total_cost, unit_costs
from .maps import AT, SPACE_ID, Board, spaces_of
from .market import most_neighbour_bought, neighbour_price
from .ports import usable
from .production import STEP_NAMES, income, limits
from .scoring import import_values, settlements, solo_grade
from .state import FRAME_NAME, Bonus, Frame, Keep, Player, Swap, names

if TYPE_CHECKING:
    from .match import Caledonia


def view(match: Caledonia, seat: int | None) -> dict[str, Any]:
    """The table as JSON; `seat` only adds the total costs of its own legal placements."""
    return {
        "seat": seat,
        "round": match.round,
        "rounds": ROUNDS,
        "phase": match.phase,
        "actors": list(match.actors),
        "order": list(match.order),
        "passed": list(match.passed),
        "pass_money": PASS_MONEY[len(match.passed)] if len(match.passed) < match.seats else 0,
        "turn": _turn(match),
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
        "sets": [_set(clan, tile) for clan, tile in match.sets],
        "auction": _auction(match),
        "placing": list(match.queue),
        "players": [_player(match, p, number) for number, p in enumerate(match.players)],
        "costs": _costs(match, seat),
        "grade": _grade(match),
    }


def _turn(match: Caledonia) -> dict[str, Any] | None:
    if match.phase != "action":
        return None
    return {
        "seat": match.turn,
        "stage": match.stage,
        "must_trade": GOODS[match.trade] if match.trade >= 0 else None,
        "rowed": match.rowed,
        "bought_from_neighbours": _by_good(match.bought),
        "frames": [_frame(match, frame) for frame in match.frames],
    }


def _frame(match: Caledonia, frame: Frame) -> dict[str, Any]:
    data: dict[str, Any] = {"frame": FRAME_NAME[type(frame)]}
    if isinstance(frame, Bonus):
        p = match.players[match.turn]
        data["goods"] = [
            {
                "good": GOODS[good],
                "price": neighbour_price(match, good),
                "most": most_neighbour_bought(match, p, good),
            }
            for good in frame.goods
        ]
        data["draws"] = frame.draws
    elif isinstance(frame, Keep):
        data["contracts"] = [_contract(number) for number in frame.tiles]
    elif isinstance(frame, Swap):
        data["left"] = frame.left
        data["removed"] = list(names(frame.removed))
        data["added"] = list(names(frame.added))
    else:
        fields = frame._asdict()
        data.update(
            (name, list(value) if isinstance(value, tuple) else value)
            for name, value in fields.items()
        )
    return data


def _map(board: Board) -> dict[str, Any]:
    ports = dict(zip(board.port_at, CORNERS, strict=False))
    return {
        "modules": list(board.sides),
        "small": board.small,
        "spaces": [_space(board, space, ports) for space in range(len(AT))],
        "rivers": [[AT[one], AT[other]] for one, other in board.rivers],
    }


def _space(board: Board, space: int, ports: dict[int, str]) -> dict[str, Any]:
    bit = 1 << space
    if bit & board.mist:
        return {"at": AT[space], "kind": "mist"}
    data: dict[str, Any] = {"at": AT[space], "border": bool(bit & board.border)}
    if bit & board.land:
        data["kind"] = "land"
        data["terrain"] = board.letters[space]
        data["cost"] = board.cost[space]
        data["delta"] = bool(bit & board.delta)
        data["closed"] = bool(bit & board.closed)
    elif space in ports:
        data["kind"] = "port"
        data["corner"] = ports[space]
    else:
        data["kind"] = "loch"
    return data


def _units(match: Caledonia) -> list[dict[str, Any]]:
    found = []
    for seat, p in enumerate(match.players):
        for unit, mask in enumerate(p.by_unit):
            for space in spaces_of(mask):
                found.append({"at": AT[space], "seat": seat, "unit": UNITS[unit]})
    return found


def _ports(match: Caledonia) -> list[dict[str, Any]]:
    reachable = [usable(match, p) for p in match.players]
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


def _contract(number: int) -> dict[str, Any]:
    tile = contract(number)
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


def _contracts(match: Caledonia) -> dict[str, Any]:
    unseen = len(match.pile) - match.known
    return {
        "slots": [_contract(number) if number else None for number in match.slots],
        "cost": CONTRACT_COST[match.round - 1] if match.round else CONTRACT_COST[0],
        "costs": list(CONTRACT_COST),
        "pile": len(match.pile),
        "known_at_bottom": list(match.pile[unseen:]),
    }


def _imports(match: Caledonia) -> dict[str, Any]:
    return {
        "mode": match.options["imports"],
        "counters": _by_import(match.imports),
        "values": _by_import(import_values(match)),
    }


def _track(match: Caledonia, good: int) -> dict[str, Any]:
    position = match.market[good]
    areas = [(seat, p.areas[good]) for seat, p in enumerate(match.players)]
    return {
        "good": GOODS[good],
        "track": list(TRACKS[good]),
        "start": START_POSITION,
        "position": position,
        "price": TRACKS[good][position],
        "buyers": [{"seat": seat, "merchants": n} for seat, n in areas if n > 0],
        "sellers": [{"seat": seat, "merchants": -n} for seat, n in areas if n < 0],
    }


def _set(clan: str, tile: int) -> dict[str, Any]:
    start = STARTING_TILES[tile]
    return {
        "clan": clan or None,
        "ability": ABILITIES.get(clan),
        "tile": tile,
        "money": start.money,
        "goods": _by_good(start.goods),
    }


def _auction(match: Caledonia) -> dict[str, Any] | None:
    auction = match.auction
    if auction is None:
        return None
    return {
        "to_bid": auction.to_bid,
        "bid": auction.bid if auction.bid >= 0 else None,
        "bidder": auction.bidder if auction.bidder >= 0 else None,
        "folded": list(auction.folded),
    }


def _player(match: Caledonia, p: Player, seat: int) -> dict[str, Any]:
    types = [unit for unit in range(len(UNITS)) if p.supply[unit] or p.by_unit[unit]]
    costs = unit_costs(p)
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
        "boxes": [_contract(number) for number in p.boxes],
        "free_boxes": p.free_boxes,
        "fulfilled": list(p.fulfilled),
        "imports": _by_import(p.imports),
        "hops": p.hops,
        "meat": p.meat,
        "cellar": [place for place in range(len(CELLAR)) if p.cellar >> place & 1],
        "settlements": settlements(match.board, p.units, p.shipping),
        "passed": seat in match.passed,
        "deciding": STEP_NAMES[match.steps[seat]] or None,
        "can_make": dict(zip(("cheese", "bread", "whisky", "grain"), limits(p), strict=True)),
    }


def _costs(match: Caledonia, seat: int | None) -> dict[str, int]:
    """What each listed placement costs in all, for the screen."""
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


def _grade(match: Caledonia) -> str | None:
    """The word for a finished solo game."""
    if match.seats > 1 or match.phase != "over":
        return None
    return solo_grade(match.scores()[0].total)


def _by_good(counts: list[int] | tuple[int, ...]) -> dict[str, int]:
    return dict(zip(GOODS, counts, strict=True))


def _by_import(counts: list[int] | tuple[int, ...]) -> dict[str, int]:
    return dict(zip(IMPORTS, counts, strict=True))


def text(match: Caledonia) -> str:
    """The table for people: one line for the round, the market and the display, one per seat."""
    prices = ", ".join(
        f"{good} £{TRACKS[number][match.market[number]]}" for number, good in enumerate(GOODS)
    )
    shown = " ".join(str(number) if number else "-" for number in match.slots)
    lines = [
        f"Clans of Caledonia, round {match.round} of {ROUNDS}, {match.phase}",
        f"market: {prices}",
        f"contracts: {shown} ({len(match.pile)} in the pile)",
    ]
    scores = match.scores()
    for seat, p in enumerate(match.players):
        goods = ", ".join(
            f"{count} {good}" for good, count in zip(GOODS, p.goods, strict=True) if count
        )
        mark = "*" if seat in match.actors else " "
        lines.append(
            f"{mark}seat {seat} {p.clan or '-'}: £{p.money}, {goods or 'no goods'}, "
            f"{p.units.bit_count()} units, {p.merchants} merchants, shipping {p.shipping}, "
            f"{len(p.fulfilled)} exports, {scores[seat].total} points"
        )
    return "\n".join(lines)
