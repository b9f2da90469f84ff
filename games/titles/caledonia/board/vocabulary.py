"""Names and phrases of Clans of Caledonia: components, effects of tiles and clans, amounts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from games.boards.translations import join_list as row
from games.boards.translations import lazy_format, words
from games.boards.view_models import Text

from ..rules import components as parts
from ..rules.view import contract_view
from ..rules.view_types import ContractView
from .translations import gettext, ngettext_lazy
from .translations import gettext_lazy as _

Lacks = tuple[tuple[str, int], ...]  # what is missing, and how many of it

GOODS: dict[str, Text] = {
    **words(_("wool"), _("milk"), _("grain"), _("cheese"), _("bread"), _("whisky"))
}

UNITS: dict[str, Text] = {
    **words(_("sheep"), _("cow")),
    "field": _("grain field"),
    "dairy": _("cheese dairy"),
    **words(_("bakery"), _("distillery"), _("woodcutter"), _("miner"), _("worker")),
}

_EARNS_TEXT = _("£%(plain)s, improved £%(improved)s")

#: The good that a unit makes; each of the first six units makes the good with its number.
MAKES = dict(zip(parts.UNITS, parts.GOODS, strict=False))
MAKERS = {good: unit for unit, good in MAKES.items()}
#: How many of its good a unit brings each round; those that process goods bring what they process.
UNIT_YIELD = dict(zip(("sheep", "cow", "field"), parts.YIELD, strict=True))
#: How many pounds a unit brings each round, not improved.
UNIT_INCOME = {**dict(zip(parts.TECHS, parts.INCOME, strict=True)), "worker": parts.WORKER_INCOME}

UNIT_WORK: dict[str, Text] = {
    "sheep": _("%(n)s wool", n=UNIT_YIELD["sheep"]),
    "cow": _("%(n)s milk", n=UNIT_YIELD["cow"]),
    "field": _("%(n)s grain", n=UNIT_YIELD["field"]),
    "dairy": _("milk into cheese"),
    "bakery": _("grain into bread"),
    "distillery": _("grain into whisky"),
    **{
        unit: lazy_format(_EARNS_TEXT, plain=pounds, improved=pounds + parts.TECH_EXTRA)
        for unit, pounds in zip(parts.TECHS, parts.INCOME, strict=True)
    },
    "worker": _("£%(n)s", n=parts.WORKER_INCOME),
}


def unit_brings(unit: str, *, improved: bool) -> str:
    """Return what one more unit of a type brings each round: "+1 milk a round"."""
    if unit in UNIT_YIELD:
        params = {"n": UNIT_YIELD[unit], "good": GOODS[MAKES[unit]]}
        return gettext("+%(n)s %(good)s a round") % params
    if unit in MAKES:
        return gettext("makes %(good)s each round") % {"good": GOODS[MAKES[unit]]}
    pounds = UNIT_INCOME[unit] + (parts.TECH_EXTRA if improved else 0)
    return gettext("+£%(n)s a round") % {"n": pounds}


TECHS: dict[str, Text] = {"woodcutter": _("woodcutter technology"), "miner": _("miner technology")}

# What each shipping level crosses: nothing, rivers, then one more loch per level.
FIRST_LOCH_LEVEL = parts.SHIPPING.index("1 loch")
SHIPPING: tuple[Text, ...] = (
    _("none"),
    _("rivers"),
    *(
        ngettext_lazy("%(n)s loch", "%(n)s lochs", lochs)
        for lochs in range(1, len(parts.SHIPPING) - FIRST_LOCH_LEVEL + 1)
    ),
)

IMPORTS: dict[str, Text] = {**words(_("cotton"), _("tobacco")), "sugar": _("sugar cane")}

TERRAINS: dict[str, Text] = {"g": _("grassland"), "f": _("forest"), "m": _("mountain")}

CLANS: dict[str, Text] = {
    **words(_("Buchanan"), _("Campbell"), _("Cunningham"), _("Fergusson"), _("MacDonald")),
    **words(_("MacKenzie"), _("Robertson"), _("Stewart"), _("MacEwen")),
}

ABILITIES: dict[str, Text] = {
    "buchanan": _(
        "Two export boxes. Takes or keeps two contracts for the cost of one, "
        "draws %(n)s for a building bonus, and can fulfil two contracts in one "
        "turn.",
        n=parts.BUCHANAN_DRAWN,
    ),
    "campbell": _(
        "The first building of a type costs £%(first)s less, the second £%(second)s, the "
        "third £%(third)s, the fourth £%(fourth)s.",
        **dict(zip(("first", "second", "third", "fourth"), parts.CAMPBELL_DISCOUNT, strict=True)),
    ),
    "cunningham": _(
        "After production, you can sell milk as butter for £%(n)s each.",
        n=parts.MILK_POUNDS,
    ),
    "fergusson": _(
        "Three starting workers on border spaces. Ships over %(n)s lochs from "
        "the start (with at most %(few)s players: %(small)s).",
        n=parts.FERGUSSON_SHIPPING[False] - FIRST_LOCH_LEVEL + 1,
        few=parts.SMALL_MAP_SEATS,
        small=parts.FERGUSSON_SHIPPING[True] - FIRST_LOCH_LEVEL + 1,
    ),
    "macdonald": _(
        "%(n)s workers for £%(cost)s and £%(income)s income each, also on lochs "
        "and ports as fishermen. One fisherman can row each turn. No technology.",
        n=parts.MACDONALD_COUNT[parts.WORKER],
        cost=parts.UNIT_COST[parts.WORKER],
        income=parts.WORKER_INCOME,
    ),
    "mackenzie": _(
        "£%(n)s for each whisky produced, and a cellar where whisky ages to "
        "£%(old)s and then £%(oldest)s. You can take barrels out at any time on "
        "your own turn.",
        n=parts.WHISKY_POUNDS,
        old=parts.CELLAR[1],
        oldest=parts.CELLAR[2],
    ),
    "robertson": _(
        "Units on delta spaces cost £%(n)s less (with at most %(few)s players: £%(small)s).",
        n=parts.ROBERTSON_DISCOUNT[False],
        few=parts.SMALL_MAP_SEATS,
        small=parts.ROBERTSON_DISCOUNT[True],
    ),
    "stewart": _(
        "%(merchants)s merchants and shipping on rivers from the start. £%(n)s before every trade.",
        merchants=parts.STEWART_MERCHANTS,
        n=parts.STEWART_POUND,
    ),
    "macewen": _(
        "With each fulfilled contract, up to %(most)s of its hops turn grain into beer for "
        "£%(n)s each.",
        most=parts.MAX_BEER,
        n=parts.BEER_POUNDS,
    ),
}

PORTS: dict[int, Text] = {
    parts.PORT_ANIMAL: _("slaughter one animal less for a contract"),
    parts.PORT_BASIC: _("give one basic good, take any %(n)s basic goods", n=parts.PORT_GAIN),
    parts.PORT_PROCESSED: _(
        "give one processed good, take any %(n)s processed goods", n=parts.PORT_GAIN
    ),
    parts.PORT_UPGRADE: _("one bonus upgrade and %(n)s glory", n=parts.PORT_GLORY),
    parts.PORT_MONEY: _("£%(n)s", n=parts.PORT_POUNDS),
    parts.PORT_PRICE: _("before a trade, move its price by up to %(n)s steps", n=parts.PORT_STEPS),
    parts.PORT_SWAP: _(
        "exchange up to %(n)s units on the map for units of other types from the board, fields "
        "excepted",
        n=parts.PORT_SWAPS,
    ),
    parts.PORT_BUILDING: _("£%(n)s and a building bonus", n=parts.PORT_BUILDING_POUNDS),
    parts.PORT_OTHER: _("pay £%(n)s and use one of the other port tiles", n=parts.PORT_OTHER_COST),
}

PORT_TIME = _("before or after the main action")
PORT_TIMES: dict[int, Text] = {
    parts.PORT_ANIMAL: _("while the meat of a contract is paid"),
    parts.PORT_PRICE: _("before the main action, which must then be a trade of that good"),
    parts.PORT_OTHER: _("when the other port tile could be used"),
}

# A port's picture on the map, and a few characters beside it.
PORT_ART = {
    parts.PORT_ANIMAL: "meat",
    parts.PORT_BASIC: "grain",
    parts.PORT_PROCESSED: "cheese",
    parts.PORT_UPGRADE: "upgrade",
    parts.PORT_MONEY: "pound",
    parts.PORT_PRICE: "price",
    parts.PORT_SWAP: "swap",
    parts.PORT_BUILDING: "box",
    parts.PORT_OTHER: "anchor",
}
PORT_SIGNS: dict[int, str] = {
    parts.PORT_ANIMAL: "−1",
    parts.PORT_BASIC: f"1→{parts.PORT_GAIN}",
    parts.PORT_PROCESSED: f"1→{parts.PORT_GAIN}",
    parts.PORT_UPGRADE: f"+{parts.PORT_GLORY}",
    parts.PORT_MONEY: f"£{parts.PORT_POUNDS}",
    parts.PORT_PRICE: f"±{parts.PORT_STEPS}",
    parts.PORT_SWAP: f"{parts.PORT_SWAPS}×",
    parts.PORT_BUILDING: f"+£{parts.PORT_BUILDING_POUNDS}",
    parts.PORT_OTHER: f"£{parts.PORT_OTHER_COST}",
}

_GLORY = parts.TILE_GLORY
SCORING: dict[int, Text] = {
    1: _("%(n)s for each basic good in stock", n=_GLORY[1]),
    2: _("%(n)s for every two processed goods in stock and cellar", n=_GLORY[2]),
    3: _(
        "%(n)s for each animal and building, %(field)s for each field",
        n=_GLORY[3],
        field=_GLORY[3] * parts.FIELD_COUNTS,
    ),
    4: _("%(n)s for each worker on the map", n=_GLORY[4]),
    5: _("%(n)s for each unit on a border space", n=_GLORY[5]),
    6: _("%(n)s for each cotton, tobacco and sugar cane on fulfilled contracts", n=_GLORY[6]),
    7: _("%(n)s for each meat on fulfilled contracts", n=_GLORY[7]),
    8: _(
        "%(n)s for each level of shipping, flipped technology tile and merchant hired", n=_GLORY[8]
    ),
    9: _("%(n)s for each unit on land of cost %(dear)s or more", n=_GLORY[9], dear=parts.DEAR),
}

#: Pictures of what each scoring tile counts.
SCORING_ART: dict[int, tuple[str, ...]] = {
    1: ("wool", "milk", "grain"),
    2: ("cheese", "bread", "whisky"),
    3: ("cow", "dairy", "field"),
    4: ("woodcutter", "miner"),
    5: ("border",),
    6: ("cotton", "tobacco", "sugar"),
    7: ("meat",),
    8: ("ship", "merchant"),
    9: ("peaks",),
}

PHASES: dict[str, Text] = {
    "clans": _("clans"),
    "place": _("first workers"),
    "action": _("actions"),
    **words(_("production"), _("over")),
}

# The verbs of the notation in words.
VERBS: dict[str, Text] = {
    **words(_("bid"), _("buy"), _("sell"), _("expand"), _("upgrade"), _("done")),
    "choose": _("choose a clan or starting tile"),
    "fold": _("leave the auction"),
    "place": _("place a worker"),
    "take": _("take a contract"),
    "ship": _("improve shipping"),
    "tech": _("technology for workers"),
    "hire": _("hire a merchant"),
    "fulfil": _("fulfil a contract"),
    "pass": _("pass for this round"),
    "slaughter": _("slaughter an animal"),
    "brew": _("brew beer"),
    "nbuy": _("buy from neighbours"),
    "draw": _("draw contracts"),
    "keep": _("keep a drawn contract"),
    "swap": _("exchange a unit"),
    "port": _("use a port"),
    "row": _("row a fisherman"),
    "withdraw": _("take a barrel out of the cellar"),
    "end": _("end the turn"),
    "produce": _("produce cheese, bread and whisky"),
    "cellar": _("put whisky in the cellar"),
    "butter": _("sell butter"),
}

# The phases, and the frames that may have to be resolved before a turn goes on.
DECISIONS: dict[str, Text] = {
    **PHASES,
    "meat": _("the meat for the contract"),
    "rewards": _("the rewards of the contract"),
    "bonus": _("the offers of neighbours and the building bonus"),
    "keep": _("the drawn contracts"),
    "swap": _("the exchange of units"),
    "second": _("the second contract"),
}

GRADES: dict[str, Text] = {
    "Newbie": _("Newbie"),
    "Rookie": _("Rookie"),
    "Average": _("Average"),
    "Expert": _("Expert"),
    "Genius": _("Genius"),
}

BREAKDOWN: dict[str, Text] = {
    "glory": _("Glory"),
    "auction": _("Bid for the clan"),
    "basic": _("Basic goods"),
    "processed": _("Processed goods"),
    **words(_("Money"), _("Hops"), _("Cotton"), _("Tobacco")),
    "sugar": _("Sugar cane"),
    "exports": _("Most contracts"),
    "settlements": _("Most settlements"),
}

_BY_VALUE = _("the number on fulfilled contracts, times its value at the end")
_BY_PLACE = _("by rank among all players")

# How each part of the final score is counted.
COUNTED_AS: dict[str, Text] = {
    "glory": _("all glory gained during the match"),
    "auction": _("minus the winning bid for the clan"),
    "basic": _("%(n)s for each basic good in stock", n=parts.BASIC_POINTS),
    "processed": _("%(n)s for each processed good in stock", n=parts.PROCESSED_POINTS),
    "money": _("one for every full £%(n)s", n=parts.POUNDS_PER_POINT),
    "hops": _("one for each hops on fulfilled contracts"),
    **dict.fromkeys(parts.IMPORTS, _BY_VALUE),
    "exports": _BY_PLACE,
    "settlements": _BY_PLACE,
}

WORDS: dict[str, Text] = {
    "caledonia": _("Clans of Caledonia"),
    **GOODS,
    **UNITS,
    **CLANS,
    **{name: TERRAINS[letter] for letter, name in parts.TERRAIN.items()},
    **words(_("loch"), _("port")),
    **dict(zip(parts.SHIPPING, SHIPPING, strict=True)),
    **{f"verb:{verb}": text for verb, text in VERBS.items()},
    **{f"phase:{phase}": text for phase, text in DECISIONS.items()},
    "option:kickstarter": _("Kickstarter tiles"),
    "help:kickstarter": _(
        "Adds the clan MacEwen, a ninth port tile and a ninth scoring tile to what is drawn from."
    ),
    "choice:kickstarter:off": _("without"),
    "choice:kickstarter:on": _("with"),
    "option:clans": _("Clans"),
    "help:clans": _(
        "Clans are chosen in turn, left out, or auctioned for points (not in the solo game)."
    ),
    "choice:clans:draft": _("chosen in turn"),
    "choice:clans:none": _("no clans"),
    "choice:clans:auction": _("auctioned"),
    "option:imports": _("Value of imports"),
    "help:imports": _(
        "Cotton, tobacco and sugar cane are worth %(values)s points (the rarest most), or always "
        "%(fixed)s.",
        values=" / ".join(map(str, parts.IMPORT_VALUES)),
        fixed=parts.FIXED_IMPORT_VALUE,
    ),
    "choice:imports:scarce": _("by rarity"),
    "choice:imports:fixed": _("always %(n)s", n=parts.FIXED_IMPORT_VALUE),
    "option:ports": _("Port tiles"),
    "help:ports": _("Four tiles in the corners of the map. Everyone can use each of them once."),
    "choice:ports:on": _("with"),
    "choice:ports:off": _("without"),
    "option:scoring": _("Scoring tiles"),
    "help:scoring": _("A tile that gives glory at the end of every round."),
    "choice:scoring:on": _("with"),
    "choice:scoring:off": _("without"),
    **BREAKDOWN,
}


# Terms that must have one name everywhere; tests/rulebook/test_names.py checks them. Omitted are
# words with other meanings in sentences: clan (part of the game's name, which stays as it is),
# field (the unit is a grain field), imports (also a verb), money, good, turn, board, corner, take,
# keep, draw.
NAMES: dict[str, Text] = {
    **GOODS,
    **UNITS,
    **IMPORTS,
    **CLANS,
    **{name: TERRAINS[letter] for letter, name in parts.TERRAIN.items()},
    "rivers": _("river"),  # `river` is a level of shipping
    "auctions": _("auction"),  # `auction` is a part of the points
    **words(_("loch"), _("port"), _("production"), _("glory"), _("shipping"), _("fisherman")),
    **words(_("meat"), _("beef"), _("mutton"), _("hops"), _("basic good"), _("processed good")),
    **words(_("goods"), _("unit"), _("merchant"), _("technology tile"), _("technology")),
    **words(_("export box"), _("contract"), _("port tile"), _("port space"), _("scoring tile")),
    **words(_("starting tile"), _("mist"), _("delta space"), _("border space"), _("space")),
    **words(_("map"), _("market"), _("price"), _("buy area"), _("sell area"), _("income")),
    **words(_("settlement"), _("upgrade"), _("bonus upgrade"), _("building bonus")),
    **words(_("neighbourhood bonus"), _("free-land expansion"), _("cellar"), _("barrel")),
    **words(_("beer"), _("butter"), _("round"), _("phase"), _("turn order"), _("bid")),
    **words(_("main action"), _("free action"), _("action"), _("slaughter")),
    **words(_("expand"), _("trade"), _("fulfil"), _("pass"), _("hire"), _("buy"), _("sell")),
    **words(_("stock"), _("pile"), _("grade"), _("preparation")),
}


def join_or_dash(parts: Iterable[object]) -> str:
    return row(parts) or "–"


def space(at: str) -> str:
    """Return a space by its column's letter and its row: "6,-2" → "G2".

    >>> space("6,-2"), space("0,0"), space("12,2")
    ('G2', 'A1', 'M9')
    """
    q, r = map(int, at.split(","))
    return f"{chr(ord('A') + q)}{r + q // 2 + 1}"


def pounds(n: int) -> str:
    return gettext("£%(n)s") % {"n": n}


def shortage_text(n: int) -> str:
    """Return why something cannot be paid: "£3 short"."""
    return gettext("£%(n)s short") % {"n": n}


hired = ngettext_lazy("%(n)s hired", "%(n)s hired")
points = ngettext_lazy("%(n)s point", "%(n)s points")
merchants = ngettext_lazy("%(n)s merchant", "%(n)s merchants")
contracts = ngettext_lazy("%(n)s contract", "%(n)s contracts")
steps = ngettext_lazy("%(n)s step", "%(n)s steps")


def amounts_text(amounts: Mapping[str, int], names: Mapping[str, Text]) -> str:
    """Return amounts in one line, "2 wool, 1 milk"; a dash without any."""
    return join_or_dash(
        gettext("%(n)s %(what)s") % {"n": n, "what": names[key]} for key, n in amounts.items() if n
    )


def goods(amounts: Mapping[str, int]) -> str:
    return amounts_text(amounts, GOODS)


def start_text(money: int, amounts: Mapping[str, int]) -> str:
    """The money and goods of a starting tile."""
    return join_or_dash([pounds(money), goods(amounts)])


def clan(key: str | None) -> str:
    return str(CLANS[key]) if key else gettext("no clan")


def terrain(letters: str) -> str:
    """Return the terrains of a space in words: "gf" → "grassland and forest"."""
    return str(gettext(" and ")).join(str(TERRAINS[letter]) for letter in letters)


def shipping(level: int) -> str:
    return gettext("level %(n)s (%(reach)s)") % {"n": level, "reach": SHIPPING[level]}


# Contracts.


def contract_price_text(data: ContractView) -> str:
    """What a contract takes."""
    meat = {gettext("%(n)s beef"): data["beef"], gettext("%(n)s mutton"): data["mutton"]}
    paid = [goods(data["goods"])] if any(data["goods"].values()) else []
    return join_or_dash(paid + [text % {"n": n} for text, n in meat.items() if n])


def imports_text(imports: Mapping[str, int], hops: int) -> str:
    """Return the imports and hops of contracts in words."""
    parts = [amounts_text(imports, IMPORTS)] if any(imports.values()) else []
    if hops:
        parts.append(gettext("%(n)s hops") % {"n": hops})
    return join_or_dash(parts)


def other_rewards(data: ContractView) -> list[str]:
    """Return the other rewards of a contract: money, expansions, upgrades."""
    money = [pounds(data["money"])] if data["money"] else []
    return money + bonuses(data["expand"], data["upgrade"])


expansions = ngettext_lazy("%(n)s free-land expansion", "%(n)s free-land expansions")
upgrades = ngettext_lazy("%(n)s bonus upgrade", "%(n)s bonus upgrades")


def bonuses(expand: int, upgrade: int) -> list[str]:
    """The free-land expansions and bonus upgrades in words."""
    return [text(n) for text, n in ((expansions, expand), (upgrades, upgrade)) if n]


def contract(data: ContractView) -> str:
    """Return a contract in one line: "17 (2 cheese, 2 beef → 3 cotton, 2 hops, £5)"."""
    return gettext("%(number)s (%(pays)s → %(brings)s)") % {
        "number": data["id"],
        "pays": contract_price_text(data),
        "brings": join_or_dash([imports_text(data["imports"], data["hops"]), *other_rewards(data)]),
    }


def contract_of(number: int) -> str:
    return contract(contract_view(number))


def contract_list(numbers: Sequence[int]) -> str:
    """Return contracts by number: "7, 16"."""
    return join_or_dash(sorted(numbers))


def corner(token: str) -> str:
    """Return a port's letter as the map shows it."""
    return token.upper()


def contract_cost(cost: int) -> str:
    """The cost of a contract in words, or what it brings in the first round."""
    if cost < 0:
        return gettext("brings %(pounds)s") % {"pounds": pounds(-cost)}
    return gettext("costs %(pounds)s") % {"pounds": pounds(cost)} if cost else gettext("free")


def missing_text(lacks: Lacks) -> str:
    """What is missing as a list: "2 wool, 1 beef"; "" if nothing is."""
    return amounts_text(dict(lacks), NAMES) if lacks else ""


def missing_and_cost_text(lacks: Lacks, cost: tuple[int, int] | None) -> str:
    """What a contract still needs, and the pounds and merchants to buy that today."""
    if not lacks:
        return gettext("nothing is missing")
    found = gettext("missing: %(goods)s") % {"goods": missing_text(lacks)}
    if cost is None:
        return found
    params = {"pounds": pounds(cost[0]), "merchants": merchants(cost[1])}
    return f"{found} ({gettext('to buy: %(pounds)s, %(merchants)s') % params})"


# For templates.


def contract_amounts(number: int) -> tuple[list[tuple[str, int]], list[tuple[str, int]]]:
    """What a contract takes and what it brings, by picture. Animals represent their meat."""
    data = contract_view(number)
    takes = {**data["goods"], "cow": data["beef"], "sheep": data["mutton"]}
    brings = {**data["imports"], "hops": data["hops"], "pound": data["money"]}
    brings |= {"land": data["expand"], "upgrade": data["upgrade"]}
    return [one for one in takes.items() if one[1]], [one for one in brings.items() if one[1]]


def area_text(area: Iterable[tuple[int, str, int]]) -> str:
    """The merchants in an area of the market: (seat, its name, number)."""
    form = gettext("%(name)s: %(n)s")
    return join_or_dash(form % {"name": name, "n": n} for _seat, name, n in area)


def round_income(money: int, made: Iterable[tuple[str, int]]) -> str:
    """The income of the next round in words."""
    amounts = dict(made)
    return join_or_dash([pounds(money), *([goods(amounts)] if any(amounts.values()) else [])])


TEMPLATE_WORDS: dict[str, Mapping[Any, Text] | Callable[..., Any]] = {
    "abilities": ABILITIES,
    "area": area_text,
    "cellar_values": lambda: join_or_dash(map(pounds, parts.CELLAR)),
    "contract": contract_of,
    "contract_amounts": contract_amounts,
    "contract_cost": contract_cost,
    "contracts": contracts,
    "corner": corner,
    "grades": GRADES,
    "hired": hired,
    "imports": imports_text,
    "missing": missing_and_cost_text,
    "phases": PHASES,
    "points": points,
    "port_art": PORT_ART,
    "port_signs": PORT_SIGNS,
    "ports": PORTS,
    "pounds": pounds,
    "round_income": round_income,
    "scoring": SCORING,
    "scoring_art": SCORING_ART.__getitem__,
    "scoring_signs": {tile: f"{n}/2" if tile == 2 else f"{n}×" for tile, n in _GLORY.items()},
    "shipping": dict(enumerate(SHIPPING)),
    "space": space,
    "start": start_text,
    "unit_work": UNIT_WORK,
}
