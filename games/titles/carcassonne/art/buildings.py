"""Single buildings and marks of a tile, each around a point; `tile_painter.py` places them."""

from __future__ import annotations

from .svg_paths import Sheet, box_corners, disc_path, fmt, fmt_xy, polygon_path
from .terrain import CLOISTER, Point


def cottage(sheet: Sheet, at: Point, angle: float, kind: str = "roof") -> None:
    a, b, c, d = box_corners(at, 9, 6.6, angle)
    left, right = ((a[0] + d[0]) / 2, (a[1] + d[1]) / 2), ((b[0] + c[0]) / 2, (b[1] + c[1]) / 2)
    sheet.fill("shade", polygon_path([(x + 1.1, y + 1.5) for x, y in (a, b, c, d)]))
    sheet.fill(kind, polygon_path([a, b, right, left]))
    sheet.fill(f"{kind}-low", polygon_path([left, right, c, d]))


def monastery(sheet: Sheet) -> None:
    """Draw a church and a cloister with its garden inside a wall."""
    r = CLOISTER
    x0, y0, x1, y1 = 50 - r, 50 - r, 50 + r, 50 + r
    yard = [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]
    sheet.fill("shade", polygon_path([(x + 1.4, y + 2) for x, y in yard]))
    sheet.fill("bank", polygon_path(yard))
    # The garden, on which a piece stands.
    sheet.fill("crop", polygon_path(box_corners((50, 56.5), 31, 21)))
    sheet.fill(
        "city-high",
        polygon_path(box_corners((50, 56.5), 3, 21)),
        polygon_path(box_corners((50, 56.5), 31, 3)),
        disc_path((50, 55), 6.8),
    )
    sheet.fill(
        "rose",
        *(disc_path((50 + dx, 56.5 + dy), 1.1) for dx in (-9, -5, 5, 9) for dy in (-5.6, 5.6)),
    )
    sheet.fill(
        "tree-high",
        *(disc_path((50 + dx, 56.5 + dy), 1.3) for dx in (-7, -11, 7, 11) for dy in (-5.6, 5.6)),
    )
    path = polygon_path(yard)
    sheet.line("wall-low", 3.2, path)
    sheet.line("wall", 2, path)
    # The side wings.
    for wing in ((31.6, 55), (68.4, 55)):
        a, b, c, d = box_corners(wing, 5.8, 30)
        top, bottom = ((a[0] + b[0]) / 2, a[1]), ((c[0] + d[0]) / 2, c[1])
        sheet.fill("roof", polygon_path([a, top, bottom, d]))
        sheet.fill("roof-low", polygon_path([top, b, c, bottom]))
    # The church along the north side.
    nave = box_corners((50, 36.5), 43, 12)
    sheet.fill("shade", polygon_path([(x + 1, y + 1.8) for x, y in nave]))
    sheet.line("wall-low", 1.4, polygon_path(nave))
    sheet.fill("roof", polygon_path([nave[0], nave[1], (71.5, 36.5), (28.5, 36.5)]))
    sheet.fill("roof-low", polygon_path([(28.5, 36.5), (71.5, 36.5), nave[2], nave[3]]))
    tower = box_corners((50, 36.5), 11, 12.6)
    sheet.fill("wall-low", polygon_path(box_corners((50, 36.5), 12.4, 14)))
    sheet.fill("wall-high", polygon_path(tower))
    sheet.fill(
        "slate",
        polygon_path([tower[0], tower[1], (50, 36.5)]),
        polygon_path([tower[0], (50, 36.5), tower[3]]),
    )
    sheet.fill(
        "slate-low",
        polygon_path([tower[1], tower[2], (50, 36.5)]),
        polygon_path([tower[2], tower[3], (50, 36.5)]),
    )
    sheet.fill(
        "gold",
        polygon_path(box_corners((50, 36.5), 1.5, 7)),
        polygon_path(box_corners((50, 35.5), 5, 1.5)),
    )


def inn(sheet: Sheet, at: Point) -> None:
    x, y = at
    pond = f"M{fmt_xy((x - 10, y + 3))}c-1-6 5-7 8-6s9-3 11 2-2 9-8 9-10 0-11-5z"
    sheet.line("bank", 2.2, pond)
    sheet.fill("water", pond)
    sheet.line(
        "water-high", 0.8, f"M{fmt_xy((x - 6, y + 4))}h5M{fmt_xy((x - 2, y + 6))}h5", cap="round"
    )
    cottage(sheet, (x + 1, y - 4), 0.12, "tile-roof")
    sheet.fill("paper", disc_path((x + 7.4, y - 4.5), 2.7))
    sheet.fill("plum", disc_path((x + 7.4, y - 4.5), 2))
    sheet.fill("gold", disc_path((x + 7.4, y - 4.5), 0.9))


def cathedral(sheet: Sheet, at: Point) -> None:
    x, y = at
    sheet.fill("city-high", disc_path(at, 28))
    sheet.line("wall", 1, disc_path(at, 26.4), dash="2.4 1.4")
    nave = [(x - 6.4, y - 18), (x + 6.4, y - 18), (x + 6.4, y + 20), (x - 6.4, y + 20)]
    arms = [(x - 17, y - 6.5), (x + 17, y - 6.5), (x + 17, y + 5.5), (x - 17, y + 5.5)]
    apse = f"M{fmt_xy((x - 6.4, y - 17.5))}a6.4 7.4 0 0 1 12.8 0z"
    solid = [polygon_path(nave), polygon_path(arms)]
    sheet.fill(
        "shade", *(polygon_path([(a + 1.6, b + 2.2) for a, b in shape]) for shape in (nave, arms))
    )
    sheet.line("wall-low", 3.4, *solid, apse)
    sheet.line("wall", 2, *solid, apse)
    sheet.fill(
        "slate",
        apse,
        polygon_path([(x - 6.4, y - 18), (x, y - 18), (x, y + 20), (x - 6.4, y + 20)]),
    )
    sheet.fill(
        "slate-low", polygon_path([(x, y - 18), (x + 6.4, y - 18), (x + 6.4, y + 20), (x, y + 20)])
    )
    sheet.fill(
        "slate",
        polygon_path([(x - 17, y - 6.5), (x + 17, y - 6.5), (x + 11, y - 0.5), (x - 11, y - 0.5)]),
    )
    sheet.fill(
        "slate-low",
        polygon_path([(x - 17, y + 5.5), (x + 17, y + 5.5), (x + 11, y - 0.5), (x - 11, y - 0.5)]),
    )
    sheet.fill(
        "slate",
        polygon_path([(x - 17, y - 6.5), (x - 11, y - 0.5), (x - 17, y + 5.5)]),
        polygon_path([(x + 17, y - 6.5), (x + 11, y - 0.5), (x + 17, y + 5.5)]),
    )
    sheet.line(
        "wall-high",
        0.9,
        f"M{fmt_xy((x, y - 24))}V{fmt(y + 20)}M{fmt_xy((x - 16, y - 0.5))}H{fmt(x + 16)}",
    )
    towers = [(x - 6.6, y + 19), (x + 6.6, y + 19)]
    sheet.fill("wall-low", *(polygon_path(box_corners(t, 9.2, 9.2)) for t in towers))
    sheet.fill("wall-high", *(polygon_path(box_corners(t, 7.6, 7.6)) for t in towers))
    sheet.fill(
        "slate",
        *(
            polygon_path([(tx - 3.8, ty + 3.8), (tx, ty), (tx - 3.8, ty - 3.8)])
            + polygon_path([(tx - 3.8, ty - 3.8), (tx, ty), (tx + 3.8, ty - 3.8)])
            for tx, ty in towers
        ),
    )
    sheet.fill(
        "slate-low",
        *(
            polygon_path([(tx + 3.8, ty - 3.8), (tx, ty), (tx + 3.8, ty + 3.8)])
            + polygon_path([(tx + 3.8, ty + 3.8), (tx, ty), (tx - 3.8, ty + 3.8)])
            for tx, ty in towers
        ),
    )
    sheet.fill("gold", disc_path((x, y - 0.5), 4.2))
    sheet.fill("rose", disc_path((x, y - 0.5), 2.9))
    sheet.line("gold", 0.8, f"M{fmt_xy((x - 2.9, y - 0.5))}h5.8M{fmt_xy((x, y - 3.4))}v5.8")


def pennant(sheet: Sheet, at: Point) -> None:
    sheet.parts.append(f'<g transform="translate({fmt_xy(at)}) scale(1.35)">')
    x, y = 0.0, 0.0

    def shield(k: float) -> str:
        return (
            f"M{fmt_xy((x - 5.2 * k, y - 6 * k))}H{fmt(x + 5.2 * k)}V{fmt(y)}"
            f"C{fmt_xy((x + 5.2 * k, y + 4 * k))} {fmt_xy((x + 2 * k, y + 6 * k))} "
            f"{fmt_xy((x, y + 7.2 * k))}"
            f"C{fmt_xy((x - 2 * k, y + 6 * k))} {fmt_xy((x - 5.2 * k, y + 4 * k))} "
            f"{fmt_xy((x - 5.2 * k, y))}z"
        )

    sheet.fill("shade", shield(1.16))
    sheet.fill("paper", shield(1.08))
    sheet.fill("blue", shield(0.9))
    sheet.fill(
        "gold",
        polygon_path(
            [
                (x - 4.7, y - 1.6),
                (x, y - 4.4),
                (x + 4.7, y - 1.6),
                (x + 4.7, y + 1),
                (x, y - 1.8),
                (x - 4.7, y + 1),
            ]
        ),
        disc_path((x, y + 2.6), 1.5),
    )
    sheet.parts.append("</g>")


def good(sheet: Sheet, good: str, at: Point) -> None:
    sheet.fill("ink", disc_path(at, 9), opacity=0.55)
    sheet.fill("paper", disc_path(at, 8.2))
    sheet.parts.append(f'<g transform="translate({fmt_xy(at)}) scale(1.2)">{good_art(good)}</g>')


def good_art(good: str) -> str:
    """Return the picture of a good around the origin, about 11 wide."""
    sheet = Sheet()
    if good == "wine":
        sheet.line("leaf", 1, "M0-5.4C1-4.4 1-3.6 0-2.6", cap="round")
        sheet.fill("leaf", "M.4-4.2c1.4-1.8 3.4-1.4 4-.4-1 1.4-2.8 1.6-4 .4z")
        berries = [(-2.6, -1.6), (0, -1.9), (2.6, -1.6), (-1.4, 0.8), (1.4, 0.8), (0, 3.2)]
        sheet.fill("plum", *(disc_path(berry, 1.65) for berry in berries))
    elif good == "grain":
        sheet.line("wheat-row", 0.9, "M0 5.4V-3M-2.4 5L-1-1M2.4 5L1-1", cap="round")
        ears = [(0, -4.4), (-1.7, -3), (1.7, -3), (-2.2, -0.6), (2.2, -0.6), (0, -1.4)]
        sheet.fill(
            "gold",
            *(
                f"M{fmt_xy((x, y - 1.7))}c1.4 1 1.4 2.4 0 3.4c-1.4-1-1.4-2.4 0-3.4z"
                for x, y in ears
            ),
        )
        sheet.line("wheat-row", 1.2, "M-2.2 2.6h4.4")
    else:
        sheet.fill("rose", "M-4.6-2.2L3-4.6 5-1.2-2.4 1.6z")
        sheet.fill("plum", "M-4.6-2.2L-2.4 1.6V4.6L-4.8 1z")
        sheet.fill("rose", "M-2.4 1.6L5-1.2V2L-2.4 4.8z")
        sheet.line("paper", 0.7, "M-2.4 3.2L5 .4M-3.2-1L4.2-3.6")
    return str(sheet)
