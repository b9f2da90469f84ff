"""Cells of the board as ints: neighbours differ by a constant, and cells sort by x, then y.

The cell x, y is the int x * 256 + y; no board of 114 tiles reaches 128 in any direction.
"""

from __future__ import annotations

WIDTH = 256
HALF = WIDTH // 2

#: Differences to the neighbours north, east, south, west.
STEPS = (1, WIDTH, -1, -WIDTH)
#: Differences to the eight cells around a cell, by x, then y.
NEIGHBOUR_STEPS = tuple(dx * WIDTH + dy for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy)


def cell_at(x: int, y: int) -> int:
    """Return the cell at a pair of coordinates.

    >>> cell_at(1, -2)
    254
    """
    return x * WIDTH + y


def coordinates(cell: int) -> list[int]:
    """Return the coordinates of a cell, as a list for JSON.

    >>> coordinates(cell_at(-3, 7))
    [-3, 7]
    """
    return [(cell + HALF) // WIDTH, (cell + HALF) % WIDTH - HALF]


class _Placements(dict[int, tuple[str, str, str, str]]):
    """Cell -> the texts of its placements, one per rotation; made on first use."""

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
