"""The view of a match: the one place that decides who sees what (rules 9); a match as text."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from games.rules.match import Score

from .boards import Board
from .components import (
    BUILDER,
    BUILDING_SLOTS,
    CITY_SPACES,
    CUSTOMS_HOUSE,
    GOODS,
    ISLAND_SPACES,
    PRICES,
    ROLES,
    SLOTS,
    TILES,
)
from .phases.placement import workers_needed
from .placement_drafts import PlacementDraft
from .scoring import CHIPS, bonuses, scores
from .state import State

ByGood = dict[str, int]  # numbers for corn, indigo, sugar, tobacco, coffee
ByBuilding = dict[str, int]


class View(TypedDict):
    """A match as a seat or a spectator sees it."""

    seat: int | None  # the viewer's seat; None for a spectator
    over: bool
    round: int
    governor: int
    step: str  # the kind of the current decision
    role: str | None  # role of the phase; None while one is picked, like `picker`
    picker: int | None
    acting: int | None  # the only actor; None if there are several
    actors: list[int]
    order: list[int]  # order of the phase; while a role is picked, the seats that still pick
    roles: dict[str, RoleView]
    row: list[str]  # face-up plantations
    stack: int  # number of face-down tiles
    discard: ByGood
    quarries: int
    drawn: bool  # whether the acting seat has drawn its hacienda tile
    goods: ByGood  # in the supply
    house: list[str]  # goods in the trading house
    goods_prices: ByGood
    ships: dict[str, ShipView]  # by capacity
    produced: list[str]  # goods that the craftsman made in this phase
    sailed: bool  # whether the captain has loaded in this phase
    passes: int  # seats in a row that have loaded nothing
    worker_supply: int
    worker_ship: int
    worker_need: int  # workers that the next ship would bring
    chips_left: int
    display: ByBuilding  # copies left
    costs: ByBuilding
    prices: ByBuilding | None  # for this seat now; None for a spectator
    ending: list[str]  # conditions met for the end of the match
    seats: list[BoardView]
    mine: DraftView | None  # the seat's own placement of workers
    scores: list[ScoreView]


class RoleView(TypedDict):
    """A role card."""

    doubloons: int
    taken_by: int | None


class ShipView(TypedDict):
    """The load of a cargo ship."""

    good: str | None
    n: int


class TilesView(TypedDict):
    """Tiles of one kind on an island."""

    n: int
    occupied: int


class BoardView(TypedDict):
    """A seat's board; during the placement, as it was before."""

    doubloons: int
    goods: ByGood
    tiles: dict[str, TilesView]  # by kind, only existing kinds
    island_free: int
    city: ByBuilding  # workers by building
    circles: ByBuilding  # circles by building
    city_free: int
    san_juan: int  # workers without a place
    workers: int
    production: ByGood  # barrels that it could make now
    chips: int | None  # None where they are hidden
    building_points: int
    worth: dict[str, int | None]  # points by key if the match ended now; None where hidden
    placing: Literal["busy", "done"] | None
    wharf_used: bool
    shelves: int  # kinds of goods that may still be stored
    stored: list[str]


class DraftView(TypedDict):
    """The workers as their seat is placing them."""

    pool: int  # still to be placed
    at: dict[str, int]  # by tile or building
    fixed: list[str]  # tiles and buildings whose workers were set
    done: bool


class ScoreView(TypedDict):
    """The points of a seat; rank and points of large buildings only when the match is over."""

    chips: int | None  # None where they are hidden, as is `total`
    buildings: int
    total: int | None
    guild_hall: NotRequired[int]
    customs_house: NotRequired[int]
    residence: NotRequired[int]
    city_hall: NotRequired[int]
    fortress: NotRequired[int]
    rank: NotRequired[int]


def view(match: State, seat: int | None) -> View:
    """What a seat (None: a spectator) may see: all except other seats' chips and placements.

    In `seats`, the boards are as everyone sees them: during the placement, as they were before it.
    `mine` is the seat's own draft; None without one.
    """
    return {
        "seat": seat,
        "over": match.over,
        "round": match.round,
        "governor": match.governor,
        "step": match.step,
        "role": ROLES[match.role] if match.role >= 0 else None,
        "picker": match.picker if match.role >= 0 else None,
        "acting": match.actors[0] if len(match.actors) == 1 else None,
        "actors": list(match.actors),
        "order": list(match.seats_in_order()) if match.role >= 0 else _picks_to_come(match),
        "roles": {
            ROLES[role]: {
                "doubloons": match.card_doubloons[role],
                "taken_by": match.taken_by[role] if match.taken_by[role] >= 0 else None,
            }
            for role in match.setup.roles
        },
        "row": [TILES[kind] for kind in match.row],
        "stack": len(match.stack),
        "discard": dict(zip(GOODS, match.discard, strict=True)),
        "quarries": match.quarries,
        "drawn": match.drawn,
        "goods": dict(zip(GOODS, match.supply, strict=True)),
        "house": [GOODS[good] for good in match.house],
        "goods_prices": dict(zip(GOODS, PRICES, strict=True)),
        "ships": {
            str(capacity): {"good": GOODS[good] if n else None, "n": n}
            for capacity, good, n in zip(
                match.setup.ships, match.ship_goods, match.ship_loads, strict=True
            )
        },
        "produced": [name for good, name in enumerate(GOODS) if match.produced >> good & 1],
        "sailed": match.sailed,
        "passes": match.passes,
        "worker_supply": match.worker_supply,
        "worker_ship": match.worker_ship,
        "worker_need": workers_needed(match),
        "chips_left": match.chips_left,
        "display": {SLOTS[slot]: match.copies[slot] for slot in BUILDING_SLOTS},
        "costs": {SLOTS[slot]: match.variant.costs[slot] for slot in BUILDING_SLOTS},
        "prices": None if seat is None else _prices(match, seat),
        "ending": list(match.ending),
        "seats": [_board_view(match, owner, seat) for owner in range(match.seats)],
        "mine": _draft_view(match, seat),
        "scores": _scores(match, seat),
    }


def _picks_to_come(match: State) -> list[int]:
    """The seats that still pick in this round, in order."""
    picks = range(match.picks, match.setup.picks * match.seats)
    return [(match.governor + pick) % match.seats for pick in picks]


def _prices(match: State, seat: int) -> dict[str, int]:
    """What each building costs the seat now; as the builder if it is, or could pick it now."""
    quarries = match.boards[seat].quarries
    if match.step == "pick":
        builder = seat in match.actors and match.taken_by[BUILDER] < 0
    else:
        builder = match.role == BUILDER and seat == match.picker
    return {SLOTS[slot]: match.variant.price(slot, quarries, builder) for slot in BUILDING_SLOTS}


def _board_view(match: State, owner: int, seat: int | None) -> BoardView:
    board = match.boards[owner]
    return {
        "doubloons": board.doubloons,
        "goods": dict(zip(GOODS, board.goods, strict=True)),
        "tiles": {
            kind: {"n": board.size[slot], "occupied": board.workers[slot]}
            for slot, kind in enumerate(TILES)
            if board.size[slot]
        },
        "island_free": ISLAND_SPACES - board.tiles,
        "city": {SLOTS[slot]: board.workers[slot] for slot in BUILDING_SLOTS if board.size[slot]},
        "circles": {SLOTS[slot]: board.size[slot] for slot in BUILDING_SLOTS if board.size[slot]},
        "city_free": CITY_SPACES - board.spaces,
        "san_juan": board.san_juan,
        "workers": board.crew,
        "production": {name: board.capacity(good) for good, name in enumerate(GOODS)},
        "chips": board.chips if match.over or owner == seat else None,
        "building_points": board.points,
        "worth": _worth(board, shows_chips=match.over or owner == seat),
        "placing": _placement_state(match.drafts[owner]),
        "wharf_used": bool(match.wharves >> owner & 1),
        "shelves": match.shelves[owner],
        "stored": [name for good, name in enumerate(GOODS) if match.stored[owner] >> good & 1],
    }


def _worth(board: Board, *, shows_chips: bool) -> dict[str, int | None]:
    found: dict[str, int | None] = {CHIPS: board.chips, "buildings": board.points}
    found.update(bonuses(board))
    if not shows_chips:
        found.update({key: None for key in (CHIPS, SLOTS[CUSTOMS_HOUSE]) if key in found})
    return found


def _placement_state(draft: PlacementDraft | None) -> Literal["busy", "done"] | None:
    if draft is None:
        return None
    return "done" if draft.done else "busy"


def _draft_view(match: State, seat: int | None) -> DraftView | None:
    draft = None if seat is None else match.drafts[seat]
    if draft is None or seat is None:
        return None
    return {
        "pool": draft.pool,
        "at": {SLOTS[slot]: draft.at[slot] for slot, n in enumerate(match.boards[seat].size) if n},
        "fixed": [key for slot, key in enumerate(SLOTS) if draft.fixed >> slot & 1],
        "done": draft.done,
    }


def _scores(match: State, seat: int | None) -> list[ScoreView]:
    if match.over:
        return [_final_score(score) for score in scores(match)]
    return [
        {
            "buildings": board.points,
            "chips": board.chips if owner == seat else None,
            "total": board.points + board.chips if owner == seat else None,
        }
        for owner, board in enumerate(match.boards)
    ]


def _final_score(score: Score) -> ScoreView:
    points = score.breakdown
    return {
        "chips": points["chips"],
        "buildings": points["buildings"],
        "guild_hall": points["guild_hall"],
        "customs_house": points["customs_house"],
        "residence": points["residence"],
        "city_hall": points["city_hall"],
        "fortress": points["fortress"],
        "total": score.total,
        "rank": score.rank,
    }


def text(match: State) -> str:
    """The table in a few text lines, for people, without chips."""
    waiting = ", ".join(str(seat) for seat in match.actors)
    ships = "  ".join(
        f"{GOODS[good] if n else 'empty'} {n}/{capacity}"
        for capacity, good, n in zip(
            match.setup.ships, match.ship_goods, match.ship_loads, strict=True
        )
    )
    lines = [
        f"Puerto Rico, round {match.round}, governor {match.governor}: "
        + (f"{match.step}, seat {waiting} to move" if waiting else "over"),
        f"  row {' '.join(TILES[kind] for kind in match.row)} | ships {ships} | "
        f"workers {match.worker_supply}+{match.worker_ship} | chips {match.chips_left}",
    ]
    lines += [f"  {seat}: {_seat_line(board)}" for seat, board in enumerate(match.boards)]
    return "\n".join(lines)


def _seat_line(board: Board) -> str:
    goods = " ".join(f"{GOODS[good]} {n}" for good, n in enumerate(board.goods) if n)
    slots = " ".join(
        f"{key} {board.workers[slot]}/{board.size[slot]}"
        for slot, key in enumerate(SLOTS)
        if board.size[slot]
    )
    return f"{board.doubloons} doubloons | {goods or 'no goods'} | {slots}"
