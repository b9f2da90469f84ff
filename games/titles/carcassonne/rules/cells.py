"""Cells of the board as ints: the neighbour is an addition, sorting is by x, then y.

A cell x, y is the int x * 256 + y; no board of 114 tiles reaches 128 in any direction.
"""

from __future__ import annotations

WIDTH = 256
HALF = WIDTH // 2

#: From a cell to its neighbours north, east, south, west.
STEPS = (1, WIDTH, -1, -WIDTH)
#: From a cell to the eight cells around it, by x, then y.
NEIGHBOUR_STEPS = tuple(dx * WIDTH + dy for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy)


def cell_at(x: int, y: int) -> int:
    """The cell of a pair of coordinates.

    >>> cell_at(1, -2)
    254
    """
    return x * WIDTH + y


def coordinates(cell: int) -> list[int]:
    """The coordinates of a cell, JSON-ready.

    >>> coordinates(cell_at(-3, 7))
    [-3, 7]
    """
    return [(cell + HALF) // WIDTH, (cell + HALF) % WIDTH - HALF]


class _Placements(dict[int, tuple[str, str, str, str]]):
    """Cell -> the text of the placements there, one for each turn; made when first needed."""

    def __missing__(self, cell: int) -> tuple[str, str, str, str]:
        x, y = coordinates(cell)
        start = f"place {x},{y}"
        texts = self[cell] = (f"{start} 0", f"{start} 90", f"{start} 180", f"{start} 270")
        return texts


class _Cells(dict[str, int]):
    """The token `x,y` -> its cell; only for tokens of listed moves."""

    def __missing__(self, token: str) -> int:
        x, y = token.split(",")
        cell = self[token] = cell_at(int(x), int(y))
        return cell


PLACEMENTS = _Placements()
CELLS = _Cells()
