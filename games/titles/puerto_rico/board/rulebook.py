"""Tables, numbers and drawings that fill in the rules of Puerto Rico."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

import games.rules as rules
from games.boards.translations import capitalize_first, join_list
from games.boards.view_models import Text
from games.rulebook import anchor_markdown, counted_icons, icon_images, table
from games.rulebook.rules_data import RulesData

from ..rules import components as parts
from . import vocabulary
from .setup_picture import setup_picture
from .translations import gettext as _
from .translations import gettext_lazy

SEATS = tuple(parts.SETUPS)
MANY = parts.SETUPS[SEATS[-1]]  # goods, plantations and copies are the same for 3 to 5 players
PAIR = 2
FEW = parts.SETUPS[PAIR]
PIECES = (
    *("worker", "circle", "doubloon", "chip", "barrel", "governor"),
    *("island", "city", "san_juan", "row", "stack", "discard_pile", "trading_house", "cargo_ship"),
    *("worker_ship", "worker_supply", "goods_supply", "production_building", "violet_building"),
    *("large_building", "warehouse"),
)
DEEDS = tuple(verb.removeprefix("verb:") for verb in vocabulary.VERBS)
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
    "mayor": gettext_lazy("one more worker from the worker supply"),
    "craftsman": gettext_lazy("one more barrel of a kind just produced"),
    "trader": gettext_lazy("one more doubloon for a sale"),
    "settler": gettext_lazy("can take a quarry instead of a plantation"),
    "builder": gettext_lazy("pays one doubloon less"),
    "captain": gettext_lazy("one more point for your own first load"),
    "prospector": gettext_lazy("one doubloon"),
    "prospector_2": gettext_lazy("one doubloon"),
}


# tables


def _anchored_name(anchor: str, name: object) -> str:
    return anchor_markdown(anchor, capitalize_first(name))


def _link(anchor: str, text: object) -> str:
    return f"[{text}](#{anchor})"


def goods() -> str:
    """The goods: their prices, numbers of barrels, and production buildings."""
    rows = [
        [
            icon_images(good) + _anchored_name(good, vocabulary.GOODS[good]),
            f"`{good}`",
            parts.PRICES[number],
            MANY.goods[number],
            FEW.goods[number],
            _makers(number),
        ]
        for number, good in enumerate(parts.GOODS)
    ]
    head = [
        _("Good"),
        _("In records"),
        _("Price"),
        _("Barrels"),
        _("Barrels with %(n)s players") % {"n": PAIR},
    ]
    return table([*head, _("Production buildings")], rows)


def _makers(good: int) -> str:
    keys = [parts.SLOTS[slot] for slot in parts.PRODUCERS[good]]
    return join_list(_link(key, vocabulary.BUILDINGS[key]) for key in keys) or _("none needed")


def tiles() -> str:
    """The kinds of tiles, their numbers and their effects."""
    rows = [
        [
            icon_images(f"tile-{good}")
            + _anchored_name(vocabulary.tile_anchor(good), vocabulary.PLANTATIONS[good]),
            f"`{good}`",
            MANY.tiles[number],
            FEW.tiles[number],
            _field_use(good),
        ]
        for number, good in enumerate(parts.GOODS)
    ]
    rows.append(
        [
            icon_images("tile-quarry") + _anchored_name("quarry", vocabulary.PLANTATIONS["quarry"]),
            "`quarry`",
            MANY.quarries,
            FEW.quarries,
            _(
                "With a worker, it takes one doubloon off the cost of a building. "
                "All quarries together save at most the number of its column"
            ),
        ]
    )
    head = [
        _("Tile"),
        _("In records"),
        _("Tiles"),
        _("Tiles with %(n)s players") % {"n": PAIR},
        _("Effect"),
    ]
    return table(head, rows)


def _field_use(good: str) -> str:
    """The effect of a plantation tile."""
    made = {"good": vocabulary.GOODS[good]}
    if not parts.PRODUCERS[parts.GOODS.index(good)]:
        return _("In the craftsman phase a worker here makes a barrel: %(good)s") % made
    return (
        _(
            "In the craftsman phase a worker here and one in a production building of this kind "
            "make a barrel: %(good)s"
        )
        % made
    )


def buildings(kind: str) -> str:
    """The buildings of a kind ("production", "violet" or "large") in the order of the display."""
    costs = {key: variant.costs for key, variant in parts.VARIANTS.items()}
    rows = []
    for building in parts.BUILDINGS:
        if building.kind == kind:
            slot = parts.SLOT_OF[building.key]
            rows.append(
                [
                    icon_images(building.key)
                    + _anchored_name(building.key, vocabulary.BUILDINGS[building.key]),
                    f"`{building.key}`",
                    costs["balanced"][slot],
                    costs["classic"][slot],
                    building.column,
                    building.circles,
                    MANY.copies[slot],
                    FEW.copies[slot],
                    _effect(building),
                ]
            )
    head = [_("Building"), _("In records"), _("Cost, balanced"), _("Cost, classic")]
    head += [
        _("Points and column"),
        _("Circles"),
        _("Copies"),
        _("Copies with %(n)s players") % {"n": PAIR},
    ]
    return table([*head, _("Effect, if occupied")], rows)


def _effect(building: parts.Building) -> str:
    effect = str(vocabulary.EFFECTS[building.key])
    if building.kind != "large":
        return effect
    return _("%(effect)s (Large building: occupied or not, it takes %(n)s spaces.)") % {
        "effect": effect,
        "n": building.spaces,
    }


def roles() -> str:
    """The roles: what everyone does, and the privilege of the player who picked it."""
    rows = [
        [
            icon_images(f"role-{role}".removesuffix("_2"))
            + _anchored_name(role, vocabulary.ROLES[role]),
            f"`{role}`",
            str(vocabulary.ROLE_ACTIONS[role]),
            str(PRIVILEGES[role]),
            join_list(seats for seats in SEATS if number in parts.SETUPS[seats].roles),
            _link(PHASES[role], PHASES[role]),
        ]
        for number, role in enumerate(parts.ROLES)
    ]
    head = [_("Role"), _("In records"), _("For everyone"), _("Privilege"), _("Players")]
    return table([*head, _("Section")], rows)


def setup() -> str:
    """The numbers that depend on the number of players."""
    setups = parts.SETUPS.values()

    def row(label: str, values: Iterable[object]) -> list[object]:
        return [label, *values]

    handicap = parts.VARIANTS["balanced"].corn_handicap
    rows = [
        row(
            _("First tiles, in the order of seats"),
            (join_list(_tile(kind) for kind in one.first_tiles) for one in setups),
        ),
        row(
            _("Doubloons, balanced"),
            (
                join_list(
                    str(one.doubloons - handicap * (kind == parts.CORN)) for kind in one.first_tiles
                )
                for one in setups
            ),
        ),
        row(
            _("Doubloons, classic"),
            (join_list(one.doubloons for _kind in one.first_tiles) for one in setups),
        ),
        row(_("Points in chips"), (one.chips for one in setups)),
        row(_("Workers in the supply"), (one.worker_supply for one in setups)),
        row(_("Workers on the ship"), (one.worker_ship for one in setups)),
        row(_("Cargo ships"), (join_list(one.ships) for one in setups)),
        row(_("Plantations in the row"), (one.row for one in setups)),
        row(_("Quarries"), (one.quarries for one in setups)),
        row(_("Role cards"), (len(one.roles) for one in setups)),
        row(_("Prospectors among them"), (_prospectors(one) for one in setups)),
        row(_("Roles per player and round"), (one.picks for one in setups)),
    ]
    return table([_("Players"), *SEATS], rows)


def _tile(kind: int) -> str:
    return str(vocabulary.GOODS[parts.TILES[kind]])


def _prospectors(setup: parts.Setup) -> int:
    return len({parts.PROSPECTOR, parts.PROSPECTOR_2}.intersection(setup.roles))


def factory() -> str:
    """The income of a factory, by number of kinds produced."""
    kinds = range(len(parts.FACTORY_INCOME))
    return table(
        [_("Kinds produced"), *kinds],
        [[_("Doubloons"), *parts.FACTORY_INCOME]],
    )


def residence() -> str:
    """The points of an occupied residence, by number of tiles."""
    few = parts.RESIDENCE_MIN_POINTS + parts.RESIDENCE_FREE_TILES
    more = range(few + 1, parts.ISLAND_SPACES + 1)
    return table(
        [_("Tiles on the island"), f"0–{few}", *more],
        [
            [
                _("Points"),
                parts.RESIDENCE_MIN_POINTS,
                *(tiles - parts.RESIDENCE_FREE_TILES for tiles in more),
            ]
        ],
    )


def price(key: str, quarries: int, builder: bool = False) -> int:
    """The price of a building with this many occupied quarries."""
    return parts.VARIANTS["balanced"].price(parts.SLOT_OF[key], quarries, builder)


def example_context(match: rules.Match) -> Iterator[tuple[int | None, str]]:
    """The contents of trading house and ships, and the doubloons and barrels of each seat."""
    view = match.view(None)
    ship = capitalize_first(vocabulary.NAMES["cargo_ship"])
    lying = {
        capitalize_first(vocabulary.NAMES["trading_house"]): map(_barrels, view["house"]),
        **{
            f"{ship} {size}": [_barrels(one["good"], one["n"])]
            for size, one in view["ships"].items()
            if one["n"]
        },
    }
    contents = [
        _("%(name)s: %(gain)s") % {"name": name, "gain": barrels}
        for name, found in lying.items()
        if (barrels := "".join(found))
    ]
    if contents:
        yield None, " · ".join(contents)
    for number, seat in enumerate(view["seats"]):
        goods = "".join(_barrels(good, n) for good, n in seat["goods"].items())
        doubloons = icon_images("doubloon") + vocabulary.doubloons(seat["doubloons"])
        yield number, " · ".join(filter(None, [doubloons, goods]))


def _barrels(good: str, n: int = 1) -> str:
    return counted_icons(good, vocabulary.GOODS[good], n)


CONTEXT = {
    "goods": goods,
    "tiles": tiles,
    "buildings": buildings,
    "roles": roles,
    "setup": setup,
    "factory": factory,
    "residence": residence,
    "price": price,
    "prices": parts.PRICES,
    "factory_income": parts.FACTORY_INCOME,
    "columns": max(building.column for building in parts.BUILDINGS),
    "island_spaces": parts.ISLAND_SPACES,
    "city_spaces": parts.CITY_SPACES,
    "house_spaces": parts.HOUSE_SPACES,
    "large_spaces": next(one.spaces for one in parts.BUILDINGS if one.kind == "large"),
    "small_market": parts.MARKET_INCOME["small_market"],
    "large_market": parts.MARKET_INCOME["large_market"],
    "markets": sum(parts.MARKET_INCOME.values()),
    "coffee_price": parts.PRICES[parts.COFFEE],
    "small_warehouse": parts.WAREHOUSE_KINDS["small_warehouse"],
    "large_warehouse": parts.WAREHOUSE_KINDS["large_warehouse"],
    "warehouses": sum(parts.WAREHOUSE_KINDS.values()),
    "large_points": next(one.column for one in parts.BUILDINGS if one.kind == "large"),
    "customs_chips": parts.CUSTOMS_CHIPS,
    "fortress_workers": parts.FORTRESS_WORKERS,
    "guild_small": min(parts.GUILD_POINTS.values()),
    "guild_large": max(parts.GUILD_POINTS.values()),
    "handicap": parts.VARIANTS["balanced"].corn_handicap,
    "stack_sizes": {
        seats: sum(one.tiles) - len(one.first_tiles) for seats, one in parts.SETUPS.items()
    },
    "pair_picks": FEW.picks,
}

ANCHORS = (
    *parts.GOODS,
    *map(vocabulary.tile_anchor, parts.TILES),
    *(building.key for building in parts.BUILDINGS),
    *parts.ROLES,
    *PIECES,
    *DEEDS,
)


# drawings


def _use(art: str, x: int, y: int, size: int) -> SafeString:
    sprite = static("titles/puerto_rico/sprite.svg")
    return format_html(
        '<use href="{}#{}" x="{}" y="{}" width="{}" height="{}"></use>',
        sprite,
        art,
        x,
        y,
        size,
        size,
    )


def _drawing(width: int, height: int, shapes: Iterable[SafeString]) -> SafeString:
    return format_html(
        '<svg viewBox="0 0 {} {}" width="{}" height="{}" aria-hidden="true">{}</svg>',
        width,
        height,
        width,
        height,
        format_html_join("", "{}", ((shape,) for shape in shapes)),
    )


def _row_drawing(arts: Iterable[str], size: int = 56, gap: int = 8) -> SafeString:
    shapes = [_use(art, place * (size + gap), 0, size) for place, art in enumerate(arts)]
    return _drawing(len(shapes) * (size + gap) - gap, size, shapes)


def _text(x: int, y: int, text: str) -> SafeString:
    return format_html(
        '<text x="{}" y="{}" font-size="32" text-anchor="middle" fill="currentColor">{}</text>',
        x,
        y,
        text,
    )


def _pair_drawing() -> SafeString:
    """A plantation and its building, each with a worker, make a barrel."""
    shapes = [
        *(_use("tile-indigo", 0, 0, 64), _use("worker", 34, 34, 28), _text(84, 42, "+")),
        *(_use("small_indigo_plant", 104, 0, 64), _use("worker", 138, 34, 28)),
        *(_text(190, 42, "→"), _use("indigo", 212, 8, 48)),
    ]
    return _drawing(264, 64, shapes)


def _occupied_drawing() -> SafeString:
    """A building with a worker works; one without does not."""
    shapes = [
        *(_use("hospice", 0, 0, 64), _use("worker", 34, 34, 28), _text(84, 44, "✓")),
        *(_use("hospice", 128, 0, 64), _text(212, 44, "✗")),
    ]
    return _drawing(232, 64, shapes)


def _ship_drawing() -> SafeString:
    """A cargo ship of 6 with 4 barrels."""
    hull = SafeString('<path d="M4 22h192c-4 26-18 36-34 36H38C22 58 8 48 4 22z" fill="#6b4226"/>')
    holds = [
        format_html(
            '<rect x="{}" y="26" width="22" height="22" rx="4" fill="#f7e3b0"/>', 28 + 25 * place
        )
        for place in range(6)
    ]
    return _drawing(
        200, 64, [hull, *holds, *(_use("sugar", 29 + 25 * place, 27, 20) for place in range(4))]
    )


def _discount_drawing() -> SafeString:
    """A building, and an occupied quarry that makes it cheaper by a doubloon."""
    shapes = [
        *(_use("office", 0, 0, 64), _text(84, 44, "+")),
        *(_use("tile-quarry", 104, 0, 64), _use("worker", 138, 34, 28)),
        *(_text(190, 42, "→"), _text(232, 44, "−1"), _use("doubloon", 256, 12, 40)),
    ]
    return _drawing(296, 64, shapes)


PICTURES: dict[str, Callable[[], SafeString]] = {
    "goods": lambda: _row_drawing(parts.GOODS, size=48),
    "tiles": lambda: _row_drawing((*(f"tile-{kind}" for kind in parts.TILES), "tile-back")),
    "roles": lambda: _row_drawing(f"role-{parts.ROLES[role]}" for role in FEW.roles),
    "pair": _pair_drawing,
    "occupied": _occupied_drawing,
    "ship": _ship_drawing,
    "discount": _discount_drawing,
}

RULES_DATA = RulesData(
    context=CONTEXT,
    anchors=ANCHORS,
    pictures=PICTURES,
    sprite="sprite.svg",
    example_context=example_context,
    setup_picture=setup_picture,
)
