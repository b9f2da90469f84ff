"""What surrounds the board: numbers of the seats, buttons of the turn bar, warnings, verdicts."""

from __future__ import annotations

from collections.abc import Sequence

import games.rules as rules
from games.boards.base import Scene, Stat, Zone
from games.boards.hud import StatColumn, StatTable
from games.boards.view_models import MoveChoice

from ..rules import components as parts
from ..rules.view import Seat
from . import component_data, vocabulary
from .scene_access import own_seat, view_of
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
    view = view_of(scene)
    one = view["seats"][seat]
    goods = {**one["goods"], "bread": one["bread"]}
    built = component_data.station_count(one)
    values: dict[str, object] = {
        "coin": one["coins"],
        **{good: n for good, n in goods.items() if n},
        "citizen": f"({built}+{one['citizens']})×{one['level']}",
        "bag": f"{one['draws']} / {sum(one['bag'].values())}",
    }
    if view["start"] == seat:
        values["hourglass"] = ""
    if view["phase"] == "planning" and seat not in scene.actors:
        values["planned"] = ""
    elif view["phase"] == "actions" and one["passed"]:
        values["passed"] = ""
    elif view["phase"] == "actions":
        values["ready"] = ready_count(one)
    return STATS(values)


def ready_count(seat: Seat) -> int:
    return sum(component_data.is_ready(key, filled) for key, filled in seat["places"].items())


def closing_moves(scene: Scene) -> list[MoveChoice]:
    planning = view_of(scene)["phase"] == "planning"
    return [
        MoveChoice(move, _label(move, scene))
        for move in CLOSING_LABELS
        if move in scene.legal and not (move == "done" and planning)
    ]


def _label(move: str, scene: Scene) -> str:
    """A short label; both buttons of the sacristy name what the event would take."""
    me, short, damage = own_seat(scene), str(CLOSING_LABELS[move]), ""
    if me is not None and move in ("shield", "suffer"):
        damage = component_data.event_consequence(view_of(scene)["event"], me)
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
    best, leads = order[0], score.breakdown
    text = gettext("Most points came from: %(what)s, %(points)s.")
    if score.rank > 1:
        leads = {key: best.breakdown[key] - n for key, n in score.breakdown.items()}
        text = gettext("%(name)s had %(points)s more in: %(what)s.")
        if best.total == score.total:
            text = gettext("Tied on points with %(name)s, but with less development.")
    key = max(leads, key=leads.__getitem__)
    return text % {
        "name": names[best.seat],
        "what": vocabulary.BREAKDOWN[key],
        "points": vocabulary.points(leads[key]),
    }


def unfinished_warning(scene: Scene) -> str:
    """Warn that a pass in the last round leaves ready places unused; else ""."""
    me = own_seat(scene)
    if me is None or list(scene.draft[-1:]) != ["pass"]:
        return ""
    if view_of(scene)["round"] < parts.ROUNDS or not ready_count(me):
        return ""
    return gettext("This is the last round: ready places that you do not use are lost.")
