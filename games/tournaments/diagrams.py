"""Diagrams of tournaments: a bracket with lines to the next round, and points over rounds.

They are plain numbers for a template and read no database rows. The page says everything in a
diagram in words as well.
"""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, pairwise
from typing import Any

from . import points
from .formats.base import TableResult, TournamentState
from .formats.double_elimination import DoubleEliminationSettings, count_losses

MAX_ROUND_ENTRANTS = 64  # people in a round of a bracket
MAX_CHART_LINES = 5  # as many as seat colours
BOX_WIDTH, ROW_HEIGHT, BOX_GAP, ROUND_GAP, HEAD = (
    176,
    24,
    12,
    40,
    28,
)  # px: width of a box, height of a name in it, space between boxes and rounds, space above
CONNECTOR_LANES = 4  # for vertical lines between two rounds
LONGEST = 20  # characters of a name; a wide one counts two
CHART_WIDTH, CHART_HEIGHT = 320, 150


@dataclass
class BracketBox:
    """A table of a bracket, or a bye; `lane` 1 has the people who lost once."""

    played: TableResult
    lane: int
    top: float = 0.0

    @property
    def height(self) -> int:
        return ROW_HEIGHT * len(self.played.seats)

    @property
    def middle(self) -> float:
        return self.top + self.height / 2


def bracket_diagram(state: TournamentState, names: Mapping[int, str]) -> dict[str, Any]:
    """Return a bracket from the first round of at most `MAX_ROUND_ENTRANTS` on; {} without one.

    Every table stands next to those from which its people come, so that few lines cross.
    """
    played = sorted(state.played, key=lambda one: (one.round, one.number))
    rounds = [list(some) for _number, some in groupby(played, key=lambda one: one.round)]
    while rounds and sum(len(one.seats) for one in rounds[0]) > MAX_ROUND_ENTRANTS:
        rounds.pop(0)
    if not rounds:
        return {}
    columns = [[BracketBox(one, _loss_bracket_of(state, one)) for one in some] for some in rounds]
    for column, following in zip(columns[-2::-1], columns[:0:-1], strict=True):
        at = {one: number for number, box in enumerate(following) for one in box.played.seats}
        column.sort(key=lambda box: (box.lane, *_next_round_key(box, at)))
    low = HEAD
    for lane in sorted({box.lane for column in columns for box in column}):
        if lane:
            low += HEAD
        low = _stack_boxes([[box for box in column if box.lane == lane] for column in columns], low)
    return {
        "width": len(columns) * (BOX_WIDTH + ROUND_GAP) - ROUND_GAP,
        "height": low - BOX_GAP,
        "first": rounds[0][0].round,
        "rounds": [
            {"number": some[0].round, "x": number * (BOX_WIDTH + ROUND_GAP)}
            for number, some in enumerate(rounds)
        ],
        "lower": min((box.top for column in columns for box in column if box.lane), default=0) - 10,
        "boxes": [
            _box_data(box, number * (BOX_WIDTH + ROUND_GAP), names)
            for number, column in enumerate(columns)
            for box in column
        ],
        "lines": [
            line
            for number, (column, following) in enumerate(pairwise(columns), 1)
            for line in _connector_paths(column, following, number * (BOX_WIDTH + ROUND_GAP))
        ],
    }


def _loss_bracket_of(state: TournamentState, table: TableResult) -> int:
    if not isinstance(state.settings, DoubleEliminationSettings):
        return 0
    before = tuple(one for one in state.played if one.round < table.round)
    lost = count_losses(replace(state, played=before))
    return int(all(lost[one] for one in table.seats))


def _next_round_key(box: BracketBox, at: Mapping[int, int]) -> tuple[float, int]:
    """Sort by where its people are in the next round; tables without any come last."""
    found = [at[one] for one in box.played.seats if one in at]
    return (math.fsum(found) / len(found) if found else math.inf, box.played.number)


def _stack_boxes(columns: Sequence[Sequence[BracketBox]], low: int) -> int:
    """Place every box of a lane next to those it comes from; return where the lane ends."""
    end = low
    before: Sequence[BracketBox] = ()
    for column in columns:
        free: float = low
        for box in column:
            sources = [one.middle for one in before if _is_connected(one, box)]
            wanted = math.fsum(sources) / len(sources) - box.height / 2 if sources else free
            box.top = round(max(free, wanted))
            free = box.top + box.height + BOX_GAP
        end = max(end, int(free))
        before = column
    return end


def _is_connected(box: BracketBox, following: BracketBox) -> bool:
    """Whether someone advances from one to the other, rather than dropping to the lower lane."""
    return following.lane in (0, box.lane) and not {*box.played.seats}.isdisjoint(
        following.played.seats
    )


def _connector_paths(
    column: Sequence[BracketBox], following: Sequence[BracketBox], x: int
) -> list[str]:
    pairs = [(one, other) for one in column for other in following if _is_connected(one, other)]
    # if people of one table advance to several, each of those has a vertical line of its own
    lanes = CONNECTOR_LANES if len(pairs) > len({id(one) for one, _other in pairs}) else 1
    return [
        f"M{x - ROUND_GAP} {round(one.middle)}"
        f"H{x - ROUND_GAP * (1 + following.index(other) % lanes) // (lanes + 1)}"
        f"V{round(other.middle)}H{x}"
        for one, other in pairs
    ]


def _box_data(box: BracketBox, x: int, names: Mapping[int, str]) -> dict[str, Any]:
    places = (
        points.effective_ranks(box.played) if box.played.places else (None,) * len(box.played.seats)
    )
    return {
        "x": x,
        "y": box.top,
        "height": box.height,
        "round": box.played.round,
        "is_bye": box.played.is_bye,
        "is_running": box.played.is_running,
        "seats": [
            {
                "entry": one,
                "y": box.top + ROW_HEIGHT * number,
                "name": shorten_name(names[one], LONGEST),
                "place": None if box.played.is_bye else place,
            }
            for number, (one, place) in enumerate(zip(box.played.seats, places, strict=True))
        ],
    }


def shorten_name(name: str, longest: int) -> str:
    """Return a name, shortened to so many characters.

    >>> shorten_name("Konstantinopolitaner", 12), shorten_name("土曜の夜", 6)
    ('Konstantino…', '土曜…')
    """
    wide = [2 if unicodedata.east_asian_width(one) in "WF" else 1 for one in name]
    if sum(wide) <= longest:
        return name
    taken, room = 0, longest - 1
    while wide[taken] <= room:
        room -= wide[taken]
        taken += 1
    return f"{name[:taken]}…"


def points_chart(state: TournamentState, best: Sequence[int]) -> dict[str, Any]:
    """Return the points of the best entrants after each finished round; {} before the second."""
    running = {one.round for one in state.played if one.is_running}
    last = min(running, default=state.round + 1) - 1
    if last < 2:
        return {}
    after = [dict.fromkeys(best, 0.0)]
    for number in range(1, last + 1):
        finished = [one for one in state.finished_tables if one.round <= number]
        counted = points.build_scorecards(state.settings, state.entrants, finished)
        after.append(points.scores(state.settings, counted))
    most = max(max(scored[one] for one in best) for scored in after) or 1.0
    return {
        "rounds": [
            {"number": number, "x": round(CHART_WIDTH * number / last)}
            for number in range(1, last + 1)
        ],
        "most": most,
        "lines": [
            " ".join(
                f"{round(CHART_WIDTH * number / last, 1)},"
                f"{round(CHART_HEIGHT * (1 - scored[one] / most), 1)}"
                for number, scored in enumerate(after)
            )
            for one in best
        ],
    }
