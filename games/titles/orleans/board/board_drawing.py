"""A seat's own board as a drawing: its market, and its places with their slots."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.utils.safestring import SafeString

from games.boards.base import Scene

from ..rules.view import Seat
from . import moves, printed, seen, svg, words
from .wording import gettext as _

WIDTH = 340
SLOT = 15  # radius of a slot
STEP = 35  # from slot to slot
IN_A_ROW = 3
NAME_SIZE = 15
LINE = 14
SMALL = 12
MARKET_TOP = 24
MARKET_HEIGHT = 66
GAP = 6
ON_SLOTS = ("place", "tech", "settle")


def drawing(scene: Scene, seat: int) -> SafeString:
    """Market above, then place by place; legal moves are hot where one belongs to a spot."""
    board = seen.view(scene)["seats"][seat]
    legal = scene.legal if seat == scene.seat else ()
    parts = list(market(board))
    top = float(MARKET_HEIGHT)
    for key, contents in board["places"].items():
        height, drawn = place(key, contents, top, legal, scene)
        parts.append(drawn)
        top += height + GAP
    return svg.picture(WIDTH, top, "or-board", parts)


def described(board: Seat) -> str:
    """The same in words."""
    lines = [_("Market: %(tiles)s") % {"tiles": words.tiles(board["market"])}]
    for key, contents in board["places"].items():
        lines.append(
            _("%(place)s: %(text)s") % {"place": words.PLACES[key], "text": state(key, contents)}
        )
    return ". ".join(lines) + "."


def state(key: str, contents: Sequence[str | None]) -> str:
    """A place's slots in words."""
    if not contents:
        return _("works without followers")
    told = words.place_slots(contents, printed.SLOTS[key])
    if printed.is_ready(key, list(contents)):
        return _("%(slots)s (ready)") % {"slots": told}
    return told


# market


def market(board: Seat) -> Iterator[SafeString]:
    tiles, size = board["market"], board["market_size"]
    told = {"n": len(tiles), "size": size}
    yield svg.text(6, 15, "or-title", _("Market: %(n)s of %(size)s") % told)
    step = (WIDTH - 2 * SLOT - 4) / 9
    for number in range(max(size, len(tiles))):
        x, y = 2 + SLOT + step * (number % 10), MARKET_TOP + SLOT
        if number < len(tiles):
            yield follower(tiles[number], x, y)
        else:
            yield svg.circle(x, y, SLOT - 2, "or-empty")


def follower(tile: str, x: float, y: float) -> SafeString:
    """A follower; the four that stay with a seat have a ring."""
    kind = printed.TYPE_OF[tile]
    parts = [svg.circle(x, y, SLOT - 1, "or-disc")]
    if tile in words.OWN:
        parts.append(svg.circle(x, y, SLOT - 4, "or-ring"))
    parts.append(svg.text(x, y + 5, "or-letter", words.LETTERS[kind], "middle"))
    return svg.group(f"or-follower or-{kind}", parts)


# places


def place(
    key: str, contents: list[str | None], top: float, legal: Sequence[str], scene: Scene
) -> tuple[float, SafeString]:
    """The height of a place, and its drawing."""
    columns = min(IN_A_ROW, len(contents))
    slots_width = columns * STEP + (8 if columns else 0)
    told = svg.wrapped(str(words.EFFECTS[key]), (WIDTH - 20 - slots_width) / SMALL)
    rows = -(-len(contents) // IN_A_ROW)
    height = max(26 + LINE * len(told) + 4, rows * STEP + 10)
    is_ready = printed.is_ready(key, contents)
    card = [svg.rect(1, top, WIDTH - 2, height, 8, "or-card")]
    card.append(svg.text(10, top + 19, "or-name", words.PLACES[key]))
    if is_ready:
        x = 10 + svg.ems(str(words.PLACES[key])) * NAME_SIZE + 12
        card.append(svg.text(x, top + 19, "or-ready", _("ready")))
    card += [
        svg.text(10, top + 36 + LINE * number, "or-effect", line)
        for number, line in enumerate(told)
    ]
    left = WIDTH - slots_width + SLOT
    middle = top + (height - (rows - 1) * STEP) / 2
    spots = slot_moves(key, contents, legal)
    slots = [
        slot(
            kind,
            tile,
            (left + STEP * (number % IN_A_ROW), middle + STEP * (number // IN_A_ROW)),
            spots.get(number, ""),
            scene,
        )
        for number, (kind, tile) in enumerate(zip(printed.SLOTS[key], contents, strict=True))
    ]
    css = "or-place is-ready" if is_ready else "or-place"
    uses = [move for move in legal if move.startswith(f"act {key} ") or move == f"act {key}"]
    if len(uses) == 1:
        card = [svg.hot(uses[0], moves.label(uses[0], scene), "or-use", card)]
    return height, svg.group(css, [*card, *slots])


def slot_moves(key: str, contents: list[str | None], legal: Sequence[str]) -> dict[int, str]:
    """Slot number → the one move that belongs to it."""
    found: dict[tuple[str | None, str], list[str]] = {}
    for move in legal:
        verb, *arguments = move.split(" ")
        if verb in ON_SLOTS and arguments[-2:-1] == [key]:
            found.setdefault((None, arguments[-1]), []).append(move)
        elif verb == "recall" and arguments[1] == key:
            found.setdefault((arguments[0], arguments[2]), []).append(move)
    spots: dict[int, str] = {}
    for number, (kind, tile) in enumerate(zip(printed.SLOTS[key], contents, strict=True)):
        offered = found.get((tile, kind), [])
        if len(offered) == 1 and offered[0] not in spots.values():
            spots[number] = offered[0]
    return spots


def slot(
    kind: str, tile: str | None, at: tuple[float, float], move: str, scene: Scene
) -> SafeString:
    """A slot with what lies on it; its outline has the colour of whom it wants."""
    x, y = at
    parts = [svg.circle(x, y, SLOT, "or-slot is-filled" if tile else "or-slot")]
    if tile is None:
        parts.append(svg.text(x, y + 5, "or-wanted", words.LETTERS[kind], "middle"))
    elif tile == "technology":
        parts.append(svg.gear(x, y, SLOT - 2, "or-gear"))
    else:
        parts.append(follower(tile, x, y))
    if move:
        return svg.hot(move, moves.label(move, scene), f"or-at or-{kind}", parts)
    return svg.group(f"or-at or-{kind}", parts)
