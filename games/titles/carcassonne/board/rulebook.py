"""The tables and drawings that fill the rules page of Carcassonne."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable

from django.templatetags.static import static

from games import rules
from games.boards.translations import capitalize_first
from games.rulebook import anchor_markdown, icon_images, table
from games.rulebook.examples import examples
from games.rulebook.rules_data import RulesData

from ..rules import GAME, Carcassonne
from ..rules.autoplay import RESERVE
from ..rules.board import Board, Piece
from ..rules.cells import NEIGHBOUR_STEPS, coordinates
from ..rules.components import (
    BUILDER,
    FARM,
    GOODS,
    KINDS,
    LARGE_MEEPLE,
    MONASTERY,
    PIECES,
    PORTS,
    START,
    TERRAIN,
    VOTES,
    Segment,
    TileKind,
    TurnedTile,
)
from ..rules.pieces import GROUNDS
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
from ..rules.setup import draw_pile, pieces_of_a_seat
from . import vocabulary
from .picture import SPRITE as SHEET
from .piece_spots import piece_position
from .setup_picture import setup_picture
from .tiles import SIZE
from .translations import gettext as _

WHOLE = {option.key: option.choices[-1] for option in GAME.options}
# Widths in pixels: of a tile in a table, of a tile on a board, of a whole board at most.
TILE_WIDTH, BOARD_WIDTH, MAX_WIDE = 64, 72, 640
SMALL_BOARD = 40  # tiles; only a part of a larger board is drawn


# Tables.


def tiles(name: str) -> str:
    """Return the kinds of tiles of a set: drawing, count, segments, rotations."""
    head = [_("Tile"), _("Drawing"), _("Count"), _("On the tile"), _("Farms"), _("Rotations")]
    return table(head, [tile_row(kind) for kind in KINDS.values() if kind.set == name])


def tile_row(kind: TileKind) -> list[object]:
    name = _("Tile %(id)s") % {"id": kind.id}
    features = [feature_text(one) for one in kind.segments if one.kind != FARM]
    farms = [farm(kind, one) for one in kind.segments if one.kind == FARM]
    return [
        anchor_markdown(f"tile:{kind.id}", name),
        f"![{name}](picture:tile:{kind.id})",
        kind.count,
        capitalize_first(vocabulary.join_lines(features)),
        capitalize_first(" / ".join(farms)) or "–",
        " ".join(f"{kind.looks[turn].rotation}°" for turn in kind.turns),
    ]


def feature_text(one: Segment) -> str:
    """Return a city, road or monastery in words, with the inner end of a road."""
    text = vocabulary.segment_text(one, 0)
    if one.end:
        text = _("%(road)s (%(end)s)") % {"road": text, "end": vocabulary.ENDS[one.end]}
    return text


def farm(kind: TileKind, one: Segment) -> str:
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
    cities = [vocabulary.position_text(kind.segments[number], 0) for number in one.cities]
    return _("%(where)s (beside %(cities)s)") % {
        "where": where,
        "cities": vocabulary.join_lines(cities),
    }


def pieces() -> str:
    """Return the pieces: number, votes, terrain, effect."""
    head = [
        _("Piece"),
        _("Name in moves"),
        _("Each seat has"),
        _("Votes"),
        _("Stands on"),
        _("Effect"),
    ]
    owned = pieces_of_a_seat(WHOLE)
    rows = []
    for number, name in enumerate(PIECES):
        grounds = GROUNDS.get(number, range(len(TERRAIN)))
        rows.append(
            [
                f"![](picture:piece:{name}) "
                + anchor_markdown(name, capitalize_first(vocabulary.PIECES[name])),
                f"`{name}`",
                owned_text(number, owned[number]),
                VOTES[number],
                vocabulary.join_row(vocabulary.TERRAIN[TERRAIN[ground]] for ground in grounds),
                vocabulary.EFFECTS[name],
            ]
        )
    return table(head, rows)


def owned_text(piece: int, number: int) -> str:
    """Return how many of a piece a seat has, and with which option."""
    if pieces_of_a_seat(dict.fromkeys(WHOLE, "off"))[piece]:
        return str(number)
    option = "traders" if piece >= BUILDER else "inns"
    return f"{number} (`{option}=all`)"


def terrains() -> str:
    """Return the terrains of followers: when a feature is complete, and its points."""
    head = [_("Feature"), _("Finished when"), _("Finished"), _("Unfinished, at the end")]
    order = {name: example_tile(name) for name in ("road", "city", "monastery")}
    order["farm"] = "![](picture:piece:lying) "
    return table(
        head,
        [
            [
                drawn + anchor_markdown(name, capitalize_first(vocabulary.TERRAIN[name])),
                vocabulary.EFFECTS[name],
                vocabulary.FINISHED[name],
                vocabulary.UNFINISHED[name],
            ]
            for name, drawn in order.items()
        ],
    )


def example_tile(name: str) -> str:
    """Return the plainest tile with this terrain or mark, to go before its name."""
    showing = (
        kind
        for kind in KINDS.values()
        if any(name in (TERRAIN[one.kind], *one.marks) for one in kind.segments)
    )
    plainest = min(showing, key=lambda kind: len({one.kind for one in kind.segments}))
    return f"![](picture:tile:{plainest.id}) "


def marks() -> str:
    """Return the marks on roads and cities: number and effect."""
    head = [_("Mark"), _("In the whole game"), _("Effect")]
    return table(
        head,
        [
            [
                (icon_images(f"as-{name}") if name in GOODS else example_tile(name))
                + anchor_markdown(name, capitalize_first(word)),
                mark_count(name),
                vocabulary.EFFECTS[name],
            ]
            for name, word in vocabulary.MARKS.items()
        ],
    )


def mark_count(mark: str) -> int:
    """Return how many marks of a kind are printed on the tiles."""
    return sum(
        kind.count * one.marks.count(mark) for kind in KINDS.values() for one in kind.segments
    )


def set_up() -> str:
    """Return the tiles in the pile and the pieces of a seat, by the expansions in play."""
    head = [_("Inns & Cathedrals"), _("Traders & Builders"), _("Tiles in the pile")]
    head += [capitalize_first(word) for word in vocabulary.PIECES.values()]
    rows = []
    for inns in option_choices("inns"):
        for traders in option_choices("traders"):
            options = {**WHOLE, "inns": inns, "traders": traders}
            rows.append(
                [
                    vocabulary.WORDS[f"choice:inns:{inns}"],
                    vocabulary.WORDS[f"choice:traders:{traders}"],
                    len(draw_pile(options)),
                    *pieces_of_a_seat(options),
                ]
            )
    return table(head, rows)


def option_choices(key: str) -> Iterable[str]:
    return next(option.choices for option in GAME.options if option.key == key)


def set_tile_count(name: str) -> int:
    """Return how many tiles a set has."""
    return sum(kind.count for kind in KINDS.values() if kind.set == name)


# Drawings.


def tile_drawing(id: str) -> str:
    return (
        f'<svg viewBox="0 0 {SIZE} {SIZE}" width="{TILE_WIDTH}" height="{TILE_WIDTH}" '
        f'aria-hidden="true"><use href="{static(SHEET)}#{id}"/></svg>'
    )


FIGURES = {
    "meeple": ("meeple", 0),
    "lying": ("meeple", -90),
    "big": ("big", 0),
    "builder": ("builder", 0),
    "pig": ("pig", 0),
}


def piece_drawing(name: str) -> str:
    kind, turn = FIGURES[name]
    return (
        f'<svg class="icon" viewBox="0 0 40 44" aria-hidden="true">'
        f"{figure(kind, 0, 20, 24, turn)}</svg>"
    )


def figures_drawing() -> str:
    """Return a follower standing and lying, the large one, the builder and the pig."""
    inner = "".join(
        figure(kind, 0, 20 + 40 * number, 24, turn)
        for number, (kind, turn) in enumerate(FIGURES.values())
    )
    return f'<svg viewBox="0 0 200 44" width="300" height="66" aria-hidden="true">{inner}</svg>'


def figure(kind: str, seat: int, x: float, y: float, turn: int = 0) -> str:
    lie = f" rotate({turn})" if turn else ""
    return (
        f'<g color="var(--seat-{seat})" transform="translate({x:g} {y:g}){lie}">'
        f'<use href="{static(SHEET)}#{kind}-{seat}"/></g>'
    )


def ports_drawing() -> str:
    """Return the start tile with the names of its ports around it."""
    labels = []
    for number, port in enumerate(PORTS):
        side, along = divmod(number, 3)
        x, y = (17 + 33 * along, -6) if side == 0 else (110, 20 + 33 * along)
        if side == 2:
            x, y = 83 - 33 * along, 112
        elif side == 3:
            x, y = -12, 86 - 33 * along
        labels.append(
            f'<text x="{x}" y="{y}" font-size="9" text-anchor="middle" fill="currentColor">'
            f"{port}</text>"
        )
    return (
        f'<svg viewBox="-26 -18 152 138" width="228" height="207" aria-hidden="true">'
        f'<use href="{static(SHEET)}#{START}"/>{"".join(labels)}</svg>'
    )


def board_before(name: str) -> str:
    """Return the relevant part of the board on which a worked example begins."""
    example = examples(GAME.key)[name]
    record = example.record
    match = rules.replay({**record, "moves": record["moves"][: example.start]})
    assert isinstance(match, Carcassonne)
    return board_drawing(match.board)


def board_drawing(board: Board) -> str:
    cells = visible_cells(board)
    xs, ys = zip(*map(coordinates, cells), strict=True)
    across, down = max(xs) - min(xs) + 1, max(ys) - min(ys) + 1
    width = min(BOARD_WIDTH * across, MAX_WIDE)
    drawn = [tile_use(cell, board.cells[cell][1]) for cell in cells]
    drawn += [piece_use(piece, board) for held in board.held.values() for piece in held]
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
        if piece.terrain == MONASTERY:
            found.update(piece.cell + step for step in NEIGHBOUR_STEPS)
    return [cell for cell in board.cells if cell in found]


def tile_use(cell: int, look: TurnedTile) -> str:
    x, y = coordinates(cell)
    turn = f" rotate({look.rotation} {SIZE // 2} {SIZE // 2})" if look.turn else ""
    return (
        f'<g transform="translate({SIZE * x} {-SIZE * y}){turn}">'
        f'<use href="{static(SHEET)}#{look.kind.id}"/></g>'
    )


def piece_use(piece: Piece, board: Board) -> str:
    first, look = board.cells[piece.cell]
    x, y = coordinates(piece.cell)
    dx, dy = piece_position(look.kind.id, look.rotation, piece.node - first)
    lies = piece.terrain == FARM and VOTES[piece.kind]
    return figure(PIECES[piece.kind], piece.seat, SIZE * x + dx, -SIZE * y + dy, -90 if lies else 0)


SMALL_CITY, SMALLER_CITY = option_choices("two_tile_city")

CONTEXT = {
    "tiles": tiles,
    "count_of": set_tile_count,
    "pieces": pieces,
    "terrains": terrains,
    "marks": marks,
    "set_up": set_up,
    "followers": pieces_of_a_seat(WHOLE)[0],
    "start_tiles": KINDS[START].count,
    "big_votes": VOTES[LARGE_MEEPLE],
    "around": len(NEIGHBOUR_STEPS),
    "road_tile": ROAD_TILE,
    "inn_tile": INN_TILE,
    "city_tile": CITY_TILE,
    "cathedral_tile": CATHEDRAL_TILE,
    "unfinished_tile": UNFINISHED_TILE,
    "small_city": SMALL_CITY,
    "smaller_city": SMALLER_CITY,
    "monastery_points": MONASTERY_POINTS,
    "farm_points": FARM_CITY_POINTS,
    "pig_points": FARM_CITY_POINTS + 1,
    "goods_points": GOODS_MAJORITY_POINTS,
    "reserve": RESERVE,
    **{good: mark_count(good) for good in GOODS},
}

ANCHORS = (
    *(f"tile:{id}" for id in KINDS),
    *PIECES,
    *TERRAIN,
    *vocabulary.MARKS,
    "place",
    "none",
    "pile",
)

PICTURES: dict[str, Callable[[], str]] = {
    **{f"tile:{id}": functools.partial(tile_drawing, id) for id in KINDS},
    **{f"before:{name}": functools.partial(board_before, name) for name in examples(GAME.key)},
    **{f"piece:{name}": functools.partial(piece_drawing, name) for name in FIGURES},
    "figures": figures_drawing,
    "ports": ports_drawing,
}

RULES_DATA = RulesData(
    context=CONTEXT,
    anchors=ANCHORS,
    pictures=PICTURES,
    sprite="tiles.svg",
    setup_picture=setup_picture,
    setup_options=WHOLE,
)
