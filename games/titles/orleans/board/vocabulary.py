"""Names in Orléans, and texts for amounts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from games.boards.translations import join_list as row
from games.boards.translations import lazy_format
from games.boards.view_models import Text, humanize

from ..rules import components as parts
from ..rules import tile_actions as acts
from ..rules.scoring import HARBOR_POINTS
from ..rules.setup import BASIC_TILES
from .translations import gettext as _
from .translations import gettext_lazy, ngettext, ngettext_lazy, pgettext_lazy

TYPES: dict[str, Text] = {
    "farmer": gettext_lazy("farmer"),
    "boatman": gettext_lazy("boatman"),
    "craftsman": gettext_lazy("craftsman"),
    "trader": gettext_lazy("trader"),
    "knight": gettext_lazy("knight"),
    "scholar": gettext_lazy("scholar"),
    "monk": gettext_lazy("monk"),
}

OWN: dict[str, Text] = {
    "own_farmer": gettext_lazy("own farmer"),
    "own_boatman": gettext_lazy("own boatman"),
    "own_craftsman": gettext_lazy("own craftsman"),
    "own_trader": gettext_lazy("own trader"),
}

TILES: dict[str, Text] = {**OWN, **TYPES}

SLOTS: dict[str, Text] = {**TYPES, "any": gettext_lazy("any follower")}

# The letter on a round follower or slot
LETTERS: dict[str, Text] = {
    "farmer": pgettext_lazy("one letter for: farmer", "F"),
    "boatman": pgettext_lazy("one letter for: boatman", "B"),
    "craftsman": pgettext_lazy("one letter for: craftsman", "C"),
    "trader": pgettext_lazy("one letter for: trader", "T"),
    "knight": pgettext_lazy("one letter for: knight", "K"),
    "scholar": pgettext_lazy("one letter for: scholar", "S"),
    "monk": pgettext_lazy("one letter for: monk", "M"),
    "any": "?",
}

GOODS: dict[str, Text] = {
    "grain": gettext_lazy("grain"),
    "cheese": gettext_lazy("cheese"),
    "wine": gettext_lazy("wine"),
    "wool": gettext_lazy("wool"),
    "brocade": gettext_lazy("brocade"),
    "bread": gettext_lazy("bread"),
}

PLACES: dict[str, Text] = {
    "farm_house": gettext_lazy("Farm house"),
    "village": gettext_lazy("Village"),
    "university": gettext_lazy("University"),
    "castle": gettext_lazy("Castle"),
    "monastery": gettext_lazy("Monastery"),
    "ship": gettext_lazy("Ship"),
    "wagon": gettext_lazy("Wagon"),
    "guildhall": gettext_lazy("Guildhall"),
    "scriptorium": gettext_lazy("Scriptorium"),
    "town_hall": gettext_lazy("Town hall"),
    "sacristy": gettext_lazy("Sacristy"),
    "bathhouse": gettext_lazy("Bathhouse"),
    "wool_manufacturer": gettext_lazy("Wool manufacturer"),
    "cheese_factory": gettext_lazy("Cheese factory"),
    "tailor_shop": gettext_lazy("Tailor shop"),
    "shipping_line": gettext_lazy("Shipping line"),
    "hospital": gettext_lazy("Hospital"),
    "library": gettext_lazy("Library"),
    "winery": gettext_lazy("Winery"),
    "herb_garden": gettext_lazy("Herb garden"),
    "windmill": gettext_lazy("Windmill"),
    "brewery": gettext_lazy("Brewery"),
    "hayrick": gettext_lazy("Hayrick"),
    "barracks": gettext_lazy("Barracks"),
    "harbor": gettext_lazy("Harbor"),
    "country_road": gettext_lazy("Country road"),
    "pharmacy": gettext_lazy("Pharmacy"),
    "school": gettext_lazy("School"),
    "office": gettext_lazy("Office"),
    "horse_wagon": gettext_lazy("Horse wagon"),
    "laboratory": gettext_lazy("Laboratory"),
    "cellar": gettext_lazy("Cellar"),
    "gunpowder_tower": gettext_lazy("Gunpowder tower"),
    "bakery": gettext_lazy("Bakery"),
    "goldsmith": gettext_lazy("Goldsmith"),
    "hideout": gettext_lazy("Hideout"),
    "courthouse": gettext_lazy("Courthouse"),
    "theater": gettext_lazy("Theater"),
    "quarry": gettext_lazy("Quarry"),
    "workshop": gettext_lazy("Workshop"),
    "townhouse": gettext_lazy("Town house"),
    "sluice": gettext_lazy("Sluice"),
    "observatory": gettext_lazy("Observatory"),
    "ballroom": gettext_lazy("Ballroom"),
    "church": gettext_lazy("Church"),
}


def _coins(n: int) -> Text:
    return lazy_format(ngettext_lazy("%(n)s coin", "%(n)s coins", n), n=n)


_COINS = gettext_lazy("%(n)s coins.")
_SPACES = gettext_lazy("%(n)s development.")

EFFECTS: dict[str, Text] = {
    "farm_house": gettext_lazy("A farmer and the next good of the farmer track."),
    "village": gettext_lazy(
        "A boatman with coins, a craftsman with technology, or a trader with a place tile."
    ),
    "university": gettext_lazy("A scholar, and the development shown on the scholar track."),
    "castle": gettext_lazy(
        "A knight and a space on the knight track, which sets how many followers you draw."
    ),
    "monastery": gettext_lazy("A monk, who can replace almost any other follower."),
    "ship": gettext_lazy("Your merchant goes along a waterway and may take a good."),
    "wagon": gettext_lazy("Your merchant goes along a road and may take a good."),
    "guildhall": gettext_lazy("A trading station where your merchant stands."),
    "scriptorium": lazy_format(_SPACES, n=parts.PLACE_DEVELOPMENT["scriptorium"]),
    "town_hall": gettext_lazy("One or two neutral followers go to deeds, for coins."),
    "sacristy": gettext_lazy(
        "With a monk on it, it protects you from a plague, taxes or a harvest. The "
        "monk goes to the bag."
    ),
    "bathhouse": gettext_lazy("Draw two followers from the bag and settle one of them."),
    "wool_manufacturer": gettext_lazy("One wool."),
    "cheese_factory": gettext_lazy("One cheese."),
    "tailor_shop": gettext_lazy("One brocade."),
    "shipping_line": lazy_format(_SPACES, n=parts.PLACE_DEVELOPMENT["shipping_line"]),
    "hospital": gettext_lazy("As many coins as your development level."),
    "library": lazy_format(_SPACES, n=parts.PLACE_DEVELOPMENT["library"]),
    "winery": gettext_lazy("One wine."),
    "herb_garden": gettext_lazy("Boatmen may stand on craftsman, trader and farmer slots."),
    "windmill": lazy_format(
        gettext_lazy("%(coins)s coins and %(n)s development."),
        coins=parts.PLACE_COINS["windmill"],
        n=parts.PLACE_DEVELOPMENT["windmill"],
    ),
    "brewery": lazy_format(_COINS, n=parts.PLACE_COINS["brewery"]),
    "hayrick": gettext_lazy("One grain."),
    "barracks": gettext_lazy("All your followers may stand on knight slots."),
    "harbor": lazy_format(
        gettext_lazy(
            "At the end: %(points)s points for %(few)s of your station towns joined by waterways, "
            "%(most)s for %(many)s or more."
        ),
        points=HARBOR_POINTS[min(HARBOR_POINTS)],
        few=min(HARBOR_POINTS),
        most=HARBOR_POINTS[max(HARBOR_POINTS)],
        many=max(HARBOR_POINTS),
    ),
    "country_road": lazy_format(
        gettext_lazy("A trading station on this tile, at most %(n)s."), n=parts.ROAD_STATIONS
    ),
    "pharmacy": lazy_format(
        gettext_lazy("Pay up to %(n)s coins, for one development each."), n=acts.PHARMACY_MOST
    ),
    "school": gettext_lazy("Scholars may stand on all slots except monk slots."),
    "office": gettext_lazy("One coin for each trading station you have built."),
    "horse_wagon": gettext_lazy("Your merchant goes along a road and may take a good."),
    "laboratory": gettext_lazy("A technology tile."),
    "cellar": lazy_format(_COINS, n=parts.PLACE_COINS["cellar"]),
    "gunpowder_tower": lazy_format(
        gettext_lazy("%(n)s more market spaces. Followers on the tower can go to deeds."),
        n=parts.TOWER_SPACES,
    ),
    "bakery": lazy_format(
        gettext_lazy("Pay %(coins)s coins: up to %(n)s grain become bread, worth your level each."),
        coins=acts.BAKERY_PRICE,
        n=acts.LOAVES,
    ),
    "goldsmith": gettext_lazy("Pay a good: one development for each station you have built."),
    "hideout": gettext_lazy(
        "Pay a good: gain the bonus of your space on the farmer, boatman, craftsman, "
        "trader or scholar track again."
    ),
    "courthouse": lazy_format(
        gettext_lazy(
            "Move another player's merchant and take a good on the way. Pay that player %(coins)s."
        ),
        coins=_coins(parts.COURTHOUSE_PRICE),
    ),
    "theater": gettext_lazy("One coin for each follower here."),
    "quarry": lazy_format(
        gettext_lazy(
            "A station in any town with room: %(n)s coins, and %(step)s more for each road or "
            "waterway from your merchant to it."
        ),
        n=acts.QUARRY_PRICE,
        step=acts.QUARRY_STEP,
    ),
    "workshop": lazy_format(
        gettext_lazy("Pay %(coins)s and move one of your technology tiles."),
        coins=_coins(parts.WORKSHOP_PRICE),
    ),
    "townhouse": lazy_format(
        gettext_lazy("%(coins)s coins, any good, a step of the merchant, or %(n)s development."),
        coins=acts.TOWNHOUSE_COINS,
        n=acts.TOWNHOUSE_SPACES,
    ),
    "sluice": gettext_lazy(
        "When you take a boatman in the village, you can advance another track instead."
    ),
    "observatory": gettext_lazy(
        "Development up to the first space of the next level, without coins and citizens."
    ),
    "ballroom": lazy_format(
        gettext_lazy("Buy a place tile: level I for %(first)s coins, level II for %(second)s."),
        first=acts.PRICE[1],
        second=acts.PRICE[2],
    ),
    "church": lazy_format(
        gettext_lazy("Pay another player %(n)s coins and use one of their ready place tiles."),
        n=acts.CHURCH_PRICE,
    ),
}

DEEDS: dict[str, Text] = {
    "city_wall": gettext_lazy("City wall"),
    "papal_conclave": gettext_lazy("Papal conclave"),
    "defeating_plague": gettext_lazy("Defeating the plague"),
    "astronomy": gettext_lazy("Astronomy"),
    "boatmen_guild": gettext_lazy("Boatmen’s guild"),
    "cathedral": gettext_lazy("Cathedral"),
    "peace_treaty": gettext_lazy("Peace treaty"),
    "canalisation": gettext_lazy("Canalisation"),
}

TOWNS: dict[str, Text] = {
    "orleans": gettext_lazy("Orléans"),
    "chartres": gettext_lazy("Chartres"),
    "etampes": gettext_lazy("Étampes"),
    "le_mans": gettext_lazy("Le Mans"),
    "chateaudun": gettext_lazy("Châteaudun"),
    "montargis": gettext_lazy("Montargis"),
    "vendome": gettext_lazy("Vendôme"),
    "blois": gettext_lazy("Blois"),
    "briare": gettext_lazy("Briare"),
    "tours": gettext_lazy("Tours"),
    "chinon": gettext_lazy("Chinon"),
    "montrichard": gettext_lazy("Montrichard"),
    "vierzon": gettext_lazy("Vierzon"),
    "loches": gettext_lazy("Loches"),
    "bourges": gettext_lazy("Bourges"),
    "sancerre": gettext_lazy("Sancerre"),
    "chatellerault": gettext_lazy("Châtellerault"),
    "le_blanc": gettext_lazy("Le Blanc"),
    "chateauroux": gettext_lazy("Châteauroux"),
    "nevers": gettext_lazy("Nevers"),
    "argenton": gettext_lazy("Argenton"),
    "la_chatre": gettext_lazy("La Châtre"),
    "saint_amand": gettext_lazy("Saint-Amand"),
}

EVENTS: dict[str, Text] = {
    "pilgrimage": gettext_lazy("Pilgrimage"),
    "plague": gettext_lazy("Plague"),
    "taxes": gettext_lazy("Taxes"),
    "trading_day": gettext_lazy("Trading day"),
    "income": gettext_lazy("Income"),
    "harvest": gettext_lazy("Harvest"),
}

# Effects of events, without the number on the tile
EVENT_EFFECTS: dict[str, Text] = {
    "pilgrimage": gettext_lazy("The monastery gives no monks this round."),
    "plague": gettext_lazy("Everyone draws a follower from the bag and loses it if it is neutral."),
    "taxes": gettext_lazy("Everyone pays one coin for each full group of this many goods."),
    "trading_day": gettext_lazy("Everyone gets this many coins for each station built."),
    "income": gettext_lazy("Everyone gets this many coins for each level of development."),
    "harvest": lazy_format(
        gettext_lazy(
            "Everyone hands in this much food, or pays %(coins)s coins for each one missing."
        ),
        coins=parts.HARVEST_FINE,
    ),
}

TRACKS: dict[str, Text] = {
    "farmer": gettext_lazy("Farmer track"),
    "boatman": gettext_lazy("Boatman track"),
    "craftsman": gettext_lazy("Craftsman track"),
    "trader": gettext_lazy("Trader track"),
    "knight": gettext_lazy("Knight track"),
    "scholar": gettext_lazy("Scholar track"),
    "development": gettext_lazy("Development"),
}

PHASES: dict[str, Text] = {
    "census": gettext_lazy("Census"),
    "followers": gettext_lazy("Followers"),
    "planning": gettext_lazy("Planning"),
    "actions": gettext_lazy("Actions"),
    "event": gettext_lazy("Event"),
    "end": gettext_lazy("The match is over"),
}

TECHNOLOGY: dict[str, Text] = {
    "first": gettext_lazy("technology for farmer slots"),
    "later": gettext_lazy("technology"),
}

KINDS: dict[str, Text] = {"road": gettext_lazy("road"), "waterway": gettext_lazy("waterway")}

# Words for the verbs of moves
VERBS: dict[str, Text] = {
    "draw": gettext_lazy("draw followers"),
    "recall": gettext_lazy("take followers back"),
    "place": gettext_lazy("place a follower"),
    "tech": gettext_lazy("lay a technology tile"),
    "done": gettext_lazy("done"),
    "act": gettext_lazy("use a place"),
    "pass": gettext_lazy("pass for this round"),
    "deed": gettext_lazy("send a follower to a deed"),
    "finish": gettext_lazy("send no other follower"),
    "settle": gettext_lazy("settle a drawn follower"),
    "keep": gettext_lazy("keep the tile for later"),
    "shield": gettext_lazy("use the sacristy"),
    "suffer": gettext_lazy("accept the event"),
    "feed": gettext_lazy("hand in food"),
    "pay": gettext_lazy("pay for missing food"),
    "torture": gettext_lazy("give something up"),
}

# Words for the phases, and for the decisions within a phase
DECISIONS: dict[str, Text] = {
    **PHASES,
    "deed": gettext_lazy("Deeds"),
    "settle": PLACES["bathhouse"],
    "technology": gettext_lazy("Technology after a pass"),
    "harvest": EVENTS["harvest"],
    "torture": gettext_lazy("Giving things up"),
}

ON_OFF = {"on": gettext_lazy("Yes"), "off": gettext_lazy("No")}

WORDS: dict[str, Text] = {
    "orleans": gettext_lazy("Orléans"),
    **TOWNS,
    **PLACES,
    **DEEDS,
    **SLOTS,
    **TILES,
    **GOODS,
    **KINDS,
    **{f"verb:{verb}": text for verb, text in VERBS.items()},
    **{f"phase:{phase}": text for phase, text in DECISIONS.items()},
    "option:simultaneous_followers": gettext_lazy("Draw followers at once"),
    "help:simultaneous_followers": gettext_lazy(
        "Everyone draws followers at the same time, or one after the other in turn order."
    ),
    "choice:simultaneous_followers:on": gettext_lazy("At the same time"),
    "choice:simultaneous_followers:off": gettext_lazy("One after the other"),
    **{
        f"option:set_{number}": lazy_format(gettext_lazy("Place tiles no. %(n)s"), n=number)
        for number in range(1, 6)
    },
    "help:set_1": gettext_lazy("Adds bakery, goldsmith and hideout."),
    "help:set_2": gettext_lazy("Adds barracks, courthouse and theater."),
    "help:set_3": gettext_lazy("Adds harbor, quarry and workshop."),
    "help:set_4": gettext_lazy("Adds town house, sluice and observatory."),
    "help:set_5": gettext_lazy("Adds country road, ballroom and church."),
    **{
        f"choice:set_{number}:{choice}": text
        for number in range(1, 6)
        for choice, text in ON_OFF.items()
    },
    "option:places": gettext_lazy("Place tiles in play"),
    "help:places": lazy_format(
        gettext_lazy("%(n)s random place tiles of each level, or all of them."), n=BASIC_TILES
    ),
    "choice:places:basic": lazy_format(gettext_lazy("%(n)s of each level"), n=BASIC_TILES),
    "choice:places:all": gettext_lazy("All"),
    "coins": gettext_lazy("Coins"),
    "goods": gettext_lazy("Goods"),
    "stations": gettext_lazy("Trading stations"),
    "citizens": gettext_lazy("Citizens"),
    "harbor": gettext_lazy("Harbor"),
}

BREAKDOWN: dict[str, Text] = {
    "coins": WORDS["coins"],
    "goods": WORDS["goods"],
    "bread": gettext_lazy("Bread"),
    "stations": WORDS["stations"],
    "citizens": WORDS["citizens"],
    "harbor": WORDS["harbor"],
}


# Other things that have a section in the rules
THINGS: dict[str, Text] = {
    "follower": gettext_lazy("follower"),
    "bag": gettext_lazy("bag"),
    "market": gettext_lazy("market"),
    "supply": gettext_lazy("supply"),
    "slot": gettext_lazy("slot"),
    "place_tile": gettext_lazy("place tile"),
    "technology": gettext_lazy("technology"),
    "coin": gettext_lazy("coin"),
    "citizen": gettext_lazy("citizen"),
    "station": gettext_lazy("station"),
    "merchant": gettext_lazy("merchant"),
    "hourglass": gettext_lazy("hourglass"),
    "census": gettext_lazy("census"),
}

# Each thing has one name. English words with several meanings are left out: "place" (also a verb),
# "space" (of tracks, market and roads), "round", "pass" and "point". So is the followers phase,
# which is named after the followers drawn in it.
NAMES: dict[str, Text] = {
    **TILES,
    **GOODS,
    **PLACES,
    **DEEDS,
    **TOWNS,
    **EVENTS,
    **KINDS,
    **THINGS,
    **{f"track:{track}": TRACKS[track] for track in TYPES if track in TRACKS},
    "development": TRACKS["development"],
    "goods": gettext_lazy("goods"),
    "deed": gettext_lazy("deed"),
    "town": gettext_lazy("town"),
    "track": gettext_lazy("track"),
    "level": gettext_lazy("level"),
    "food": gettext_lazy("food"),
    "neutral": gettext_lazy("neutral"),
    "planning": PHASES["planning"],
    "event": PHASES["event"],
    "torture": gettext_lazy("torture"),
    "set_up": gettext_lazy("set-up"),
    "start_player": gettext_lazy("start player"),
}

LEVELS = {1: "I", 2: "II"}
NOTHING = "–"


def coins(n: int) -> str:
    return ngettext("%(n)s coin", "%(n)s coins", n) % {"n": n}


def points(n: int) -> str:
    return ngettext("%(n)s point", "%(n)s points", n) % {"n": n}


def followers(n: int) -> str:
    return ngettext("%(n)s follower", "%(n)s followers", n) % {"n": n}


def development(n: int) -> str:
    return _("%(n)s development") % {"n": n}


def join_or_dash(parts: Iterable[object]) -> str:
    """Join things into one line; a dash if there are none."""
    return row(parts) or NOTHING


def amounts(counts: Mapping[str, int], names: Mapping[str, Text]) -> str:
    """List the amounts above zero: "own farmer, monk ×2"."""
    return join_or_dash(amount(n, names[key]) for key, n in counts.items() if n)


def amount(n: int, name: object) -> str:
    return str(name) if n == 1 else _("%(thing)s ×%(n)s") % {"thing": name, "n": n}


def tiles(found: Iterable[str]) -> str:
    """List followers, with equal ones counted."""
    return amounts(count_words(found), TILES)


def slots(found: Iterable[str]) -> str:
    return amounts(count_words(found), SLOTS)


def count_words(found: Iterable[str]) -> dict[str, int]:
    counts: dict[str, int] = {}
    for one in found:
        counts[one] = counts.get(one, 0) + 1
    return counts


def content(tile: str | None) -> str:
    """Name the content of a slot."""
    if tile is None:
        return _("free")
    return _("technology") if tile == "technology" else str(TILES[tile])


def place_slots(contents: Iterable[str | None], types: Iterable[str]) -> str:
    """List slots with their contents: "boatman: own boatman, craftsman: free"."""
    return join_or_dash(
        _("%(slot)s: %(content)s") % {"slot": SLOTS[slot], "content": content(tile)}
        for slot, tile in zip(types, contents, strict=True)
    )


def reason(key: str) -> str:
    """Name the source of coins or points."""
    kind, _colon, _rest = key.partition(":")
    for names in (PLACES, DEEDS, EVENTS, PHASES):
        if kind in names:
            return str(names[kind])
    others: dict[str, Text] = {
        "setup": _("start of the match"),
        "development": _("development track"),
        "citizen": _("citizen"),
        "torture": _("torture"),
    }
    return str(others.get(kind, humanize(kind)))
