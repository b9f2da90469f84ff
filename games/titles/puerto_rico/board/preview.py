"""What a move changes, before → after, in one line for the turn bar."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from games.boards import Scene
from games.boards.translations import change, changes, first_upper, line_of, listed

from ..rules.boards import Board
from ..rules.components import CITY_SPACES, GOODS, SLOT_OF
from ..rules.phases import storage
from . import role_gains, vocabulary
from .forecast import Outlook, outlook
from .scene_access import view_of
from .translations import gettext as _
from .translations import ngettext

Parts = list[str]


def line(move: str, scene: Scene) -> str:
    """The line of a legal move of the person who looks; "" where there is nothing to say."""
    verb, *arguments = move.split(" ")
    if scene.seat is None or verb not in LINES:
        return ""
    told = LINES[verb](outlook(move, scene), scene, *arguments[:1])
    return line_of(told)


def _pick(picked: Outlook, scene: Scene, role: str) -> Parts:
    before, bonus = picked.before.doubloons, picked.told("role")["doubloons"]
    if role.startswith("prospector"):
        return [_doubloons(before, before + bonus + picked.told("income")["doubloons"])]
    gain = role_gains.told(scene.once(role_gains.by_role)[role])
    return [
        _doubloons(before, before + bonus),
        _("for you: %(gain)s") % {"gain": gain},
        role_gains.of_others(role, scene, picked),
    ]


def _doubloons(before: int, after: int) -> str:
    return change(_("Doubloons"), before, after)


def _take(taken: Outlook, scene: Scene, kind: str) -> Parts:
    slot, before, after = SLOT_OF[kind], taken.before, taken.after
    tiles = first_upper(vocabulary.PLANTATIONS[kind])
    told = change(tiles, before.size[slot], after.size[slot])
    return [told, *_draw(taken, scene), *_produced(before, after)]


def _draw(drawn: Outlook, scene: Scene) -> Parts:
    return [change(_("island tiles"), drawn.before.tiles, drawn.after.tiles)]


def _produced(before: Board, after: Board) -> Parts:
    form = _("makes %(good)s %(before)s → %(after)s")
    made = [(name, before.capacity(n), after.capacity(n)) for n, name in enumerate(GOODS)]
    return [
        form % {"good": vocabulary.GOODS[good], "before": was, "after": now}
        for good, was, now in made
        if was != now
    ]


def _build(built: Outlook, scene: Scene, key: str) -> Parts:
    names = _("Doubloons"), _("points of buildings"), _("free city spaces")
    both = ((b.doubloons, b.points, CITY_SPACES - b.spaces) for b in (built.before, built.after))
    return changes(names, *both)


def _sell(sold: Outlook, scene: Scene, good: str) -> Parts:
    named = {**vocabulary.ROLES, **vocabulary.BUILDINGS, "price": _("price")}
    form = _("%(reason)s +%(n)s")
    parts = sold.told("sale")["parts"].items()
    return [
        _doubloons(sold.before.doubloons, sold.after.doubloons),
        listed(form % {"reason": named[reason], "n": n} for reason, n in parts),
    ]


def _load(loaded: Outlook, scene: Scene, good: str) -> Parts:
    n, score = loaded.told("load")["n"], loaded.told("score")
    reasons = {
        "barrels": vocabulary.barrels(n),
        "captain": vocabulary.ROLES["captain"],
        "harbor": vocabulary.BUILDINGS["harbor"],
    }
    why = " + ".join(str(said) for reason, said in reasons.items() if score[reason])
    found = [
        _("+%(points)s (%(why)s)") % {"points": vocabulary.points(score["amount"]), "why": why}
    ]
    left = loaded.before.copy()
    left.goods[SLOT_OF[good]] -= n
    if any(left.goods):
        barrels = vocabulary.barrels(sum(left.goods))
        found += [_("left: %(barrels)s") % {"barrels": barrels}, _spoiling(storage.spoilt(left))]
    return found


def _spoiling(n: int) -> str:
    if not n:
        return _("nothing would spoil")
    return ngettext("%(n)s barrel would spoil", "%(n)s barrels would spoil", n) % {"n": n}


def _pass(passed: Outlook, scene: Scene) -> Parts:
    is_loading = view_of(scene)["step"] == "load"
    return [_spoiling(storage.spoilt(passed.before))] if is_loading else []


def _privilege(used: Outlook, scene: Scene, what: str) -> Parts:
    before, after = used.before, used.after
    if view_of(scene)["step"] == "mayor_privilege":
        return [change(_("workers"), before.crew, after.crew)]
    names = (first_upper(vocabulary.GOODS[good]) for good in GOODS)
    return changes(names, before.goods, after.goods)


def _store(stored: Outlook, scene: Scene, good: str) -> Parts:
    return [_spoiling(stored.spoilt())]


def _staff(staffed: Outlook, scene: Scene, key: str) -> Parts:
    before, told = staffed.before, staffed.told("staff")
    after = before.copy()
    after.workers[SLOT_OF[key]] = told["n"]
    left = change(_("workers to place"), before.san_juan, told["pool"])
    return [*_produced(before, after), left]


LINES: dict[str, Callable[..., Iterable[str]]] = {
    "pick": _pick,
    "draw": _draw,
    "take": _take,
    "build": _build,
    "sell": _sell,
    "load": _load,
    "pass": _pass,
    "privilege": _privilege,
    "store": _store,
    "keep": _store,
    "staff": _staff,
}
