"""A match of Orléans: the hooks of `Match`, delegated to the modules of the phases."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from games.rules.match import IllegalMove, Score, rank_scores

from . import (
    action_phase,
    decisions,
    event_phase,
    followers_phase,
    planning_phase,
    rounds,
)
from .autoplay import auto_move
from .refusal import refusal
from .scoring import points_by_key
from .setup import set_up
from .state import ACTIONS, FOLLOWERS, PLANNING, State
from .view import text_summary, view

Handler = Callable[[State, int, list[str]], str]

HANDLERS: dict[str, Handler] = {
    "draw": followers_phase.play_draw,
    "recall": followers_phase.play_recall,
    "place": planning_phase.play_place,
    "act": action_phase.play_act,
    "pass": lambda state, seat, args: action_phase.pass_turn(state, seat),
    "deed": action_phase.play_deed,
    "finish": lambda state, seat, args: action_phase.finish_act(state, seat),
    "settle": action_phase.play_settle,
    "keep": lambda state, seat, args: action_phase.play_keep(state, seat),
    "shield": lambda state, seat, args: event_phase.play_shield(state, seat),
    "suffer": lambda state, seat, args: event_phase.play_suffer(state, seat),
    "feed": lambda state, seat, args: event_phase.play_harvest(state, seat, ["feed", *args]),
    "pay": lambda state, seat, args: event_phase.play_harvest(state, seat, ["pay"]),
    "torture": rounds.play_torture,
}


KEPT = (FOLLOWERS, PLANNING, ACTIONS)  # phases in which a list is valid until the seat has moved


class OrleansMatch(State):
    """A match of Orléans; `games.rules.match.Match` describes the methods, `State` the state."""

    __slots__ = ()

    def view(self, seat: int | None) -> dict[str, Any]:
        return cast(dict[str, Any], view(self, seat))

    def auto_move(self, seat: int) -> str:
        return auto_move(self, seat)

    def __str__(self) -> str:
        return text_summary(self)

    def _start(self) -> None:
        set_up(self)
        rounds.run_stages(self, rounds.REVEAL)

    def scores(self) -> list[Score]:
        return rank_scores(
            [points_by_key(board) for board in self.boards],
            [(board.development,) for board in self.boards],
        )

    def _list(self, seat: int) -> list[str]:
        if seat not in self.actors:
            return []
        if self.step or self.phase not in KEPT:
            return decisions.legal_moves(self, seat, decisions.current_decision(self, seat))
        board = self.boards[seat]
        if board.listed is None:
            board.listed = decisions.legal_moves(self, seat, self.phase)
        return board.listed

    def _play(self, seat: int, tokens: list[str]) -> None:
        verb, args = tokens[0], tokens[1:]
        if verb == "done":
            phase = planning_phase if self.phase == PLANNING else followers_phase
            stage = phase.play_done(self, seat)
        elif verb == "tech":
            phase_ = planning_phase if self.phase == PLANNING else action_phase
            stage = phase_.play_tech(self, seat, args)
        else:
            stage = HANDLERS[verb](self, seat, args)
        if stage:
            rounds.run_stages(self, stage)

    def _refusal(self, seat: int, tokens: list[str]) -> IllegalMove | None:
        return refusal(self, seat, tokens)
