"""The map in words: for each space its unit, its price for the viewer, and its neighbours."""

from __future__ import annotations

from collections.abc import Iterable

from games.boards import Scene
from games.rules.primitives.bitsets import members

from ..rules.components import UNITS
from ..rules.maps import SPACE_ID
from ..rules.match import Caledonia
from ..rules.view_types import LandView, LochView, PortSpaceView
from . import placement_sites, vocabulary
from .placement_sites import Site
from .scene_access import match_of, view_of
from .translations import gettext as _

Space = LandView | PortSpaceView | LochView


def map_lines(scene: Scene) -> list[str]:
    """Return the map as text: one line per space, then lochs and rivers."""
    view = view_of(scene)
    match = match_of(scene)
    sites = {site.at: site for site in placement_sites.sites(scene, match)}
    units = {unit["at"]: unit for unit in view["units"]}
    found = []
    for space in view["map"]["spaces"]:
        if space["kind"] == "mist":
            continue
        at = space["at"]
        parts = list(_space_kind(scene, space))
        unit = units.get(at)
        if unit is not None:
            params = {"unit": vocabulary.UNITS[unit["unit"]], "name": scene.names[unit["seat"]]}
            parts.append(_("%(name)s's %(unit)s") % params)
        site = sites.get(at)
        if site is not None:
            parts += _own_options(scene, match, site)
        elif space["kind"] == "loch" and unit is None:
            continue
        params = {"space": vocabulary.space(at), "kind": vocabulary.join_or_dash(parts)}
        found.append(_("%(space)s: %(kind)s") % params)
    lochs = [vocabulary.space(one["at"]) for one in view["map"]["spaces"] if one["kind"] == "loch"]
    found.append(_("Lochs: %(spaces)s") % {"spaces": vocabulary.join_or_dash(lochs)})
    between = (
        f"{vocabulary.space(one)}-{vocabulary.space(two)}" for one, two in view["map"]["rivers"]
    )
    found.append(_("Rivers between: %(spaces)s") % {"spaces": vocabulary.join_or_dash(between)})
    return found


def _space_kind(scene: Scene, space: Space) -> Iterable[str]:
    if space["kind"] == "port":
        view = view_of(scene)
        port = next(one for one in view["ports"] if one["at"] == space["at"])
        params = {
            "corner": vocabulary.corner(port["corner"]),
            "effect": vocabulary.PORTS[port["tile"]],
        }
        yield _("port %(corner)s, %(effect)s") % params
    elif space["kind"] == "loch":
        yield _("loch")
    else:
        yield vocabulary.terrain(space["terrain"])
        yield _("land £%(n)s") % {"n": space["cost"]}
        if space["delta"]:
            yield _("delta")
        if space["border"]:
            yield _("border")
        if space["closed"]:
            yield _("closed by a neutral worker")


def _own_options(scene: Scene, match: Caledonia, site: Site) -> Iterable[str]:
    """The units that the viewer can put there, their prices, and what neighbours then sell."""
    yield _("one shipping level away") if site.is_far else _("in reach")
    for kind, total in site.ways:
        yield _("%(unit)s %(pounds)s") % {
            "unit": vocabulary.UNITS[kind],
            "pounds": vocabulary.pounds(total),
        }
    if not site.offers:
        return
    board, space = match.board, SPACE_ID[site.at]
    for other, p in enumerate(match.players):
        if other == scene.seat:
            continue
        for place in members(board.neighbours[space] & p.units):
            unit = p.unit_at(place)
            good = vocabulary.MAKES.get(UNITS[unit]) if unit is not None else None
            offer = next((one for one in site.offers if one.good == good), None)
            if offer is not None:
                yield _("next to %(name)s's %(unit)s: %(good)s at %(pounds)s") % {
                    "unit": vocabulary.UNITS[UNITS[unit or 0]],
                    "name": scene.names[other],
                    "good": vocabulary.GOODS[offer.good],
                    "pounds": vocabulary.pounds(offer.price),
                }
