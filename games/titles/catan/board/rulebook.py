"""Tables and small drawings for the rules text, made from the components."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from itertools import pairwise

from django.templatetags.static import static
from django.utils.safestring import SafeString, mark_safe

import games.rules as rules
from games.boards.translations import capitalize_first, join_list
from games.rulebook import anchor_markdown, counted_icons, icon_images, table
from games.rulebook.rules_data import RulesData

from ..rules import components as parts
from ..rules.grid import board_of
from ..rules.two_player import RETIRED_KNIGHT_TOKENS
from ..rules.wagon import GRAIN_POINTS
from . import vocabulary
from .places import harbour, map_code
from .rule_links import FEED, harbour_anchor, level_anchor
from .setup_picture import setup_picture
from .translations import gettext as _

SETTLEMENT_SHAPE = "M-7 6v-8l7 -6l7 6v8z"
CITY_SHAPE = "M-10 7v-9h8v-5l5 -5l6 5v14z"
SCENARIOS = ("base", "traders")
DASH = "–"
THROWS = 36  # equally likely throws of two dice
EVENT_WITHOUT_CARD = "new_year"
VERBS = (
    *("roll", "event", "play", "discard", "steal", "buy", "upgrade", "repair", "bank", "purchase"),
    *("offer", "give", "want", "propose", "cancel", "accept", "decline", "trade", "travel", "go"),
    *(FEED, "drive", "banish", "take", "gift", "aid", "rob", "quake", "neutral", "return"),
    *("token:trade", "token:robber", "token:barbarian", "retire", "end"),
)
PIECES = ("road", "settlement", "city", "robber", "barbarian", "wagon", "number_token")
TOKENS = ("commodity_token", "trade_token")
SPECIAL_CARDS = ("largest_army", "longest_road", "harbourmaster")

ANCHORS = (
    *parts.WARES,
    *vocabulary.GROUNDS,
    *(harbour_anchor(kind) for kind in dict.fromkeys(parts.HARBOUR_TYPES)),
    *PIECES,
    *parts.CARDS,
    *parts.EVENT_NUMBERS,
    EVENT_WITHOUT_CARD,
    *parts.GOODS,
    *(level_anchor(level) for level in range(1, parts.TOP_LEVEL + 1)),
    *TOKENS,
    *SPECIAL_CARDS,
    *parts.NEUTRALS,
    *VERBS,
)


# tables


def _anchored_name(anchor: str, name: object) -> str:
    return anchor_markdown(anchor, capitalize_first(name))


def _land(ground: str) -> str:
    """The drawing of a terrain, to go before its name."""
    return f"![](picture:land:{ground}) "


def _scenarios() -> list[str]:
    return [str(vocabulary.WORDS[f"choice:scenario:{scenario}"]) for scenario in SCENARIOS]


def _scenario_columns(what: str) -> list[str]:
    """A heading of a column for each scenario."""
    return [_("%(what)s: %(scenario)s") % {"what": what, "scenario": one} for one in _scenarios()]


def _scenario_text(base: str, traders: str) -> str:
    """One text if both scenarios have the same, else both texts with their scenarios."""
    if base == traders:
        return base
    one, other = _scenarios()
    form = _("**%(scenario)s:** %(effect)s")
    values = ({"scenario": one, "effect": base}, {"scenario": other, "effect": traders})
    return " ".join(form % each for each in values)


def resources() -> str:
    """A table of resource cards, with the terrain that produces them."""
    head = [_("Resource"), _("Land"), _("Cards in the bank"), _("Pays for")]
    grounds = {ware: ground for ground, ware in vocabulary.PRODUCES.items()}
    return table(
        head,
        [
            [
                icon_images(ware) + _anchored_name(ware, vocabulary.WARES[ware]),
                _land(grounds[ware]) + str(vocabulary.GROUNDS[grounds[ware]]),
                parts.BANK_EACH,
                _join_or_dash(_resource_uses(ware)),
            ]
            for ware in parts.RESOURCES
        ],
    )


def _resource_uses(ware: str) -> Iterable[object]:
    """What a resource can pay for."""
    names = {**vocabulary.PIECES, "card": vocabulary.NAMES["development_card"]}
    yield from (names[what] for what, cost in vocabulary.COSTS.items() if ware in cost)
    if ware in vocabulary.COSTS["road"]:
        yield vocabulary.VERBS["repair"]
    if any(ware in cost for cost in vocabulary.WAGON_COSTS.values()):
        yield vocabulary.VERBS["upgrade"]
    if ware == "grain":
        yield _("movement points of the wagon")


def lands() -> str:
    """A table of terrains with their numbers of hexes."""
    head = [_("Land"), _("Produces"), *_scenario_columns(_("Hexes"))]
    barren = _("nothing; the robber starts here")
    rows = []
    for ground in parts.TERRAIN["base"]:
        counts = [parts.TERRAIN[scenario].get(ground, 0) for scenario in SCENARIOS]
        ware = vocabulary.PRODUCES.get(ground)
        gives = icon_images(ware) + str(vocabulary.WARES[ware]) if ware else barren
        name = _land(ground) + _anchored_name(ground, vocabulary.GROUNDS[ground])
        rows.append([name, gives, *(n or DASH for n in counts)])
    return table(head, rows)


def number_tokens() -> str:
    """A table of number tokens: how many of each, and in how many throws the number comes."""
    head = [_("Number"), _("Rolls out of %(n)s") % {"n": THROWS}, *_scenario_columns(_("Count"))]
    rows = []
    for number in sorted(set(parts.NUMBER_TOKENS)):
        n = parts.NUMBER_TOKENS.count(number)
        in_traders = DASH if number in parts.REROLLED_SUMS else n
        rows.append([number, parts.pips(number), n, in_traders])
    return table(head, rows)


def harbours() -> str:
    """A table of harbours with their rates."""
    head = [_("Harbour"), _("Count"), _("With a building there")]
    rows = []
    for kind in dict.fromkeys(parts.HARBOUR_TYPES):
        values: dict[str, object] = {"n": parts.RATES["any"]}
        if kind == "any":
            does = (
                _(
                    "You can trade %(n)s equal cards of any resource for one card of another "
                    "with the bank."
                )
                % values
            )
        else:
            values = {"n": parts.RATES["kind"], "ware": vocabulary.WARES[kind]}
            does = (
                _("You can trade %(n)s %(ware)s for one card of another resource with the bank.")
                % values
            )
        name = _anchored_name(harbour_anchor(kind), harbour(kind))
        name = icon_images("anchor" if kind == "any" else kind) + name
        rows.append([name, parts.HARBOUR_TYPES.count(kind), does])
    return table(head, rows)


def harbour_places() -> str:
    """A table of harbour positions with their two intersections."""
    land = board_of("base")
    rows = [
        [number, *(map_code(land.spots[spot]) for spot in pair), f"`{land.paths[path]}`"]
        for number, (pair, path) in enumerate(
            zip(land.harbour_spots, land.harbour_paths, strict=True), 1
        )
    ]
    return table([_("Position"), _("One end"), _("Other end"), _("Path in records")], rows)


def cost(piece: str) -> str:
    """The cost of a piece or card, as a symbol for each card."""
    return " ".join(
        f"![{vocabulary.WARES[ware]}](picture:icon:{ware})"
        for ware, amount in vocabulary.COSTS[piece].items()
        for _one in range(amount)
    )


def _wares(amounts: Mapping[str, int]) -> str:
    """Resources as symbols and in words."""
    drawn = icon_images(*(ware for ware, amount in amounts.items() for _one in range(amount)))
    return drawn + vocabulary.wares(amounts)


def costs() -> str:
    """A table of everything that can be built or bought."""
    each = {"road": parts.ROADS_EACH, "settlement": parts.SETTLEMENTS_EACH}
    each["city"] = parts.CITIES_EACH
    worth = {"settlement": 1, "city": 2}
    rows = [
        [
            icon_images(piece) + _anchored_name(piece, vocabulary.PIECES[piece]),
            _wares(vocabulary.COSTS[piece]),
            each[piece],
            vocabulary.points(worth[piece]) if piece in worth else DASH,
            str(vocabulary.PIECE_EFFECTS[piece]),
        ]
        for piece in vocabulary.PIECES
    ]
    card = icon_images("card") + capitalize_first(_("development card"))
    rows.append([card, _wares(vocabulary.COSTS["card"])])
    rows[-1] += [DASH, DASH, "[2.4](#2.4)"]
    repair = icon_images("repair") + capitalize_first(_("repairing a road"))
    rows.append([repair, _wares(vocabulary.COSTS["road"])])
    rows[-1] += [DASH, DASH, "[5.9](#5.9)"]
    head = [_("Piece"), _("Cost"), _("For each player"), _("Worth"), _("Effect")]
    return table(head, rows)


def development_cards() -> str:
    """A table of the two development decks with the effects of their cards."""
    head = [_("Card"), *_scenario_columns(_("Cards")), _("Effect")]
    rows = []
    for card in parts.CARDS:
        counts = [parts.DEVELOPMENT[scenario].get(card, 0) for scenario in SCENARIOS]
        effects = [vocabulary.card_effect(card, scenario) for scenario in SCENARIOS]
        used = [effect for effect, n in zip(effects, counts, strict=True) if n]
        name = icon_images(card) + _anchored_name(card, vocabulary.CARDS[card])
        rows.append([name, *(n or DASH for n in counts), _scenario_text(used[0], used[-1])])
    totals = [sum(parts.DEVELOPMENT[scenario].values()) for scenario in SCENARIOS]
    rows.append([_("All cards"), *totals, DASH])
    return table(head, rows)


def special_cards() -> str:
    """A table of the cards that only one player holds."""
    head = [_("Special card"), _("Worth"), _("Holder")]
    worth = vocabulary.points(parts.SPECIAL_CARD_POINTS)
    rows = [
        [
            icon_images(art) + _anchored_name(card, vocabulary.REASONS[card]),
            worth,
            str(vocabulary.SPECIAL_CARDS[card]),
        ]
        for card, art in zip(SPECIAL_CARDS, ("army", "longest", "anchor"), strict=True)
    ]
    return table(head, rows)


def levels() -> str:
    """A table of the wagon levels."""
    head = [
        *(_("Level"), _("Upgrade costs"), _("Movement points"), _("Gold per delivery")),
        *(_("Drives a barbarian off with"), _("Worth")),
    ]
    rows = [
        [
            icon_images("wagon")
            + anchor_markdown(level_anchor(level), _("Level %(n)s") % {"n": level}),
            _wares(vocabulary.WAGON_COSTS.get(level, {})),
            parts.MOVEMENT[level],
            parts.DELIVERY_GOLD[level],
            _join_or_dash(parts.DRIVE_OFF_FACES[level]),
            vocabulary.points(1) if level == parts.TOP_LEVEL else DASH,
        ]
        for level in range(1, parts.TOP_LEVEL + 1)
    ]
    return table(head, rows)


def _join_or_dash(values: Iterable[object]) -> str:
    return join_list(values) or DASH


def goods() -> str:
    """A table of goods with their sources and destinations."""
    head = [_("Good"), _("Loaded at"), _("Delivered to")]
    rows = []
    for number, good in enumerate(parts.GOODS):
        sources = [
            _("%(goal)s (%(n)s tokens)") % {"goal": vocabulary.GROUNDS[goal], "n": stack[good]}
            for goal, stack in zip(parts.GOALS, parts.STACKS, strict=True)
            if good in stack
        ]
        goal = vocabulary.GROUNDS[parts.GOALS[parts.DESTINATION[number]]]
        rows.append(
            [
                icon_images(good) + _anchored_name(good, vocabulary.GOODS[good]),
                _join_or_dash(sources),
                goal,
            ]
        )
    return table(head, rows)


def goal_hexes() -> str:
    """A table of goal hexes with their places and stacks."""
    head = [_("Goal hex"), _("Plaza"), _("Loaded here (tokens)"), _("Delivered here")]
    head.append(_("Inner paths"))
    land = board_of("traders")
    rows = []
    for number, goal in enumerate(parts.GOALS):
        plaza = land.plaza_of[number]
        accepts = [
            vocabulary.GOODS[good]
            for good, target in zip(parts.GOODS, parts.DESTINATION, strict=True)
            if target == number
        ]
        inner = [map_code(land.paths[path]) for _near, path in land.steps[plaza]]
        rows.append(
            [
                _land(goal) + _anchored_name(goal, vocabulary.GROUNDS[goal]),
                map_code(land.spots[plaza]),
                _join_or_dash(
                    f"{vocabulary.GOODS[good]} {n}" for good, n in parts.STACKS[number].items()
                ),
                _join_or_dash(accepts),
                _join_or_dash(inner),
            ]
        )
    return table(head, rows)


def barbarian_starts() -> str:
    """The paths where the barbarians start."""
    land = board_of("traders")
    return _join_or_dash(map_code(land.paths[path]) for path in land.barbarian_starts)


def event_cards() -> str:
    """A table of event cards with their numbers and their effects in both scenarios."""
    head = [_("Event"), _("Numbers"), _("Effect")]
    rows = [
        [
            _anchored_name(event, vocabulary.EVENTS[event]),
            _join_or_dash(_times(numbers)),
            _scenario_text(*(vocabulary.event_effect(event, scenario) for scenario in SCENARIOS)),
        ]
        for event, numbers in parts.EVENT_NUMBERS.items()
    ]
    return table(head, rows)


def _times(numbers: tuple[int, ...]) -> Iterable[str]:
    """Yield numbers; equal ones once, with their count: "8 × 4"."""
    for number in dict.fromkeys(numbers):
        n = numbers.count(number)
        yield f"{number} × {n}" if n > 1 else str(number)


def seat_table() -> str:
    """A table of what depends on the number of players."""
    traders = vocabulary.WORDS["choice:scenario:traders"]
    head = [_("Players"), _("Set-up order"), _("Rolls per turn"), _("Neutrals")]
    head += [_("Trade tokens per player")]
    head += [_("%(what)s: %(scenario)s") % {"what": _("Gold in the bank"), "scenario": traders}]
    rows = []
    for seats in range(2, 5):
        there = [str(seat) for seat in range(1, seats + 1)]
        duel = seats == 2
        rows.append(
            [
                seats,
                DASH.join([*there, *reversed(there)]),
                2 if duel else 1,
                len(parts.NEUTRALS) if duel else DASH,
                parts.TOKENS_START if duel else DASH,
                parts.GOLD_TOTAL - seats * parts.GOLD_START,
            ]
        )
    return table(head, rows)


def targets() -> str:
    """A table of the points needed to win."""
    head = [_("Scenario"), _("Points to win"), _("with the Harbourmaster")]
    rows = [
        [name, parts.TARGET[scenario], parts.TARGET[scenario] + 1]
        for scenario, name in zip(SCENARIOS, _scenarios(), strict=True)
    ]
    return table(head, rows)


def score_table() -> str:
    """A table of everything that is worth points."""
    worth = {"settlements": 1, "cities": 2, "deliveries": 1, "train": 1, "vp_cards": 1}
    where = {"longest_road": (True, False), "deliveries": (False, True), "train": (False, True)}
    head = [_("Source of points"), _("Points"), *_scenarios(), _("Key")]
    rows = [
        [
            capitalize_first(name),
            worth.get(key, parts.SPECIAL_CARD_POINTS),
            *("✓" if yes else DASH for yes in where.get(key, (True, True))),
            f"`{key}`",
        ]
        for key, name in vocabulary.REASONS.items()
    ]
    return table(head, rows)


def example_context(match: rules.Match) -> Iterator[tuple[int, list[str]]]:
    """Yield each seat with the cards in its hand."""
    for number in range(match.seats):
        own = match.view(number)["own"]
        held = [counted_icons(ware, vocabulary.WARES[ware], n) for ware, n in own["hand"].items()]
        for cards in (own["cards"], own["new_cards"]):
            held += [counted_icons(card, vocabulary.CARDS[card], n) for card, n in cards.items()]
        yield number, ["".join(held) or DASH]


CONTEXT = {
    "parts": parts,
    "grain_points": GRAIN_POINTS,
    "retired_tokens": RETIRED_KNIGHT_TOKENS,
    "places": {scenario: board_of(scenario) for scenario in SCENARIOS},
    "neutral_sites": [map_code(site) for site in parts.NEUTRAL_SITES],
    "resources": resources,
    "lands": lands,
    "number_tokens": number_tokens,
    "harbours": harbours,
    "harbour_places": harbour_places,
    "cost": cost,
    "costs": costs,
    "development_cards": development_cards,
    "special_cards": special_cards,
    "levels": levels,
    "goods": goods,
    "goal_hexes": goal_hexes,
    "barbarian_starts": barbarian_starts,
    "event_cards": event_cards,
    "seat_table": seat_table,
    "targets": targets,
    "score_table": score_table,
}


# Drawings: one hex is 80 high, and its centre is at 0,0

HEX = ((0, -40), (35, -20), (35, 20), (0, 40), (-35, 20), (-35, -20))
LINE = 'fill="none" stroke="currentColor" stroke-width="2"'
ROAD = 'fill="none" stroke="currentColor" stroke-width="6" stroke-linecap="round"'
WEAK = 'fill="none" stroke="currentColor" stroke-width="1.5" stroke-dasharray="3 4"'


def _svg(left: int, top: int, width: int, height: int, *drawn: str) -> SafeString:
    box = f"{left} {top} {width} {height}"
    inner = "".join(drawn)
    return mark_safe(  # noqa: S308 - made here
        f'<svg viewBox="{box}" width="{2 * width}" height="{2 * height}" aria-hidden="true">'
        f"{inner}</svg>"
    )


def _hexagon(x: int = 0, y: int = 0, style: str = LINE) -> str:
    corners = " ".join(f"{x + dx},{y + dy}" for dx, dy in HEX)
    return f'<polygon points="{corners}" {style}/>'


def _line(*points: tuple[int, int], style: str = LINE) -> str:
    return f'<polyline points="{" ".join(f"{x},{y}" for x, y in points)}" {style}/>'


def _road(one: tuple[int, int], other: tuple[int, int]) -> str:
    """A road between two intersections, with a gap to the next road."""
    (x1, y1), (x2, y2) = one, other
    dx, dy = (x2 - x1) // 5, (y2 - y1) // 5
    return _line((x1 + dx, y1 + dy), (x2 - dx, y2 - dy), style=ROAD)


def _text(x: int, y: int, text: object, size: int = 9) -> str:
    return (
        f'<text x="{x}" y="{y}" font-size="{size}" text-anchor="middle" fill="currentColor">'
        f"{text}</text>"
    )


def _piece(shape: str, x: int, y: int) -> str:
    return f'<path d="{shape}" transform="translate({x} {y})" fill="currentColor"/>'


def _dot(x: int, y: int, style: str = 'fill="currentColor"') -> str:
    return f'<circle cx="{x}" cy="{y}" r="5" {style}/>'


def draw_grid() -> SafeString:
    """A hex with the coordinates of its corners, sides and centre."""
    corners = ("0,-4", "2,-2", "2,2", "0,4", "-2,2", "-2,-2")
    sides = ("1,-3", "2,0", "1,3", "-1,3", "-2,0", "-1,-3")
    drawn = [_hexagon(), _text(0, 3, "0,0")]
    for (x, y), name in zip(HEX, corners, strict=True):
        drawn += [_dot(x, y), _text(x * 3 // 2, y * 5 // 4 + 3, name)]
    for number, name in enumerate(sides):
        (x1, y1), (x2, y2) = HEX[number], HEX[(number + 1) % len(HEX)]
        drawn.append(_text((x1 + x2) * 3 // 10, (y1 + y2) * 3 // 10 + 3, name, 7))
    return _svg(-66, -58, 132, 116, *drawn)


def draw_pieces() -> SafeString:
    """A road, a settlement and a city."""
    return _svg(
        -50,
        -16,
        100,
        32,
        _road((-48, 0), (-16, 0)),
        _piece(SETTLEMENT_SHAPE, 0, 0),
        _piece(CITY_SHAPE, 32, 2),
    )


def draw_distance() -> SafeString:
    """A settlement, and the adjacent intersections on which nobody may build."""
    crosses = []
    for x, y in ((0, -40), (-35, 20), (-70, -40)):
        crosses += [_line((x - 5, y - 5), (x + 5, y + 5)), _line((x - 5, y + 5), (x + 5, y - 5))]
    away = _line((-35, -20), (-70, -40))
    return _svg(-84, -52, 132, 104, _hexagon(), away, _piece(SETTLEMENT_SHAPE, -35, -20), *crosses)


def draw_trail() -> SafeString:
    """A fork of roads, of which the longer branch counts."""
    trail = ((-70, 20), (-35, 40), (0, 20), (35, 40), (70, 20), (105, 40))
    roads = [*pairwise(trail), ((0, 20), (0, -20))]
    return _svg(-80, -30, 196, 80, *(_road(one, other) for one, other in roads))


def draw_goal() -> SafeString:
    """A goal hex: the plaza, four inner paths, three sides at sea."""
    land = _line(HEX[5], HEX[0], HEX[1], HEX[2])
    sea = _line(HEX[2], HEX[3], HEX[4], HEX[5], style=WEAK)
    lanes = [_line((0, 0), HEX[corner]) for corner in (5, 0, 1, 2)]
    corners = [_dot(*HEX[corner]) for corner in (5, 0, 1, 2)]
    plaza = '<circle r="8" fill="currentColor"/>'
    return _svg(-48, -52, 96, 104, land, sea, *lanes, *corners, plaza)


def draw_land(ground: str) -> SafeString:
    art = static("titles/catan/island.svg")
    return mark_safe(  # noqa: S308 - made here
        f'<svg class="icon ct ct-{ground}" viewBox="-46 -53 92 106" aria-hidden="true">'
        f'<use href="{art}#{ground}"/></svg>'
    )


PICTURES: dict[str, Callable[[], SafeString]] = {
    **{f"land:{ground}": partial(draw_land, ground) for ground in vocabulary.GROUNDS},
    "grid": draw_grid,
    "pieces": draw_pieces,
    "distance": draw_distance,
    "trail": draw_trail,
    "goal": draw_goal,
}

RULES_DATA = RulesData(
    context=CONTEXT,
    anchors=ANCHORS,
    pictures=PICTURES,
    sprite="cards.svg",
    example_context=example_context,
    setup_picture=setup_picture,
)
