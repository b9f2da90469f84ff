"""Names and phrases of Carcassonne: tiles, cells, segments and pieces."""

from __future__ import annotations

from collections.abc import Iterable

from games.boards.translations import join_list as separated
from games.boards.translations import lazy_format
from games.boards.view_models import Text
from games.rules import Place
from portal.performance.byte_lru import MIB, byte_lru_cache, fixed_bytes
from portal.performance.translation_cache import cache_per_language

from ..rules import GAME
from ..rules.cells import NEIGHBOUR_STEPS
from ..rules.components import CITY, FARM, KINDS, LARGE_MEEPLE, MONASTERY, ROAD, VOTES, Segment
from ..rules.scoring import (
    CATHEDRAL_TILE,
    CITY_TILE,
    FARM_CITY_POINTS,
    GOODS_MAJORITY_POINTS,
    INN_TILE,
    MONASTERY_POINTS,
    ROAD_TILE,
    UNFINISHED_TILE,
)
from .translations import gettext as _
from .translations import gettext_lazy, ngettext

PIECES: dict[str, Text] = {
    "meeple": gettext_lazy("follower"),
    "big": gettext_lazy("large follower"),
    "builder": gettext_lazy("builder"),
    "pig": gettext_lazy("pig"),
}

TERRAIN: dict[str, Text] = {
    "monastery": gettext_lazy("monastery"),
    "city": gettext_lazy("city"),
    "road": gettext_lazy("road"),
    "farm": gettext_lazy("farm"),
}

GOODS: dict[str, Text] = {
    "wine": gettext_lazy("wine"),
    "grain": gettext_lazy("grain"),
    "cloth": gettext_lazy("cloth"),
}

MARKS: dict[str, Text] = {
    "pennant": gettext_lazy("pennant"),
    "inn": gettext_lazy("inn"),
    "cathedral": gettext_lazy("cathedral"),
    **GOODS,
}

SIDES: tuple[Text, ...] = (
    gettext_lazy("north"),
    gettext_lazy("east"),
    gettext_lazy("south"),
    gettext_lazy("west"),
)

BANKS: dict[str, Text] = {
    "nnw": gettext_lazy("north edge, left half"),
    "nne": gettext_lazy("north edge, right half"),
    "ene": gettext_lazy("east edge, upper half"),
    "ese": gettext_lazy("east edge, lower half"),
    "sse": gettext_lazy("south edge, right half"),
    "ssw": gettext_lazy("south edge, left half"),
    "wsw": gettext_lazy("west edge, lower half"),
    "wnw": gettext_lazy("west edge, upper half"),
    "c": gettext_lazy("in the middle"),
}

#: What closes the inner end of a road that crosses only one edge.
ENDS: dict[str, Text] = {
    "crossing": gettext_lazy("ends at the crossing"),
    "city": gettext_lazy("ends at the city wall"),
    "monastery": gettext_lazy("ends at the monastery"),
    "stop": gettext_lazy("ends beyond the bridge"),
}

#: Terms by notation word; each has one name, here, in the log and in the rules. Omitted are "place"
#: and "turn" (also verbs for tiles) and the common words "part", "share", "back" and "end".
NAMES: dict[str, Text] = {
    **PIECES,
    **TERRAIN,
    **MARKS,
    "goods": gettext_lazy("goods"),
    "tile": gettext_lazy("tile"),
    "piece": gettext_lazy("piece"),
    "start_tile": gettext_lazy("start tile"),
    "pile": gettext_lazy("pile"),
    "supply": gettext_lazy("supply"),
    "extra": gettext_lazy("extra part"),
    "option:inns": gettext_lazy("Inns & Cathedrals"),
    "option:traders": gettext_lazy("Traders & Builders"),
}

#: The effect of each piece, terrain and mark.
EFFECTS: dict[str, Text] = {
    "meeple": gettext_lazy(
        "It claims a road, city, monastery or farm without followers, and returns "
        "when the feature is finished. On a farm it stays until the end."
    ),
    "big": lazy_format(
        gettext_lazy("It works like a follower but counts as %(n)s. The points are not doubled."),
        n=VOTES[LARGE_MEEPLE],
    ),
    "builder": gettext_lazy(
        "When one of your tiles extends its road or city, you play an extra part. It "
        "must join one of your followers and has no vote."
    ),
    "pig": lazy_format(
        gettext_lazy(
            "If you win its farm, each finished city beside that farm scores "
            "%(more)s points for you instead of %(n)s. It must join one of your "
            "followers and has no vote."
        ),
        n=FARM_CITY_POINTS,
        more=FARM_CITY_POINTS + 1,
    ),
    "city": gettext_lazy("It is surrounded by walls and has no gaps."),
    "road": gettext_lazy("Both ends are closed, or it forms a ring."),
    "monastery": lazy_format(
        gettext_lazy("All %(n)s cells around it hold tiles."), n=len(NEIGHBOUR_STEPS)
    ),
    "farm": gettext_lazy("Never."),
    "pennant": gettext_lazy("It scores like one more tile of its city."),
    "cathedral": lazy_format(
        gettext_lazy(
            "A finished city with a cathedral scores %(n)s points for each tile and "
            "pennant. An unfinished one scores nothing."
        ),
        n=CATHEDRAL_TILE,
    ),
    "inn": lazy_format(
        gettext_lazy(
            "A finished road with an inn scores %(n)s points per tile. An unfinished "
            "one scores nothing."
        ),
        n=INN_TILE,
    ),
    **dict.fromkeys(
        GOODS,
        lazy_format(
            gettext_lazy(
                "The player who finishes the city takes a token of this kind, if the "
                "city scores for anyone. At the end, the most tokens of the kind "
                "score %(n)s points."
            ),
            n=GOODS_MAJORITY_POINTS,
        ),
    ),
}

#: The points of a finished and an unfinished feature.
FINISHED: dict[str, Text] = {
    "city": lazy_format(gettext_lazy("%(n)s points a tile, %(n)s a pennant"), n=CITY_TILE),
    "road": lazy_format(gettext_lazy("%(n)s point a tile"), n=ROAD_TILE),
    "monastery": lazy_format(gettext_lazy("%(n)s points"), n=MONASTERY_POINTS),
    "farm": "–",
}
UNFINISHED: dict[str, Text] = {
    "city": lazy_format(gettext_lazy("%(n)s point a tile, %(n)s a pennant"), n=UNFINISHED_TILE),
    "road": lazy_format(gettext_lazy("%(n)s point a tile"), n=UNFINISHED_TILE),
    "monastery": lazy_format(
        gettext_lazy("%(n)s point, and %(n)s for each tile around it"), n=UNFINISHED_TILE
    ),
    "farm": lazy_format(
        gettext_lazy("%(n)s points for each finished city beside it"), n=FARM_CITY_POINTS
    ),
}

_SMALLEST_CITY = next(one.choices for one in GAME.options if one.key == "two_tile_city")
_TILES = {
    name: sum(kind.count for kind in KINDS.values() if kind.set == name)
    for name in ("inns", "traders")
}

WORDS: dict[str, Text] = {
    "carcassonne": gettext_lazy("Carcassonne"),
    **PIECES,
    **TERRAIN,
    **GOODS,
    "option:hand": gettext_lazy("Tiles in hand"),
    "choice:hand:1": gettext_lazy("One, open"),
    "choice:hand:3": gettext_lazy("Three, hidden"),
    "help:hand": gettext_lazy(
        "One: everyone holds their next tile, visible to all. Three: you choose "
        "among three tiles that the others cannot see."
    ),
    "option:farms": gettext_lazy("Farms"),
    "choice:farms:international": gettext_lazy("Each farm scores"),
    "choice:farms:first": gettext_lazy("Each city scores once"),
    "help:farms": gettext_lazy(
        "Each farm scores for every finished city beside it. Or, as in the first "
        "edition, each city scores once, for the player with the most votes on the "
        "farms around it."
    ),
    "option:two_tile_city": gettext_lazy("City of two tiles"),
    **{
        f"choice:two_tile_city:{points}": lazy_format(gettext_lazy("%(n)s points"), n=points)
        for points in _SMALLEST_CITY
    },
    "help:two_tile_city": lazy_format(
        gettext_lazy("Points for the smallest finished city. The first edition gave %(n)s."),
        n=_SMALLEST_CITY[-1],
    ),
    "option:inns": gettext_lazy("Inns & Cathedrals"),
    "choice:inns:off": gettext_lazy("Without"),
    "choice:inns:tiles": gettext_lazy("Tiles only"),
    "choice:inns:all": gettext_lazy("Tiles and large followers"),
    "help:inns": lazy_format(
        gettext_lazy(
            "%(n)s more tiles. Inns double finished roads, and cathedrals raise "
            "finished cities. Unfinished, both score nothing. Large followers count "
            "as two."
        ),
        n=_TILES["inns"],
    ),
    "option:traders": gettext_lazy("Traders & Builders"),
    "choice:traders:off": gettext_lazy("Without"),
    "choice:traders:tiles": gettext_lazy("Tiles only"),
    "choice:traders:all": gettext_lazy("Tiles, builders and pigs"),
    "help:traders": lazy_format(
        gettext_lazy(
            "%(n)s more tiles, with wine, grain and cloth for the player who "
            "finishes a city. A builder earns second tiles, and a pig makes a farm "
            "richer."
        ),
        n=_TILES["traders"],
    ),
    "roads": gettext_lazy("Roads"),
    "cities": gettext_lazy("Cities"),
    "monasteries": gettext_lazy("Monasteries"),
    "unfinished": gettext_lazy("Unfinished"),
    "farms": gettext_lazy("Farms"),
    "goods": gettext_lazy("Goods"),
    "place": gettext_lazy("place"),
    "verb:place": gettext_lazy("placing a tile"),
    "meadow": TERRAIN["farm"],
    **dict(zip(("north", "east", "south", "west"), SIDES, strict=True)),
}


def points(n: int) -> str:
    return ngettext("%(n)s point", "%(n)s points", n) % {"n": n}


def tiles(n: int) -> str:
    return ngettext("%(n)s tile", "%(n)s tiles", n) % {"n": n}


def join_row(parts: Iterable[object]) -> str:
    """Return words as a list without a conjunction: "north, east, south"."""
    return separated(parts)


def join_lines(parts: Iterable[object]) -> str:
    """Return texts that contain commas as a list with semicolons."""
    return _("; ").join(map(str, parts))


def join_with_and(parts: list[str]) -> str:
    """Return words as a list: "north, east and south"."""
    if len(parts) < 2:
        return "".join(parts)
    return _("%(first)s and %(last)s") % {"first": join_row(parts[:-1]), "last": parts[-1]}


def cell(x: int, y: int) -> str:
    """Return the position of a cell relative to the start tile, in words."""
    ways = []
    if x:
        ways.append((_("%(n)s east") if x > 0 else _("%(n)s west")) % {"n": abs(x)})
    if y:
        ways.append((_("%(n)s north") if y > 0 else _("%(n)s south")) % {"n": abs(y)})
    return join_row(ways) or _("the start tile")


def segment(name: str) -> str:
    """Return a segment of the turned tile in words: `city:n` → "city (north)"."""
    kind, _colon, port = name.partition(":")
    if kind == "monastery":
        return str(TERRAIN["monastery"])
    if kind == "farm":
        return _("farm (%(where)s)") % {"where": BANKS[port]}
    if kind == "city":
        return _("city (%(where)s)") % {"where": SIDES["nesw".index(port)]}
    return _("road (%(where)s)") % {"where": SIDES["nesw".index(port)]}


def reason_value_text(value: str) -> str | None:
    """Return a cell, segment or tile of a refusal reason in words; None for other values."""
    if isinstance(value, Place):
        x, y = map(int, value.split(","))
        return cell(x, y)
    if type(value) is not str:
        return None
    if value in KINDS:
        return _("“%(text)s”") % {"text": tile(value)}
    return segment(value) if ":" in value else None


def tile(id: str, rotation: int = 0) -> str:
    """Return a turned tile in words: "city north and west with pennant, road east and south"."""
    return _tile(id, rotation // 90)


@cache_per_language(byte_lru_cache(MIB // 4, fixed_bytes(400)))
def _tile(id: str, turn: int) -> str:
    parts = [segment_text(one, turn) for one in KINDS[id].segments if one.kind != FARM]
    return join_row(parts)


def segment_text(one: Segment, turn: int) -> str:
    """Return a city, road or monastery of a turned tile: "city north and west with pennant"."""
    text = position_text(one, turn)
    if one.marks:
        text = _("%(what)s with %(marks)s") % {
            "what": text,
            "marks": join_with_and([str(MARKS[mark]) for mark in one.marks]),
        }
    return text


def position_text(one: Segment, turn: int) -> str:
    """Return the same as `segment_text` without the printed marks."""
    if one.kind == MONASTERY:
        return str(TERRAIN["monastery"])
    assert one.kind in (CITY, ROAD)
    sides = sorted((port // 3 + turn) % 4 for port in one.ports)
    where = join_with_and([str(SIDES[side]) for side in sides])
    return (_("city %(where)s") if one.kind == CITY else _("road %(where)s")) % {"where": where}
