"""Small drawings for the rules page: rivers, delta spaces, reach over lochs, settlements."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.utils.html import format_html, format_html_join

from . import hexes

FILLS = {"land": "#c3d69b", "loch": "#8fbfe0", "port": "#d9c7a0"}
RED, BLUE = "#a3262a", "#24479b"
MARGIN = 6.0


def _sketch(
    ground: Mapping[str, str],
    rivers: Sequence[tuple[str, str]] = (),
    units: Mapping[str, str] = {},
    marks: Mapping[str, str] = {},
) -> str:
    """Draw hexes.

    Args:
        ground: kind of ground by space.
        rivers: pairs of adjacent spaces.
        units: colour of a unit by space.
        marks: short text by space.
    """
    spots = {at: hexes.centre(at) for at in ground}
    left = min(x for x, _y in spots.values()) - hexes.SIZE - MARGIN
    top = min(y for _x, y in spots.values()) - hexes.HEIGHT / 2 - MARGIN
    width = max(x for x, _y in spots.values()) + hexes.SIZE + MARGIN - left
    depth = max(y for _x, y in spots.values()) + hexes.HEIGHT / 2 + MARGIN - top
    fields = format_html_join(
        "",
        '<polygon points="{}" transform="translate({} {})" fill="{}" stroke="#555"/>',
        ((hexes.OUTLINE, *_plain(*spots[at]), FILLS[kind]) for at, kind in ground.items()),
    )
    edges = hexes.join_html(hexes.river(one, other) for one, other in rivers)
    pieces = format_html_join(
        "",
        '<circle cx="{}" cy="{}" r="24" fill="{}" stroke="#fff" stroke-width="3"/>',
        ((*_plain(*spots[at]), colour) for at, colour in units.items()),
    )
    signs = format_html_join(
        "",
        '<text x="{}" y="{}" text-anchor="middle" font-size="34" font-weight="bold" fill="{}">{}'
        "</text>",
        (
            (*_plain(spots[at][0], spots[at][1] + 12), "#fff" if at in units else "#222", mark)
            for at, mark in marks.items()
        ),
    )
    return format_html(
        '<svg viewBox="{}" width="{}" aria-hidden="true">{}'
        '<g fill="none" stroke="#1c64b0" stroke-width="11" stroke-linecap="round">{}</g>{}{}</svg>',
        " ".join(_plain(left, top, width, depth)),
        round(width * 0.6),
        *(fields, edges, pieces, signs),
    )


def _plain(*numbers: float) -> tuple[str, ...]:
    return tuple(f"{number:.1f}" for number in numbers)


def river() -> str:
    """Return a unit between a neighbouring space (1) and an adjacent one across a river (2)."""
    ground = dict.fromkeys(("0,0", "1,0", "2,0", "2,-1"), "land")
    return _sketch(
        ground, [("1,0", "2,0"), ("1,0", "2,-1")], {"1,0": RED}, {"0,0": "1", "2,0": "2"}
    )


def delta() -> str:
    """Return two delta spaces (Δ) where a river meets a loch, and two spaces further up."""
    ground = {"1,0": "loch", **dict.fromkeys(("1,1", "2,0", "2,1", "3,0"), "land")}
    return _sketch(
        ground, [("1,1", "2,0"), ("2,0", "2,1"), ("3,0", "2,1")], {}, {"1,1": "Δ", "2,0": "Δ"}
    )


def reach() -> str:
    """Return a unit on a shore; each space shows the shipping level that reaches it."""
    ground = {
        **dict.fromkeys(("0,1", "0,2", "2,0", "3,0", "3,-1", "0,0"), "land"),
        **dict.fromkeys(("1,0", "1,1", "2,1"), "loch"),
    }
    return _sketch(
        ground,
        [("0,1", "0,2")],
        {"0,1": RED},
        {"0,0": "0", "0,2": "1", "2,0": "2", "3,0": "3", "3,-1": "–"},
    )


def settlements() -> str:
    """Return three settlements of one seat: a river parts two, the third lies beyond a loch."""
    ground = {
        **dict.fromkeys(("0,0", "0,1", "1,0", "3,0", "3,-1"), "land"),
        **dict.fromkeys(("2,0", "2,-1"), "loch"),
    }
    return _sketch(
        ground,
        [("0,0", "1,0"), ("0,1", "1,0")],
        {"0,0": RED, "0,1": RED, "1,0": RED, "3,-1": RED, "3,0": BLUE},
        {"0,0": "1", "0,1": "1", "1,0": "2", "3,-1": "3"},
    )
