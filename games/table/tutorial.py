"""A tutorial at its table: what the page explains now, and what the scripted opponents play.

A tutorial is a friendly match with bots whose seed is that of a record
(`games/rulebook/tutorial.py`). As long as the moves follow the record, the bots play its moves and
the page explains the next one.
If the person plays something else, the match continues against ordinary bots.
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
    """What the tutorial shows on a page.

    Attributes:
        words: the explanation.
        selectors: CSS selectors of the controls for the next move; the page highlights the first
            that exists.
        step: the number of the current step, from 1 to `steps`.
        steps: how many steps the tutorial has.
        expected_move: the name of the move of the record, if the draft has another one.
        has_left_script: whether the person has played another move.
        is_turn_complete: whether the turn only needs to be sent.
    """

    words: SafeString | str
    selectors: tuple[str, ...]
    step: int
    steps: int
    expected_move: str = ""
    has_left_script: bool = False
    is_turn_complete: bool = False


@dataclass
class ScriptedBot:
    """A bot that plays the moves of the tutorial's record."""

    guide: Tutorial
    played: Moves

    def choose(self, match: rules.Match, seat: int, rng: random.Random) -> str:
        _count, due = self.guide.due(self.played)
        move = next((move for whose, move in due if whose == seat), "")
        if move not in match.legal_moves(seat):
            raise LookupError(f"the tutorial has no move of seat {seat} here, but {due}")
        self.played += ((seat, move),)
        return move


def tutorial_of(table: Table) -> Tutorial | None:
    """Return the tutorial that this table plays; None for all other tables."""
    guide = rulebook.tutorial_of(table.game)
    return guide if guide is not None and table.seed == guide.seed else None


def played_moves(table: Table) -> Moves:
    """Return all moves of a table in order, without the set-up."""
    moves = table.moves.filter(number__gt=0).order_by("number")
    return tuple((seat or 0, text) for seat, text in moves.values_list("seat", "text"))


def scripted_opponent(table: Table) -> ScriptedBot | None:
    """Return the bot that plays the record; None if the match is no tutorial or has left it."""
    guide = tutorial_of(table)
    if guide is None:
        return None
    past = played_moves(table)
    count, due = guide.due(past)
    return ScriptedBot(guide, past) if due and count == len(past) else None


def tutorial_message(turn: Pov) -> TutorialMessage | None:
    """Return what the tutorial shows to this viewer; None if it shows nothing."""
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
    return TutorialMessage(guide.step_html(at), show.press_selectors(mine[0], *then), step, count)
