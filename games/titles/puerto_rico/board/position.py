"""The position of Puerto Rico in words, for screen readers and small screens."""

from __future__ import annotations

from collections.abc import Mapping

from django.template.loader import get_template
from django.utils.safestring import SafeString

from games.boards import Scene
from games.boards.cached_urls import rules_url
from games.boards.translations import capitalize_first, join_list
from games.boards.view_models import Panel, RuleLink

from ..rules.components import BUILDINGS, HOUSE_SPACES, TILES
from ..rules.view import BoardView, View
from . import vocabulary
from .picture import production
from .scene_access import view_of
from .translations import gettext as _


def term(anchor: str, text: str) -> RuleLink:
    """A name that links to its paragraph of the rules."""
    return RuleLink(text, rules_url("puerto_rico", anchor))


def panels(scene: Scene) -> list[Panel]:
    view = view_of(scene)
    seats = range(len(scene.names))
    return [
        _match(scene),
        _roles(scene),
        _plantations(view),
        _harbor(view),
        _house(view),
        _supplies(view),
        *(_player(scene, seat) for seat in seats),
        _prices(view),
    ]


def panels_html(scene: Scene) -> list[SafeString]:
    """The panels as HTML."""
    template = get_template("puerto_rico/templates/text_panels.html")
    return [SafeString(template.render({"panel": panel})) for panel in panels(scene)]


def _match(scene: Scene) -> Panel:
    view, names = view_of(scene), scene.names
    setup_limits = (
        view["chips_left"],
        view["worker_supply"],
        min(seat["city_free"] for seat in view["seats"]),
    )
    phase = str(vocabulary.PHASES[view["role"]]) if view["role"] else _("Picking a role")
    rows = [(_("Round"), str(view["round"]))]
    rows += [
        (term("governor", _("Governor")), names[view["governor"]]),
        (_("Phase"), _("The match is over") if scene.over else phase),
    ]
    if view["picker"] is not None:
        rows.append((_("Picked by"), names[view["picker"]]))
    actors = [names[seat] for seat in view["order"] if seat in scene.actors]
    endings = join_list(capitalize_first(vocabulary.ENDINGS[one]) for one in view["ending"])
    rows += [
        (_("To move"), join_list(actors) or "–"),
        (_("Order"), join_list(names[seat] for seat in view["order"]) or "–"),
        (_("End of the match"), endings or _("not in sight")),
    ]
    rows += [
        (str(title), str(left))
        for title, left in zip(vocabulary.LIMITS.values(), setup_limits, strict=True)
    ]
    return Panel(_("The match"), rows=rows)


def _roles(scene: Scene) -> Panel:
    table = [
        [
            term(key, str(vocabulary.ROLE_CARDS[key])),
            str(card["doubloons"]),
            "–" if card["taken_by"] is None else scene.names[card["taken_by"]],
        ]
        for key, card in view_of(scene)["roles"].items()
    ]
    return Panel(_("Roles"), head=[_("Role"), _("Doubloons"), _("Taken by")], table=table)


def _plantations(view: View) -> Panel:
    tiles = vocabulary.lexicon().tiles
    rows = [
        (_("On offer"), join_list(tiles[kind] for kind in view["row"]) or "–"),
        (_("Quarries left"), str(view["quarries"])),
        (term("stack", _("Face-down tiles")), str(view["stack"])),
        (term("discard_pile", _("Discarded tiles")), vocabulary.goods(view["discard"])),
    ]
    return Panel(_("Plantations"), rows=rows)


def _harbor(view: View) -> Panel:
    goods = vocabulary.lexicon().goods
    empty = _("Ship %(ship)s: empty, %(capacity)s spaces")
    filled = _("Ship %(ship)s: %(n)s of %(capacity)s spaces filled with %(good)s")
    items = [
        (filled if ship["good"] else empty)
        % {"ship": key, "capacity": key, "n": ship["n"], "good": goods.get(ship["good"] or "")}
        for key, ship in view["ships"].items()
    ]
    return Panel(_("Cargo ships"), items=items)


def _house(view: View) -> Panel:
    goods = vocabulary.lexicon().goods
    prices = view["goods_prices"].items()
    rows = [
        (_("Sold"), join_list(goods[good] for good in view["house"]) or "–"),
        (_("Free spaces"), str(HOUSE_SPACES - len(view["house"]))),
        (
            _("Prices"),
            join_list(_("%(good)s %(n)s") % {"good": goods[good], "n": n} for good, n in prices),
        ),
    ]
    return Panel(_("Trading house"), rows=rows)


def _supplies(view: View) -> Panel:
    rows = [
        (_("Goods"), vocabulary.goods(view["goods"])),
        (term("worker_ship", _("Workers on the ship")), str(view["worker_ship"])),
        (_("Workers the next ship needs"), str(view["worker_need"])),
        (term("worker_supply", _("Workers in the supply")), str(view["worker_supply"])),
        (term("chip", _("Victory points left")), str(view["chips_left"])),
    ]
    return Panel(_("Supplies"), rows=rows)


def _player(scene: Scene, seat: int) -> Panel:
    view, data = view_of(scene), view_of(scene)["seats"][seat]
    placing = view["mine"] if seat == scene.seat else None
    at = placing["at"] if placing else {}
    chips = data["chips"]
    rows = [
        (term("doubloon", _("Doubloons")), str(data["doubloons"])),
        (_("Goods"), vocabulary.goods(data["goods"])),
        (_("Produces"), vocabulary.goods(production(scene, seat))),
        (term("island", _("Island")), _island(data, at) or "–"),
        (_("Free island spaces"), str(data["island_free"])),
        (term("city", _("City")), _city(data, at) or "–"),
        (_("Free city spaces"), str(data["city_free"])),
        (
            term("san_juan", _("Workers in San Juan")),
            str(placing["pool"] if placing else data["san_juan"]),
        ),
        (_("Points of buildings"), str(data["building_points"])),
        (_("Points from shipping"), _("hidden") if chips is None else str(chips)),
    ]
    if data["placing"]:
        placed = _("done") if data["placing"] == "done" else _("not done yet")
        rows.append((_("Placing workers"), placed))
    return Panel(scene.names[seat], rows=rows, seat=seat)


def _island(data: BoardView, at: Mapping[str, int]) -> str:
    """The tiles of an island by kind, with the workers on them."""
    form, names = _("%(n)s %(tile)s, %(workers)s"), vocabulary.lexicon().words
    return "; ".join(
        form
        % {
            "n": tile["n"],
            "tile": names[kind],
            "workers": vocabulary.workers(at.get(kind, tile["occupied"])),
        }
        for kind, tile in sorted(data["tiles"].items(), key=lambda one: TILES.index(one[0]))
    )


def _city(data: BoardView, at: Mapping[str, int]) -> str:
    form, names = _("%(building)s, %(workers)s of %(circles)s"), vocabulary.lexicon().buildings
    return "; ".join(
        form % {"building": names[key], "workers": at.get(key, n), "circles": data["circles"][key]}
        for key, n in data["city"].items()
    )


def _prices(view: View) -> Panel:
    prices, names = view["prices"] or view["costs"], vocabulary.lexicon().buildings
    table = [
        [
            term(one.key, names[one.key]),
            *map(
                str, (view["costs"][one.key], prices[one.key], one.column, view["display"][one.key])
            ),
        ]
        for one in sorted(BUILDINGS, key=lambda one: one.column)
    ]
    head = [_("Building"), _("Cost"), _("For you now"), _("Points"), _("Copies left")]
    return Panel(_("Buildings"), head=head, table=table, wide=True)
