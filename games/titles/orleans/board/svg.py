"""Safe SVG markup for the drawings of the rules text."""

from __future__ import annotations

import math
from collections.abc import Iterable

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from .geography import fmt


def join_html(parts: Iterable[str]) -> SafeString:
    return format_html_join("", "{}", ((part,) for part in parts))


def svg_picture(width: float, height: float, css: str, parts: Iterable[str]) -> SafeString:
    return format_html(
        '<svg viewBox="0 0 {} {}" class="{}" xmlns="http://www.w3.org/2000/svg">{}</svg>',
        fmt(width),
        fmt(height),
        css,
        join_html(parts),
    )


def gear_shape(x: float, y: float, r: float, css: str) -> SafeString:
    """A toothed wheel for technology."""
    teeth = 8
    points = []
    for step in range(teeth * 4):
        length = r if step % 4 in (0, 1) else 0.74 * r
        angle = math.tau * (step - 0.5) / (teeth * 4)
        points.append(f"{fmt(x + length * math.cos(angle))},{fmt(y + length * math.sin(angle))}")
    hole = format_html(
        '<circle cx="{}" cy="{}" r="{}" class="{} is-hole"/>',
        fmt(x),
        fmt(y),
        fmt(0.3 * r),
        css,
    )
    return join_html(
        [format_html('<polygon points="{}" class="{}"/>', " ".join(points), css), hole]
    )
