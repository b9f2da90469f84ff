"""Changes for a seat while others moved: the round, the offer, deeds, the map."""

from __future__ import annotations

from collections.abc import Iterator

from games.boards import Scene
from games.boards.hud import Change

from ..rules.view import View
from . import scene_access, vocabulary
from .translations import gettext as _


def title_changes(before: Scene, after: Scene) -> list[Change]:
    """Return what changed between two scenes of the same seat, the earlier one first."""
    me = after.seat
    if me is None:
        return []
    was, now = scene_access.view_of(before), scene_access.view_of(after)
    return [
        *_round(was, now, me),
        *_offer(was, now),
        *_deeds(was, now),
        *_map(was, now),
    ]


def _round(was: View, now: View, me: int) -> Iterator[Change]:
    if now["round"] != was["round"]:
        values = {"round": now["round"], "event": vocabulary.EVENTS[now["event"]["name"]]}
        text = _("Round %(round)s has begun; its event: %(event)s.")
        yield Change(text % values, "or-hourglass")
    if now["start"] == me != was["start"]:
        yield Change(_("You are the start player now."), "or-hourglass")


def _offer(was: View, now: View) -> Iterator[Change]:
    left = {tile for tiles in now["available"].values() for tile in tiles}
    removed = [tile for tiles in was["available"].values() for tile in tiles if tile not in left]
    if removed:
        values = {"tiles": vocabulary.join_or_dash(vocabulary.PLACES[tile] for tile in removed)}
        yield Change(_("No longer on offer: %(tiles)s.") % values, "or-offer")
    for kind, n in now["supply"]["followers"].items():
        if n == 0 < was["supply"]["followers"][kind]:
            text = _("None left in the supply: %(type)s.")
            yield Change(text % {"type": vocabulary.TYPES[kind]}, "or-supply")


def _deeds(was: View, now: View) -> Iterator[Change]:
    for deed, slots in now["deeds"].items():
        if None not in slots and None in was["deeds"][deed]:
            text = _("A deed is complete: %(deed)s.")
            yield Change(text % {"deed": vocabulary.DEEDS[deed]}, "or-deeds")
    spaces = [
        space
        for space in was["citizens"]["development"]
        if space not in now["citizens"]["development"]
    ]
    if spaces:
        yield Change(_("A citizen from the development track has been taken."), "or-tracks")


def _map(was: View, now: View) -> Iterator[Change]:
    goods = [sum(map(len, view["edges"].values())) for view in (was, now)]
    if goods[1] < goods[0]:
        text = _("Goods taken from the roads and rivers: %(n)s; left: %(left)s.")
        yield Change(text % {"n": goods[0] - goods[1], "left": goods[1]}, "or-land")
    stations = [sum(len(seat["stations"]) for seat in view["seats"]) for view in (was, now)]
    if stations[1] > stations[0]:
        text = _("New stations on the map: %(n)s.")
        yield Change(text % {"n": stations[1] - stations[0]}, "or-land")
