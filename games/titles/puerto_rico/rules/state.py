"""What a match of Puerto Rico holds, and what the rules of all its phases do with it.

Every module that looks at a whole match stands on this one.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from games.rules.fields import SHARED, UNSTORED, Fields, fields
from games.rules.match import Match

from .boards import Board
from .components import SETUPS, VARIANTS, Setup, Variant
from .placement_drafts import PlacementDraft

#: By number of seats and the picker: all seats, from the picker on.
ORDERS = {
    seats: [(*range(picker, seats), *range(picker)) for picker in range(seats)] for seats in SETUPS
}


@fields
class State(Match, Fields):
    """The table: what everybody shares, a board per seat, and where the round stands.

    Attributes:
        round: from 1; governor: the seat that picks first; picks: roles picked in this round.
        step: the kind of decision owed (rules 5.12); role: of the running phase, -1 between.
        picker: the seat that picked the running role; turns: turns finished in its phase.
        card_doubloons, taken_by: by role; -1 where nobody has taken it in this round.
        row: tiles face up; stack: face down, top last; discard: by good.
        supply: barrels by good; house: goods sold; ship_goods, ship_loads: by ship, -1 empty.
        copies: buildings left on the display, by slot.
        ending: conditions met for the end of the match.
        drawn: the acting seat has drawn its hacienda tile.
        produced: bit set of the goods the craftsman made in this phase.
        passes: passes in a row while loading; wharves: bit set of the seats whose wharf sailed;
            sailed: the captain has loaded.
        shelves, stored: by seat, while storing: kinds it may still store, bit set of those stored.
        drafts: by seat, during the placement.
        ready: legal moves of actors that have a choice, worked out when the rules looked for
            single choices; an actor's list holds until it plays, whatever the others do.
        auto: the single-choice rule is playing.
    """

    round: int
    governor: int
    picks: int
    step: str
    role: int
    picker: int
    turns: int
    drawn: bool
    produced: int
    passes: int
    wharves: int
    sailed: bool
    quarries: int
    worker_supply: int
    worker_ship: int
    chips_left: int
    card_doubloons: list[int]
    taken_by: list[int]
    row: list[int]
    stack: list[int]
    discard: list[int]
    supply: list[int]
    house: list[int]
    ship_goods: list[int]
    ship_loads: list[int]
    copies: list[int]
    shelves: list[int]
    stored: list[int]
    ending: tuple[str, ...]
    boards: list[Board]
    drafts: list[PlacementDraft | None]
    setup: Annotated[Setup, UNSTORED]
    variant: Annotated[Variant, UNSTORED]
    ready: Annotated[dict[int, Annotated[list[str], SHARED]], UNSTORED]
    auto: Annotated[bool, UNSTORED]

    def seats_in_order(self) -> tuple[int, ...]:
        """All seats, from the picker of the phase on."""
        return ORDERS[self.seats][self.picker]

    def start_next_turn(self) -> bool:
        """Make the next seat act; False once every seat has had a turn."""
        self.turns += 1
        self.actors = ((self.picker + self.turns) % self.seats,)
        return self.turns < self.seats

    def take_worker(self) -> str:
        """Take a worker from the supply, else from the ship (rules 5.3, 5.8); say whence."""
        if self.worker_supply:
            self.worker_supply -= 1
            return "supply"
        self.worker_ship -= 1
        return "ship"

    def draft(self, seat: int) -> PlacementDraft:
        """The placement of a seat, which must be going on."""
        draft = self.drafts[seat]
        assert draft is not None
        return draft

    def forget_phase(self) -> None:
        """Clear what only matters within one phase."""
        self.turns = 0
        self.drawn = False
        self.produced = 0
        self.passes = 0
        self.wharves = 0
        self.sailed = False
        self.shelves = [0] * self.seats
        self.stored = [0] * self.seats
        self.drafts = [None] * self.seats
        self.auto = False

    def tell(self, kind: str, seat: int, data: dict[str, Any], audience: int | None = None) -> None:
        """Emit what a seat's move did, marked where the single-choice rule made it."""
        if self.auto:
            data["auto"] = True
        self.emit(kind, seat, data, audience)

    def emit_pass(self, seat: int) -> None:
        """Emit that a seat does nothing: of its own will (`pass`) or for want of a choice."""
        if self.auto:
            self.emit("skip", seat, {"step": self.step, "auto": True})
        else:
            self.emit("pass", seat, {"step": self.step})

    def _load(self, state: Mapping[str, Any]) -> None:
        self.load_fields(state)
        self.setup = SETUPS[self.seats]
        self.variant = VARIANTS[self.options["variant"]]
        self.ready = {}
        self.auto = False
