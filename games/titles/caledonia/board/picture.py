"""The map of Clans of Caledonia as values for its templates: land, ports, units, lit spaces.

The land stays the same all match. Lit spaces are spaces where the viewer can act. They are drawn
together because most change together. What a press on one does follows from its `ways` and the
chosen unit (`static/board.js`).
"""

from __future__ import annotations

import functools
import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from django.templatetags.static import static
from django.utils.html import conditional_escape

from games.boards import Scene
from games.boards.cached_urls import rules_url
from games.boards.hexes import hex_points
from games.boards.spots import Spot
from games.boards.translations import PART_SEPARATOR, capitalize_first, change_text
from games.rules.primitives.bitsets import members

from ..rules.components import BORDER_TILE, SHIP_COST, UNITS
from ..rules.maps import AT, SHARING_EDGE, SPACE_ID
from ..rules.match import Caledonia
from ..rules.scoring import unit_glory
from ..rules.state import BUILDING_SET
from ..rules.view_types import View
from . import (
    move_labels,
    placement_sites,
    preview,
    settlements,
    terrain,
    vocabulary,
)
from .board_context import BoardContext
from .hexes import SIZE, centre
from .placement_sites import Site
from .rule_links import KEY, port_anchor
from .scene_access import view_of
from .translations import gettext as _

RING = hex_points(SIZE - 4)
FOURTH_UNIT_MARK = '<use class="cal-fourth" href="%s#box" x="9" y="17" width="22" height="22"/>'
SIGN = 20  # width of a small picture on a lit space, in units of the drawing
NEAR = 1.35  # margin shown around lit spaces, in hex sizes
PORT_ART = {
    1: "meat",
    2: "grain",
    3: "cheese",
    4: "upgrade",
    5: "pound",
    6: "price",
    7: "swap",
    8: "box",
    9: "anchor",
}


@functools.cache
def sprite() -> str:
    return static("titles/caledonia/sprite.svg")


class UnitToken(NamedTuple):
    """A unit on the map.

    Attributes:
        name: of the seat.
        undo: its index in the viewer's draft, None if it cannot be undone.
        row_choice: the choice that a press makes on a fisherman who can row; else "".
    """

    at: str
    seat: int
    unit: str
    name: str
    is_ghost: bool = False
    undo: int | None = None
    row_choice: str = ""

    @property
    def place(self) -> str:
        return _place(self.at)

    @property
    def art(self) -> str:
        return f"{sprite()}#{self.unit}"

    @property
    def mark(self) -> str:
        return f"{sprite()}#mark-{self.seat}"

    @property
    def note(self) -> str:
        return rules_url(KEY, self.unit)

    @property
    def label(self) -> str:
        return _("%(space)s: %(name)s's %(unit)s") % {
            "space": vocabulary.space(self.at),
            "unit": vocabulary.UNITS[self.unit],
            "name": self.name,
        }

    @property
    def body(self) -> str:
        return BODIES[self.unit]


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


class Port(NamedTuple):
    """A port.

    Attributes:
        used: seats that have used it.
        is_mine: whether the viewer can use it.
        spot: the move that a press sends, if there is only one way to use it.
        has_sheet: whether a press opens a sheet of choices.
    """

    corner: str
    at: str
    tile: int
    used: tuple[int, ...]
    is_mine: bool
    spot: Spot | None
    label: str
    has_sheet: bool

    @property
    def place(self) -> str:
        return _place(self.at)

    @property
    def art(self) -> str:
        return f"{sprite()}#{PORT_ART[self.tile]}"

    @property
    def sign(self) -> str:
        return vocabulary.PORT_SIGNS[self.tile]

    @property
    def note(self) -> str:
        return rules_url(KEY, port_anchor(self.tile))

    @property
    def marks(self) -> list[tuple[int, str, float]]:
        """Return (seat, its mark, x offset) of each seat that used the port."""
        first = -7.5 * (len(self.used) - 1)
        return [
            (seat, f"{sprite()}#mark-{seat}", first + 15 * n) for n, seat in enumerate(self.used)
        ]

    @property
    def ring(self) -> str:
        return RING


class NewsFlag(NamedTuple):
    """A change on a space since the viewer's last look: its seat and its number in order."""

    at: str
    seat: int
    number: int

    @property
    def place(self) -> str:
        return _place(self.at)


class Alternative(NamedTuple):
    """Another space for the viewer's last drafted move.

    `keep`: how many drafted moves stay; `is_near`: whether it shows without a request.
    """

    at: str
    move: str
    keep: int
    label: str
    is_near: bool

    @property
    def place(self) -> str:
        return _place(self.at)

    @property
    def ring(self) -> str:
        return RING


class UnitChoice(NamedTuple):
    """A type of unit that the viewer can choose, and whether it is affordable somewhere."""

    unit: str
    cost: int
    is_open: bool
    left: int

    @property
    def art(self) -> str:
        return f"{sprite()}#{self.unit}"

    @property
    def label(self) -> str:
        params = {"unit": capitalize_first(vocabulary.UNITS[self.unit]), "n": self.left}
        params["pounds"] = vocabulary.pounds(self.cost)
        if self.is_open:
            return _("%(unit)s, %(pounds)s plus land; %(n)s left") % params
        return _("%(unit)s, %(pounds)s plus land: too expensive everywhere; %(n)s left") % params


class RawHtml(NamedTuple):
    """A drawing made directly as HTML, without a template."""

    html: str


class MapPicture(NamedTuple):
    """The whole map."""

    ground: terrain.Ground
    box: str
    focus: str
    ports: list[Port]
    tokens: list[UnitToken]
    flags: list[NewsFlag]
    spots: RawHtml
    others: list[Alternative]
    settled: RawHtml
    choices: tuple[int | None, tuple[UnitChoice, ...]]
    asked: bool


def picture(look: BoardContext) -> MapPicture:
    """Return everything on the map."""
    scene, view, match = look.scene, look.view, look.match
    sites = placement_sites.sites(scene, match)
    spots, boxed = _spots(scene, match, sites)
    return MapPicture(
        ground=ground(view),
        box=terrain.BOX,
        focus=_view_box(boxed or _own_spaces(view, scene.seat)),
        ports=_ports(look),
        tokens=tokens(scene),
        flags=_flags(scene),
        spots=spots,
        others=_alternatives(scene, set(boxed)),
        settled=RawHtml(settlements.settlements_svg(match)),
        choices=(scene.seat, _choices(scene, sites)),
        asked=bool(boxed),
    )


def _choices(scene: Scene, sites: Sequence[Site]) -> tuple[UnitChoice, ...]:
    """The types of units that can go onto the map now, for the bar below it."""
    if not sites or scene.seat is None:
        return ()
    player = view_of(scene)["players"][scene.seat]
    fitting = {unit for site in sites for unit, _total in site.ways}
    verb = f"{placement_sites.placement_verb(scene)} "
    payable = {move.split(" ")[1] for move in scene.legal if move.startswith(verb)}
    return tuple(
        UnitChoice(unit, player["unit_costs"][unit], unit in payable, left)
        for unit, left in player["supply"].items()
        if unit in fitting
    )


def ground(view: View) -> terrain.Ground:
    """Return the land, with only the signs that matter in this match."""
    clans = [player["clan"] for player in view["players"]]
    clans += [one["clan"] for one in view["sets"]]
    return terrain.Ground(
        tuple(view["map"]["modules"]),
        len(view["players"]),
        bool(view["ports"]),
        deltas="robertson" in clans,
        borders="fergusson" in clans or any(one["tile"] == BORDER_TILE for one in view["scoring"]),
    )


def _place(at: str) -> str:
    x, y = centre(at)
    return f"translate({x:.1f} {y:.1f})"


def _own_spaces(view: View, seat: int | None) -> list[str]:
    return [unit["at"] for unit in view["units"] if unit["seat"] == seat]


def _view_box(ats: Iterable[str]) -> str:
    """A view box around these spaces; "" without spaces."""
    points = [centre(at) for at in ats]
    if not points:
        return ""
    xs, ys = [x for x, _y in points], [y for _x, y in points]
    margin = NEAR * SIZE
    left, top = min(xs) - margin, min(ys) - margin
    box = (left, top, max(xs) + margin - left, max(ys) + margin - top)
    return " ".join(f"{n:.0f}" for n in box)


# Units and ports.


def tokens(scene: Scene) -> list[UnitToken]:
    view = view_of(scene)
    drafted = _draft_places(scene)
    rowing = {move.split(" ")[1] for move in scene.legal if move.startswith("row ")}
    found = []
    for unit in view["units"]:
        at, seat = unit["at"], unit["seat"]
        ghost = at in drafted and seat == scene.seat
        found.append(
            UnitToken(
                at,
                seat,
                unit["unit"],
                scene.names[seat],
                ghost,
                drafted.get(at) if ghost else None,
                f"row@{at}" if at in rowing and seat == scene.seat else "",
            )
        )
    return found


def _draft_places(scene: Scene) -> dict[str, int | None]:
    """The spaces of units in the viewer's draft, each with the index that undoes it."""
    found: dict[str, int | None] = {}
    for n, move in enumerate(scene.draft):
        verb, *rest = move.split(" ")
        undo = n if n in scene.removable else None
        if verb in ("place", "expand", "row"):
            found[rest[1]] = undo
        elif verb == "swap":
            found[rest[0]] = undo
    return found


def _ports(look: BoardContext) -> list[Port]:
    scene, view = look.scene, look.view
    by_corner: dict[str, list[str]] = {}
    for move in scene.legal:
        if move.startswith("port "):
            by_corner.setdefault(move.split(" ", 2)[1], []).append(move)
    found = []
    for port in view["ports"]:
        corner = port["corner"]
        uses = by_corner.get(corner, [])
        single = look(uses[0]) if len(uses) == 1 else None
        params = {"corner": vocabulary.corner(corner), "effect": vocabulary.PORTS[port["tile"]]}
        label = single.label if single else _("Port %(corner)s: %(effect)s") % params
        mine = scene.seat is not None and scene.seat in port["in_reach"]
        found.append(
            Port(
                *(corner, port["at"], port["tile"], tuple(port["used"])),
                is_mine=mine and scene.seat not in port["used"],
                spot=single,
                label=label,
                has_sheet=len(uses) > 1,
            )
        )
    return found


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
    if not scene.draft:
        return []
    keep = len(scene.draft) - 1
    verb, *rest = scene.draft[-1].split(" ")
    if verb not in ("place", "expand", "row", "swap", "slaughter"):
        return []
    found: dict[str, Alternative] = {}
    near = _spaces_around(rest[1]) if verb in ("place", "expand") else set(AT)
    for move in scene.alternatives:
        other, *more = move.split(" ")
        if other != verb:
            continue
        at = more[1] if verb in ("place", "expand", "row") else more[0]
        same = verb == "slaughter" or (more[0] if verb != "swap" else more[1]) == (
            rest[0] if verb != "swap" else rest[1]
        )
        if at not in taken and (same or (verb == "row" and at not in found)):
            label = _("Instead: %(move)s") % {"move": move_labels.move_label(move, scene)}
            found[at] = Alternative(at, move, keep, label, at in near)
    return list(found.values())


def _spaces_around(at: str) -> set[str]:
    """The spaces at most two steps away."""
    beside = SHARING_EDGE[SPACE_ID[at]]
    return {AT[space] for one in members(beside) for space in members(SHARING_EDGE[one])}


# Lit spaces.


def _spots(scene: Scene, match: Caledonia, sites: Sequence[Site]) -> tuple[RawHtml, list[str]]:
    """The drawing of all lit spaces, and the list of those in reach."""
    more: dict[str, list[str]] = {}
    dead: dict[str, str] = {}
    for move in scene.legal:
        verb, *rest = move.split(" ")
        if verb == "row":
            more.setdefault(rest[1], []).append(f"row@{rest[0]}")
        elif verb == "swap":
            more.setdefault(rest[0], []).append(f"swap@{rest[1]}")
        elif verb == "slaughter":
            dead[rest[0]] = move
    if scene.seat is None or not (sites or more or dead):
        return RawHtml('<g id="cal-spots"></g>'), []
    linked = view_of(scene)["players"][scene.seat]["settlements"]
    by_space = {site.at: site for site in sites}
    drawn = []
    for at in dict.fromkeys((*by_space, *more)):
        site = by_space.get(at, Site(at, ()))
        ways = [f"{unit}={total}" for unit, total in site.ways]
        drawn.append(_spot(site, [*ways, *more.get(at, ())], linked))
    for at, move in dead.items():
        label = conditional_escape(move_labels.move_label(move, scene))
        change = conditional_escape(preview.preview_text(move, scene))
        drawn.append(
            f'<g class="cal-spot" data-move="{move}" data-at="{at}" role="button" tabindex="0" '
            f'aria-label="{label}" data-preview="{change}" transform="{_place(at)}">'
            f'<polygon class="mark" points="{RING}"/></g>'
        )
    data_attribute = _script_texts(scene, match) if by_space or more else ""
    html = f'<g id="cal-spots"{data_attribute}>{"".join(drawn)}</g>'
    return RawHtml(html), [
        *(site.at for site in sites if not site.is_far),
        *more,
        *dead,
    ]


def _script_texts(scene: Scene, match: Caledonia) -> str:
    """The data of the script for all lit spaces: its phrases, the viewer's money, units left."""
    assert scene.seat is not None
    view = view_of(scene)
    player = view["players"][scene.seat]
    verb = placement_sites.placement_verb(scene)
    brings = dict(_unit_gains(match, scene.seat, player["techs"])) if verb else {}
    data: dict[str, Any] = {
        "verb": verb,
        "money": player["money"],
        "ship": SHIP_COST,
        "units": {
            unit: [capitalize_first(name), *brings.get(unit, ("", 0))]
            for unit, name in vocabulary.UNITS.items()
        },
        "names": {
            move.split(" ")[1]: vocabulary.space(move.split(" ")[1])
            for move in scene.legal
            if move.startswith("row ")
        },
        **_phrases(),
    }
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return f' data-texts="{conditional_escape(text)}"'


def _phrases() -> dict[str, Any]:
    """The phrases in which the script fills in %u (unit), %s, %o (spaces), %p (pounds), %n."""
    placed = _("%(unit)s on %(space)s for %(pounds)s")
    placed %= {"unit": "%u", "space": "%s", "pounds": "%p"}
    rowed = _("Row to %(space)s from %(other)s") % {"space": "%s", "other": "%o"}
    swapped = _("Exchange on %(space)s: %(unit)s") % {"space": "%s", "unit": "%u"}
    return {
        "labels": {"place": placed, "expand": placed, "row": rowed, "swap": swapped},
        "from": _("%(space)s: from %(pounds)s") % {"space": "%s", "pounds": "%p"},
        "short": _("%(pounds)s short") % {"pounds": "%p"},
        "away": _("one shipping level away, for %(pounds)s") % {"pounds": "%p"},
        "pound": vocabulary.pounds(-1).replace("-1", "%n"),
    }


def _unit_gains(
    match: Caledonia, seat: int, techs: Sequence[str]
) -> Iterator[tuple[str, tuple[str, int]]]:
    """What the next unit of each type yields on any space, and whether it is the fourth."""
    p, tile = match.players[seat], placement_sites.round_tile(match)
    for number in members(p.stocked):
        unit, glory = UNITS[number], unit_glory(tile, number)
        is_fourth = p.supply[number] == 1 and bool(BUILDING_SET >> number & 1)
        gains = [vocabulary.unit_brings(unit, improved=unit in techs)]
        if glory:
            gains.append(_("+%(n)s glory this round") % {"n": glory})
        if is_fourth:
            gains.append(_("building bonus"))
        yield unit, (PART_SEPARATOR.join(gains), int(is_fourth))


def _spot(site: Site, ways: Sequence[str], linked: int) -> str:
    far = " is-far-off" if site.is_far else ""
    route = "L".join("{:.0f} {:.0f}".format(*centre(at)) for at in site.path)
    more = conditional_escape(" · ".join(_space_gains(site, linked)))
    return (
        f'<g class="cal-spot is-off{far}" data-at="{site.at}" '
        f'data-name="{vocabulary.space(site.at)}" data-ways="{" ".join(ways)}"'
        + (f' data-brings="{more}"' if more else "")
        + (f' data-path="{route}"' if route else "")
        + f' transform="{_place(site.at)}"><polygon class="mark" points="{RING}"/>'
        '<g class="cal-fit cal-pill"><rect y="-14" height="28" rx="9"/><text y="7.4"/></g></g>'
        f'<g class="cal-signs" aria-hidden="true" transform="{_place(site.at)}">'
        f"{''.join(_signs(site, linked))}{FOURTH_UNIT_MARK % sprite()}</g>"
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
    sold = [(offer.good, str(offer.price)) for offer in site.offers]
    if len(sold) > 2:
        sold = [(good, "") for good, _price in sold]
    wide = sum(SIGN + (16 if price else 1) for _good, price in sold)
    x = -wide / 2
    for good, price in sold:
        yield _sign(good, price, x, -40)
        x += SIGN + (16 if price else 1)
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
        f'<use href="{sprite()}#{art}" width="{SIGN}" height="{SIGN}"/>{label}</g>'
    )
