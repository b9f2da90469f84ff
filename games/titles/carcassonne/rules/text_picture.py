"""A match as text, for `print(match)`: the board as a grid, then one line per seat.

The text shows the hands of all seats, so players must never see it.
"""

from __future__ import annotations

from .cells import cell_at, coordinates
from .components import GOODS, PIECES
from .state import State

#: The direction of the tile's top, by quarter turns.
TOP_SIGNS = "^>v<"


def text_picture(match: State) -> str:
    """Return the board with north on top, then the seats.

    Each tile is its id and the direction of its top. A piece follows its tile as the seat's number.
    """
    board = match.board
    standing = {p.cell: p.seat for pieces in board.held.values() for p in pieces}
    corners = [coordinates(cell) for cell in board.cells]
    xs = range(min(x for x, _ in corners), max(x for x, _ in corners) + 1)
    ys = range(min(y for _, y in corners), max(y for _, y in corners) + 1)
    lines = []
    for y in reversed(ys):
        words = []
        for x in xs:
            cell = cell_at(x, y)
            word = "."
            if cell in board.cells:
                look = board.cells[cell][1]
                word = f"{look.kind.id}{TOP_SIGNS[look.turn]}{standing.get(cell, '')}"
            words.append(f"{word:>6}")
        lines.append(f"{y:>4}{''.join(words)}")
    lines.append("    " + "".join(f"{x:>6}" for x in xs))
    left = len(match.pile) - match.drawn
    whose = "over" if match.over else f"seat {match.turn} to {match.phase}"
    lines.append(f"{whose}{' (extra part)' if match.extra else ''}; {left} tiles in the pile")
    for seat in range(match.seats):
        supply = zip(PIECES, match.supply[seat], strict=True)
        goods = zip(GOODS, match.goods[seat], strict=True)
        parts = [f"{number} {word}" for word, number in (*supply, *goods) if number]
        hand = " ".join(kind.id for kind in match.hands[seat]) or "no tile"
        lines.append(f"seat {seat}: {sum(match.points[seat])} points; {hand}; {', '.join(parts)}")
    return "\n".join(lines)
