"""What would come of a move, worked out from the view by the rules' own functions.

Nothing here is guessed: a number is told where the rules fix it whatever the others do, or as the
most that it can be. Seats are asked by number, goods, roles and buildings by their notation words.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping

from ..rules.boards import NOTHING, Board
from ..rules.components import (
    CITY_SPACES,
    COLUMN,
    GOODS,
    PRODUCERS,
    SLOT_OF,
    SLOTS,
    SPACES,
    VARIANTS,
    WHARF,
)
from ..rules.phases import captain, craftsman, mayor, storing, trader
from ..rules.view import BoardView, View

Ships = tuple[tuple[int, int, int], ...]  # capacity, good (-1: none), barrels


def board_of(data: BoardView) -> Board:
    """A seat's board as the rules have it; hidden chips are 0."""
    board = Board(data["doubloons"])
    board.chips = data["chips"] or 0
    board.san_juan = data["san_juan"]
    board.goods = [data["goods"][good] for good in GOODS]
    board.size, board.workers = NOTHING[:], NOTHING[:]
    for kind, tile in data["tiles"].items():
        board.size[SLOT_OF[kind]], board.workers[SLOT_OF[kind]] = tile["n"], tile["occupied"]
    for key, workers in data["city"].items():
        board.size[SLOT_OF[key]], board.workers[SLOT_OF[key]] = data["circles"][key], workers
    board.spaces = CITY_SPACES - data["city_free"]
    board.points = data["building_points"]
    return board


def _board(view: View, seat: int) -> Board:
    return board_of(view["seats"][seat])


# the trader


def sale(view: View, seat: int, good: str, is_trader: bool) -> dict[str, int]:
    """Doubloons for a barrel, by reason."""
    return trader.proceeds(_board(view, seat), SLOT_OF[good], is_trader)


def best_sale(view: View, seat: int) -> tuple[str, dict[str, int]] | None:
    """What a seat that picks the trader sells best, and its doubloons by reason."""
    board = _board(view, seat)
    sellable = trader.sellable(board, [SLOT_OF[good] for good in view["house"]])
    if not sellable:
        return None
    return GOODS[sellable[-1]], trader.proceeds(board, sellable[-1], True)


# the craftsman


def output(view: View, picker: int) -> list[dict[str, int]]:
    """What each seat makes in a craftsman phase that this one picks, by seat and good."""
    supply = [view["goods"][good] for good in GOODS]
    made: list[dict[str, int]] = [{} for _ in view["seats"]]
    for seat in _from(picker, len(made)):
        board = _board(view, seat)
        for good, name in enumerate(GOODS):
            n = craftsman.output(board, supply, good)
            if n:
                supply[good] -= n
                made[seat][name] = n
    return made


def wages(view: View, seat: int, kinds: int) -> int:
    """Doubloons of a factory for so many kinds of goods."""
    return craftsman.wages(_board(view, seat), kinds)


def has_choice_of_barrel(view: View, made: list[dict[str, int]], seat: int) -> bool:
    """Whether the supply has a barrel more for the craftsman, of a kind that it has made."""
    gone = {good: sum(one.get(good, 0) for one in made) for good in GOODS}
    return any(view["goods"][good] > gone[good] for good in made[seat])


def production(
    data: BoardView, at: Mapping[str, int], new_tile: str | None = None
) -> dict[str, int]:
    """Barrels by good that a board could make with so many workers, perhaps with a tile more."""
    board = board_of(data)
    if new_tile is not None:
        board.add_tile(SLOT_OF[new_tile])
    for key, n in at.items():
        board.workers[SLOT_OF[key]] = n
    return {name: board.capacity(good) for good, name in enumerate(GOODS)}


def producers(data: BoardView) -> dict[str, list[str]]:
    """The production buildings of a board, by the good that they make."""
    found = {
        name: [SLOTS[slot] for slot in PRODUCERS[good] if SLOTS[slot] in data["city"]]
        for good, name in enumerate(GOODS)
    }
    return {good: keys for good, keys in found.items() if keys}


# the captain


def load(view: View, seat: int, good: str, ship: str) -> int:
    """Barrels that would go on board."""
    have = view["seats"][seat]["goods"][good]
    return have if ship == "wharf" else min(have, int(ship) - view["ships"][ship]["n"])


def earned(view: View, seat: int, barrels: int) -> dict[str, int]:
    """Points of a load of so many barrels, by reason."""
    is_first = seat == view["picker"] and not view["sailed"]
    return captain.earned(_board(view, seat), barrels, is_first)


def left_over(view: View, seat: int, good: str, barrels: int) -> tuple[int, int]:
    """Barrels that stay after such a load, and how many of them would spoil at the least."""
    board = _board(view, seat)
    board.goods[SLOT_OF[good]] -= barrels
    return sum(board.goods), storing.spoilt(board)


def spoilt(view: View, seat: int) -> int:
    """Barrels that would spoil at the least if the captain phase ended now."""
    return storing.spoilt(_board(view, seat))


def most_points(view: View, seat: int) -> int:
    """The most that a seat could earn by picking the captain, if nobody else loaded."""
    board = _board(view, seat)
    ships = tuple(
        (int(key), SLOT_OF[ship["good"]] if ship["good"] else -1, ship["n"])
        for key, ship in view["ships"].items()
    )
    harbor = captain.earned(board, 0, False)["harbor"]
    points = _most(tuple(board.goods), ships, board.workers[WHARF] > 0, harbor)
    return points + 1 if points else 0


@functools.lru_cache(4096)
def _most(goods: tuple[int, ...], ships: Ships, wharf: bool, harbor: int) -> int:
    capacities, carried, loads = zip(*ships, strict=True)
    best = 0
    for good, n in enumerate(goods):
        if not n:
            continue
        for place in captain.taking(capacities, carried, loads, good, n):
            capacity, _, loaded = ships[place]
            moved = min(n, capacity - loaded)
            after = (*ships[:place], (capacity, good, loaded + moved), *ships[place + 1 :])
            rest = (*goods[:good], n - moved, *goods[good + 1 :])
            best = max(best, moved + harbor + _most(rest, after, wharf, harbor))
        if wharf:
            rest = (*goods[:good], 0, *goods[good + 1 :])
            best = max(best, n + harbor + _most(rest, ships, False, harbor))
    return best


def stored(view: View, seat: int, good: str, verb: str) -> int:
    """Barrels that would spoil at the least after storing all of a good, or keeping one of it."""
    data = view["seats"][seat]
    rest = {name: n for name, n in data["goods"].items() if n and name not in data["stored"]}
    if verb == "keep":
        return sum(rest.values()) - 1
    del rest[good]
    barrels = sorted(rest.values(), reverse=True)[data["shelves"] - 1 :]
    return sum(barrels) - bool(barrels)


# the builder


def price(variant: str, key: str, quarries: int, is_builder: bool) -> int:
    """Doubloons for a building, with so many occupied quarries."""
    return VARIANTS[variant].price(SLOT_OF[key], quarries, is_builder)


def points(key: str) -> int:
    """The points that are printed on a building."""
    return COLUMN[SLOT_OF[key]]


def fits(data: BoardView, key: str) -> bool:
    """Whether a building would find room in a city."""
    return SPACES[SLOT_OF[key]] <= data["city_free"]


# the mayor and the settler


def workers(view: View) -> tuple[int, int]:
    """What whoever picks the mayor gets: workers of the ship, and of the privilege."""
    shares = mayor.shares(view["worker_ship"], len(view["seats"]))
    return shares[0], min(1, view["worker_supply"])


def dealt(view: View, picker: int) -> list[int]:
    """The workers of the ship that each seat gets if this one picks the mayor, by seat."""
    shares = mayor.shares(view["worker_ship"], len(view["seats"]))
    return shares[-picker:] + shares[:-picker] if picker else shares


def has_room(data: BoardView) -> bool:
    return data["island_free"] > 0


def _from(seat: int, seats: int) -> list[int]:
    return [*range(seat, seats), *range(seat)]
