"""The tables, numbers and drawings that fill the rules page of Clans of Caledonia."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

import games.rules as rules
from games.boards.translations import capitalize_first
from games.rulebook import anchor_markdown, counted_icons, icon_images, table
from games.rulebook.rules_data import RulesData

from ..rules import components as parts
from ..rules.available_actions import ACTIONS
from ..rules.components import TERRAIN
from ..rules.expansion import MAX_LAND_COST
from ..rules.maps import MODULES
from ..rules.rounds import SOLO_GOODS
from ..rules.view import contract_view
from . import rule_drawings, vocabulary
from .abilities import ABILITIES
from .picture import PORT_ART
from .rounds import SCORING_ART
from .rule_links import (
    contract_anchor,
    phase_anchor,
    port_anchor,
    scoring_anchor,
    shipping_anchor,
    starting_anchor,
)
from .setup_picture import setup_picture
from .translations import gettext as _

SEATS = tuple(parts.SLOTS)
# Anchors without a component in the data: kinds of spaces, pieces, terms; bonuses further below.
KINDS_OF_SPACES = ("loch", "portspace", "mist", "river", "delta", "border", "neutral")
PIECES = ("merchant", "technology", "box", "marker", "barrel", "money", "glory", "settlement")
TERMS = ("basic", "processed", "building", "contract", "price", "area", "income", "reach")
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
BONUSES = ("neighbourhood", "buildingbonus", "freeland", "recall", "counters", "order")


# Tables.


def _anchored_name(anchor: str, name: object) -> str:
    return anchor_markdown(anchor, capitalize_first(name))


def goods() -> str:
    """Return the goods: their producers, first prices and final points."""
    makers = dict(zip(parts.GOODS, parts.UNITS, strict=False))
    rows = [
        [
            icon_images(good) + _anchored_name(good, vocabulary.GOODS[good]),
            _("basic good") if number in parts.BASIC else _("processed good"),
            icon_images(makers[good]) + _anchor_link(makers[good], vocabulary.UNITS[makers[good]]),
            vocabulary.pounds(parts.TRACKS[number][parts.START_POSITION]),
            vocabulary.points(
                parts.BASIC_POINTS if number in parts.BASIC else parts.PROCESSED_POINTS
            ),
        ]
        for number, good in enumerate(parts.GOODS)
    ]
    return table([_("Good"), _("Kind"), _("Made by"), _("First price"), _("At the end")], rows)


def _anchor_link(anchor: str, text: object) -> str:
    return f"[{text}](#{anchor})"


def units() -> str:
    """Return the units: number, cost, terrain and yield."""
    rows = []
    for number, unit in enumerate(parts.UNITS):
        count = parts.UNIT_COUNT[number] or parts.MACDONALD_COUNT[number]
        rows.append(
            [
                icon_images(unit) + _anchored_name(unit, vocabulary.UNITS[unit]),
                str(count),
                vocabulary.pounds(parts.UNIT_COST[number]),
                _ground(unit, parts.UNIT_LAND[number]),
                str(vocabulary.UNIT_WORK[unit]),
            ]
        )
    head = [_("Unit"), _("Pieces"), _("Cost"), _("Stands on"), _("In the production phase")]
    return table(head, rows)


def _ground(unit: str, letters: str) -> str:
    grounds = [str(vocabulary.TERRAINS[letter]) for letter in letters]
    if unit == "worker":
        grounds += [str(vocabulary.WORDS["loch"]), _("port tile")]
    return vocabulary.join_or_dash(grounds)


def market() -> str:
    """Return the price of every good at every position of its track."""
    head = [_("Good"), *map(str, range(parts.TOP + 1))]
    rows = []
    for good, track in zip(parts.GOODS, parts.TRACKS, strict=True):
        prices = [
            f"**{price}**" if position == parts.START_POSITION else str(price)
            for position, price in enumerate(track)
        ]
        rows.append([icon_images(good) + capitalize_first(vocabulary.GOODS[good]), *prices])
    return table(head, rows)


def shipping() -> str:
    """Return the levels of shipping."""
    rows = [
        [icon_images("ship") + anchor_markdown(shipping_anchor(level), str(level)), str(crosses)]
        for level, crosses in enumerate(vocabulary.SHIPPING)
    ]
    return table([_("Level"), _("Crosses")], rows)


def contracts() -> str:
    """Return all contracts by number."""
    rows = []
    for tile in parts.CONTRACTS:
        data = contract_view(tile.id)
        pays = {**data["goods"], "cow": data["beef"], "sheep": data["mutton"]}
        imports = {**data["imports"], "hops": data["hops"]}
        besides = {
            "pound": bool(data["money"]),
            "land": data["expand"],
            "upgrade": data["upgrade"],
        }
        rows.append(
            [
                anchor_markdown(contract_anchor(tile.id), _("Contract %(n)s") % {"n": tile.id}),
                icon_images(*_glyphs(pays)) + vocabulary.contract_price_text(data),
                icon_images(*_glyphs(imports))
                + vocabulary.imports_text(data["imports"], data["hops"]),
                icon_images(*_glyphs(besides))
                + vocabulary.join_or_dash(vocabulary.other_rewards(data)),
            ]
        )
    return table([_("Contract"), _("To pay"), _("Imports"), _("Other")], rows)


def _glyphs(amounts: Mapping[str, int]) -> Iterator[str]:
    """Return a symbol for each piece."""
    for symbol, amount in amounts.items():
        yield from (symbol for _one in range(amount))


def ports() -> str:
    """Return the port tiles with their effects and when they can be used."""
    rows = [
        [
            icon_images(PORT_ART[tile])
            + anchor_markdown(port_anchor(tile), _("Port tile %(n)s") % {"n": tile}),
            capitalize_first(vocabulary.PORTS[tile]),
            str(vocabulary.PORT_TIMES.get(tile, vocabulary.PORT_TIME)),
        ]
        for tile in parts.PORTS
    ]
    return table([_("Tile"), _("Effect"), _("When")], rows)


def scoring() -> str:
    """Return the scoring tiles."""
    rows = [
        [
            icon_images(*SCORING_ART[tile])
            + anchor_markdown(scoring_anchor(tile), _("Scoring tile %(n)s") % {"n": tile}),
            str(vocabulary.SCORING[tile]),
        ]
        for tile in parts.SCORING
    ]
    return table([_("Tile"), _("Glory")], rows)


def clans() -> str:
    """Return the clans in short."""
    rows = [
        [
            icon_images(CLAN_ART[clan]) + anchor_markdown(clan, vocabulary.CLANS[clan]),
            str(ABILITIES[clan]),
        ]
        for clan in parts.CLANS
    ]
    return table([_("Clan"), _("Ability")], rows)


def starting_tiles() -> str:
    """Return the money and goods of the starting tiles."""
    rows = [
        [
            anchor_markdown(starting_anchor(number), _("Starting tile %(n)s") % {"n": number}),
            vocabulary.pounds(tile.money),
            icon_images(*_glyphs(goods := dict(zip(parts.GOODS, tile.goods, strict=True))))
            + vocabulary.goods(goods),
        ]
        for number, tile in parts.STARTING_TILES.items()
    ]
    return table([_("Tile"), _("Money"), _("Goods")], rows)


def _by_seats(rows: Iterable[tuple[str, Callable[[int], object]]]) -> str:
    """Return a table with a column for every number of players."""
    head = [_("Players"), *map(str, SEATS)]
    return table(
        head, [[label, *(str(value_for(seats)) for seats in SEATS)] for label, value_for in rows]
    )


def _is_small(seats: int) -> bool:
    return seats <= parts.SMALL_MAP_SEATS


def by_players() -> str:
    """Return what depends on the number of players."""

    def lowest(amounts: dict[bool, int]) -> Callable[[int], object]:
        return lambda seats: amounts[_is_small(seats)]

    robertson = parts.ROBERTSON_DISCOUNT
    return _by_seats(
        [
            (_("Map"), lambda seats: _("small, with mist") if _is_small(seats) else _("whole")),
            (_("Contracts on display"), lambda seats: parts.CONTRACTS_AT_START[seats]),
            (
                _("Maximum of a good bought from neighbours per turn"),
                lambda seats: parts.NEIGHBOUR_LIMIT[seats] if seats > 1 else "–",
            ),
            (_("Fergusson's starting shipping"), lowest(parts.FERGUSSON_SHIPPING)),
            (_("MacDonald's starting shipping"), lowest(parts.MACDONALD_SHIPPING)),
            (_("Robertson's discount"), lambda n: vocabulary.pounds(robertson[_is_small(n)])),
        ]
    )


def set_up() -> str:
    """Return the numbers of components dealt, by number of players."""
    return _by_seats(
        [
            (_("Clans and starting tiles to choose from"), lambda seats: seats + 1),
            (
                _("Clans and starting tiles in an auction"),
                lambda seats: seats if seats > 1 else "–",
            ),
            (_("Contract slots"), lambda seats: parts.SLOTS[seats]),
            (_("Contracts on display"), lambda seats: parts.CONTRACTS_AT_START[seats]),
            (_("Port tiles"), lambda seats: len(parts.CORNERS)),
            (_("Scoring tiles"), lambda seats: parts.ROUNDS),
        ]
    )


def contract_costs() -> str:
    """Return the cost of a contract by round."""
    head = [_("Round"), *map(str, range(1, parts.ROUNDS + 1))]
    costs = [
        _("you get %(pounds)s") % {"pounds": vocabulary.pounds(-cost)}
        if cost < 0
        else vocabulary.pounds(cost)
        for cost in parts.CONTRACT_COST
    ]
    return table(head, [[_("A contract"), *costs]])


def pass_money() -> str:
    """Return the pass money."""
    head = [_("Order of passing"), *map(str, range(1, len(parts.PASS_MONEY) + 1))]
    return table(head, [[_("Gets"), *map(vocabulary.pounds, parts.PASS_MONEY)]])


def upgrades() -> str:
    """Return the cost of upgrades as main actions and as bonus upgrades."""
    ship, tech, hire = parts.SHIP_COST, parts.TECH_COST, parts.HIRE_COST
    free = capitalize_first(_("free"))
    return table(
        [_("Upgrade"), _("As an action"), _("As a bonus upgrade")],
        [
            [
                icon_images("ship") + _anchor_link("ship", _("One level of shipping")),
                vocabulary.pounds(ship),
                free,
            ],
            [
                icon_images("upgrade") + _anchor_link("tech", _("A technology tile")),
                vocabulary.pounds(tech),
                vocabulary.pounds(parts.BONUS_TECH_COST),
            ],
            [
                icon_images("merchant") + _anchor_link("hire", _("A merchant from the board")),
                vocabulary.pounds(hire),
                free,
            ],
            [anchor_markdown("recall", _("A merchant called back from the market")), "–", free],
        ],
    )


def rankings() -> str:
    """Return the points for places, by number of players."""

    def places(points: Sequence[int]) -> str:
        return " / ".join(map(str, points))

    rows = [
        [str(seats), places(parts.EXPORT_PLACES[seats]), places(parts.SETTLEMENT_PLACES[seats])]
        for seats in parts.EXPORT_PLACES
    ]
    return table([_("Players"), _("Most contracts"), _("Most settlements")], rows)


def solo_rankings() -> str:
    """Return the points of the two rankings in the solo game."""

    def steps(found: Sequence[tuple[int, int]]) -> list[tuple[str, str]]:
        """The ranges of counts with their points."""
        ranges, above = [], 0
        for least, points in (*found, (0, 0)):
            most = above - 1
            span = f"{least}–{most}" if most > least else str(least)
            ranges.append((span if above else f"{least}+", str(points)))
            above = least
        return ranges

    rows = zip(steps(parts.SOLO_EXPORTS), steps(parts.SOLO_SETTLEMENTS), strict=True)
    head = [_("Contracts"), _("Points"), _("Settlements"), _("Points")]
    return table(head, [[*exports, *settled] for exports, settled in rows])


def grades() -> str:
    """Return the grades of the solo game."""
    rows = [
        [str(vocabulary.GRADES[name]), f"{least}+"] for least, name in reversed(parts.SOLO_GRADES)
    ]
    return table([_("Grade"), _("Points")], rows)


def pieces() -> str:
    """Return what every seat has apart from its units."""
    stock = parts.MERCHANTS_AT_START
    return table(
        [_("Piece"), _("Count"), _("Purpose")],
        [
            [
                icon_images("merchant") + _anchored_name("merchant", _("merchant")),
                str(parts.MERCHANTS),
                _("Goes to the market for each good you buy or sell.")
                + " "
                + _("%(n)s start in stock, and %(left)s on the board.")
                % {"n": stock, "left": parts.MERCHANTS - stock},
            ],
            [
                icon_images("upgrade") + _anchored_name("technology", _("technology tile")),
                str(len(parts.TECHS)),
                _("Once flipped, every woodcutter or every miner brings %(pounds)s more.")
                % {"pounds": vocabulary.pounds(parts.TECH_EXTRA)},
            ],
            [
                icon_images("box") + _anchored_name("box", _("export box")),
                "1",
                _("Holds one contract until you fulfil it."),
            ],
            [
                icon_images("anchor") + _anchored_name("marker", _("port marker")),
                str(len(parts.CORNERS)),
                _("Marks a port tile that this player has used."),
            ],
        ],
    )


def example_context(match: rules.Match) -> Iterator[tuple[int | None, list[str]]]:
    """Return the prices; money, goods, merchants and contracts of each seat."""
    view = match.view(None)
    yield (
        None,
        [icon_images(one["good"]) + vocabulary.pounds(one["price"]) for one in view["market"]],
    )
    for number, seat in enumerate(view["players"]):
        goods = "".join(
            counted_icons(good, vocabulary.GOODS[good], n) for good, n in seat["goods"].items()
        )
        lying = [
            icon_images("pound") + vocabulary.pounds(seat["money"]),
            goods,
            counted_icons("merchant", _("merchant"), seat["merchants"]),
            *(icon_images("box") + _("Contract %(n)s") % {"n": one["id"]} for one in seat["boxes"]),
        ]
        yield number, lying


def final_points() -> str:
    """Return the keys of the final score with what they count."""
    rows = [
        [str(vocabulary.BREAKDOWN[key]), str(vocabulary.COUNTED_AS[key])]
        for key in vocabulary.BREAKDOWN
    ]
    return table([_("Part"), _("Points")], rows)


def verbs() -> tuple[str, ...]:
    return tuple(ACTIONS)


CONTEXT: dict[str, object] = {
    **{
        made.__name__: made
        for made in (
            *(goods, units, market, shipping, contracts, ports, scoring, clans, starting_tiles),
            *(by_players, set_up, contract_costs, pass_money, upgrades, rankings, solo_rankings),
            *(grades, pieces, final_points),
        )
    },
    "rounds": parts.ROUNDS,
    "tiles": len(parts.CONTRACTS),
    "top": parts.TOP,
    "start": parts.START_POSITION,
    "low": parts.LOW,
    "high": parts.HIGH,
    "ship_cost": parts.SHIP_COST,
    "tech_cost": parts.TECH_COST,
    "hire_cost": parts.HIRE_COST,
    "bonus_tech": parts.BONUS_TECH_COST,
    "tech_extra": parts.TECH_EXTRA,
    "first_contract": -parts.CONTRACT_COST[0],
    "first_pass": parts.PASS_MONEY[0],
    "woodcutter_income": parts.INCOME[0],
    "miner_income": parts.INCOME[1],
    "worker_income": parts.WORKER_INCOME,
    "most_shipping": parts.MAX_SHIPPING,
    "merchants_first": parts.MERCHANTS_AT_START,
    "merchants_waiting": parts.MERCHANTS - parts.MERCHANTS_AT_START,
    "basic_less": parts.NEIGHBOUR_DISCOUNT[parts.WOOL],
    "processed_less": parts.NEIGHBOUR_DISCOUNT[parts.WHISKY],
    "limit": parts.NEIGHBOUR_LIMIT[3],
    "limit_of_two": parts.NEIGHBOUR_LIMIT[2],
    "drawn": parts.DRAWN,
    "buchanan_drawn": parts.BUCHANAN_DRAWN,
    "coin_every": parts.COIN_EVERY,
    "import_values": parts.IMPORT_VALUES,
    "fixed_value": parts.FIXED_IMPORT_VALUE,
    "solo_pass": parts.PASS_MONEY[0],
    "most_bid": parts.MAX_BID,
    "extra_money": parts.NO_CLAN_MONEY,
    "corners": len(parts.CORNERS),
    "most_buildings": parts.UNIT_COUNT[parts.DAIRY],
    "modules": len(MODULES),
    "maps": 2 ** len(MODULES),
    "port_gain": parts.PORT_GAIN,
    "port_glory": parts.PORT_GLORY,
    "port_other": parts.PORT_OTHER_COST,
    "port_steps": parts.PORT_STEPS,
    "port_swaps": parts.PORT_SWAPS,
    "pounds_per_point": parts.POUNDS_PER_POINT,
    "campbell": parts.CAMPBELL_DISCOUNT,
    "robertson": parts.ROBERTSON_DISCOUNT[False],
    "robertson_small": parts.ROBERTSON_DISCOUNT[True],
    "fergusson": parts.FERGUSSON_SHIPPING[False],
    "fergusson_small": parts.FERGUSSON_SHIPPING[True],
    "macdonald_small": parts.MACDONALD_SHIPPING[True],
    "macdonald_workers": parts.MACDONALD_COUNT[parts.WORKER],
    "macdonald_cost": parts.UNIT_COST[parts.WORKER],
    "stewart_merchants": parts.STEWART_MERCHANTS,
    "stewart_shipping": parts.STEWART_SHIPPING,
    "stewart_pound": parts.STEWART_POUND,
    "butter": parts.MILK_POUNDS,
    "whisky_pounds": parts.WHISKY_POUNDS,
    "cellar": parts.CELLAR,
    "beer": parts.BEER_POUNDS,
    "most_beer": parts.MAX_BEER,
    "dearest_land": MAX_LAND_COST,
    "small_map": parts.SMALL_MAP_SEATS,
    "solo_goods": SOLO_GOODS,
    "solo_slots": parts.SLOTS[1],
    "solo_contracts": parts.CONTRACTS_AT_START[1],
}

ANCHORS: tuple[str, ...] = (
    *parts.GOODS,
    *parts.UNITS,
    "fisherman",
    *TERRAIN.values(),
    *KINDS_OF_SPACES,
    *parts.IMPORTS,
    *("hops", "beef", "mutton"),
    *(shipping_anchor(level) for level in range(len(parts.SHIPPING))),
    *(contract_anchor(tile.id) for tile in parts.CONTRACTS),
    *map(port_anchor, parts.PORTS),
    *map(scoring_anchor, parts.SCORING),
    *parts.CLANS,
    *map(starting_anchor, parts.STARTING_TILES),
    *map(phase_anchor, vocabulary.PHASES),
    *PIECES,
    *TERMS,
    *BONUSES,
    *verbs(),
)

PICTURES: dict[str, Callable[[], str]] = {
    "river": rule_drawings.river,
    "delta": rule_drawings.delta,
    "reach": rule_drawings.reach,
    "settlements": rule_drawings.settlements,
}

RULES_DATA = RulesData(
    context=CONTEXT,
    anchors=ANCHORS,
    pictures=PICTURES,
    sprite="sprite.svg",
    example_context=example_context,
    setup_picture=setup_picture,
)
