"""The map of Clans of Caledonia as a drawing: hexes, rivers, ports, everybody's units.

Where a move belongs to a space, its hex is a button. One move is played by the click; where there
are several, `data-choices` holds them (a line each: the move, a tab, its words) for the script.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from django.utils.html import format_html
from django.utils.safestring import SafeString

from games.boards.base import Scene
from portal.quick.words import get_language

from ..rules.view import LandView, LochView, PortSpaceView
from . import hexes, moves, words
from .seen import view_of
from .wording import gettext as _

Space = LandView | PortSpaceView | LochView

WIDTH = round(20 * hexes.SIZE + 2 * hexes.EDGE)
DEPTH = round(9.5 * hexes.HEIGHT + 2 * hexes.EDGE)


def spots(scene: Scene) -> dict[str, list[tuple[str, str]]]:
    """The moves that belong to each space, with their words."""
    found: dict[str, list[tuple[str, str]]] = {}
    ports = {port["corner"]: port["at"] for port in view_of(scene)["ports"]}
    for move in scene.legal:
        at = _space_of(move.split(" "), ports)
        if at is not None:
            found.setdefault(at, []).append((move, moves.label(move, scene)))
    return found


def _space_of(tokens: list[str], ports: dict[str, str]) -> str | None:
    match tokens[0]:
        case "place" | "expand" | "row":
            return tokens[2]
        case "slaughter" | "swap":
            return tokens[1]
        case "port":
            return ports[tokens[1]]
    return None


def drawing(scene: Scene) -> SafeString:
    """The whole map."""
    data, language = view_of(scene)["map"], get_language()
    sight = _Sight(scene)
    pieces = [sight.piece(space) for space in data["spaces"] if space["kind"] != "mist"]
    quiet = [hexes.drawn(language, piece) for piece in pieces if not piece.choices]
    # the spaces that can be chosen come later, so that their rings lie above their neighbours
    chosen = [hexes.drawn(language, piece) for piece in pieces if piece.choices]
    return format_html(
        '<svg class="cal-map" viewBox="0 0 {} {}" data-close="{}">{}{}{}{}{}</svg>',
        WIDTH,
        DEPTH,
        _("Close"),
        hexes.signs(),
        hexes.joined(hexes.mist(s["at"]) for s in data["spaces"] if s["kind"] == "mist"),
        hexes.joined(quiet),
        hexes.joined(chosen),
        hexes.joined(hexes.river(one, other) for one, other in data["rivers"]),
    )


class _Sight:
    """What the map shows of a match, space by space."""

    def __init__(self, scene: Scene) -> None:
        view = view_of(scene)
        self.scene = scene
        self.spots = spots(scene)
        self.units = {unit["at"]: unit for unit in view["units"]}
        self.ports = {port["at"]: port for port in view["ports"]}
        clans = [player["clan"] for player in view["players"]]
        clans += [one["clan"] for one in view["sets"]]
        # only shown where somebody cares for it
        self.deltas = "robertson" in clans
        self.borders = "fergusson" in clans or any(one["tile"] == 5 for one in view["scoring"])
        self.fishing = "macdonald" in clans
        self.news = {
            str(event.data.get("at") or event.data.get("to"))
            for event in scene.news
            if event.kind in ("place", "expand", "swap", "row")
        }

    def piece(self, space: Space) -> hexes.Hex:
        at, kind = space["at"], space["kind"]
        land = space if space["kind"] == "land" else None
        return hexes.Hex(
            at=at,
            kind=kind,
            title=self.title(space),
            name=self._name(space),
            terrain=land["terrain"] if land else "",
            cost=words.pounds(land["cost"]) if land else "",
            border=land is not None and land["border"] and self.borders,
            closed=land is not None and land["closed"],
            port=self._port(at) if kind == "port" else None,
            token=self._token(at),
            choices=tuple(self.spots.get(at, ())),
        )

    def title(self, space: Space) -> str:
        """A space in words: "C4: forest, land £3; Anna: woodcutter"."""
        told = {"space": words.space(space["at"]), "kind": ", ".join(self._kind(space))}
        title = _("%(space)s: %(kind)s") % told
        unit = self.units.get(space["at"])
        if unit is None:
            return title
        return _("%(space)s; %(name)s: %(unit)s") % {
            "space": title,
            "name": self.scene.names[unit["seat"]],
            "unit": words.UNITS[unit["unit"]],
        }

    def _kind(self, space: Space) -> Iterable[str]:
        if space["kind"] == "port":
            port = self.ports[space["at"]]
            told = {"corner": words.corner(port["corner"]), "effect": words.PORTS[port["tile"]]}
            yield _("port %(corner)s, %(effect)s") % told
        elif space["kind"] == "loch":
            yield _("loch")
        else:
            yield words.terrain(space["terrain"])
            yield _("land £%(n)s") % {"n": space["cost"]}
            if space["delta"] and self.deltas:
                yield _("delta")
            if space["border"] and self.borders:
                yield _("border")
            if space["closed"]:
                yield _("closed by a neutral worker")

    def _name(self, space: Space) -> str:
        name = words.space(space["at"])
        if space["kind"] == "land":
            return f"{name} Δ" if space["delta"] and self.deltas else name
        return name if self.fishing and space["kind"] == "loch" else ""

    def _port(self, at: str) -> hexes.Port:
        port = self.ports[at]
        seat = self.scene.seat
        upper, lower = words.PORT_SIGNS[port["tile"]]
        return hexes.Port(
            corner=words.corner(port["corner"]),
            lines=(str(upper), str(lower)),
            used=tuple(port["used"]),
            usable=seat in port["in_reach"] and seat not in port["used"],
        )

    def _token(self, at: str) -> hexes.Token | None:
        unit = self.units.get(at)
        if unit is None:
            return None
        return hexes.Token(unit["seat"], str(words.SHORT_UNITS[unit["unit"]]), at in self.news)


def legend(scene: Scene) -> list[str]:
    """What the signs of the map mean."""
    sight = _Sight(scene)
    units = {unit for player in view_of(scene)["players"] for unit in player["unit_costs"]}
    short = (f"{words.SHORT_UNITS[u]} {words.UNITS[u]}" for u in words.UNITS if u in units)
    found = [
        _("Blades are grassland, a tree is forest, a peak is mountain. The £ is the land's cost."),
        _("Thick blue edges are rivers. A port ringed in blue is one that you may use."),
        _("Units: %(units)s.") % {"units": ", ".join(short)},
    ]
    if sight.deltas:
        found.append(_("Δ marks delta spaces."))
    if sight.borders:
        found.append(_("A dashed edge marks border spaces."))
    return found


class Picture(NamedTuple):
    """The map."""

    asked: bool


def picture(scene: Scene) -> Picture:
    return Picture(bool(spots(scene)))
