"""What a role brings the viewer who picks it now: shown on its card and in the turn bar."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import cast

from games import rules
from games.boards import Scene
from games.boards.translations import join_list
from games.boards.widgets import Amount

from ..rules.match import PuertoRico
from . import vocabulary
from .forecast import Forecast, max_captain_points, pick_consequences
from .scene_access import view_of
from .translations import gettext as _
from .translations import ngettext

Gain = Callable[[Forecast], list[Amount]]


def role_gains(role: str, scene: Scene, ahead: rules.Consequences | None) -> tuple[Amount, ...]:
    """What a free role brings the viewer while roles are picked; empty at other times.

    Args:
        ahead: the effects of the viewer's moves, as if it were their turn to pick.
    """
    if ahead is None or view_of(scene)["roles"][role]["taken_by"] is not None:
        return ()
    found = GAINS[role.removesuffix("_2")](Forecast(ahead, f"pick {role}"))
    return tuple(found) or (Amount("", "–", _("nothing for you now")),)


def gains_by_role(scene: Scene) -> dict[str, tuple[Amount, ...]]:
    """What each role brings the viewer; for `scene.once`, because cards and previews share it."""
    ahead = pick_consequences(scene)
    return {role: role_gains(role, scene, ahead) for role in view_of(scene)["roles"]}


def gains_text(amounts: tuple[Amount, ...]) -> str:
    """Gains in words: "2 corn, 1 barrel more of your choice"."""
    return join_list(amount.words for amount in amounts)


def _trader(picked: Forecast) -> list[Amount]:
    sales = [(move, picked.then(move).first_event("sale")) for move in picked.next("sell")]
    if not sales:
        return []
    move, sale = max(sales, key=lambda one: one[1]["doubloons"])
    good, total, price = move.split(" ")[1], sale["doubloons"], sale["parts"]["price"]
    params = {"good": vocabulary.GOODS[good], "doubloons": vocabulary.doubloons(total)}
    text = _("sell %(good)s for %(doubloons)s") % params
    return [
        Amount(good, "→", text),
        Amount("doubloon", f"{price} + {total - price}", ""),
    ]


def _craftsman(picked: Forecast) -> list[Amount]:
    found = barrels(picked.first_event("produce")["goods"])
    if picked.next("privilege"):
        found.append(Amount("", "+1", _("one more barrel of your choice")))
    income = picked.first_event("income").get("doubloons", 0)
    if income:
        found.append(Amount("doubloon", f"+{income}", vocabulary.doubloons(income)))
    return found


def barrels(made: Mapping[str, int]) -> list[Amount]:
    return [Amount(good, f"+{n}", vocabulary.goods({good: n})) for good, n in made.items() if n]


def _captain(picked: Forecast) -> list[Amount]:
    most = max_captain_points(cast(PuertoRico, picked.effect.before), picked.seat)
    if not most:
        return []
    text = _("up to %(points)s") % {"points": vocabulary.points(most)}
    return [Amount("chip", f"≤ {most}", text)]


def _builder(picked: Forecast) -> list[Amount]:
    n = len({move.split(" ")[1] for move in picked.next("build")})
    if not n:
        return []
    text = ngettext("%(n)s building within your reach", "%(n)s buildings within your reach", n) % {
        "n": n
    }
    return [Amount("city", f"× {n}", text)]


def _mayor(picked: Forecast) -> list[Amount]:
    more, n = len(picked.next("privilege")) - 1, _workers_dealt(picked)[picked.seat]
    text = f"{n} + 1" if more > 0 else str(n)
    n += more > 0
    return [Amount("worker", text, vocabulary.workers(n))] if n else []


def _workers_dealt(picked: Forecast) -> list[int]:
    """The workers of the ship that each seat gets, by seat."""
    dealing = picked.then("privilege none") if picked.next("privilege") else picked
    found: list[int] = dealing.first_event("deal")["workers"]
    return found


def _settler(picked: Forecast) -> list[Amount]:
    kinds = {move.split(" ")[1] for move in picked.next("take")}
    found = [Amount("tile-back", "+1", _("a plantation"))] if kinds - {"quarry"} else []
    if "quarry" in kinds:
        found.append(Amount("tile-quarry", _("or"), _("or a quarry")))
    return found


def _prospector(picked: Forecast) -> list[Amount]:
    n = picked.first_event("income")["doubloons"]
    return [Amount("doubloon", f"+{n}", vocabulary.doubloons(n))]


GAINS: dict[str, Gain] = {
    "mayor": _mayor,
    "craftsman": _craftsman,
    "trader": _trader,
    "settler": _settler,
    "builder": _builder,
    "captain": _captain,
    "prospector": _prospector,
}


def others_gains_text(role: str, scene: Scene, picked: Forecast) -> str:
    """The barrels or workers that a picked role certainly brings the other seats; else ""."""
    seats = [seat for seat in range(len(scene.names)) if seat != picked.seat]
    if role == "craftsman":
        made = {seat: sum(picked.first_event("produce", seat)["goods"].values()) for seat in seats}
        counted = {seat: vocabulary.barrels(n) for seat, n in made.items() if n}
    elif role == "mayor":
        dealt = _workers_dealt(picked)
        counted = {seat: vocabulary.workers(dealt[seat]) for seat in seats if dealt[seat]}
    else:
        return ""
    form = _("%(name)s: %(gain)s")
    return join_list(form % {"name": scene.names[seat], "gain": n} for seat, n in counted.items())
