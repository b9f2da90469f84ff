"""The position in words and numbers: what the board shows, for people who do not see it."""

from __future__ import annotations

from games.boards.base import Panel, Scene, Term

from . import words
from .picture import Picture, Side, Tile, Token, note
from .seen import pieces_of, tiles_of, view_of
from .wording import gettext as _


def panels(scene: Scene, picture: Picture) -> list[Panel]:
    view = view_of(scene)
    rows = [
        (_("Tiles on the board"), str(len(view["board"]))),
        (Term(_("Tiles in the pile"), note("pile")), str(picture.pile)),
        (_("Newest tile"), words.cell(*view["last"])),
    ]
    if picture.discarded:
        rows.append((_("Fitted nowhere"), words.lines(tile.words for tile in picture.discarded)))
    found = [Panel(_("The match"), rows=rows)]
    if picture.hand:
        found.append(Panel(_("My tiles"), items=[_tile(tile) for tile in picture.hand]))
    for side in picture.sides:
        lines = [(_("Points"), str(side.score))]
        lines += [(_token(token), str(token.n)) for token in (*side.supply, *side.goods)]
        lines.append((_("In hand"), _hand(side)))
        found.append(Panel(side.name, rows=lines, seat=side.seat))
    board = [
        [
            words.cell(x, y),
            Term(words.first_upper(words.tile(id, rotation)), note(f"tile:{id}")),
            _on(scene, x, y),
        ]
        for x, y, id, rotation in sorted(tiles_of(view), key=lambda t: (-t[1], t[0]))
    ]
    found.append(
        Panel(_("Tiles"), head=[_("Cell"), _("Tile"), _("Pieces")], table=board, wide=True)
    )
    return found


def _tile(tile: Tile) -> str:
    return Term(tile.words, tile.note)


def _token(token: Token) -> str:
    return Term(words.first_upper(token.word), token.note)


def _hand(side: Side) -> str:
    """What a seat holds: a single tile leads to its paragraph."""
    if len(side.hand) == 1:
        return _tile(side.hand[0])
    hidden = words.tiles(side.hidden) if side.hidden else "–"
    return words.lines(tile.words for tile in side.hand) or hidden


def _on(scene: Scene, x: int, y: int) -> str:
    return (
        words.lines(
            _("%(name)s: %(piece)s on the %(segment)s")
            % {
                "name": scene.names[seat],
                "piece": words.PIECES[kind],
                "segment": words.segment(name),
            }
            for a, b, name, seat, kind in pieces_of(view_of(scene))
            if (a, b) == (x, y)
        )
        or "–"
    )
