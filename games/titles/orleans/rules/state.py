"""The position of a match: what lies in the middle, whose turn it is, and one board per seat.

The flow of the game is in the modules of its phases; they all work on a `State`.
"""

from __future__ import annotations

from typing import Annotated

from games.rules.chance import Dealer
from games.rules.fields import SHARED, Fields, fields
from games.rules.match import Match

from .board import Board
from .components import PILE_ROUNDS, event_value

# phases, and the steps within the action phase
CENSUS, FOLLOWERS, PLANNING, ACTIONS, EVENT, END = (
    "census",
    "followers",
    "planning",
    "actions",
    "event",
    "end",
)
DEED_STEP, SETTLE_STEP, TECHNOLOGY_STEP = "deed", "settle", "technology"


@fields
class State(Match, Fields):
    """Everything on the table.

    Attributes:
        round: 1 to 18.
        phase, step: where the round is; `step` is "" unless an action or pass goes on.
        start, turn: the start player; the seat whose turn it is in the action phase.
        deck: the events of all 18 rounds; those to come are hidden.
        edges: per edge the goods that lie on it.
        followers, goods, technology: the supplies.
        available: place tiles nobody has, in number order, level I first.
        deeds: per deed the filled slots, a bit each.
        citizens: the citizens nobody has, a bit each (`components.CITIZENS`).
        drawn: tiles out of the bag while the bathhouse is decided.
        using: the place whose action goes on, or -1.
        asking: `first` and `later` technology tiles still to be asked for after a pass.
    """

    round: int
    phase: str
    step: str
    start: int
    turn: int
    technology: int
    citizens: int
    using: int
    deck: Annotated[list[str], SHARED]
    followers: list[int]
    goods: list[int]
    deeds: list[int]
    edges: list[tuple[int, ...]]
    boards: list[Board]
    available: tuple[int, ...]
    drawn: tuple[int, ...]
    asking: tuple[int, int]

    # what version 2 of the rules changed

    @property
    def tower_takes_overflow(self) -> bool:
        """Only what the market had above its own spaces may go on the tower (rules 5.4).

        In version 1 any two neutral followers might.
        """
        return self.rules_version >= 2

    @property
    def technology_waits_for_pass(self) -> bool:
        """A kept technology tile is laid with a later pass (rules 5.5.5).

        In version 1 it might also be laid in a later planning phase.
        """
        return self.rules_version >= 2

    @property
    def bathhouse_settles(self) -> bool:
        """Where both drawn tiles fit somewhere, one of them is settled (rules 5.5.4).

        In version 1 both might always go back.
        """
        return self.rules_version >= 2

    @property
    def event(self) -> str:
        """This round's event."""
        return self.deck[self.round - 1]

    @property
    def value(self) -> int:
        """The number on this round's hourglass tile, 0 where it has none."""
        return event_value(self.event, self.round)

    def turn_order(self) -> list[int]:
        """All seats from the start player."""
        return [*range(self.start, self.seats), *range(self.start)]

    def station_towns(self) -> int:
        """Towns with anybody's station, a bit each."""
        towns = 0
        for board in self.boards:
            towns |= board.stations
        return towns

    def _redeal(self, seat: int | None, chance: Dealer) -> None:
        """Hidden are the order of the piles and the other seats' plans (rules 9)."""
        deck = self.deck[:]
        for letter, (first, end) in PILE_ROUNDS.items():
            hidden = max(first, self.round)
            if hidden < end:
                deck[hidden:end] = chance.shuffle(f"hourglass:{letter}", deck[hidden:end])
        self.deck = deck
        self.hide_plans(seat)

    def hide_plans(self, seat: int | None) -> None:
        """Put the plans of all other seats back (those that have finished stay finished)."""
        for number, board in enumerate(self.boards):
            if number != seat and board.seen is not None:
                market, slots, board.held_first, board.held_later = board.seen
                board.market = bytearray(market)
                board.slots = bytearray(slots)
                board.codes = board.listed = None
