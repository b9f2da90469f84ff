"""The position of Clans of Caledonia as panels: player boards, market, contracts, tiles."""

from __future__ import annotations

from games.boards.base import Scene
from games.boards.translations import capitalize_first, join_list
from games.boards.view_models import Panel

from ..rules import components as parts
from ..rules.view_types import AuctionView, MerchantCountView, PlayerView, TrackView, View
from . import map_text, move_labels, preview, prompts, vocabulary
from .abilities import ABILITIES
from .rule_links import (
    contract_anchor,
    phase_anchor,
    port_anchor,
    rule_link,
    scoring_anchor,
    shipping_anchor,
    starting_anchor,
)
from .scene_access import match_of, view_of
from .translations import gettext as _

Row = tuple[str, str]


def panels(scene: Scene) -> list[Panel]:
    """Return the panels: the viewer's board, then shared ones, then the other boards."""
    view = view_of(scene)
    seats = range(len(view["players"]))
    mine = view["players"][scene.seat] if scene.seat is not None else None
    found = [Panel(_title(scene, mine), rows=_stock(scene, mine), seat=scene.seat)] if mine else []
    found.append(_status(scene))
    if view["sets"]:
        found.append(_sets(view))
    if view["auction"]:
        found.append(_auction(scene, view["auction"]))
    found.append(_map(scene))
    if mine:
        found.append(_farm(scene, mine))
    found += [_market(scene), _contracts(scene), _imports(view)]
    if view["scoring"]:
        found.append(_scoring(view))
    if view["ports"]:
        found.append(_ports(scene))
    found.append(_help(len(scene.names)))
    found += [_other(scene, view["players"][seat]) for seat in seats if seat != scene.seat]
    return found


# The board of a seat.


def _title(scene: Scene, player: PlayerView) -> str:
    name = scene.names[player["seat"]]
    if not player["clan"]:
        return name
    return _("%(name)s, clan %(clan)s") % {"name": name, "clan": vocabulary.clan(player["clan"])}


def _stock(scene: Scene, player: PlayerView) -> list[Row]:
    """What a seat owns apart from its units."""
    boxes = [vocabulary.contract(tile) for tile in player["boxes"]]
    boxes += [_("empty")] * player["free_boxes"]
    level = shipping_anchor(player["shipping"])
    techs = vocabulary.join_or_dash(vocabulary.TECHS[tech] for tech in player["techs"])
    missing_now = []
    if player["boxes"] and player["seat"] == scene.seat:
        missing_now.append((_("Missing for contracts"), _missing_in_boxes(scene, player)))
    rows: list[Row] = [
        *([] if scene.over else [(_("Points"), _points(player))]),
        (rule_link("money", _("Money")), vocabulary.pounds(player["money"])),
        (_("Goods"), vocabulary.goods(player["goods"])),
        (rule_link("merchant", _("Merchants")), _merchants(scene, player)),
        (rule_link("income", _("Income")), vocabulary.pounds(player["income"])),
        (rule_link(level, _("Shipping")), vocabulary.shipping(player["shipping"])),
        *(
            []
            if player["clan"] == "macdonald"
            else [(rule_link("technology", _("Technology")), techs)]
        ),
        (rule_link("box", _("Export box")), "; ".join(boxes)),
        *missing_now,
        (rule_link("fulfil", _("Fulfilled")), _fulfilled_text(player)),
        (rule_link("settlement", _("Settlements")), str(player["settlements"])),
    ]
    if player["clan"] == "mackenzie":
        rows.append((rule_link("cellar", _("Cellar")), _cellar(player)))
    if player["clan"]:
        rows.append((rule_link(player["clan"], _("Clan")), str(ABILITIES[player["clan"]])))
    return rows


def _points(player: PlayerView) -> str:
    params = {"points": vocabulary.points(sum(player["worth"].values()))}
    return _("%(points)s if the match ended now") % params


def _missing_in_boxes(scene: Scene, player: PlayerView) -> str:
    lacks = [
        (tile["id"], missing_text(scene, tile["id"], player["seat"])) for tile in player["boxes"]
    ]
    if len(lacks) == 1:
        return lacks[0][1]
    return "; ".join(_("%(number)s: %(goods)s") % {"number": n, "goods": s} for n, s in lacks)


def _merchants(scene: Scene, player: PlayerView) -> str:
    sent = sum(
        one["merchants"]
        for track in view_of(scene)["market"]
        for one in (*track["buyers"], *track["sellers"])
        if one["seat"] == player["seat"]
    )
    return _("%(n)s in stock, %(sent)s on the market, %(left)s to hire") % {
        "n": player["merchants"],
        "sent": sent,
        "left": player["merchants_on_board"],
    }


def _fulfilled_text(player: PlayerView) -> str:
    """The fulfilled contracts and their imports."""
    if not player["fulfilled"]:
        return _("none yet")
    imports = vocabulary.imports_text(player["imports"], player["hops"])
    return _("%(contracts)s (%(numbers)s): %(imports)s") % {
        "contracts": vocabulary.contracts(len(player["fulfilled"])),
        "numbers": vocabulary.contract_list(player["fulfilled"]),
        "imports": imports,
    }


def _cellar(player: PlayerView) -> str:
    """MacKenzie's barrels by their present value."""
    return vocabulary.join_or_dash(
        _("a barrel worth %(pounds)s") % {"pounds": vocabulary.pounds(parts.CELLAR[place])}
        for place in player["cellar"]
    )


def _unit_head() -> list[str]:
    return [_("Unit"), _("Left"), _("Cost"), _("On the map"), _("Brings")]


def _unit_rows(scene: Scene, player: PlayerView) -> list[list[str]]:
    where: dict[str, list[str]] = {}
    for unit in view_of(scene)["units"]:
        if unit["seat"] == player["seat"]:
            where.setdefault(unit["unit"], []).append(vocabulary.space(unit["at"]))
    return [
        [
            rule_link(unit, capitalize_first(vocabulary.UNITS[unit])),
            str(player["supply"][unit]),
            vocabulary.pounds(cost),
            vocabulary.join_or_dash(where.get(unit, [])),
            str(vocabulary.UNIT_WORK[unit]),
        ]
        for unit, cost in player["unit_costs"].items()
    ]


def _farm(scene: Scene, player: PlayerView) -> Panel:
    return Panel(
        _("%(name)s's units") % {"name": scene.names[player["seat"]]},
        head=_unit_head(),
        table=_unit_rows(scene, player),
        seat=player["seat"],
        wide=True,
    )


def _other(scene: Scene, player: PlayerView) -> Panel:
    return Panel(
        _title(scene, player),
        rows=_stock(scene, player),
        head=_unit_head()[:-1],
        table=[line[:-1] for line in _unit_rows(scene, player)],
        seat=player["seat"],
        wide=len(view_of(scene)["players"]) == 2 and scene.seat is not None,
    )


# Shared parts.


def _status(scene: Scene) -> Panel:
    view = view_of(scene)
    phase = rule_link(phase_anchor(view["phase"]), vocabulary.PHASES[view["phase"]])
    rows: list[Row] = [(_("Phase"), phase)]
    if view["order"]:
        rows.append(
            (
                rule_link("order", _("Turn order")),
                join_list(scene.names[seat] for seat in view["order"]),
            )
        )
    if view["phase"] == "place":
        rows.append((_("Still to place"), join_list(scene.names[s] for s in view["placing"])))
    if view["phase"] == "action":
        rows.append(
            (
                rule_link("pass", _("Passed")),
                vocabulary.join_or_dash(scene.names[seat] for seat in view["passed"]),
            )
        )
        rows.append((_("Next to pass gets"), vocabulary.pounds(view["pass_money"])))
    rows.append(
        (rule_link("take", _("A contract")), prompts.contract_cost(view["contracts"]["cost"]))
    )
    scoring = next((one for one in view["scoring"] if one["round"] == max(view["round"], 1)), None)
    if scoring:
        tile = scoring["tile"]
        rows.append(
            (_("Glory this round"), rule_link(scoring_anchor(tile), vocabulary.SCORING[tile]))
        )
    if view["grade"]:
        rows.append((_("Grade"), str(vocabulary.GRADES[view["grade"]])))
    params = {"n": view["round"], "of": view["rounds"]}
    title = _("Round %(n)s of %(of)s") % params if view["round"] else _("Before the first round")
    return Panel(title, rows=rows)


def _sets(view: View) -> Panel:
    starts = [
        rule_link(starting_anchor(one["tile"]), move_labels.starting_set_text(one))
        for one in view["sets"]
    ]
    table: list[list[str]] = [
        [rule_link(one["clan"], vocabulary.clan(one["clan"])), start, str(ABILITIES[one["clan"]])]
        for one, start in zip(view["sets"], starts, strict=True)
        if one["clan"]
    ]
    if not table:
        return Panel(_("Starting tiles"), items=[*starts])
    head = [_("Clan"), _("Starts with"), _("Ability")]
    return Panel(_("Clans to choose from"), head=head, table=table, wide=True)


def _auction(scene: Scene, auction: AuctionView) -> Panel:
    bid = auction["bid"]
    rows = [
        (
            rule_link("bid", _("Highest bid")),
            vocabulary.points(bid) if bid is not None else _("none yet"),
        ),
        (_("By"), scene.names[auction["bidder"]] if auction["bidder"] is not None else "–"),
        (
            rule_link("fold", _("Left the auction")),
            vocabulary.join_or_dash(scene.names[seat] for seat in auction["folded"]),
        ),
    ]
    return Panel(_("Auction"), rows=rows)


def _map(scene: Scene) -> Panel:
    return Panel(_("Map"), items=map_text.map_lines(scene), wide=True)


def _market(scene: Scene) -> Panel:
    table = [
        [
            rule_link(track["good"], capitalize_first(vocabulary.GOODS[track["good"]])),
            vocabulary.pounds(track["price"]),
            _merchants_text(scene, track["buyers"]),
            _merchants_text(scene, track["sellers"]),
            _steps(track),
        ]
        for track in view_of(scene)["market"]
    ]
    bought, sold = rule_link("buy", _("Bought by")), rule_link("sell", _("Sold by"))
    head = [_("Good"), rule_link("price", _("Price")), bought, sold, _("Price track")]
    return Panel(_("Market"), head=head, table=table, wide=True)


def _merchants_text(scene: Scene, merchants: list[MerchantCountView]) -> str:
    """The merchants in an area by seat."""
    return vocabulary.join_or_dash(
        _("%(name)s %(n)s") % {"name": scene.names[one["seat"]], "n": one["merchants"]}
        for one in merchants
    )


def _steps(track: TrackView) -> str:
    """The whole track, with the current price in brackets."""
    return " ".join(
        f"[{price}]" if position == track["position"] else str(price)
        for position, price in enumerate(track["track"])
    )


def _contracts(scene: Scene) -> Panel:
    view = view_of(scene)
    data = view["contracts"]
    table = []
    for tile in data["slots"]:
        if tile is None:
            continue
        number = rule_link(contract_anchor(tile["id"]), tile["id"])
        line = [
            number,
            vocabulary.contract_price_text(tile),
            vocabulary.imports_text(tile["imports"], tile["hops"]),
        ]
        line.append(vocabulary.join_or_dash(vocabulary.other_rewards(tile)))
        if scene.seat is not None:
            line.append(missing_text(scene, tile["id"], scene.seat))
        table.append(line)
    head = [_("Contract"), _("To pay"), _("Imports"), _("Other")]
    if scene.seat is not None:
        head.append(_("You still need"))
    params = {"now": prompts.contract_cost(data["cost"]), "n": data["pile"]}
    rows = [(_("This round"), _("taking one %(now)s; %(n)s left in the pile") % params)]
    costs = join_list(prompts.contract_cost(cost) for cost in data["costs"])
    rows.append((_("By round"), costs))
    if data["known_at_bottom"]:
        rows.append(
            (
                _("Known, at the bottom of the pile"),
                vocabulary.join_or_dash(data["known_at_bottom"]),
            )
        )
    return Panel(_("Contracts on display"), rows=rows, head=head, table=table, wide=True)


def missing_text(scene: Scene, number: int, seat: int) -> str:
    """Return what a seat lacks to fulfil a contract now."""
    lacks = preview.missing_for(parts.contract(number), match_of(scene).players[seat])
    return preview.missing_text(lacks) or _("nothing")


def _imports(view: View) -> Panel:
    data = view["imports"]
    scarce = data["mode"] == "scarce"
    table: list[list[str]] = [
        [
            rule_link(kind, capitalize_first(vocabulary.IMPORTS[kind])),
            str(data["counters"][kind]),
            str(worth),
        ]
        for kind, worth in data["values"].items()
    ]
    if not scarce:
        table = [[line[0], line[2]] for line in table]
        return Panel(_("Imports"), head=[_("Import"), _("Worth")], table=table)
    head = [_("Import"), rule_link("counters", _("Imported")), _("Worth now")]
    params = {
        "most": max(parts.IMPORT_VALUES),
        "least": min(parts.IMPORT_VALUES),
        "every": parts.COIN_EVERY,
    }
    help_line = (
        _(
            "The rarest is worth %(most)s, the most common %(least)s. Every "
            "%(every)s imports of a kind bring a pound."
        )
        % params
    )
    return Panel(_("Imports"), head=head, table=table, items=[help_line])


def _scoring(view: View) -> Panel:
    table = [
        [
            f"▸ {one['round']}" if one["round"] == view["round"] else str(one["round"]),
            rule_link(scoring_anchor(one["tile"]), vocabulary.SCORING[one["tile"]]),
        ]
        for one in view["scoring"]
    ]
    return Panel(_("Scoring tiles"), head=[_("Round"), _("Glory")], table=table)


def _ports(scene: Scene) -> Panel:
    table = [
        [
            vocabulary.corner(port["corner"]),
            rule_link(port_anchor(port["tile"]), capitalize_first(vocabulary.PORTS[port["tile"]])),
            vocabulary.join_or_dash(scene.names[seat] for seat in port["in_reach"]),
            vocabulary.join_or_dash(scene.names[seat] for seat in port["used"]),
        ]
        for port in view_of(scene)["ports"]
    ]
    head = [rule_link("port", _("Port")), _("Effect"), _("Usable by"), _("Used by")]
    return Panel(_("Port tiles"), head=head, table=table)


def _help(seats: int) -> Panel:
    """The possible actions of a turn; a solo player always passes first."""
    ship = {"pounds": vocabulary.pounds(parts.SHIP_COST)}
    tech = {
        "more": vocabulary.pounds(parts.TECH_EXTRA),
        "pounds": vocabulary.pounds(parts.TECH_COST),
    }
    hire = {"pounds": vocabulary.pounds(parts.HIRE_COST)}
    passing = {"pounds": vocabulary.join_or_dash(map(vocabulary.pounds, parts.PASS_MONEY[:seats]))}
    return Panel(
        _("Actions of a turn"),
        items=[
            _("Trade: buy or sell one good, with one merchant per piece. The price then moves."),
            _("Take a contract into an empty export box."),
            _("Expand: put a unit on land in reach, and pay its cost plus the land's."),
            _("Shipping: go up one level for %(pounds)s.") % ship,
            _("Technology: woodcutters or miners bring %(more)s more, for %(pounds)s.") % tech,
            _("Hire a merchant for %(pounds)s.") % hire,
            _("Fulfil a contract from your export box."),
            _("Pass: leave this round with %(pounds)s, by the order of passing.") % passing
            if seats > 1
            else _("Pass: leave this round with %(pounds)s.") % passing,
        ],
    )
