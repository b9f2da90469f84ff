"""Safe SVG markup, and the marks that seats have besides their colours."""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Iterable

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString


def join(parts: Iterable[str]) -> SafeString:
    return format_html_join("", "{}", ((part,) for part in parts))


def picture(width: float, height: float, css: str, parts: Iterable[str]) -> SafeString:
    return format_html(
        '<svg viewBox="0 0 {} {}" class="{}" xmlns="http://www.w3.org/2000/svg">{}</svg>',
        flat(width),
        flat(height),
        css,
        join(parts),
    )


def hot(move: str, label: str, css: str, parts: Iterable[str]) -> SafeString:
    """A group that hands in a move when it is clicked or Enter is pressed on it."""
    return format_html(
        '<g class="{} or-hot" data-move="{}" role="button" tabindex="0" aria-label="{}">{}</g>',
        css,
        move,
        label,
        join(parts),
    )


def group(css: str, parts: Iterable[str]) -> SafeString:
    return format_html('<g class="{}">{}</g>', css, join(parts))


def text(x: float, y: float, css: str, words: object, anchor: str = "start") -> SafeString:
    return format_html(
        '<text x="{}" y="{}" class="{}" text-anchor="{}">{}</text>',
        flat(x),
        flat(y),
        css,
        anchor,
        words,
    )


def circle(x: float, y: float, r: float, css: str) -> SafeString:
    return format_html(
        '<circle cx="{}" cy="{}" r="{}" class="{}"/>', flat(x), flat(y), flat(r), css
    )


def rect(x: float, y: float, width: float, height: float, r: float, css: str) -> SafeString:
    return format_html(
        '<rect x="{}" y="{}" width="{}" height="{}" rx="{}" class="{}"/>',
        *map(flat, (x, y, width, height, r)),
        css,
    )


def path(d: str, css: str) -> SafeString:
    return format_html('<path d="{}" class="{}"/>', d, css)


def polygon(points: Iterable[tuple[float, float]], css: str) -> SafeString:
    spelled = " ".join(f"{flat(x)},{flat(y)}" for x, y in points)
    return format_html('<polygon points="{}" class="{}"/>', spelled, css)


def flat(number: float) -> str:
    """A coordinate, short."""
    return f"{number:.1f}".removesuffix(".0")


def mark(seat: int, x: float, y: float, r: float, css: str) -> SafeString:
    """The shape of a seat: circle, square, triangle, diamond, cross (as in the player list)."""
    if seat == 0:
        return circle(x, y, r, css)
    if seat == 1:
        return rect(x - 0.88 * r, y - 0.88 * r, 1.76 * r, 1.76 * r, r / 4, css)
    if seat == 2:
        return polygon([(x, y - r), (x + r, y + 0.88 * r), (x - r, y + 0.88 * r)], css)
    if seat == 3:
        return polygon([(x, y - r), (x + r, y), (x, y + r), (x - r, y)], css)
    arm = r / 3
    corners = [(arm, r), (arm, arm), (r, arm)]
    points = [(a, -b) for a, b in corners] + [(a, b) for a, b in reversed(corners)]
    points += [(-a, b) for a, b in corners] + [(-a, -b) for a, b in reversed(corners)]
    return polygon([(x + a, y + b) for a, b in points], css)


def gear(x: float, y: float, r: float, css: str) -> SafeString:
    """A toothed wheel: technology."""
    teeth = 8
    points = []
    for step in range(teeth * 4):
        length = r if step % 4 in (0, 1) else 0.74 * r
        angle = math.tau * (step - 0.5) / (teeth * 4)
        points.append((x + length * math.cos(angle), y + length * math.sin(angle)))
    return join([polygon(points, css), circle(x, y, 0.3 * r, f"{css} is-hole")])


def wrapped(words: str, width: float) -> list[str]:
    """Lines of at most `width` ems, as well as can be told without a font."""
    lines: list[str] = []
    line, used = "", 0.0
    for piece in pieces(words):
        size = ems(piece)
        if line and used + ems(piece.rstrip()) > width:
            lines.append(line.rstrip())
            line, used = "", 0.0
        line += piece
        used += size
    return [*lines, line.rstrip()] if line.strip() else lines


def pieces(words: str) -> list[str]:
    """What a line may be broken between: words with their space, wide characters alone."""
    found: list[str] = []
    for char in words:
        fresh = not found or found[-1].endswith(" ") or _is_wide(char) or _is_wide(found[-1][-1])
        if fresh and not (found and unicodedata.category(char).startswith("P")):
            found.append(char)
        else:
            found[-1] += char
    return found


def ems(words: str) -> float:
    return sum(1.0 if _is_wide(char) else 0.5 for char in words)


def _is_wide(char: str) -> bool:
    return unicodedata.east_asian_width(char) in "WF"
