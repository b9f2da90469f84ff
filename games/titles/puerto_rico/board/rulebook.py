"""Tables and numbers that fill in the rules of Puerto Rico."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import games.rules as rules
from games.boards.translations import capitalize_first, join_list
from games.boards.view_models import Text
from games.rulebook import (
    Column,
    comparison_table,
    component_table,
    counted_amounts,
    counted_icons,
    icon_images,
    link_markdown,
    name_column,
)
from games.rulebook.component_tables import key_of
from games.rulebook.rules_data import RulesData
from games.rulebook.setup_picture import SetupPicture

from ..rules import components as parts
from . import vocabulary
from .thumbnail import SIZE
from .translations import gettext_lazy as _

SEATS = tuple(parts.SETUPS)
MANY = parts.SETUPS[SEATS[-1]]  # goods, plantations and copies are the same for 3 to 5 players
PAIR = 2
FEW = parts.SETUPS[PAIR]
BALANCED, CLASSIC = parts.VARIANTS["balanced"], parts.VARIANTS["classic"]
PHASES = {
    "mayor": "5.4",
    "craftsman": "5.6",
    "trader": "5.7",
    "settler": "5.3",
    "builder": "5.8",
    "captain": "5.9",
    "prospector": "5.10",
    "prospector_2": "5.10",
}

# What only the player who picked the role gets, in more words than on the card.
PRIVILEGES: dict[str, Text] = {
    "mayor": _("one more worker from the worker supply"),
    "craftsman": _("one more barrel of a kind just produced"),
    "trader": _("one more doubloon for a sale"),
    "settler": _("can take a quarry instead of a plantation"),
    "builder": _("pays one doubloon less"),
    "captain": _("one more point for your own first load"),
    "prospector": _("one doubloon"),
    "prospector_2": _("one doubloon"),
}

RECORDS = Column(_("In records"), key_of, "`{}`".format)


def _by_slot(heading: Text, numbers: Sequence[int]) -> Column:
    return Column(heading, lambda building: numbers[parts.SLOT_OF[building.key]])


def _makers(good: str) -> str:
    keys = parts.PRODUCTION_BUILDINGS[good]
    links = join_list(link_markdown(key, vocabulary.BUILDINGS[key]) for key in keys)
    return links or str(_("none needed"))


def _field_use(tile: str) -> Text:
    """The effect of a plantation tile or a quarry."""
    if tile == "quarry":
        return _(
            "With a worker, it takes one doubloon off the cost of a building. "
            "All quarries together save at most the number of its column"
        )
    if not parts.PRODUCTION_BUILDINGS[tile]:
        form = _("In the craftsman phase a worker here makes a barrel: %(good)s")
    else:
        form = _(
            "In the craftsman phase a worker here and one in a production building of this kind "
            "make a barrel: %(good)s"
        )
    return str(form) % {"good": vocabulary.GOODS[tile]}


def _effect(building: parts.Building) -> str:
    effect = str(vocabulary.EFFECTS[building.key])
    if building.kind != "large":
        return effect
    return str(_("%(effect)s (Large building: occupied or not, it takes %(n)s spaces.)")) % {
        "effect": effect,
        "n": building.spaces,
    }


def _doubloons(setup: parts.Setup, handicap: int) -> str:
    """The doubloons of each seat, with the handicap for those who begin with corn."""
    return join_list(
        setup.doubloons - handicap * (kind == parts.CORN) for kind in setup.first_tiles
    )


def price(key: str, quarries: int, builder: bool = False) -> int:
    """The price of a building with this many occupied quarries."""
    return BALANCED.price(parts.SLOT_OF[key], quarries, builder)


RESIDENCE_FEW = parts.RESIDENCE_MIN_POINTS + parts.RESIDENCE_FREE_TILES
RESIDENCE = {f"0–{RESIDENCE_FEW}": parts.RESIDENCE_MIN_POINTS} | {
    tiles: tiles - parts.RESIDENCE_FREE_TILES
    for tiles in range(RESIDENCE_FEW + 1, parts.ISLAND_SPACES + 1)
}

CONTEXT = {
    "goods": component_table(
        parts.GOODS,
        name_column(_("Good"), vocabulary.GOODS, icon="{}"),
        RECORDS,
        Column(_("Price"), parts.PRICES),
        Column(_("Barrels"), MANY.goods),
        Column(_("Barrels with %(n)s players", n=PAIR), FEW.goods),
        Column(_("Production buildings"), _makers),
    ),
    "tiles": component_table(
        parts.TILES,
        name_column(
            _("Tile"), vocabulary.PLANTATIONS, icon="tile-{}", anchor=vocabulary.place_anchor
        ),
        RECORDS,
        Column(_("Tiles"), (*MANY.tiles, MANY.quarries)),
        Column(_("Tiles with %(n)s players", n=PAIR), (*FEW.tiles, FEW.quarries)),
        Column(_("Effect"), _field_use),
    ),
    "buildings": component_table(
        lambda kind: (one for one in parts.BUILDINGS if one.kind == kind),
        name_column(_("Building"), vocabulary.BUILDINGS, icon="{}"),
        RECORDS,
        _by_slot(_("Cost, balanced"), BALANCED.costs),
        _by_slot(_("Cost, classic"), CLASSIC.costs),
        Column(_("Points and column"), "column"),
        Column(_("Circles"), "circles"),
        _by_slot(_("Copies"), MANY.copies),
        _by_slot(_("Copies with %(n)s players", n=PAIR), FEW.copies),
        Column(_("Effect, if occupied"), _effect),
    ),
    "roles": component_table(
        parts.ROLES,
        name_column(
            _("Role"), vocabulary.ROLES, icon=lambda role: f"role-{role}".removesuffix("_2")
        ),
        RECORDS,
        Column(_("For everyone"), vocabulary.ROLE_ACTIONS),
        Column(_("Privilege"), PRIVILEGES),
        Column(
            _("Players"),
            lambda role: join_list(
                seats for seats, one in parts.SETUPS.items() if parts.ROLE_OF[role] in one.roles
            ),
        ),
        Column(_("Section"), PHASES, lambda section: link_markdown(section, section)),
    ),
    "setup": comparison_table(
        _("Players"),
        parts.SETUPS,
        Column(
            _("First tiles, in the order of seats"),
            "first_tiles",
            lambda kinds: join_list(vocabulary.GOODS[parts.TILES[kind]] for kind in kinds),
        ),
        Column(_("Doubloons, balanced"), lambda one: _doubloons(one, BALANCED.corn_handicap)),
        Column(_("Doubloons, classic"), lambda one: _doubloons(one, 0)),
        Column(_("Points in chips"), "chips"),
        Column(_("Workers in the supply"), "worker_supply"),
        Column(_("Workers on the ship"), "worker_ship"),
        Column(_("Cargo ships"), "ships", join_list),
        Column(_("Plantations in the row"), "row"),
        Column(_("Quarries"), "quarries"),
        Column(_("Role cards"), "roles", len),
        Column(
            _("Prospectors among them"),
            "roles",
            lambda roles: len({parts.PROSPECTOR, parts.PROSPECTOR_2}.intersection(roles)),
        ),
        Column(_("Roles per player and round"), "picks"),
    ),
    "factory": comparison_table(
        _("Kinds produced"),
        dict(enumerate(parts.FACTORY_INCOME)),
        Column(_("Doubloons"), parts.FACTORY_INCOME),
    ),
    "residence": comparison_table(
        _("Tiles on the island"), RESIDENCE, Column(_("Points"), RESIDENCE)
    ),
    "price": price,
}

ANCHORS = (
    *parts.GOODS,
    *map(vocabulary.place_anchor, parts.TILES),
    *(building.key for building in parts.BUILDINGS),
    *parts.ROLES,
    *("worker", "circle", "doubloon", "chip", "barrel", "governor"),
    *("island", "city", "san_juan", "row", "stack", "discard_pile", "trading_house", "cargo_ship"),
    *("worker_ship", "worker_supply", "goods_supply", "production_building", "violet_building"),
    *("large_building", "warehouse"),
    *(verb.removeprefix("verb:") for verb in vocabulary.VERBS),
)


def example_context(match: rules.Match) -> Iterator[tuple[int | None, list[str]]]:
    """The contents of trading house and ships, and the doubloons and barrels of each seat."""
    view = match.view(None)
    lying = {vocabulary.NAMES["trading_house"]: "".join(map(_barrels, view["house"]))}
    for size, ship in view["ships"].items():
        lying[f"{vocabulary.NAMES['cargo_ship']} {size}"] = _barrels(ship["good"], ship["n"])
    contents = [
        str(_("%(name)s: %(gain)s")) % {"name": capitalize_first(name), "gain": barrels}
        for name, barrels in lying.items()
        if barrels
    ]
    if contents:
        yield None, contents
    for number, seat in enumerate(view["seats"]):
        doubloons = icon_images("doubloon") + vocabulary.doubloons(seat["doubloons"])
        yield number, [doubloons, counted_amounts(vocabulary.GOODS, seat["goods"])]


def _barrels(good: str | None, n: int = 1) -> str:
    return counted_icons(good, vocabulary.GOODS[good], n) if good else ""


def setup_picture(match: rules.Match) -> SetupPicture:
    """The boards of the seats, and the common supplies."""
    view = match.view(None)
    return SetupPicture(
        places={"island": (2 * SIZE, SIZE / 2), "city": (2 * SIZE, 1.5 * SIZE)},
        heaps={
            "roles": [f"role-{role}" for role in view["roles"]],
            "governor": ("governor",),
            "doubloons": ("doubloon",),
            "row": [f"tile-{kind}" for kind in view["row"]],
            "stack": ("tile-back",),
            "quarries": ("tile-quarry",),
            "workers": ("workership", "worker"),
            "ships": ("cargo",) * len(view["ships"]),
            "house": ("house",),
            "goods": parts.GOODS,
            "chips": ("chip",),
            "buildings": list(view["display"])[:8],
        },
    )


RULES_DATA = RulesData(
    modules=(parts,),
    context=CONTEXT,
    anchors=ANCHORS,
    sprite="sprite.svg",
    example_context=example_context,
    setup_picture=setup_picture,
)
