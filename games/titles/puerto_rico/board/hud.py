"""The parts around the board: numbers of the seats, zones, buttons of the turn bar."""

from __future__ import annotations

from games.boards.base import Scene, Stat, Zone
from games.boards.hud import StatColumn, StatTable

from . import vocabulary
from .scene_access import view_of
from .translations import gettext_lazy as _

# moves that have no place on the board
CLOSING_MOVES = ("privilege worker", "privilege none", "pass", "reopen")

ZONES = (
    Zone("pr-roles", _("Roles")),
    Zone("pr-fields", _("Plantations"), _("Fields")),
    Zone("pr-harbor", _("Cargo ships"), _("Ships")),
    Zone("pr-house", _("Trading house"), _("House")),
    Zone("pr-supplies", _("Supplies")),
    Zone("pr-mine", _("Your island"), _("Island"), is_own=True),
    Zone("pr-market", _("Buildings")),
    Zone("pr-words", _("The position in words"), _("In words")),
)

STATS = StatTable(
    "puerto_rico",
    "sprite.svg",
    {
        "doubloon": _("Doubloons"),
        "worker": _("Workers and circles"),
        "city": _("Points of buildings"),
        "chip": _("Points from shipping"),
        **vocabulary.GOODS,
        **{
            f"produced_{good}": StatColumn(
                _("%(good)s, plus production per craftsman phase", good=name), key=good
            )
            for good, name in vocabulary.GOODS.items()
        },
    },
)


def stats(scene: Scene, seat: int) -> tuple[Stat, ...]:
    """The numbers of a seat: what it owns, and how much it has and makes of each good."""
    data = view_of(scene)["seats"][seat]
    circles = sum(tile["n"] for tile in data["tiles"].values()) + sum(data["circles"].values())
    values: dict[str, object] = {
        "doubloon": data["doubloons"],
        "worker": f"{data['workers']}/{circles}",
        "city": data["building_points"],
        "chip": "?" if data["chips"] is None else data["chips"],
    }
    for good, n in data["goods"].items():
        if makes := data["production"][good]:
            values[f"produced_{good}"] = f"{n} +{makes}"
        elif n:
            values[good] = n
    return STATS(values)
