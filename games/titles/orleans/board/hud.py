"""What surrounds the board: numbers of the seats, buttons of the turn bar, warnings, verdicts."""

from __future__ import annotations

from collections.abc import Sequence

import games.rules as rules
from games.boards.base import Scene, Stat, Zone
from games.boards.hud import StatColumn, StatTable
from games.boards.view_models import MoveChoice

from ..rules import components as parts
from . import component_data, scene_access, vocabulary
from .translations import gettext
from .translations import gettext_lazy as _

ZONES = (
    Zone("or-hourglass", _("The round"), _("Round")),
    Zone("or-mine", _("My board"), _("Board"), is_own=True),
    Zone("or-land", _("The map"), _("Map")),
    Zone("or-tracks", _("Tracks"), _("Tracks")),
    Zone("or-deeds", _("Deeds")),
    Zone("or-offer", _("Place tiles on offer"), _("Tiles")),
    Zone("or-supply", _("Supply"), _("Supply")),
)

STATS = StatTable(
    "orleans",
    "sprite.svg",
    {
        "coin": _("Coins"),
        **vocabulary.GOODS,
        "citizen": _("Stations and citizens × level"),
        "bag": _("Followers per round, and in the bag"),
        "hourglass": _("Start player"),
        "planned": StatColumn(_("Has finished planning"), note="done", key="tick"),
        "passed": StatColumn(_("Has passed"), note="pass", key="flag"),
        "ready": StatColumn(_("Ready places"), note="act", key="tick"),
    },
)


def stats(scene: Scene, seat: int) -> tuple[Stat, ...]:
    view = scene_access.view_of(scene)
    one = view["seats"][seat]
    goods = {**one["goods"], "bread": one["bread"]}
    built = len(one["stations"]) + one["road_stations"]
    return STATS(
        {
            "coin": one["coins"],
            **{good: n for good, n in goods.items() if n},
            "citizen": f"({built}+{one['citizens']})×{one['level']}",
            "bag": f"{one['draws']} / {sum(one['bag'].values())}",
            **({"hourglass": ""} if view["start"] == seat else {}),
            **_status(scene, seat),
        }
    )


def _status(scene: Scene, seat: int) -> dict[str, object]:
    """The state of a seat: has planned, has passed, or the number of its ready places."""
    view = scene_access.view_of(scene)
    one = view["seats"][seat]
    if view["phase"] == "planning" and seat not in scene.actors:
        return {"planned": ""}
    if view["phase"] != "actions":
        return {}
    if one["passed"]:
        return {"passed": ""}
    ready = sum(component_data.is_ready(key, filled) for key, filled in one["places"].items())
    return {"ready": ready}


def closing_moves(scene: Scene) -> list[MoveChoice]:
    planning = scene_access.view_of(scene)["phase"] == "planning"
    return [
        MoveChoice(move, _label(move, scene))
        for move in CLOSING_LABELS
        if move in scene.legal and not (move == "done" and planning)
    ]


def _label(move: str, scene: Scene) -> str:
    """A short label; both buttons of the sacristy name what the event would take."""
    me = scene_access.own_seat(scene)
    event = scene_access.view_of(scene)["event"]
    damage = (
        component_data.event_consequence(event, me)
        if me is not None and move in ("shield", "suffer")
        else ""
    )
    short = str(CLOSING_LABELS[move])
    return gettext("%(what)s (%(damage)s)") % {"what": short, "damage": damage} if damage else short


CLOSING_LABELS = {  # in the order of the buttons
    "done": _("Stop drawing"),
    "pass": _("Pass"),
    "finish": _("Only one"),
    "keep": _("Keep for later"),
    "settle none": _("Put both back"),
    "shield": _("Use the sacristy"),
    "suffer": _("Accept the event"),
}


def verdict(score: rules.Score, order: Sequence[rules.Score], names: Sequence[str]) -> str:
    """Name the winner's largest source of points, or the largest gap to the winner."""
    parts_ = score.breakdown
    if score.rank == 1:
        key = max(parts_, key=lambda one: parts_[one])
        values = {"what": vocabulary.BREAKDOWN[key], "points": vocabulary.points(parts_[key])}
        return gettext("Most points came from: %(what)s, %(points)s.") % values
    best = order[0]
    gaps = {key: best.breakdown[key] - n for key, n in parts_.items()}
    key = max(gaps, key=lambda one: gaps[one])
    values = {
        "name": names[best.seat],
        "what": vocabulary.BREAKDOWN[key],
        "points": vocabulary.points(gaps[key]),
    }
    if best.total == score.total:
        return gettext("Tied on points with %(name)s, but with less development.") % values
    return gettext("%(name)s had %(points)s more in: %(what)s.") % values


def unfinished_warning(scene: Scene) -> str:
    """Warn that a pass in the last round leaves ready places unused; else ""."""
    if not scene.draft:
        return ""
    view, last = scene_access.view_of(scene), scene.draft[-1]
    me = scene_access.own_seat(scene)
    if me is None or last != "pass" or view["round"] < parts.ROUNDS:
        return ""
    n = sum(component_data.is_ready(key, filled) for key, filled in me["places"].items())
    if not n:
        return ""
    return gettext("This is the last round: ready places that you do not use are lost.")
