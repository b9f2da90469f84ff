"""The tables and numbers that fill the rules page of Clans of Caledonia."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import games.rules as rules
from games.boards.translations import capitalize_first
from games.boards.view_models import Text
from games.rulebook import (
    Column,
    amount_icons,
    anchor_markdown,
    comparison_table,
    component_table,
    counted_amounts,
    counted_icons,
    icon_images,
    link_markdown,
    name_column,
    table,
)
from games.rulebook.component_tables import DASH, ByKey, key_of
from games.rulebook.rules_data import RulesData
from games.rulebook.setup_picture import SetupPicture, Symbol

from ..rules import components as parts
from ..rules import expansion, maps
from ..rules import rounds as rules_rounds
from ..rules.available_actions import ACTIONS
from ..rules.view import contract_view
from . import vocabulary
from .hexes import SIZE, centre
from .translations import gettext_lazy as _

SEATS = {seats: seats for seats in parts.SLOTS}
PORT_WIDTH = 60  # of the picture of a port tile, in units of the drawing
# A picture of the strength of each clan.
CLAN_ART = {
    "buchanan": "box",
    "campbell": "houses",
    "cunningham": "milk",
    "fergusson": "worker",
    "macdonald": "ship",
    "mackenzie": "barrel",
    "robertson": "land",
    "stewart": "merchant",
    "macewen": "beer",
}


def maker_link(unit: str) -> str:
    return icon_images(unit) + link_markdown(unit, vocabulary.UNITS[unit])


def is_basic(good: str) -> bool:
    return parts.GOOD_ID[good] in parts.BASIC


def grounds_text(unit: str) -> str:
    grounds = [vocabulary.TERRAINS[letter] for letter in parts.UNIT_LAND[parts.UNIT_ID[unit]]]
    if unit == "worker":
        grounds += [vocabulary.WORDS["loch"], _("port tile")]
    return vocabulary.join_or_dash(grounds)


def price_column(position: int) -> Column:
    form = "**{}**" if position == parts.START_POSITION else "{}"
    return Column(str(position), parts.TRACKS, lambda track: form.format(track[position]))


def payment(tile: parts.Contract) -> str:
    data = contract_view(tile.id)
    pays = {**data["goods"], "cow": data["beef"], "sheep": data["mutton"]}
    return amount_icons(pays) + vocabulary.contract_price_text(data)


def imports(tile: parts.Contract) -> str:
    data = contract_view(tile.id)
    return amount_icons({**data["imports"], "hops": data["hops"]}) + vocabulary.imports_text(
        data["imports"], data["hops"]
    )


def rewards(tile: parts.Contract) -> str:
    data = contract_view(tile.id)
    art = {"pound": bool(data["money"]), "land": data["expand"], "upgrade": data["upgrade"]}
    return amount_icons(art) + vocabulary.join_or_dash(vocabulary.other_rewards(data))


def goods_text(amounts: Sequence[int]) -> str:
    goods = dict(zip(parts.GOODS, amounts, strict=True))
    return amount_icons(goods) + vocabulary.goods(goods)


def numbered_column(heading: Text, label: Text, anchor: ByKey, icon: ByKey = "") -> Column:
    """The column with the number and the anchor of a tile; `label` has the number as `n`."""
    return name_column(
        heading,
        lambda number: str(label) % {"n": number},
        icon=icon,
        anchor=anchor,
        value=lambda tile: getattr(tile, "id", tile),
    )


def on_map(amounts: Mapping[bool, Any]) -> dict[int, Any]:
    """An amount that depends on the map, by number of players."""
    return {seats: amounts[seats <= parts.SMALL_MAP_SEATS] for seats in SEATS}


def if_many(seats: int, amount: int) -> object:
    return amount if seats > 1 else DASH


def cost_text(cost: int) -> str:
    pounds = vocabulary.pounds(abs(cost))
    return str(_("you get %(pounds)s")) % {"pounds": pounds} if cost < 0 else pounds


def upgrades() -> str:
    """Return the cost of upgrades as main actions and as bonus upgrades."""
    free = capitalize_first(_("free"))
    rows = [
        [icon_images(icon) + link_markdown(anchor, label), vocabulary.pounds(cost), bonus]
        for icon, anchor, label, cost, bonus in (
            ("ship", "ship", _("One level of shipping"), parts.SHIP_COST, free),
            (
                *("upgrade", "tech", _("A technology tile")),
                *(parts.TECH_COST, vocabulary.pounds(parts.BONUS_TECH_COST)),
            ),
            ("merchant", "hire", _("A merchant from the board"), parts.HIRE_COST, free),
        )
    ]
    recall = anchor_markdown("recall", _("A merchant called back from the market"))
    return table(
        [_("Upgrade"), _("As an action"), _("As a bonus upgrade")], [*rows, [recall, DASH, free]]
    )


def places_text(points: Sequence[int]) -> str:
    return " / ".join(map(str, points))


def point_ranges(found: Sequence[tuple[int, int]]) -> Iterator[tuple[str, str]]:
    """The ranges of counts with their points."""
    above = 0
    for least, points in (*found, (0, 0)):
        most = above - 1
        span = f"{least}–{most}" if most > least else str(least)
        yield span if above else f"{least}+", str(points)
        above = least


PIECES = {
    "merchant": _("merchant"),
    "technology": _("technology tile"),
    "box": _("export box"),
    "marker": _("port marker"),
}
PIECE_ART = {"merchant": "merchant", "technology": "upgrade", "box": "box", "marker": "anchor"}
PIECE_COUNTS = (parts.MERCHANTS, len(parts.TECHS), 1, len(parts.CORNERS))


def piece_purpose(piece: str) -> str:
    if piece == "merchant":
        stock = parts.MERCHANTS_AT_START
        values: dict[str, object] = {"n": stock, "left": parts.MERCHANTS - stock}
        start = str(_("%(n)s start in stock, and %(left)s on the board.")) % values
        return f"{_('Goes to the market for each good you buy or sell.')} {start}"
    if piece == "technology":
        form = _("Once flipped, every woodcutter or every miner brings %(pounds)s more.")
        return str(form) % {"pounds": vocabulary.pounds(parts.TECH_EXTRA)}
    if piece == "box":
        return str(_("Holds one contract until you fulfil it."))
    return str(_("Marks a port tile that this player has used."))


TABLES = {
    "goods": component_table(
        parts.GOODS,
        name_column(_("Good"), vocabulary.GOODS, icon="{}"),
        Column(_("Kind"), lambda good: _("basic good") if is_basic(good) else _("processed good")),
        Column(_("Made by"), vocabulary.MAKERS, maker_link),
        Column(
            _("First price"),
            parts.TRACKS,
            lambda track: vocabulary.pounds(track[parts.START_POSITION]),
        ),
        Column(
            _("At the end"),
            lambda good: parts.BASIC_POINTS if is_basic(good) else parts.PROCESSED_POINTS,
            vocabulary.points,
        ),
    ),
    "units": component_table(
        parts.UNITS,
        name_column(_("Unit"), vocabulary.UNITS, icon="{}"),
        Column(
            _("Pieces"),
            [n or other for n, other in zip(parts.UNIT_COUNT, parts.MACDONALD_COUNT, strict=True)],
        ),
        Column(_("Cost"), parts.UNIT_COST, vocabulary.pounds),
        Column(_("Stands on"), grounds_text),
        Column(_("In the production phase"), vocabulary.UNIT_WORK),
    ),
    "market": component_table(
        parts.GOODS,
        Column(
            _("Good"), lambda good: icon_images(good) + capitalize_first(vocabulary.GOODS[good])
        ),
        *map(price_column, range(parts.TOP + 1)),
    ),
    "shipping": component_table(
        range(len(parts.SHIPPING)),
        name_column(_("Level"), "{}", icon="ship", anchor="shipping:{}"),
        Column(_("Crosses"), vocabulary.SHIPPING),
    ),
    "contracts": component_table(
        parts.CONTRACTS,
        numbered_column(_("Contract"), _("Contract %(n)s"), "contract:{}"),
        Column(_("To pay"), payment),
        Column(_("Imports"), imports),
        Column(_("Other"), rewards),
    ),
    "ports": component_table(
        parts.PORTS,
        numbered_column(_("Tile"), _("Port tile %(n)s"), "port:{}", vocabulary.PORT_ART),
        Column(_("Effect"), vocabulary.PORTS, capitalize_first),
        Column(_("When"), lambda tile: vocabulary.PORT_TIMES.get(tile, vocabulary.PORT_TIME)),
    ),
    "scoring": component_table(
        parts.SCORING,
        numbered_column(_("Tile"), _("Scoring tile %(n)s"), "scoring:{}", vocabulary.SCORING_ART),
        Column(_("Glory"), vocabulary.SCORING),
    ),
    "clans": component_table(
        parts.CLANS,
        name_column(_("Clan"), vocabulary.CLANS, icon=CLAN_ART),
        Column(_("Ability"), vocabulary.ABILITIES),
    ),
    "starting_tiles": component_table(
        parts.STARTING_TILES,
        numbered_column(_("Tile"), _("Starting tile %(n)s"), "tile:{}"),
        Column(_("Money"), lambda number: vocabulary.pounds(parts.STARTING_TILES[number].money)),
        Column(_("Goods"), lambda number: goods_text(parts.STARTING_TILES[number].goods)),
    ),
    "by_players": comparison_table(
        _("Players"),
        SEATS,
        Column(_("Map"), on_map({True: _("small, with mist"), False: _("whole")})),
        Column(_("Contracts on display"), parts.CONTRACTS_AT_START),
        Column(
            _("Maximum of a good bought from neighbours per turn"),
            lambda seats: if_many(seats, parts.NEIGHBOUR_LIMIT[seats]),
        ),
        Column(_("Fergusson's starting shipping"), on_map(parts.FERGUSSON_SHIPPING)),
        Column(_("MacDonald's starting shipping"), on_map(parts.MACDONALD_SHIPPING)),
        Column(_("Robertson's discount"), on_map(parts.ROBERTSON_DISCOUNT), vocabulary.pounds),
    ),
    "set_up": comparison_table(
        _("Players"),
        SEATS,
        Column(_("Clans and starting tiles to choose from"), lambda seats: seats + 1),
        Column(_("Clans and starting tiles in an auction"), lambda seats: if_many(seats, seats)),
        Column(_("Contract slots"), parts.SLOTS),
        Column(_("Contracts on display"), parts.CONTRACTS_AT_START),
        Column(_("Port tiles"), lambda seats: len(parts.CORNERS)),
        Column(_("Scoring tiles"), lambda seats: parts.ROUNDS),
    ),
    "contract_costs": comparison_table(
        _("Round"),
        dict(enumerate(parts.CONTRACT_COST, 1)),
        Column(_("A contract"), parts.CONTRACT_COST, cost_text),
    ),
    "pass_money": comparison_table(
        _("Order of passing"),
        dict(enumerate(parts.PASS_MONEY, 1)),
        Column(_("Gets"), parts.PASS_MONEY, vocabulary.pounds),
    ),
    "upgrades": upgrades,
    "rankings": component_table(
        parts.EXPORT_PLACES,
        Column(_("Players"), key_of),
        Column(_("Most contracts"), parts.EXPORT_PLACES, places_text),
        Column(_("Most settlements"), parts.SETTLEMENT_PLACES, places_text),
    ),
    "solo_rankings": component_table(
        list(
            zip(point_ranges(parts.SOLO_EXPORTS), point_ranges(parts.SOLO_SETTLEMENTS), strict=True)
        ),
        Column(_("Contracts"), lambda row: row[0][0]),
        Column(_("Points"), lambda row: row[0][1]),
        Column(_("Settlements"), lambda row: row[1][0]),
        Column(_("Points"), lambda row: row[1][1]),
    ),
    "grades": component_table(
        tuple(reversed(parts.SOLO_GRADES)),
        Column(_("Grade"), lambda grade: vocabulary.GRADES[grade[1]]),
        Column(_("Points"), lambda grade: f"{grade[0]}+"),
    ),
    # What every seat has apart from its units.
    "pieces": component_table(
        PIECES,
        name_column(_("Piece"), PIECES, icon=PIECE_ART),
        Column(_("Count"), PIECE_COUNTS),
        Column(_("Purpose"), piece_purpose),
    ),
    "final_points": component_table(
        vocabulary.BREAKDOWN,
        Column(_("Part"), vocabulary.BREAKDOWN),
        Column(_("Points"), vocabulary.COUNTED_AS),
    ),
}

ANCHORS: tuple[str, ...] = (
    *parts.GOODS,
    *parts.UNITS,
    "fisherman",
    *parts.TERRAIN.values(),
    *("loch", "portspace", "mist", "river", "delta", "border", "neutral"),
    *parts.IMPORTS,
    *("hops", "beef", "mutton"),
    *map("shipping:{}".format, range(len(parts.SHIPPING))),
    *(f"contract:{tile.id}" for tile in parts.CONTRACTS),
    *map("port:{}".format, parts.PORTS),
    *map("scoring:{}".format, parts.SCORING),
    *parts.CLANS,
    *map("tile:{}".format, parts.STARTING_TILES),
    *map("phase:{}".format, vocabulary.PHASES),
    *("merchant", "technology", "box", "marker", "barrel", "money", "glory", "settlement"),
    *("basic", "processed", "building", "contract", "price", "area", "income", "reach"),
    *("neighbourhood", "buildingbonus", "freeland", "recall", "counters", "order"),
    *ACTIONS,
)


def example_context(match: rules.Match) -> Iterator[tuple[int | None, list[str]]]:
    """Return the prices; money, goods, merchants and contracts of each seat."""
    view = match.view(None)
    prices = ((one["good"], one["price"]) for one in view["market"])
    yield None, [icon_images(good) + vocabulary.pounds(price) for good, price in prices]
    for number, seat in enumerate(view["players"]):
        yield (
            number,
            [
                icon_images("pound") + vocabulary.pounds(seat["money"]),
                counted_amounts(vocabulary.GOODS, seat["goods"]),
                counted_icons("merchant", PIECES["merchant"], seat["merchants"]),
                *(
                    icon_images("box") + str(_("Contract %(n)s")) % {"n": one["id"]}
                    for one in seat["boxes"]
                ),
            ],
        )


def setup_picture(match: rules.Match) -> SetupPicture:
    """The marks: the map before clans are chosen, and the parts beside it."""
    view = match.view(None)
    spaces = view["map"]["spaces"]

    def inner_space(kind: str) -> tuple[float, float]:
        """The first space of a kind that does not lie at the border."""
        return centre(
            next(one["at"] for one in spaces if one["kind"] == kind and not one["border"])
        )

    ports = {space["corner"]: centre(space["at"]) for space in spaces if space["kind"] == "port"}
    x, y = ports["a"]
    return SetupPicture(
        places={
            "land": inner_space("land"),
            "loch": inner_space("loch"),
            "port": (x - SIZE * 0.7, y - SIZE * 0.7),
        },
        heaps={
            "market": parts.GOODS,
            "imports": parts.IMPORTS,
            "contracts": ("box",),
            "scoring": ("glory",) * parts.ROUNDS,
            "clans": ("houses", "pound"),
            "units": parts.UNITS,
            "merchants": ("merchant",),
            "upgrades": ("ship", "upgrade"),
        },
        symbols=[
            Symbol(vocabulary.PORT_ART[port["tile"]], *ports[port["corner"]], PORT_WIDTH)
            for port in view["ports"]
        ],
    )


RULES_DATA = RulesData(
    modules=(parts, expansion, maps, rules_rounds),
    context=TABLES,
    anchors=ANCHORS,
    sprite="sprite.svg",
    example_context=example_context,
    setup_picture=setup_picture,
)
