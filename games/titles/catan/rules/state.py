"""What a match of Catan holds, and what the rules of all its phases do with it.

Every module of the rules stands on this one.
"""

from __future__ import annotations

from typing import Any, Self

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
    SOLO,
    TARGET,
    Cost,
)
from .grid import Board, board
from .layout import Layout
from .notation import Notation, notation

Frame = tuple[Any, ...]


class State(Match):
    """The state of one play of Catan, base game or traders.

    Places are indices in reading order, sets of places are ints (see `grid`). Owners of pieces
    are the seats and, with two seats, the neutrals as owners 2 and 3.

    Attributes:
        board, layout, notation: what never changes in a match.
        stack: the frames of phases, the deciding one last (see `turn`).
        active: the seat whose turn it is; turn: turns ended so far.
        site, road: owner by intersection, by path, or -1.
        settlements, cities, roads: sets of places by owner.
        hands: five counts by seat; bank: five counts.
        cards: unplayed development cards by seat, counts by kind; fresh: bought this turn;
            playable: by seat the set of kinds held before.
        points: public points by seat; secret: hidden point cards; rested: public points when
            the seat's last turn ended.
        unloaded: the active seat has delivered in this turn and waits for its end to load again.
    """

    __slots__ = (
        "active",
        "army_holder",
        "arrived",
        "bank",
        "barbarians",
        "board",
        "bought",
        "built",
        "card_played",
        "cards",
        "cities",
        "damaged",
        "deck",
        "delivered",
        "dice",
        "duel",
        "event_card",
        "event_deck",
        "first_move",
        "fresh",
        "frontier",
        "gold",
        "gone",
        "grain_used",
        "hands",
        "harbour_holder",
        "harbour_points",
        "holders",
        "knights",
        "layout",
        "lengths",
        "level",
        "load",
        "movement",
        "neutral_tolls",
        "notation",
        "offers",
        "open_paths",
        "open_spots",
        "owners",
        "playable",
        "points",
        "purchases",
        "rates",
        "reach",
        "rested",
        "retired",
        "revealed",
        "road",
        "road_holder",
        "roads",
        "robber",
        "secret",
        "settlements",
        "site",
        "spent",
        "stack",
        "stacks",
        "taken",
        "target",
        "token_used",
        "tokens",
        "traders",
        "trails",
        "tried",
        "turn",
        "unloaded",
        "wagons",
        "winner",
    )

    board: Board
    layout: Layout
    notation: Notation

    def declare(self) -> None:
        """What follows from seats and options, and every field at its start."""
        seats = self.seats
        scenario = self.options["scenario"]
        self.traders = scenario == "traders"
        self.duel = seats == 2
        self.owners = 4 if self.duel else seats
        self.board = board(scenario)
        self.notation = notation(self.board)
        self.first_move = "event" if self.options["events"] == "on" else "roll"
        self.target = TARGET[scenario] + (self.options["harbourmaster"] == "on")

        self.stack: list[Frame] = []
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

        self.holders: list[tuple[tuple[int, int], ...]] = [()] * len(self.board.hexes)
        self.rates: list[tuple[int, ...]] = [(RATES["bank"],) * ANY] * seats
        self.harbour_points = [0] * seats
        self.harbour_holder = -1

        self.hands = [[0] * len(RESOURCES) for _ in range(seats)]
        self.bank = [BANK_EACH] * len(RESOURCES)
        self.gold = [0] * seats
        self.offers = 0
        self.purchases = 0

        self.deck: tuple[int, ...] = ()
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
        self.barbarians: tuple[int, ...] = ()
        self.dice: tuple[int, ...] = ()
        self.event_deck: tuple[str, ...] = ()
        self.revealed = 0
        self.event_card = ""

        self.wagons = [-1] * seats
        self.level = [1] * seats
        self.load = [-1] * seats
        self.delivered = [0] * seats
        self.stacks: tuple[tuple[str, ...], ...] = ()
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

    # what differs between versions of the rules

    @property
    def next_token_waits(self) -> bool:
        """Whether the next token after a delivery waits for the end of the turn (rules 5.8).

        In version 1 it was taken on arrival (ruling 22).
        """
        return self.rules_version > 1

    # what the rules of all phases use

    def only_active(self) -> tuple[int, ...]:
        """The active seat as the only actor."""
        return SOLO[self.active]

    def score(self, seat: int, amount: int, reason: str) -> None:
        """Public points, with their event."""
        self.points[seat] += amount
        self.emit_score(seat, amount, reason)

    def affords(self, seat: int, cost: Cost) -> bool:
        """Whether the seat has the cards."""
        hand = self.hands[seat]
        return all(hand[kind] >= count for kind, count in cost)

    def pay(self, seat: int, cost: Cost) -> None:
        """Cards from a hand to the bank."""
        hand, bank = self.hands[seat], self.bank
        for kind, count in cost:
            hand[kind] -= count
            bank[kind] += count

    def take(self, seat: int, kind: int) -> None:
        """A card from the bank to a hand."""
        self.bank[kind] -= 1
        self.hands[seat][kind] += 1

    def gold_in_bank(self) -> int:
        """Gold that nobody has."""
        return GOLD_TOTAL - sum(self.gold)

    def start_trip(self, seat: int) -> None:
        """Fresh movement points, whatever was left of an earlier trip."""
        self.movement = MOVEMENT[self.level[seat]]
        self.arrived = False

    def owner_name(self, owner: int) -> int | str:
        """How views and events call an owner: a seat number, n1 or n2."""
        return owner if owner < self.seats else NEUTRALS[owner - self.seats]

    def holder_name(self, holder: int) -> int | str | None:
        """The same of a special card's holder, None where nobody has it."""
        return None if holder < 0 else self.owner_name(holder)

    def _copy(self, twin: Self) -> None:
        twin.board = self.board
        twin.layout = self.layout
        twin.notation = self.notation
        twin.traders = self.traders
        twin.duel = self.duel
        twin.owners = self.owners
        twin.first_move = self.first_move
        twin.target = self.target
        twin.stack = self.stack[:]
        twin.active = self.active
        twin.turn = self.turn
        twin.winner = self.winner
        twin.settlements = self.settlements[:]
        twin.cities = self.cities[:]
        twin.roads = self.roads[:]
        twin.site = self.site[:]
        twin.road = self.road[:]
        twin.built = self.built
        twin.open_spots = self.open_spots
        twin.open_paths = self.open_paths
        twin.reach = self.reach[:]
        twin.frontier = self.frontier[:]
        twin.damaged = self.damaged
        twin.lengths = self.lengths[:]
        twin.trails = self.trails[:]
        twin.road_holder = self.road_holder
        twin.holders = self.holders[:]
        twin.rates = self.rates[:]
        twin.harbour_points = self.harbour_points[:]
        twin.harbour_holder = self.harbour_holder
        twin.hands = [hand[:] for hand in self.hands]
        twin.bank = self.bank[:]
        twin.gold = self.gold[:]
        twin.offers = self.offers
        twin.purchases = self.purchases
        twin.deck = self.deck
        twin.bought = self.bought
        twin.cards = self.cards[:]
        twin.spent = self.spent[:]
        twin.fresh = self.fresh
        twin.playable = self.playable[:]
        twin.card_played = self.card_played
        twin.knights = self.knights[:]
        twin.army_holder = self.army_holder
        twin.points = self.points[:]
        twin.secret = self.secret[:]
        twin.rested = self.rested[:]
        twin.robber = self.robber
        twin.barbarians = self.barbarians
        twin.dice = self.dice
        twin.event_deck = self.event_deck
        twin.revealed = self.revealed
        twin.event_card = self.event_card
        twin.wagons = self.wagons[:]
        twin.level = self.level[:]
        twin.load = self.load[:]
        twin.delivered = self.delivered[:]
        twin.stacks = self.stacks
        twin.taken = self.taken[:]
        twin.movement = self.movement
        twin.arrived = self.arrived
        twin.gone = self.gone
        twin.grain_used = self.grain_used
        twin.tried = self.tried
        twin.unloaded = self.unloaded
        twin.tokens = self.tokens[:]
        twin.token_used = self.token_used
        twin.retired = self.retired
        twin.neutral_tolls = self.neutral_tolls
