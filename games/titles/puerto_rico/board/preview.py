"""What a move changes, before → after, in one line for the turn bar."""

from __future__ import annotations

from collections.abc import Iterator

from games.boards.move_preview import Numbers, PreviewTable
from games.boards.translations import change_text, join_list

from ..rules.boards import Board
from ..rules.components import CITY_SPACES, FIRST_BUILDING, GOODS, SLOT_OF
from ..rules.components import TILES as TILE_KINDS
from ..rules.phases import storage
from . import role_gains, vocabulary
from .forecast import PuertoRicoPreview
from .scene_access import view_of
from .translations import gettext as _
from .translations import gettext_lazy, ngettext

Parts = Iterator[str]


def _capacities(board: Board) -> list[int]:
    return [board.capacity(good) for good in range(len(GOODS))]


DOUBLOONS = Numbers(gettext_lazy("Doubloons"), "doubloons")
BUILDING_POINTS = Numbers(gettext_lazy("points of buildings"), "points")
FREE_SPACES = Numbers(
    gettext_lazy("free city spaces"), lambda match, seat: CITY_SPACES - match.boards[seat].spaces
)
TILES = Numbers(gettext_lazy("island tiles"), "tiles")
TILES_BY_KIND = Numbers(
    tuple(vocabulary.PLANTATIONS[tile] for tile in TILE_KINDS),
    lambda match, seat: match.boards[seat].size[:FIRST_BUILDING],
)
BARRELS = Numbers(tuple(vocabulary.GOODS[good] for good in GOODS), "goods")
PRODUCTION = Numbers(
    tuple(gettext_lazy("makes %(good)s", good=vocabulary.GOODS[good]) for good in GOODS),
    lambda match, seat: _capacities(match.boards[seat]),
)
WORKERS = Numbers(gettext_lazy("workers"), "crew")


def _picked_role(picked: PuertoRicoPreview) -> Parts:
    role, before = picked.arguments[0], picked.own_before.doubloons
    after = before + picked.first_event("role")["doubloons"]
    if role.startswith("prospector"):
        yield change_text(_("Doubloons"), before, after + picked.first_event("income")["doubloons"])
        return
    yield change_text(_("Doubloons"), before, after)
    gain = role_gains.gains_text(picked.scene.compute_once(role_gains.gains_by_role)[role])
    yield _("for you: %(gain)s") % {"gain": gain}
    yield role_gains.others_gains_text(role, picked)


def _sale_reasons(sold: PuertoRicoPreview) -> Parts:
    form, names = _("%(reason)s +%(n)s"), vocabulary.GAINS
    parts = sold.first_event("sale")["parts"].items()
    yield join_list(form % {"reason": names[reason], "n": n} for reason, n in parts)


def _load(loaded: PuertoRicoPreview) -> Parts:
    n, score = loaded.first_event("load")["n"], loaded.first_event("score")
    reasons = {
        "barrels": vocabulary.barrels(n),
        "captain": vocabulary.ROLES["captain"],
        "harbor": vocabulary.BUILDINGS["harbor"],
    }
    why = " + ".join(str(text) for reason, text in reasons.items() if score[reason])
    yield _("+%(points)s (%(why)s)") % {"points": vocabulary.points(score["amount"]), "why": why}
    left = loaded.own_before.copy()
    left.goods[SLOT_OF[loaded.arguments[0]]] -= n
    if any(left.goods):
        yield _("left: %(barrels)s") % {"barrels": vocabulary.barrels(sum(left.goods))}
        yield _spoiled_text(storage.spoiled_barrels(left))


def _spoiled_text(n: int) -> str:
    if not n:
        return _("nothing would spoil")
    return ngettext("%(n)s barrel would spoil", "%(n)s barrels would spoil", n) % {"n": n}


def _pass(passed: PuertoRicoPreview) -> Parts:
    if view_of(passed.scene)["step"] == "load":
        yield _spoiled_text(storage.spoiled_barrels(passed.own_before))


def _storage(stored: PuertoRicoPreview) -> Parts:
    yield _spoiled_text(stored.spoiled_barrels())


def _staff(staffed: PuertoRicoPreview) -> Parts:
    """Only this worker: the rules may place the others, and end the phase."""
    before, placed = staffed.own_before, staffed.first_event("staff")
    after = before.copy()
    after.workers[SLOT_OF[staffed.arguments[0]]] = placed["n"]
    yield from PRODUCTION.changes(_capacities(before), _capacities(after))
    yield change_text(_("workers to place"), before.san_juan, placed["pool"])


preview_text = PreviewTable(
    PuertoRicoPreview,
    by_verb={
        "pick": (_picked_role,),
        "draw": (TILES,),
        "take": (TILES_BY_KIND, TILES, PRODUCTION),
        "build": (DOUBLOONS, BUILDING_POINTS, FREE_SPACES),
        "sell": (DOUBLOONS, _sale_reasons),
        "load": (_load,),
        "pass": (_pass,),
        "privilege": (WORKERS, BARRELS),
        "store": (_storage,),
        "keep": (_storage,),
        "staff": (_staff,),
    },
)
