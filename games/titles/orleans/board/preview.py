"""Previews of moves: what a move changes, before → after, in one line for the turn bar."""

from __future__ import annotations

from collections.abc import Iterator

from games.boards import Scene
from games.boards.move_preview import MovePreview, Numbers, PreviewTable
from games.boards.translations import PART_SEPARATOR

from ..rules import components as parts
from ..rules.board import Board
from ..rules.match import OrleansMatch
from ..rules.scoring import points_by_key
from . import component_data, gains, scene_access, vocabulary
from .translations import gettext as _
from .translations import ngettext

Parts = Iterator[str]

THINGS = Numbers(tuple(gains.THINGS.values()), lambda match, seat: gains.counts(match.boards[seat]))
TRACKS = Numbers(tuple(vocabulary.TRACKS[track] for track in parts.TRACKS), "tracks")


class OrleansPreview(MovePreview[OrleansMatch, Board]):
    """A move of the viewer; its own effect is tried without the further course of the round."""


def _board_changes(look: OrleansPreview) -> Parts:
    """The changes of a board by the move itself: the rules may go on with the round."""
    if (found := gains.boards_around_move(look.scene, look.moves[-1])) is None:
        return
    before, after = found
    yield from THINGS.changes(gains.counts(before), gains.counts(after))
    yield from TRACKS.changes(before.tracks, after.tracks)
    one, other = product_text(before), product_text(after)
    if one != other:
        yield f"{one} → {other}"
    gain = sum(points_by_key(after).values()) - sum(points_by_key(before).values())
    if gain:
        yield _("points %(n)s") % {"n": gains.signed_text(gain)}


def product_text(board: Board) -> str:
    """Write stations, citizens and level as "(5 + 2) × 3"."""
    level = parts.LEVEL[board.development]
    return f"({board.station_count} + {board.citizens}) × {level}"


def _ready_places(look: OrleansPreview) -> Parts:
    n = len({move.split(" ")[1] for move in look.scene.legal if move.startswith("act ")})
    if n:
        yield ngettext(
            "%(n)s ready place keeps its followers", "%(n)s ready places keep their followers", n
        ) % {"n": n}


def draw_odds(bag: dict[str, int], drawn: int) -> Iterator[tuple[str, int]]:
    """Yield (type, percent): the chance that so many drawn tiles include this type."""
    total = sum(bag.values())
    for kind in parts.TYPES:
        n = sum(many for tile, many in bag.items() if component_data.TYPE_OF[tile] == kind)
        if n:
            none = 1.0
            for step in range(min(drawn, total)):
                none *= max(0, total - n - step) / (total - step)
            yield kind, round(100 * (1 - none))


_CHANGES = PreviewTable(
    OrleansPreview,
    by_verb={
        **dict.fromkeys(("act", "deed", "feed", "pay", "torture"), (_board_changes,)),
        "pass": (_ready_places,),
    },
)


def preview_text(move: str, scene: Scene) -> str:
    """Return the preview of a legal move of the viewer; "" if there is nothing to say."""
    me = scene_access.own_seat(scene)
    if me is None or not move.startswith(("draw ", "act bathhouse")):
        return _CHANGES(move, scene)
    drawn = int(move.split(" ")[1]) if move.startswith("draw ") else 2
    odds = draw_odds(me["bag"], drawn)
    return PART_SEPARATOR.join(f"{vocabulary.TYPES[kind]} {n} %" for kind, n in odds)
