"""A match of Clans of Caledonia, which advances from one decision to the next."""

from __future__ import annotations

from typing import Any, cast

from games.rules.match import IllegalMove, Score, rank_scores

from . import (
    autoplay,
    available_actions,
    preparation,
    production,
    rounds,
    scoring,
    summary,
    turns,
    view,
)
from .available_actions import ACTIONS
from .state import State

PLAYS = {verb: action.play for verb, action in ACTIONS.items()}


class Caledonia(State):
    """A match of Clans of Caledonia; `State` declares its fields."""

    __slots__ = ()

    def _start(self) -> None:
        self.queue = ()
        self.turn, self.stage, self.trade, self.rowed = 0, "before", -1, False
        self.bought = [0] * 6
        self.frames = []
        self.steps = [production.NOTHING] * self.seats
        preparation.deal_setup(self)
        self._settle()

    def _list(self, seat: int) -> list[str]:
        if seat not in self.actors:
            return []
        ready = self._ready.get(seat)
        return available_actions.moves(self, self.players[seat], seat) if ready is None else ready

    def _play(self, seat: int, tokens: list[str]) -> None:
        PLAYS[tokens[0]](self, self.players[seat], seat, tokens)
        self._settle()

    def _settle(self) -> None:
        """Play single legal moves until a seat has a choice or the match is over (rules 5)."""
        while True:
            self._find_actors()
            self._ready = ready = {}
            if self.phase == "action" and turns.has_sure_choice(self, self.players[self.turn]):
                return
            for seat in self.actors:
                moves = available_actions.moves(self, self.players[seat], seat)
                if len(moves) == 1:
                    self._play_automatically(seat, moves[0])
                    break
                ready[seat] = moves
            else:
                return

    def _play_automatically(self, seat: int, move: str) -> None:
        tokens = move.split(" ")
        first = len(self._events)
        PLAYS[tokens[0]](self, self.players[seat], seat, tokens)
        self._events[first].data["auto"] = True

    def _find_actors(self) -> None:
        while True:
            if self.phase == "action":
                seat = self.turn
                if turns.close_finished_frames(self, self.players[seat], seat):
                    self.actors = (seat,)
                    return
            elif self.phase == "production":
                deciding = tuple(seat for seat, step in enumerate(self.steps) if step)
                if deciding:
                    self.actors = deciding
                    return
                rounds.score_round(self)
                rounds.begin_next_round(self)
            elif self.phase == "place":
                if self.queue:
                    self.actors = self.queue[:1]
                    return
                rounds.begin_first_round(self)
            elif self.phase == "clans":
                seat_or_none = preparation.next_chooser(self)
                if seat_or_none is not None:
                    self.actors = (seat_or_none,)
                    return
                preparation.begin_placement(self)
            else:
                return

    def restart_turn_of(self, seat: int) -> None:
        """Make it this seat's turn, as if the other seats did nothing.

        Bots use it to look ahead on copies.
        """
        if self.turn != seat:
            self.begin_turn(seat)
            self.actors = (seat,)
            self._ready = {}
            self._lists.clear()

    def scores(self) -> list[Score]:
        return rank_scores(scoring.breakdowns(self), [scoring.tiebreak(p) for p in self.players])

    def view(self, seat: int | None) -> dict[str, Any]:
        return cast(dict[str, Any], view.view(self, seat))

    def auto_move(self, seat: int) -> str:
        return autoplay.auto_move(self, seat)

    def __str__(self) -> str:
        return summary.text(self)

    def _refusal(self, seat: int, tokens: list[str]) -> IllegalMove | None:
        return available_actions.refusal(self, seat, tokens)
