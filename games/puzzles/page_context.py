"""The context of a puzzle's page: its board without names, and after an attempt the solution."""

from __future__ import annotations

from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from ..boards import presenter
from ..boards.cached_urls import url
from ..models import Seat, Table
from ..rulebook import rules_tips
from ..studies.analysis.page_context import board_context
from ..studies.analysis.positions import position_of
from ..studies.models import Variation
from ..table.access import is_visible_to
from ..table.session.loader import rules_guard
from ..table.views.page_context import label_move_before
from ..table.views.scenes import build_scene
from ..table.views.seat_strip import Player
from .models import Puzzle
from .puzzles import AttemptResult


class Solution(NamedTuple):
    """The best move and the move of the match in words, with their chances to win in per cent.

    `table_url` and `move` lead to the match; "" and 0 if the reader may not see it.
    """

    best: str
    played: str
    best_chance: int | None
    played_chance: int | None
    table_url: str = ""
    move: int = 0


def player_names(puzzle: Puzzle) -> list[str]:
    """Return names that identify nobody."""
    return [_("Player %(n)s") % {"n": n + 1} for n in range(puzzle.table.seat_count)]


def position_line(puzzle: Puzzle, move: str = "") -> Variation:
    """Return the position of a puzzle, after a move that is tried, as an unsaved variation."""
    moves = [[puzzle.seat, move]] if move else []
    return Variation(
        table=puzzle.table,
        after_move=puzzle.after_move,
        seat=puzzle.seat,
        seed=puzzle.seed,
        moves=moves,
        position=len(moves),
    )


def puzzle_context(puzzle: Puzzle, move: str = "") -> dict[str, Any]:
    """Return the context of the fragment: the puzzle, or the position after a move that is tried.

    The board shows what the seat of the puzzle knew. Nothing in it leads to people or to the match.

    Raises:
        MatchLoadError: the match cannot be loaded.
    """
    names, line = player_names(puzzle), position_line(puzzle, move)
    nobody = Table(
        key="puzzle",
        game=puzzle.game,
        options=puzzle.table.options,
        seat_count=puzzle.table.seat_count,
        status=Table.Status.FINISHED,
    )
    seats = [Seat(table=nobody, number=n, record_name=name) for n, name in enumerate(names)]
    with rules_guard(puzzle.table):
        found, at = position_of(puzzle.table, line)
        legal = [] if at else found.match.legal_moves(puzzle.seat)
        scene = build_scene(found.match, puzzle.seat, names, legal, in_words=True)
        board = board_context(nobody, seats, line, found, scene)
    if at:
        board |= {
            "closing": [],
            "prompt": _("Press “Check my move”, or undo it and try another one."),
        }
    return {
        "table": nobody,
        "puzzle": puzzle,
        "to": puzzle.get_absolute_url(),
        "plays": True,
        "is_shared": False,
        "at": at,
        "back": 0 if at else None,
        "on": None,
        "marks": "",
        "tried": move if at else "",
        "me": puzzle.seat,
        "my_name": names[puzzle.seat],
        "is_over": False,
        "legal": legal,
        "legal_words": _("Moves in words"),
        "finals": (),
        "reads_on": False,
        "refused": "",
        "note_of": lambda text: rules_tips.move_rules_url(puzzle.game, text),
        **board,
        "players": [_without_links(player) for player in board["players"]],
    }


def _without_links(player: Player) -> Player:
    """A seat whose points do not lead to the moves that earned them."""
    points = tuple((label, value, "") for label, value, _url in player.facts.points)
    return player._replace(facts=player.facts._replace(points=points))


def move_words(puzzle: Puzzle, move: str) -> str:
    """Return a move in words, as the seat of the puzzle reads it.

    Raises:
        MatchLoadError: the match cannot be loaded.
    """
    with rules_guard(puzzle.table):
        (before, _news), _done = position_of(puzzle.table, position_line(puzzle))
        show = presenter(puzzle.game)
        return label_move_before(show, before, puzzle.seat, move, player_names(puzzle))


def solution_of(puzzle: Puzzle, reader: Any) -> Solution:
    """Return the solution, for a reader who has tried the puzzle.

    Raises:
        MatchLoadError: the match cannot be loaded.
    """
    is_visible = is_visible_to(puzzle.table, reader)
    number = puzzle.after_move + 1
    chances = [
        None if puzzle.best_chance is None else round(100 * chance)
        for chance in (puzzle.best_chance or 0.0, puzzle.played_chance)
    ]
    return Solution(
        move_words(puzzle, puzzle.best),
        move_words(puzzle, puzzle.played),
        chances[0],
        chances[1],
        f"{url('games:replay', puzzle.table.key)}?move={number}" if is_visible else "",
        number if is_visible else 0,
    )


def result_context(puzzle: Puzzle, reader: Any, result: AttemptResult | None) -> dict[str, Any]:
    """Return what the page says of an attempt: of `result`, or of the stored first attempt."""
    if result is None:
        return {"result": None, "solution": None, "answer": ""}
    return {
        "result": result,
        "solution": solution_of(puzzle, reader),
        "answer": move_words(puzzle, result.move),
    }
