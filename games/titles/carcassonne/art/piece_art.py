"""The pieces: followers large and small, builders and pigs, and a mark for each seat.

They are drawn around 0, 0 and about 22 high. `currentColor` is the seat's colour; the mark on top
distinguishes seats without colour.
"""

from __future__ import annotations

from .svg_paths import color_var

FOLLOWER = (
    "M0-11C2.9-11 4.7-8.9 4.4-6.2C8.6-5 11.2-2.8 11.2-1C11.2.8 8.4 1.4 5.6 1C6.2 3.6 9.4 7 9.4 8.9"
    "C9.4 10 8.7 10.3 7.7 10.3L2.7 10.3C1.7 10.3 1.2 8.8 0 6.8C-1.2 8.8-1.7 10.3-2.7 10.3L-7.7 10.3"
    "C-8.7 10.3-9.4 10-9.4 8.9C-9.4 7-6.2 3.6-5.6 1C-8.4 1.4-11.2.8-11.2-1C-11.2-2.8-8.6-5-4.4-6.2"
    "C-4.7-8.9-2.9-11 0-11z"
)
BUILDER = (
    "M-6-7.2h1.4C-4-10-2.2-11.2 0-11.2S4-10 4.6-7.2H6v2H4.2C4-3.8 3.3-2.9 2.4-2.4"
    "L8.6-.8v3.4L5.2 2.3"
    "L9 10.4H-9L-5.2 2.3-8.6 2.6V-.8L-2.4-2.4C-3.3-2.9-4-3.8-4.2-5.2H-6z"
)
PIG = (
    "M-10-2.4C-9.4-5.6-5.4-7-1-7C1.6-7 3.6-6.6 5.2-5.8L7.4-8.2 8-4.6C8.8-4 9.3-3.3 9.6-2.4L12-2.2V2"
    "L9.4 2.4C8.8 3.6 7.8 4.5 6.6 5V9.6H2.8V6H-4.2V9.6H-8V4.4C-9.4 3.2-10.2 1.4-10.2-.4L-12.6-1.6"
    "-13-4.4-11.8-2.9z"
)
SHAPES = {"meeple": FOLLOWER, "big": FOLLOWER, "builder": BUILDER, "pig": PIG}
#: Position (x, y) and scale of the seat's mark on each kind of piece.
MARK_AT = {
    "meeple": (0, -1.4, 1.0),
    "big": (0, -1.4, 1.0),
    "builder": (0, 5.2, 0.95),
    "pig": (-1.4, -0.8, 1.05),
}
MARKS = (
    '<circle r="3"/>',
    '<rect x="-2.7" y="-2.7" width="5.4" height="5.4" rx=".6"/>',
    '<path d="M0-3.4 3.5 2.7-3.5 2.7z"/>',
    '<path d="M0-4 3.4 0 0 4-3.4 0z"/>',
    '<path d="M-1.2-3.6H1.2V-1.2H3.6V1.2H1.2V3.6H-1.2V1.2H-3.6V-1.2H-1.2z"/>',
)
BIG_SCALE = 1.32


def piece_svg(kind: str, seat: int) -> str:
    """Return a piece of a seat as SVG."""
    x, y, scale = MARK_AT[kind]
    shape = SHAPES[kind]
    place = f"translate({x} {y}) scale({scale})"
    mark = f'<g fill="var(--on-seat,#fff)" transform="{place}">{MARKS[seat]}</g>'
    body = (
        f'<path d="{shape}" fill="none" stroke="{color_var("paper")}" '
        'stroke-width="3.4" stroke-linejoin="round"/>'
        f'<path d="{shape}" fill="currentColor" stroke="{color_var("ink")}" '
        f'stroke-width=".9" stroke-linejoin="round"/>{mark}'
    )
    if kind == "big":
        crown = (
            f'<path d="M-5-13.6-3.4-9.6H3.4L5-13.6 2.3-11.8 0-14.8-2.3-11.8z" '
            f'fill="{color_var("gold")}"'
            f' stroke="{color_var("ink")}" stroke-width=".7" stroke-linejoin="round"/>'
        )
        return f'<g transform="scale({BIG_SCALE})">{body}{crown}</g>'
    return body


__all__ = ["piece_svg"]
