"""Colours of seats: when a match starts, people get the colour that they prefer, if it is free."""

from __future__ import annotations

from collections.abc import Sequence

from accounts.models import User

COLORS = tuple(color.value for color in User.Color)


def assign_colors(preferred: Sequence[int | None]) -> str:
    """Return the colour of each seat, a digit each, for `Table.seat_colors`.

    The first seat gets the colour that its person prefers. So does each later seat whose colour is
    still free; seats are drawn at random, so chance decides between people who prefer the same.
    The others keep the colour of their number, or get the first that is left.

    Returns:
        "" if every seat has the colour of its number.
    """
    colors: dict[int, int] = {}
    for seat, color in enumerate(preferred):
        if color is not None and color not in colors.values():
            colors[seat] = color
    for own_first in (True, False):
        for seat in range(len(preferred)):
            free = [color for color in COLORS if color not in colors.values()]
            if seat not in colors and (not own_first or seat in free):
                colors[seat] = seat if own_first else free[0]
    if all(seat == color for seat, color in colors.items()):
        return ""
    return "".join(str(colors[seat]) for seat in range(len(preferred)))
