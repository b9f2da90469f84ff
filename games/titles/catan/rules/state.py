"""The state of a match of Catan, and the operations that the rules of all phases share.

Every other module of the rules with a `match` uses this one.
"""

from __future__ import annotations

from typing import Annotated, Any

from games.rules.fields import UNSTORED, Fields, fields
from games.rules.match import Match

from .components import (
    ANY,
    BANK_EACH,
    GOLD_TOTAL,
    MOVEMENT,
    NEUTRALS,
    NO_CARDS,
    RATES,
    RESOURCES,
    SINGLE_SEATS,
    TARGET,
    Cost,
)
from .grid import Board, board_of
from .layout import Layout
from .notation import Notation, notation_for

Frame = tuple[Any, ...]


@fields
class State(Match, Fields):
    """The state of a match of Catan, in the scenario `base` or `traders`.

    Places are indices in reading order, and sets of places are ints (see `grid`). Owners of pieces
    are the seats and, with two seats, the neutrals as owners 2 and 3.

    Attributes:
        board, layout, notation: constant during a match.
        stack: the frames of phases; the last one decides (see `turn`).
        active: the seat whose turn it is; turn: number of turns ended so far.
        site, road: owner of each intersection and path, or -1.
        settlements, cities, roads: for each owner the set of places with its pieces.
        hands: for each seat five counts of resource cards; bank: five counts.
        cards: for each seat its unplayed development cards, as counts by kind.
        fresh: the development cards that the active seat bought this turn, as counts by kind.
        playable: for each seat the set of kinds of which it has a card not bought this turn.
        points: public points of each seat; secret: hidden point cards.
        rested: public points of each seat when its last turn ended.
        unloaded: whether the active seat has delivered in this turn, so that its next token
            waits for `end`.
    """

    active: int
    turn: int
    winner: int
    road_holder: int
    harbour_holder: int
    army_holder: int
    offers: int
    purchases: int
    bought: int
    robber: int
    revealed: int
    movement: int
    tried: int
    neutral_tolls: int
    card_played: bool
    arrived: bool
    gone: bool
    grain_used: bool
    token_used: bool
    retired: bool
    event_card: str
    lengths: list[int]
    bank: list[int]
    gold: list[int]
    knights: list[int]
    points: list[int]
    rested: list[int]
    wagons: list[int]
    level: list[int]
    load: list[int]
    delivered: list[int]
    taken: list[int]
    tokens: list[int]
    fresh: tuple[int, ...]
    barbarians: tuple[int, ...]
    dice: tuple[int, ...]
    event_deck: tuple[str, ...]
    stacks: tuple[tuple[str, ...], ...]
    hands: list[list[int]]
    cards: list[tuple[int, ...]]
    spent: list[tuple[int, ...]]
    board: Annotated[Board, UNSTORED]
    layout: Annotated[Layout, UNSTORED]
    notation: Annotated[Notation, UNSTORED]
    traders: Annotated[bool, UNSTORED]
    duel: Annotated[bool, UNSTORED]
    owners: Annotated[int, UNSTORED]
    first_move: Annotated[str, UNSTORED]
    target: Annotated[int, UNSTORED]
    stack: Annotated[list[Frame], UNSTORED]
    settlements: Annotated[list[int], UNSTORED]
    cities: Annotated[list[int], UNSTORED]
    roads: Annotated[list[int], UNSTORED]
    trails: Annotated[list[int], UNSTORED]
    site: Annotated[list[int], UNSTORED]
    road: Annotated[list[int], UNSTORED]
    built: Annotated[int, UNSTORED]
    open_spots: Annotated[int, UNSTORED]
    open_paths: Annotated[int, UNSTORED]
    reach: Annotated[list[int], UNSTORED]
    frontier: Annotated[list[int], UNSTORED]
    damaged: Annotated[int, UNSTORED]
    holders: Annotated[list[tuple[tuple[int, int], ...]], UNSTORED]
    rates: Annotated[list[tuple[int, ...]], UNSTORED]
    harbour_points: Annotated[list[int], UNSTORED]
    deck: Annotated[tuple[int, ...], UNSTORED]
    playable: Annotated[list[int], UNSTORED]
    secret: Annotated[list[int], UNSTORED]
    unloaded: Annotated[bool, UNSTORED]

    def initialize(self) -> None:
        """Set what follows from seats and options, and the start value of every field."""
        seats = self.seats
        scenario = self.options["scenario"]
        self.traders = scenario == "traders"
        self.duel = seats == 2
        self.owners = 4 if self.duel else seats
        self.board = board_of(scenario)
        self.notation = notation_for(self.board)
        self.first_move = "event" if self.options["events"] == "on" else "roll"
        self.target = TARGET[scenario] + (self.options["harbourmaster"] == "on")

        self.stack = []
        self.active = 0
        self.turn = 0
        self.winner = -1

        self.settlements = [0] * self.owners
        self.cities = [0] * self.owners
        self.roads = [0] * self.owners
        self.site = [-1] * len(self.board.spots)
        self.road = [-1] * len(self.board.paths)
        self.built = 0
        self.open_spots = self.board.sites
        self.open_paths = self.board.all_paths
        self.reach = [0] * self.owners
        self.frontier = [0] * self.owners
        self.damaged = 0
        self.lengths = [0] * self.owners
        self.trails = [0] * self.owners
        self.road_holder = -1

        self.holders = [()] * len(self.board.hexes)
        self.rates = [(RATES["bank"],) * ANY] * seats
        self.harbour_points = [0] * seats
        self.harbour_holder = -1

        self.hands = [[0] * len(RESOURCES) for _ in range(seats)]
        self.bank = [BANK_EACH] * len(RESOURCES)
        self.gold = [0] * seats
        self.offers = 0
        self.purchases = 0

        self.deck = ()
        self.bought = 0
        self.cards = [NO_CARDS] * seats
        self.spent = [NO_CARDS] * seats
        self.fresh = NO_CARDS
        self.playable = [0] * seats
        self.card_played = False
        self.knights = [0] * seats
        self.army_holder = -1

        self.points = [0] * seats
        self.secret = [0] * seats
        self.rested = [0] * seats

        self.robber = -1
        self.barbarians = ()
        self.dice = ()
        self.event_deck = ()
        self.revealed = 0
        self.event_card = ""

        self.wagons = [-1] * seats
        self.level = [1] * seats
        self.load = [-1] * seats
        self.delivered = [0] * seats
        self.stacks = ()
        self.taken = [0, 0, 0]
        self.movement = 0
        self.arrived = False
        self.gone = False
        self.grain_used = False
        self.tried = 0
        self.unloaded = False

        self.tokens = [0] * seats
        self.token_used = False
        self.retired = False
        self.neutral_tolls = 0

    # differences between versions of the rules

    @property
    def next_token_waits(self) -> bool:
        """Whether the next token after a delivery waits for the end of the turn (rules 5.8).

        In version 1 it was taken on arrival (ruling 22).
        """
        return self.rules_version > 1

    # operations for the rules of all phases

    def active_actor(self) -> tuple[int, ...]:
        """The active seat as the only actor."""
        return SINGLE_SEATS[self.active]

    def score(self, seat: int, amount: int, reason: str) -> None:
        """Add public points and emit their event."""
        self.points[seat] += amount
        self.emit_score(seat, amount, reason)

    def can_afford(self, seat: int, cost: Cost) -> bool:
        """Return whether the seat has the cards."""
        hand = self.hands[seat]
        return all(hand[kind] >= count for kind, count in cost)

    def pay(self, seat: int, cost: Cost) -> None:
        """Move the cards of a cost from a hand to the bank."""
        hand, bank = self.hands[seat], self.bank
        for kind, count in cost:
            hand[kind] -= count
            bank[kind] += count

    def take(self, seat: int, kind: int) -> None:
        """Move a card from the bank to a hand."""
        self.bank[kind] -= 1
        self.hands[seat][kind] += 1

    def gold_in_bank(self) -> int:
        """The gold that no seat has."""
        return GOLD_TOTAL - sum(self.gold)

    def start_trip(self, seat: int) -> None:
        """Give the seat fresh movement points; points left from an earlier trip are lost."""
        self.movement = MOVEMENT[self.level[seat]]
        self.arrived = False

    def owner_name(self, owner: int) -> int | str:
        """The name of an owner in views and events: a seat number, `n1` or `n2`."""
        return owner if owner < self.seats else NEUTRALS[owner - self.seats]

    def holder_name(self, holder: int) -> int | str | None:
        """The same for the holder of a special card; None if nobody holds it."""
        return None if holder < 0 else self.owner_name(holder)
