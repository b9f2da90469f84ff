"""Changes for a seat while others moved: prices, contracts and ports."""

from __future__ import annotations

from collections.abc import Iterator

from games.boards import Scene
from games.boards.hud import Change

from ..rules.view_types import View
from . import vocabulary
from .scene_access import view_of
from .translations import gettext as _


def title_changes(before: Scene, after: Scene) -> list[Change]:
    """The changes between two scenes of the same seat, the earlier one first."""
    if after.seat is None:
        return []
    was, now = view_of(before), view_of(after)
    return [*_market(was, now), *_contracts(was, now), *_ports(was, now, after.seat)]


def _market(was: View, now: View) -> Iterator[Change]:
    prices = {track["good"]: track["price"] for track in was["market"]}
    fell = _("The price of %(good)s fell from %(before)s to %(after)s.")
    rose = _("The price of %(good)s rose from %(before)s to %(after)s.")
    for track in now["market"]:
        good, price = track["good"], track["price"]
        earlier = prices.get(good, price)
        if price != earlier:
            params = {"before": vocabulary.pounds(earlier), "after": vocabulary.pounds(price)}
            params["good"] = str(vocabulary.GOODS[good])
            yield Change((fell if price < earlier else rose) % params, "cal-market")


def _contracts(was: View, now: View) -> Iterator[Change]:
    before, after = (
        {one["id"] for one in view["contracts"]["slots"] if one} for view in (was, now)
    )
    for text, numbers in (
        (_("Contracts no longer on display: %(n)s."), before - after),
        (_("New contracts on display: %(n)s."), after - before),
    ):
        if numbers:
            yield Change(text % {"n": len(numbers)}, "cal-contracts")
    cost, earlier = now["contracts"]["cost"], was["contracts"]["cost"]
    if cost != earlier:
        params = {"before": vocabulary.pounds(earlier), "after": vocabulary.pounds(cost)}
        yield Change(_("Contract cost: %(before)s → %(after)s.") % params, "cal-contracts")


def _ports(was: View, now: View, me: int) -> Iterator[Change]:
    reached = {port["corner"] for port in was["ports"] if me in port["in_reach"]}
    text = _("A port is now in reach: %(port)s")
    for port in now["ports"]:
        if me in port["in_reach"] and port["corner"] not in reached:
            yield Change(text % {"port": vocabulary.PORTS[port["tile"]]}, "cal-map-zone")
