"""The strip of rounds (scoring tiles, costs, imports, turn order), and the last points."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from games.boards import Scene

from ..rules import components as parts
from ..rules import scoring
from ..rules.match import Caledonia
from ..rules.view_types import PlayerView, View
from .scene_access import match_of, view_of

Steps = Sequence[tuple[int, int]]


class RoundShield(NamedTuple):
    """A round; `tile` is 0 without scoring tiles, `mine` what the viewer gets for it now, if known.

    `cost` is that of a contract; below 0 it is money gained. `state` is "past", "now" or "coming".
    """

    round: int
    tile: int
    mine: int | None
    cost: int
    state: str


class ImportCounter(NamedTuple):
    """An import: its counter (None if `imports=fixed`) and the value of one."""

    kind: str
    imported: int | None
    value: int

    @property
    def coin(self) -> int:
        """The count that brings the next pound."""
        return ((self.imported or 0) // parts.COIN_EVERY + 1) * parts.COIN_EVERY


class OrderPlace(NamedTuple):
    """A place in an order: its seat (None until a seat passes) and its pass money."""

    seat: int | None
    name: str
    money: int | None = None
    is_acting: bool = False
    has_passed: bool = False


class SoloState(NamedTuple):
    """The state of a solo game: counts, the next counts that score more, points so far."""

    exports: int
    next_exports: int
    settlements: int
    next_settlements: int
    total: int
    grade: str


class Rounds(NamedTuple):
    """The whole strip."""

    shields: list[RoundShield]
    imports: list[ImportCounter]
    order: tuple[OrderPlace, ...]
    passing: tuple[OrderPlace, ...]
    solo: SoloState | None


class LeagueRow(NamedTuple):
    """A seat in a ranking; `how` explains how tied seats share their places."""

    seat: int
    name: str
    n: int
    points: int
    how: str


class FinalScoring(NamedTuple):
    """The last points of a match: its rankings by breakdown key; kind, number, value of imports."""

    leagues: tuple[tuple[str, tuple[LeagueRow, ...]], ...]
    imports: tuple[tuple[str, int, int], ...]


def rounds(scene: Scene) -> Rounds:
    view, match = view_of(scene), match_of(scene)
    data, acting = view["imports"], view["turn"]["seat"] if view["turn"] else None
    return Rounds(
        [_shield(scene, match, n, cost) for n, cost in enumerate(view["contracts"]["costs"], 1)],
        [
            ImportCounter(kind, data["counters"][kind] if data["mode"] == "scarce" else None, value)
            for kind, value in data["values"].items()
        ],
        tuple(
            OrderPlace(seat, scene.names[seat], None, seat == acting, seat in view["passed"])
            for seat in view["order"]
        ),
        _passing_order(view, scene.names),
        solo(view["players"][0]) if len(view["players"]) == 1 else None,
    )


def _shield(scene: Scene, match: Caledonia, number: int, cost: int) -> RoundShield:
    tile, now = match.tiles[number - 1] if match.tiles else 0, match.round
    is_past = number < now or scene.over
    mine = None
    if tile and scene.seat is not None and not is_past:
        mine = scoring.tile_glory(match, match.players[scene.seat], tile)
    state = "past" if is_past else "now" if number == now else "coming"
    return RoundShield(number, tile, mine, cost, state)


def _passing_order(view: View, names: Sequence[str]) -> tuple[OrderPlace, ...]:
    """The places of the next round: seats that passed, then the pass money of free places."""
    if view["phase"] != "action":
        return ()
    seats = len(view["players"])
    passed: list[int | None] = [] if seats == 1 else [*view["passed"]]
    passed += [None] * (seats - len(passed))
    return tuple(
        OrderPlace(seat, "" if seat is None else names[seat], money)
        for seat, money in zip(passed, parts.PASS_MONEY, strict=False)
    )


def solo(player: PlayerView) -> SoloState:
    """The solo score as if the match ended now."""
    exports, linked = len(player["fulfilled"]), player["settlements"]
    total = sum(player["worth"].values())
    return SoloState(
        *(exports, _next_step(exports, parts.SOLO_EXPORTS)),
        *(linked, _next_step(linked, parts.SOLO_SETTLEMENTS)),
        *(total, scoring.solo_grade(total)),
    )


def _next_step(count: int, steps: Steps) -> int:
    """The least count that scores more than this one; the highest step if none does."""
    now = scoring.step_points(count, steps)
    return min((least for least, points in steps if points > now), default=steps[0][0])


def final_scoring(scene: Scene) -> FinalScoring | None:
    view = view_of(scene)
    if not scene.over:
        return None
    players, data = view["players"], view["imports"]
    imports = [(kind, data["counters"][kind], value) for kind, value in data["values"].items()]
    exports = [len(player["fulfilled"]) for player in players]
    settled = [player["settlements"] for player in players]
    leagues = (
        _league(scene, "exports", exports, parts.EXPORT_PLACES),
        _league(scene, "settlements", settled, parts.SETTLEMENT_PLACES),
    )
    return FinalScoring(leagues, tuple(sorted(imports, key=lambda one: (one[2], -one[1]))))


def _league(
    scene: Scene, key: str, counts: list[int], points: Mapping[int, Sequence[int]]
) -> tuple[str, tuple[LeagueRow, ...]]:
    """A ranking by these counts: its key in the breakdown and its rows."""
    players = view_of(scene)["players"]
    places = points.get(len(players), ())  # none in the solo game
    rows = [
        LeagueRow(
            seat, scene.names[seat], n, players[seat]["worth"][key], _tie_text(counts, n, places)
        )
        for seat, n in enumerate(counts)
    ]
    return key, tuple(sorted(rows, key=lambda row: -row.n))


def _tie_text(counts: list[int], n: int, places: Sequence[int]) -> str:
    """The split of tied places, "(12 + 6) ÷ 2"; "" without a tie."""
    tied = counts.count(n)
    if tied < 2 or not places:
        return ""
    better = sum(other > n for other in counts)
    return f"({' + '.join(map(str, places[better : better + tied]))}) ÷ {tied}"
