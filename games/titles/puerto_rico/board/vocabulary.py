"""The words of Puerto Rico: names, effects of buildings and roles, and short counted phrases."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from games.boards.translations import capitalize_first, join_list, lazy_format
from games.boards.view_models import Text
from portal.performance.translation_cache import cache_per_language

from ..rules import components as parts
from .translations import gettext as _
from .translations import gettext_lazy, ngettext, ngettext_lazy, pgettext_lazy

GOODS: dict[str, Text] = {
    "corn": gettext_lazy("corn"),
    "indigo": gettext_lazy("indigo"),
    "sugar": gettext_lazy("sugar"),
    "tobacco": gettext_lazy("tobacco"),
    "coffee": gettext_lazy("coffee"),
}

# one letter for each good, shown beside its picture
LETTERS: dict[str, Text] = {
    "corn": pgettext_lazy("one letter for corn", "C"),
    "indigo": pgettext_lazy("one letter for indigo", "I"),
    "sugar": pgettext_lazy("one letter for sugar", "S"),
    "tobacco": pgettext_lazy("one letter for tobacco", "T"),
    "coffee": pgettext_lazy("one letter for coffee", "F"),
    "quarry": pgettext_lazy("one letter for quarry", "Q"),
}

ROLES: dict[str, Text] = {
    "mayor": gettext_lazy("mayor"),
    "craftsman": gettext_lazy("craftsman"),
    "trader": gettext_lazy("trader"),
    "settler": gettext_lazy("settler"),
    "builder": gettext_lazy("builder"),
    "captain": gettext_lazy("captain"),
    "prospector": gettext_lazy("prospector"),
    "prospector_2": gettext_lazy("second prospector"),
}

ROLE_CARDS: dict[str, Text] = {
    "mayor": gettext_lazy("Mayor"),
    "craftsman": gettext_lazy("Craftsman"),
    "trader": gettext_lazy("Trader"),
    "settler": gettext_lazy("Settler"),
    "builder": gettext_lazy("Builder"),
    "captain": gettext_lazy("Captain"),
    "prospector": gettext_lazy("Prospector"),
    "prospector_2": gettext_lazy("Prospector"),
}

PHASES: dict[str, Text] = {
    "mayor": gettext_lazy("Mayor phase"),
    "craftsman": gettext_lazy("Craftsman phase"),
    "trader": gettext_lazy("Trader phase"),
    "settler": gettext_lazy("Settler phase"),
    "builder": gettext_lazy("Builder phase"),
    "captain": gettext_lazy("Captain phase"),
    "prospector": gettext_lazy("Prospector phase"),
    "prospector_2": gettext_lazy("Prospector phase"),
}

ROLE_ACTIONS: dict[str, Text] = {
    "mayor": gettext_lazy("Everyone gets workers and places them."),
    "craftsman": gettext_lazy("Everyone produces goods."),
    "trader": gettext_lazy("Everyone may sell one barrel."),
    "settler": gettext_lazy("Everyone may take a plantation."),
    "builder": gettext_lazy("Everyone may build."),
    "captain": gettext_lazy("Everyone ships goods for points."),
    "prospector": gettext_lazy("The others do nothing."),
    "prospector_2": gettext_lazy("The others do nothing."),
}

PRIVILEGES: dict[str, Text] = {
    "mayor": gettext_lazy("You: one more worker"),
    "craftsman": gettext_lazy("You: one more barrel"),
    "trader": gettext_lazy("You: sell for one more"),
    "settler": gettext_lazy("You: can take a quarry"),
    "builder": gettext_lazy("You: pay one less"),
    "captain": gettext_lazy("You: one more point"),
    "prospector": gettext_lazy("You: one doubloon"),
    "prospector_2": gettext_lazy("You: one doubloon"),
}

BUILDINGS: dict[str, Text] = {
    "small_indigo_plant": gettext_lazy("small indigo plant"),
    "small_sugar_mill": gettext_lazy("small sugar mill"),
    "small_market": gettext_lazy("small market"),
    "hacienda": gettext_lazy("hacienda"),
    "construction_hut": gettext_lazy("construction hut"),
    "small_warehouse": gettext_lazy("small warehouse"),
    "indigo_plant": gettext_lazy("indigo plant"),
    "sugar_mill": gettext_lazy("sugar mill"),
    "hospice": gettext_lazy("hospice"),
    "office": gettext_lazy("office"),
    "large_market": gettext_lazy("large market"),
    "large_warehouse": gettext_lazy("large warehouse"),
    "tobacco_storage": gettext_lazy("tobacco storage"),
    "coffee_roaster": gettext_lazy("coffee roaster"),
    "factory": gettext_lazy("factory"),
    "university": gettext_lazy("university"),
    "harbor": gettext_lazy("harbor"),
    "wharf": gettext_lazy("wharf"),
    "guild_hall": gettext_lazy("guild hall"),
    "customs_house": gettext_lazy("customs house"),
    "residence": gettext_lazy("residence"),
    "city_hall": gettext_lazy("city hall"),
    "fortress": gettext_lazy("fortress"),
}

PLANTATIONS: dict[str, Text] = {
    "corn": gettext_lazy("corn field"),
    "indigo": gettext_lazy("indigo field"),
    "sugar": gettext_lazy("sugar field"),
    "tobacco": gettext_lazy("tobacco field"),
    "coffee": gettext_lazy("coffee field"),
    "quarry": gettext_lazy("quarry"),
}


def _production_effect(building: parts.Building) -> Text:
    """The effect of a production building."""
    return lazy_format(
        gettext_lazy(
            "In the craftsman phase each worker here turns the crop of one %(field)s with a worker "
            "into a barrel (%(n)s at most)."
        ),
        field=PLANTATIONS[building.good or ""],
        n=building.circles,
    )


def _market_effect(key: str) -> Text:
    n = parts.MARKET_INCOME[key]
    return lazy_format(
        ngettext_lazy(
            "In the trader phase your sale brings %(n)s doubloon more.",
            "In the trader phase your sale brings %(n)s doubloons more.",
            n,
        ),
        n=n,
    )


def _warehouse_effect(key: str) -> Text:
    n = parts.WAREHOUSE_KINDS[key]
    return lazy_format(
        ngettext_lazy(
            "In the captain phase, after loading, you keep all barrels of %(n)s kind "
            "of goods, besides the single barrel.",
            "In the captain phase, after loading, you keep all barrels of %(n)s "
            "kinds of goods, besides the single barrel.",
            n,
        ),
        n=n,
    )


EFFECTS: dict[str, Text] = {
    **{one.key: _production_effect(one) for one in parts.BUILDINGS if one.kind == "production"},
    "small_market": _market_effect("small_market"),
    "hacienda": gettext_lazy(
        "In the settler phase you can first draw a face-down plantation as an extra tile."
    ),
    "construction_hut": gettext_lazy(
        "In the settler phase you can take a quarry instead of a plantation."
    ),
    "small_warehouse": _warehouse_effect("small_warehouse"),
    "hospice": gettext_lazy(
        "In the settler phase the tile you take (not one you draw) can come with a "
        "worker from the supply."
    ),
    "office": gettext_lazy(
        "In the trader phase you can sell a kind that is already in the trading house."
    ),
    "large_market": _market_effect("large_market"),
    "large_warehouse": _warehouse_effect("large_warehouse"),
    "factory": lazy_format(
        gettext_lazy(
            "Producing %(kinds)s kinds of goods in the craftsman phase pays you %(doubloons)s "
            "doubloons."
        ),
        kinds=" / ".join(str(kinds) for kinds, paid in enumerate(parts.FACTORY_INCOME) if paid),
        doubloons=" / ".join(str(paid) for paid in parts.FACTORY_INCOME if paid),
    ),
    "university": gettext_lazy(
        "In the builder phase your new building can come with a worker from the supply."
    ),
    "harbor": gettext_lazy("In the captain phase each of your loads brings one more point."),
    "wharf": gettext_lazy(
        "Once per captain phase you can ship all barrels of a kind on a ship of your own."
    ),
    "guild_hall": lazy_format(
        gettext_lazy(
            "At the end: %(small)s points for each of your small indigo plants and "
            "small sugar mills, %(large)s for each other production building."
        ),
        small=parts.GUILD_POINTS[parts.SLOT_OF["small_indigo_plant"]],
        large=parts.GUILD_POINTS[parts.SLOT_OF["indigo_plant"]],
    ),
    "customs_house": lazy_format(
        gettext_lazy("At the end: a point for every %(n)s points earned by shipping."),
        n=parts.CUSTOMS_CHIPS,
    ),
    "residence": lazy_format(
        gettext_lazy(
            "At the end: %(least)s points for up to %(few)s island tiles, and one more for each "
            "further tile (%(most)s for %(all)s)."
        ),
        least=parts.RESIDENCE_MIN_POINTS,
        few=parts.RESIDENCE_MIN_POINTS + parts.RESIDENCE_FREE_TILES,
        most=parts.ISLAND_SPACES - parts.RESIDENCE_FREE_TILES,
        all=parts.ISLAND_SPACES,
    ),
    "city_hall": gettext_lazy(
        "At the end: a point for each of your violet buildings, including this one."
    ),
    "fortress": lazy_format(
        gettext_lazy(
            "At the end: a point for every %(n)s of your workers, including those in San Juan."
        ),
        n=parts.FORTRESS_WORKERS,
    ),
}

ENDINGS: dict[str, Text] = {
    "workers": gettext_lazy("the worker supply could not fill the ship"),
    "city": gettext_lazy("a city is full"),
    "chips": gettext_lazy("the victory points have run out"),
}

# roles within a sentence, with the names on their cards
REASON_WORDS: dict[str, Text] = {**ROLE_CARDS, "prospector_2": ROLES["prospector_2"]}

VERBS: dict[str, Text] = {
    "verb:pick": gettext_lazy("picking a role"),
    "verb:draw": gettext_lazy("drawing a tile"),
    "verb:take": gettext_lazy("taking a tile"),
    "verb:build": gettext_lazy("constructing a building"),
    "verb:sell": gettext_lazy("selling"),
    "verb:load": gettext_lazy("loading a ship"),
    "verb:pass": gettext_lazy("passing"),
    "verb:privilege": gettext_lazy("using the privilege"),
    "verb:staff": gettext_lazy("placing workers"),
    "verb:done": gettext_lazy("ending the placement"),
    "verb:reopen": gettext_lazy("placing again"),
    "verb:store": gettext_lazy("storing goods"),
    "verb:keep": gettext_lazy("keeping a barrel"),
}

# rules 5.12: the kinds of decisions, as refusals name them
STEPS: dict[str, Text] = {
    "phase:pick": gettext_lazy("the choice of a role"),
    "phase:settle": gettext_lazy("the settler phase"),
    "phase:mayor_privilege": gettext_lazy("the mayor's privilege"),
    "phase:placement": gettext_lazy("the placement of workers"),
    "phase:craftsman_privilege": gettext_lazy("the craftsman's privilege"),
    "phase:trade": gettext_lazy("the trader phase"),
    "phase:build": gettext_lazy("the builder phase"),
    "phase:load": gettext_lazy("the loading of ships"),
    "phase:store": gettext_lazy("the storing of goods"),
}
# places for workers
PLACES: dict[str, Text] = {**PLANTATIONS, **BUILDINGS}

_COSTS = {key: variant.costs for key, variant in parts.VARIANTS.items()}

WORDS: dict[str, Text] = {
    "puerto_rico": gettext_lazy("Puerto Rico"),
    **GOODS,
    **ROLES,
    **BUILDINGS,
    **VERBS,
    **STEPS,
    "quarry": gettext_lazy("quarry"),
    "option:variant": gettext_lazy("Variant"),
    "choice:variant:balanced": gettext_lazy("Balanced"),
    "choice:variant:classic": gettext_lazy("Classic"),
    "help:variant": lazy_format(
        gettext_lazy(
            "Balanced: players who start with corn have one doubloon less. The "
            "factory costs %(factory)s, the university %(university)s. Classic: as "
            "first printed (%(old_factory)s and %(old_university)s)."
        ),
        factory=_COSTS["balanced"][parts.FACTORY],
        university=_COSTS["balanced"][parts.UNIVERSITY],
        old_factory=_COSTS["classic"][parts.FACTORY],
        old_university=_COSTS["classic"][parts.UNIVERSITY],
    ),
    "chips": gettext_lazy("Points from shipping"),
    "buildings": gettext_lazy("Points of buildings"),
}


def tile_anchor(kind: str) -> str:
    """The anchor of a kind of tile in the rules; the plain anchor "corn" means the good."""
    return kind if kind == "quarry" else f"field:{kind}"


NAMES: dict[str, Text] = {
    **GOODS,
    **{tile_anchor(kind): name for kind, name in PLANTATIONS.items()},
    **ROLES,
    **BUILDINGS,
    "goods": gettext_lazy("goods"),
    "barrel": gettext_lazy("barrel"),
    "tile": gettext_lazy("tile"),
    "plantation": gettext_lazy("plantation"),
    "building": gettext_lazy("building"),
    "production_building": gettext_lazy("production building"),
    "violet_building": gettext_lazy("violet building"),
    "large_building": gettext_lazy("large building"),
    "warehouse": gettext_lazy("warehouse"),
    "worker": gettext_lazy("worker"),
    "circle": gettext_lazy("circle"),
    "doubloon": gettext_lazy("doubloon"),
    "chip": gettext_lazy("chip"),
    "victory_point": gettext_lazy("victory point"),
    "governor": gettext_lazy("governor"),
    "role": gettext_lazy("role"),
    "phase": gettext_lazy("phase"),
    "privilege": gettext_lazy("privilege"),
    "island": gettext_lazy("island"),
    "city": gettext_lazy("city"),
    "san_juan": gettext_lazy("San Juan"),
    "trading_house": gettext_lazy("trading house"),
    "cargo_ship": gettext_lazy("cargo ship"),
    "worker_ship": gettext_lazy("worker ship"),
    "worker_supply": gettext_lazy("worker supply"),
    "goods_supply": gettext_lazy("goods supply"),
    "discard_pile": gettext_lazy("discard pile"),
}
# Left out, because sentences use them in several senses: ship and round (verbs, too), supply (of
# workers or of goods), point, row, good.


@dataclass(frozen=True)
class Lexicon:
    """Names that a board shows very often, in one language."""

    goods: dict[str, str]
    letters: dict[str, str]
    tiles: dict[str, str]
    plantations: dict[str, str]
    role_cards: dict[str, str]
    role_actions: dict[str, str]
    privileges: dict[str, str]
    buildings: dict[str, str]
    words: dict[str, str]


@cache_per_language()
def lexicon() -> Lexicon:
    """The names in the reader's language."""

    def to_text(texts: Mapping[str, Text]) -> dict[str, str]:
        return {key: str(text) for key, text in texts.items()}

    def upper(texts: Mapping[str, Text]) -> dict[str, str]:
        return {key: capitalize_first(text) for key, text in texts.items()}

    return Lexicon(
        goods=to_text(GOODS),
        letters=to_text(LETTERS),
        tiles=upper({kind: WORDS[kind] for kind in LETTERS}),
        plantations=upper(PLANTATIONS),
        role_cards=to_text(ROLE_CARDS),
        role_actions=to_text(ROLE_ACTIONS),
        privileges=to_text(PRIVILEGES),
        buildings=upper(BUILDINGS),
        words=to_text(WORDS),
    )


def doubloons(n: int) -> str:
    return ngettext("%(n)s doubloon", "%(n)s doubloons", n) % {"n": n}


def workers(n: int) -> str:
    return ngettext("%(n)s worker", "%(n)s workers", n) % {"n": n}


def points(n: int) -> str:
    return ngettext("%(n)s point", "%(n)s points", n) % {"n": n}


def barrels(n: int) -> str:
    return ngettext("%(n)s barrel", "%(n)s barrels", n) % {"n": n}


def goods(amounts: Mapping[str, int]) -> str:
    """Amounts of goods in one line; a dash where there are none."""
    form, names = _("%(n)s %(good)s"), lexicon().goods
    parts = [form % {"n": n, "good": names[good]} for good, n in amounts.items() if n]
    return join_list(parts) or "–"
