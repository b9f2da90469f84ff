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
    """Return the changes between two scenes of the same seat, the earlier one first."""
    if after.seat is None:
        return []
    was, now = view_of(before), view_of(after)
    return [*_market(was, now), *_contracts(was, now), *_ports(was, now, after.seat)]


def _market(was: View, now: View) -> Iterator[Change]:
    prices = {track["good"]: track["price"] for track in was["market"]}
    for track in now["market"]:
        price, earlier = track["price"], prices.get(track["good"], track["price"])
        params = {
            "good": vocabulary.GOODS[track["good"]],
            "before": vocabulary.pounds(earlier),
            "after": vocabulary.pounds(price),
        }
        if price < earlier:
            text = _("The price of %(good)s fell from %(before)s to %(after)s.")
            yield Change(text % params, "cal-market")
        elif price > earlier:
            text = _("The price of %(good)s rose from %(before)s to %(after)s.")
            yield Change(text % params, "cal-market")


def _contracts(was: View, now: View) -> Iterator[Change]:
    before = [one["id"] for one in was["contracts"]["slots"] if one is not None]
    after = [one["id"] for one in now["contracts"]["slots"] if one is not None]
    removed = sum(one not in after for one in before)
    new = sum(one not in before for one in after)
    if removed:
        text = _("Contracts no longer on display: %(n)s.")
        yield Change(text % {"n": removed}, "cal-contracts")
    if new:
        yield Change(_("New contracts on display: %(n)s.") % {"n": new}, "cal-contracts")
    cost, earlier = now["contracts"]["cost"], was["contracts"]["cost"]
    if cost != earlier:
        params = {"before": vocabulary.pounds(earlier), "after": vocabulary.pounds(cost)}
        text = _("Contract cost: %(before)s → %(after)s.")
        yield Change(text % params, "cal-contracts")


def _ports(was: View, now: View, me: int) -> Iterator[Change]:
    reached = {port["corner"] for port in was["ports"] if me in port["in_reach"]}
    for port in now["ports"]:
        if me in port["in_reach"] and port["corner"] not in reached:
            text = _("A port is now in reach: %(port)s")
            yield Change(text % {"port": vocabulary.PORTS[port["tile"]]}, "cal-map-zone")
