"""Names in Orléans, and texts for amounts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from games.boards.translations import join_list as row
from games.boards.translations import words
from games.boards.view_models import Text, humanize

from ..rules import components as parts
from ..rules import tile_actions as acts
from ..rules.scoring import HARBOR_POINTS
from ..rules.setup import BASIC_TILES
from .translations import gettext, ngettext_lazy, pgettext_lazy
from .translations import gettext_lazy as _

TYPES: dict[str, Text] = {
    **words(_("farmer"), _("boatman"), _("craftsman"), _("trader"), _("knight"), _("scholar")),
    **words(_("monk")),
}

OWN: dict[str, Text] = words(_("own farmer"), _("own boatman"), _("own craftsman"), _("own trader"))

TILES: dict[str, Text] = {**OWN, **TYPES}

SLOTS: dict[str, Text] = {**TYPES, "any": _("any follower")}

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

GOODS = words(_("grain"), _("cheese"), _("wine"), _("wool"), _("brocade"), _("bread"))

PLACES: dict[str, Text] = {
    **words(_("Farm house"), _("Village"), _("University"), _("Castle"), _("Monastery"), _("Ship")),
    **words(_("Wagon"), _("Guildhall"), _("Scriptorium"), _("Town hall"), _("Sacristy")),
    **words(_("Bathhouse"), _("Wool manufacturer"), _("Cheese factory"), _("Tailor shop")),
    **words(_("Shipping line"), _("Hospital"), _("Library"), _("Winery"), _("Herb garden")),
    **words(_("Windmill"), _("Brewery"), _("Hayrick"), _("Barracks"), _("Harbor")),
    **words(_("Country road"), _("Pharmacy"), _("School"), _("Office"), _("Horse wagon")),
    **words(_("Laboratory"), _("Cellar"), _("Gunpowder tower"), _("Bakery"), _("Goldsmith")),
    **words(_("Hideout"), _("Courthouse"), _("Theater"), _("Quarry"), _("Workshop")),
    "townhouse": _("Town house"),
    **words(_("Sluice"), _("Observatory"), _("Ballroom"), _("Church")),
}


def lazy_coins(n: int) -> Text:
    return ngettext_lazy("%(n)s coin", "%(n)s coins", n)


def lazy_development(n: int) -> Text:
    return _("%(n)s development", n=n)


EFFECTS: dict[str, Text] = {
    **{
        place: _("%(n)s development.", n=parts.PLACE_DEVELOPMENT[place])
        for place in ("scriptorium", "shipping_line", "library")
    },
    **{place: _("%(n)s coins.", n=parts.PLACE_COINS[place]) for place in ("brewery", "cellar")},
    "farm_house": _("A farmer and the next good of the farmer track."),
    "village": _(
        "A boatman with coins, a craftsman with technology, or a trader with a place tile."
    ),
    "university": _("A scholar, and the development shown on the scholar track."),
    "castle": _(
        "A knight and a space on the knight track, which sets how many followers you draw."
    ),
    "monastery": _("A monk, who can replace almost any other follower."),
    "ship": _("Your merchant goes along a waterway and may take a good."),
    "wagon": _("Your merchant goes along a road and may take a good."),
    "guildhall": _("A trading station where your merchant stands."),
    "town_hall": _("One or two neutral followers go to deeds, for coins."),
    "sacristy": _(
        "With a monk on it, it protects you from a plague, taxes or a harvest. The monk goes to "
        "the bag."
    ),
    "bathhouse": _("Draw two followers from the bag and settle one of them."),
    "wool_manufacturer": _("One wool."),
    "cheese_factory": _("One cheese."),
    "tailor_shop": _("One brocade."),
    "hospital": _("As many coins as your development level."),
    "winery": _("One wine."),
    "herb_garden": _("Boatmen may stand on craftsman, trader and farmer slots."),
    "windmill": _(
        "%(coins)s coins and %(n)s development.",
        coins=parts.PLACE_COINS["windmill"],
        n=parts.PLACE_DEVELOPMENT["windmill"],
    ),
    "hayrick": _("One grain."),
    "barracks": _("All your followers may stand on knight slots."),
    "harbor": _(
        "At the end: %(points)s points for %(few)s of your station towns joined by waterways, "
        "%(most)s for %(many)s or more.",
        points=HARBOR_POINTS[min(HARBOR_POINTS)],
        few=min(HARBOR_POINTS),
        most=HARBOR_POINTS[max(HARBOR_POINTS)],
        many=max(HARBOR_POINTS),
    ),
    "country_road": _("A trading station on this tile, at most %(n)s.", n=parts.ROAD_STATIONS),
    "pharmacy": _("Pay up to %(n)s coins, for one development each.", n=acts.PHARMACY_MOST),
    "school": _("Scholars may stand on all slots except monk slots."),
    "office": _("One coin for each trading station you have built."),
    "horse_wagon": _("Your merchant goes along a road and may take a good."),
    "laboratory": _("A technology tile."),
    "gunpowder_tower": _(
        "%(n)s more market spaces. Followers on the tower can go to deeds.", n=parts.TOWER_SPACES
    ),
    "bakery": _(
        "Pay %(coins)s coins: up to %(n)s grain become bread, worth your level each.",
        coins=acts.BAKERY_PRICE,
        n=acts.LOAVES,
    ),
    "goldsmith": _("Pay a good: one development for each station you have built."),
    "hideout": _(
        "Pay a good: gain the bonus of your space on the farmer, boatman, craftsman, trader or "
        "scholar track again."
    ),
    "courthouse": _(
        "Move another player's merchant and take a good on the way. Pay that player %(coins)s.",
        coins=lazy_coins(parts.COURTHOUSE_PRICE),
    ),
    "theater": _("One coin for each follower here."),
    "quarry": _(
        "A station in any town with room: %(n)s coins, and %(step)s more for each road or "
        "waterway from your merchant to it.",
        n=acts.QUARRY_PRICE,
        step=acts.QUARRY_STEP,
    ),
    "workshop": _(
        "Pay %(coins)s and move one of your technology tiles.",
        coins=lazy_coins(parts.WORKSHOP_PRICE),
    ),
    "townhouse": _(
        "%(coins)s coins, any good, a step of the merchant, or %(n)s development.",
        coins=acts.TOWNHOUSE_COINS,
        n=acts.TOWNHOUSE_SPACES,
    ),
    "sluice": _("When you take a boatman in the village, you can advance another track instead."),
    "observatory": _(
        "Development up to the first space of the next level, without coins and citizens."
    ),
    "ballroom": _(
        "Buy a place tile: level I for %(first)s coins, level II for %(second)s.",
        first=acts.PRICE[1],
        second=acts.PRICE[2],
    ),
    "church": _(
        "Pay another player %(n)s coins and use one of their ready place tiles.",
        n=acts.CHURCH_PRICE,
    ),
}

DEEDS: dict[str, Text] = {
    **words(_("City wall"), _("Papal conclave")),
    "defeating_plague": _("Defeating the plague"),
    "astronomy": _("Astronomy"),
    "boatmen_guild": _("Boatmen’s guild"),
    **words(_("Cathedral"), _("Peace treaty"), _("Canalisation")),
}

TOWNS: dict[str, Text] = {
    **words(_("Orléans"), _("Chartres"), _("Étampes"), _("Le Mans"), _("Châteaudun")),
    **words(_("Montargis"), _("Vendôme"), _("Blois"), _("Briare"), _("Tours"), _("Chinon")),
    **words(_("Montrichard"), _("Vierzon"), _("Loches"), _("Bourges"), _("Sancerre")),
    **words(_("Châtellerault"), _("Le Blanc"), _("Châteauroux"), _("Nevers"), _("Argenton")),
    **words(_("La Châtre"), _("Saint-Amand")),
}

EVENTS = words(
    _("Pilgrimage"), _("Plague"), _("Taxes"), _("Trading day"), _("Income"), _("Harvest")
)

# Effects of events, without the number on the tile
EVENT_EFFECTS: dict[str, Text] = {
    "pilgrimage": _("The monastery gives no monks this round."),
    "plague": _("Everyone draws a follower from the bag and loses it if it is neutral."),
    "taxes": _("Everyone pays one coin for each full group of this many goods."),
    "trading_day": _("Everyone gets this many coins for each station built."),
    "income": _("Everyone gets this many coins for each level of development."),
    "harvest": _(
        "Everyone hands in this much food, or pays %(coins)s coins for each one missing.",
        coins=parts.HARVEST_FINE,
    ),
}

# Effects of events with the number on their tile
NUMBERED_EVENT_EFFECTS: dict[str, Text] = {
    "taxes": _("Everyone pays one coin for every %(n)s goods."),
    "trading_day": _("Everyone gets %(coins)s for each station built."),
    "income": _("Everyone gets %(coins)s for each level of development."),
    "harvest": _("Everyone hands in %(n)s food, or pays %(coins)s for each one missing."),
}

TRACKS: dict[str, Text] = {
    "farmer": _("Farmer track"),
    "boatman": _("Boatman track"),
    "craftsman": _("Craftsman track"),
    "trader": _("Trader track"),
    "knight": _("Knight track"),
    "scholar": _("Scholar track"),
    "development": _("Development"),
}

PHASES: dict[str, Text] = {
    **words(_("Census"), _("Followers"), _("Planning"), _("Actions"), _("Event")),
    "end": _("The match is over"),
}

TECHNOLOGY: dict[str, Text] = {"first": _("technology for farmer slots"), "later": _("technology")}

KINDS: dict[str, Text] = words(_("road"), _("waterway"))

# Words for the verbs of moves
VERBS: dict[str, Text] = {
    "draw": _("draw followers"),
    "recall": _("take followers back"),
    "place": _("place a follower"),
    "tech": _("lay a technology tile"),
    "done": _("done"),
    "act": _("use a place"),
    "pass": _("pass for this round"),
    "deed": _("send a follower to a deed"),
    "finish": _("send no other follower"),
    "settle": _("settle a drawn follower"),
    "keep": _("keep the tile for later"),
    "shield": _("use the sacristy"),
    "suffer": _("accept the event"),
    "feed": _("hand in food"),
    "pay": _("pay for missing food"),
    "torture": _("give something up"),
}

# Words for the phases, and for the decisions within a phase
DECISIONS: dict[str, Text] = {
    **PHASES,
    "deed": _("Deeds"),
    "settle": PLACES["bathhouse"],
    "technology": _("Technology after a pass"),
    "harvest": EVENTS["harvest"],
    "torture": _("Giving things up"),
}

WORDS: dict[str, Text] = {
    "orleans": _("Orléans"),
    **TOWNS,
    **PLACES,
    **DEEDS,
    **SLOTS,
    **TILES,
    **GOODS,
    **KINDS,
    **{f"verb:{verb}": text for verb, text in VERBS.items()},
    **{f"phase:{phase}": text for phase, text in DECISIONS.items()},
    "option:simultaneous_followers": _("Draw followers at once"),
    "help:simultaneous_followers": _(
        "Everyone draws followers at the same time, or one after the other in turn order."
    ),
    "choice:simultaneous_followers:on": _("At the same time"),
    "choice:simultaneous_followers:off": _("One after the other"),
    **{f"option:set_{number}": _("Place tiles no. %(n)s", n=number) for number in range(1, 6)},
    "help:set_1": _("Adds bakery, goldsmith and hideout."),
    "help:set_2": _("Adds barracks, courthouse and theater."),
    "help:set_3": _("Adds harbor, quarry and workshop."),
    "help:set_4": _("Adds town house, sluice and observatory."),
    "help:set_5": _("Adds country road, ballroom and church."),
    **{
        f"choice:set_{number}:{choice}": text
        for number in range(1, 6)
        for choice, text in (("on", _("Yes")), ("off", _("No")))
    },
    "option:places": _("Place tiles in play"),
    "help:places": _("%(n)s random place tiles of each level, or all of them.", n=BASIC_TILES),
    "choice:places:basic": _("%(n)s of each level", n=BASIC_TILES),
    "choice:places:all": _("All"),
    **words(_("Coins"), _("Goods")),
    "stations": _("Trading stations"),
    **words(_("Citizens"), _("Harbor")),
}

BREAKDOWN: dict[str, Text] = {
    **{key: WORDS[key] for key in ("coins", "goods", "stations", "citizens", "harbor")},
    "bread": _("Bread"),
}

# Other things that have a section in the rules
THINGS: dict[str, Text] = {
    **words(_("follower"), _("bag"), _("market"), _("supply"), _("slot"), _("place tile")),
    **words(_("technology"), _("coin"), _("citizen"), _("station"), _("merchant"), _("hourglass")),
    **words(_("census")),
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
    **words(_("goods"), _("deed"), _("town"), _("track"), _("level"), _("food"), _("neutral")),
    "planning": PHASES["planning"],
    "event": PHASES["event"],
    **words(_("torture"), _("set-up"), _("start player")),
}

LEVELS = {1: "I", 2: "II"}
NOTHING = "–"


coins = ngettext_lazy("%(n)s coin", "%(n)s coins")
points = ngettext_lazy("%(n)s point", "%(n)s points")
followers = ngettext_lazy("%(n)s follower", "%(n)s followers")


def development(n: int) -> str:
    return gettext("%(n)s development") % {"n": n}


def join_or_dash(parts: Iterable[object]) -> str:
    """Join things into one line; a dash if there are none."""
    return row(parts) or NOTHING


def amounts(counts: Mapping[str, int], names: Mapping[str, Text]) -> str:
    """List the amounts above zero: "own farmer, monk ×2"."""
    return join_or_dash(amount(n, names[key]) for key, n in counts.items() if n)


def amount(n: int, name: object) -> str:
    return str(name) if n == 1 else gettext("%(thing)s ×%(n)s") % {"thing": name, "n": n}


def tiles(found: Iterable[str]) -> str:
    """List followers, with equal ones counted."""
    return amounts(Counter(found), TILES)


def slots(found: Iterable[str]) -> str:
    return amounts(Counter(found), SLOTS)


CONTENTS: dict[str, Text] = {"": _("free"), "technology": _("technology"), **TILES}


def slot(kind: str, tile: str | None, *_more: object) -> str:
    """Name a slot and its content: "boatman: own boatman"."""
    return gettext("%(slot)s: %(content)s") % {"slot": SLOTS[kind], "content": CONTENTS[tile or ""]}


def place_slots(found: Iterable[tuple[Any, ...]]) -> str:
    """List slots with their contents, from tuples that begin with both."""
    return join_or_dash(slot(*one) for one in found)


def reason(key: str) -> str:
    """Name the source of coins or points."""
    kind = key.partition(":")[0]
    return str({**PLACES, **DEEDS, **EVENTS, **PHASES, **SOURCES}.get(kind) or humanize(kind))


SOURCES: dict[str, Text] = {
    "setup": _("start of the match"),
    "development": _("development track"),
    "citizen": _("citizen"),
    "torture": _("torture"),
}
