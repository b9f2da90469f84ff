"""Changes for a seat while others moved: the round, the offer, deeds, the map."""

from __future__ import annotations

from collections.abc import Iterator

from games.boards import Scene
from games.boards.hud import Change

from . import vocabulary
from .scene_access import view_of
from .translations import gettext as _


def title_changes(before: Scene, after: Scene) -> list[Change]:
    """Return what changed between two scenes of the same seat, the earlier one first."""
    return [] if after.seat is None else list(_changes(before, after))


def _changes(before: Scene, after: Scene) -> Iterator[Change]:
    was, now = view_of(before), view_of(after)
    if now["round"] != was["round"]:
        values = {"round": now["round"], "event": vocabulary.EVENTS[now["event"]["name"]]}
        text = _("Round %(round)s has begun; its event: %(event)s.")
        yield Change(text % values, "or-hourglass")
    if now["start"] == after.seat != was["start"]:
        yield Change(_("You are the start player now."), "or-hourglass")
    left = {tile for tiles in now["available"].values() for tile in tiles}
    removed = [tile for tiles in was["available"].values() for tile in tiles if tile not in left]
    if removed:
        tiles = vocabulary.join_or_dash(vocabulary.PLACES[tile] for tile in removed)
        yield Change(_("No longer on offer: %(tiles)s.") % {"tiles": tiles}, "or-offer")
    for kind, n in now["supply"]["followers"].items():
        if n == 0 < was["supply"]["followers"][kind]:
            text = _("None left in the supply: %(type)s.")
            yield Change(text % {"type": vocabulary.TYPES[kind]}, "or-supply")
    for deed, slots in now["deeds"].items():
        if None not in slots and None in was["deeds"][deed]:
            text = _("A deed is complete: %(deed)s.")
            yield Change(text % {"deed": vocabulary.DEEDS[deed]}, "or-deeds")
    if set(was["citizens"]["development"]) - set(now["citizens"]["development"]):
        yield Change(_("A citizen from the development track has been taken."), "or-tracks")
    goods, here = (sum(map(len, view["edges"].values())) for view in (was, now))
    if here < goods:
        text = _("Goods taken from the roads and rivers: %(n)s; left: %(left)s.")
        yield Change(text % {"n": goods - here, "left": here}, "or-land")
    built, more = (sum(len(seat["stations"]) for seat in view["seats"]) for view in (was, now))
    if more > built:
        yield Change(_("New stations on the map: %(n)s.") % {"n": more - built}, "or-land")
