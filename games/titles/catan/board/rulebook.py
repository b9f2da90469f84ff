"""Tables for the rules text, made from the components."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from django.templatetags.static import static
from django.utils.safestring import SafeString, mark_safe

import games.rules as rules
from games.boards import Scene
from games.boards.translations import capitalize_first, join_list
from games.boards.view_models import Text
from games.rulebook import (
    Column,
    amount_icons,
    component_table,
    counted_amounts,
    icon_images,
    link_markdown,
    name_column,
    picture_image,
)
from games.rulebook.component_tables import DASH, key_of, or_dash
from games.rulebook.rules_data import RulesData
from games.rulebook.setup_picture import SetupPicture

from ..rules import components as parts
from ..rules import two_player, wagon
from ..rules.grid import board_of
from . import vocabulary
from .geometry import pixel
from .picture import IslandPrint
from .places import harbour, map_code
from .rule_links import FEED, harbour_anchor, level_anchor
from .scene_access import view_of
from .translations import gettext_lazy as _

SCENARIOS = ("base", "traders")
BASE, TRADERS = map(board_of, SCENARIOS)
THROWS = 36  # equally likely throws of two dice
EVENT_WITHOUT_CARD = "new_year"
EACH = {"road": parts.ROADS_EACH, "settlement": parts.SETTLEMENTS_EACH, "city": parts.CITIES_EACH}
WORTH = {"settlement": 1, "city": 2}
GROUND_OF = {ware: ground for ground, ware in vocabulary.PRODUCES.items()}
HARBOURS = tuple(dict.fromkeys(parts.HARBOUR_TYPES))
SPECIAL_ART = {"largest_army": "army", "longest_road": "longest", "harbourmaster": "anchor"}
LEVELS = range(1, parts.TOP_LEVEL + 1)
SCORE_WORTH = {"settlements": 1, "cities": 2, "deliveries": 1, "train": 1, "vp_cards": 1}
SCORE_SCENARIO = {"longest_road": "base", "deliveries": "traders", "train": "traders"}


def scenario_name(scenario: str) -> Text:
    return vocabulary.WORDS[f"choice:scenario:{scenario}"]


def heading_in(what: Text, scenario: str) -> Text:
    return _("%(what)s: %(scenario)s", what=what, scenario=scenario_name(scenario))


def scenario_columns(what: Text, count: Callable[[str, Any], object]) -> list[Column]:
    """A column for each scenario, with the count of each component in it."""
    return [
        Column(heading_in(what, scenario), functools.partial(count, scenario), or_dash)
        for scenario in SCENARIOS
    ]


def scenario_text(
    effect: Callable[[str, str], str], key: str, scenarios: Sequence[str] = SCENARIOS
) -> str:
    """One text if the scenarios have the same effect, else each text with its scenario."""
    effects = {one: effect(key, one) for one in scenarios}
    if len(set(effects.values())) == 1:
        return next(iter(effects.values()))
    return " ".join(
        str(_("**%(scenario)s:** %(effect)s")) % {"scenario": scenario_name(one), "effect": text}
        for one, text in effects.items()
    )


def text_or_dash(values: Iterable[object]) -> str:
    return join_list(values) or DASH


def land_name(ground: str) -> str:
    return f"{picture_image(f'land:{ground}')} {vocabulary.GROUNDS[ground]}"


def resource_uses(ware: str) -> Iterator[object]:
    """What a resource can pay for."""
    names = {**vocabulary.PIECES, "card": vocabulary.NAMES["development_card"]}
    yield from (names[what] for what, cost in vocabulary.COSTS.items() if ware in cost)
    if ware in vocabulary.COSTS["road"]:
        yield vocabulary.VERBS["repair"]
    if any(ware in cost for cost in vocabulary.WAGON_COSTS.values()):
        yield vocabulary.VERBS["upgrade"]
    if ware == "grain":
        yield _("movement points of the wagon")


def produce(ground: str) -> str:
    ware = vocabulary.PRODUCES.get(ground)
    if not ware:
        return str(_("nothing; the robber starts here"))
    return icon_images(ware) + str(vocabulary.WARES[ware])


def number_count(scenario: str, number: int) -> int:
    is_out = scenario == "traders" and number in parts.REROLLED_SUMS
    return 0 if is_out else parts.NUMBER_TOKENS.count(number)


def harbour_effect(kind: str) -> str:
    if kind == "any":
        form = _(
            "You can trade %(n)s equal cards of any resource for one card of another with the bank."
        )
        return str(form) % {"n": parts.RATES["any"]}
    form = _("You can trade %(n)s %(ware)s for one card of another resource with the bank.")
    return str(form) % {"n": parts.RATES["kind"], "ware": vocabulary.WARES[kind]}


def cost_text(amounts: Mapping[str, int]) -> str:
    """Resources as symbols and in words."""
    return amount_icons(amounts) + vocabulary.wares(amounts)


def cost(piece: str) -> str:
    """The cost of a piece or card, as a symbol for each card."""
    return " ".join(
        picture_image(f"icon:{ware}", vocabulary.WARES[ware])
        for ware, amount in vocabulary.COSTS[piece].items()
        for _one in range(amount)
    )


def other_costs() -> Iterator[list[object]]:
    """What can be bought apart from pieces, with the section about it."""
    for art, price, name, section in (
        ("card", "card", _("development card"), "2.4"),
        ("repair", "road", _("repairing a road"), "5.9"),
    ):
        label = icon_images(art) + capitalize_first(name)
        about = link_markdown(section, section)
        yield [label, cost_text(vocabulary.COSTS[price]), DASH, DASH, about]


def card_text(card: str) -> str:
    """The effect of a development card in the scenarios that have it."""
    having = [one for one in SCENARIOS if card in parts.DEVELOPMENT[one]]
    return scenario_text(vocabulary.card_effect, card, having)


def all_cards() -> list[list[object]]:
    totals = (sum(parts.DEVELOPMENT[scenario].values()) for scenario in SCENARIOS)
    return [[_("All cards"), *totals, DASH]]


def sources(good: str) -> Iterator[str]:
    """The goals where a good is loaded."""
    for goal, stack in zip(parts.GOALS, parts.STACKS, strict=True):
        if good in stack:
            values = {"goal": vocabulary.GROUNDS[goal], "n": stack[good]}
            yield str(_("%(goal)s (%(n)s tokens)")) % values


def delivery_goods(goal: str) -> list[Text]:
    """The goods that are delivered to a goal."""
    targets = zip(parts.GOODS, parts.DESTINATION, strict=True)
    return [vocabulary.GOODS[good] for good, target in targets if parts.GOALS[target] == goal]


def stack_text(stack: Mapping[str, int]) -> str:
    return text_or_dash(f"{vocabulary.GOODS[good]} {n}" for good, n in stack.items())


def inner_paths(plaza: int) -> str:
    return text_or_dash(map_code(TRADERS.paths[path]) for _near, path in TRADERS.steps[plaza])


def number_texts(numbers: Sequence[int]) -> Iterator[str]:
    """Numbers; equal ones once, with their count: "8 × 4"."""
    for number in dict.fromkeys(numbers):
        n = numbers.count(number)
        yield f"{number} × {n}" if n > 1 else str(number)


def scores_mark(scenario: str, key: str) -> str:
    return "✓" if SCORE_SCENARIO.get(key, scenario) == scenario else DASH


def order_text(seats: int) -> str:
    order = range(1, seats + 1)
    return DASH.join(map(str, (*order, *reversed(order))))


TABLES = {
    "resources": component_table(
        parts.RESOURCES,
        name_column(_("Resource"), vocabulary.WARES, icon="{}"),
        Column(_("Land"), GROUND_OF, land_name),
        Column(_("Cards in the bank"), lambda ware: parts.BANK_EACH),
        Column(_("Pays for"), resource_uses, text_or_dash),
    ),
    "lands": component_table(
        parts.TERRAIN["base"],
        name_column(_("Land"), vocabulary.GROUNDS, picture="land:{}"),
        Column(_("Produces"), produce),
        *scenario_columns(_("Hexes"), lambda one, ground: parts.TERRAIN[one].get(ground, 0)),
    ),
    "number_tokens": component_table(
        sorted(set(parts.NUMBER_TOKENS)),
        Column(_("Number"), key_of),
        Column(_("Rolls out of %(n)s", n=THROWS), parts.pips),
        *scenario_columns(_("Count"), number_count),
    ),
    "harbours": component_table(
        HARBOURS,
        name_column(
            _("Harbour"),
            harbour,
            icon=lambda kind: "anchor" if kind == "any" else kind,
            anchor=harbour_anchor,
        ),
        Column(_("Count"), parts.HARBOUR_TYPES.count),
        Column(_("With a building there"), harbour_effect),
    ),
    "harbour_places": component_table(
        range(len(BASE.harbour_spots)),
        Column(_("Position"), lambda number: number + 1),
        Column(_("One end"), BASE.harbour_spots, lambda pair: map_code(BASE.spots[pair[0]])),
        Column(_("Other end"), BASE.harbour_spots, lambda pair: map_code(BASE.spots[pair[1]])),
        Column(_("Path in records"), BASE.harbour_paths, lambda path: f"`{BASE.paths[path]}`"),
    ),
    "costs": component_table(
        vocabulary.PIECES,
        name_column(_("Piece"), vocabulary.PIECES, icon="{}"),
        Column(_("Cost"), vocabulary.COSTS, cost_text),
        Column(_("For each player"), EACH),
        Column(
            _("Worth"), lambda piece: vocabulary.points(WORTH[piece]) if piece in WORTH else DASH
        ),
        Column(_("Effect"), vocabulary.PIECE_EFFECTS),
        more=other_costs,
    ),
    "development_cards": component_table(
        parts.CARDS,
        name_column(_("Card"), vocabulary.CARDS, icon="{}"),
        *scenario_columns(_("Cards"), lambda one, card: parts.DEVELOPMENT[one].get(card, 0)),
        Column(_("Effect"), card_text),
        more=all_cards,
    ),
    "special_cards": component_table(
        SPECIAL_ART,
        name_column(_("Special card"), vocabulary.REASONS, icon=SPECIAL_ART),
        Column(_("Worth"), lambda card: vocabulary.points(parts.SPECIAL_CARD_POINTS)),
        Column(_("Holder"), vocabulary.SPECIAL_CARDS),
    ),
    "levels": component_table(
        LEVELS,
        name_column(
            _("Level"),
            lambda level: str(_("Level %(n)s")) % {"n": level},
            icon=lambda level: "wagon",
            anchor=level_anchor,
        ),
        Column(_("Upgrade costs"), lambda level: cost_text(vocabulary.WAGON_COSTS.get(level, {}))),
        Column(_("Movement points"), parts.MOVEMENT[1:]),
        Column(_("Gold per delivery"), parts.DELIVERY_GOLD[1:]),
        Column(_("Drives a barbarian off with"), parts.DRIVE_OFF_FACES[1:], text_or_dash),
        Column(
            _("Worth"), lambda level: vocabulary.points(1) if level == parts.TOP_LEVEL else DASH
        ),
    ),
    "goods": component_table(
        parts.GOODS,
        name_column(_("Good"), vocabulary.GOODS, icon="{}"),
        Column(_("Loaded at"), sources, text_or_dash),
        Column(
            _("Delivered to"), parts.DESTINATION, lambda goal: vocabulary.GROUNDS[parts.GOALS[goal]]
        ),
    ),
    "goal_hexes": component_table(
        parts.GOALS,
        name_column(_("Goal hex"), vocabulary.GROUNDS, picture="land:{}"),
        Column(_("Plaza"), TRADERS.plaza_of, lambda plaza: map_code(TRADERS.spots[plaza])),
        Column(_("Loaded here (tokens)"), parts.STACKS, stack_text),
        Column(_("Delivered here"), delivery_goods, text_or_dash),
        Column(_("Inner paths"), TRADERS.plaza_of, inner_paths),
    ),
    "event_cards": component_table(
        parts.EVENT_NUMBERS,
        name_column(_("Event"), vocabulary.EVENTS),
        Column(
            _("Numbers"), parts.EVENT_NUMBERS, lambda numbers: text_or_dash(number_texts(numbers))
        ),
        Column(_("Effect"), lambda event: scenario_text(vocabulary.event_effect, event)),
    ),
    "seat_table": component_table(
        (2, 3, 4),
        Column(_("Players"), key_of),
        Column(_("Set-up order"), order_text),
        Column(_("Rolls per turn"), (2, 1, 1)),
        Column(_("Neutrals"), (len(parts.NEUTRALS), DASH, DASH)),
        Column(_("Trade tokens per player"), (parts.TOKENS_START, DASH, DASH)),
        Column(
            heading_in(_("Gold in the bank"), "traders"),
            lambda seats: parts.GOLD_TOTAL - seats * parts.GOLD_START,
        ),
    ),
    "targets": component_table(
        SCENARIOS,
        Column(_("Scenario"), scenario_name),
        Column(_("Points to win"), parts.TARGET),
        Column(_("with the Harbourmaster"), lambda one: parts.TARGET[one] + 1),
    ),
    "score_table": component_table(
        vocabulary.REASONS,
        Column(_("Source of points"), vocabulary.REASONS, capitalize_first),
        Column(_("Points"), lambda key: SCORE_WORTH.get(key, parts.SPECIAL_CARD_POINTS)),
        *(Column(scenario_name(one), functools.partial(scores_mark, one)) for one in SCENARIOS),
        Column(_("Key"), key_of, "`{}`".format),
    ),
}

ANCHORS = (
    *parts.WARES,
    *vocabulary.GROUNDS,
    *map(harbour_anchor, HARBOURS),
    *("wagon", "number_token", "commodity_token", "trade_token"),
    *parts.CARDS,
    *parts.EVENT_NUMBERS,
    EVENT_WITHOUT_CARD,
    *parts.GOODS,
    *map(level_anchor, LEVELS),
    *SPECIAL_ART,
    *parts.NEUTRALS,
    *(verb for verb in vocabulary.VERBS if verb not in ("grain", "token")),
    *(FEED, "token:trade", "token:robber", "token:barbarian"),
)


def barbarian_starts() -> str:
    """The paths where the barbarians start."""
    return text_or_dash(map_code(TRADERS.paths[path]) for path in TRADERS.barbarian_starts)


def example_context(match: rules.Match) -> Iterator[tuple[int, list[str]]]:
    """Yield each seat with the cards in its hand."""
    for number in range(match.seats):
        own = match.view(number)["own"]
        held = counted_amounts(vocabulary.WARES, own["hand"])
        for cards in (own["cards"], own["new_cards"]):
            held += counted_amounts(vocabulary.CARDS, cards)
        yield number, [held or DASH]


def setup_picture(match: rules.Match) -> SetupPicture:
    """The marks: the island before the founding, and the cards and pieces beside it."""
    view = view_of(Scene.from_match(match, None, ()))
    land = IslandPrint.of(view)
    (first_x, first_y, *_first), (second_x, second_y, *_second) = land.hexes[:2]
    robber, port = pixel(str(view["robber"])), land.ports[0]
    return SetupPicture(
        places={
            "hex": (first_x - 24, first_y - 24),
            "number": (second_x + 25, second_y + 2),
            "robber": (robber[0] - 8, robber[1] - 26),
            "harbour": (port.x - 26, port.y - 20),
        },
        heaps={
            "bank": parts.RESOURCES,
            "deck": ("card",),
            "special": ("army", "longest"),
            "pieces": ("road", "settlement", "city"),
        },
    )


def draw_land(ground: str) -> SafeString:
    art = static("titles/catan/island.svg")
    return mark_safe(  # noqa: S308 - made here
        f'<svg class="icon ct ct-{ground}" viewBox="-46 -53 92 106" aria-hidden="true">'
        f'<use href="{art}#{ground}"/></svg>'
    )


RULES_DATA = RulesData(
    modules=(parts, two_player, wagon),
    context={
        **TABLES,
        "places": dict(zip(SCENARIOS, (BASE, TRADERS), strict=True)),
        "neutral_sites": list(map(map_code, parts.NEUTRAL_SITES)),
        "throws": THROWS,
        "cost": cost,
        "barbarian_starts": barbarian_starts,
    },
    anchors=ANCHORS,
    pictures={
        f"land:{ground}": functools.partial(draw_land, ground) for ground in vocabulary.GROUNDS
    },
    sprite="cards.svg",
    example_context=example_context,
    setup_picture=setup_picture,
)
