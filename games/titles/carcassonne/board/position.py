"""The position in words and numbers, for people who do not see the board."""

from __future__ import annotations

from games.boards.base import Scene
from games.boards.translations import capitalize_first
from games.boards.view_models import Panel, RuleLink

from . import vocabulary
from .rule_links import carcassonne_rules_url
from .scene_access import goods, open_hand, pieces_of, supply, tiles_of, view_of
from .translations import gettext as _


def panels(scene: Scene) -> list[Panel]:
    view, me = view_of(scene), scene.seat
    rows = [
        (_("Tiles on the board"), str(len(view["board"]))),
        (RuleLink(_("Tiles in the pile"), carcassonne_rules_url("pile")), str(view["pile"])),
        (_("Last tile placed"), vocabulary.cell(*view["last"])),
    ]
    if view["discarded"]:
        rows.append(
            (_("Discarded tiles"), vocabulary.join_lines(map(vocabulary.tile, view["discarded"])))
        )
    found = [Panel(_("The match"), rows=rows)]
    if me is not None and open_hand(view, me):
        items: list[str] = [_tile(id) for id in open_hand(view, me)]
        found.append(Panel(_("My tiles"), items=items))
    found += [_seat(scene, seat) for seat in range(len(scene.names))]
    standing: dict[tuple[int, int], list[str]] = {}
    for x, y, name, seat, kind in pieces_of(view):
        standing.setdefault((x, y), []).append(_piece(scene.names[seat], kind, name))
    board = [
        [
            vocabulary.cell(x, y),
            RuleLink(
                capitalize_first(vocabulary.tile(id, rotation)), carcassonne_rules_url(f"tile:{id}")
            ),
            vocabulary.join_lines(standing.get((x, y), ())) or "–",
        ]
        for x, y, id, rotation in sorted(tiles_of(view), key=lambda t: (-t[1], t[0]))
    ]
    found.append(
        Panel(_("Tiles"), head=[_("Cell"), _("Tile"), _("Pieces")], table=board, wide=True)
    )
    return found


def _seat(scene: Scene, seat: int) -> Panel:
    view = view_of(scene)
    tokens = [(kind, vocabulary.PIECES[kind], n) for kind, n in supply(view, seat, scene.options)]
    tokens += [(good, vocabulary.GOODS[good], n) for good, n in goods(view, seat, scene.options)]
    lines = [(_("Points"), str(sum(view["worth"][seat].values())))]
    lines += [
        (RuleLink(capitalize_first(word), carcassonne_rules_url(key)), str(n))
        for key, word, n in tokens
    ]
    lines.append((_("In hand"), _hand(view["hands"][seat])))
    return Panel(scene.names[seat], rows=lines, seat=seat)


def _tile(id: str) -> RuleLink:
    return RuleLink(vocabulary.tile(id), carcassonne_rules_url(f"tile:{id}"))


def _hand(hand: list[str] | int) -> str:
    """The tiles in a hand; a single tile links to its section of the rules page."""
    if isinstance(hand, int):
        return vocabulary.tiles(hand) if hand else "–"
    if len(hand) == 1:
        return _tile(hand[0])
    return vocabulary.join_lines(map(vocabulary.tile, hand)) or "–"


def _piece(owner: str, kind: str, segment: str) -> str:
    return _("%(name)s: %(piece)s on the %(segment)s") % {
        "name": owner,
        "piece": vocabulary.PIECES[kind],
        "segment": vocabulary.segment(segment),
    }
