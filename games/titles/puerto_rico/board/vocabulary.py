"""The words of Puerto Rico: names, effects of buildings and roles, and short counted phrases."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from games.boards.translations import capital_texts, join_list, texts, words
from games.boards.view_models import Text
from portal.translation_cache import cache_per_language

from ..rules import components as parts
from .translations import gettext, ngettext_lazy, pgettext_lazy
from .translations import gettext_lazy as _

GOODS: dict[str, Text] = words(_("corn"), _("indigo"), _("sugar"), _("tobacco"), _("coffee"))

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
    **words(_("mayor"), _("craftsman"), _("trader"), _("settler"), _("builder"), _("captain")),
    **words(_("prospector")),
    "prospector_2": _("second prospector"),
}

ROLE_CARDS: dict[str, Text] = {
    **words(_("Mayor"), _("Craftsman"), _("Trader"), _("Settler"), _("Builder"), _("Captain")),
    **words(_("Prospector")),
    "prospector_2": _("Prospector"),
}

PHASES: dict[str, Text] = {
    "mayor": _("Mayor phase"),
    "craftsman": _("Craftsman phase"),
    "trader": _("Trader phase"),
    "settler": _("Settler phase"),
    "builder": _("Builder phase"),
    "captain": _("Captain phase"),
    "prospector": _("Prospector phase"),
    "prospector_2": _("Prospector phase"),
}

ROLE_ACTIONS: dict[str, Text] = {
    "mayor": _("Everyone gets workers and places them."),
    "craftsman": _("Everyone produces goods."),
    "trader": _("Everyone may sell one barrel."),
    "settler": _("Everyone may take a plantation."),
    "builder": _("Everyone may build."),
    "captain": _("Everyone ships goods for points."),
    "prospector": _("The others do nothing."),
    "prospector_2": _("The others do nothing."),
}

PRIVILEGES: dict[str, Text] = {
    "mayor": _("You: one more worker"),
    "craftsman": _("You: one more barrel"),
    "trader": _("You: sell for one more"),
    "settler": _("You: can take a quarry"),
    "builder": _("You: pay one less"),
    "captain": _("You: one more point"),
    "prospector": _("You: one doubloon"),
    "prospector_2": _("You: one doubloon"),
}

BUILDINGS: dict[str, Text] = {
    **words(_("small indigo plant"), _("small sugar mill"), _("small market"), _("hacienda")),
    **words(_("construction hut"), _("small warehouse"), _("indigo plant"), _("sugar mill")),
    **words(_("hospice"), _("office"), _("large market"), _("large warehouse")),
    **words(_("tobacco storage"), _("coffee roaster"), _("factory"), _("university"), _("harbor")),
    **words(_("wharf"), _("guild hall"), _("customs house"), _("residence"), _("city hall")),
    **words(_("fortress")),
}

# the good of a production building, else "violet" or "large"
KINDS: dict[str, Text] = {one.key: one.good or one.kind for one in parts.BUILDINGS}

PLANTATIONS: dict[str, Text] = {
    "corn": _("corn field"),
    "indigo": _("indigo field"),
    "sugar": _("sugar field"),
    "tobacco": _("tobacco field"),
    "coffee": _("coffee field"),
    "quarry": _("quarry"),
}


EFFECTS: dict[str, Text] = {
    **{
        one.key: _(
            "In the craftsman phase each worker here turns the crop of one %(field)s with a worker "
            "into a barrel (%(n)s at most).",
            field=PLANTATIONS[one.good],
            n=one.circles,
        )
        for one in parts.BUILDINGS
        if one.good
    },
    **{
        key: ngettext_lazy(
            "In the trader phase your sale brings %(n)s doubloon more.",
            "In the trader phase your sale brings %(n)s doubloons more.",
            n,
        )
        for key, n in parts.MARKET_INCOME.items()
    },
    **{
        key: ngettext_lazy(
            "In the captain phase, after loading, you keep all barrels of %(n)s kind of goods, "
            "besides the single barrel.",
            "In the captain phase, after loading, you keep all barrels of %(n)s kinds of goods, "
            "besides the single barrel.",
            n,
        )
        for key, n in parts.WAREHOUSE_KINDS.items()
    },
    "hacienda": _(
        "In the settler phase you can first draw a face-down plantation as an extra tile."
    ),
    "construction_hut": _("In the settler phase you can take a quarry instead of a plantation."),
    "hospice": _(
        "In the settler phase the tile you take (not one you draw) can come with a worker from "
        "the supply."
    ),
    "office": _("In the trader phase you can sell a kind that is already in the trading house."),
    "factory": _(
        "Producing %(kinds)s kinds of goods in the craftsman phase pays you %(doubloons)s "
        "doubloons.",
        kinds=" / ".join(str(kinds) for kinds, paid in enumerate(parts.FACTORY_INCOME) if paid),
        doubloons=" / ".join(str(paid) for paid in parts.FACTORY_INCOME if paid),
    ),
    "university": _(
        "In the builder phase your new building can come with a worker from the supply."
    ),
    "harbor": _("In the captain phase each of your loads brings one more point."),
    "wharf": _("Once per captain phase you can ship all barrels of a kind on a ship of your own."),
    "guild_hall": _(
        "At the end: %(small)s points for each of your small indigo plants and small sugar mills, "
        "%(large)s for each other production building.",
        small=parts.GUILD_POINTS[parts.SLOT_OF["small_indigo_plant"]],
        large=parts.GUILD_POINTS[parts.SLOT_OF["indigo_plant"]],
    ),
    "customs_house": _(
        "At the end: a point for every %(n)s points earned by shipping.", n=parts.CUSTOMS_CHIPS
    ),
    "residence": _(
        "At the end: %(least)s points for up to %(few)s island tiles, and one more for each "
        "further tile (%(most)s for %(all)s).",
        least=parts.RESIDENCE_MIN_POINTS,
        few=parts.RESIDENCE_MIN_POINTS + parts.RESIDENCE_FREE_TILES,
        most=parts.ISLAND_SPACES - parts.RESIDENCE_FREE_TILES,
        all=parts.ISLAND_SPACES,
    ),
    "city_hall": _("At the end: a point for each of your violet buildings, including this one."),
    "fortress": _(
        "At the end: a point for every %(n)s of your workers, including those in San Juan.",
        n=parts.FORTRESS_WORKERS,
    ),
}

LIMITS: dict[str, Text] = {
    "chip": _("Victory points left"),
    "worker": _("Workers left"),
    "city": _("Free spaces in the fullest city"),
}

ENDINGS: dict[str, Text] = {
    "workers": _("the worker supply could not fill the ship"),
    "city": _("a city is full"),
    "chips": _("the victory points have run out"),
}

# roles within a sentence, with the names on their cards
REASON_WORDS: dict[str, Text] = {**ROLE_CARDS, "prospector_2": ROLES["prospector_2"]}

VERBS: dict[str, Text] = {
    "verb:pick": _("picking a role"),
    "verb:draw": _("drawing a tile"),
    "verb:take": _("taking a tile"),
    "verb:build": _("constructing a building"),
    "verb:sell": _("selling"),
    "verb:load": _("loading a ship"),
    "verb:pass": _("passing"),
    "verb:privilege": _("using the privilege"),
    "verb:staff": _("placing workers"),
    "verb:done": _("ending the placement"),
    "verb:reopen": _("placing again"),
    "verb:store": _("storing goods"),
    "verb:keep": _("keeping a barrel"),
}

# rules 5.12: the kinds of decisions, as refusals name them
STEPS: dict[str, Text] = {
    "phase:pick": _("the choice of a role"),
    "phase:settle": _("the settler phase"),
    "phase:mayor_privilege": _("the mayor's privilege"),
    "phase:placement": _("the placement of workers"),
    "phase:craftsman_privilege": _("the craftsman's privilege"),
    "phase:trade": _("the trader phase"),
    "phase:build": _("the builder phase"),
    "phase:load": _("the loading of ships"),
    "phase:store": _("the storing of goods"),
}
# places for workers
PLACES: dict[str, Text] = {**PLANTATIONS, **BUILDINGS}

# what the income of a sale and the points of a load consist of
GAINS: dict[str, Text] = {"price": _("price"), "barrels": _("barrels"), **ROLES, **BUILDINGS}

_COSTS = {key: variant.costs for key, variant in parts.VARIANTS.items()}

WORDS: dict[str, Text] = {
    "puerto_rico": _("Puerto Rico"),
    **GOODS,
    **ROLES,
    **BUILDINGS,
    **VERBS,
    **STEPS,
    "quarry": _("quarry"),
    "option:variant": _("Variant"),
    "choice:variant:balanced": _("Balanced"),
    "choice:variant:classic": _("Classic"),
    "help:variant": _(
        "Balanced: players who start with corn have one doubloon less. The factory costs "
        "%(factory)s, the university %(university)s. Classic: as first printed (%(old_factory)s "
        "and %(old_university)s).",
        factory=_COSTS["balanced"][parts.FACTORY],
        university=_COSTS["balanced"][parts.UNIVERSITY],
        old_factory=_COSTS["classic"][parts.FACTORY],
        old_university=_COSTS["classic"][parts.UNIVERSITY],
    ),
    "chips": _("Points from shipping"),
    "buildings": _("Points of buildings"),
}


def place_anchor(key: str) -> str:
    """The anchor of a tile or building in the rules; the plain anchor "corn" means the good."""
    return f"field:{key}" if key in GOODS else key


NAMES: dict[str, Text] = {
    **GOODS,
    **{place_anchor(kind): name for kind, name in PLANTATIONS.items()},
    **ROLES,
    **BUILDINGS,
    **words(_("goods"), _("barrel"), _("tile"), _("plantation"), _("building")),
    **words(_("production building"), _("violet building"), _("large building"), _("warehouse")),
    **words(_("worker"), _("circle"), _("doubloon"), _("chip"), _("victory point"), _("governor")),
    **words(_("role"), _("phase"), _("privilege"), _("island"), _("city"), _("San Juan")),
    **words(_("trading house"), _("cargo ship"), _("worker ship"), _("worker supply")),
    **words(_("goods supply"), _("discard pile")),
}
# Left out, because sentences use them in several senses: ship and round (verbs, too), supply (of
# workers or of goods), point, row, good.


# what templates look up: `words.letters[key]`
TEMPLATE_WORDS: dict[str, Mapping[str, Text] | Callable[..., object]] = {
    "letters": LETTERS,
    "role_cards": ROLE_CARDS,
    "role_actions": ROLE_ACTIONS,
    "privileges": PRIVILEGES,
    "phases": PHASES,
    "limits": LIMITS,
    "endings": ENDINGS,
    "kinds": KINDS,
    "building": {one.key: one for one in parts.BUILDINGS}.__getitem__,
    "place_anchor": place_anchor,
}


@cache_per_language()
def plain_names() -> dict[str, str]:
    """The words in the reader's language."""
    return texts(WORDS)


@cache_per_language()
def capital_names() -> dict[str, str]:
    """The words in the reader's language, each with a capital first letter."""
    return capital_texts(WORDS)


doubloons = ngettext_lazy("%(n)s doubloon", "%(n)s doubloons")
workers = ngettext_lazy("%(n)s worker", "%(n)s workers")
points = ngettext_lazy("%(n)s point", "%(n)s points")
barrels = ngettext_lazy("%(n)s barrel", "%(n)s barrels")


def goods(amounts: Mapping[str, int]) -> str:
    """Amounts of goods in one line; a dash where there are none."""
    form, names = gettext("%(n)s %(good)s"), plain_names()
    listed = [form % {"n": n, "good": names[good]} for good, n in amounts.items() if n]
    return join_list(listed) or "–"
