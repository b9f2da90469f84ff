"""The position in words and numbers, for people who do not see the board."""

from __future__ import annotations

from collections.abc import Iterable

from games.boards.base import Scene
from games.boards.cached_urls import rules_url
from games.boards.translations import capitalize_first
from games.boards.view_models import Panel, RuleLink

from ..rules import GAME
from . import vocabulary
from .scene_access import goods, open_hand, pieces_of, supply, tiles_of, view_of
from .translations import gettext as _


def _term(anchor: str, text: object) -> RuleLink:
    """A name that links to its paragraph of the rules."""
    return RuleLink(text, rules_url(GAME.key, anchor))


def panels(scene: Scene) -> list[Panel]:
    view = view_of(scene)
    rows = [
        (_("Tiles on the board"), str(len(view["board"]))),
        (_term("pile", _("Tiles in the pile")), str(view["pile"])),
        (_("Last tile placed"), vocabulary.cell(*view["last"])),
    ]
    if view["discarded"]:
        rows.append((_("Discarded tiles"), _tiles(view["discarded"])))
    found = [Panel(_("The match"), rows=rows)]
    if scene.seat is not None and (hand := open_hand(view, scene.seat)):
        found.append(Panel(_("My tiles"), items=[*map(_tile, hand)]))
    found += [_seat(scene, seat) for seat in range(len(scene.names))]
    standing: dict[tuple[int, int], list[str]] = {}
    form = _("%(name)s: %(piece)s on the %(segment)s")
    for x, y, name, seat, kind in pieces_of(view):
        values = {"name": scene.names[seat], "piece": vocabulary.PIECES[kind]}
        standing.setdefault((x, y), []).append(
            form % {**values, "segment": vocabulary.segment(name)}
        )
    board = [
        [
            vocabulary.cell(x, y),
            _term(f"tile:{id}", capitalize_first(vocabulary.tile(id, rotation))),
            vocabulary.join_lines(standing.get((x, y), ())) or "–",
        ]
        for x, y, id, rotation in sorted(tiles_of(view), key=lambda t: (-t[1], t[0]))
    ]
    head = [_("Cell"), _("Tile"), _("Pieces")]
    return [*found, Panel(_("Tiles"), head=head, table=board, wide=True)]


def _seat(scene: Scene, seat: int) -> Panel:
    view = view_of(scene)
    tokens = [*supply(view, seat, scene.options), *goods(view, seat, scene.options)]
    rows = [
        (_("Points"), str(sum(view["worth"][seat].values()))),
        *((_term(key, capitalize_first(vocabulary.NAMES[key])), str(n)) for key, n in tokens),
        (_("In hand"), _hand(view["hands"][seat])),
    ]
    return Panel(scene.names[seat], rows=rows, seat=seat)


def _tile(id: str) -> RuleLink:
    return _term(f"tile:{id}", vocabulary.tile(id))


def _tiles(ids: Iterable[str]) -> str:
    return vocabulary.join_lines(map(vocabulary.tile, ids))


def _hand(hand: list[str] | int) -> str:
    """The tiles in a hand; a single tile links to its section of the rules page."""
    if isinstance(hand, int):
        return vocabulary.tiles(hand) if hand else "–"
    return _tile(hand[0]) if len(hand) == 1 else _tiles(hand) or "–"
