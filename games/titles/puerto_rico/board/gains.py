"""What a role brings me if I pick it now: its card shows it, and the bar says it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from games.boards import Scene

from ..rules.components import BUILDINGS
from ..rules.view import View
from . import outlook, words
from .pieces import Amount
from .seen import view_of
from .wording import gettext as _
from .wording import ngettext

Gain = Callable[[Scene, View, int], list[Amount]]


def of(role: str, scene: Scene) -> tuple[Amount, ...]:
    """What a free role brings me while roles are picked; empty at other times."""
    view = view_of(scene)
    card = view["roles"][role]
    if scene.seat is None or view["step"] != "pick" or card["taken_by"] is not None:
        return ()
    found = GAINS[role.removesuffix("_2")](scene, view, scene.seat)
    return tuple(found) or (Amount("", "–", _("nothing for you now")),)


def told(amounts: tuple[Amount, ...]) -> str:
    """Gains in words: "2 corn, 1 barrel more of your choice"."""
    return ", ".join(amount.words for amount in amounts)


def _trader(scene: Scene, view: View, seat: int) -> list[Amount]:
    best = outlook.best_sale(view, seat)
    if best is None:
        return []
    good, parts = best
    total = sum(parts.values())
    told = {"good": words.GOODS[good], "doubloons": words.doubloons(total)}
    said = _("sell %(good)s for %(doubloons)s") % told
    price, more = parts["price"], total - parts["price"]
    return [Amount(good, "→", said), Amount("doubloon", f"{price} + {more}", "")]


def _craftsman(scene: Scene, view: View, seat: int) -> list[Amount]:
    made = outlook.output(view, seat)
    found = barrels(made[seat])
    if outlook.has_choice_of_barrel(view, made, seat):
        found.append(Amount("", "+1", _("one barrel more of your choice")))
    income = outlook.wages(view, seat, len(made[seat]))
    if income:
        found.append(Amount("doubloon", f"+{income}", words.doubloons(income)))
    return found


def barrels(made: Mapping[str, int]) -> list[Amount]:
    return [Amount(good, f"+{n}", words.goods({good: n})) for good, n in made.items() if n]


def _captain(scene: Scene, view: View, seat: int) -> list[Amount]:
    most = outlook.most_points(view, seat)
    if not most:
        return []
    said = _("up to %(points)s") % {"points": words.points(most)}
    return [Amount("chip", f"≤ {most}", said)]


def _builder(scene: Scene, view: View, seat: int) -> list[Amount]:
    n = within_reach(scene, view, seat)
    if not n:
        return []
    said = ngettext("%(n)s building in your reach", "%(n)s buildings in your reach", n) % {"n": n}
    return [Amount("city", f"× {n}", said)]


def within_reach(scene: Scene, view: View, seat: int) -> int:
    """How many of the buildings a seat could pay for as the builder, with what is on the card."""
    data = view["seats"][seat]
    quarries = data["tiles"].get("quarry", {"occupied": 0})["occupied"]
    purse = data["doubloons"] + view["roles"]["builder"]["doubloons"]
    variant = scene.options["variant"]
    return sum(
        view["display"][one.key] > 0
        and one.key not in data["city"]
        and outlook.fits(data, one.key)
        and outlook.price(variant, one.key, quarries, True) <= purse
        for one in BUILDINGS
    )


def _mayor(scene: Scene, view: View, seat: int) -> list[Amount]:
    dealt, more = outlook.workers(view)
    text = f"{dealt} + {more}" if more else str(dealt)
    return [Amount("worker", text, words.workers(dealt + more))] if dealt + more else []


def _settler(scene: Scene, view: View, seat: int) -> list[Amount]:
    if not outlook.has_room(view["seats"][seat]):
        return []
    found = [Amount("tile-back", "+1", _("a plantation"))] if view["row"] else []
    if view["quarries"]:
        found.append(Amount("tile-quarry", _("or"), _("or a quarry")))
    return found


def _prospector(scene: Scene, view: View, seat: int) -> list[Amount]:
    return [Amount("doubloon", "+1", words.doubloons(1))]


GAINS: dict[str, Gain] = {
    "mayor": _mayor,
    "craftsman": _craftsman,
    "trader": _trader,
    "settler": _settler,
    "builder": _builder,
    "captain": _captain,
    "prospector": _prospector,
}


def of_others(role: str, scene: Scene) -> str:
    """What a role that I pick brings the others for certain, where that is barrels or workers."""
    view, me = view_of(scene), scene.seat
    if me is None or view["step"] != "pick":
        return ""
    if role == "craftsman":
        made = {seat: sum(one.values()) for seat, one in enumerate(outlook.output(view, me))}
        counted = {seat: words.barrels(n) for seat, n in made.items() if n}
    elif role == "mayor":
        shares = outlook.dealt(view, me)
        counted = {seat: words.workers(n) for seat, n in enumerate(shares) if n}
    else:
        return ""
    form = _("%(name)s: %(gain)s")
    return ", ".join(
        form % {"name": scene.names[seat], "gain": n} for seat, n in counted.items() if seat != me
    )
