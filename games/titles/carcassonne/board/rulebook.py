"""The tables and drawings that fill the rules page of Carcassonne."""

from __future__ import annotations

import functools
import itertools

from django.templatetags.static import static

from games import rules
from games.boards.translations import capitalize_first, join_list
from games.boards.view_models import Text
from games.rulebook import Column, anchor_markdown, component_table, name_column, picture_image
from games.rulebook.component_tables import key_of, or_dash
from games.rulebook.examples import examples
from games.rulebook.rules_data import RulesData
from games.rulebook.setup_picture import SetupPicture

from ..rules import GAME, Carcassonne, autoplay, cells, scoring
from ..rules import components as parts
from ..rules.board import Board
from ..rules.cells import coordinates
from ..rules.components import FARM, KINDS, PIECES, PORTS, TERRAIN, Segment, TileKind, TurnedTile
from ..rules.pieces import GROUNDS
from ..rules.setup import draw_pile, pieces_of_a_seat
from . import vocabulary
from .picture import SIZE, piece_on_board
from .translations import gettext_lazy as _

CHOICES = {option.key: option.choices for option in GAME.options}
WHOLE = {key: choices[-1] for key, choices in CHOICES.items()}
BASIC = dict.fromkeys(WHOLE, "off")
# Widths in pixels: of a tile in a table, of a tile on a board, of a whole board at most.
TILE_WIDTH, BOARD_WIDTH, MAX_WIDE = 64, 72, 640
SMALL_BOARD = 40  # tiles; only a part of a larger board is drawn


# Tables.


def features_text(kind: TileKind) -> str:
    """Return the cities, roads (with their inner ends) and monasteries of a tile in words."""
    found = []
    for one in kind.segments:
        text = vocabulary.segment_text(one, 0) if one.kind != FARM else ""
        if one.end:
            text = str(_("%(road)s (%(end)s)")) % {"road": text, "end": vocabulary.ENDS[one.end]}
        found.append(text)
    return capitalize_first(vocabulary.join_lines(filter(None, found)))


def farms_text(kind: TileKind) -> str:
    farms = [farm_text(kind, one) for one in kind.segments if one.kind == FARM]
    return capitalize_first(" / ".join(farms))


def farm_text(kind: TileKind, one: Segment) -> str:
    """Return where a farm lies, and which cities of the tile it touches."""
    ports = {PORTS[port] for port in one.ports}
    places = []
    for side, (left, right) in enumerate(zip(PORTS[::3], PORTS[2::3], strict=True)):
        if {left, right} <= ports and kind.looks[0].edges[side] == FARM:
            places.append(str(vocabulary.SIDES[side]))
        else:
            places += [str(vocabulary.BANKS[half]) for half in (left, right) if half in ports]
    where = vocabulary.join_lines(places or [vocabulary.BANKS["c"]])
    if not one.cities:
        return where
    cities = (vocabulary.position_text(kind.segments[number], 0) for number in one.cities)
    values = {"where": where, "cities": vocabulary.join_lines(cities)}
    return str(_("%(where)s (beside %(cities)s)")) % values


def grounds_text(piece: str) -> str:
    grounds = GROUNDS.get(PIECES.index(piece), range(len(TERRAIN)))
    return join_list(vocabulary.TERRAIN[TERRAIN[ground]] for ground in grounds)


def owned_text(piece: str) -> str:
    """Return how many of a piece a seat has, and with which option."""
    number = PIECES.index(piece)
    count = str(pieces_of_a_seat(WHOLE)[number])
    if pieces_of_a_seat(BASIC)[number]:
        return count
    option = "traders" if number >= parts.BUILDER else "inns"
    return f"{count} (`{option}=all`)"


def example_tile(name: str) -> str:
    """Return the picture of the plainest tile with this terrain or mark."""
    showing = (
        kind
        for kind in KINDS.values()
        if any(name in (TERRAIN[one.kind], *one.marks) for one in kind.segments)
    )
    plainest = min(showing, key=lambda kind: len({one.kind for one in kind.segments}))
    return f"tile:{plainest.id}"


def mark_count(mark: str) -> int:
    """Return how many marks of a kind are printed on the tiles."""
    return sum(
        kind.count * one.marks.count(mark) for kind in KINDS.values() for one in kind.segments
    )


def tiles_of_set(name: str) -> list[TileKind]:
    return [kind for kind in KINDS.values() if kind.set == name]


def choice_column(heading: Text, key: str) -> Column:
    return Column(heading, lambda options: vocabulary.WORDS[f"choice:{key}:{options[key]}"])


def piece_column(number: int, word: Text) -> Column:
    return Column(lambda: capitalize_first(word), lambda options: pieces_of_a_seat(options)[number])


TABLES = {
    "tiles": component_table(
        tiles_of_set,
        Column(_("Tile"), lambda kind: anchor_markdown(f"tile:{kind.id}", tile_name(kind))),
        Column(_("Drawing"), lambda kind: picture_image(f"tile:{kind.id}", tile_name(kind))),
        Column(_("Count"), "count"),
        Column(_("On the tile"), features_text),
        Column(_("Farms"), farms_text, or_dash),
        Column(
            _("Rotations"),
            lambda kind: " ".join(f"{kind.looks[turn].rotation}°" for turn in kind.turns),
        ),
    ),
    "pieces": component_table(
        PIECES,
        name_column(_("Piece"), vocabulary.PIECES, picture="piece:{}"),
        Column(_("Name in moves"), key_of, "`{}`".format),
        Column(_("Each seat has"), owned_text),
        Column(_("Votes"), parts.VOTES),
        Column(_("Stands on"), grounds_text),
        Column(_("Effect"), vocabulary.EFFECTS),
    ),
    "terrains": component_table(
        ("road", "city", "monastery", "farm"),
        name_column(
            _("Feature"),
            vocabulary.TERRAIN,
            picture=lambda name: "piece:lying" if name == "farm" else example_tile(name),
        ),
        Column(_("Finished when"), vocabulary.EFFECTS),
        Column(_("Finished"), vocabulary.FINISHED),
        Column(_("Unfinished, at the end"), vocabulary.UNFINISHED),
    ),
    "marks": component_table(
        vocabulary.MARKS,
        name_column(
            _("Mark"),
            vocabulary.MARKS,
            icon=lambda name: f"as-{name}" if name in parts.GOODS else "",
            picture=lambda name: "" if name in parts.GOODS else example_tile(name),
        ),
        Column(_("In the whole game"), mark_count),
        Column(_("Effect"), vocabulary.EFFECTS),
    ),
    "set_up": component_table(
        [
            {**WHOLE, "inns": inns, "traders": traders}
            for inns, traders in itertools.product(CHOICES["inns"], CHOICES["traders"])
        ],
        choice_column(_("Inns & Cathedrals"), "inns"),
        choice_column(_("Traders & Builders"), "traders"),
        Column(_("Tiles in the pile"), lambda options: len(draw_pile(options))),
        *itertools.starmap(piece_column, enumerate(vocabulary.PIECES.values())),
    ),
}


def tile_name(kind: TileKind) -> str:
    return str(_("Tile %(id)s")) % {"id": kind.id}


# Drawings.


def use(symbol: str) -> str:
    return f'<use href="{static("titles/carcassonne/tiles.svg")}#{symbol}"/>'


def tile_drawing(id: str) -> str:
    return (
        f'<svg viewBox="0 0 {SIZE} {SIZE}" width="{TILE_WIDTH}" height="{TILE_WIDTH}" '
        f'aria-hidden="true">{use(id)}</svg>'
    )


def figure(kind: str, seat: int, place: str) -> str:
    return f'<g color="var(--seat-{seat})" transform="{place}">{use(f"{kind}-{seat}")}</g>'


def piece_drawing(name: str) -> str:
    kind, lie = ("meeple", " rotate(-90)") if name == "lying" else (name, "")
    drawn = figure(kind, 0, f"translate(20 24){lie}")
    return f'<svg class="icon" viewBox="0 0 40 44" aria-hidden="true">{drawn}</svg>'


def board_before(name: str) -> str:
    """Return the relevant part of the board on which a worked example begins."""
    example = examples(GAME.key)[name]
    record = example.record
    match = rules.replay({**record, "moves": record["moves"][: example.start]})
    assert isinstance(match, Carcassonne)
    board = match.board
    visible = visible_cells(board)
    xs, ys = zip(*map(coordinates, visible), strict=True)
    across, down = max(xs) - min(xs) + 1, max(ys) - min(ys) + 1
    width = min(BOARD_WIDTH * across, MAX_WIDE)
    drawn = [tile_use(cell, board.cells[cell][1]) for cell in visible]
    for one in itertools.chain.from_iterable(board.held.values()):
        piece = piece_on_board(board, one)
        drawn.append(figure(piece.kind, piece.seat, piece.place))
    return (
        f'<svg viewBox="{SIZE * min(xs)} {-SIZE * max(ys)} {SIZE * across} {SIZE * down}" '
        f'width="{width}" height="{width * down // across}" aria-hidden="true">'
        f"{''.join(drawn)}</svg>"
    )


def visible_cells(board: Board) -> list[int]:
    """Return all cells; of a large board only those of features with pieces.

    Cities beside farms with pieces, and cells around monasteries with pieces, are included.
    """
    if len(board.cells) <= SMALL_BOARD:
        return list(board.cells)
    found: set[int] = set()
    for root, (piece, *_more) in board.held.items():
        cities = board.towns(root) if piece.terrain == FARM else ()
        found.update(cell for feature in (root, *cities) for cell in board.feature_cells(feature))
        if piece.terrain == parts.MONASTERY:
            found.update(piece.cell + step for step in cells.NEIGHBOUR_STEPS)
    return [cell for cell in board.cells if cell in found]


def tile_use(cell: int, look: TurnedTile) -> str:
    x, y = coordinates(cell)
    turn = f" rotate({look.rotation} {SIZE // 2} {SIZE // 2})" if look.turn else ""
    place = f"translate({SIZE * x} {-SIZE * y}){turn}"
    return f'<g transform="{place}">{use(look.kind.id)}</g>'


def setup_picture(match: rules.Match) -> SetupPicture:
    """Return the marks: the start tile, the pile, and the pieces of a seat."""
    return SetupPicture(
        places={"start": (0, 0)},
        heaps={
            "pile": ("as-back",),
            "hand": tuple(f"as-{tile}" for tile in match.view(0)["hands"][0]),
            "followers": ("as-meeple-0",),
            "big": ("as-big-0",),
            "builder": ("as-builder-0", "as-pig-0"),
            "goods": tuple(f"as-{good}" for good in parts.GOODS),
        },
        wide=5.0 * SIZE,
    )


RULES_DATA = RulesData(
    modules=(parts, scoring, cells, autoplay),
    context={
        **TABLES,
        "count_of": lambda name: sum(kind.count for kind in tiles_of_set(name)),
        "followers": pieces_of_a_seat(WHOLE)[0],
        "hand": CHOICES["hand"][-1],
        "small_city": CHOICES["two_tile_city"][0],
        "smaller_city": CHOICES["two_tile_city"][1],
        **{good: mark_count(good) for good in parts.GOODS},
    },
    anchors=(
        *(f"tile:{id}" for id in KINDS),
        *PIECES,
        *TERRAIN,
        *vocabulary.MARKS,
        *("place", "none", "pile"),
    ),
    pictures={
        **{f"tile:{id}": functools.partial(tile_drawing, id) for id in KINDS},
        **{f"before:{name}": functools.partial(board_before, name) for name in examples(GAME.key)},
        **{f"piece:{name}": functools.partial(piece_drawing, name) for name in ("lying", *PIECES)},
    },
    sprite="tiles.svg",
    setup_picture=setup_picture,
    setup_options=WHOLE,
)
