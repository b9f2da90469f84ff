"""What a move changes, before → after, in one line for the turn bar."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from games.boards import Scene
from games.boards.translations import (
    capitalize_first,
    change_text,
    change_texts,
    join_list,
    join_parts,
)

from ..rules.boards import Board
from ..rules.components import CITY_SPACES, GOODS, SLOT_OF
from ..rules.phases import storage
from . import role_gains, vocabulary
from .forecast import Forecast, forecast
from .scene_access import view_of
from .translations import gettext as _
from .translations import ngettext

Parts = list[str]


def preview_text(move: str, scene: Scene) -> str:
    """The preview of a legal move of the viewer; "" if there is nothing to say."""
    verb, *arguments = move.split(" ")
    if scene.seat is None or verb not in PREVIEWS:
        return ""
    parts = PREVIEWS[verb](forecast(move, scene), scene, *arguments[:1])
    return join_parts(parts)


def _preview_pick(picked: Forecast, scene: Scene, role: str) -> Parts:
    before, bonus = picked.before.doubloons, picked.first_event("role")["doubloons"]
    if role.startswith("prospector"):
        return [_doubloons(before, before + bonus + picked.first_event("income")["doubloons"])]
    gain = role_gains.gains_text(scene.compute_once(role_gains.gains_by_role)[role])
    return [
        _doubloons(before, before + bonus),
        _("for you: %(gain)s") % {"gain": gain},
        role_gains.others_gains_text(role, scene, picked),
    ]


def _doubloons(before: int, after: int) -> str:
    return change_text(_("Doubloons"), before, after)


def _preview_take(taken: Forecast, scene: Scene, kind: str) -> Parts:
    slot, before, after = SLOT_OF[kind], taken.before, taken.after
    tiles = capitalize_first(vocabulary.PLANTATIONS[kind])
    size_text = change_text(tiles, before.size[slot], after.size[slot])
    return [size_text, *_preview_draw(taken, scene), *_production_text(before, after)]


def _preview_draw(drawn: Forecast, scene: Scene) -> Parts:
    return [change_text(_("island tiles"), drawn.before.tiles, drawn.after.tiles)]


def _production_text(before: Board, after: Board) -> Parts:
    form = _("makes %(good)s %(before)s → %(after)s")
    made = [(name, before.capacity(n), after.capacity(n)) for n, name in enumerate(GOODS)]
    return [
        form % {"good": vocabulary.GOODS[good], "before": was, "after": now}
        for good, was, now in made
        if was != now
    ]


def _preview_build(built: Forecast, scene: Scene, key: str) -> Parts:
    names = _("Doubloons"), _("points of buildings"), _("free city spaces")
    both = ((b.doubloons, b.points, CITY_SPACES - b.spaces) for b in (built.before, built.after))
    return change_texts(names, *both)


def _preview_sell(sold: Forecast, scene: Scene, good: str) -> Parts:
    named = {**vocabulary.ROLES, **vocabulary.BUILDINGS, "price": _("price")}
    form = _("%(reason)s +%(n)s")
    parts = sold.first_event("sale")["parts"].items()
    return [
        _doubloons(sold.before.doubloons, sold.after.doubloons),
        join_list(form % {"reason": named[reason], "n": n} for reason, n in parts),
    ]


def _preview_load(loaded: Forecast, scene: Scene, good: str) -> Parts:
    n, score = loaded.first_event("load")["n"], loaded.first_event("score")
    reasons = {
        "barrels": vocabulary.barrels(n),
        "captain": vocabulary.ROLES["captain"],
        "harbor": vocabulary.BUILDINGS["harbor"],
    }
    why = " + ".join(str(text) for reason, text in reasons.items() if score[reason])
    found = [
        _("+%(points)s (%(why)s)") % {"points": vocabulary.points(score["amount"]), "why": why}
    ]
    left = loaded.before.copy()
    left.goods[SLOT_OF[good]] -= n
    if any(left.goods):
        barrels = vocabulary.barrels(sum(left.goods))
        found += [
            _("left: %(barrels)s") % {"barrels": barrels},
            _spoiled_text(storage.spoiled_barrels(left)),
        ]
    return found


def _spoiled_text(n: int) -> str:
    if not n:
        return _("nothing would spoil")
    return ngettext("%(n)s barrel would spoil", "%(n)s barrels would spoil", n) % {"n": n}


def _preview_pass(passed: Forecast, scene: Scene) -> Parts:
    is_loading = view_of(scene)["step"] == "load"
    return [_spoiled_text(storage.spoiled_barrels(passed.before))] if is_loading else []


def _preview_privilege(used: Forecast, scene: Scene, what: str) -> Parts:
    before, after = used.before, used.after
    if view_of(scene)["step"] == "mayor_privilege":
        return [change_text(_("workers"), before.crew, after.crew)]
    names = (capitalize_first(vocabulary.GOODS[good]) for good in GOODS)
    return change_texts(names, before.goods, after.goods)


def _preview_store(stored: Forecast, scene: Scene, good: str) -> Parts:
    return [_spoiled_text(stored.spoiled_barrels())]


def _preview_staff(staffed: Forecast, scene: Scene, key: str) -> Parts:
    before, placed = staffed.before, staffed.first_event("staff")
    after = before.copy()
    after.workers[SLOT_OF[key]] = placed["n"]
    left = change_text(_("workers to place"), before.san_juan, placed["pool"])
    return [*_production_text(before, after), left]


PREVIEWS: dict[str, Callable[..., Iterable[str]]] = {
    "pick": _preview_pick,
    "draw": _preview_draw,
    "take": _preview_take,
    "build": _preview_build,
    "sell": _preview_sell,
    "load": _preview_load,
    "pass": _preview_pass,
    "privilege": _preview_privilege,
    "store": _preview_store,
    "keep": _preview_store,
    "staff": _preview_staff,
}
