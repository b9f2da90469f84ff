"""What stands around the board: the numbers of the seats, the zones, the buttons of the bar."""

from __future__ import annotations

from django.templatetags.static import static

from games.boards.base import Choice, Scene, Stat, Zone, paragraph

from . import asking, words
from .seen import view_of
from .wording import gettext as _

# moves that lie nowhere on the board
CLOSING = ("privilege worker", "privilege none", "pass", "reopen")


def stats(scene: Scene, seat: int) -> tuple[Stat, ...]:
    """The numbers of a seat: what it owns, what it has and makes of each good."""
    data = view_of(scene)["seats"][seat]
    circles = sum(tile["n"] for tile in data["tiles"].values()) + sum(data["circles"].values())
    say = words.lexicon()
    chips = "?" if data["chips"] is None else str(data["chips"])
    found = [
        _stat("doubloon", _("Doubloons"), str(data["doubloons"]), "doubloon"),
        _stat("worker", _("Workers and circles"), f"{data['workers']}/{circles}", "worker"),
        _stat("city", _("Points of buildings"), str(data["building_points"]), "city"),
        _stat("chip", _("Points from shipping"), chips, "chip"),
    ]
    for good, n in data["goods"].items():
        makes = data["production"][good]
        if n or makes:
            told = f"{n} +{makes}" if makes else str(n)
            found.append(_stat(good, _said(say.goods[good], makes), told, good))
    return tuple(found)


def _said(good: str, makes: int) -> str:
    return _("%(good)s, and made in a craftsman phase") % {"good": good} if makes else good


def _stat(key: str, label: str, value: str, anchor: str) -> Stat:
    art = f"{static('titles/puerto_rico/sprite.svg')}#{key}"
    return Stat(key, words.first_upper(label), value, art, paragraph("puerto_rico", anchor))


def zones(scene: Scene) -> tuple[Zone, ...]:
    """The parts of the board, in the order of the page."""
    found = [
        Zone("pr-roles", _("Roles")),
        Zone("pr-fields", _("Plantations"), _("Fields")),
        Zone("pr-harbor", _("Cargo ships"), _("Ships")),
        Zone("pr-house", _("Trading house"), _("House")),
        Zone("pr-supplies", _("Supplies")),
        Zone("pr-mine", _("Your island"), _("Island")),
        Zone("pr-market", _("Buildings"), _("Buildings")),
        Zone("pr-words", _("The position in words"), _("In words")),
    ]
    return tuple(zone for zone in found if scene.seat is not None or zone.id != "pr-mine")


def closing(scene: Scene) -> list[Choice]:
    return [Choice(move, asking.label(move, scene)) for move in CLOSING if move in scene.legal]
