"""The pieces from which the board of Puerto Rico is drawn.

A piece holds everything that its drawing shows, including words, and nothing else. Equal pieces
look equal, so drawings are cached (see `games.boards.rendering`), and all pieces are hashable. What
changed since the viewer's last look is not part of a piece: things have keys, and the page lists
the keys that changed.
"""

from __future__ import annotations

from typing import NamedTuple

from games.boards.spots import Spot

from . import vocabulary
from .translations import gettext as _
from .translations import gettext_lazy

LIMITS = {
    "chip": gettext_lazy("Victory points left"),
    "worker": gettext_lazy("Workers left"),
    "city": gettext_lazy("Free spaces in the fullest city"),
}


class GoodButton(NamedTuple):
    """A button that shows a good: its spot and its short text."""

    spot: Spot
    text: str
    good: str


class AmountWithIcon(NamedTuple):
    """A number with its picture ("" for none), and both in words."""

    art: str
    text: str
    words: str


class Turn(NamedTuple):
    """A seat in the order of play. Only the sole actor has a name; others have just their mark."""

    seat: int
    name: str
    is_actor: bool
    is_named: bool
    is_governor: bool


class Limit(NamedTuple):
    """How near one of the three conditions for the end of the match is: `left` of `most`."""

    art: str
    left: int
    most: int
    is_met: bool

    @property
    def title(self) -> str:
        return str(LIMITS[self.art])


class Status(NamedTuple):
    """The state of the match: round, phase, order of play, and the conditions for the end."""

    round: int
    phase: str
    picker: str
    governor: str
    order: tuple[Turn, ...]
    limits: tuple[Limit, ...]
    endings: tuple[str, ...]
    over: bool


class Role(NamedTuple):
    """A role card; `gain` is what it brings the viewer who picks it now, empty if they cannot."""

    key: str
    art: str
    title: str
    action: str
    privilege: str
    doubloons: int
    taken_by: int | None
    taker: str
    is_now: bool
    gain: tuple[AmountWithIcon, ...]
    spot: Spot | None
    ghost: Spot | None


class Roles(NamedTuple):
    is_asked: bool
    cards: tuple[Role, ...]


class Tile(NamedTuple):
    """A tile on offer (`left` of them); `with_worker` takes it together with a worker."""

    kind: str
    name: str
    spot: Spot | None
    with_worker: Spot | None
    left: int | None = None

    @property
    def anchor(self) -> str:
        return vocabulary.tile_anchor(self.kind)


class Stack(NamedTuple):
    """The face-down tiles."""

    left: int
    spot: Spot | None


class Good(NamedTuple):
    """Barrels of a kind, of a seat or in the supply; `produces` is per craftsman phase."""

    key: str
    name: str
    letter: str
    n: int
    produces: int = 0
    spot: Spot | None = None
    ghost: Spot | None = None

    @property
    def barrels(self) -> Barrels:
        """The barrels as a picture."""
        return Barrels(self.key, self.name, self.letter, self.n)


class Barrels(NamedTuple):
    """Barrels of a kind, as a picture with their number."""

    key: str
    name: str
    letter: str
    n: int


class Plantations(NamedTuple):
    is_asked: bool
    row: tuple[Tile, ...]
    gaps: range
    quarry: Tile
    stack: Stack
    discard: tuple[Good, ...]
    ask_worker: bool


class Space(NamedTuple):
    """A place for a barrel on a ship; x is in the units of the ship's drawing."""

    x: int
    good: str


class Ship(NamedTuple):
    """A cargo ship; `good`, its name and its letter are "" while the ship is empty."""

    key: str
    good: str
    good_name: str
    letter: str
    n: int
    capacity: int
    spaces: tuple[Space, ...]
    width: int
    hull: str
    mast: int
    deeds: tuple[GoodButton, ...]
    ghost: Spot | None

    @property
    def words(self) -> str:
        params = {"ship": self.key, "capacity": self.capacity, "n": self.n, "good": self.good_name}
        if not self.good:
            return _("Ship %(ship)s: empty, %(capacity)s spaces") % params
        return _("Ship %(ship)s: %(n)s of %(capacity)s spaces filled with %(good)s") % params


class Wharf(NamedTuple):
    """The viewer's own wharf in a captain phase."""

    is_used: bool
    deeds: tuple[GoodButton, ...]
    ghost: Spot | None


class Harbor(NamedTuple):
    is_asked: bool
    ships: tuple[Ship, ...]
    wharf: Wharf | None


class TradingHouse(NamedTuple):
    """`sold` fills the stalls, `free` counts the empty ones; `deeds` are the viewer's sales."""

    is_asked: bool
    sold: tuple[Good, ...]
    free: range
    prices: tuple[Good, ...]
    deeds: tuple[GoodButton, ...]


class Supplies(NamedTuple):
    is_asked: bool
    goods: tuple[Good, ...]
    worker_ship: int
    worker_need: int
    worker_supply: int
    chips: int

    @property
    def is_short(self) -> bool:
        """Whether the supply could not fill the next ship."""
        return self.worker_need > self.worker_supply


class Field(NamedTuple):
    """A tile on an island: `number` of its kind; the last one is the newest."""

    kind: str
    name: str
    letter: str
    worker: bool
    number: int
    is_last: bool
    ghost: Spot | None = None

    @property
    def anchor(self) -> str:
        return vocabulary.tile_anchor(self.kind)


class House(NamedTuple):
    """A building in a city; `circles` says which circles have a worker."""

    key: str
    name: str
    kind: str
    circles: tuple[bool, ...]
    is_large: bool
    ghost: Spot | None = None

    @property
    def is_occupied(self) -> bool:
        return any(self.circles)


class Island(NamedTuple):
    """The tiles of a seat; `is_open` while the viewer can place its workers."""

    seat: int
    fields: tuple[Field, ...]
    free: range
    is_open: bool


class Town(NamedTuple):
    """The buildings of a seat, and San Juan; `is_open` while the viewer can place its workers."""

    seat: int
    houses: tuple[House, ...]
    free: range
    san_juan: int
    is_open: bool


class IslandAndTown(NamedTuple):
    """The whole board of a seat."""

    island: Island
    town: Town


class Player(NamedTuple):
    """A seat with everything in front of it; chips and the total are None where hidden."""

    seat: int
    name: str
    is_actor: bool
    is_governor: bool
    placing: str
    doubloons: int
    goods: tuple[Good, ...]
    island: Island
    town: Town
    workers: int
    circles: int
    building_points: int
    chips: int | None
    total: int | None


class Placement(NamedTuple):
    """The viewer's current placement, from which the script lets them move workers.

    `start` identifies the position. `makers` are the viewer's production buildings by good, as
    JSON. `is_final`: all others are done, so finishing reveals all placements.
    """

    pool: int
    fixed: tuple[str, ...]
    start: str
    makers: str
    is_final: bool


class Hand(NamedTuple):
    """What the dock shows besides the purse: small choices of goods, or the viewer's placement."""

    deeds: tuple[GoodButton, ...]
    placement: Placement | None
    goods: tuple[Good, ...]


class OwnZone(NamedTuple):
    is_asked: bool
    player: Player


class MarketBuilding(NamedTuple):
    """A building on the market.

    `state` is "within" if the viewer could pay for it now, "near" if one doubloon is missing (or
    the builder's privilege), "blocked" with its `reason`, or "" for spectators.
    """

    key: str
    name: str
    kind: str
    cost: int
    price: int
    points: int
    circles: range
    copies: int
    state: str
    reason: str
    spot: Spot | None
    with_worker: Spot | None

    @property
    def discount(self) -> int:
        return self.cost - self.price


class Column(NamedTuple):
    number: int
    lots: tuple[MarketBuilding, ...]


class Market(NamedTuple):
    is_asked: bool
    columns: tuple[Column, ...]
    for_me: bool
    ask_worker: bool


class Prices(NamedTuple):
    """The market in words: key, name, cost, price for the viewer now, points and copies of each."""

    lots: tuple[tuple[str, str, int, int, int, int], ...]


class BoardModel(NamedTuple):
    """All pieces of the board."""

    status: Status
    roles: Roles
    plantations: Plantations
    harbor: Harbor
    house: TradingHouse
    supplies: Supplies
    mine: OwnZone | None
    hand: Hand | None
    market: Market
    players: tuple[Player, ...]  # for the position in words
    others: tuple[tuple[int, IslandAndTown], ...]
    news: str
