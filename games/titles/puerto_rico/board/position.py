"""The position of Puerto Rico in words, for screen readers and small screens."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from games.boards import Scene
from games.boards.cached_urls import rules_url
from games.boards.translations import capitalize_first, join_list
from games.boards.view_models import Panel, RuleLink

from ..rules.components import BUILDINGS, HOUSE_SPACES
from . import vocabulary
from .picture import production
from .translations import gettext as _

Data = dict[str, Any]  # a part of the view
Rows = list[tuple[str, str]]

MATCH_KEYS = (
    *("round", "governor", "role", "picker", "order", "actors", "over", "ending"),
    *("chips_left", "worker_supply"),
)
SUPPLY_KEYS = ("goods", "worker_ship", "worker_need", "worker_supply", "chips_left")


def panels(scene: Scene) -> list[Panel]:
    return [panel(piece) for piece in pieces(scene)]


def pieces(scene: Scene) -> list[str]:
    """What the panels are made from, as JSON: their drawings are cached by it."""
    view, names = scene.view, scene.names
    city_free = min(data["city_free"] for data in view["seats"])
    parts: list[tuple[Any, ...]] = [
        ("match", names, city_free, {key: view[key] for key in MATCH_KEYS}),
        ("roles", names, view["roles"]),
        ("plantations", view["row"], view["quarries"], view["stack"], view["discard"]),
        ("harbor", view["ships"]),
        ("house", view["house"], view["goods_prices"]),
        ("supplies", *(view[key] for key in SUPPLY_KEYS)),
    ]
    for seat, data in enumerate(view["seats"]):
        placing = view["mine"] if seat == scene.seat else None
        parts.append(("player", seat, names[seat], data, production(scene, seat), placing))
    parts.append(("prices", view["costs"], view["prices"] or view["costs"], view["display"]))
    return [json.dumps(part) for part in parts]


def panel(piece: str) -> Panel:
    """The panel that is made from a piece."""
    kind, *parts = json.loads(piece)
    return PANELS[kind](*parts)


def term(anchor: str, text: str) -> RuleLink:
    """A name that links to its paragraph of the rules."""
    return RuleLink(text, rules_url("puerto_rico", anchor))


def _rows(*rows: tuple[str, object]) -> Rows:
    """Labels with their values as text; a dash where there are none."""
    return [(label, str(value) or "–") for label, value in rows]


def _match(names: list[str], city_free: int, view: Data) -> Panel:
    phase = vocabulary.PHASES[view["role"]] if view["role"] else _("Picking a role")
    rows = _rows(
        (_("Round"), view["round"]),
        (term("governor", _("Governor")), names[view["governor"]]),
        (_("Phase"), _("The match is over") if view["over"] else phase),
        *([] if view["picker"] is None else [(_("Picked by"), names[view["picker"]])]),
        (_("To move"), join_list(names[seat] for seat in view["order"] if seat in view["actors"])),
        (_("Order"), join_list(names[seat] for seat in view["order"])),
        (
            _("End of the match"),
            join_list(capitalize_first(vocabulary.ENDINGS[one]) for one in view["ending"])
            or _("not in sight"),
        ),
        *zip(
            map(str, vocabulary.LIMITS.values()),
            (view["chips_left"], view["worker_supply"], city_free),
            strict=True,
        ),
    )
    return Panel(_("The match"), rows=rows)


def _roles(names: list[str], roles: dict[str, Data]) -> Panel:
    table = [
        [
            term(key, str(vocabulary.ROLE_CARDS[key])),
            str(card["doubloons"]),
            "–" if card["taken_by"] is None else names[card["taken_by"]],
        ]
        for key, card in roles.items()
    ]
    return Panel(_("Roles"), head=[_("Role"), _("Doubloons"), _("Taken by")], table=table)


def _plantations(row: list[str], quarries: int, stack: int, discard: dict[str, int]) -> Panel:
    names = vocabulary.capital_names()
    rows = _rows(
        (_("On offer"), join_list(names[kind] for kind in row)),
        (_("Quarries left"), quarries),
        (term("stack", _("Face-down tiles")), stack),
        (term("discard_pile", _("Discarded tiles")), vocabulary.goods(discard)),
    )
    return Panel(_("Plantations"), rows=rows)


def _harbor(ships: dict[str, Data]) -> Panel:
    names = vocabulary.plain_names()
    empty = _("Ship %(ship)s: empty, %(capacity)s spaces")
    filled = _("Ship %(ship)s: %(n)s of %(capacity)s spaces filled with %(good)s")
    items = [
        (filled if ship["good"] else empty)
        % {"ship": key, "capacity": key, "n": ship["n"], "good": names.get(ship["good"])}
        for key, ship in ships.items()
    ]
    return Panel(_("Cargo ships"), items=items)


def _house(sold: list[str], prices: dict[str, int]) -> Panel:
    names, form = vocabulary.plain_names(), _("%(good)s %(n)s")
    rows = _rows(
        (_("Sold"), join_list(names[good] for good in sold)),
        (_("Free spaces"), HOUSE_SPACES - len(sold)),
        (_("Prices"), join_list(form % {"good": names[key], "n": n} for key, n in prices.items())),
    )
    return Panel(_("Trading house"), rows=rows)


def _supplies(goods: dict[str, int], ship: int, need: int, workers: int, chips: int) -> Panel:
    rows = _rows(
        (_("Goods"), vocabulary.goods(goods)),
        (term("worker_ship", _("Workers on the ship")), ship),
        (_("Workers the next ship needs"), need),
        (term("worker_supply", _("Workers in the supply")), workers),
        (term("chip", _("Victory points left")), chips),
    )
    return Panel(_("Supplies"), rows=rows)


def _player(seat: int, name: str, data: Data, makes: dict[str, int], placing: Data | None) -> Panel:
    """What a seat has; `placing` are the viewer's workers as they are being placed."""
    at, names = placing["at"] if placing else {}, vocabulary.plain_names()
    capitals = vocabulary.capital_names()
    tiles = (
        _("%(n)s %(tile)s, %(workers)s")
        % {
            "n": tile["n"],
            "tile": names[kind],
            "workers": vocabulary.workers(at.get(kind, tile["occupied"])),
        }
        for kind, tile in data["tiles"].items()
    )
    houses = (
        _("%(building)s, %(workers)s of %(circles)s")
        % {"building": capitals[key], "workers": at.get(key, n), "circles": data["circles"][key]}
        for key, n in data["city"].items()
    )
    rows = _rows(
        (term("doubloon", _("Doubloons")), data["doubloons"]),
        (_("Goods"), vocabulary.goods(data["goods"])),
        (_("Produces"), vocabulary.goods(makes)),
        (term("island", _("Island")), "; ".join(tiles)),
        (_("Free island spaces"), data["island_free"]),
        (term("city", _("City")), "; ".join(houses)),
        (_("Free city spaces"), data["city_free"]),
        (
            term("san_juan", _("Workers in San Juan")),
            placing["pool"] if placing else data["san_juan"],
        ),
        (_("Points of buildings"), data["building_points"]),
        (_("Points from shipping"), _("hidden") if data["chips"] is None else data["chips"]),
    )
    if data["placing"]:
        placed = _("done") if data["placing"] == "done" else _("not done yet")
        rows.append((_("Placing workers"), placed))
    return Panel(name, rows=rows, seat=seat)


def _prices(costs: dict[str, int], prices: dict[str, int], copies: dict[str, int]) -> Panel:
    names = vocabulary.capital_names()
    table = [
        [term(key, names[key]), *map(str, (costs[key], prices[key], one.column, copies[key]))]
        for one in sorted(BUILDINGS, key=lambda one: one.column)
        if (key := one.key)
    ]
    head = [_("Building"), _("Cost"), _("For you now"), _("Points"), _("Copies left")]
    return Panel(_("Buildings"), head=head, table=table, wide=True)


PANELS: dict[str, Callable[..., Panel]] = {
    "match": _match,
    "roles": _roles,
    "plantations": _plantations,
    "harbor": _harbor,
    "house": _house,
    "supplies": _supplies,
    "player": _player,
    "prices": _prices,
}
