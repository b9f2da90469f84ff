"""The types of a view of a match, as JSON; `view.py` fills them."""

from __future__ import annotations

from typing import Literal, TypedDict

from .state import Phase, Stage

ByGood = dict[str, int]  # counts of wool, milk, grain, cheese, bread, whisky
ByImport = dict[str, int]  # counts of cotton, tobacco, sugar
ByUnit = dict[str, int]  # counts by type of unit


class View(TypedDict):
    """A match as a seat or a spectator sees it. Spaces are "q,r"; money is in pounds."""

    seat: int | None  # the viewer; None for a spectator
    round: int  # 0 before round 1
    rounds: int
    phase: Phase
    actors: list[int]
    order: list[int]  # turn order of this round
    passed: list[int]  # in order of passing
    pass_money: int  # for the next seat that passes
    turn: TurnView | None  # only in the action phase
    map: MapView
    units: list[UnitView]
    ports: list[PortView]  # empty in a match without port tiles
    scoring: list[ScoringView]  # of rounds 1 to 5, in order; empty without scoring tiles
    contracts: ContractsView
    imports: ImportsView
    market: list[TrackView]
    sets: list[SetView]  # still to be chosen
    auction: AuctionView | None
    placing: list[int]  # seats that still place a starting worker, in order
    players: list[PlayerView]  # by seat
    costs: dict[str, int]  # total cost of each legal `place` and `expand` of the viewer
    grade: str | None  # of a finished solo game


class TurnView(TypedDict):
    """The running turn."""

    seat: int
    stage: Stage  # before or after the main action
    must_trade: str | None  # good whose price port tile 6 moved
    rowed: bool
    bought_from_neighbours: ByGood  # in this turn
    frames: list[FrameView]  # the last one is resolved first


class MeatView(TypedDict):
    """Animals still to be slaughtered."""

    frame: Literal["meat"]
    contract: int
    beef: int
    mutton: int
    waivers: list[str]  # moves that spare an animal, without its name, for example "port a"


class RewardsView(TypedDict):
    """The rewards of a fulfilled contract that are still left."""

    frame: Literal["rewards"]
    contract: int
    expand: int
    upgrade: int
    beer: int


class BonusView(TypedDict):
    """The neighbourhood bonus and the building bonuses left."""

    frame: Literal["bonus"]
    goods: list[OfferView]
    draws: int


class OfferView(TypedDict):
    """A good that neighbours offer, and how many of it the seat can buy."""

    good: str
    price: int
    most: int


class KeepView(TypedDict):
    """Contracts drawn with a building bonus."""

    frame: Literal["keep"]
    contracts: list[ContractView]


class SwapView(TypedDict):
    """The exchanges left at port tile 7, and the unit types removed and added so far."""

    frame: Literal["swap"]
    left: int
    removed: list[str]
    added: list[str]


class SecondView(TypedDict):
    """Buchanan's second fulfilment, and the contract fulfilled first."""

    frame: Literal["second"]
    after: int


FrameView = MeatView | RewardsView | BonusView | KeepView | SwapView | SecondView


class MapView(TypedDict):
    """The assembled map."""

    modules: list[int]  # the sides of a, b, c, d
    small: bool  # for one or two players
    spaces: list[SpaceView]
    rivers: list[list[str]]  # each a pair of spaces


class MistView(TypedDict):
    """A hex that is not part of the map."""

    at: str
    kind: Literal["mist"]


class LandView(TypedDict):
    """A land space."""

    at: str
    border: bool
    kind: Literal["land"]
    terrain: str  # letters out of g, f, m
    cost: int
    delta: bool
    closed: bool  # by a neutral worker


class PortSpaceView(TypedDict):
    """A port space."""

    at: str
    border: bool
    kind: Literal["port"]
    corner: str  # a, b, c or d


class LochView(TypedDict):
    """A loch."""

    at: str
    border: bool
    kind: Literal["loch"]


SpaceView = MistView | LandView | PortSpaceView | LochView


class UnitView(TypedDict):
    """A unit on the map."""

    at: str
    seat: int
    unit: str


class PortView(TypedDict):
    """A port tile."""

    corner: str  # a, b, c or d
    at: str
    tile: int
    text: str  # its effect, in English
    used: list[int]  # seats that have used it
    in_reach: list[int]  # seats that have it in reach and have not used it


class ScoringView(TypedDict):
    """The scoring tile of a round."""

    round: int
    tile: int
    text: str  # what counts, in English


class ContractView(TypedDict):
    """An export contract: its price in goods and meat, and its rewards."""

    id: int
    goods: ByGood
    beef: int
    mutton: int
    imports: ByImport
    hops: int
    money: int
    expand: int  # free-land expansions
    upgrade: int  # bonus upgrades


class ContractsView(TypedDict):
    """Contracts on display and in the pile."""

    slots: list[ContractView | None]  # None where a slot is empty
    cost: int  # of taking one now; below 0 it is money gained
    costs: list[int]  # by round
    pile: int  # number of contracts in it
    known_at_bottom: list[int]  # numbers of those that all have seen


class ImportsView(TypedDict):
    """The import counters, and the current value of each import."""

    mode: str  # scarce or fixed
    counters: ByImport
    values: ByImport


class TrackView(TypedDict):
    """The price of a good and the merchants on its areas."""

    good: str
    track: list[int]  # prices by position
    start: int  # the position before the first trade
    position: int
    price: int
    buyers: list[MerchantCountView]
    sellers: list[MerchantCountView]


class MerchantCountView(TypedDict):
    """The number of merchants of a seat in an area."""

    seat: int
    merchants: int


class SetView(TypedDict):
    """A clan with its starting tile."""

    clan: str | None  # None in a match without clans
    ability: str | None  # in English
    tile: int
    money: int
    goods: ByGood


class AuctionView(TypedDict):
    """The running auction."""

    to_bid: int  # seat that must bid or fold
    bid: int | None  # the highest, None before the first
    bidder: int | None
    folded: list[int]


class CanMake(TypedDict):
    """The most that could be produced now, and the grain that bread and whisky share."""

    cheese: int
    bread: int
    whisky: int
    grain: int


class PlayerView(TypedDict):
    """The belongings of a seat."""

    seat: int
    clan: str | None  # None until it is chosen, and in a match without clans
    ability: str | None  # in English
    tile: int | None  # the starting tile
    money: int
    goods: ByGood  # in stock
    glory: int
    bid: int  # points paid for the clan
    supply: ByUnit  # left on the own board
    on_map: ByUnit
    unit_costs: ByUnit  # without the land
    income: int  # money from workers per production
    merchants: int  # in stock
    merchants_on_board: int  # still to be hired
    shipping: int
    shipping_text: str  # in English
    techs: list[str]  # flipped technology tiles
    boxes: list[ContractView]
    free_boxes: int
    fulfilled: list[int]  # contracts
    imports: ByImport  # on fulfilled contracts; hops and meat likewise
    hops: int
    meat: int
    cellar: list[int]  # places with a barrel
    settlements: int  # largest number of linked ones
    passed: bool
    deciding: str | None  # verb of its next decision in the production phase
    can_make: CanMake
    worth: dict[str, int]  # points by breakdown key if the match ended now
