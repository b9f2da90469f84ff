"""The state of a match of Puerto Rico, and operations on it that all phases share.

Every module that uses a whole match depends on this one.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from games.rules.fields import SHARED, UNSTORED, Fields, fields
from games.rules.match import Match

from .boards import Board
from .components import SETUPS, VARIANTS, Setup, Variant
from .placement_drafts import PlacementDraft

#: By number of seats and picker: all seats in turn order, starting with the picker.
ORDERS = {
    seats: [(*range(picker, seats), *range(picker)) for picker in range(seats)] for seats in SETUPS
}


@fields
class State(Match, Fields):
    """The table: what all seats share, a board per seat, and the progress of the round.

    Attributes:
        round: from 1.
        governor: the seat that picks first.
        picks: roles picked in this round.
        step: the kind of the current decision (rules 5.12).
        role: the role of the running phase; -1 between phases.
        picker: the seat that picked the running role.
        turns: finished turns of the phase.
        card_doubloons: by role.
        taken_by: by role; -1 if no seat has taken it in this round.
        row: face-up tiles.
        stack: face-down tiles, the top one last.
        discard: tiles by good.
        supply: barrels by good.
        house: goods sold.
        ship_goods, ship_loads: by ship; the good is -1 if the ship is empty.
        copies: buildings left on the display, by slot.
        ending: conditions met for the end of the match.
        drawn: whether the acting seat has drawn its hacienda tile.
        produced: bit set of the goods that the craftsman made in this phase.
        passes: passes in a row while loading.
        wharves: bit set of the seats that have used their wharf.
        sailed: whether the captain has loaded.
        shelves: by seat, while storing: how many kinds it may still store.
        stored: by seat, while storing: bit set of the goods stored.
        drafts: by seat, during the placement.
        ready: legal moves of actors that have a choice, cached when the rules looked for single
            choices. The list of an actor stays valid until it plays, whatever the others do.
        auto: whether the single-choice rule is playing.
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
        """All seats in turn order, starting with the picker of the phase."""
        return ORDERS[self.seats][self.picker]

    def start_next_turn(self) -> bool:
        """Make the next seat act; return False after every seat has had a turn."""
        self.turns += 1
        self.actors = ((self.picker + self.turns) % self.seats,)
        return self.turns < self.seats

    def take_worker(self) -> str:
        """Take a worker from the supply, or else from the ship (rules 5.3, 5.8); return which."""
        if self.worker_supply:
            self.worker_supply -= 1
            return "supply"
        self.worker_ship -= 1
        return "ship"

    def draft(self, seat: int) -> PlacementDraft:
        """The placement of a seat, which must be in progress."""
        draft = self.drafts[seat]
        assert draft is not None
        return draft

    def forget_phase(self) -> None:
        """Clear everything that matters only within one phase."""
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

    def emit_move(
        self, kind: str, seat: int, data: dict[str, Any], audience: int | None = None
    ) -> None:
        """Emit an event of a seat's move, marked `auto` if the single-choice rule made the move."""
        if self.auto:
            data["auto"] = True
        self.emit(kind, seat, data, audience)

    def emit_pass(self, seat: int) -> None:
        """Emit that a seat does nothing: by choice (`pass`), or because it must (`skip`)."""
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
