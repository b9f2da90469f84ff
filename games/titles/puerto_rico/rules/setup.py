"""The set-up: everything in its place before seat 0 picks the first role (rules 4)."""

from __future__ import annotations

from games.rules.primitives.bag import expand_counts

from .boards import Board
from .components import CORN, GOODS, ROLES, SETUPS, SLOT_OF, TILES, VARIANTS
from .state import State


def set_up(match: State) -> None:
    """Fill in a fresh match; only the order of the plantation tiles is random."""
    setup = match.setup = SETUPS[match.seats]
    variant = match.variant = VARIANTS[match.options["variant"]]

    match.boards = []
    left = list(setup.tiles)
    for kind in setup.first_tiles:
        handicap = variant.corn_handicap if kind == CORN else 0
        board = Board(setup.doubloons - handicap)
        board.add_tile(kind)
        left[kind] -= 1
        match.boards.append(board)

    bag = expand_counts(zip(GOODS, left, strict=True))
    order = [SLOT_OF[kind] for kind in match.chance.shuffle("plantations", bag)]
    match.row = order[: setup.row]
    match.stack = order[: setup.row - 1 : -1]
    match.discard = [0] * len(GOODS)
    match.quarries = setup.quarries

    match.supply = list(setup.goods)
    match.house = []
    match.ship_goods = [-1] * len(setup.ships)
    match.ship_loads = [0] * len(setup.ships)
    match.worker_supply = setup.worker_supply
    match.worker_ship = setup.worker_ship
    match.chips_left = setup.chips
    match.copies = list(setup.copies)
    match.ending = ()

    match.card_doubloons = [0] * len(ROLES)
    match.taken_by = [-1] * len(ROLES)
    match.round = 1
    match.governor = 0
    match.picks = 0
    match.role = -1
    match.picker = 0
    match.forget_phase()
    match.ready = {}
    match.step = "pick"
    match.actors = (0,)
    match.emit(
        "setup",
        None,
        {
            "doubloons": [board.doubloons for board in match.boards],
            "tiles": [TILES[kind] for kind in setup.first_tiles],
            "row": [TILES[kind] for kind in match.row],
        },
    )
