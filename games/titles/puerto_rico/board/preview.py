"""What a move changes, before → after, in one line for the turn bar."""

from __future__ import annotations

from collections.abc import Callable

from games.boards import Scene

from ..rules.components import ISLAND_SPACES, SLOT_OF, SPACES
from ..rules.view import View
from . import gains, outlook, words
from .seen import view_of
from .wording import gettext as _
from .wording import ngettext

BETWEEN = " · "
Parts = list[str]


def line(move: str, scene: Scene) -> str:
    """The line of a legal move of the person who looks; "" where there is nothing to say."""
    verb, *arguments = move.split(" ")
    tell = LINES.get(verb)
    if tell is None or scene.seat is None:
        return ""
    told = BETWEEN.join(part for part in tell(arguments, scene, scene.seat) if part)
    return words.first_upper(told)


def _change(what: object, before: int, after: int) -> str:
    if before == after:
        return ""
    return _("%(what)s %(before)s → %(after)s") % {
        "what": what,
        "before": before,
        "after": after,
    }


def _doubloons(view: View, seat: int, more: int) -> str:
    now = view["seats"][seat]["doubloons"]
    return _change(_("Doubloons"), now, now + more)


def _pick(arguments: Parts, scene: Scene, seat: int) -> Parts:
    role, view = arguments[0], view_of(scene)
    paid = view["roles"][role]["doubloons"] + (role.startswith("prospector"))
    gain = gains.of(role, scene) if not role.startswith("prospector") else ()
    found = [_doubloons(view, seat, paid)]
    if gain:
        found.append(_("for you: %(gain)s") % {"gain": gains.told(gain)})
    return [*found, gains.of_others(role, scene)]


def _take(arguments: Parts, scene: Scene, seat: int) -> Parts:
    data = view_of(scene)["seats"][seat]
    full = ISLAND_SPACES - data["island_free"]
    kind = arguments[0]
    had = data["tiles"].get(kind, {"n": 0, "occupied": 0})
    found = [
        _change(words.first_upper(words.PLANTATIONS[kind]), had["n"], had["n"] + 1),
        _change(_("island tiles"), full, full + 1),
    ]
    if arguments[1:]:
        after = outlook.production(data, {kind: had["occupied"] + 1}, new_tile=kind)
        found += _produced(data["production"], after)
    return found


def _draw(arguments: Parts, scene: Scene, seat: int) -> Parts:
    view = view_of(scene)
    full = ISLAND_SPACES - view["seats"][seat]["island_free"]
    return [_change(_("island tiles"), full, full + 1)]


def _produced(before: dict[str, int], after: dict[str, int]) -> Parts:
    form = _("makes %(good)s %(before)s → %(after)s")
    return [
        form % {"good": words.GOODS[good], "before": before[good], "after": after[good]}
        for good in after
        if after[good] != before[good]
    ]


def _build(arguments: Parts, scene: Scene, seat: int) -> Parts:
    view, key = view_of(scene), arguments[0]
    data, prices = view["seats"][seat], view["prices"]
    assert prices is not None  # of a person who plays
    slot, points = SLOT_OF[key], data["building_points"]
    free = data["city_free"]
    return [
        _doubloons(view, seat, -prices[key]),
        _change(_("points of buildings"), points, points + outlook.points(key)),
        _change(_("free city spaces"), free, free - SPACES[slot]),
    ]


def _sell(arguments: Parts, scene: Scene, seat: int) -> Parts:
    view = view_of(scene)
    parts = outlook.sale(view, seat, arguments[0], seat == view["picker"])
    named = {**words.ROLES, **words.BUILDINGS, "price": _("price")}
    form = _("%(reason)s +%(n)s")
    reasons = [form % {"reason": named[reason], "n": n} for reason, n in parts.items()]
    return [_doubloons(view, seat, sum(parts.values())), ", ".join(reasons)]


def _load(arguments: Parts, scene: Scene, seat: int) -> Parts:
    view, (good, ship) = view_of(scene), arguments
    n = outlook.load(view, seat, good, ship)
    parts = outlook.earned(view, seat, n)
    left, rotten = outlook.left_over(view, seat, good, n)
    reasons = {
        "barrels": words.barrels(n),
        "captain": words.ROLES["captain"],
        "harbor": words.BUILDINGS["harbor"],
    }
    why = " + ".join(str(reasons[reason]) for reason, points in parts.items() if points)
    found = [_("+%(points)s (%(why)s)") % {"points": words.points(sum(parts.values())), "why": why}]
    if left:
        found.append(_("left: %(barrels)s") % {"barrels": words.barrels(left)})
    return [*found, _spoiling(rotten) if left else ""]


def _spoiling(n: int) -> str:
    if not n:
        return _("nothing would spoil")
    return ngettext("%(n)s barrel would spoil", "%(n)s barrels would spoil", n) % {"n": n}


def _pass(arguments: Parts, scene: Scene, seat: int) -> Parts:
    view = view_of(scene)
    return [_spoiling(outlook.spoilt(view, seat))] if view["step"] == "load" else []


def _privilege(arguments: Parts, scene: Scene, seat: int) -> Parts:
    view, what = view_of(scene), arguments[0]
    if view["step"] == "mayor_privilege":
        more = int(what == "worker")
        n = outlook.dealt(view, seat)[seat] + more
        workers = view["seats"][seat]["workers"]
        return [_change(_("workers"), workers, workers + n)]
    if what == "none":
        return []
    n = view["seats"][seat]["goods"][what]
    return [_change(words.first_upper(words.GOODS[what]), n, n + 1)]


def _store(arguments: Parts, scene: Scene, seat: int) -> Parts:
    return [_spoiling(outlook.stored(view_of(scene), seat, arguments[0], "store"))]


def _keep(arguments: Parts, scene: Scene, seat: int) -> Parts:
    return [_spoiling(outlook.stored(view_of(scene), seat, arguments[0], "keep"))]


def _staff(arguments: Parts, scene: Scene, seat: int) -> Parts:
    view, (key, n) = view_of(scene), arguments
    mine = view["mine"]
    if mine is None:
        return []
    data = view["seats"][seat]
    before = outlook.production(data, mine["at"])
    found = _produced(before, outlook.production(data, {**mine["at"], key: int(n)}))
    left = mine["pool"] + mine["at"][key] - int(n)
    return [*found, _change(_("workers to place"), mine["pool"], left)]


LINES: dict[str, Callable[[Parts, Scene, int], Parts]] = {
    "pick": _pick,
    "draw": _draw,
    "take": _take,
    "build": _build,
    "sell": _sell,
    "load": _load,
    "pass": _pass,
    "privilege": _privilege,
    "store": _store,
    "keep": _keep,
    "staff": _staff,
}
