"""The state of a match: the table, the players, the current turn and its open frames.

All other modules of these rules depend on it. Rules 5.4 (frames), 9 (hidden information).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Annotated, Any, Literal, NamedTuple

from games.rules.chance import Dealer
from games.rules.fields import SHARED, UNSTORED, Fields, fields
from games.rules.match import Match
from games.rules.primitives.bitsets import bitset_of

from .components import BUILDINGS, FIELD, GOODS, UNITS
from .maps import Board, board_of
from .player import Player

Phase = Literal["clans", "place", "action", "production", "over"]
Stage = Literal["before", "after"]

SWAPPABLE = (1 << len(UNITS)) - 1 - (1 << FIELD)
BUILDING_SET = bitset_of(BUILDINGS)


class Meat(NamedTuple):
    """Animals still to be slaughtered; `waivers` are the `port` moves that spare one each."""

    contract: int
    beef: int
    mutton: int
    waivers: tuple[str, ...]


class Rewards(NamedTuple):
    """The rewards of a fulfilled contract that are still left."""

    contract: int
    expand: int
    upgrade: int
    beer: int


class Bonus(NamedTuple):
    """Goods that can still be bought from neighbours, and the building bonuses left."""

    goods: tuple[int, ...]
    draws: int


class Keep(NamedTuple):
    """Contracts drawn with a building bonus."""

    tiles: tuple[int, ...]


class Swap(NamedTuple):
    """Swaps left at port tile 7, and the bitsets of unit types removed and added so far."""

    left: int
    removed: int
    added: int


class Second(NamedTuple):
    """Buchanan's second fulfilment; `after` is the contract fulfilled first."""

    after: int


Frame = Meat | Rewards | Bonus | Keep | Swap | Second
FRAME_NAME: dict[type, str] = {
    Meat: "meat",
    Rewards: "rewards",
    Bonus: "bonus",
    Keep: "keep",
    Swap: "swap",
    Second: "second",
}
FRAMES: dict[str, Callable[..., Frame]] = {name: kind for kind, name in FRAME_NAME.items()}


def dump_frame(frame: Frame) -> list[Any]:
    """Return a frame as JSON: its name, then its fields."""
    fields = [list(value) if isinstance(value, tuple) else value for value in frame]
    return [FRAME_NAME[type(frame)], *fields]


def load_frame(data: list[Any]) -> Frame:
    """Return the frame that `dump_frame` wrote."""
    fields = [tuple(value) if isinstance(value, list) else value for value in data[1:]]
    return FRAMES[data[0]](*fields)


def unit_names(mask: int) -> Iterator[str]:
    """Yield the names of the unit types in a bitset."""
    return (unit for number, unit in enumerate(UNITS) if mask >> number & 1)


class Auction(NamedTuple):
    """An auction for the next place in the turn order.

    Attributes:
        to_bid: seat that must bid, fold or choose next.
        bid: highest bid, -1 for none.
        bidder: seat of the highest bid, -1 for none.
        folded: seats that are out of this auction.
    """

    to_bid: int
    bid: int
    bidder: int
    folded: tuple[int, ...]


@fields
class State(Match, Fields):
    """The fields of a match, and how they are copied and stored; `match.py` adds the play.

    Attributes:
        board: assembled map, shared between matches and never changed.
        ports: port tiles of the corners a to d; () without port tiles.
        tiles: scoring tiles of rounds 1 to 5; () without scoring tiles.
        pile, known: face-down contracts from the top; how many at its bottom all have seen.
        slots: contracts on display by slot, 0 for an empty slot.
        sets: (clan, starting tile) pairs still to be chosen; the clan is "" without clans.
        market: position of the price marker by good, 0 to 9.
        imports: counters of cotton, tobacco, sugar.
        phase: clans, place, action, production or over.
        round: 0 before round 1.
        order, passed: turn order of the round; seats that have passed, in order of passing.
        auction: the running auction, None without one.
        queue: seats that still place a starting worker, in order.
        turn, stage: seat whose turn it is; "before" or "after" its main action.
        trade: good that must be traded after port tile 6, -1 for none.
        rowed, bought: this turn: whether a fisherman rowed; goods bought from neighbours.
        frames: open frames, the last one on top.
        steps: per seat, its next decision in the production phase (`production.py`).
        occupied: bitset of the spaces with a unit of any seat.
        _ready: legal moves by actor, as listed when the last move was settled.
    """

    ports: tuple[int, ...]
    tiles: tuple[int, ...]
    pile: tuple[int, ...]
    known: int
    slots: tuple[int, ...]
    sets: tuple[tuple[str, int], ...]
    market: list[int]
    imports: list[int]
    phase: Phase
    round: int
    order: tuple[int, ...]
    passed: tuple[int, ...]
    queue: tuple[int, ...]
    turn: int
    stage: Stage
    trade: int
    rowed: bool
    bought: list[int]
    steps: list[int]
    board: Annotated[Board, UNSTORED]
    players: Annotated[list[Player], UNSTORED]
    auction: Annotated[Auction | None, UNSTORED]
    frames: Annotated[list[Frame], UNSTORED]
    occupied: Annotated[int, UNSTORED]
    _ready: Annotated[dict[int, list[str]], SHARED, UNSTORED]

    def begin_turn(self, seat: int) -> None:
        self.turn = seat
        self.stage = "before"
        self.trade = -1
        self.rowed = False
        self.bought = [0] * len(GOODS)
        self.phase = "action"

    def draw_contracts(self, count: int) -> tuple[int, ...]:
        """Draw contracts from the top of the pile, open to all; fewer if the pile is short."""
        drawn = self.pile[:count]
        self.pile = self.pile[count:]
        self.known = min(self.known, len(self.pile))
        if drawn:
            self.chance.reveal("contracts")
        return drawn

    def _dump(self) -> dict[str, Any]:
        auction = self.auction
        return {
            **self.dump_fields(),
            "modules": list(self.board.sides),
            "players": [p.dump() for p in self.players],
            "auction": None if auction is None else list(auction[:3]),
            "folded": [] if auction is None else list(auction.folded),
            "frames": [dump_frame(frame) for frame in self.frames],
        }

    def _load(self, state: Mapping[str, Any]) -> None:
        self.load_fields(state)
        self.board = board_of(tuple(state["modules"]), self.seats, self.options["ports"] == "on")
        reach = self.board.reach
        self.players = [
            Player.load(data, reach[data["shipping"]], self.board.port_at)
            for data in state["players"]
        ]
        self.auction = None
        if state["auction"] is not None:
            to_bid, bid, bidder = state["auction"]
            self.auction = Auction(to_bid, bid, bidder, tuple(state["folded"]))
        self.frames = [load_frame(frame) for frame in state["frames"]]
        self.occupied = sum(p.units for p in self.players)
        self._ready = {}

    def _redeal(self, seat: int | None, chance: Dealer) -> None:
        """Shuffle the part of the pile that nobody has seen; nothing else is hidden (rules 9)."""
        seen = len(self.pile) - self.known
        self.pile = (*chance.shuffle("contracts", self.pile[:seen]), *self.pile[seen:])
