"""The pieces the board of Puerto Rico is drawn from.

A piece holds everything its drawing shows, words included, and nothing else: equal pieces look
equal, so a drawing can be kept and used again (see `games.boards.drawing`). Hence all are hashable.
What is new since the last look is no part of a piece: things have keys, and the page lists those
that changed.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Deed:
    """A button on the board: a move, what it says, and its short text."""

    move: str
    label: str
    text: str
    good: str = ""


@dataclass(frozen=True)
class Part:
    """A part of the table: whether it is being played, and its moves that lie nowhere on it."""

    is_active: bool
    passing: tuple[Deed, ...]


@dataclass(frozen=True)
class Turn:
    """A seat in the order of play."""

    seat: int
    name: str
    is_actor: bool
    is_governor: bool


@dataclass(frozen=True)
class Limit:
    """How far one of the three ends of the match is: `left` of `most`."""

    title: str
    art: str
    left: int
    most: int
    is_met: bool


@dataclass(frozen=True)
class Status:
    """Where the match stands; `jump` leads to the part being played."""

    round: int
    phase: str
    picker: str
    governor: str
    order: tuple[Turn, ...]
    limits: tuple[Limit, ...]
    endings: tuple[str, ...]
    over: bool
    active: str
    jump: str


@dataclass(frozen=True)
class Role:
    key: str
    art: str
    title: str
    action: str
    privilege: str
    doubloons: int
    taken_by: int | None
    taker: str
    is_now: bool
    move: str
    label: str


@dataclass(frozen=True)
class Roles:
    part: Part
    cards: tuple[Role, ...]


@dataclass(frozen=True)
class Tile:
    """A tile on offer: `move` takes it, `with_worker` takes it together with a worker."""

    kind: str
    name: str
    move: str
    label: str
    with_worker: str
    with_worker_label: str


@dataclass(frozen=True)
class Good:
    """Barrels of a kind, of a seat or of the supply; `produces` per craftsman phase."""

    key: str
    name: str
    letter: str
    n: int
    produces: int = 0
    move: str = ""
    label: str = ""


@dataclass(frozen=True)
class Plantations:
    part: Part
    row: tuple[Tile, ...]
    gaps: range
    quarry: Tile
    quarries: int
    stack: int
    draw: Deed | None
    discard: tuple[Good, ...]
    ask_worker: bool


@dataclass(frozen=True)
class Space:
    """A place for a barrel on a ship, x in the ship's drawing."""

    x: int
    good: str


@dataclass(frozen=True)
class Ship:
    key: str
    title: str
    good: str
    letter: str
    n: int
    capacity: int
    spaces: tuple[Space, ...]
    width: int
    hull: str
    mast: int
    words: str
    deeds: tuple[Deed, ...]


@dataclass(frozen=True)
class Wharf:
    """My own wharf in a captain phase."""

    is_used: bool
    deeds: tuple[Deed, ...]


@dataclass(frozen=True)
class Harbor:
    part: Part
    ships: tuple[Ship, ...]
    wharf: Wharf | None


@dataclass(frozen=True)
class TradingHouse:
    """`sold` fills the stalls, `free` counts the others; `deeds` are my possible sales."""

    part: Part
    sold: tuple[Good, ...]
    free: range
    prices: tuple[Good, ...]
    deeds: tuple[Deed, ...]


@dataclass(frozen=True)
class Supplies:
    part: Part
    goods: tuple[Good, ...]
    worker_ship: int
    worker_need: int
    worker_supply: int
    chips: int

    @property
    def is_short(self) -> bool:
        """The supply could not fill the next ship."""
        return self.worker_need > self.worker_supply


@dataclass(frozen=True)
class Field:
    """A tile on an island: `number` of its kind, the last one being the newest."""

    kind: str
    name: str
    letter: str
    worker: bool
    number: int
    is_last: bool


@dataclass(frozen=True)
class House:
    """A building in a city; `circles` says which places have a worker."""

    key: str
    name: str
    kind: str
    circles: tuple[bool, ...]
    is_large: bool

    @property
    def is_occupied(self) -> bool:
        return any(self.circles)


@dataclass(frozen=True)
class Island:
    """The tiles of a seat; `is_open` while its workers are being placed."""

    seat: int
    fields: tuple[Field, ...]
    free: range
    is_open: bool


@dataclass(frozen=True)
class Town:
    """The buildings of a seat, and San Juan; `is_open` while its workers are being placed."""

    seat: int
    houses: tuple[House, ...]
    free: range
    san_juan: int
    is_open: bool


@dataclass(frozen=True)
class Player:
    """A seat with all that lies in front of it."""

    seat: int
    name: str
    is_me: bool
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
    result: tuple[tuple[str, int], ...]
    is_winner: bool

    @property
    def barrels(self) -> list[Good]:
        """Kinds the seat has."""
        return [good for good in self.goods if good.n]

    @property
    def production(self) -> list[Good]:
        """Kinds the seat makes."""
        return [good for good in self.goods if good.produces]


@dataclass(frozen=True)
class Placement:
    """My placement as it stands: the script lets me move workers from here."""

    pool: int
    fixed: tuple[str, ...]
    start: str


@dataclass(frozen=True)
class Mine:
    part: Part
    player: Player
    placement: Placement | None


@dataclass(frozen=True)
class Lot:
    """A building on the market."""

    key: str
    name: str
    kind: str
    cost: int
    price: int
    points: int
    circles: range
    copies: int
    is_mine: bool
    is_affordable: bool
    move: str
    label: str
    with_worker: str
    with_worker_label: str

    @property
    def discount(self) -> int:
        return self.cost - self.price


@dataclass(frozen=True)
class Note:
    """What there is to know about a building."""

    key: str
    name: str
    kind: str
    effect: str
    cost: int
    price: int
    points: int
    circles: int
    copies: int


@dataclass(frozen=True)
class Column:
    number: int
    lots: tuple[Lot, ...]


@dataclass(frozen=True)
class Market:
    part: Part
    columns: tuple[Column, ...]
    for_me: bool
    ask_worker: bool


@dataclass(frozen=True)
class Board:
    """All of it."""

    status: Status
    roles: Roles
    plantations: Plantations
    harbor: Harbor
    house: TradingHouse
    supplies: Supplies
    mine: Mine | None
    market: Market
    players: tuple[Player, ...]
    others: tuple[Player, ...]
    notes: tuple[Note, ...]
    news: str
