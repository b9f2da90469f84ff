"""The position of Clans of Caledonia as panels: player boards, market, contracts, tiles."""

from __future__ import annotations

from collections.abc import Iterable

from games.boards.base import Scene
from games.boards.translations import capitalize_first, join_list
from games.boards.view_models import Panel

from ..rules import components as parts
from ..rules.view_types import AuctionView, ContractView, MerchantCountView, PlayerView, View
from . import map_text, preview, vocabulary
from .rule_links import rule_link
from .scene_access import match_of, own_player, view_of
from .translations import gettext as _

Row = tuple[str, str]


def panels(scene: Scene) -> list[Panel]:
    """The panels: the viewer's board, then shared ones, then the other boards."""
    view = view_of(scene)
    mine = own_player(scene)
    return [
        *([Panel(_title(scene, mine), rows=_stock(scene, mine), seat=scene.seat)] if mine else []),
        _status(scene),
        *([_sets(view)] if view["sets"] else []),
        *([_auction(scene, view["auction"])] if view["auction"] else []),
        Panel(_("Map"), items=map_text.map_lines(scene), wide=True),
        *([_farm(scene, mine)] if mine else []),
        *(_market(scene), _contracts(scene), _imports(view)),
        *([_scoring(view)] if view["scoring"] else []),
        *([_ports(scene)] if view["ports"] else []),
        _help(len(scene.names)),
        *(_other(scene, player) for player in view["players"] if player["seat"] != scene.seat),
    ]


def _names(scene: Scene, seats: Iterable[int]) -> str:
    return vocabulary.join_or_dash(scene.names[seat] for seat in seats)


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
    clan, level = player["clan"], f"shipping:{player['shipping']}"
    techs = vocabulary.join_or_dash(vocabulary.TECHS[tech] for tech in player["techs"])
    points = {"points": vocabulary.points(sum(player["worth"].values()))}
    has_missing = player["boxes"] and player["seat"] == scene.seat
    rows: list[Row | None] = [
        None if scene.over else (_("Points"), _("%(points)s if the match ended now") % points),
        (rule_link("money", _("Money")), vocabulary.pounds(player["money"])),
        (_("Goods"), vocabulary.goods(player["goods"])),
        (rule_link("merchant", _("Merchants")), _merchants(scene, player)),
        (rule_link("income", _("Income")), vocabulary.pounds(player["income"])),
        (rule_link(level, _("Shipping")), vocabulary.shipping(player["shipping"])),
        None if clan == "macdonald" else (rule_link("technology", _("Technology")), techs),
        (rule_link("box", _("Export box")), "; ".join(boxes)),
        (_("Missing for contracts"), _missing_in_boxes(scene, player)) if has_missing else None,
        (rule_link("fulfil", _("Fulfilled")), _fulfilled_text(player)),
        (rule_link("settlement", _("Settlements")), str(player["settlements"])),
        (rule_link("cellar", _("Cellar")), _cellar(player)) if clan == "mackenzie" else None,
        (rule_link(clan, _("Clan")), str(vocabulary.ABILITIES[clan])) if clan else None,
    ]
    return [row for row in rows if row]


def _missing_in_boxes(scene: Scene, player: PlayerView) -> str:
    lacks = {tile["id"]: _lacks_text(scene, tile, player["seat"]) for tile in player["boxes"]}
    if len(lacks) == 1:
        return "".join(lacks.values())
    form = _("%(number)s: %(goods)s")
    return "; ".join(form % {"number": number, "goods": goods} for number, goods in lacks.items())


def _lacks_text(scene: Scene, tile: ContractView, seat: int) -> str:
    """What a seat lacks to fulfil a contract now."""
    lacks = preview.missing_for(parts.contract(tile["id"]), match_of(scene).players[seat])
    return vocabulary.missing_text(lacks) or _("nothing")


def _merchants(scene: Scene, player: PlayerView) -> str:
    sent = sum(
        one["merchants"]
        for track in view_of(scene)["market"]
        for one in (*track["buyers"], *track["sellers"])
        if one["seat"] == player["seat"]
    )
    params = {"n": player["merchants"], "sent": sent, "left": player["merchants_on_board"]}
    return _("%(n)s in stock, %(sent)s on the market, %(left)s to hire") % params


def _fulfilled_text(player: PlayerView) -> str:
    """The fulfilled contracts and their imports."""
    if not player["fulfilled"]:
        return _("none yet")
    return _("%(contracts)s (%(numbers)s): %(imports)s") % {
        "contracts": vocabulary.contracts(len(player["fulfilled"])),
        "numbers": vocabulary.contract_list(player["fulfilled"]),
        "imports": vocabulary.imports_text(player["imports"], player["hops"]),
    }


def _cellar(player: PlayerView) -> str:
    """MacKenzie's barrels by their present value."""
    values = (vocabulary.pounds(parts.CELLAR[place]) for place in player["cellar"])
    form = _("a barrel worth %(pounds)s")
    return vocabulary.join_or_dash(form % {"pounds": pounds} for pounds in values)


def _units(scene: Scene, player: PlayerView) -> tuple[list[str], list[list[str]]]:
    """Head and lines of the table of a seat's units."""
    where: dict[str, list[str]] = {}
    for unit in view_of(scene)["units"]:
        if unit["seat"] == player["seat"]:
            where.setdefault(unit["unit"], []).append(vocabulary.space(unit["at"]))
    return [_("Unit"), _("Left"), _("Cost"), _("On the map"), _("Brings")], [
        [
            rule_link(kind, capitalize_first(vocabulary.UNITS[kind])),
            str(player["supply"][kind]),
            vocabulary.pounds(cost),
            vocabulary.join_or_dash(where.get(kind, [])),
            str(vocabulary.UNIT_WORK[kind]),
        ]
        for kind, cost in player["unit_costs"].items()
    ]


def _farm(scene: Scene, player: PlayerView) -> Panel:
    head, table = _units(scene, player)
    title = _("%(name)s's units") % {"name": scene.names[player["seat"]]}
    return Panel(title, head=head, table=table, seat=player["seat"], wide=True)


def _other(scene: Scene, player: PlayerView) -> Panel:
    head, table = _units(scene, player)
    return Panel(
        _title(scene, player),
        rows=_stock(scene, player),
        head=head[:-1],
        table=[line[:-1] for line in table],
        seat=player["seat"],
        wide=len(view_of(scene)["players"]) == 2 and scene.seat is not None,
    )


# Shared parts.


def _status(scene: Scene) -> Panel:
    view = view_of(scene)
    phase = rule_link(f"phase:{view['phase']}", vocabulary.PHASES[view["phase"]])
    rows: list[Row] = [(_("Phase"), phase)]
    if view["order"]:
        rows.append((rule_link("order", _("Turn order")), _names(scene, view["order"])))
    if view["phase"] == "place":
        rows.append((_("Still to place"), join_list(scene.names[s] for s in view["placing"])))
    if view["phase"] == "action":
        rows.append((rule_link("pass", _("Passed")), _names(scene, view["passed"])))
        rows.append((_("Next to pass gets"), vocabulary.pounds(view["pass_money"])))
    cost = vocabulary.contract_cost(view["contracts"]["cost"])
    rows.append((rule_link("take", _("A contract")), cost))
    for one in view["scoring"]:
        if one["round"] == max(view["round"], 1):
            rows.append((_("Glory this round"), _scoring_link(one["tile"])))
    if view["grade"]:
        rows.append((_("Grade"), str(vocabulary.GRADES[view["grade"]])))
    params = {"n": view["round"], "of": view["rounds"]}
    title = _("Round %(n)s of %(of)s") % params if view["round"] else _("Before the first round")
    return Panel(title, rows=rows)


def _scoring_link(tile: int) -> str:
    return rule_link(f"scoring:{tile}", vocabulary.SCORING[tile])


def _sets(view: View) -> Panel:
    starts = [
        rule_link(f"tile:{one['tile']}", vocabulary.start_text(one["money"], one["goods"]))
        for one in view["sets"]
    ]
    table: list[list[str]] = [
        [rule_link(clan, vocabulary.clan(clan)), start, str(vocabulary.ABILITIES[clan])]
        for clan, start in zip((one["clan"] for one in view["sets"]), starts, strict=True)
        if clan
    ]
    if not table:
        return Panel(_("Starting tiles"), items=[*starts])
    head = [_("Clan"), _("Starts with"), _("Ability")]
    return Panel(_("Clans to choose from"), head=head, table=table, wide=True)


def _auction(scene: Scene, auction: AuctionView) -> Panel:
    bid, bidder = auction["bid"], auction["bidder"]
    highest = vocabulary.points(bid) if bid is not None else _("none yet")
    rows = [
        (rule_link("bid", _("Highest bid")), highest),
        (_("By"), _names(scene, [] if bidder is None else [bidder])),
        (rule_link("fold", _("Left the auction")), _names(scene, auction["folded"])),
    ]
    return Panel(_("Auction"), rows=rows)


def _market(scene: Scene) -> Panel:
    table = [
        [
            rule_link(track["good"], capitalize_first(vocabulary.GOODS[track["good"]])),
            vocabulary.pounds(track["price"]),
            _area(scene, track["buyers"]),
            _area(scene, track["sellers"]),
            " ".join(
                f"[{price}]" if position == track["position"] else str(price)
                for position, price in enumerate(track["track"])
            ),
        ]
        for track in view_of(scene)["market"]
    ]
    bought, sold = rule_link("buy", _("Bought by")), rule_link("sell", _("Sold by"))
    head = [_("Good"), rule_link("price", _("Price")), bought, sold, _("Price track")]
    return Panel(_("Market"), head=head, table=table, wide=True)


def _area(scene: Scene, merchants: list[MerchantCountView]) -> str:
    """The merchants in an area by seat."""
    form = _("%(name)s %(n)s")
    return vocabulary.join_or_dash(
        form % {"name": scene.names[one["seat"]], "n": one["merchants"]} for one in merchants
    )


def _contracts(scene: Scene) -> Panel:
    data, seat = view_of(scene)["contracts"], scene.seat
    table: list[list[str]] = [
        [
            rule_link(f"contract:{tile['id']}", tile["id"]),
            vocabulary.contract_price_text(tile),
            vocabulary.imports_text(tile["imports"], tile["hops"]),
            vocabulary.join_or_dash(vocabulary.other_rewards(tile)),
            *([] if seat is None else [_lacks_text(scene, tile, seat)]),
        ]
        for tile in data["slots"]
        if tile
    ]
    head = [_("Contract"), _("To pay"), _("Imports"), _("Other"), _("You still need")]
    params = {"now": vocabulary.contract_cost(data["cost"]), "n": data["pile"]}
    rows = [
        (_("This round"), _("taking one %(now)s; %(n)s left in the pile") % params),
        (_("By round"), join_list(map(vocabulary.contract_cost, data["costs"]))),
    ]
    if data["known_at_bottom"]:
        known = vocabulary.join_or_dash(data["known_at_bottom"])
        rows.append((_("Known, at the bottom of the pile"), known))
    head = head[:-1] if seat is None else head
    return Panel(_("Contracts on display"), rows=rows, head=head, table=table, wide=True)


def _imports(view: View) -> Panel:
    data, values = view["imports"], parts.IMPORT_VALUES
    table: list[list[str]] = [
        [
            rule_link(kind, capitalize_first(vocabulary.IMPORTS[kind])),
            str(data["counters"][kind]),
            str(worth),
        ]
        for kind, worth in data["values"].items()
    ]
    if data["mode"] != "scarce":
        table = [[kind, worth] for kind, _imported, worth in table]
        return Panel(_("Imports"), head=[_("Import"), _("Worth")], table=table)
    head = [_("Import"), rule_link("counters", _("Imported")), _("Worth now")]
    text = _(
        "The rarest is worth %(most)s, the most common %(least)s. Every "
        "%(every)s imports of a kind bring a pound."
    )
    params = {"most": max(values), "least": min(values), "every": parts.COIN_EVERY}
    return Panel(_("Imports"), head=head, table=table, items=[text % params])


def _scoring(view: View) -> Panel:
    now = view["round"]
    table = [
        [f"▸ {now}" if one["round"] == now else str(one["round"]), _scoring_link(one["tile"])]
        for one in view["scoring"]
    ]
    return Panel(_("Scoring tiles"), head=[_("Round"), _("Glory")], table=table)


def _ports(scene: Scene) -> Panel:
    table = [
        [
            vocabulary.corner(port["corner"]),
            rule_link(f"port:{port['tile']}", capitalize_first(vocabulary.PORTS[port["tile"]])),
            _names(scene, port["in_reach"]),
            _names(scene, port["used"]),
        ]
        for port in view_of(scene)["ports"]
    ]
    head = [rule_link("port", _("Port")), _("Effect"), _("Usable by"), _("Used by")]
    return Panel(_("Port tiles"), head=head, table=table)


def _help(seats: int) -> Panel:
    """The possible actions of a turn; a solo player always passes first."""
    pounds = vocabulary.pounds
    form = _("Pass: leave this round with %(pounds)s.")
    if seats > 1:
        form = _("Pass: leave this round with %(pounds)s, by the order of passing.")
    tech = {"more": pounds(parts.TECH_EXTRA), "pounds": pounds(parts.TECH_COST)}
    money = vocabulary.join_or_dash(map(pounds, parts.PASS_MONEY[:seats]))
    return Panel(
        _("Actions of a turn"),
        items=[
            _("Trade: buy or sell one good, with one merchant per piece. The price then moves."),
            _("Take a contract into an empty export box."),
            _("Expand: put a unit on land in reach, and pay its cost plus the land's."),
            _("Shipping: go up one level for %(pounds)s.") % {"pounds": pounds(parts.SHIP_COST)},
            _("Technology: woodcutters or miners bring %(more)s more, for %(pounds)s.") % tech,
            _("Hire a merchant for %(pounds)s.") % {"pounds": pounds(parts.HIRE_COST)},
            _("Fulfil a contract from your export box."),
            form % {"pounds": money},
        ],
    )
