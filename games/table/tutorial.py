"""A guided first match at its table: what the guide says now, and what its opponents play.

A guided match is an ordinary friendly one with bots whose chance has the seed of the guide's record
(`games/rulebook/tutorial.py`). As long as its moves are the record's, the bots play the record's,
and the page says what comes next. Whoever plays something else plays on against the ordinary bots.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.safestring import SafeString

import games.rules as rules

from .. import rulebook
from ..boards import presenter
from ..models import Table
from ..rulebook.tutorial import LEARNER_SEAT, Moves, Tutorial
from .session.drafts import Pov


class TutorialMessage(NamedTuple):
    """What the guide says on a page.

    `words` tell it; `ways` are selectors of what to press for the move that comes next, the first
    that is there is lit. `expected_move` is the name of that move, where another one is drafted in
    its place; `has_left_script` says that another one was played; `is_turn_complete`, that the turn
    only waits to be sent. `step` counts, up to `steps`.
    """

    words: SafeString | str
    ways: tuple[str, ...]
    step: int
    steps: int
    expected_move: str = ""
    has_left_script: bool = False
    is_turn_complete: bool = False


@dataclass
class ScriptedBot:
    """Plays what stands in the record."""

    guide: Tutorial
    played: Moves

    def choose(self, match: rules.Match, seat: int, rng: random.Random) -> str:
        _count, due = self.guide.due(self.played)
        move = next((move for whose, move in due if whose == seat), "")
        if move not in match.legal_moves(seat):
            raise LookupError(f"the guide has no move of seat {seat} here, but {due}")
        self.played += ((seat, move),)
        return move


def tutorial_of(table: Table) -> Tutorial | None:
    """The guide by which this table was opened; None for all others."""
    guide = rulebook.tutorial_of(table.game)
    return guide if guide is not None and table.seed == guide.seed else None


def played_moves(table: Table) -> Moves:
    """What was played there, from the first move on."""
    moves = table.moves.filter(number__gt=0).order_by("number")
    return tuple((seat or 0, text) for seat, text in moves.values_list("seat", "text"))


def scripted_opponent(table: Table) -> ScriptedBot | None:
    """Who plays for the bots of a guided match that is still the guide's."""
    guide = tutorial_of(table)
    if guide is None:
        return None
    past = played_moves(table)
    count, due = guide.due(past)
    return ScriptedBot(guide, past) if due and count == len(past) else None


def tutorial_message(turn: Pov) -> TutorialMessage | None:
    """What the guide says to whoever looks; None where there is nothing to say."""
    table = turn.table
    guide = tutorial_of(table)
    if guide is None or turn.seat is None or turn.seat.number != LEARNER_SEAT:
        return None
    past, show = played_moves(table), presenter(table.game)
    at, due = guide.due((*past, *((LEARNER_SEAT, move) for move in turn.draft)))
    count, begun = len(guide.steps), sum(one <= at for one in guide.steps)
    if turn.must_confirm and at == len(past) + len(turn.draft):
        return TutorialMessage("", ("#confirm",), begun, count, is_turn_complete=True)
    if not due:
        plays_on = any(number == LEARNER_SEAT for number, _move in past[at:])
        if plays_on and not table.is_over:
            return None
        return TutorialMessage(
            guide.render_words(guide.end if table.is_over else guide.done), (), count, count
        )
    if table.is_over:
        return None
    mine = [move for whose, move in due if whose == LEARNER_SEAT]
    step = begun if mine else min(count, begun + 1)
    if at < len(past):
        return TutorialMessage("", (), step, count, has_left_script=True)
    if not mine:
        return TutorialMessage("", (), step, count)
    if at < len(past) + len(turn.draft):
        return TutorialMessage("", ("#undo",), step, count, expected_move=show.move_label(mine[0]))
    then = mine[1:] if len(due) > 1 else guide.rest(at)[1:]
    return TutorialMessage(guide.step_html(at), show.ways(mine[0], *then), step, count)
