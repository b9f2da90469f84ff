"""Building positions for the tests: a started match, changed by hand, and a role picked in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import games.rules as rules

from ...rules.boards import Board
from ...rules.components import GOODS, SLOT_OF, SLOTS
from ...rules.match import PuertoRico

CALM_ROW = ["corn", "indigo", "sugar", "tobacco", "coffee"]


def start(
    seats: int = 4, variant: str = "balanced", row: Sequence[str] = CALM_ROW, seed: str = "test"
) -> PuertoRico:
    """A new match whose face-down tiles begin with `row`."""
    match = rules.new_match(
        "puerto_rico", seats, {"variant": variant}, seed=seed, script={"plantations": [list(row)]}
    )
    assert isinstance(match, PuertoRico)
    return match


def set_board(
    match: PuertoRico,
    seat: int,
    *,
    tiles: Mapping[str, tuple[int, int]] | None = None,
    city: Mapping[str, int] | None = None,
    goods: Mapping[str, int] | None = None,
    doubloons: int | None = None,
    san_juan: int | None = None,
    chips: int | None = None,
) -> Board:
    """Change a board; `tiles` (kind -> number, workers) and `city` replace what was there."""
    old = match.boards[seat]
    board = match.boards[seat] = Board(old.doubloons if doubloons is None else doubloons)
    board.san_juan = old.san_juan if san_juan is None else san_juan
    board.chips = old.chips if chips is None else chips
    for kind, n in enumerate(old.size[:6]):
        if tiles is None:
            board.size[kind], board.workers[kind] = n, old.workers[kind]
    for key, (n, workers) in (tiles or {}).items():
        board.size[SLOT_OF[key]], board.workers[SLOT_OF[key]] = n, workers
    for slot in range(6, len(SLOTS)):
        if city is None and old.size[slot]:
            board.add_building(slot)
            board.workers[slot] = old.workers[slot]
        elif city is not None and SLOTS[slot] in city:
            board.add_building(slot)
            board.workers[slot] = city[SLOTS[slot]]
            match.copies[slot] -= 1
    for good, name in enumerate(GOODS):
        n = old.goods[good] if goods is None else goods.get(name, 0)
        match.supply[good] -= n - old.goods[good]
        board.goods[good] = n
    match.ready.clear()
    match._lists.clear()
    return board


def pick(match: PuertoRico, seat: int, role: str) -> list[rules.Event]:
    """Make a seat the one to pick, as the first of its round, and pick."""
    match.governor = seat
    match.picks = 0
    match.taken_by = [-1] * len(match.taken_by)
    match.actors = (seat,)
    match.ready.clear()
    match._lists.clear()
    return match.play(seat, f"pick {role}")


def load_ships(match: PuertoRico, **loads: tuple[str, int]) -> None:
    """Put barrels on ships: `ship6=("corn", 3)`."""
    for ship, (good, n) in loads.items():
        number = match.setup.ships.index(int(ship.removeprefix("ship")))
        match.ship_goods[number] = SLOT_OF[good]
        match.ship_loads[number] = n
        match.supply[SLOT_OF[good]] -= n


def goods_of(match: PuertoRico, seat: int) -> dict[str, int]:
    goods = match.boards[seat].goods
    return {name: n for name, n in zip(GOODS, goods, strict=True) if n}


def workers_of(match: PuertoRico, seat: int) -> dict[str, int]:
    workers = match.boards[seat].workers
    return {key: n for key, n in zip(SLOTS, workers, strict=True) if n}


def event_kinds(events: Sequence[rules.Event]) -> list[str]:
    return [event.kind for event in events]


def events_of_kind(events: Sequence[rules.Event], kind: str) -> list[rules.Event]:
    return [event for event in events if event.kind == kind]


def mayor(match: PuertoRico, seat: int, privilege: str = "none") -> list[rules.Event]:
    """Pick the mayor and, where it is asked, answer the privilege."""
    events = pick(match, seat, "mayor")
    if match.step == "mayor_privilege":
        events += match.play(seat, f"privilege {privilege}")
    return events
