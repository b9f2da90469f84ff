"""Tables, values and drawings for the rules text, made from the components."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import games.rules as rules
from games.boards.translations import capitalize_first
from games.rulebook import anchor_markdown, counted_icons, icon_images, table
from games.rulebook.rules_data import RulesData

from ..rules import components as parts
from ..rules import tile_actions as acts
from ..rules.scoring import HARBOR_POINTS
from ..rules.setup import BASIC_TILES
from ..rules.town_map import EDGES, STEPS, TOWNS, Town
from . import component_data, rule_drawings, vocabulary
from .rule_links import track_anchor
from .setup_picture import setup_picture
from .translations import gettext as _

PLAYERS = tuple(parts.FOLLOWER_SUPPLY)
COMES_FROM = {
    "farmer": "farm_house",
    "boatman": "village",
    "craftsman": "village",
    "trader": "village",
    "knight": "castle",
    "scholar": "university",
    "monk": "monastery",
}
VERBS = tuple(vocabulary.VERBS)
SECOND = 2  # from this position of the craftsman track, technology may lie on any type of slot


# followers and goods


def followers() -> str:
    head = [_("Follower"), _("Comes from"), _("Effect when gained")]
    rows = [
        [
            icon_images(kind) + anchor_markdown(kind, capitalize_first(vocabulary.TYPES[kind])),
            _comes_from(kind),
            _brings(kind),
            *(parts.FOLLOWER_SUPPLY[players][number] for players in PLAYERS),
        ]
        for number, kind in enumerate(parts.TYPES)
    ]
    total = [_("Total"), "", "", *(sum(parts.FOLLOWER_SUPPLY[players]) for players in PLAYERS)]
    supplies = [_("Supply, %(n)s players") % {"n": players} for players in PLAYERS]
    return table([*head, *supplies], [*rows, total])


def _comes_from(kind: str) -> str:
    return f"[{vocabulary.PLACES[COMES_FROM[kind]]}](#{COMES_FROM[kind]})"


def _brings(kind: str) -> str:
    return {
        "farmer": _("a good"),
        "boatman": _("coins"),
        "craftsman": _("technology"),
        "trader": _("place tile"),
        "knight": _("more followers to draw"),
        "scholar": _("development spaces"),
        "monk": _("nothing, but it can replace almost any other follower"),
    }[kind]


def _players(n: int) -> str:
    return _("%(n)s players") % {"n": n}


def own_followers() -> str:
    stays = _("on your market at the start; never lost, never sent to a deed")
    rows = [
        [
            icon_images(tile) + anchor_markdown(tile, capitalize_first(vocabulary.OWN[tile])),
            vocabulary.TYPES[component_data.TYPE_OF[tile]],
            stays,
        ]
        for tile in parts.OWN_TILES
    ]
    return table([_("Own follower"), _("Type"), _("Special features")], rows)


def goods() -> str:
    head = [_("Good"), _("Points at the end"), _("At a harvest"), _("Tiles in the game")]
    food, other = _("counts as food"), _("is not food")
    rows: list[list[object]] = [
        [
            icon_images(good) + anchor_markdown(good, capitalize_first(vocabulary.GOODS[good])),
            points,
            food if number in parts.FOOD else other,
            count,
        ]
        for number, (good, points, count) in enumerate(
            zip(parts.GOODS, parts.GOOD_POINTS, parts.GOOD_COUNTS, strict=True)
        )
    ]
    bread = icon_images("bread") + anchor_markdown(
        "bread", capitalize_first(vocabulary.GOODS["bread"])
    )
    made = _("grain made into bread by the bakery")
    return table(head, [*rows, [bread, _("your development level"), food, made]])


# places


def board_places() -> str:
    rows = [
        [
            anchor_markdown(place.key, vocabulary.PLACES[place.key]),
            _slots(place.key),
            vocabulary.EFFECTS[place.key],
        ]
        for place in parts.BOARD_PLACES
    ]
    return table([_("Place"), _("Slots"), _("Effect")], rows)


def _slots(place: str) -> str:
    return _slot_icons(component_data.SLOTS[place])


def _slot_icons(slots: Sequence[str]) -> str:
    """Slots as symbols of their followers and in words."""
    return icon_images(*(slot for slot in slots if slot != "any")) + vocabulary.slots(slots)


def place_tiles(level: int) -> str:
    head = [_("Place tile"), _("Number"), _("Set"), _("Slots"), _("When it works"), _("Effect")]
    rows = [
        [
            anchor_markdown(tile.key, vocabulary.PLACES[tile.key]),
            icon_images(f"tile-{level}") + f"{vocabulary.LEVELS[level]} {tile.number}",
            _("no. %(n)s") % {"n": tile.set} if tile.set else _("base"),
            _slots(tile.key),
            _works_text(tile.kind),
            vocabulary.EFFECTS[tile.key],
        ]
        for tile in parts.PLACE_TILES
        if tile.level == level
    ]
    return table(head, rows)


def _works_text(kind: str) -> str:
    return {
        "action": _("when you use it"),
        "tower": _("always; for deeds when you use it"),
        "passive": _("always"),
        "event": _("in the event phase"),
        "final": _("at the end"),
    }[kind]


def sets() -> str:
    head = [_("Set"), vocabulary.LEVELS[1], vocabulary.LEVELS[2]]
    rows = [
        [_("no. %(n)s") % {"n": number} if number else _("base"), *_counts(number)]
        for number in range(6)
    ]
    return table(head, rows)


def _counts(number: int) -> list[int]:
    return [
        sum(tile.set == number and tile.level == level for tile in parts.PLACE_TILES)
        for level in vocabulary.LEVELS
    ]


# tracks


def tracks() -> str:
    most = max(parts.TRACK_LAST)
    head = [_("Track"), _("Advanced at"), _("Last space"), _("Start")]
    rows = []
    for track, last in zip(parts.TRACKS, parts.TRACK_LAST, strict=True):
        start = vocabulary.followers(parts.KNIGHT_DRAWS[0]) if track == "knight" else ""
        steps = [component_data.bonus_text(track, space, None) for space in range(1, last + 1)]
        blank = [""] * (most - last)
        name = icon_images(track) + anchor_markdown(track_anchor(track), vocabulary.TRACKS[track])
        rows.append([name, _comes_from(track), last, start, *steps, *blank])
    spaces = [_("Space %(n)s") % {"n": space} for space in range(1, most + 1)]
    return table([*head, *spaces], rows)


def development() -> str:
    """A table of the development track, with only the spaces that show something."""
    levels = dict(parts.LEVEL_FROM)
    spaces = sorted({*levels, *parts.DEVELOPMENT_COINS, *parts.DEVELOPMENT_CITIZENS})
    rows = [
        [
            space,
            levels.get(space, ""),
            vocabulary.coins(parts.DEVELOPMENT_COINS[space])
            if space in parts.DEVELOPMENT_COINS
            else "",
            _("a citizen") if space in parts.DEVELOPMENT_CITIZENS else "",
        ]
        for space in spaces
    ]
    return table([_("Space"), _("Level from here on"), _("Coins"), _("Citizens")], rows)


def draws() -> str:
    return vocabulary.join_or_dash(parts.KNIGHT_DRAWS)


def level_spaces() -> str:
    return vocabulary.join_or_dash(space for space, _level in parts.LEVEL_FROM[1:])


def citizen_spaces() -> str:
    return vocabulary.join_or_dash(parts.DEVELOPMENT_CITIZENS)


def citizens() -> str:
    """A table of the citizens: where they start and who takes them."""
    spaces = vocabulary.join_or_dash(parts.DEVELOPMENT_CITIZENS)
    rows = [
        [_("each deed"), len(parts.DEEDS), _("the player who fills its last slot")],
        [
            _("development track, spaces %(spaces)s") % {"spaces": spaces},
            len(parts.DEVELOPMENT_CITIZENS),
            _("the first player to reach or pass the space"),
        ],
        [_("knight track, space %(n)s") % {"n": parts.KNIGHT_CITIZEN}, 1, _first_on_text()],
        [_("boatman track, space %(n)s") % {"n": parts.BOATMAN_CITIZEN}, 1, _first_on_text()],
        [_("beside the map"), 1, _("the player alone with the most stations after the last round")],
    ]
    return table([_("Where"), _("Count"), _("Taken by")], rows)


def _first_on_text() -> str:
    return _("the first player to reach the space")


def technologies() -> str:
    fills = _("fills its slot permanently, as a follower would")
    rows = [
        [
            icon_images("gear")
            + anchor_markdown("first", capitalize_first(vocabulary.TECHNOLOGY["first"])),
            _("space %(n)s of the craftsman track") % {"n": 1},
            _("on a farmer slot"),
            fills,
        ],
        [
            icon_images("gear")
            + anchor_markdown("later", capitalize_first(vocabulary.TECHNOLOGY["later"])),
            _("spaces %(first)s to %(last)s of the craftsman track, laboratory")
            % {"first": SECOND, "last": component_data.LAST["craftsman"]},
            _(
                "on a farmer slot from space %(first)s of the craftsman track, on "
                "any slot that takes technology from space %(second)s, nowhere before"
            )
            % {"first": SECOND - 1, "second": SECOND},
            fills,
        ],
    ]
    head = [_("Technology"), _("Comes from"), _("Possible slots"), _("Effect")]
    return table(head, rows)


# deeds, map, hourglass


def deeds() -> str:
    rows = []
    for deed in parts.DEEDS:
        gain = vocabulary.coins(deed.coins)
        if deed.key == "canalisation":
            gain = _("%(coins)s or %(bonus)s") % {"coins": gain, "bonus": vocabulary.development(1)}
        name = anchor_markdown(deed.key, vocabulary.DEEDS[deed.key])
        takes = _slot_icons(component_data.DEED_SLOTS[deed.key])
        rows.append([name, gain, _("a citizen"), len(deed.slots), takes])
    last = _("Also, for the last slot")
    head = [_("Deed"), _("For each follower"), last, _("Total slots"), _("Accepts")]
    return table(head, rows)


def towns() -> str:
    rows = [
        [
            anchor_markdown(town.key, vocabulary.TOWNS[town.key]),
            *(_neighbours_text(town, kind) for kind in vocabulary.KINDS),
        ]
        for town in TOWNS
    ]
    return table([_("Town"), _("Roads to"), _("Waterways to")], rows)


def _neighbours_text(town: Town, kind: str) -> str:
    steps = STEPS[kind][TOWNS.index(town)]
    return vocabulary.join_or_dash(vocabulary.TOWNS[TOWNS[other].key] for _edge, other in steps)


def second_goods_spaces() -> str:
    """A table of edges with a second goods space, and the fewest players that use it."""
    rows = [
        [
            " – ".join(str(vocabulary.TOWNS[TOWNS[town].key]) for town in edge.towns),
            vocabulary.KINDS[edge.kind],
            edge.spaces[1],
        ]
        for edge in EDGES
        if len(edge.spaces) > 1
    ]
    return table([_("Between"), _("By"), _("Minimum players")], rows)


def goods_spaces(players: int) -> int:
    return sum(mark <= players for edge in EDGES for mark in edge.spaces)


def good_points() -> str:
    """The points of the goods, in their order."""
    return ", ".join(map(str, parts.GOOD_POINTS))


def events() -> str:
    letters = [_("Letter %(letter)s") % {"letter": letter.upper()} for letter in parts.PILES]
    head = [_("Event"), _("Effect"), *letters]
    rows = [
        [
            icon_images(event) + anchor_markdown(event, vocabulary.EVENTS[event]),
            vocabulary.EVENT_EFFECTS[event],
            *(parts.EVENT_VALUES.get(event, {}).get(letter, "") for letter in parts.PILES),
        ]
        for event in parts.EVENTS
    ]
    return table(head, rows)


def hourglass() -> str:
    rows = [
        [
            letter.upper(),
            _rounds(letter),
            vocabulary.join_or_dash(vocabulary.EVENTS[event] for event in pile),
        ]
        for letter, pile in parts.PILES.items()
    ]
    return table([_("Pile"), _("Rounds"), _("Tiles, shuffled")], rows)


def _rounds(letter: str) -> str:
    first, end = parts.PILE_ROUNDS[letter]
    return f"{first + 1}–{end}"


def setup() -> str:
    head = [_("Set-up"), *map(_players, PLAYERS)]
    rows = [
        [_("Neutral followers"), *(sum(parts.FOLLOWER_SUPPLY[n]) for n in PLAYERS)],
        [_("Technology tiles"), *(parts.TECHNOLOGY_SUPPLY[n] for n in PLAYERS)],
        [_("Goods removed"), *(parts.GOODS_REMOVED[n] for n in PLAYERS)],
        [_("Goods on the map"), *map(goods_spaces, PLAYERS)],
        [
            _("Goods in the supply"),
            *(sum(parts.GOOD_COUNTS) - parts.GOODS_REMOVED[n] - goods_spaces(n) for n in PLAYERS),
        ],
    ]
    return table(head, rows)


def anchors() -> Iterator[str]:
    """Yield everything that must have an anchor in the rules text."""
    groups: tuple[Iterable[str], ...] = (
        parts.TILES,
        parts.GOOD_WORDS,
        parts.PLACE_KEYS,
        (deed.key for deed in parts.DEEDS),
        map(track_anchor, vocabulary.TRACKS),
        (town.key for town in TOWNS),
        parts.EVENTS,
        vocabulary.TECHNOLOGY,
        vocabulary.KINDS,
        VERBS,
        vocabulary.THINGS,
    )
    for group in groups:
        yield from group


def example_context(match: rules.Match) -> Iterator[tuple[int, list[str]]]:
    """Yield each seat with its market, filled places, goods and coins."""
    for number in range(match.seats):
        seat = match.view(number)["seats"][number]
        placed = {vocabulary.PLACES[place]: tiles for place, tiles in seat["places"].items()}
        lying = [
            _("%(place)s: %(text)s")
            % {"place": capitalize_first(name), "text": "".join(map(_tile, filter(None, tiles)))}
            for name, tiles in ({vocabulary.THINGS["market"]: seat["market"]} | placed).items()
            if any(tiles)
        ]
        goods = "".join(
            counted_icons(good, vocabulary.GOODS[good], n) for good, n in seat["goods"].items()
        )
        yield number, [*lying, goods, _coins(seat["coins"])]


def _tile(tile: str) -> str:
    return counted_icons("gear" if tile == "technology" else tile, vocabulary.content(tile))


def _coins(n: int) -> str:
    return icon_images("coin") + vocabulary.coins(n)


CONTEXT: dict[str, Any] = {
    "followers": followers,
    "own_followers": own_followers,
    "goods": goods,
    "good_points": good_points,
    "board_places": board_places,
    "place_tiles": place_tiles,
    "sets": sets,
    "tracks": tracks,
    "development": development,
    "citizens": citizens,
    "technologies": technologies,
    "deeds": deeds,
    "towns": towns,
    "doubled": second_goods_spaces,
    "events": events,
    "hourglass": hourglass,
    "setup": setup,
    "rounds": parts.ROUNDS,
    "coins": parts.START_COINS,
    "stations": parts.START_STATIONS,
    "market": parts.MARKET_SIZE,
    "tower": parts.TOWER_SPACES,
    "wide_market": parts.MARKET_SIZE + parts.TOWER_SPACES,
    "fine": parts.HARVEST_FINE,
    "last": parts.LAST_SPACE,
    "census": parts.CENSUS_COINS,
    "basic": BASIC_TILES,
    "good_tiles": sum(parts.GOOD_COUNTS),
    "citizen_count": len(parts.CITIZENS),
    "draws": draws,
    "level_spaces": level_spaces,
    "citizen_spaces": citizen_spaces,
    "knight_citizen": parts.KNIGHT_CITIZEN,
    "boatman_citizen": parts.BOATMAN_CITIZEN,
    "knight_last": component_data.LAST["knight"],
    "types": len(parts.TYPES),
    "own": len(parts.OWN_TILES),
    "event_count": len(parts.EVENTS),
    "letters": len(parts.PILES),
    "least_draws": parts.KNIGHT_DRAWS[0],
    "knight_draws": parts.KNIGHT_DRAWS,
    "scholar_spaces": parts.SCHOLAR_DEVELOPMENT,
    "points_of": dict(zip(parts.GOODS, parts.GOOD_POINTS, strict=True)),
    "event_values": parts.EVENT_VALUES,
    "town_count": len(TOWNS),
    "roads": sum(edge.kind == "road" for edge in EDGES),
    "waterways": sum(edge.kind == "waterway" for edge in EDGES),
    "road_stations": parts.ROAD_STATIONS,
    "pharmacy": acts.PHARMACY_MOST,
    "loaves": acts.LOAVES,
    "bakery": acts.BAKERY_PRICE,
    "quarry": acts.QUARRY_PRICE,
    "quarry_step": acts.QUARRY_STEP,
    "church": acts.CHURCH_PRICE,
    "courthouse": parts.COURTHOUSE_PRICE,
    "workshop": parts.WORKSHOP_PRICE,
    "ballroom": acts.PRICE,
    "townhouse_coins": acts.TOWNHOUSE_COINS,
    "townhouse_spaces": acts.TOWNHOUSE_SPACES,
    "harbor": HARBOR_POINTS,
    "few": min(HARBOR_POINTS),
    "many": max(HARBOR_POINTS),
}

ANCHORS = tuple(anchors())

PICTURES = {
    "ready": rule_drawings.ready,
    "technology": rule_drawings.technology,
    "deed": rule_drawings.deed,
    "development": rule_drawings.development,
    "map": rule_drawings.land,
}

RULES_DATA = RulesData(
    context=CONTEXT,
    anchors=ANCHORS,
    pictures=PICTURES,
    sprite="sprite.svg",
    example_context=example_context,
    setup_picture=setup_picture,
)
