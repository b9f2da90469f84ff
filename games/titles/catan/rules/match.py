"""A match of Catan: the rules of all phases behind the interface that all games share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from games.rules.chance import Dealer
from games.rules.match import IllegalMove, Score

from . import (
    auto_answers,
    autoplay,
    determinize,
    refusal,
    scoring,
    setup,
    storage,
    summary,
    view,
)
from .state import State
from .turn import PHASE_MOVES, VERBS, advance


class CatanMatch(State):
    """A match of Catan, in the scenario `base` or `traders`."""

    __slots__ = ()

    def scores(self) -> list[Score]:
        """Points of every seat (rules 8)."""
        return scoring.scores(self)

    def view(self, seat: int | None) -> dict[str, Any]:
        """What a seat or a spectator may see (rules 9); `view.View` describes it."""
        return cast(dict[str, Any], view.view(self, seat))

    def auto_move(self, seat: int) -> str:
        """The move of a seat that must act and has run out of time (rules 12)."""
        return autoplay.auto_move(self, seat)

    def auto_answers(self, seat: int) -> list[str]:
        """The automatic answers to other seats' offers that a seat may set now."""
        return auto_answers.available_auto_answers(self, seat)

    def auto_answer(self, seat: int, chosen: Sequence[str]) -> str | None:
        """Return `decline` if one of these automatic answers declines the open offer, else None."""
        return auto_answers.auto_answer(self, seat, chosen)

    def __str__(self) -> str:
        return summary.text(self)

    def _start(self) -> None:
        self.initialize()
        setup.set_up(self)
        advance(self)

    def _list(self, seat: int) -> list[str]:
        phase = self.stack[-1][0]
        if seat in self.actors or (phase == "answers" and seat == self.active):
            return PHASE_MOVES[phase](self, seat)
        return []

    def _play(self, seat: int, tokens: list[str]) -> None:
        VERBS[tokens[0]](self, seat, tokens)
        advance(self)

    def _refusal(self, seat: int, tokens: list[str]) -> IllegalMove | None:
        return refusal.refusal(self, seat, tokens)

    def _redeal(self, seat: int | None, chance: Dealer) -> None:
        determinize.redeal(self, seat, chance)

    def _dump(self) -> dict[str, Any]:
        return storage.dump(self)

    def _load(self, state: Mapping[str, Any]) -> None:
        self.initialize()
        storage.load(self, state)
        setup.rebuild_derived_state(self)
