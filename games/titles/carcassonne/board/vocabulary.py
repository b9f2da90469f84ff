"""Names and phrases of Carcassonne: tiles, cells, segments and pieces."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence

from games.boards.translations import capital_texts, join_list, words
from games.boards.view_models import Text
from games.rules import Place
from portal.byte_lru import MIB, byte_lru_cache, fixed_bytes
from portal.translation_cache import cache_per_language

from ..rules import GAME, scoring
from ..rules import components as parts
from ..rules.cells import NEIGHBOUR_STEPS
from .translations import gettext, ngettext_lazy
from .translations import gettext_lazy as _

PIECES: dict[str, Text] = {
    "meeple": _("follower"),
    "big": _("large follower"),
    **words(_("builder"), _("pig")),
}

TERRAIN: dict[str, Text] = words(_("monastery"), _("city"), _("road"), _("farm"))

GOODS: dict[str, Text] = words(_("wine"), _("grain"), _("cloth"))

MARKS: dict[str, Text] = {**words(_("pennant"), _("inn"), _("cathedral")), **GOODS}

SIDES: tuple[Text, ...] = (_("north"), _("east"), _("south"), _("west"))

BANKS: dict[str, Text] = {
    "nnw": _("north edge, left half"),
    "nne": _("north edge, right half"),
    "ene": _("east edge, upper half"),
    "ese": _("east edge, lower half"),
    "sse": _("south edge, right half"),
    "ssw": _("south edge, left half"),
    "wsw": _("west edge, lower half"),
    "wnw": _("west edge, upper half"),
    "c": _("in the middle"),
}

#: What closes the inner end of a road that crosses only one edge.
ENDS: dict[str, Text] = {
    "crossing": _("ends at the crossing"),
    "city": _("ends at the city wall"),
    "monastery": _("ends at the monastery"),
    "stop": _("ends beyond the bridge"),
}

#: Terms by notation word; each has one name, here, in the log and in the rules. Omitted are "place"
#: and "turn" (also verbs for tiles) and the common words "part", "share", "back" and "end".
NAMES: dict[str, Text] = {
    **PIECES,
    **TERRAIN,
    **MARKS,
    **words(_("goods"), _("tile"), _("piece"), _("start tile"), _("pile"), _("supply")),
    "extra": _("extra part"),
    "option:inns": _("Inns & Cathedrals"),
    "option:traders": _("Traders & Builders"),
}

#: Why no piece of a kind can stand on the newest tile.
NO_SPOT: dict[str, Text] = {
    "none_left": _("none left"),
    "no_free": _("no free feature"),
    "no_follower": _("needs one of my followers there"),
}

#: The effect of each piece, terrain and mark.
EFFECTS: dict[str, Text] = {
    "meeple": _(
        "It claims a road, city, monastery or farm without followers, and returns when the "
        "feature is finished. On a farm it stays until the end."
    ),
    "big": _(
        "It works like a follower but counts as %(n)s. The points are not doubled.",
        n=parts.VOTES[parts.LARGE_MEEPLE],
    ),
    "builder": _(
        "When one of your tiles extends its road or city, you play an extra part. It must join "
        "one of your followers and has no vote."
    ),
    "pig": _(
        "If you win its farm, each finished city beside that farm scores %(more)s points for you "
        "instead of %(n)s. It must join one of your followers and has no vote.",
        n=scoring.FARM_CITY_POINTS,
        more=scoring.FARM_CITY_POINTS + 1,
    ),
    "city": _("It is surrounded by walls and has no gaps."),
    "road": _("Both ends are closed, or it forms a ring."),
    "monastery": _("All %(n)s cells around it hold tiles.", n=len(NEIGHBOUR_STEPS)),
    "farm": _("Never."),
    "pennant": _("It scores like one more tile of its city."),
    "cathedral": _(
        "A finished city with a cathedral scores %(n)s points for each tile and pennant. An "
        "unfinished one scores nothing.",
        n=scoring.CATHEDRAL_TILE,
    ),
    "inn": _(
        "A finished road with an inn scores %(n)s points per tile. An unfinished one scores "
        "nothing.",
        n=scoring.INN_TILE,
    ),
    **dict.fromkeys(
        GOODS,
        _(
            "The player who finishes the city takes a token of this kind, if the city scores for "
            "anyone. At the end, the most tokens of the kind score %(n)s points.",
            n=scoring.GOODS_MAJORITY_POINTS,
        ),
    ),
}

#: The points of a finished and an unfinished feature.
FINISHED: dict[str, Text] = {
    "city": _("%(n)s points a tile, %(n)s a pennant", n=scoring.CITY_TILE),
    "road": _("%(n)s point a tile", n=scoring.ROAD_TILE),
    "monastery": _("%(n)s points", n=scoring.MONASTERY_POINTS),
    "farm": "–",
}
UNFINISHED: dict[str, Text] = {
    "city": _("%(n)s point a tile, %(n)s a pennant", n=scoring.UNFINISHED_TILE),
    "road": _("%(n)s point a tile", n=scoring.UNFINISHED_TILE),
    "monastery": _("%(n)s point, and %(n)s for each tile around it", n=scoring.UNFINISHED_TILE),
    "farm": _("%(n)s points for each finished city beside it", n=scoring.FARM_CITY_POINTS),
}

_SMALLEST_CITY = next(one.choices for one in GAME.options if one.key == "two_tile_city")
_TILES = {
    name: sum(kind.count for kind in parts.KINDS.values() if kind.set == name)
    for name in ("inns", "traders")
}

WORDS: dict[str, Text] = {
    "carcassonne": _("Carcassonne"),
    **PIECES,
    **TERRAIN,
    **GOODS,
    "option:hand": _("Tiles in hand"),
    "choice:hand:1": _("One, open"),
    "choice:hand:3": _("Three, hidden"),
    "help:hand": _(
        "One: everyone holds their next tile, visible to all. Three: you choose among three tiles "
        "that the others cannot see."
    ),
    "option:farms": _("Farms"),
    "choice:farms:international": _("Each farm scores"),
    "choice:farms:first": _("Each city scores once"),
    "help:farms": _(
        "Each farm scores for every finished city beside it. Or, as in the first edition, each "
        "city scores once, for the player with the most votes on the farms around it."
    ),
    "option:two_tile_city": _("City of two tiles"),
    **{f"choice:two_tile_city:{points}": _("%(n)s points", n=points) for points in _SMALLEST_CITY},
    "help:two_tile_city": _(
        "Points for the smallest finished city. The first edition gave %(n)s.", n=_SMALLEST_CITY[-1]
    ),
    "option:inns": _("Inns & Cathedrals"),
    "choice:inns:off": _("Without"),
    "choice:inns:tiles": _("Tiles only"),
    "choice:inns:all": _("Tiles and large followers"),
    "help:inns": _(
        "%(n)s more tiles. Inns double finished roads, and cathedrals raise finished cities. "
        "Unfinished, both score nothing. Large followers count as two.",
        n=_TILES["inns"],
    ),
    "option:traders": _("Traders & Builders"),
    "choice:traders:off": _("Without"),
    "choice:traders:tiles": _("Tiles only"),
    "choice:traders:all": _("Tiles, builders and pigs"),
    "help:traders": _(
        "%(n)s more tiles, with wine, grain and cloth for the player who finishes a city. A "
        "builder earns second tiles, and a pig makes a farm richer.",
        n=_TILES["traders"],
    ),
    **words(_("Roads"), _("Cities"), _("Monasteries"), _("Unfinished"), _("Farms"), _("Goods")),
    **words(_("place")),
    "verb:place": _("placing a tile"),
    "meadow": TERRAIN["farm"],
    **dict(zip(("north", "east", "south", "west"), SIDES, strict=True)),
}


#: A segment of a tile, where it lies.
SEGMENT_FORMS: dict[str, Text] = {
    "farm": _("farm (%(where)s)"),
    "city": _("city (%(where)s)"),
    "road": _("road (%(where)s)"),
}

points = ngettext_lazy("%(n)s point", "%(n)s points")
tiles = ngettext_lazy("%(n)s tile", "%(n)s tiles")


def join_lines(texts: Iterable[object]) -> str:
    """Return texts that contain commas as a list with semicolons."""
    return gettext("; ").join(map(str, texts))


def join_with_and(words: Sequence[object]) -> str:
    """Return words as a list: "north, east and south"."""
    if len(words) < 2:
        return "".join(map(str, words))
    return gettext("%(first)s and %(last)s") % {"first": join_list(words[:-1]), "last": words[-1]}


def join_names(names: Sequence[str], seats: Iterable[int]) -> str:
    return join_with_and([names[seat] for seat in seats])


def cell(x: int, y: int) -> str:
    """Return the position of a cell relative to the start tile, in words."""
    ways = []
    if x:
        ways.append((gettext("%(n)s east") if x > 0 else gettext("%(n)s west")) % {"n": abs(x)})
    if y:
        ways.append((gettext("%(n)s north") if y > 0 else gettext("%(n)s south")) % {"n": abs(y)})
    return join_list(ways) or gettext("the start tile")


def segment(name: str) -> str:
    """Return a segment of the turned tile in words: `city:n` → "city (north)"."""
    kind, _colon, port = name.partition(":")
    if kind == "monastery":
        return str(TERRAIN["monastery"])
    where = BANKS[port] if kind == "farm" else SIDES["nesw".index(port)]
    return str(SEGMENT_FORMS[kind]) % {"where": where}


def reason_value_text(value: str) -> str | None:
    """Return a cell, segment or tile of a refusal reason in words; None for other values."""
    if isinstance(value, Place):
        return cell(*map(int, value.split(",")))
    if type(value) is not str:
        return None
    if value in parts.KINDS:
        return gettext("“%(text)s”") % {"text": tile(value)}
    return segment(value) if ":" in value else None


@cache_per_language(byte_lru_cache(MIB // 4, fixed_bytes(400)))
def tile(id: str, rotation: int = 0) -> str:
    """Return a turned tile in words: "city north and west with pennant, road east and south"."""
    return join_list(
        segment_text(one, rotation // 90)
        for one in parts.KINDS[id].segments
        if one.kind != parts.FARM
    )


def segment_text(one: parts.Segment, turn: int) -> str:
    """Return a city, road or monastery of a turned tile: "city north and west with pennant"."""
    text, marks = position_text(one, turn), join_with_and([MARKS[mark] for mark in one.marks])
    return gettext("%(what)s with %(marks)s") % {"what": text, "marks": marks} if marks else text


def position_text(one: parts.Segment, turn: int) -> str:
    """Return the same as `segment_text` without the printed marks."""
    if one.kind == parts.MONASTERY:
        return str(TERRAIN["monastery"])
    assert one.kind in (parts.CITY, parts.ROAD)
    sides = sorted((port // 3 + turn) % 4 for port in one.ports)
    form = gettext("city %(where)s") if one.kind == parts.CITY else gettext("road %(where)s")
    return form % {"where": join_with_and([SIDES[side] for side in sides])}


def terrain_json() -> str:
    """Return the names of the terrains as JSON, for the script."""
    return json.dumps(capital_texts(TERRAIN), ensure_ascii=False)


TEMPLATE_WORDS: dict[str, Mapping[str, Text] | Callable[..., str]] = {
    "cell": cell,
    "join_names": join_names,
    "join_with_and": join_with_and,
    "no_spot": NO_SPOT,
    "points": points,
    "segment": segment,
    "terrain_json": terrain_json,
    "tile": tile,
    "tiles": tiles,
    "turns": {  # in which a tile looks different
        id: " ".join(str(parts.ROTATIONS[turn]) for turn in kind.turns)
        for id, kind in parts.KINDS.items()
    },
}
