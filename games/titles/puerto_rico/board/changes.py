"""What changed for a seat while others moved: its plants, the ships, the row, the end."""

from __future__ import annotations

from collections.abc import Iterator

from games.boards import Scene
from games.boards.hud import Change
from games.boards.translations import join_list

from ..rules.components import GOODS
from ..rules.view import View
from . import vocabulary
from .scene_access import view_of
from .translations import gettext as _

#: The numbers of a seat that these changes already cover.
COVERED_STATS = frozenset(GOODS)


def title_changes(before: Scene, after: Scene) -> list[Change]:
    """The changes between two scenes of the same seat, the earlier one first."""
    me = after.seat
    if me is None:
        return []
    was, now = view_of(before), view_of(after)
    return [*_island(was, now, me), *_table(was, now)]


def _island(was: View, now: View, me: int) -> Iterator[Change]:
    say = vocabulary.lexicon()
    had, has = was["seats"][me], now["seats"][me]
    for name, circles in has["circles"].items():
        if has["city"].get(name, 0) == circles > had["city"].get(name, 0):
            params = {"building": say.buildings[name]}
            yield Change(
                _("%(building)s is full: every circle has its worker.") % params, "pr-mine"
            )
    for good, n in has["goods"].items():
        if n != had["goods"][good]:
            barrels: dict[str, object] = {"good": say.goods[good], "after": n}
            barrels["before"] = had["goods"][good]
            yield Change(_("Barrels of %(good)s: %(before)s → %(after)s.") % barrels, "pr-mine")
    makes = {
        good: n for good, n in has["production"].items() if n != had["production"].get(good, 0)
    }
    for good, n in makes.items():
        made: dict[str, object] = {"good": say.goods[good], "after": n}
        made["before"] = had["production"].get(good, 0)
        yield Change(_("You can make %(after)s %(good)s, not %(before)s.") % made, "pr-mine")


def _table(was: View, now: View) -> Iterator[Change]:
    say = vocabulary.lexicon()
    for size, ship in now["ships"].items():
        earlier = was["ships"].get(size)
        if ship["good"] is None or earlier == ship:
            continue
        params = {"good": say.goods[ship["good"]], "size": size, "n": ship["n"]}
        if ship["n"] == int(size):
            yield Change(_("The ship for %(size)s is full of %(good)s.") % params, "pr-harbor")
        else:
            text = _("The ship for %(size)s takes %(good)s: %(n)s of %(size)s loaded.")
            yield Change(text % params, "pr-harbor")
    if now["house"] != was["house"]:
        goods = join_list(say.goods[good] for good in now["house"])
        text = _("In the trading house: %(goods)s.") if goods else _("The trading house is empty.")
        yield Change(text % {"goods": goods} if goods else text, "pr-house")
    for name, n in now["display"].items():
        if n == 0 < was["display"].get(name, 0):
            params = {"building": say.buildings[name]}
            yield Change(_("The last copy was built: %(building)s.") % params, "pr-market")
    for reason in now["ending"]:
        if reason not in was["ending"]:
            text = _("The match ends with this round: %(reason)s.")
            yield Change(text % {"reason": vocabulary.ENDINGS[reason]}, "pr-roles")
