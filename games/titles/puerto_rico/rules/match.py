"""A match of Puerto Rico; the single-choice rule drives its phases (rules 5.1)."""

from __future__ import annotations

from typing import Any, cast

from games.rules.chance import Dealer
from games.rules.match import IllegalMove, Score

from . import autoplay, scoring, view
from .boards import Board
from .phases import STEPS, refusal
from .placement_drafts import PlacementDraft, start_draft
from .setup import set_up
from .state import State


class PuertoRico(State):
    """A match of Puerto Rico."""

    __slots__ = ()

    # what every caller uses

    def scores(self) -> list[Score]:
        return scoring.scores(self)

    def view(self, seat: int | None) -> dict[str, Any]:
        return cast(dict[str, Any], view.view(self, seat))

    def auto_move(self, seat: int) -> str:
        return autoplay.auto_move(self, seat)

    def __str__(self) -> str:
        return view.text(self)

    # hooks of `Match`

    def _start(self) -> None:
        set_up(self)

    def _list(self, seat: int) -> list[str]:
        listed = self.ready.get(seat)
        if listed is not None:
            return listed
        # During the placement, a seat that is done (so no actor) may reopen its placement.
        if seat in self.actors or self.step == "placement":
            return STEPS[self.step].moves(self, seat)
        return []

    def _play(self, seat: int, tokens: list[str]) -> None:
        self.ready.pop(seat, None)
        STEPS[self.step].play(self, seat, tokens)
        self._play_single_choices()

    def _play_single_choices(self) -> None:
        """Play the only legal move of an actor, repeatedly (rules 5.1)."""
        while (forced := self._single_choice()) is not None:
            seat, move = forced
            self.auto = True
            STEPS[self.step].play(self, seat, move.split(" "))
            self.auto = False

    def _single_choice(self) -> tuple[int, str] | None:
        """A move without alternative; caches the lists of actors that have a choice in `ready`.

        A seat with a choice in the placement may reopen its placement later.
        """
        actors, ready, step = self.actors, self.ready, self.step
        for seat in actors if len(actors) < 2 else self.seats_in_order():
            if seat in actors and seat not in ready:
                listed = STEPS[step].moves(self, seat)
                if len(listed) == 1:
                    return seat, listed[0]
                ready[seat] = listed
                if step == "placement":
                    self.draft(seat).asked = True
        return None

    def _refusal(self, seat: int, tokens: list[str]) -> IllegalMove | None:
        return refusal(self, seat, tokens)

    def _redeal(self, seat: int | None, chance: Dealer) -> None:
        """Shuffle the face-down stack, and re-deal the secret placements of other seats."""
        self.stack = chance.shuffle("plantations", self.stack)
        for other, draft in enumerate(self.drafts):
            if draft is None or other == seat or not draft.asked:
                continue
            again = start_draft(self.boards[other])
            again.asked = True
            if draft.done:
                _place_randomly(self.boards[other], again, chance)
            self.drafts[other] = again
        self.ready.clear()


def _place_randomly(board: Board, draft: PlacementDraft, chance: Dealer) -> None:
    """Make a random final placement: every worker on any circle."""
    circles = [slot for slot, room in enumerate(board.size) for _ in range(room)]
    draft.at = [0] * len(board.size)
    for slot in chance.draw("placement", circles, board.crew):
        draft.at[slot] += 1
    draft.pool = 0
    draft.done = True
