"""The end of a match: the two rankings with their ties resolved, and the values of imports."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from games.boards import Scene
from games.boards.translations import capitalize_first

from ..rules.components import (
    EXPORT_PLACES,
    SETTLEMENT_PLACES,
    SOLO_EXPORTS,
    SOLO_SETTLEMENTS,
)
from ..rules.scoring import place_points, step_points
from . import vocabulary
from .scene_access import view_of
from .translations import gettext as _


class LeagueRow(NamedTuple):
    """A seat in a ranking; `how` explains how tied seats share their places."""

    seat: int
    name: str
    n: int
    points: int
    how: str


class League(NamedTuple):
    """A ranking that gives points."""

    title: str
    counted: str
    rows: tuple[LeagueRow, ...]


class Import(NamedTuple):
    """An import: the total number imported, and the value of each."""

    kind: str
    name: str
    n: int
    value: int


class FinalScoring(NamedTuple):
    """The last points of a match."""

    leagues: tuple[League, ...]
    imports: tuple[Import, ...]


def final_scoring(scene: Scene) -> FinalScoring | None:
    view = view_of(scene)
    if not scene.over:
        return None
    players, names = view["players"], scene.names
    seats = len(players)
    exports = [len(player["fulfilled"]) for player in players]
    settled = [player["settlements"] for player in players]
    leagues = (
        _league(
            _("Most contracts"),
            capitalize_first(_("contracts")),
            names,
            exports,
            EXPORT_PLACES.get(seats, ()),
            SOLO_EXPORTS,
        ),
        _league(
            _("Most settlements"),
            capitalize_first(_("settlements")),
            names,
            settled,
            SETTLEMENT_PLACES.get(seats, ()),
            SOLO_SETTLEMENTS,
        ),
    )
    data = view["imports"]
    imports = [
        Import(kind, capitalize_first(vocabulary.IMPORTS[kind]), data["counters"][kind], value)
        for kind, value in data["values"].items()
    ]
    imports.sort(key=lambda one: (one.value, -one.n))
    return FinalScoring(leagues, tuple(imports))


def _league(
    title: str,
    counted: str,
    names: Sequence[str],
    counts: list[int],
    places: Sequence[int],
    steps: Sequence[tuple[int, int]],
) -> League:
    """A ranking by these counts; in the solo game points by steps."""
    points = place_points(counts, places) if places else [step_points(counts[0], steps)]
    rows = [
        LeagueRow(seat, names[seat], n, points[seat], _tie_text(counts, n, places))
        for seat, n in enumerate(counts)
    ]
    rows.sort(key=lambda row: -row.n)
    return League(title, counted, tuple(rows))


def _tie_text(counts: list[int], n: int, places: Sequence[int]) -> str:
    """The split of tied places, "(12 + 6) ÷ 2"; "" without a tie."""
    tied = counts.count(n)
    if tied < 2 or not places:
        return ""
    better = sum(other > n for other in counts)
    sum_ = " + ".join(map(str, places[better : better + tied]))
    return f"({sum_}) ÷ {tied}"
