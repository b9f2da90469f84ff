"""The pieces the board of Puerto Rico is drawn from.

A piece holds everything its drawing shows, words included, and nothing else: equal pieces look
equal, so a drawing can be kept and used again (see `games.boards.drawing`). Hence all are hashable.
What is new since the last look is no part of a piece: things have keys, and the page lists those
that changed.
"""

from __future__ import annotations

from typing import NamedTuple

from . import words


class Deed(NamedTuple):
    """A button on the board: a move, what it says, and its short text."""

    move: str
    label: str
    text: str
    good: str = ""


class Part(NamedTuple):
    """A part of the table: whether it is being played, and its moves that lie nowhere on it."""

    is_active: bool
    passing: tuple[Deed, ...]


class Turn(NamedTuple):
    """A seat in the order of play."""

    seat: int
    name: str
    is_actor: bool
    is_governor: bool


class Limit(NamedTuple):
    """How far one of the three ends of the match is: `left` of `most`."""

    title: str
    art: str
    left: int
    most: int
    is_met: bool


class Status(NamedTuple):
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


class Role(NamedTuple):
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


class Roles(NamedTuple):
    part: Part
    cards: tuple[Role, ...]


class Tile(NamedTuple):
    """A tile on offer: `move` takes it, `with_worker` takes it together with a worker."""

    kind: str
    name: str
    move: str
    label: str
    with_worker: str
    with_worker_label: str

    @property
    def anchor(self) -> str:
        return words.tile_anchor(self.kind)


class Good(NamedTuple):
    """Barrels of a kind, of a seat or of the supply; `produces` per craftsman phase."""

    key: str
    name: str
    letter: str
    n: int
    produces: int = 0
    move: str = ""
    label: str = ""

    def barrels(self, seat: int | None = None) -> Barrels:
        """Its barrels as a picture, of a seat or of the supply."""
        return Barrels(seat, self.key, self.name, self.letter, self.n)


class Barrels(NamedTuple):
    """Barrels of a kind, as a picture with their number."""

    seat: int | None
    key: str
    name: str
    letter: str
    n: int


class Output(NamedTuple):
    """What a seat makes of a good in a craftsman phase."""

    key: str
    name: str
    produces: int


class Plantations(NamedTuple):
    part: Part
    row: tuple[Tile, ...]
    gaps: range
    quarry: Tile
    quarries: int
    stack: int
    draw: Deed | None
    discard: tuple[Good, ...]
    ask_worker: bool


class Space(NamedTuple):
    """A place for a barrel on a ship, x in the ship's drawing."""

    x: int
    good: str


class Ship(NamedTuple):
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


class Wharf(NamedTuple):
    """My own wharf in a captain phase."""

    is_used: bool
    deeds: tuple[Deed, ...]


class Harbor(NamedTuple):
    part: Part
    ships: tuple[Ship, ...]
    wharf: Wharf | None


class TradingHouse(NamedTuple):
    """`sold` fills the stalls, `free` counts the others; `deeds` are my possible sales."""

    part: Part
    sold: tuple[Good, ...]
    free: range
    prices: tuple[Good, ...]
    deeds: tuple[Deed, ...]


class Supplies(NamedTuple):
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


class Field(NamedTuple):
    """A tile on an island: `number` of its kind, the last one being the newest."""

    kind: str
    name: str
    letter: str
    worker: bool
    number: int
    is_last: bool

    @property
    def anchor(self) -> str:
        return words.tile_anchor(self.kind)


class House(NamedTuple):
    """A building in a city; `circles` says which places have a worker."""

    key: str
    name: str
    kind: str
    circles: tuple[bool, ...]
    is_large: bool

    @property
    def is_occupied(self) -> bool:
        return any(self.circles)


class Island(NamedTuple):
    """The tiles of a seat; `is_open` while its workers are being placed."""

    seat: int
    fields: tuple[Field, ...]
    free: range
    is_open: bool


class Town(NamedTuple):
    """The buildings of a seat, and San Juan; `is_open` while its workers are being placed."""

    seat: int
    houses: tuple[House, ...]
    free: range
    san_juan: int
    is_open: bool


class Purse(NamedTuple):
    """What a seat has, in numbers; chips and the total are None where they are hidden."""

    seat: int
    doubloons: int
    workers: int
    circles: int
    building_points: int
    chips: int | None
    total: int | None


class Player(NamedTuple):
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
    def barrels(self) -> list[Barrels]:
        """Kinds the seat has."""
        return [good.barrels(self.seat) for good in self.goods if good.n]

    @property
    def production(self) -> tuple[Output, ...]:
        """Kinds the seat makes."""
        making = [good for good in self.goods if good.produces]
        return tuple(Output(good.key, good.name, good.produces) for good in making)

    @property
    def purse(self) -> Purse:
        return Purse(
            self.seat,
            self.doubloons,
            self.workers,
            self.circles,
            self.building_points,
            self.chips,
            self.total,
        )

    @property
    def mini_island(self) -> tuple[tuple[str, bool], ...]:
        """Its tiles in little: (picture, nobody works there)."""
        return tuple((f"tile-{field.kind}", not field.worker) for field in self.island.fields)

    @property
    def mini_town(self) -> tuple[tuple[str, bool], ...]:
        """Its buildings in little: (picture, nobody works there)."""
        return tuple((house.key, not house.is_occupied) for house in self.town.houses)


class Placement(NamedTuple):
    """My placement as it stands: the script lets me move workers from here."""

    pool: int
    fixed: tuple[str, ...]
    start: str


class Mine(NamedTuple):
    part: Part
    player: Player
    placement: Placement | None


class Lot(NamedTuple):
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


class Note(NamedTuple):
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


class Column(NamedTuple):
    number: int
    lots: tuple[Lot, ...]


class Market(NamedTuple):
    part: Part
    columns: tuple[Column, ...]
    for_me: bool
    ask_worker: bool


class Prices(NamedTuple):
    """The market in words: key, name, cost, price for me now, points and copies of each."""

    lots: tuple[tuple[str, str, int, int, int, int], ...]


class Board(NamedTuple):
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
