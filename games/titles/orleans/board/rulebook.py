"""Tables and values for the rules text, made from the components."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

import games.rules as rules
from games.boards.translations import capitalize_first
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
    table,
)
from games.rulebook.component_tables import key_of
from games.rulebook.rules_data import RulesData
from games.rulebook.setup_picture import SetupPicture

from ..rules import components as parts
from ..rules import scoring, tile_actions, town_map
from ..rules import setup as rules_setup
from ..rules.town_map import EDGES, NEAR, TOWN_KEYS, TOWNS, Town
from . import component_data, geography, vocabulary
from .rule_links import track_anchor
from .translations import gettext_lazy as _

PLAYERS = tuple(parts.FOLLOWER_SUPPLY)
COMES_FROM = {
    **dict.fromkeys(("boatman", "craftsman", "trader"), "village"),
    **{kind: place for place, kind in component_data.RECRUITS.items()},
}
BRINGS: dict[str, Text] = {
    "farmer": _("a good"),
    "boatman": _("coins"),
    "craftsman": _("technology"),
    "trader": _("place tile"),
    "knight": _("more followers to draw"),
    "scholar": _("development spaces"),
    "monk": _("nothing, but it can replace almost any other follower"),
}
WORKS: dict[str, Text] = {
    "action": _("when you use it"),
    "tower": _("always; for deeds when you use it"),
    "passive": _("always"),
    "event": _("in the event phase"),
    "final": _("at the end"),
}
FOODS = (*component_data.FOOD, "bread")
LEVELS = dict(parts.LEVEL_FROM)
DEVELOPMENT_SPACES = sorted({*LEVELS, *parts.DEVELOPMENT_COINS, *parts.DEVELOPMENT_CITIZENS})
SECOND = 2  # from this position of the craftsman track, technology may lie on any type of slot
BESIDE = 10  # distance between a thing on the map and its mark


def origin_link(kind: str) -> str:
    return link_markdown(COMES_FROM[kind], vocabulary.PLACES[COMES_FROM[kind]])


def slot_icons(slots: Sequence[str]) -> str:
    """Slots as symbols of their followers and in words."""
    return icon_images(*(slot for slot in slots if slot != "any")) + vocabulary.slots(slots)


def set_name(number: int) -> str:
    return str(_("no. %(n)s", n=number) if number else _("base"))


def tile_count(level: int) -> Callable[[int], int]:
    return lambda number: sum(
        tile.set == number and tile.level == level for tile in parts.PLACE_TILES
    )


def step_column(space: int) -> Column:
    """The bonus of a space of every follower track."""
    return Column(
        _("Space %(n)s", n=space),
        lambda track: (
            component_data.bonus_text(track, space) if space <= component_data.LAST[track] else ""
        ),
    )


def citizens() -> str:
    """A table of the citizens: where they start and who takes them."""
    spaces = vocabulary.join_or_dash(parts.DEVELOPMENT_CITIZENS)
    first = _("the first player to reach the space")
    rows = [
        [_("each deed"), len(parts.DEEDS), _("the player who fills its last slot")],
        [
            _("development track, spaces %(spaces)s", spaces=spaces),
            len(parts.DEVELOPMENT_CITIZENS),
            _("the first player to reach or pass the space"),
        ],
        [_("knight track, space %(n)s", n=parts.KNIGHT_CITIZEN), 1, first],
        [_("boatman track, space %(n)s", n=parts.BOATMAN_CITIZEN), 1, first],
        [_("beside the map"), 1, _("the player alone with the most stations after the last round")],
    ]
    return table([_("Where"), _("Count"), _("Taken by")], rows)


TECHNOLOGY_SOURCE = {
    "first": _("space %(n)s of the craftsman track", n=1),
    "later": _(
        "spaces %(first)s to %(last)s of the craftsman track, laboratory",
        first=SECOND,
        last=component_data.LAST["craftsman"],
    ),
}
TECHNOLOGY_SLOTS = {
    "first": _("on a farmer slot"),
    "later": _(
        "on a farmer slot from space %(first)s of the craftsman track, on "
        "any slot that takes technology from space %(second)s, nowhere before",
        first=SECOND - 1,
        second=SECOND,
    ),
}


def neighbours_text(kind: str, town: Town) -> str:
    near = NEAR[kind][TOWNS.index(town)]
    return vocabulary.join_or_dash(vocabulary.TOWNS[TOWN_KEYS[other]] for other in near)


def goods_spaces(players: int) -> int:
    return sum(mark <= players for edge in EDGES for mark in edge.spaces)


def event_column(letter: str) -> Column:
    return Column(
        _("Letter %(letter)s", letter=letter.upper()),
        lambda event: parts.EVENT_VALUES.get(event, {}).get(letter, ""),
    )


TABLES = {
    "followers": component_table(
        parts.TYPES,
        name_column(_("Follower"), vocabulary.TYPES, icon="{}"),
        Column(_("Comes from"), origin_link),
        Column(_("Effect when gained"), BRINGS),
        *(
            Column(_("Supply, %(n)s players", n=players), parts.FOLLOWER_SUPPLY[players])
            for players in PLAYERS
        ),
        more=lambda: [[_("Total"), "", "", *map(sum, parts.FOLLOWER_SUPPLY.values())]],
    ),
    "own_followers": component_table(
        parts.OWN_TILES,
        name_column(_("Own follower"), vocabulary.OWN, icon="{}"),
        Column(_("Type"), component_data.TYPE_OF, vocabulary.TYPES.__getitem__),
        Column(
            _("Special features"),
            lambda tile: _("on your market at the start; never lost, never sent to a deed"),
        ),
    ),
    "goods": component_table(
        parts.GOOD_WORDS,
        name_column(_("Good"), vocabulary.GOODS, icon="{}"),
        Column(_("Points at the end"), (*parts.GOOD_POINTS, _("your development level"))),
        Column(
            _("At a harvest"),
            lambda good: _("counts as food") if good in FOODS else _("is not food"),
        ),
        Column(
            _("Tiles in the game"), (*parts.GOOD_COUNTS, _("grain made into bread by the bakery"))
        ),
    ),
    "board_places": component_table(
        parts.BOARD_PLACES,
        name_column(_("Place"), vocabulary.PLACES),
        Column(_("Slots"), component_data.SLOTS, slot_icons),
        Column(_("Effect"), vocabulary.EFFECTS),
    ),
    "place_tiles": component_table(
        lambda level: (tile for tile in parts.PLACE_TILES if tile.level == level),
        name_column(_("Place tile"), vocabulary.PLACES),
        Column(
            _("Number"),
            lambda tile: (
                icon_images(f"tile-{tile.level}") + f"{vocabulary.LEVELS[tile.level]} {tile.number}"
            ),
        ),
        Column(_("Set"), "set", set_name),
        Column(_("Slots"), component_data.SLOTS, slot_icons),
        Column(_("When it works"), "kind", WORKS.__getitem__),
        Column(_("Effect"), vocabulary.EFFECTS),
    ),
    "sets": component_table(
        range(6),
        Column(_("Set"), set_name),
        *(Column(heading, tile_count(level)) for level, heading in vocabulary.LEVELS.items()),
    ),
    "tracks": component_table(
        parts.TRACKS,
        name_column(_("Track"), vocabulary.TRACKS, icon="{}", anchor=track_anchor),
        Column(_("Advanced at"), origin_link),
        Column(_("Last space"), parts.TRACK_LAST),
        Column(
            _("Start"),
            lambda track: vocabulary.followers(parts.KNIGHT_DRAWS[0]) if track == "knight" else "",
        ),
        *map(step_column, range(1, max(parts.TRACK_LAST) + 1)),
    ),
    # Only the spaces that show something.
    "development": component_table(
        DEVELOPMENT_SPACES,
        Column(_("Space"), key_of),
        Column(_("Level from here on"), lambda space: LEVELS.get(space, "")),
        Column(_("Coins"), parts.DEVELOPMENT_COINS.get, lambda n: vocabulary.coins(n) if n else ""),
        Column(
            _("Citizens"),
            lambda space: _("a citizen") if space in parts.DEVELOPMENT_CITIZENS else "",
        ),
    ),
    "citizens": citizens,
    "technologies": component_table(
        vocabulary.TECHNOLOGY,
        name_column(_("Technology"), vocabulary.TECHNOLOGY, icon=lambda _key: "gear"),
        Column(_("Comes from"), TECHNOLOGY_SOURCE),
        Column(_("Possible slots"), TECHNOLOGY_SLOTS),
        Column(_("Effect"), lambda _key: _("fills its slot permanently, as a follower would")),
    ),
    "deeds": component_table(
        parts.DEED_ID,
        name_column(_("Deed"), vocabulary.DEEDS),
        Column(_("For each follower"), component_data.deed_gain),
        Column(_("Also, for the last slot"), lambda deed: _("a citizen")),
        Column(_("Total slots"), component_data.DEED_SLOTS, len),
        Column(_("Accepts"), component_data.DEED_SLOTS, slot_icons),
    ),
    "towns": component_table(
        TOWNS,
        name_column(_("Town"), vocabulary.TOWNS),
        Column(_("Roads to"), partial(neighbours_text, "road")),
        Column(_("Waterways to"), partial(neighbours_text, "waterway")),
    ),
    # Edges with a second goods space, and the fewest players that use it.
    "doubled": component_table(
        [edge for edge in EDGES if len(edge.spaces) > 1],
        Column(
            _("Between"),
            "towns",
            lambda towns: " – ".join(str(vocabulary.TOWNS[TOWN_KEYS[town]]) for town in towns),
        ),
        Column(_("By"), "kind", vocabulary.KINDS.__getitem__),
        Column(_("Minimum players"), lambda edge: edge.spaces[1]),
    ),
    "events": component_table(
        parts.EVENTS,
        name_column(_("Event"), vocabulary.EVENTS, icon="{}"),
        Column(_("Effect"), vocabulary.EVENT_EFFECTS),
        *map(event_column, parts.PILES),
    ),
    "hourglass": component_table(
        parts.PILES,
        Column(_("Pile"), str.upper),
        Column(_("Rounds"), parts.PILE_ROUNDS, lambda span: f"{span[0] + 1}–{span[1]}"),
        Column(
            _("Tiles, shuffled"),
            parts.PILES,
            lambda pile: vocabulary.join_or_dash(map(vocabulary.EVENTS.get, pile)),
        ),
    ),
    "setup": comparison_table(
        _("Set-up"),
        {_("%(n)s players", n=players): players for players in PLAYERS},
        Column(_("Neutral followers"), lambda n: sum(parts.FOLLOWER_SUPPLY[n])),
        Column(_("Technology tiles"), parts.TECHNOLOGY_SUPPLY.__getitem__),
        Column(_("Goods removed"), parts.GOODS_REMOVED.__getitem__),
        Column(_("Goods on the map"), goods_spaces),
        Column(
            _("Goods in the supply"),
            lambda n: sum(parts.GOOD_COUNTS) - parts.GOODS_REMOVED[n] - goods_spaces(n),
        ),
    ),
}

ANCHORS = (
    *parts.TILES,
    *parts.GOOD_WORDS,
    *parts.PLACE_KEYS,
    *parts.DEED_ID,
    *map(track_anchor, vocabulary.TRACKS),
    *TOWN_KEYS,
    *parts.EVENTS,
    *vocabulary.TECHNOLOGY,
    *vocabulary.KINDS,
    *vocabulary.VERBS,
    *vocabulary.THINGS,
)


def example_context(match: rules.Match) -> Iterator[tuple[int, list[str]]]:
    """Yield each seat with its market, filled places, goods and coins."""
    for number in range(match.seats):
        seat = match.view(number)["seats"][number]
        placed = {vocabulary.PLACES[place]: tiles for place, tiles in seat["places"].items()}
        lying = [
            str(_("%(place)s: %(text)s", place=capitalize_first(name), text=tile_icons(tiles)))
            for name, tiles in ({vocabulary.THINGS["market"]: seat["market"]} | placed).items()
            if any(tiles)
        ]
        coins = icon_images("coin") + vocabulary.coins(seat["coins"])
        yield number, [*lying, counted_amounts(vocabulary.GOODS, seat["goods"]), coins]


def tile_icons(tiles: Sequence[str | None]) -> str:
    return "".join(
        counted_icons("gear" if tile == "technology" else tile, str(vocabulary.CONTENTS[tile]))
        for tile in tiles
        if tile
    )


def setup_picture(match: rules.Match) -> SetupPicture:
    """The marks: the map with its goods, and what lies beside it."""
    last = {edge.kind: number for number, edge in enumerate(EDGES)}
    places = {
        "merchants": geography.town_point("orleans"),
        **{kind: geography.good_points(last[kind], 1)[0] for kind in ("road", "waterway")},
    }
    return SetupPicture(
        places={name: (x - BESIDE, y - BESIDE) for name, (x, y) in places.items()},
        heaps={
            "event": ("hourglass", match.view(None)["event"]["name"]),
            "own": parts.OWN_TILES,
            "bag": ("bag",),
            "coins": ("coin", "house"),
            "supply": parts.TYPES,
            "goods": parts.GOODS,
            "technology": ("gear",),
            "citizens": ("citizen",),
            "tiles": ("tile-1", "tile-2"),
        },
    )


RULES_DATA = RulesData(
    modules=(parts, tile_actions, scoring, rules_setup, town_map),
    context={
        **TABLES,
        "letters": vocabulary.LETTERS,
        "geography": geography,
        "edge_line": geography.edge_line,
    },
    anchors=ANCHORS,
    sprite="sprite.svg",
    example_context=example_context,
    setup_picture=setup_picture,
)
