"""The position of Clans of Caledonia as panels: boards, market, contracts, tiles."""

from __future__ import annotations

from games.boards.base import Scene
from games.boards.shapes import Panel
from games.boards.wording import first_upper, listed

from ..rules import components as parts
from ..rules.shapes import (
    AuctionView,
    PlayerView,
    StandingView,
    TrackView,
    View,
)
from . import asking, map_words, moves, preview, words
from .abilities import ABILITIES
from .seen import match_of, view_of
from .terms import (
    contract_anchor,
    phase_anchor,
    port_anchor,
    scoring_anchor,
    shipping_anchor,
    starting_anchor,
    term,
)
from .wording import gettext as _

Row = tuple[str, str]


def panels(scene: Scene) -> list[Panel]:
    """The own board first, then what all share, then the others' boards."""
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


# a seat's board


def _title(scene: Scene, player: PlayerView) -> str:
    name = scene.names[player["seat"]]
    if not player["clan"]:
        return name
    return _("%(name)s, clan %(clan)s") % {"name": name, "clan": words.clan(player["clan"])}


def _stock(scene: Scene, player: PlayerView) -> list[Row]:
    """What a seat owns beside its units."""
    boxes = [words.contract(tile) for tile in player["boxes"]]
    boxes += [_("empty")] * player["free_boxes"]
    level = shipping_anchor(player["shipping"])
    techs = words.listed(words.TECHS[tech] for tech in player["techs"])
    missing_now = []
    if player["boxes"] and player["seat"] == scene.seat:
        missing_now.append((_("Missing for it"), _missing_in_boxes(scene, player)))
    rows: list[Row] = [
        *([] if scene.over else [(_("Points"), _points(player))]),
        (term("money", _("Money")), words.pounds(player["money"])),
        (_("Goods"), words.goods(player["goods"])),
        (term("merchant", _("Merchants")), _merchants(scene, player)),
        (term("income", _("Income")), words.pounds(player["income"])),
        (term(level, _("Shipping")), words.shipping(player["shipping"])),
        *([] if player["clan"] == "macdonald" else [(term("technology", _("Technology")), techs)]),
        (term("box", _("Export box")), "; ".join(boxes)),
        *missing_now,
        (term("fulfil", _("Fulfilled")), _fulfilled(player)),
        (term("settlement", _("Settlements")), str(player["settlements"])),
    ]
    if player["clan"] == "mackenzie":
        rows.append((term("cellar", _("Cellar")), _cellar(player)))
    if player["clan"]:
        rows.append((term(player["clan"], _("Clan")), str(ABILITIES[player["clan"]])))
    return rows


def _points(player: PlayerView) -> str:
    told = {"points": words.points(sum(player["worth"].values()))}
    return _("%(points)s if the match ended now") % told


def _missing_in_boxes(scene: Scene, player: PlayerView) -> str:
    lacks = [(tile["id"], missing(scene, tile["id"], player["seat"])) for tile in player["boxes"]]
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


def _fulfilled(player: PlayerView) -> str:
    """Contracts fulfilled, and what they imported."""
    if not player["fulfilled"]:
        return _("none yet")
    imports = words.imported(player["imports"], player["hops"])
    return _("%(contracts)s (%(numbers)s): %(imports)s") % {
        "contracts": words.contracts(len(player["fulfilled"])),
        "numbers": words.contract_list(player["fulfilled"]),
        "imports": imports,
    }


def _cellar(player: PlayerView) -> str:
    """MacKenzie's barrels by what they are worth now."""
    return words.listed(
        _("a barrel worth %(pounds)s") % {"pounds": words.pounds(parts.CELLAR[place])}
        for place in player["cellar"]
    )


def _unit_head() -> list[str]:
    return [_("Unit"), _("Left"), _("Cost"), _("On the map"), _("Brings")]


def _unit_rows(scene: Scene, player: PlayerView) -> list[list[str]]:
    where: dict[str, list[str]] = {}
    for unit in view_of(scene)["units"]:
        if unit["seat"] == player["seat"]:
            where.setdefault(unit["unit"], []).append(words.space(unit["at"]))
    return [
        [
            term(unit, first_upper(words.UNITS[unit])),
            str(player["supply"][unit]),
            words.pounds(cost),
            words.listed(where.get(unit, [])),
            str(words.UNIT_WORK[unit]),
        ]
        for unit, cost in player["unit_costs"].items()
    ]


def _farm(scene: Scene, player: PlayerView) -> Panel:
    return Panel(
        _("Units of %(name)s") % {"name": scene.names[player["seat"]]},
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


# the table


def _status(scene: Scene) -> Panel:
    view = view_of(scene)
    phase = term(phase_anchor(view["phase"]), words.PHASES[view["phase"]])
    rows: list[Row] = [(_("Phase"), phase)]
    if view["order"]:
        rows.append(
            (term("order", _("Turn order")), listed(scene.names[seat] for seat in view["order"]))
        )
    if view["phase"] == "place":
        rows.append((_("Still to place"), listed(scene.names[s] for s in view["placing"])))
    if view["phase"] == "action":
        rows.append(
            (term("pass", _("Passed")), words.listed(scene.names[seat] for seat in view["passed"]))
        )
        rows.append((_("Next to pass gets"), words.pounds(view["pass_money"])))
    rows.append((term("take", _("A contract")), asking.contract_cost(view["contracts"]["cost"])))
    scoring = next((one for one in view["scoring"] if one["round"] == max(view["round"], 1)), None)
    if scoring:
        tile = scoring["tile"]
        rows.append((_("Glory this round"), term(scoring_anchor(tile), words.SCORING[tile])))
    if view["grade"]:
        rows.append((_("Grade"), str(words.GRADES[view["grade"]])))
    told = {"n": view["round"], "of": view["rounds"]}
    title = _("Round %(n)s of %(of)s") % told if view["round"] else _("Before the first round")
    return Panel(title, rows=rows)


def _sets(view: View) -> Panel:
    starts = [term(starting_anchor(one["tile"]), moves.starting_set(one)) for one in view["sets"]]
    table: list[list[str]] = [
        [term(one["clan"], words.clan(one["clan"])), start, str(ABILITIES[one["clan"]])]
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
        (term("bid", _("Highest bid")), words.points(bid) if bid is not None else _("none yet")),
        (_("By"), scene.names[auction["bidder"]] if auction["bidder"] is not None else "–"),
        (
            term("fold", _("Left the auction")),
            words.listed(scene.names[seat] for seat in auction["folded"]),
        ),
    ]
    return Panel(_("Auction"), rows=rows)


def _map(scene: Scene) -> Panel:
    return Panel(_("Map"), items=map_words.lines(scene), wide=True)


def _market(scene: Scene) -> Panel:
    table = [
        [
            term(track["good"], first_upper(words.GOODS[track["good"]])),
            words.pounds(track["price"]),
            _standing(scene, track["buyers"]),
            _standing(scene, track["sellers"]),
            _steps(track),
        ]
        for track in view_of(scene)["market"]
    ]
    bought, sold = term("buy", _("Bought by")), term("sell", _("Sold by"))
    head = [_("Good"), term("price", _("Price")), bought, sold, _("Price track")]
    return Panel(_("Market"), head=head, table=table, wide=True)


def _standing(scene: Scene, merchants: list[StandingView]) -> str:
    """Whose merchants stand in an area."""
    return words.listed(
        _("%(name)s %(n)s") % {"name": scene.names[one["seat"]], "n": one["merchants"]}
        for one in merchants
    )


def _steps(track: TrackView) -> str:
    """The whole track, the price of now in brackets."""
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
        number = term(contract_anchor(tile["id"]), tile["id"])
        line = [number, words.to_pay(tile), words.imported(tile["imports"], tile["hops"])]
        line.append(words.listed(words.besides(tile)))
        if scene.seat is not None:
            line.append(missing(scene, tile["id"], scene.seat))
        table.append(line)
    head = [_("Contract"), _("To pay"), _("Imports"), _("Besides")]
    if scene.seat is not None:
        head.append(_("You miss"))
    told = {"now": asking.contract_cost(data["cost"]), "n": data["pile"]}
    rows = [(_("In this round"), _("taking one %(now)s; %(n)s left in the pile") % told)]
    costs = listed(asking.contract_cost(cost) for cost in data["costs"])
    rows.append((_("From round to round"), costs))
    if data["known_at_bottom"]:
        rows.append((_("Known at the bottom"), words.listed(data["known_at_bottom"])))
    return Panel(_("Contracts on display"), rows=rows, head=head, table=table, wide=True)


def missing(scene: Scene, number: int, seat: int) -> str:
    """What a seat lacks to fulfil a contract now."""
    lacks = preview.lacks(parts.contract(number), match_of(scene).players[seat])
    return preview.lacked(lacks) or _("nothing")


def _imports(view: View) -> Panel:
    data = view["imports"]
    scarce = data["mode"] == "scarce"
    table: list[list[str]] = [
        [
            term(kind, first_upper(words.IMPORTS[kind])),
            str(data["counters"][kind]),
            str(worth),
        ]
        for kind, worth in data["values"].items()
    ]
    if not scarce:
        table = [[line[0], line[2]] for line in table]
        return Panel(_("Imports"), head=[_("Import"), _("Worth")], table=table)
    head = [_("Import"), term("counters", _("Imported")), _("Worth now")]
    told = {
        "most": max(parts.IMPORT_VALUES),
        "least": min(parts.IMPORT_VALUES),
        "every": parts.COIN_EVERY,
    }
    help_line = (
        _(
            "The rarest is worth %(most)s, the most common %(least)s. Whenever %(every)s more of a "
            "kind have been imported, that brings a pound."
        )
        % told
    )
    return Panel(_("Imports"), head=head, table=table, items=[help_line])


def _scoring(view: View) -> Panel:
    table = [
        [
            f"▸ {one['round']}" if one["round"] == view["round"] else str(one["round"]),
            term(scoring_anchor(one["tile"]), words.SCORING[one["tile"]]),
        ]
        for one in view["scoring"]
    ]
    return Panel(_("Scoring tiles"), head=[_("Round"), _("Glory")], table=table)


def _ports(scene: Scene) -> Panel:
    table = [
        [
            words.corner(port["corner"]),
            term(port_anchor(port["tile"]), first_upper(words.PORTS[port["tile"]])),
            words.listed(scene.names[seat] for seat in port["in_reach"]),
            words.listed(scene.names[seat] for seat in port["used"]),
        ]
        for port in view_of(scene)["ports"]
    ]
    head = [term("port", _("Port")), _("Effect"), _("Usable by"), _("Used by")]
    return Panel(_("Port tiles"), head=head, table=table)


def _help(seats: int) -> Panel:
    """What a turn can be; alone one is always the first to pass."""
    ship = {"pounds": words.pounds(parts.SHIP_COST)}
    tech = {"more": words.pounds(parts.TECH_EXTRA), "pounds": words.pounds(parts.TECH_COST)}
    hire = {"pounds": words.pounds(parts.HIRE_COST)}
    passing = {"pounds": words.listed(map(words.pounds, parts.PASS_MONEY[:seats]))}
    return Panel(
        _("Actions of a turn"),
        items=[
            _("Trade: buy or sell one good, a merchant for each piece; the price then moves."),
            _("Take a contract into an empty export box."),
            _("Expand: put a unit on land in reach, for its cost and the land's."),
            _("Shipping: one level up for %(pounds)s.") % ship,
            _("Technology: woodcutters or miners bring %(more)s more, for %(pounds)s.") % tech,
            _("Hire a merchant for %(pounds)s.") % hire,
            _("Fulfil a contract from your export box."),
            _("Pass: out of this round, with %(pounds)s by the order of passing.") % passing
            if seats > 1
            else _("Pass: out of this round, with %(pounds)s.") % passing,
        ],
    )
