"""The state of a match: the common supply, the course of the round, and one board per seat.

The modules of the phases contain the rules; all of them work on a `State`.
"""

from __future__ import annotations

from typing import Annotated

from games.rules.chance import Dealer
from games.rules.fields import SHARED, Fields, fields
from games.rules.match import Match

from .board import Board
from .components import PILE_ROUNDS, event_value

# Phases, and the steps within the action phase
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
    """The whole state of a match of Orléans.

    Attributes:
        round: 1 to 18.
        phase, step: the current phase; `step` is "" unless an action or pass is unfinished.
        start, turn: the start player; the seat whose turn it is in the action phase.
        deck: the events of all 18 rounds; future ones are hidden.
        edges: for each edge the goods on it.
        followers, goods, technology: the supplies.
        available: place tiles that nobody owns, in number order, level I first.
        deeds: for each deed its filled slots as a bit set.
        citizens: the citizens that nobody has, as a bit set (`components.CITIZENS`).
        drawn: tiles from the bag while the seat chooses in the bathhouse.
        using: the place whose action is unfinished, or -1.
        asking: numbers of `first` and `later` technology tiles still to lay or keep after a pass.
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

    # differences between versions 1 and 2 of the rules

    @property
    def tower_takes_overflow(self) -> bool:
        """Whether the tower takes only what the market had above its own spaces (rules 5.4).

        In version 1 it took any two neutral followers.
        """
        return self.rules_version >= 2

    @property
    def technology_waits_for_pass(self) -> bool:
        """Whether a kept technology tile must wait for a later pass (rules 5.5.5).

        In version 1 seats could also lay it in a later planning phase.
        """
        return self.rules_version >= 2

    @property
    def bathhouse_settles(self) -> bool:
        """Whether one of two drawn tiles must be settled if both fit somewhere (rules 5.5.4).

        In version 1 both could always go back.
        """
        return self.rules_version >= 2

    @property
    def event(self) -> str:
        """The event of this round."""
        return self.deck[self.round - 1]

    @property
    def value(self) -> int:
        """The number on this round's hourglass tile; 0 if it has none."""
        return event_value(self.event, self.round)

    def turn_order(self) -> list[int]:
        """All seats in turn order, from the start player."""
        return [*range(self.start, self.seats), *range(self.start)]

    def station_towns(self) -> int:
        """The towns with a station of any seat, as a bit set."""
        towns = 0
        for board in self.boards:
            towns |= board.stations
        return towns

    def _redeal(self, seat: int | None, chance: Dealer) -> None:
        """Shuffle the future events of each pile and hide other seats' plans (rules 9)."""
        deck = self.deck[:]
        for letter, (first, end) in PILE_ROUNDS.items():
            hidden = max(first, self.round)
            if hidden < end:
                deck[hidden:end] = chance.shuffle(f"hourglass:{letter}", deck[hidden:end])
        self.deck = deck
        self.hide_plans(seat)

    def hide_plans(self, seat: int | None) -> None:
        """Undo the plans of all other seats; seats that have finished stay finished."""
        for number, board in enumerate(self.boards):
            if number != seat and board.seen is not None:
                market, slots, board.held_first, board.held_later = board.seen
                board.market = bytearray(market)
                board.slots = bytearray(slots)
                board.codes = board.listed = None
