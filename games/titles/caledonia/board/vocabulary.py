"""Names and phrases of Clans of Caledonia: components, effects of tiles and clans, amounts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from games.boards.translations import join_list as row
from games.boards.translations import lazy_format
from games.boards.view_models import Text

from ..rules import components as parts
from ..rules.components import SHIPPING as REACHES
from ..rules.components import TERRAIN
from ..rules.view import contract_view
from ..rules.view_types import ContractView
from .translations import gettext as _
from .translations import gettext_lazy, ngettext, ngettext_lazy

Data = dict[str, Any]

GOODS: dict[str, Text] = {
    "wool": gettext_lazy("wool"),
    "milk": gettext_lazy("milk"),
    "grain": gettext_lazy("grain"),
    "cheese": gettext_lazy("cheese"),
    "bread": gettext_lazy("bread"),
    "whisky": gettext_lazy("whisky"),
}

UNITS: dict[str, Text] = {
    "sheep": gettext_lazy("sheep"),
    "cow": gettext_lazy("cow"),
    "field": gettext_lazy("grain field"),
    "dairy": gettext_lazy("cheese dairy"),
    "bakery": gettext_lazy("bakery"),
    "distillery": gettext_lazy("distillery"),
    "woodcutter": gettext_lazy("woodcutter"),
    "miner": gettext_lazy("miner"),
    "worker": gettext_lazy("worker"),
}

# Two letters for each unit, on its token on the map.
_EACH = dict(zip(("sheep", "cow", "field"), parts.YIELD, strict=True))
_INCOME = dict(zip(parts.TECHS, parts.INCOME, strict=True))
_EARNS_TEXT = gettext_lazy("£%(plain)s, improved £%(improved)s")

#: The good that a unit makes; each of the first six units makes the good with its number.
MAKES = dict(zip(parts.UNITS, parts.GOODS, strict=False))

UNIT_WORK: dict[str, Text] = {
    "sheep": lazy_format(gettext_lazy("%(n)s wool"), n=_EACH["sheep"]),
    "cow": lazy_format(gettext_lazy("%(n)s milk"), n=_EACH["cow"]),
    "field": lazy_format(gettext_lazy("%(n)s grain"), n=_EACH["field"]),
    "dairy": gettext_lazy("milk into cheese"),
    "bakery": gettext_lazy("grain into bread"),
    "distillery": gettext_lazy("grain into whisky"),
    **{
        unit: lazy_format(_EARNS_TEXT, plain=pounds, improved=pounds + parts.TECH_EXTRA)
        for unit, pounds in _INCOME.items()
    },
    "worker": lazy_format(gettext_lazy("£%(n)s"), n=parts.WORKER_INCOME),
}


def unit_brings(unit: str, *, improved: bool) -> str:
    """Return what one more unit of a type brings each round: "+1 milk a round"."""
    if unit in _EACH:
        params = {"n": _EACH[unit], "good": GOODS[MAKES[unit]]}
        return _("+%(n)s %(good)s a round") % params
    if unit in MAKES:
        return _("makes %(good)s each round") % {"good": GOODS[MAKES[unit]]}
    pounds = _INCOME.get(unit, parts.WORKER_INCOME) + (parts.TECH_EXTRA if improved else 0)
    return _("+£%(n)s a round") % {"n": pounds}


TECHS: dict[str, Text] = {
    "woodcutter": gettext_lazy("woodcutter technology"),
    "miner": gettext_lazy("miner technology"),
}

# What each shipping level crosses: nothing, rivers, then one more loch per level.
FIRST_LOCH_LEVEL = parts.SHIPPING.index("1 loch")
SHIPPING: tuple[Text, ...] = (
    gettext_lazy("none"),
    gettext_lazy("rivers"),
    *(
        lazy_format(ngettext_lazy("%(n)s loch", "%(n)s lochs", lochs), n=lochs)
        for lochs in range(1, len(parts.SHIPPING) - FIRST_LOCH_LEVEL + 1)
    ),
)

IMPORTS: dict[str, Text] = {
    "cotton": gettext_lazy("cotton"),
    "tobacco": gettext_lazy("tobacco"),
    "sugar": gettext_lazy("sugar cane"),
}

TERRAINS: dict[str, Text] = {
    "g": gettext_lazy("grassland"),
    "f": gettext_lazy("forest"),
    "m": gettext_lazy("mountain"),
}

CLANS: dict[str, Text] = {
    "buchanan": gettext_lazy("Buchanan"),
    "campbell": gettext_lazy("Campbell"),
    "cunningham": gettext_lazy("Cunningham"),
    "fergusson": gettext_lazy("Fergusson"),
    "macdonald": gettext_lazy("MacDonald"),
    "mackenzie": gettext_lazy("MacKenzie"),
    "robertson": gettext_lazy("Robertson"),
    "stewart": gettext_lazy("Stewart"),
    "macewen": gettext_lazy("MacEwen"),
}

PORTS: dict[int, Text] = {
    parts.PORT_ANIMAL: gettext_lazy("slaughter one animal less for a contract"),
    parts.PORT_BASIC: lazy_format(
        gettext_lazy("give one basic good, take any %(n)s basic goods"), n=parts.PORT_GAIN
    ),
    parts.PORT_PROCESSED: lazy_format(
        gettext_lazy("give one processed good, take any %(n)s processed goods"), n=parts.PORT_GAIN
    ),
    parts.PORT_UPGRADE: lazy_format(
        gettext_lazy("one bonus upgrade and %(n)s glory"), n=parts.PORT_GLORY
    ),
    parts.PORT_MONEY: lazy_format(gettext_lazy("£%(n)s"), n=parts.PORT_POUNDS),
    parts.PORT_PRICE: lazy_format(
        gettext_lazy("before a trade, move its price by up to %(n)s steps"), n=parts.PORT_STEPS
    ),
    parts.PORT_SWAP: lazy_format(
        gettext_lazy(
            "exchange up to %(n)s units on the map for units of other types from the board, "
            "fields excepted"
        ),
        n=parts.PORT_SWAPS,
    ),
    parts.PORT_BUILDING: lazy_format(
        gettext_lazy("£%(n)s and a building bonus"), n=parts.PORT_BUILDING_POUNDS
    ),
    parts.PORT_OTHER: lazy_format(
        gettext_lazy("pay £%(n)s and use one of the other port tiles"), n=parts.PORT_OTHER_COST
    ),
}

PORT_TIME = gettext_lazy("before or after the main action")
PORT_TIMES: dict[int, Text] = {
    parts.PORT_ANIMAL: gettext_lazy("while the meat of a contract is paid"),
    parts.PORT_PRICE: gettext_lazy(
        "before the main action, which must then be a trade of that good"
    ),
    parts.PORT_OTHER: gettext_lazy("when the other port tile could be used"),
}

# A few characters beside a port's picture on the map.
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
    1: lazy_format(gettext_lazy("%(n)s for each basic good in stock"), n=_GLORY[1]),
    2: lazy_format(
        gettext_lazy("%(n)s for every two processed goods in stock and cellar"), n=_GLORY[2]
    ),
    3: lazy_format(
        gettext_lazy("%(n)s for each animal and building, %(field)s for each field"),
        n=_GLORY[3],
        field=_GLORY[3] * parts.FIELD_COUNTS,
    ),
    4: lazy_format(gettext_lazy("%(n)s for each worker on the map"), n=_GLORY[4]),
    5: lazy_format(gettext_lazy("%(n)s for each unit on a border space"), n=_GLORY[5]),
    6: lazy_format(
        gettext_lazy("%(n)s for each cotton, tobacco and sugar cane on fulfilled contracts"),
        n=_GLORY[6],
    ),
    7: lazy_format(gettext_lazy("%(n)s for each meat on fulfilled contracts"), n=_GLORY[7]),
    8: lazy_format(
        gettext_lazy(
            "%(n)s for each level of shipping, flipped technology tile and merchant hired"
        ),
        n=_GLORY[8],
    ),
    9: lazy_format(
        gettext_lazy("%(n)s for each unit on land of cost %(dear)s or more"),
        n=_GLORY[9],
        dear=parts.DEAR,
    ),
}

PHASES: dict[str, Text] = {
    "clans": gettext_lazy("clans"),
    "place": gettext_lazy("first workers"),
    "action": gettext_lazy("actions"),
    "production": gettext_lazy("production"),
    "over": gettext_lazy("over"),
}

# The verbs of the notation in words.
VERBS: dict[str, Text] = {
    "choose": gettext_lazy("choose a clan or starting tile"),
    "bid": gettext_lazy("bid"),
    "fold": gettext_lazy("leave the auction"),
    "place": gettext_lazy("place a worker"),
    "buy": gettext_lazy("buy"),
    "sell": gettext_lazy("sell"),
    "take": gettext_lazy("take a contract"),
    "expand": gettext_lazy("expand"),
    "ship": gettext_lazy("improve shipping"),
    "tech": gettext_lazy("technology for workers"),
    "hire": gettext_lazy("hire a merchant"),
    "fulfil": gettext_lazy("fulfil a contract"),
    "pass": gettext_lazy("pass for this round"),
    "slaughter": gettext_lazy("slaughter an animal"),
    "upgrade": gettext_lazy("upgrade"),
    "brew": gettext_lazy("brew beer"),
    "nbuy": gettext_lazy("buy from neighbours"),
    "draw": gettext_lazy("draw contracts"),
    "keep": gettext_lazy("keep a drawn contract"),
    "swap": gettext_lazy("exchange a unit"),
    "done": gettext_lazy("done"),
    "port": gettext_lazy("use a port"),
    "row": gettext_lazy("row a fisherman"),
    "withdraw": gettext_lazy("take a barrel out of the cellar"),
    "end": gettext_lazy("end the turn"),
    "produce": gettext_lazy("produce cheese, bread and whisky"),
    "cellar": gettext_lazy("put whisky in the cellar"),
    "butter": gettext_lazy("sell butter"),
}

# The phases, and the frames that may have to be resolved before a turn goes on.
DECISIONS: dict[str, Text] = {
    **PHASES,
    "meat": gettext_lazy("the meat for the contract"),
    "rewards": gettext_lazy("the rewards of the contract"),
    "bonus": gettext_lazy("the offers of neighbours and the building bonus"),
    "keep": gettext_lazy("the drawn contracts"),
    "swap": gettext_lazy("the exchange of units"),
    "second": gettext_lazy("the second contract"),
}

GRADES: dict[str, Text] = {
    "Newbie": gettext_lazy("Newbie"),
    "Rookie": gettext_lazy("Rookie"),
    "Average": gettext_lazy("Average"),
    "Expert": gettext_lazy("Expert"),
    "Genius": gettext_lazy("Genius"),
}

BREAKDOWN: dict[str, Text] = {
    "glory": gettext_lazy("Glory"),
    "auction": gettext_lazy("Bid for the clan"),
    "basic": gettext_lazy("Basic goods"),
    "processed": gettext_lazy("Processed goods"),
    "money": gettext_lazy("Money"),
    "hops": gettext_lazy("Hops"),
    "cotton": gettext_lazy("Cotton"),
    "tobacco": gettext_lazy("Tobacco"),
    "sugar": gettext_lazy("Sugar cane"),
    "exports": gettext_lazy("Most contracts"),
    "settlements": gettext_lazy("Most settlements"),
}

_LESS_BID = gettext_lazy("minus the winning bid for the clan")
_BY_VALUE = gettext_lazy("the number on fulfilled contracts, times its value at the end")
_BY_PLACE = gettext_lazy("by rank among all players")

# How each part of the final score is counted.
COUNTED_AS: dict[str, Text] = {
    "glory": gettext_lazy("all glory gained during the match"),
    "auction": _LESS_BID,
    "basic": lazy_format(gettext_lazy("%(n)s for each basic good in stock"), n=parts.BASIC_POINTS),
    "processed": lazy_format(
        gettext_lazy("%(n)s for each processed good in stock"), n=parts.PROCESSED_POINTS
    ),
    "money": lazy_format(gettext_lazy("one for every full £%(n)s"), n=parts.POUNDS_PER_POINT),
    "hops": gettext_lazy("one for each hops on fulfilled contracts"),
    **dict.fromkeys(parts.IMPORTS, _BY_VALUE),
    "exports": _BY_PLACE,
    "settlements": _BY_PLACE,
}

WORDS: dict[str, Text] = {
    "caledonia": gettext_lazy("Clans of Caledonia"),
    **GOODS,
    **UNITS,
    **CLANS,
    **{name: TERRAINS[letter] for letter, name in TERRAIN.items()},
    "loch": gettext_lazy("loch"),
    "port": gettext_lazy("port"),
    **dict(zip(REACHES, SHIPPING, strict=True)),
    **{f"verb:{verb}": text for verb, text in VERBS.items()},
    **{f"phase:{phase}": text for phase, text in DECISIONS.items()},
    "option:kickstarter": gettext_lazy("Kickstarter tiles"),
    "help:kickstarter": gettext_lazy(
        "Adds the clan MacEwen, a ninth port tile and a ninth scoring tile to what is drawn from."
    ),
    "choice:kickstarter:off": gettext_lazy("without"),
    "choice:kickstarter:on": gettext_lazy("with"),
    "option:clans": gettext_lazy("Clans"),
    "help:clans": gettext_lazy(
        "Clans are chosen in turn, left out, or auctioned for points (not in the solo game)."
    ),
    "choice:clans:draft": gettext_lazy("chosen in turn"),
    "choice:clans:none": gettext_lazy("no clans"),
    "choice:clans:auction": gettext_lazy("auctioned"),
    "option:imports": gettext_lazy("Value of imports"),
    "help:imports": lazy_format(
        gettext_lazy(
            "Cotton, tobacco and sugar cane are worth %(values)s points (the rarest "
            "most), or always %(fixed)s."
        ),
        values=" / ".join(map(str, parts.IMPORT_VALUES)),
        fixed=parts.FIXED_IMPORT_VALUE,
    ),
    "choice:imports:scarce": gettext_lazy("by rarity"),
    "choice:imports:fixed": lazy_format(gettext_lazy("always %(n)s"), n=parts.FIXED_IMPORT_VALUE),
    "option:ports": gettext_lazy("Port tiles"),
    "help:ports": gettext_lazy(
        "Four tiles in the corners of the map. Everyone can use each of them once."
    ),
    "choice:ports:on": gettext_lazy("with"),
    "choice:ports:off": gettext_lazy("without"),
    "option:scoring": gettext_lazy("Scoring tiles"),
    "help:scoring": gettext_lazy("A tile that gives glory at the end of every round."),
    "choice:scoring:on": gettext_lazy("with"),
    "choice:scoring:off": gettext_lazy("without"),
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
    **{name: TERRAINS[letter] for letter, name in TERRAIN.items()},
    "loch": gettext_lazy("loch"),
    "port": gettext_lazy("port"),
    "production": gettext_lazy("production"),
    "glory": gettext_lazy("glory"),
    "shipping": gettext_lazy("shipping"),
    "fisherman": gettext_lazy("fisherman"),
    "meat": gettext_lazy("meat"),
    "beef": gettext_lazy("beef"),
    "mutton": gettext_lazy("mutton"),
    "hops": gettext_lazy("hops"),
    "basicgood": gettext_lazy("basic good"),
    "processedgood": gettext_lazy("processed good"),
    "goods": gettext_lazy("goods"),
    "unit": gettext_lazy("unit"),
    "merchant": gettext_lazy("merchant"),
    "technology": gettext_lazy("technology tile"),
    "tool": gettext_lazy("technology"),
    "box": gettext_lazy("export box"),
    "contract": gettext_lazy("contract"),
    "porttile": gettext_lazy("port tile"),
    "portspace": gettext_lazy("port space"),
    "scoringtile": gettext_lazy("scoring tile"),
    "startingtile": gettext_lazy("starting tile"),
    "rivers": gettext_lazy("river"),
    "mist": gettext_lazy("mist"),
    "delta": gettext_lazy("delta space"),
    "border": gettext_lazy("border space"),
    "space": gettext_lazy("space"),
    "map": gettext_lazy("map"),
    "market": gettext_lazy("market"),
    "price": gettext_lazy("price"),
    "buyarea": gettext_lazy("buy area"),
    "sellarea": gettext_lazy("sell area"),
    "income": gettext_lazy("income"),
    "settlement": gettext_lazy("settlement"),
    "upgrades": gettext_lazy("upgrade"),
    "bonusupgrade": gettext_lazy("bonus upgrade"),
    "buildingbonus": gettext_lazy("building bonus"),
    "neighbourhood": gettext_lazy("neighbourhood bonus"),
    "freeland": gettext_lazy("free-land expansion"),
    "cellars": gettext_lazy("cellar"),
    "barrel": gettext_lazy("barrel"),
    "beer": gettext_lazy("beer"),
    "butters": gettext_lazy("butter"),
    "round": gettext_lazy("round"),
    "phase": gettext_lazy("phase"),
    "order": gettext_lazy("turn order"),
    "auctions": gettext_lazy("auction"),
    "bids": gettext_lazy("bid"),
    "main": gettext_lazy("main action"),
    "free": gettext_lazy("free action"),
    "action": gettext_lazy("action"),
    "slaughter": gettext_lazy("slaughter"),
    "expand": gettext_lazy("expand"),
    "trade": gettext_lazy("trade"),
    "fulfil": gettext_lazy("fulfil"),
    "pass": gettext_lazy("pass"),
    "hire": gettext_lazy("hire"),
    "buy": gettext_lazy("buy"),
    "sell": gettext_lazy("sell"),
    "stock": gettext_lazy("stock"),
    "pile": gettext_lazy("pile"),
    "grades": gettext_lazy("grade"),
    "preparation": gettext_lazy("preparation"),
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
    return _("£%(n)s") % {"n": n}


def shortage_text(n: int) -> str:
    """Return why something cannot be paid: "£3 short"."""
    return _("£%(n)s short") % {"n": n}


def points(n: int) -> str:
    return ngettext("%(n)s point", "%(n)s points", n) % {"n": n}


def merchants(n: int) -> str:
    return ngettext("%(n)s merchant", "%(n)s merchants", n) % {"n": n}


def contracts(n: int) -> str:
    return ngettext("%(n)s contract", "%(n)s contracts", n) % {"n": n}


def steps(n: int) -> str:
    return ngettext("%(n)s step", "%(n)s steps", n) % {"n": n}


def amounts_text(amounts: Mapping[str, int], names: Mapping[str, Text]) -> str:
    """Return amounts in one line, "2 wool, 1 milk"; a dash without any."""
    return join_or_dash(
        _("%(n)s %(what)s") % {"n": n, "what": names[key]} for key, n in amounts.items() if n
    )


def goods(amounts: Mapping[str, int]) -> str:
    return amounts_text(amounts, GOODS)


def clan(key: str | None) -> str:
    return str(CLANS[key]) if key else _("no clan")


def terrain(letters: str) -> str:
    """Return the terrains of a space in words: "gf" → "grassland and forest"."""
    return str(_(" and ")).join(str(TERRAINS[letter]) for letter in letters)


def shipping(level: int) -> str:
    return _("level %(n)s (%(reach)s)") % {"n": level, "reach": SHIPPING[level]}


# Contracts.


def contract_price_text(data: ContractView) -> str:
    """Return what a contract takes."""
    parts = [goods(data["goods"])] if any(data["goods"].values()) else []
    if data["beef"]:
        parts.append(_("%(n)s beef") % {"n": data["beef"]})
    if data["mutton"]:
        parts.append(_("%(n)s mutton") % {"n": data["mutton"]})
    return join_or_dash(parts)


def imports_text(imports: Mapping[str, int], hops: int) -> str:
    """Return the imports and hops of contracts in words."""
    parts = [amounts_text(imports, IMPORTS)] if any(imports.values()) else []
    if hops:
        parts.append(_("%(n)s hops") % {"n": hops})
    return join_or_dash(parts)


def other_rewards(data: ContractView) -> list[str]:
    """Return the other rewards of a contract: money, expansions, upgrades."""
    money = [pounds(data["money"])] if data["money"] else []
    return money + bonuses(data["expand"], data["upgrade"])


def bonuses(expand: int, upgrade: int) -> list[str]:
    """Return the free-land expansions and bonus upgrades in words."""
    parts = []
    if expand:
        parts.append(
            ngettext("%(n)s free-land expansion", "%(n)s free-land expansions", expand)
            % {"n": expand}
        )
    if upgrade:
        parts.append(
            ngettext("%(n)s bonus upgrade", "%(n)s bonus upgrades", upgrade) % {"n": upgrade}
        )
    return parts


def contract(data: ContractView) -> str:
    """Return a contract in one line: "17 (2 cheese, 2 beef → 3 cotton, 2 hops, £5)"."""
    return _("%(number)s (%(pays)s → %(brings)s)") % {
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
