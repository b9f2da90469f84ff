"""Safe SVG markup for the drawings in the text of the rules."""

from __future__ import annotations

import math
from collections.abc import Iterable

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from .geography import short


def join(parts: Iterable[str]) -> SafeString:
    return format_html_join("", "{}", ((part,) for part in parts))


def picture(width: float, height: float, css: str, parts: Iterable[str]) -> SafeString:
    return format_html(
        '<svg viewBox="0 0 {} {}" class="{}" xmlns="http://www.w3.org/2000/svg">{}</svg>',
        short(width),
        short(height),
        css,
        join(parts),
    )


def gear(x: float, y: float, r: float, css: str) -> SafeString:
    """A toothed wheel: technology."""
    teeth = 8
    points = []
    for step in range(teeth * 4):
        length = r if step % 4 in (0, 1) else 0.74 * r
        angle = math.tau * (step - 0.5) / (teeth * 4)
        points.append(
            f"{short(x + length * math.cos(angle))},{short(y + length * math.sin(angle))}"
        )
    hole = format_html(
        '<circle cx="{}" cy="{}" r="{}" class="{} is-hole"/>',
        short(x),
        short(y),
        short(0.3 * r),
        css,
    )
    return join([format_html('<polygon points="{}" class="{}"/>', " ".join(points), css), hole])
