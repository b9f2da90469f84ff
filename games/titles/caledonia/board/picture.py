"""The map of Clans of Caledonia as values for its templates: land, ports, units, lit spaces.

The land stays the same all match. Lit spaces are spaces where the viewer can act. They are drawn
together because most change together. What a press on one does follows from its `ways` and the
chosen unit (`static/board.js`).
"""

from __future__ import annotations

import functools
import json
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from django.utils.html import conditional_escape

from games.boards import Scene
from games.boards.hexes import hex_points
from games.boards.spots import Spot
from games.boards.template_globals import symbol_address
from games.boards.translations import PART_SEPARATOR, capitalize_first, change_text
from games.rules.primitives.bitsets import members

from ..rules.components import BORDER_TILE, SHIP_COST, UNITS
from ..rules.maps import AT, SHARING_EDGE, SPACE_ID
from ..rules.match import Caledonia
from ..rules.scoring import unit_glory
from ..rules.state import BUILDING_SET
from ..rules.view_types import PlayerView, View
from . import move_labels, placement_sites, settlements, terrain, vocabulary
from .board_context import BoardContext
from .hexes import SIZE, centre
from .placement_sites import Site
from .rule_links import KEY
from .scene_access import view_of
from .translations import gettext as _

RING = hex_points(SIZE - 4)
FOURTH_UNIT_MARK = '<use class="cal-fourth" href="%s" x="9" y="17" width="22" height="22"/>'
SIGN = 20  # width of a small picture on a lit space, in units of the drawing
symbol = functools.cache(functools.partial(symbol_address, KEY))
NEAR = 1.35  # margin shown around lit spaces, in hex sizes

_ROUND = "M-27 0a27 27 0 1 0 54 0a27 27 0 1 0-54 0z"
_OVAL = "M-33 0c0-15 15-25 33-25s33 10 33 25-15 25-33 25-33-10-33-25z"
_SQUARE = "M-26-20q0-6 6-6h40q6 0 6 6v40q0 6-6 6h-40q-6 0-6-6z"
_WIDE = "M-35-16q0-6 6-6h58q6 0 6 6v32q0 6-6 6h-58q-6 0-6-6z"
#: The shape of a token shows the kind of unit, as its silhouette does.
BODIES = {
    **dict.fromkeys(("sheep", "cow"), _OVAL),
    "field": _WIDE,
    **dict.fromkeys(("dairy", "bakery", "distillery"), _SQUARE),
    **dict.fromkeys(("woodcutter", "miner", "worker"), _ROUND),
}


class UnitToken(NamedTuple):
    """A unit on the map; `undo` is its index in the viewer's draft, None if it stays.

    `row_choice` is the choice that a press makes on a fisherman who can row; else "".
    """

    at: str
    seat: int
    unit: str
    name: str
    is_ghost: bool = False
    undo: int | None = None
    row_choice: str = ""


class Port(NamedTuple):
    """A port with the seats that have used it; `is_mine`: the viewer can use it.

    It has a spot if there is only one way to use it, a sheet of choices if there are more.
    """

    corner: str
    at: str
    tile: int
    used: tuple[int, ...]
    is_mine: bool
    spot: Spot | None
    has_sheet: bool


class NewsFlag(NamedTuple):
    """A change on a space since the viewer's last look: its seat and its number in order."""

    at: str
    seat: int
    number: int


class Alternative(NamedTuple):
    """Another space for the viewer's last drafted move, which would replace it.

    `keep`: how many drafted moves stay; `is_near`: whether it shows without a request.
    """

    at: str
    move: str
    keep: int
    label: str
    is_near: bool


class UnitChoice(NamedTuple):
    """A type of unit that the viewer can choose, and whether it is affordable somewhere."""

    unit: str
    cost: int
    is_open: bool
    left: int


class MapPicture(NamedTuple):
    """The whole map; `spots` and `settled` are drawings as SVG."""

    ground: terrain.Ground
    box: str
    focus: str
    ports: list[Port]
    tokens: list[UnitToken]
    flags: list[NewsFlag]
    spots: str
    others: list[Alternative]
    settled: str
    choices: tuple[int | None, tuple[UnitChoice, ...]]
    is_asked: bool


def picture(look: BoardContext) -> MapPicture:
    """Everything on the map."""
    scene, view, match = look.scene, look.view, look.match
    sites = placement_sites.sites(scene, match)
    spots, boxed = _spots(look, sites)
    own = [unit["at"] for unit in view["units"] if unit["seat"] == scene.seat]
    return MapPicture(
        ground=ground(view),
        box=terrain.BOX,
        focus=_view_box(boxed or own),
        ports=_ports(look),
        tokens=tokens(scene),
        flags=_flags(scene),
        spots=spots,
        others=_alternatives(scene, set(boxed)),
        settled=settlements.settlements_svg(match),
        choices=(scene.seat, _choices(look, sites)),
        is_asked=bool(boxed),
    )


def _choices(look: BoardContext, sites: Sequence[Site]) -> tuple[UnitChoice, ...]:
    """The types of units that can go onto the map now, for the bar below it."""
    if not sites or look.mine is None:
        return ()
    fitting = {unit for site in sites for unit, _total in site.ways}
    verb = f"{placement_sites.placement_verb(look.scene)} "
    payable = {move.split(" ")[1] for move in look.scene.legal if move.startswith(verb)}
    return tuple(
        UnitChoice(unit, look.mine["unit_costs"][unit], unit in payable, left)
        for unit, left in look.mine["supply"].items()
        if unit in fitting
    )


def ground(view: View) -> terrain.Ground:
    """The land, with only the signs that matter in this match."""
    clans = {one["clan"] for one in (*view["players"], *view["sets"])}
    return terrain.Ground(
        tuple(view["map"]["modules"]),
        len(view["players"]),
        bool(view["ports"]),
        deltas="robertson" in clans,
        borders="fergusson" in clans or any(one["tile"] == BORDER_TILE for one in view["scoring"]),
    )


@functools.cache
def place(at: str) -> str:
    """The centre of a space as the coordinates of a `translate`."""
    return "{:.1f} {:.1f}".format(*centre(at))


def _view_box(ats: Iterable[str]) -> str:
    """A view box around these spaces; "" without spaces."""
    points = [centre(at) for at in ats]
    if not points:
        return ""
    (left, right), (top, bottom) = ((min(line), max(line)) for line in zip(*points, strict=True))
    margin = NEAR * SIZE
    box = (left - margin, top - margin, right - left + 2 * margin, bottom - top + 2 * margin)
    return " ".join(f"{n:.0f}" for n in box)


# Units and ports.


def tokens(scene: Scene) -> list[UnitToken]:
    undo = _draft_places(scene)
    rowing = {move.split(" ")[1] for move in scene.legal if move.startswith("row ")}
    found = []
    for unit in view_of(scene)["units"]:
        at, seat, is_mine = unit["at"], unit["seat"], unit["seat"] == scene.seat
        token = UnitToken(at, seat, unit["unit"], scene.names[seat])
        if is_mine and (at in undo or at in rowing):
            row_choice = f"row@{at}" if at in rowing else ""
            token = token._replace(is_ghost=at in undo, undo=undo.get(at), row_choice=row_choice)
        found.append(token)
    return found


def _draft_places(scene: Scene) -> dict[str, int | None]:
    """The spaces of units in the viewer's draft, each with the index that undoes it."""
    found: dict[str, int | None] = {}
    for n, move in enumerate(scene.draft):
        match _split(move):
            case "place" | "expand" | "row" | "swap", at, _unit:
                found[at] = n if n in scene.removable else None
    return found


def _ports(look: BoardContext) -> list[Port]:
    seat, uses = look.scene.seat, Counter[str]()
    moves = {}
    for move in look.legal:
        if move.startswith("port "):
            corner = move.split(" ", 2)[1]
            uses[corner] += 1
            moves[corner] = move
    return [
        Port(
            *(corner, port["at"], port["tile"], tuple(port["used"])),
            is_mine=seat in port["in_reach"],
            spot=look(moves[corner]) if uses[corner] == 1 else None,
            has_sheet=uses[corner] > 1,
        )
        for port in look.view["ports"]
        for corner in [port["corner"]]
    ]


def _flags(scene: Scene) -> list[NewsFlag]:
    """What others placed, moved or exchanged since the viewer's last look, in order."""
    found: dict[str, NewsFlag] = {}
    number = 0
    for event in scene.news:
        if event.kind in ("place", "expand", "swap", "row") and event.seat is not None:
            number += 1
            at = str(event.data.get("at") or event.data.get("to"))
            found[at] = NewsFlag(at, event.seat, number)
    return list(found.values())


def _alternatives(scene: Scene, taken: set[str]) -> list[Alternative]:
    """The other spaces for the unit that the viewer drafted last."""
    last = _split(scene.draft[-1]) if scene.draft else None
    if last is None:
        return []
    verb, at, unit = last
    found: dict[str, Alternative] = {}
    near = _spaces_around(at) if verb in ("place", "expand") else set(AT)
    for move in scene.alternatives:
        other = _split(move)
        if other is None or other[0] != verb or other[1] in taken:
            continue
        if other[2] == unit or (verb == "row" and other[1] not in found):
            label = move_labels.move_label(move, scene)
            found[other[1]] = Alternative(
                other[1], move, len(scene.draft) - 1, label, other[1] in near
            )
    return list(found.values())


def _split(move: str) -> tuple[str, str, str] | None:
    """Verb, space, and unit (the start of a rowing unit) of a move on a space."""
    match move.split(" "):
        case ["place" | "expand" | "row" as verb, unit, at]:
            return verb, at, unit
        case ["swap" as verb, at, unit]:
            return verb, at, unit
        case ["slaughter" as verb, at]:
            return verb, at, ""
    return None


def _spaces_around(at: str) -> set[str]:
    """The spaces at most two steps away."""
    beside = SHARING_EDGE[SPACE_ID[at]]
    return {AT[space] for one in members(beside) for space in members(SHARING_EDGE[one])}


# Lit spaces.


def _spots(look: BoardContext, sites: Sequence[Site]) -> tuple[str, list[str]]:
    """The drawing of all lit spaces, and the list of those in reach."""
    more: dict[str, list[str]] = {}
    dead: dict[str, str] = {}
    for move in look.legal:
        match _split(move):
            case "row", at, start:
                more.setdefault(at, []).append(f"row@{start}")
            case "swap", at, unit:
                more.setdefault(at, []).append(f"swap@{unit}")
            case "slaughter", at, _nothing:
                dead[at] = move
    if look.mine is None or not (sites or more or dead):
        return '<g id="cal-spots"></g>', []
    linked = look.mine["settlements"]
    by_space = {site.at: site for site in sites}
    drawn = [
        _spot(by_space.get(at, Site(at, ())), more.get(at, ()), linked)
        for at in dict.fromkeys((*by_space, *more))
    ]
    for at, move in dead.items():
        label = conditional_escape(move_labels.move_label(move, look.scene))
        change = conditional_escape(look.preview(move))
        drawn.append(
            f'<g class="cal-spot" data-move="{move}" data-at="{at}" role="button" tabindex="0" '
            f'aria-label="{label}" data-preview="{change}" transform="translate({place(at)})">'
            f'<polygon class="mark" points="{RING}"/></g>'
        )
    texts = _script_texts(look, look.mine) if by_space or more else ""
    html = f'<g id="cal-spots"{texts}>{"".join(drawn)}</g>'
    return html, [*(site.at for site in sites if not site.is_far), *more, *dead]


def _script_texts(look: BoardContext, player: PlayerView) -> str:
    """The data of the script for all lit spaces: its phrases, the viewer's money, units left."""
    verb = placement_sites.placement_verb(look.scene)
    brings = _unit_gains(look.match, player) if verb else {}
    rowing = (move.split(" ")[1] for move in look.legal if move.startswith("row "))
    data: dict[str, Any] = {
        "verb": verb,
        "money": player["money"],
        "ship": SHIP_COST,
        "units": {
            unit: [capitalize_first(name), *brings.get(unit, ("", 0))]
            for unit, name in vocabulary.UNITS.items()
        },
        "names": {at: vocabulary.space(at) for at in rowing},
        **_phrases(),
    }
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return f' data-texts="{conditional_escape(text)}"'


def _phrases() -> dict[str, Any]:
    """The phrases in which the script fills in %u (unit), %s, %o (spaces), %p (pounds), %n."""
    marks = {"unit": "%u", "space": "%s", "other": "%o", "pounds": "%p"}
    placed = _("%(unit)s on %(space)s for %(pounds)s") % marks
    rowed = _("Row to %(space)s from %(other)s") % marks
    swapped = _("Exchange on %(space)s: %(unit)s") % marks
    return {
        "labels": {"place": placed, "expand": placed, "row": rowed, "swap": swapped},
        "from": _("%(space)s: from %(pounds)s") % marks,
        "short": _("%(pounds)s short") % marks,
        "away": _("one shipping level away, for %(pounds)s") % marks,
        "pound": vocabulary.pounds(-1).replace("-1", "%n"),
    }


def _unit_gains(match: Caledonia, player: PlayerView) -> dict[str, tuple[str, int]]:
    """What the next unit of each type yields on any space, and whether it is the fourth."""
    p, tile = match.players[player["seat"]], placement_sites.round_tile(match)
    found = {}
    for number in members(p.stocked):
        unit, glory = UNITS[number], unit_glory(tile, number)
        is_fourth = p.supply[number] == 1 and bool(BUILDING_SET >> number & 1)
        gains = [vocabulary.unit_brings(unit, improved=unit in player["techs"])]
        if glory:
            gains.append(_("+%(n)s glory this round") % {"n": glory})
        if is_fourth:
            gains.append(_("building bonus"))
        found[unit] = PART_SEPARATOR.join(gains), int(is_fourth)
    return found


def _spot(site: Site, more_ways: Iterable[str], linked: int) -> str:
    far = " is-far-off" if site.is_far else ""
    ways = " ".join([*(f"{unit}={total}" for unit, total in site.ways), *more_ways])
    route = "L".join("{:.0f} {:.0f}".format(*centre(at)) for at in site.path)
    more = conditional_escape(" · ".join(_space_gains(site, linked)))
    transform = f'transform="translate({place(site.at)})"'
    return (
        f'<g class="cal-spot is-off{far}" data-at="{site.at}" '
        f'data-name="{vocabulary.space(site.at)}" data-ways="{ways}"'
        + (f' data-brings="{more}"' if more else "")
        + (f' data-path="{route}"' if route else "")
        + f' {transform}><polygon class="mark" points="{RING}"/>'
        '<g class="cal-fit cal-pill"><rect y="-14" height="28" rx="9"/><text y="7.4"/></g></g>'
        f'<g class="cal-signs" aria-hidden="true" {transform}>'
        f"{''.join(_signs(site, linked))}{FOURTH_UNIT_MARK % symbol('box')}</g>"
    )


def _space_gains(site: Site, linked: int) -> Iterable[str]:
    """What any unit gains on this space."""
    if site.linked_settlements is not None and site.linked_settlements != linked:
        yield change_text(_("settlements"), linked, site.linked_settlements)
    if site.glory:
        yield _("+%(n)s glory this round") % {"n": site.glory}
    yield from map(str, site.offers)


def _signs(site: Site, linked: int) -> Iterable[str]:
    """Small pictures on a lit space: goods of neighbours above, settlements and glory below."""
    has_prices = len(site.offers) <= 2
    width = SIGN + (16 if has_prices else 1)
    x = -width * len(site.offers) / 2
    for offer in site.offers:
        yield _sign(offer.good, str(offer.price) if has_prices else "", x, -40)
        x += width
    x = -9.0
    if site.is_far:
        yield _sign("ship", "", x, 17)
    if site.is_free:
        yield '<path class="cal-struck" d="M-38 33L-13 11"/>'
    if site.linked_settlements is not None and site.linked_settlements > linked:
        yield _sign("houses", "", x, 17)
        x += SIGN + 2
    if site.glory:
        yield _sign("glory", str(site.glory), x, 17)


def _sign(art: str, text: str, x: float, y: float) -> str:
    label = f'<text x="{SIGN}" y="17">{text}</text>' if text else ""
    return (
        f'<g class="cal-sign" transform="translate({x:.0f} {y:.0f})">'
        f'<use href="{symbol(art)}" width="{SIGN}" height="{SIGN}"/>{label}</g>'
    )


def thumbnail_data(scene: Scene) -> tuple[str, terrain.Ground, tuple[UnitToken, ...]]:
    """The thumbnail of a match: its view box, the land, and the units."""
    return terrain.BOX, ground(view_of(scene)), tuple(tokens(scene))
