"""Previews of moves: what a move changes, before → after, in one line for the turn bar."""

from __future__ import annotations

from collections.abc import Iterator

from games.boards import Scene
from games.boards.translations import PART_SEPARATOR, change_text, join_parts

from ..rules import components as parts
from ..rules.board import Board
from ..rules.scoring import points_by_key
from . import gains, scene_access, vocabulary
from .translations import gettext as _
from .translations import ngettext


def preview_text(move: str, scene: Scene) -> str:
    """Return the preview of a legal move of the viewer; "" if there is nothing to say."""
    if scene.seat is None:
        return ""
    if move == "pass":
        return _pass_text(scene)
    found = gains.boards_around_move(scene, move)
    if found is None:
        return _draw_odds_text(move, scene)
    return join_parts(changes(*found))


def changes(before: Board, after: Board) -> Iterator[str]:
    """Yield the changes of a board, and the change of its points."""
    was, now = gains.counts(before), gains.counts(after)
    for thing, old, new in zip(gains.THINGS, was, now, strict=True):
        yield change_text(thing.name, old, new)
    for track, old, new in zip(parts.TRACKS, before.tracks, after.tracks, strict=True):
        yield change_text(vocabulary.TRACKS[track], old, new)
    one, other = product_text(before), product_text(after)
    if one != other:
        yield f"{one} → {other}"
    gain = sum(points_by_key(after).values()) - sum(points_by_key(before).values())
    if gain:
        yield _("points %(n)s") % {"n": f"{gain:+d}".replace("-", "−")}


def product_text(board: Board) -> str:
    """Write stations, citizens and level as "(5 + 2) × 3"."""
    level = parts.LEVEL[board.development]
    return f"({board.station_count} + {board.citizens}) × {level}"


def _pass_text(scene: Scene) -> str:
    n = len({move.split(" ")[1] for move in scene.legal if move.startswith("act ")})
    if not n:
        return ""
    form = ngettext(
        "%(n)s ready place keeps its followers", "%(n)s ready places keep their followers", n
    )
    return form % {"n": n}


def _draw_odds_text(move: str, scene: Scene) -> str:
    """The chance in percent that a draw brings at least one follower, for each type."""
    verb, *rest = move.split(" ")
    me = scene_access.own_seat(scene)
    if me is None or not (verb == "draw" or move.startswith("act bathhouse")):
        return ""
    drawn = int(rest[0]) if verb == "draw" else 2
    return PART_SEPARATOR.join(
        f"{vocabulary.TYPES[kind]} {n} %" for kind, n in draw_odds(me["bag"], drawn)
    )


def draw_odds(bag: dict[str, int], drawn: int) -> Iterator[tuple[str, int]]:
    """Yield (type, percent): the chance that so many drawn tiles include this type."""
    total = sum(bag.values())
    drawn = min(drawn, total)
    for number, kind in enumerate(parts.TYPES):
        tiles = [word for word, one in parts.TILE_ID.items() if parts.TYPE_OF[one] == number]
        n = sum(bag[word] for word in tiles)
        if n:
            none = 1.0
            for step in range(drawn):
                none *= max(0, total - n - step) / (total - step)
            yield kind, round(100 * (1 - none))
