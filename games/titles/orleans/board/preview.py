"""What a move changes, before → after, in one line for the turn bar."""

from __future__ import annotations

from collections.abc import Iterator

from games.boards import Scene
from games.boards.translations import BETWEEN, change, line_of

from ..rules import components as parts
from ..rules.board import Board
from ..rules.scoring import worth
from . import gains, scene_access, vocabulary
from .translations import gettext as _
from .translations import ngettext


def line(move: str, scene: Scene) -> str:
    """The line of a legal move of the person who looks; "" where there is nothing to say."""
    if scene.seat is None:
        return ""
    if move == "pass":
        return _passing(scene)
    found = gains.effect(scene, move)
    if found is None:
        return _before_a_draw(move, scene)
    return line_of(changes(*found))


def changes(before: Board, after: Board) -> Iterator[str]:
    """What is different, thing by thing, and the points at the end."""
    was, now = gains.counts(before), gains.counts(after)
    for thing, old, new in zip(gains.THINGS, was, now, strict=True):
        yield change(thing.name, old, new)
    for track, old, new in zip(parts.TRACKS, before.tracks, after.tracks, strict=True):
        yield change(vocabulary.TRACKS[track], old, new)
    one, other = told_product(before), told_product(after)
    if one != other:
        yield f"{one} → {other}"
    gain = sum(worth(after).values()) - sum(worth(before).values())
    if gain:
        yield _("points %(n)s") % {"n": f"{gain:+d}".replace("-", "−")}


def told_product(board: Board) -> str:
    """ "(5 + 2) × 3": stations and citizens by level."""
    level = parts.LEVEL[board.development]
    return f"({board.built} + {board.citizens}) × {level}"


def _passing(scene: Scene) -> str:
    n = len({move.split(" ")[1] for move in scene.legal if move.startswith("act ")})
    if not n:
        return ""
    form = ngettext(
        "%(n)s ready place keeps its followers", "%(n)s ready places keep their followers", n
    )
    return form % {"n": n}


def _before_a_draw(move: str, scene: Scene) -> str:
    """The chances of a draw: of which kinds at least one comes, in percent."""
    verb, *rest = move.split(" ")
    me = scene_access.mine(scene)
    if me is None or not (verb == "draw" or move.startswith("act bathhouse")):
        return ""
    drawn = int(rest[0]) if verb == "draw" else 2
    return BETWEEN.join(f"{vocabulary.TYPES[kind]} {n} %" for kind, n in chances(me["bag"], drawn))


def chances(bag: dict[str, int], drawn: int) -> Iterator[tuple[str, int]]:
    """Kind and percent that so many tiles out of a bag hold at least one of it."""
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
