"""The map in words: for each space its unit, its price for the viewer, and its neighbours."""

from __future__ import annotations

from collections.abc import Iterable

from games.boards import Scene
from games.rules.primitives.bitsets import members

from ..rules.components import UNITS
from ..rules.maps import SPACE_ID
from ..rules.match import Caledonia
from ..rules.view_types import LandView, LochView, PortSpaceView, View
from . import placement_sites, vocabulary
from .placement_sites import Site
from .scene_access import match_of, view_of
from .translations import gettext as _

Space = LandView | PortSpaceView | LochView


def map_lines(scene: Scene) -> list[str]:
    """The map as text: one line per space, then lochs and rivers."""
    view, match = view_of(scene), match_of(scene)
    sites = {site.at: site for site in placement_sites.sites(scene, match)}
    units = {unit["at"]: unit for unit in view["units"]}
    found = []
    for space in view["map"]["spaces"]:
        at, site, unit = space["at"], sites.get(space["at"]), units.get(space["at"])
        if space["kind"] == "mist" or (space["kind"] == "loch" and not unit and not site):
            continue
        parts = list(_space_kind(view, space))
        if unit:
            params = {"unit": vocabulary.UNITS[unit["unit"]], "name": scene.names[unit["seat"]]}
            parts.append(_("%(name)s's %(unit)s") % params)
        if site:
            parts += _own_options(scene, match, site)
        params = {"space": vocabulary.space(at), "kind": vocabulary.join_or_dash(parts)}
        found.append(_("%(space)s: %(kind)s") % params)
    lochs = [vocabulary.space(one["at"]) for one in view["map"]["spaces"] if one["kind"] == "loch"]
    rivers = ["-".join(map(vocabulary.space, pair)) for pair in view["map"]["rivers"]]
    found.append(_("Lochs: %(spaces)s") % {"spaces": vocabulary.join_or_dash(lochs)})
    found.append(_("Rivers between: %(spaces)s") % {"spaces": vocabulary.join_or_dash(rivers)})
    return found


def _space_kind(view: View, space: Space) -> Iterable[str]:
    if space["kind"] == "port":
        corner = space["corner"]
        tile = next(one["tile"] for one in view["ports"] if one["corner"] == corner)
        params = {"corner": vocabulary.corner(corner), "effect": vocabulary.PORTS[tile]}
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
        params = {"unit": vocabulary.UNITS[kind], "pounds": vocabulary.pounds(total)}
        yield _("%(unit)s %(pounds)s") % params
    offers = {offer.good: offer for offer in site.offers}
    around = match.board.neighbours[SPACE_ID[site.at]] if offers else 0
    for seat, p in enumerate(match.players):
        for place in members(around & p.units) if seat != scene.seat else ():
            unit = UNITS[p.unit_at(place) or 0]
            offer = offers.get(vocabulary.MAKES.get(unit, ""))
            if offer:
                yield _("next to %(name)s's %(unit)s: %(good)s at %(pounds)s") % {
                    "unit": vocabulary.UNITS[unit],
                    "name": scene.names[seat],
                    "good": vocabulary.GOODS[offer.good],
                    "pounds": vocabulary.pounds(offer.price),
                }
