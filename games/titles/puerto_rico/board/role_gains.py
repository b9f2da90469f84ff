"""What a role brings the viewer who picks it now: shown on its card and in the turn bar."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from games import rules
from games.boards import Scene
from games.boards.translations import join_list
from games.boards.widgets import Amount

from . import vocabulary
from .forecast import PuertoRicoPreview, max_captain_points, pick_consequences
from .scene_access import view_of
from .translations import gettext as _
from .translations import ngettext

Gains = Iterator[Amount]


def role_gains(role: str, scene: Scene, ahead: rules.Consequences | None) -> tuple[Amount, ...]:
    """What a free role brings the viewer while roles are picked; empty at other times.

    Args:
        ahead: the effects of the viewer's moves, as if it were their turn to pick.
    """
    if ahead is None or view_of(scene)["roles"][role]["taken_by"] is not None:
        return ()
    picked = PuertoRicoPreview(scene, f"pick {role}", ahead=ahead)
    found = tuple(GAINS[role.removesuffix("_2")](picked))
    return found or (Amount("", "–", _("nothing for you now")),)


def gains_by_role(scene: Scene) -> dict[str, tuple[Amount, ...]]:
    """What each role brings the viewer; for `scene.once`, because cards and previews share it."""
    ahead = pick_consequences(scene)
    return {role: role_gains(role, scene, ahead) for role in view_of(scene)["roles"]}


def gains_text(amounts: tuple[Amount, ...]) -> str:
    """Gains in words: "2 corn, 1 barrel more of your choice"."""
    return join_list(amount.words for amount in amounts)


def _trader(picked: PuertoRicoPreview) -> Gains:
    sales = [(move, picked.then(move).first_event("sale")) for move in picked.next_moves("sell")]
    if not sales:
        return
    move, sale = max(sales, key=lambda one: one[1]["doubloons"])
    good, total, price = move.split(" ")[1], sale["doubloons"], sale["parts"]["price"]
    params = {"good": vocabulary.GOODS[good], "doubloons": vocabulary.doubloons(total)}
    yield Amount(good, "→", _("sell %(good)s for %(doubloons)s") % params)
    yield Amount("doubloon", f"{price} + {total - price}", "")


def _craftsman(picked: PuertoRicoPreview) -> Gains:
    for good, n in picked.first_event("produce")["goods"].items():
        if n:
            yield Amount(good, f"+{n}", vocabulary.goods({good: n}))
    if picked.next_moves("privilege"):
        yield Amount("", "+1", _("one more barrel of your choice"))
    yield from _income(picked)


def _income(picked: PuertoRicoPreview) -> Gains:
    n = picked.first_event("income").get("doubloons", 0)
    if n:
        yield Amount("doubloon", f"+{n}", vocabulary.doubloons(n))


def _captain(picked: PuertoRicoPreview) -> Gains:
    most = max_captain_points(picked.before, picked.seat)
    if most:
        text = _("up to %(points)s") % {"points": vocabulary.points(most)}
        yield Amount("chip", f"≤ {most}", text)


def _builder(picked: PuertoRicoPreview) -> Gains:
    n = len({move.split(" ")[1] for move in picked.next_moves("build")})
    form = ngettext("%(n)s building within your reach", "%(n)s buildings within your reach", n)
    if n:
        yield Amount("city", f"× {n}", form % {"n": n})


def _mayor(picked: PuertoRicoPreview) -> Gains:
    more, n = len(picked.next_moves("privilege")) > 1, _workers_dealt(picked)[picked.seat]
    if n or more:
        text = f"{n} + 1" if more else str(n)
        yield Amount("worker", text, vocabulary.workers(n + more))


def _workers_dealt(picked: PuertoRicoPreview) -> list[int]:
    """The workers of the ship that each seat gets, by seat."""
    dealing = picked.then("privilege none") if picked.next_moves("privilege") else picked
    return list(dealing.first_event("deal")["workers"])


def _settler(picked: PuertoRicoPreview) -> Gains:
    kinds = {move.split(" ")[1] for move in picked.next_moves("take")}
    if kinds - {"quarry"}:
        yield Amount("tile-back", "+1", _("a plantation"))
    if "quarry" in kinds:
        yield Amount("tile-quarry", _("or"), _("or a quarry"))


GAINS: dict[str, Callable[[PuertoRicoPreview], Gains]] = {
    "mayor": _mayor,
    "craftsman": _craftsman,
    "trader": _trader,
    "settler": _settler,
    "builder": _builder,
    "captain": _captain,
    "prospector": _income,
}


def others_gains_text(role: str, picked: PuertoRicoPreview) -> str:
    """The barrels or workers that a picked role certainly brings the other seats; else ""."""
    names = picked.scene.names
    if role == "craftsman":
        events = (picked.first_event("produce", seat) for seat in range(len(names)))
        amounts, word = [sum(event["goods"].values()) for event in events], vocabulary.barrels
    elif role == "mayor":
        amounts, word = _workers_dealt(picked), vocabulary.workers
    else:
        return ""
    form = _("%(name)s: %(gain)s")
    return join_list(
        form % {"name": names[seat], "gain": word(n)}
        for seat, n in enumerate(amounts)
        if n and seat != picked.seat
    )
